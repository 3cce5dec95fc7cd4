#!/bin/sh
# The picture of the readme: models/hydraulic_shift/pictures.sh FOLDER makes it there. Runs are kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
for pulse in 0.6 1 1.35; do
    "$DTC" sim "$here/hydraulic_shift.dtm" --set "pulse=$pulse" --method semi --step 1e-3 --stop 13 --interval 1e-3 --quiet -o "$WORK/hydraulic$pulse.csv" \
        --vars 'car.a,gearbox.wanted[2],gearbox.cylinder[2].port.p,gearbox.cylinder[2].V,gearbox.valve[2].spool.x,gearbox.valve[2].Q_in,gearbox.gallery.p'
done
{
    echo "set terminal pngcairo noenhanced font 'sans,9' size 1200,760 background '#ffffff'"
    echo "set encoding utf8; set border lc rgb '#606060'; set grid lc rgb '#e4e4e4' lt 1; set tics nomirror; set datafile separator ','
    set key above left Left reverse horizontal samplen 2; set style line 1 lc rgb '#2e8b57' lw 1.7; set style line 2 lc rgb '#1f5fa8' lw 1.7
    set style line 3 lc rgb '#c8501e' lw 1.7; set style line 6 lc rgb '#808080' lw 1.2
    a = '$WORK/hydraulic1.csv'; b = '$WORK/hydraulic0.6.csv'; c = '$WORK/hydraulic1.35.csv'
    set multiplot layout 3,2
    set lmargin 9; set rmargin 3; set xrange [10.95:12]; set xtics 0.1
    set ylabel 'bar'; set yrange [0:5]
    plot a using 'time':(column('gearbox.cylinder[2].port.p')/1e5) with lines ls 1 title 'pressure of B, pulse right', b using 'time':(column('gearbox.cylinder[2].port.p')/1e5) with lines ls 2 title 'too short', \
        c using 'time':(column('gearbox.cylinder[2].port.p')/1e5) with lines ls 3 title 'too long', a using 'time':(column('gearbox.wanted[2]')*10) with lines ls 6 dt 3 title 'wanted'
    set ylabel 'ml'; set yrange [0:30]
    plot a using 'time':(column('gearbox.cylinder[2].V')*1e6) with lines ls 1 title 'oil in its cylinder', b using 'time':(column('gearbox.cylinder[2].V')*1e6) with lines ls 2 notitle, c using 'time':(column('gearbox.cylinder[2].V')*1e6) with lines ls 3 notitle
    set ylabel 'mm'; set yrange [0:2.1]
    plot a using 'time':(column('gearbox.valve[2].spool.x')*1e3) with lines ls 1 title 'spool of its valve', b using 'time':(column('gearbox.valve[2].spool.x')*1e3) with lines ls 2 notitle, c using 'time':(column('gearbox.valve[2].spool.x')*1e3) with lines ls 3 notitle
    set ylabel 'l/min'; set yrange [0:*]
    plot a using 'time':(column('gearbox.valve[2].Q_in')*6e4) with lines ls 1 title 'flow through it', b using 'time':(column('gearbox.valve[2].Q_in')*6e4) with lines ls 2 notitle, c using 'time':(column('gearbox.valve[2].Q_in')*6e4) with lines ls 3 notitle
    set xlabel 'time, s'; set ylabel 'bar'; set yrange [13:15.2]
    plot a using 'time':(column('gearbox.gallery.p')/1e5) with lines ls 1 title 'gallery', b using 'time':(column('gearbox.gallery.p')/1e5) with lines ls 2 notitle, c using 'time':(column('gearbox.gallery.p')/1e5) with lines ls 3 notitle
    set ylabel 'm/s2'; set yrange [-0.5:*]
    plot a using 'time':'car.a' with lines ls 1 title 'acceleration of the car', b using 'time':'car.a' with lines ls 2 notitle, c using 'time':'car.a' with lines ls 3 notitle
    unset multiplot"
} | gnuplot >"$to/hydraulic_shift.png"
