#!/bin/sh
# 300 random systems of masses, lashes and friction; more hits that follow from one another.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/lash.longest
mkdir -p "$work"
. tests/add.sh
MANY=1 python3 tests/lash/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
python3 tests/lash/trains.py "$dtc" "$work" 0 300 >"$work/log" 2>&1
add $? "$work/log" random
finish
