#!/bin/sh
# The picture of the readme: models/nonlinear_springs/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'A mass on springs and dampers that are not linear' \
    --vars linear.x,four.x,dampers.x,two.x --vars linear.energy,four.energy,dampers.energy,two.energy
