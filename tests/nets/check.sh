#!/bin/sh
# Nets: markings that are known by hand, a thousand random nets against an own step, every method, single precision, a
# variable step, states that are kept and gone on from; a thousand against an own enumeration of their markings; guards
# that exclude each other.
cd "$(dirname "$0")/../.." || exit 2
group=nets
. tests/group.sh
. tests/nets/python.sh
sh tests/nets/code.sh "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" code
python cases tests/nets/cases.py "$work"
python euler tests/nets/steps.py 1000 1 "$work" --method euler
seed=2
for method in semi rk2 rk4 rosenbrock exact; do
    python "$method" tests/nets/steps.py 50 $seed "$work" --method $method
    seed=$((seed + 1))
done
python float tests/nets/steps.py 100 7 "$work" --method euler --float
python hybrid tests/nets/steps.py 200 8 "$work" --hybrid
python facts tests/nets/facts.py 1000 10 "$work"
python exclusive tests/nets/exclusive.py 400 11 "$work"
python dual_clutch tests/nets/dual_clutch.py "$work" 200
python states tests/nets/states.py 9 "$work"
finish
