#!/bin/sh
# The picture of the readme: models/two_blocks/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'Two blocks with friction: stick and slip' \
    --vars block1.v,friction2.v_rel,u1,u2,friction1.f,friction2.f,'friction?.law'
