#!/bin/sh
# All with every method, in both precisions; and, where they are at hand, the transmissions of ../shared/reference, in
# double precision and in single.
cd "$(dirname "$0")/../.." || exit 2
. tests/gearboxes/run.sh
for method in euler semi rk2 rk4 rosenbrock exact; do
    gearboxes tests/gearboxes/facts.yaml $method float
    gearboxes tests/gearboxes/facts.yaml $method double
done
reference=${REFERENCE:-../shared/reference}/transmissions.yaml
if [ -r "$reference" ]; then
    for method in euler exact; do gearboxes "$reference" $method double; done
    gearboxes "$reference" exact float
    for method in rk2 rosenbrock; do gearboxes "$reference" $method float Gearbox4 Gearbox7 Gearbox12 Gearbox15; done
else
    echo "$reference is not there: transmissions of tests/gearboxes/facts.yaml only"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
