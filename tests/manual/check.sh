#!/bin/sh
# A car with five gears by hand and one with a dual-clutch gearbox: ratios, energy, shifts and their friction beside closed forms, launches, stall, tie-up, faults.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/manual
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 -B tests/manual/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
finish
