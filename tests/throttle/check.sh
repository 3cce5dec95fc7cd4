#!/bin/sh
# Shifts at full throttle: their phases beside calculations by hand, heat, shift quality; every set of elements pressed at once.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/throttle
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 -B tests/throttle/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
finish
