#!/bin/sh
# The picture of the readme: DTC=build/dtc models/electric_axle/figures.sh FOLDER-FOR-RUNS
cd "$(dirname "$0")" || exit 2
: "${DTC:=../../build/dtc}"
runs=${1:?a folder for runs}
"$DTC" sim electric_axle.dtm --method euler --step 1e-3 --interval 0.2 --quiet -o "$runs/electric_axle.csv" \
    --vars body.v,machine.w,machine.tau,battery.P,battery.soc,gear || exit 1
exec "$DTC" plot "$runs/electric_axle.csv" -o electric_axle.png --title 'An electric axle with two speeds on the New European driving cycle' \
    --vars body.v --vars machine.w --vars machine.tau --vars battery.P --vars battery.soc,gear
