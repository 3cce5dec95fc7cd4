#!/bin/sh
# The frequency response of a chain of 10^4 inertias: against its closed form, and its time against that of half as many.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/bode
mkdir -p "$work"
. tests/add.sh

python3 -B tests/bode/long_chain.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" 'long chain'
finish
