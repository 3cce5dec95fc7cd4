#!/bin/sh
# The pictures of the readme: models/full_throttle/pictures.sh FOLDER makes them there. Runs are kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
run() { # run MODEL FILE OPTIONS...
    model=$1 file=$2
    shift 2
    "$DTC" sim "$here/full_throttle.dtm" --model "FullThrottle.$model" --rtol 1e-8 --interval 2e-3 --quiet -o "$WORK/$file.csv" "$@" --vars \
        'engine.w,turbine.w,propShaft.w,car.a,comfort.a_f,comfort.jerk,gearbox.tau*,gearbox.slip*,gearbox.place*,gearbox.work*,gearbox.T[*],gearbox.p[*],gearbox.control.y*,gearbox.control.reduction'
}
# Phases of the three shifts of a file: when what goes lets go, when what comes holds. Elements: C'' and freewheel 1, B and C'', F and E.
phases() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; split("5.5 11 18", start, " "); split("4 2 7", comes, " "); split("8 4 6", goes, " "); next }
        { for (k = 1; k <= 3; k++) if ($1 > start[k] && $1 < start[k] + 2) {
            tau = $at["gearbox.tau[" comes[k] "]"]
            if (!(k in carries) && (tau > 1e-6 || tau < -1e-6)) carries[k] = $1
            if (!(k in free) && $at["gearbox.place[" goes[k] "]"] != 0) free[k] = $1
            if (k in free && !(k in holds) && $at["gearbox.place[" comes[k] "]"] == 0) holds[k] = $1 } }
        END { for (k = 1; k <= 3; k++) print carries[k], free[k], holds[k] }' "$WORK/$1.csv"
}
look='set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
    set key above left Left reverse horizontal samplen 2; set style line 1 lc rgb "#1f5fa8" lw 1.7; set style line 2 lc rgb "#c8501e" lw 1.7
    set style line 3 lc rgb "#2e8b57" lw 1.7; set style line 4 lc rgb "#8860a8" lw 1.7; set style line 5 lc rgb "#b08900" lw 1.7; set style line 6 lc rgb "#808080" lw 1.2
    rpm(w) = w*30/pi; bar(p) = p/1e5'
png() { echo "set terminal pngcairo noenhanced font 'sans,9' size $1 background '#ffffff'"; }

# 10: the train (the shift scheme is a table of the readme).
"$DTC" gears "$here/../zf4hp22/zf4hp22.dtm" --sub gearbox --picture stick -o "$to/figure_10.svg"

# 11: the model, and its gearbox.
"$DTC" diagram "$here/full_throttle.dtm" --model FullThrottle.Driven -o "$to/figure_11.svg"
"$DTC" diagram "$here/full_throttle.dtm" --model FullThrottle.Gearbox -o "$to/figure_11_gearbox.svg"

run Article article
run Better better
run Better less --set reduction=0.4
for release in -0.08 0.04 0.3; do run Overlap "release$release" --set "release=$release"; done

# 12: on the left through all gears, on the right the shift 3-4 with clutch E (C11 of the article).
{
    png 1200,900
    echo "$look
    f = '$WORK/article.csv'
    set multiplot layout 3,2
    set lmargin 9; set rmargin 4; set xrange [0:26]; set xtics 2
    set ylabel '1/min'; plot f using 'time':(rpm(column('engine.w'))) with lines ls 1 title 'engine', '' using 'time':(rpm(column('turbine.w'))) with lines ls 2 title 'turbine'
    set xrange [17.9:19]; set xtics 0.1; set ylabel 'N.m'; set yrange [-150:350]
    plot f using 'time':'gearbox.tau[6]' with lines ls 1 title 'torque of E (with the engine below 0, against it above)', '' using 'time':'gearbox.tau[7]' with lines ls 2 title 'of F', 0 with lines ls 6 notitle
    set xrange [0:26]; set xtics 2; set yrange [-1:5]; set ylabel 'm/s2'; plot f using 'time':'car.a' with lines ls 1 title 'acceleration of the car'
    set xrange [17.9:19]; set xtics 0.1; set yrange [-200:2800]; set ylabel '1/min'; set y2tics 1; set y2range [-0.1:1.4]
    plot f using 'time':(rpm(column('gearbox.slip[6]'))) with lines ls 1 title 'slip of E', '' using 'time':(column('gearbox.place[6]') == 0) axes x1y2 with steps ls 2 title '1: E holds (right)'
    set xrange [0:26]; set xtics 2; unset y2tics; set ylabel 'bar'; set yrange [-0.5:10.5]; set xlabel 'time, s'
    plot f using 'time':(bar(column('gearbox.p[4]'))) with lines ls 4 title \"pressure of C''\", '' using 'time':(bar(column('gearbox.p[2]'))) with lines ls 3 title 'B', \
        '' using 'time':(bar(column('gearbox.p[6]'))) with lines ls 1 title 'E', '' using 'time':(bar(column('gearbox.p[7]'))) with lines ls 2 title 'F'
    set xrange [17.9:19]; set xtics 0.1
    plot f using 'time':(bar(column('gearbox.p[6]'))) with lines ls 1 title 'pressure of E', '' using 'time':(bar(column('gearbox.p[7]'))) with lines ls 2 title 'of F', \
        '' using 'time':(10*column('gearbox.control.y[6]')) with lines ls 1 dt 3 title 'asked for', '' using 'time':(10*column('gearbox.control.y[7]')) with lines ls 2 dt 3 title 'asked for'
    unset multiplot"
} | gnuplot >"$to/figure_12.png"

