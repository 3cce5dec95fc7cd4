#!/bin/sh
# Figure 9 of the readme: models/autogear4/figure_9.sh FOLDER makes figure_9.png there. Runs are kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
run() { # run FILE OPTIONS...
    file=$1
    shift
    "$DTC" sim "$here/automata.dtm" --model GearAutomata.Drive --quiet --stop 12 --vars 'gearbox.C?.tau,gearbox.C?.w_rel,gearbox.C?.mode,gearbox.C5.clutch.*' -o "$WORK/$file.csv" "$@"
}
run offline --rtol 1e-8 --interval 5e-4
run online --method euler --step 4e-3 --interval 4e-3
gnuplot >"$to/figure_9.png" <<END
set terminal pngcairo noenhanced font 'sans,9' size 1100,700 background '#ffffff'
set encoding utf8; set border lc rgb '#606060'; set grid lc rgb '#e4e4e4' lt 1; set tics nomirror; set datafile separator ','
set key above left Left reverse horizontal samplen 2
set multiplot layout 2,2
set xrange [11.3:11.42]
do for [f in 'offline online'] {
    r = '$WORK/'.f.'.csv'
    set title f eq 'offline' ? 'variable step, each event iterated until no transition is left' : 'Euler at 4 ms, one transition of an automaton a sample'
    set ylabel 'torque, N.m'; set yrange [-1500:900]; set xlabel 'time, s'
    plot r using 'time':'gearbox.C2.tau' with linespoints pt 7 ps (f eq 'offline' ? 0.15 : 0.7) lc rgb '#1f5fa8' title 'C2', '' using 'time':'gearbox.C3.tau' with linespoints pt 7 ps (f eq 'offline' ? 0.15 : 0.7) lc rgb '#c8501e' title 'C3', \
        '' using 'time':'gearbox.C5.clutch.tau' with linespoints pt 7 ps (f eq 'offline' ? 0.15 : 0.7) lc rgb '#2e8b57' title 'C5'
}
do for [f in 'offline online'] {
    r = '$WORK/'.f.'.csv'
    unset title
    set ylabel 'place'; set yrange [0:10]
    set ytics ('stuck' 1, 'starts' 2, 'slips' 3, 'stuck' 4, 'starts' 5, 'slips' 6, 'stuck' 7, 'starts' 8, 'slips' 9)
    clutch(p, o) = o + (p == 6 ? 1 : p == 2 || p == 4 ? 2 : 3)
    oneway(p, o) = o + (p == 3 ? 1 : p == 2 ? 2 : 3)
    plot r using 'time':(clutch(column('gearbox.C2.mode'), 6)) with fsteps lw 2 lc rgb '#1f5fa8' title 'C2', '' using 'time':(oneway(column('gearbox.C3.mode'), 3)) with fsteps lw 2 lc rgb '#c8501e' title 'C3', \
        '' using 'time':(clutch(column('gearbox.C5.clutch.mode'), 0)) with fsteps lw 2 lc rgb '#2e8b57' title 'C5'
    set ytics autofreq
}
unset multiplot
END
