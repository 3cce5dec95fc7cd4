#!/bin/sh
# Shifts at full throttle: their phases beside calculations by hand, heat, shift quality; every set of the gearbox's elements pressed at once; the gearbox in a car on
# the first 400 s of its cycle (longest.sh: all of it).
cd "$(dirname "$0")/../.." || exit 2
group=throttle methods='euler semi rosenbrock'
. tests/drive.sh

build zf models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig
run test_sets $methods
CC=$fast python3 -B tests/throttle/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
CC=$fast python3 -B tests/throttle/cycle.py "$dtc" "$work" ../shared/reference/cycles short >"$work/log" 2>&1
add $? "$work/log" cycle
finish
