#!/bin/sh
# The picture of the readme: DTC=build/dtc models/prius_1998/figures.sh FOLDER-FOR-RUNS
cd "$(dirname "$0")" || exit 2
: "${DTC:=../../build/dtc}"
runs=${1:?a folder for runs}
"$DTC" sim prius_1998.dtm --model prius_1998 --method euler --step 1e-3 --interval 0.2 --quiet -o "$runs/prius_1998.csv" \
    --vars driver.v_wanted,body.v,engine.w,generator.w,motor.w,strategy.y,battery.P,battery.soc || exit 1
exec "$DTC" plot "$runs/prius_1998.csv" -o prius_1998.png --title 'Toyota Prius of 1998 on the New European driving cycle, 1 ms steps' \
    --vars driver.v_wanted,body.v --vars engine.w,generator.w,motor.w --vars strategy.y,battery.P --vars battery.soc
