#!/bin/sh
# The picture of the readme: models/hybrid_ravigneaux/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'Hybrid drivetrain: electric launch, engine start, shift up and down' \
    --vars engine.w,machine.w,carrier.w,finalShaft.w --vars wheel.w,shaft.phi_rel,'C?.law'