# The shift 3-4 in both ways.
{
    png 1200,1100
    echo "$look
    set multiplot layout 5,2 columnsfirst
    set lmargin 9; set rmargin 3; set xrange [17.9:19]; set xtics 0.1
    do for [f in '$WORK/article.csv $WORK/better.csv'] {
        set label 1 (f eq '$WORK/article.csv' ? 'as in the article: F closes while E still holds' : 'E opens first, freewheel 3 hands over') at graph 0.02, 0.1
        set yrange [-0.5:1.6]; set ylabel 'm/s2'; plot f using 'time':'car.a' with lines ls 1 title 'acceleration', '' using 'time':'comfort.a_f' with lines ls 6 title 'behind 10 Hz'
        unset label 1
        set yrange [2000:3500]; set ylabel '1/min'
        plot f using 'time':(rpm(column('engine.w'))) with lines ls 1 title 'engine', '' using 'time':(rpm(column('turbine.w'))) with lines ls 2 title 'turbine'
        set yrange [-150:350]; set ylabel 'N.m'; plot f using 'time':'gearbox.tau[6]' with lines ls 1 title 'torque of E', '' using 'time':'gearbox.tau[7]' with lines ls 2 title 'of F', 0 with lines ls 6 notitle
        set yrange [-0.5:10.5]; set ylabel 'bar'; plot f using 'time':(bar(column('gearbox.p[6]'))) with lines ls 1 title 'pressure of E', '' using 'time':(bar(column('gearbox.p[7]'))) with lines ls 2 title 'of F'
        set yrange [0:25]; set ylabel 'kJ'; set xlabel 'time, s'
        plot f using 'time':(column('gearbox.work[6]')/1e3) with lines ls 1 title 'friction work of E', '' using 'time':(column('gearbox.work[7]')/1e3) with lines ls 2 title 'of F'
        unset xlabel
    }
    unset multiplot"
} | gnuplot >"$to/shift_34.png"

# Each shift with its phases: torque phase (blue) until what goes is free, inertia phase (red) until what comes holds.
shifts() { # shifts FILE PICTURE
    phases "$1" >"$WORK/phases"
    {
        png 1350,1250
        echo "$look
        f = '$WORK/$1.csv'
        set multiplot layout 6,3 columnsfirst
        set lmargin 9; set rmargin 2; set xtics 0.2"
        k=0
        while read -r carries free holds; do
            k=$((k + 1))
            from=$(echo "5.4 10.9 17.9" | cut -d ' ' -f $k) what=$(echo "1-2:2-3:3-4" | cut -d : -f $k)
            old=$(echo "2.479452 1.479452 1" | cut -d ' ' -f $k) new=$(echo "1.479452 1 0.728070" | cut -d ' ' -f $k)
            echo "set xrange [$from:$from + 1.2]; set yrange [*:*]
            set object 1 rectangle from $carries, graph 0 to $free, graph 1 behind fc rgb '#dce8f6' fs noborder; set object 2 rectangle from $free, graph 0 to $holds, graph 1 behind fc rgb '#f9e4da' fs noborder
            set label 1 'shift $what' at graph 1, 1.12 right
            set ylabel 'm/s2'; plot f using 'time':'car.a' with lines ls 1 title 'acceleration'
            unset label 1
            set ylabel '1/min'; plot f using 'time':(rpm(column('engine.w'))) with lines ls 1 title 'engine', '' using 'time':(rpm(column('turbine.w'))) with lines ls 2 title 'turbine', \
                '' using 'time':(rpm($old*column('propShaft.w'))) with lines ls 6 dt 3 title 'old, new gear', '' using 'time':(rpm($new*column('propShaft.w'))) with lines ls 6 dt 3 notitle
            set ylabel 'torque, N.m'; plot f using 'time':'gearbox.tau[2]' with lines ls 3 title 'B', '' using 'time':'gearbox.tau[4]' with lines ls 4 title \"C''\", '' using 'time':'gearbox.tau[6]' with lines ls 1 title 'E', \
                '' using 'time':'gearbox.tau[7]' with lines ls 2 title 'F', '' using 'time':'gearbox.tau[8]' with lines ls 5 title 'freewheel 1'
            set ylabel 'slip, 1/min'; plot f using 'time':(rpm(column('gearbox.slip[2]'))) with lines ls 3 title 'B', '' using 'time':(rpm(column('gearbox.slip[4]'))) with lines ls 4 title \"C''\", \
                '' using 'time':(rpm(column('gearbox.slip[6]'))) with lines ls 1 title 'E', '' using 'time':(rpm(column('gearbox.slip[7]'))) with lines ls 2 title 'F', '' using 'time':(rpm(column('gearbox.slip[8]'))) with lines ls 5 title 'freewheel 1'
            set yrange [0:30]; set ylabel 'friction work, kJ'; plot f using 'time':(column('gearbox.work[2]')/1e3) with lines ls 3 title 'B', '' using 'time':(column('gearbox.work[4]')/1e3) with lines ls 4 title \"C''\", \
                '' using 'time':(column('gearbox.work[6]')/1e3) with lines ls 1 title 'E', '' using 'time':(column('gearbox.work[7]')/1e3) with lines ls 2 title 'F'
            set yrange [70:230]; set ylabel 'steel, degC'; set xlabel 'time, s'; plot f using 'time':(column('gearbox.T[2]') - 273.15) with lines ls 3 title 'B', '' using 'time':(column('gearbox.T[4]') - 273.15) with lines ls 4 title \"C''\", \
                '' using 'time':(column('gearbox.T[6]') - 273.15) with lines ls 1 title 'E', '' using 'time':(column('gearbox.T[7]') - 273.15) with lines ls 2 title 'F'
            unset xlabel"
        done <"$WORK/phases"
        echo "unset multiplot"
    } | gnuplot >"$to/$2.png"
}
shifts better shifts
shifts article shifts_article

