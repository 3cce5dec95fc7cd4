#!/bin/sh
# Electric and hybrid cars on their cycles: energy accounts, fixed against variable step, calculations by hand and backwards.
cd "$(dirname "$0")/../.." || exit 2
group=electric
. tests/group.sh

python3 -B tests/electric/prius.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
add $? "$work/log" prius
python3 -B tests/electric/axle.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
add $? "$work/log" axle
finish
