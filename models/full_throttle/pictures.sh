#!/bin/sh
# The pictures of the readme: models/full_throttle/pictures.sh FOLDER makes them there. Runs are kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
run() { # run MODEL FILE OPTIONS...
    model=$1 file=$2
    shift 2
    "$DTC" sim "$here/full_throttle.dtm" --model "$model" --rtol 1e-8 --stop 26 --interval 2e-3 --quiet -o "$WORK/$file.csv" \
        --vars 'engine.w,turbine.w,propShaft.w,car.a,comfort.a_f,comfort.jerk,comfort.a_w,comfort.dose,tau*,slip*,place*,work*,T*,control.y*,control.cut' "$@"
}
look='set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
    set key above left Left reverse horizontal samplen 2; set style line 1 lc rgb "#1f5fa8" lw 1.7; set style line 2 lc rgb "#c8501e" lw 1.7
    set style line 3 lc rgb "#2e8b57" lw 1.4; set style line 4 lc rgb "#8860a8" lw 1.4; set style line 5 lc rgb "#b08900" lw 1.4; set style line 6 lc rgb "#808080" lw 1.2
    rpm(w) = w*30/pi; degC(T) = T - 273.15'
png() { echo "set terminal pngcairo noenhanced font 'sans,9' size $1 background '#ffffff'"; }

# 10: the train (the shift scheme is a table of the readme).
"$DTC" gears "$here/../zf4hp22/zf4hp22.dtm" --sub gearbox --picture stick -o "$to/figure_10.svg"

# 12: on the left through all gears, on the right the shift 3-4 with clutch E (C11 of the article).
run full_throttle article
run FullThrottle.Better better
{
    png 1200,900
    echo "$look
    f = '$WORK/article.csv'
    set multiplot layout 3,2
    set lmargin 9; set rmargin 3; set xrange [0:26]; set xtics 2
    set ylabel '1/min'; plot f using (column('time')):(rpm(column('engine.w'))) with lines ls 1 title 'engine', '' using (column('time')):(rpm(column('turbine.w'))) with lines ls 2 title 'turbine'
    set xrange [17.9:19]; set xtics 0.1; set ylabel 'torque of E, N.m'
    plot f using 'time':'tau[6]' with lines ls 1 title 'torque of E; positive: against the engine', 0 with lines ls 6 notitle
    set xrange [0:26]; set xtics 2; set ylabel 'm/s2'; plot f using 'time':'car.a' with lines ls 1 title 'acceleration of the car'
    set xrange [17.9:19]; set xtics 0.1; set ylabel 'slip of E, 1/min'; set y2tics 1; set y2range [-0.1:1.6]
    plot f using (column('time')):(rpm(column('slip[6]'))) with lines ls 1 title 'slip of E', '' using (column('time')):(column('place[6]') == 0) axes x1y2 with steps ls 2 title '1: E is stuck'
    set xrange [0:26]; set xtics 2; unset y2tics; set ylabel 'pressures, share'; set yrange [-0.05:1.05]; set xlabel 'time, s'
    plot f using 'time':'control.y[4]' with lines ls 4 title \"C''\", '' using 'time':'control.y[2]' with lines ls 3 title 'B', '' using 'time':'control.y[6]' with lines ls 1 title 'E', '' using 'time':'control.y[7]' with lines ls 2 title 'F'
    set xrange [17.9:19]; set xtics 0.1
    plot f using 'time':'control.y[6]' with lines ls 1 title 'pressure of E', '' using 'time':'control.y[7]' with lines ls 2 title 'pressure of F'
    unset multiplot"
} | gnuplot >"$to/figure_12.png"

# The shift 3-4 in both ways.
{
    png 1200,1100
    echo "$look
    set multiplot layout 5,2 columnsfirst
    set lmargin 9; set rmargin 3; set xrange [17.9:19]; set xtics 0.1
    do for [f in '$WORK/article.csv $WORK/better.csv'] {
        set title f eq '$WORK/article.csv' ? 'as in the article: F closes while E still holds' : 'E opens first, freewheel 3 hands over'
        set yrange [-1.5:1.5]; set ylabel 'm/s2'; plot f using 'time':'car.a' with lines ls 1 title 'acceleration', '' using 'time':'comfort.a_f' with lines ls 6 title 'behind 10 Hz'
        unset title
        set yrange [2000:3500]; set ylabel '1/min'
        plot f using (column('time')):(rpm(column('engine.w'))) with lines ls 1 title 'engine', '' using (column('time')):(rpm(column('turbine.w'))) with lines ls 2 title 'turbine'
        set yrange [-150:500]; set ylabel 'N.m'; plot f using 'time':'tau[6]' with lines ls 1 title 'torque of E', '' using 'time':'tau[7]' with lines ls 2 title 'of F', 0 with lines ls 6 notitle
        set yrange [-0.05:1.05]; set ylabel 'share'; plot f using 'time':'control.y[6]' with lines ls 1 title 'pressure of E', '' using 'time':'control.y[7]' with lines ls 2 title 'of F'
        set yrange [0:35]; set ylabel 'kJ'; set xlabel 'time, s'; plot f using (column('time')):(column('work[6]')/1e3) with lines ls 1 title 'friction work of E', '' using (column('time')):(column('work[7]')/1e3) with lines ls 2 title 'of F'
        unset xlabel
    }
    unset multiplot"
} | gnuplot >"$to/shift_34.png"
