#!/bin/sh
# The picture of the readme: DTC=build/dtc models/split_mu/figures.sh FOLDER-FOR-RUNS
cd "$(dirname "$0")" || exit 2
: "${DTC:=../../build/dtc}"
runs=${1:?a folder for runs}
for model in Open Limited; do
    "$DTC" sim split_mu.dtm --model "SplitMu.$model" --quiet --vars v,v_left,v_right,left.F_t,right.F_t -o "$runs/$model.csv" || exit 1
done
gnuplot <<END
set terminal pngcairo size 1100,900 font 'Sans,10' noenhanced; set output 'split_mu.png'; set datafile separator ','; set grid; set xlabel 't / s'; set key top left opaque
set style line 1 lc rgb '#c4501b' lw 1.3; set style line 2 lc rgb '#1f6fb4' lw 1.3; set style line 3 lc rgb '#3a8a3a' lw 1.3
set xrange [0.5:3.5]
set multiplot layout 2,2
set ylabel 'm/s'; set yrange [0:24]
set title 'Open differential: speeds of the rims and of the car'
plot '$runs/Open.csv' using 'time':'v_left' with lines ls 2 title 'left, asphalt', '' using 'time':'v_right' with lines ls 1 title 'right, over ice', '' using 'time':'v' with lines ls 3 title 'car'
set title 'Limited slip'
plot '$runs/Limited.csv' using 'time':'v_left' with lines ls 2 title 'left, asphalt', '' using 'time':'v_right' with lines ls 1 title 'right, over ice', '' using 'time':'v' with lines ls 3 title 'car'
set ylabel 'N'; set yrange [-500:5000]
set title 'Open differential: forces of the road'
plot '$runs/Open.csv' using 'time':'left.F_t' with lines ls 2 title 'left', '' using 'time':'right.F_t' with lines ls 1 title 'right'
set title 'Limited slip'
plot '$runs/Limited.csv' using 'time':'left.F_t' with lines ls 2 title 'left', '' using 'time':'right.F_t' with lines ls 1 title 'right'
END
