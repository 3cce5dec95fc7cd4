#!/bin/sh
# The picture of the readme: models/three_inertia/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'Engine, transmission, vehicle: shuffle after tip-in' \
    --vars engine.w --vars transmission.w,vehicle.w --vars spring1.tau,spring2.tau
