#!/bin/sh
# Components that shake a drivetrain: each has its order line, by dtc orders of a run at a steady speed, and no energy of its own.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/excitation
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 -B tests/excitation/lines.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" lines
finish
