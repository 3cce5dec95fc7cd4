#!/bin/sh
# As check.sh, with all cycles on balanced charge, and least fuel beside dynamic programming.
cd "$(dirname "$0")/../.." || exit 2
group=electric_long
. tests/group.sh

python3 -B tests/electric/prius.py "$dtc" "$work" ../shared/reference/cycles long >"$work/log" 2>&1
add $? "$work/log" prius
finish
