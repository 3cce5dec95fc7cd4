#!/bin/sh
# More random nets than check.sh has, of other seeds: steps, variable steps, markings.
cd "$(dirname "$0")/../.." || exit 2
group=nets_long
. tests/group.sh
. tests/nets/python.sh
for seed in 101 102 103; do
    python "steps $seed" tests/nets/steps.py 3000 $seed "$work" --method euler
    python "float $seed" tests/nets/steps.py 500 $seed "$work" --method rk4 --float
    python "hybrid $seed" tests/nets/steps.py 1000 $seed "$work" --hybrid
    python "facts $seed" tests/nets/facts.py 3000 $seed "$work"
    python "exclusive $seed" tests/nets/exclusive.py 3000 $seed "$work"
    python "states $seed" tests/nets/states.py $seed "$work"
done
python dual_clutch tests/nets/dual_clutch.py "$work" 1180
finish
