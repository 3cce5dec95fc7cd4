#!/bin/sh
# The picture of the readme: models/nonlinear_springs/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'A mass on springs and dampers that are not linear' \
    --vars linear.x,four.x,dampers.x,two.x --vars linear.mass.v,four.mass.v,dampers.mass.v,two.mass.v \
    --vars linear.energy,four.energy,dampers.energy,two.energy
