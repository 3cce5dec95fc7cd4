#!/bin/sh
# The picture of the readme: models/dual_clutch7/pictures.sh FOLDER makes it there. Runs are kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
"$DTC" sim "$here/dual_clutch7.dtm" --model SevenSpeed.FullThrottle --rtol 1e-8 --interval 0.002 --stop 8 --quiet -o "$WORK/dual_clutch7.csv" \
    --vars engine.w,gearbox.odd.w,gearbox.even.w,gearbox.K1.tau,gearbox.K2.tau,halfShafts.tau,shifter.current
"$DTC" sim "$here/../manual5/manual5.dtm" --model FiveSpeed.FullThrottle --rtol 1e-8 --interval 0.002 --stop 8 --quiet -o "$WORK/beside.csv" --vars halfShafts.tau
gnuplot >"$to/dual_clutch7.png" <<END
set terminal pngcairo noenhanced font 'sans,9' size 1000,760 background '#ffffff'
set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
set key above left Left reverse horizontal samplen 2
set style line 1 lc rgb "#1f5fa8" lw 1.5; set style line 2 lc rgb "#c8501e" lw 1.5; set style line 3 lc rgb "#2e8b57" lw 1.2
set multiplot layout 3,1
set lmargin 9; set rmargin 9; set xrange [0.5:8]; set xtics 1
set ylabel '1/min'; set yrange [0:7500]; set y2range [0:5.5]; set y2tics 1,1,5; set y2label 'gear'
plot '$WORK/dual_clutch7.csv' skip 1 using 1:(\$2*30/pi) with lines ls 1 lw 2.5 title 'engine', '' skip 1 using 1:(\$3*30/pi) with lines ls 2 title 'odd shaft', \
     '' skip 1 using 1:(\$4*30/pi) with lines ls 3 title 'even shaft', '' skip 1 using 1:8 axes x1y2 with steps lc rgb "#808080" title 'gear that drives'
unset y2tics; unset y2label
set ylabel 'N.m'; set yrange [-150:350]
plot '$WORK/dual_clutch7.csv' skip 1 using 1:(-\$5) with lines ls 2 title 'clutch of the odd gears', '' skip 1 using 1:(-\$6) with lines ls 3 title 'clutch of the even gears'
set ylabel 'half shafts, N.m'; set yrange [-2500:3500]; set xlabel 'time, s'
plot '$WORK/dual_clutch7.csv' skip 1 using 1:(-\$7) with lines ls 1 title 'dual clutch', '$WORK/beside.csv' skip 1 using 1:(-\$2) with lines lc rgb "#a0a0a0" title 'manual5, by hand'
unset multiplot
END
