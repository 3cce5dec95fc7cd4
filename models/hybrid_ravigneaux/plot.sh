#!/bin/sh
# The picture of the readme: models/hybrid_ravigneaux/plot.sh RESULTS PICTURE
exec "${DTC:-dtc}" plot "$1" -o "$2" --title 'Hybrid drivetrain: electric launch, engine start, shifts up, down and up' \
    --vars engine.w,machine.w,ring3.w,finalShaft.w --vars wheel.w,shaft.phi_rel,'C?.law'
