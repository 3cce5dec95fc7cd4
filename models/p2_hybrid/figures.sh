#!/bin/sh
# The picture of the readme: DTC=build/dtc models/p2_hybrid/figures.sh FOLDER-FOR-RUNS
cd "$(dirname "$0")" || exit 2
: "${DTC:=../../build/dtc}"
runs=${1:?a folder for runs}
"$DTC" sim p2_hybrid.dtm --model p2_hybrid --method euler --step 1e-3 --stop 145 --interval 5e-3 --quiet -o "$runs/p2_hybrid.csv" \
    --vars driver.v_wanted,body.v,engine.w,machine.w,engine.tau,machine.tau,gearbox.K1.tau,gearbox.K2.tau,body.a,shift.gear || exit 1
exec "$DTC" plot "$runs/p2_hybrid.csv" -o p2_hybrid.png --title 'A P2 hybrid on the New European driving cycle, its first 145 s, 1 ms steps' \
    --vars driver.v_wanted,body.v --vars engine.w,machine.w --vars engine.tau,machine.tau --vars gearbox.K1.tau,gearbox.K2.tau --vars body.a --vars shift.gear
