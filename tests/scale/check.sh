#!/bin/sh
# How long dtc takes, quick part: the gearbox, and that nothing is quadratic (small models, generous limits: see long.sh for the others).
cd "$(dirname "$0")/../.." || exit 2
. tests/scale/common.sh
within 50 "zf4hp22" "$DTC" models/zf4hp22/zf4hp22.dtm -o "$dir/out.c"
for kind in chain gears star whens values; do grows compile $kind 500 5000 1.3; done
grows compile gearbox 10 100 1.3
# Tearing variables along a long order: rounding errors must not grow with it. Speeds at both ends are (1 - step*(sqrt(3) - 1)*10)^100.
$here/generate massless 40 >"$dir/massless.dtm"
"$DTC" sim "$dir/massless.dtm" --method euler --step 0.001 --stop 0.1 --vars left.w,right.w -o "$dir/massless.csv" >"$dir/log" 2>&1
ends=$(tail -n 1 "$dir/massless.csv" 2>/dev/null)
verdict "$(echo "${ends:-0,0,0}" | awk -F, '{ x = (1 - 0.01*(sqrt(3) - 1))^100; print ($2 - x)^2 < 1e-20 && ($3 - x)^2 < 1e-20 }')" \
    "40 massless nodes between dampers: $ends"
finish
