#!/bin/sh
# The picture of the readme: DTC=build/dtc models/launch/figures.sh FOLDER-FOR-RUNS
cd "$(dirname "$0")" || exit 2
: "${DTC:=../../build/dtc}"
runs=${1:?a folder for runs}
for model in Judder Damped Flat; do
    "$DTC" sim launch.dtm --model "Launch.$model" --quiet --vars a,v,clutch.w_rel,engine.w,input_shaft.w,heat -o "$runs/$model.csv" || exit 1
done
gnuplot <<END
set terminal pngcairo size 1100,1000 font 'Sans,10' noenhanced; set output 'launch.png'; set datafile separator ','; set grid; set xlabel 't / s'; set key top left opaque
set style line 1 lc rgb '#c4501b' lw 1.3; set style line 2 lc rgb '#1f6fb4' lw 1.3; set style line 3 lc rgb '#3a8a3a' lw 1.3
set multiplot layout 4,1
set title 'Uphill, 8 %: acceleration along the road'; set ylabel 'm/s2'
plot '$runs/Judder.csv' using 'time':'a' with lines ls 1 title 'friction falls with slip', '$runs/Damped.csv' using 'time':'a' with lines ls 2 title 'and more damping', '$runs/Flat.csv' using 'time':'a' with lines ls 3 title 'flat friction'
set title 'Where the clutch locks'; set xrange [2.8:3.8]; set ylabel 'm/s2'
plot '$runs/Judder.csv' using 'time':'a' with lines ls 1 notitle, '$runs/Damped.csv' using 'time':'a' with lines ls 2 notitle, '$runs/Flat.csv' using 'time':'a' with lines ls 3 notitle
set title 'Speeds of engine and gearbox, friction falls with slip'; set xrange [*:*]; set ylabel 'rad/s'
plot '$runs/Judder.csv' using 'time':'engine.w' with lines ls 1 title 'engine', '$runs/Judder.csv' using 'time':'input_shaft.w' with lines ls 2 title 'gearbox'
set title 'Energy into the clutch'; set ylabel 'J'
plot '$runs/Judder.csv' using 'time':'heat' with lines ls 1 title 'friction falls with slip', '$runs/Damped.csv' using 'time':'heat' with lines ls 2 title 'and more damping', '$runs/Flat.csv' using 'time':'heat' with lines ls 3 title 'flat friction'
END
