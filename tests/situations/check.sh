#!/bin/sh
# Situations of a car: uphill, downhill, towing, reversing, stopping, cycles that cannot be followed and such that are broken.
cd "$(dirname "$0")/../.." || exit 2
group=situations
. tests/group.sh

python3 -B tests/situations/situations.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" situations
finish
