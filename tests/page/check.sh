#!/bin/sh
# Pages of runs: what they hold, bit by bit; policy, structure, hostile names; colours that all eyes tell apart.
cd "$(dirname "$0")/../.." || exit 2
group=page
. tests/group.sh
for test in "pages.py $dtc $work" colours.py; do
    # shellcheck disable=SC2086
    python3 -B tests/page/$test >"$work/log" 2>&1
    add $? "$work/log" "$test"
done
finish
