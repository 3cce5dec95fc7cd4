#!/bin/sh
# Torques, pressures, ratios and given speeds that jump, in random rigid drivetrains: every step and the whole motion beside
# an oracle that tries all places (oracle.py); the oracle beside values by hand; what is said of right and of wrong steps.
cd "$(dirname "$0")/../.." || exit 2
group=jumps
. tests/group.sh

python3 -B tests/jumps/known.py >"$work/log" 2>&1
add $? "$work/log" known
python3 -B tests/jumps/ideal.py 25 >"$work/log" 2>&1
add $? "$work/log" ideal
python3 -B tests/jumps/compare.py "$dtc" "$work" 0 100 every=10 >"$work/log" 2>&1
add $? "$work/log" compare
python3 -B tests/jumps/flanks.py "$dtc" "$work" 0 3 >"$work/log" 2>&1
add $? "$work/log" flanks
finish
