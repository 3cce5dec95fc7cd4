#!/bin/sh
# Electric and hybrid cars on their cycles: energy accounts, fixed against variable step, calculations by hand and backwards.
cd "$(dirname "$0")/../.." || exit 2
group=electric
. tests/group.sh

for car in prius axle vehicles p2 plug_in truck; do
    python3 -B tests/electric/$car.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
    add $? "$work/log" $car
done
finish
