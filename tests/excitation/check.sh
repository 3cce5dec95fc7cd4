#!/bin/sh
# Components that shake a drivetrain: each has its order line, by dtc orders of a run at a steady speed, and no energy of its own.
cd "$(dirname "$0")/../.." || exit 2
group=excitation
. tests/group.sh

python3 -B tests/excitation/lines.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" lines
finish
