#!/bin/sh
# As check.sh, with 1000 random drivetrains, all methods each, and 300 with hard flanks; errors that go with the step.
cd "$(dirname "$0")/../.." || exit 2
group=jumps.longest
. tests/group.sh

python3 -B tests/jumps/ideal.py 300 >"$work/log" 2>&1
add $? "$work/log" ideal
python3 -B tests/jumps/compare.py "$dtc" "$work" 0 1000 >"$work/log" 2>&1
add $? "$work/log" compare
python3 -B tests/jumps/flanks.py "$dtc" "$work" 0 300 >"$work/log" 2>&1
add $? "$work/log" flanks
python3 -B tests/jumps/variants.py "$dtc" "$work" all >"$work/log" 2>&1
add $? "$work/log" variants
finish
