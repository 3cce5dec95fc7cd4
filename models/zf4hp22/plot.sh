#!/bin/sh
# The picture of the readme: models/zf4hp22/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'ZF 4HP22, full throttle through four gears, 1 ms steps' \
    --vars engine.w,turbine.w,propShaft.w --vars car.a \
    --vars gearbox.fw1.tau,gearbox.Cp.tau,gearbox.B.tau,gearbox.F.tau,gearbox.E.tau,'gearbox.*.law'
