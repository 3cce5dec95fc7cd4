#!/bin/sh
# Situations of a car: uphill, downhill, towing, reversing, stopping, cycles that cannot be followed and such that are broken.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/situations
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 -B tests/situations/situations.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" situations
finish
