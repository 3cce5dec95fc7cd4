#!/bin/sh
# dtc equilibrium: rests and steady motions by closed formulas, in gears of two gearboxes, and that runs from them stay there; what has no equilibrium, and why; bad input.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/equilibrium
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 tests/equilibrium/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
finish
