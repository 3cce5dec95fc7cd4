#!/bin/sh
# The four-mass driveline: against its own equations in each gear, its modes, figures, and a run-up against its frequency response.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/drive4
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 -B tests/drive4/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
finish
