#!/bin/sh
# dtc equilibrium: rests and steady motions by closed formulas, in gears of two gearboxes, and that runs from them stay there; what has no equilibrium, and why; bad input.
cd "$(dirname "$0")/../.." || exit 2
group=equilibrium
. tests/group.sh

python3 tests/equilibrium/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
finish
