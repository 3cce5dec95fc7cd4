#!/bin/sh
# The pictures of the readme: models/drive4/pictures.sh FOLDER makes them there. Runs are kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
run() { # run MODEL FILE OPTIONS...
    model=$1 file=$2
    shift 2
    "$DTC" sim "$here/drive4.dtm" --model "Drive4.$model" --rtol 1e-7 --quiet -o "$WORK/$file" "$@"
}
look='set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
    set key above left Left reverse horizontal samplen 2; set style line 1 lc rgb "#1f5fa8" lw 1.7; set style line 2 lc rgb "#c8501e" lw 1.7
    set style line 3 lc rgb "#2e8b57" lw 1.2; set style line 4 lc rgb "#8860a8" lw 1.2; set style line 5 lc rgb "#b08900" lw 1.2; set style line 6 lc rgb "#808080" lw 1.2'
png() { echo "set terminal pngcairo noenhanced font 'sans,9' size $1 background '#ffffff'"; }

# 13 and 14: torque of four cylinders over two turns, and its orders.
run Cylinders cylinders.csv --vars crank,torque,torque_1,torque_2,torque_3,torque_4
for uneven in '{1, 0.94, 1.04, 1}' '{1, 1, 1, 1}'; do
    run Cylinders orders.mat --vars engine.w,torque --set "engine.scatter=$uneven"
    "$DTC" orders "$WORK/orders.mat" --speed engine.w --vars torque -o "$WORK/orders.csv" \
        --orders 0.5,1,1.5,2,2.5,3,3.5,4,4.5,5,5.5,6,6.5,7,7.5,8,8.5,9,9.5,10,10.5,11,11.5,12
    # order, amplitude: of the first window
    awk -F, 'NR == 1 { for (i = 3; i <= NF; i += 2) { split($i, part, /[: ]/); order[i] = part[2] } }
        NR == 2 { for (i = 3; i <= NF; i += 2) print order[i] "," $i }' "$WORK/orders.csv" >"$WORK/orders$(echo "$uneven" | grep -c 0.94).csv"
done
{
    png 1000,640
    echo "$look
    set multiplot layout 2,1
    deg(x) = x*180/pi
    set xrange [0:720]; set xtics 90; set xlabel 'crank angle, deg'; set ylabel 'torque, N.m'
    plot '$WORK/cylinders.csv' skip 1 using (deg(\$2)):4 with lines ls 3 title 'cylinder 1', '' skip 1 using (deg(\$2)):5 with lines ls 4 title '2', \
        '' skip 1 using (deg(\$2)):6 with lines ls 5 title '3', '' skip 1 using (deg(\$2)):7 with lines ls 6 title '4', \
        '' skip 1 using (deg(\$2)):3 with lines ls 1 title 'all, with the inertia of the pistons'
    set xrange [0:12.5]; set xtics 1; set xlabel 'order'; set ylabel 'amplitude of the torque, N.m'; set boxwidth 0.16; set style fill solid 0.9 noborder
    set logscale y; set yrange [0.05:300]
    plot '$WORK/orders0.csv' using (\$1 - 0.09):2 with boxes lc rgb '#1f5fa8' title 'cylinders alike', '$WORK/orders1.csv' using (\$1 + 0.09):2 with boxes lc rgb '#c8501e' \
        title 'the second burns 6 % less, the third 4 % more'
    unset multiplot"
} | gnuplot >"$to/cylinders.png"

# 21: tip-in in each gear.
run AllGears gears.mat
"$DTC" plot "$WORK/gears.mat" --from 0.4 --to 1.8 --title 'Tip-in from -20 to 80 N.m at 2000 rpm in each gear: acceleration of the vehicle, torque of the half-shafts' \
    --vars first.a,second.a,third.a,fourth.a,fifth.a --vars first.shaft,second.shaft,third.shaft,fourth.shaft,fifth.shaft -o "$to/tip_in.png"

# 22 to 24: lash.
run Play play.csv --vars play.axle.phi_rel,play.shaft,tight.axle.phi_rel,tight.shaft,play.w_engine,play.wheels.w,play.v
{
    png 1000,900
    echo "$look
    set multiplot layout 3,1
    set xlabel 'torsion of the half-shafts with their play, rad'; set ylabel 'torque, N.m'
    plot '$WORK/play.csv' skip 1 using (-\$2):3 with lines ls 1 title 'with 0.03 rad of play', '' skip 1 using (-\$4):5 with lines ls 2 dt 2 title 'without'
    set xlabel 'time, s'; set xrange [0.4:3.4]
    plot '$WORK/play.csv' skip 1 using 1:3 with lines ls 1 title 'torque of the half-shafts, with play', '' skip 1 using 1:5 with lines ls 2 dt 2 title 'without'
    set xrange [0.5:0.7]; set ytics nomirror; set y2tics; set y2label 'speed at the wheels, rad/s'; set y2range [26:31]
    plot '$WORK/play.csv' skip 1 using 1:3 with lines ls 1 title 'torque of the half-shafts, with play', '' skip 1 using 1:5 with lines ls 2 dt 2 title 'without', \
        '' skip 1 using 1:6 axes x1y2 with lines ls 3 title 'engine over ratio', '' skip 1 using 1:7 axes x1y2 with lines ls 4 title 'wheels'
    unset multiplot"
} | gnuplot >"$to/lash.png"

# 26: slip.
run SlipCurve slip.csv --vars slip,force
{
    png 1000,380
    echo "$look
    set xlabel 'slip r*w/v - 1, %'; set ylabel 'force of both driven tires, N'; set yrange [-8000:8000]
    plot '$WORK/slip.csv' skip 1 using (100*\$2):3 with lines ls 1 title 'magic formula', [-6:6] 20*6600*x/100 with lines ls 2 dt 2 title 'its slope at no slip: the linear tire'"
} | gnuplot >"$to/slip.png"

# A run-up: orders over the speed.
run RunUp run_up.mat --vars engine.w,torque_clutch,shaft
"$DTC" orders "$WORK/run_up.mat" --speed engine.w --vars torque_clutch --orders 0.5,1,1.5,2,4,6 --from 1.5 \
    --title 'Run-up at full throttle in third gear: torque of the clutch disc' -o "$to/run_up.png"

# 15: modes of each gear and orders of the engine.
"$DTC" campbell "$here/drive4.dtm" --model Drive4.Excited --in torque --speed engine.w --engine cylinders --vary gear=1,2,3,4,5 --orders 0.5,1,2,4 --from 800 --to 6000 \
    --out torque_clutch --title "Modes of each gear, orders of four cylinders, and what they make of the clutch disc's torque" -o "$to/campbell.png"

# 18: varied springs and damping of the clutch disc.
"$DTC" bode "$here/drive4.dtm" --model Drive4.Linear --set gear=3 --out gearbox.a --vary c_clutch=250,500,1000,2000 --from 1 --to 300 \
    --title "Third gear: acceleration of the gearbox by torque of the engine, for varied springs of the clutch disc" -o "$to/damper.png"
"$DTC" bode "$here/drive4.dtm" --model Drive4.Linear --set gear=3 --out gearbox.w --over engine.w --vary d_clutch=0.1,0.4,1.6 --from 1 --to 300 \
    --title "Third gear: what the clutch disc passes on, speed of the gearbox over that of the engine, for varied damping" -o "$to/isolation.png"

# 35: frequency response.
"$DTC" bode "$here/drive4.dtm" --model Drive4.Linear --out gearbox.a,vehicle.a --from 0.1 --to 1000 \
    --title "Second gear: accelerations of gearbox and vehicle by torque of the engine" -o "$to/bode.png"
