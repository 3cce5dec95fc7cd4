#!/bin/sh
# A car with five gears by hand and one with a dual-clutch gearbox: ratios, energy, shifts and their friction beside closed forms, launches, stall, tie-up, faults.
cd "$(dirname "$0")/../.." || exit 2
group=manual
. tests/group.sh

python3 -B tests/manual/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
finish
