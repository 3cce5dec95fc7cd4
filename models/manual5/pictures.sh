#!/bin/sh
# The picture of the readme: models/manual5/pictures.sh FOLDER makes it there. The run is kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
"$DTC" sim "$here/manual5.dtm" --model FiveSpeed.FullThrottle --rtol 1e-8 --interval 0.005 --stop 13 --quiet -o "$WORK/manual5.csv" \
    --vars body.v,engine.w,gearbox.input_.w,clutch.tau,hand.clutch,hand.throttle,hand.gear,halfShafts.tau
gnuplot >"$to/manual5.png" <<END
set terminal pngcairo noenhanced font 'sans,9' size 1000,940 background '#ffffff'
set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
set key above left Left reverse horizontal samplen 2
set style line 1 lc rgb "#1f5fa8" lw 1.5; set style line 2 lc rgb "#c8501e" lw 1.5; set style line 3 lc rgb "#2e8b57" lw 1.2
set multiplot layout 4,1
set lmargin 9; set rmargin 9; set xrange [0:13]; set xtics 1
set ylabel '1/min'; set yrange [0:7000]
plot '$WORK/manual5.csv' skip 1 using 1:(\$3*30/pi) with lines ls 1 title 'engine', '' skip 1 using 1:(\$4*30/pi) with lines ls 2 title 'shaft behind the clutch'
set ylabel 'N.m'; set yrange [-200:300]
plot '$WORK/manual5.csv' skip 1 using 1:(-\$5) with lines ls 1 title 'torque of the clutch'
set ylabel 'half shafts, N.m'; set yrange [-2500:3500]
plot '$WORK/manual5.csv' skip 1 using 1:(-\$9) with lines ls 1 title 'torque of the half shafts'
set ylabel 'pedals, 0 to 1'; set yrange [0:1.05]; set y2range [0:5.5]; set y2tics 1,1,5; set y2label 'gear'; set xlabel 'time, s'
plot '$WORK/manual5.csv' skip 1 using 1:6 with lines ls 1 title 'clutch closed', '' skip 1 using 1:7 with lines ls 2 title 'throttle', \
     '' skip 1 using 1:8 axes x1y2 with steps ls 3 title 'gear of the lever, 0: none'
unset multiplot
END
