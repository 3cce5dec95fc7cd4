#!/bin/sh
# The same with every method, in both precisions; and, where they are at hand, for the transmissions of
# ../shared/reference, which are not part of this project: all of them in single precision with Euler's method, some
# with the others (longest.sh: exact, double).
cd "$(dirname "$0")/../.." || exit 2
. tests/gearboxes/run.sh
reference=${REFERENCE:-../shared/reference}/transmissions.yaml
for method in euler semi rk2 rk4 rosenbrock exact; do
    gearboxes tests/gearboxes/facts.yaml $method float
    gearboxes tests/gearboxes/facts.yaml $method double
done
if [ -r "$reference" ]; then
    gearboxes "$reference" euler float
    for method in rk2 rosenbrock exact; do
        gearboxes "$reference" $method float Gearbox4 Gearbox7 Gearbox12 Gearbox15
    done
else
    echo "$reference is not there: transmissions of tests/gearboxes/facts.yaml only"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
