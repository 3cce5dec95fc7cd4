#!/bin/sh
# The picture of the readme: models/autogear4/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'Four-speed gearbox, full load through four gears, 1 ms steps' \
    --vars engine.w,turbine.w --vars car.v,car.a --vars gearbox.C3.tau,'gearbox.*.law'
