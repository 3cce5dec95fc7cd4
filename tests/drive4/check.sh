#!/bin/sh
# The four-mass driveline: against its own equations in each gear, its modes, figures, and a run-up against its frequency response.
cd "$(dirname "$0")/../.." || exit 2
group=drive4
. tests/group.sh

python3 -B tests/drive4/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
finish
