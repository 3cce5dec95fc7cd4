#!/bin/sh
# A thousand random gear trains, and the pictures of the reference transmissions, where these are there.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
dtc=${DTC:-$BUILD/dtc} reference=../shared/reference/transmissions.yaml
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
# add LOG: what a script of this folder printed
add() {
    line=$(tail -n 1 "$1")
    sed '$d' "$1"
    passed=$((passed + ${line%% *}))
    line=${line#* passed, }
    failed=$((failed + ${line%% *}))
}
python3 tests/gears/trains.py "$dtc" "$tmp" 1001 2000 >"$tmp/log"
add "$tmp/log"
if [ -e "$reference" ]; then
    $CC -std=c11 -D_GNU_SOURCE -O1 -o "$tmp/write" tests/gearboxes/write.c -lyaml && "$tmp/write" "$reference" "$tmp" >/dev/null || exit 2
    for file in "$tmp"/*.txt; do
        read -r in out <"$file"
        python3 tests/gears/pictures.py "$dtc" "${file%.txt}.dtm" --in "$in.flange_b" --out "$out.flange_b" >"$tmp/log"
        add "$tmp/log"
    done
else
    echo 'skipped: the pictures of the reference transmissions'
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
