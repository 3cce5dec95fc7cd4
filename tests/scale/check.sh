#!/bin/sh
# How long dtc takes, quick part: the gearbox, and that nothing is quadratic (small models, generous limits: see long.sh for the others).
cd "$(dirname "$0")/../.." || exit 2
. tests/scale/common.sh
within 50 "zf4hp22" "$DTC" models/zf4hp22/zf4hp22.dtm -o "$dir/out.c"
for kind in chain gears star whens values; do grows compile $kind 500 5000 1.3; done
grows compile gearbox 10 100 1.3
finish
