#!/bin/sh
# What works of docs/sources.md say of their models, row by row, where no other group holds it.
cd "$(dirname "$0")/../.." || exit 2
group=claims
. tests/group.sh
for what in reiter car articles; do
    python3 -B tests/claims/$what.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" $what
done
python3 -B tests/claims/rows.py >"$work/log"
add $? "$work/log" rows
finish
