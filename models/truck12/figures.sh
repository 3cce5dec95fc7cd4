#!/bin/sh
# The picture of the readme: DTC=build/dtc models/truck12/figures.sh FOLDER-FOR-RUNS
cd "$(dirname "$0")" || exit 2
: "${DTC:=../../build/dtc}"
runs=${1:?a folder for runs}
"$DTC" sim truck12.dtm --model truck12 --method euler --step 1e-3 --stop 60 --interval 1e-2 --quiet -o "$runs/truck12.csv" \
    --vars body.v,engine.w,gearbox.input_.w,engine.tau,clutch.tau,shift.gear,closed || exit 1
exec "$DTC" plot "$runs/truck12.csv" -o truck12.png --title 'A truck of 35 t at full throttle, 1 ms steps' \
    --vars body.v --vars engine.w,gearbox.input_.w --vars engine.tau,clutch.tau --vars closed --vars shift.gear
