#!/bin/sh
# dtc sim --save-state and --state: runs that go on bit by bit, or within the tolerance; rows by names; what time does; what is refused.
cd "$(dirname "$0")/../.." || exit 2
group=resume
. tests/group.sh

python3 tests/resume/promises.py "$dtc" "$work" ${models:-two_blocks clonk launch hybrid_ravigneaux manual5 zf4hp22} >"$work/log" 2>&1
add $? "$work/log" promises
finish
