#!/bin/sh
# As check.sh, with all cycles, hybrids on balanced charge, and least fuel beside dynamic programming.
cd "$(dirname "$0")/../.." || exit 2
group=electric_long
. tests/group.sh

for car in prius axle vehicles p2 plug_in causes; do
    python3 -B tests/electric/$car.py "$dtc" "$work" ../shared/reference/cycles long >"$work/log" 2>&1
    add $? "$work/log" $car
done
finish
