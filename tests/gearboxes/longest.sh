#!/bin/sh
# The transmissions of ../shared/reference, where they are at hand, in double precision, and in single with exact.
cd "$(dirname "$0")/../.." || exit 2
. tests/gearboxes/run.sh
reference=${REFERENCE:-../shared/reference}/transmissions.yaml
[ -r "$reference" ] || { echo "skipped: $reference is not there"; echo '0 passed, 0 failed, 1 skipped'; exit; }
for method in euler exact; do gearboxes "$reference" $method double; done
gearboxes "$reference" exact float
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