# What else makes a shift: the engine's torque taken away, C released early and late.
{
    png 1200,900
    echo "$look
    set multiplot layout 4,2 columnsfirst
    set lmargin 9; set rmargin 3; set xrange [17.9:19.1]; set xtics 0.2; a = '$WORK/better.csv'; b = '$WORK/less.csv'
    set label 1 '3-4, in the inertia phase' at graph 1, 1.12 right
    set ylabel 'm/s2'; plot a using 'time':'car.a' with lines ls 1 title 'all of the torque', b using 'time':'car.a' with lines ls 2 title '40 % taken away'
    unset label 1
    set ylabel 'turbine, 1/min'; plot a using 'time':(rpm(column('turbine.w'))) with lines ls 1 notitle, b using 'time':(rpm(column('turbine.w'))) with lines ls 2 notitle
    set ylabel 'torque of F, N.m'; plot a using 'time':'gearbox.tau[7]' with lines ls 1 notitle, b using 'time':'gearbox.tau[7]' with lines ls 2 notitle
    set xlabel 'time, s'; set ylabel 'friction work of F, kJ'; plot a using 'time':(column('gearbox.work[7]')/1e3) with lines ls 1 notitle, b using 'time':(column('gearbox.work[7]')/1e3) with lines ls 2 notitle
    unset xlabel
    set xrange [10.9:12.3]; a = '$WORK/release-0.08.csv'; b = '$WORK/release0.04.csv'; c = '$WORK/release0.3.csv'
    set label 1 '2-3, second gear by C' at graph 1, 1.12 right
    set ylabel 'm/s2'; plot a using 'time':'car.a' with lines ls 1 title 'released early', b using 'time':'car.a' with lines ls 3 title 'in time', c using 'time':'car.a' with lines ls 2 title 'late'
    unset label 1
    set ylabel 'turbine, 1/min'; plot a using 'time':(rpm(column('turbine.w'))) with lines ls 1 notitle, b using 'time':(rpm(column('turbine.w'))) with lines ls 3 notitle, c using 'time':(rpm(column('turbine.w'))) with lines ls 2 notitle
    set ylabel 'torque of C, N.m'; plot a using 'time':'gearbox.tau[3]' with lines ls 1 notitle, b using 'time':'gearbox.tau[3]' with lines ls 3 notitle, c using 'time':'gearbox.tau[3]' with lines ls 2 notitle
    set xlabel 'time, s'; set ylabel 'friction work of B, kJ'; plot a using 'time':(column('gearbox.work[2]')/1e3) with lines ls 1 notitle, b using 'time':(column('gearbox.work[2]')/1e3) with lines ls 3 notitle, \
        c using 'time':(column('gearbox.work[2]')/1e3) with lines ls 2 notitle
    unset multiplot"
} | gnuplot >"$to/overlap.png"
