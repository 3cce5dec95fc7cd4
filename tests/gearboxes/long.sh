#!/bin/sh
# The same with other methods, in one precision each; and, where they are at hand, the transmissions of
# ../shared/reference, which are not part of this project, in single precision with Euler's method (longest.sh: all).
cd "$(dirname "$0")/../.." || exit 2
. tests/gearboxes/run.sh
reference=${REFERENCE:-../shared/reference}/transmissions.yaml
for method in semi rk4 exact; do gearboxes tests/gearboxes/facts.yaml $method double; done
for method in rk2 rosenbrock; do gearboxes tests/gearboxes/facts.yaml $method float; done
if [ -r "$reference" ]; then
    gearboxes "$reference" euler float
else
    echo "$reference is not there: transmissions of tests/gearboxes/facts.yaml only"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
