#!/bin/sh
# The car with the 4HP22 on whole cycles, beside fixed ratios.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/throttle/longest
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast python3 -B tests/throttle/cycle.py "$dtc" "$work" ../shared/reference/cycles long >"$work/log" 2>&1
add $? "$work/log" cycle
finish
