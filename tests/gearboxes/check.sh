#!/bin/sh
# Gearboxes in which more elements hold than have to, in single precision and with two methods that decide
# differently: no change of place once all has settled. What is nearly dependent is named (near.sh).
cd "$(dirname "$0")/../.." || exit 2
. tests/gearboxes/run.sh
gearboxes tests/gearboxes/facts.yaml euler float
gearboxes tests/gearboxes/facts.yaml exact float Gearbox2
gearboxes tests/gearboxes/facts.yaml euler double Gearbox2
. tests/gearboxes/near.sh
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
