#!/bin/sh
# The pages of gear trains in a headless browser: a click on each gear shows what the table says.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
echo 'gears: {"1": [A, E], "1M": [A, D, E], "2": [A, Cp, E], "3": [A, B, Cp, E], "4": [A, B, Cp, F], R: [B, D, E], N: [E], T: [A, C, D, E]}' >"$tmp/shift.yaml"
# page ARGUMENTS...
page() {
    python3 tests/gears/page.py "${DTC:-$BUILD/dtc}" chromium "$tmp" "$@" >"$tmp/log" || [ -s "$tmp/log" ] || echo '0 passed, 1 failed' >"$tmp/log"
    line=$(tail -n 1 "$tmp/log")
    sed '$d' "$tmp/log"
    passed=$((passed + ${line%% *}))
    line=${line#* passed, }
    failed=$((failed + ${line%% *}))
}
page models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --shift "$tmp/shift.yaml"
page models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox
page models/transmissions/ford10r.dtm --model Ford10r.Gearbox
page models/transmissions/range_splitter.dtm --model RangeSplitter16.Gearbox
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
