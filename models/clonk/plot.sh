#!/bin/sh
# The picture of the readme: models/clonk/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'Tip-in and tip-out of a car with play in its axle (0.06 rad) and without' \
    --vars play.w_engine,play.car.w,tight.w_engine --vars play.shaft,tight.shaft --vars play.axle.phi_rel
