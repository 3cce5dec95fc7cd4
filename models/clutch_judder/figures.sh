#!/bin/sh
# The pictures of the readme, by the numbers of the article's figures: DTC=build/dtc models/clutch_judder/figures.sh FOLDER-FOR-RUNS
runs=$(realpath "${1:?a folder for runs}") top=$(realpath "$(dirname "$0")/../..")
DTC=$(realpath "$(command -v "${DTC:-$top/build/dtc}")")
cd "$(dirname "$0")" || exit 2
show='theta,theta_dd,x_dd,V_r1,V_r2,F_f1,F_f2,F_N1,F_N2,w_slip,T_clutch,w_windup'

# run NAME MODEL OPTION ...
run() {
    name=$1 model=$2
    shift 2
    "$DTC" sim clutch_judder.dtm --model "ClutchJudder.$model" --quiet --vars "$show" "$@" -o "$runs/$name.csv" || exit 1
}
run case1 Case1 --stop 10 --interval 0.002
run case2 Case2 --stop 10 --interval 0.0005
run case3 Case3 --stop 10 --interval 0.0005
run coulomb Coulomb --stop 10 --interval 0.001
run stribeck Stribeck --stop 10 --interval 0.001
show=$show,T_e
for phase in angle rate fixed; do run "harmonics_$phase" Harmonics --set "phase=$phase" --stop 5 --interval 0.0005; done
run road_ice Harmonics --set mu0=0.1 --set mu=0.07 --stop 5 --interval 0.0005
show='chassis.slide_front.drift,chassis.slide_rear.drift'
run drift Stabilized --interval 0.001
run drift_semi Stabilized --method semi --step 1e-3 --interval 0.001

# picture NAME HEIGHT: gnuplot's commands are on standard input
picture() {
    {
        echo "set terminal pngcairo size 1100,$2 font 'Sans,10' noenhanced; set output '$1.png'; set datafile separator ','; set grid; set key off"
        echo "set style line 1 lc rgb '#1f6fb4' lw 1.2; set style line 2 lc rgb '#c4501b' lw 1.2"
        echo "small = 'set yrange [-1e-9:1e-9]; set format y \"%.0e\"'; usual = 'set autoscale xy; set format y \"% h\"'"
        cat
    } | gnuplot || exit 1
}
line() { echo "'$runs/$1.csv' using 'time':'$2' with lines ls $3 title '$4'"; }

picture case1 1500 <<END
set multiplot layout 5,2
set xlabel 't / s'
set title 'Figure 3: angle of the body, nose-up'; set ylabel 'rad'; plot $(line case1 theta 1 'theta1')
set title 'Figure 6: normal forces'; set ylabel 'N'; set key center right; plot $(line case1 F_N1 1 'F_N1'), $(line case1 F_N2 2 'F_N2'); set key off
set title 'Figure 4: slip velocity of the driven wheel'; set ylabel 'm/s'; eval small; plot $(line case1 V_r1 1 'V_r1'); eval usual
set title 'Figure 4: its friction force'; set ylabel 'N'; plot $(line case1 F_f1 1 'F_f1')
set title 'Figure 5: slip velocity of the rear wheel'; set ylabel 'm/s'; eval small; plot $(line case1 V_r2 1 'V_r2'); eval usual
set title 'Figure 5: its friction force'; set ylabel 'N'; plot $(line case1 F_f2 1 'F_f2')
set title 'Figure 7: slip of the clutch'; set ylabel 'rad/s'; eval small; plot $(line case1 w_slip 1 'flywheel over disc'); eval usual
set title 'Figure 7: its torque'; set ylabel 'N m'; plot $(line case1 T_clutch 1 'T_f')
set title 'Acceleration ahead'; set ylabel 'm/s2'; plot $(line case1 x_dd 1 'x1_dd')
set title 'Engine over driven wheel'; set ylabel 'rad/s'; plot $(line case1 w_windup 1 'engine - wheel')
unset multiplot
END
picture case2 1500 <<END
set multiplot layout 5,2
set xlabel 't / s'
set title 'Figure 8: slip of the clutch'; set ylabel 'rad/s'; plot $(line case2 w_slip 1 'flywheel over disc')
set title 'Figure 8: zoom, with its torque'; set ylabel 'rad/s'; set y2label 'N m'; set ytics nomirror; set y2tics; set xrange [9.8:9.95]; set yrange [*:30]; set y2range [*:500]
set key top right; plot $(line case2 w_slip 1 'slip'), $(line case2 T_clutch 2 'T_f') axes x1y2; set key off; unset y2tics; unset y2label; set ytics mirror; eval usual
set title 'Figure 9: pitch acceleration'; set ylabel 'rad/s2'; plot $(line case2 theta_dd 1 'theta1_dd')
set title 'Figure 9: zoom'; set xrange [9.8:9.95]; plot $(line case2 theta_dd 1 'theta1_dd'); eval usual
set title 'Figure 10: acceleration ahead'; set ylabel 'm/s2'; plot $(line case2 x_dd 1 'x1_dd')
set title 'Figure 10: zoom'; set xrange [9.8:9.95]; plot $(line case2 x_dd 1 'x1_dd'); eval usual
set title 'Figure 11: slip velocity of the driven wheel'; set ylabel 'm/s'; eval small; set xrange [9.8:9.95]; plot $(line case2 V_r1 1 'V_r1'); eval usual
set title 'Figure 11: its friction force'; set ylabel 'N'; set xrange [9.8:9.95]; plot $(line case2 F_f1 1 'F_f1')
set title 'Figure 12: slip velocity of the rear wheel'; set ylabel 'm/s'; eval small; set xrange [9.8:9.95]; plot $(line case2 V_r2 1 'V_r2'); eval usual
set title 'Figure 12: its friction force'; set ylabel 'N'; set xrange [9.8:9.95]; plot $(line case2 F_f2 1 'F_f2')
unset multiplot
END
picture friction 900 <<END
set multiplot layout 3,1
set xlabel 't / s'
set title 'Figure 13: slip of the clutch'; set ylabel 'rad/s'; set key top left; plot $(line coulomb w_slip 1 Coulomb), $(line stribeck w_slip 2 Stribeck)
set title 'Figure 13: zoom'; set xrange [2:2.5]; plot $(line coulomb w_slip 1 Coulomb), $(line stribeck w_slip 2 Stribeck)
set title 'Figure 13: torque of the clutch'; set ylabel 'N m'; set xrange [0:0.5]; set yrange [60:110]; plot $(line coulomb T_clutch 1 Coulomb), $(line stribeck T_clutch 2 Stribeck)
unset multiplot
END
picture case3 1200 <<END
set multiplot layout 4,2
set xlabel 't / s'
set title 'Figure 14: slip of the clutch'; set ylabel 'rad/s'; eval small; set xrange [9.75:10]; plot $(line case3 w_slip 1 'flywheel over disc'); eval usual
set xrange [9.75:10]
set title 'Figure 14: its torque'; set ylabel 'N m'; plot $(line case3 T_clutch 1 'T_f')
set title 'Figure 15: slip velocity of the driven wheel'; set ylabel 'm/s'; plot $(line case3 V_r1 1 'V_r1')
set title 'Figure 15: its friction force'; set ylabel 'N'; plot $(line case3 F_f1 1 'F_f1')
eval usual
set title 'Figure 16: pitch acceleration'; set ylabel 'rad/s2'; plot $(line case3 theta_dd 1 'theta1_dd')
set title 'Figure 16: zoom'; set xrange [9.75:10]; plot $(line case3 theta_dd 1 'theta1_dd'); eval usual
set title 'Figure 17: normal forces'; set ylabel 'N'; set key center right; plot $(line case3 F_N1 1 'F_N1'), $(line case3 F_N2 2 'F_N2'); set key off
set title 'Figure 17: zoom, F_N1'; set xrange [9.75:10]; set format y '%.3f'; plot $(line case3 F_N1 1 'F_N1')
unset multiplot
END
picture harmonics 1200 <<END
set multiplot layout 4,2
set xlabel 't / s'
set xrange [0:2]
set title 'Figure 18: torque of the engine, harmonics of its angle'; set ylabel 'N m'; plot $(line harmonics_angle T_e 1 'T_e')
set title 'Figure 18: engine over driven wheel'; set ylabel 'rad/s'; plot $(line harmonics_angle w_windup 1 'engine - wheel')
set title 'of speed times time'; set ylabel 'N m'; plot $(line harmonics_rate T_e 1 'T_e')
set title 'of speed times time'; set ylabel 'rad/s'; plot $(line harmonics_rate w_windup 1 'engine - wheel')
set title 'of a fixed speed'; set ylabel 'N m'; plot $(line harmonics_fixed T_e 1 'T_e')
set title 'of a fixed speed'; set ylabel 'rad/s'; plot $(line harmonics_fixed w_windup 1 'engine - wheel')
set xrange [0:5]
set title 'of the angle, dry and on ice: engine over driven wheel'; set ylabel 'rad/s'; set key top right horizontal; set yrange [*:4]; plot $(line harmonics_angle w_windup 1 'mu0 = 0.8'), $(line road_ice w_windup 2 'mu0 = 0.1'); set key off; set yrange [*:*]
set title 'of the angle, on ice: slip velocity of the driven wheel'; set ylabel 'm/s'; plot $(line road_ice V_r1 2 'V_r1')
unset multiplot
END
picture constraints 500 <<END
set xlabel 't / s'; set key top right; set logscale y; set format y '%.0e'; set yrange [1e-16:1e-3]; set ylabel 'm'
set title 'Figure 19: norm of the constraints in case 2, with slides that drift and are brought back (alpha = beta = 30); without drift it is below 3e-15 m'
both(a, b) = sqrt(a*a + b*b) + 1e-17
plot '$runs/drift.csv' using 'time':(both(column('chassis.slide_front.drift'), column('chassis.slide_rear.drift'))) with lines ls 1 title 'variable step, 1e-10', \
     '$runs/drift_semi.csv' using 'time':(both(column('chassis.slide_front.drift'), column('chassis.slide_rear.drift'))) with lines ls 2 title 'semi, 1 ms'
END

# Stability of the slipping clutch, and the cycles of case 2: minutes; tables of an earlier run are taken as they are.
[ -s "$runs/sliding.csv" ] || (cd "$top" && python3 -B tests/planar/sliding.py "$DTC" "$runs" map) || exit 1
[ -s "$runs/branch.csv" ] || (cd "$top" && /usr/bin/python3 -B tests/planar/shooting.py "$DTC" "$runs" branch) || exit 1
gnuplot <<END || exit 1
set terminal pngcairo size 1100,420 font 'Sans,10' noenhanced; set output 'stability.png'; set datafile separator ','; set grid
set multiplot layout 1,2
set title 'Re lambda of the 38 Hz, 1/s; in grey: amplitude after 8 s, rad/s'
set logscale x; set xrange [2.4:52]; set yrange [-0.6:5.8]; set xlabel 'slip, rad/s'; set ylabel 'fall of the friction, N.m'; set key above left Left reverse horizontal
set xtics (3, 6, 10, 20, 40); set ytics ('0' 0, '2' 1, '5' 2, '10' 3, '20' 4, '40' 5); y(f) = f < 1 ? 0 : f < 3 ? 1 : f < 6 ? 2 : f < 11 ? 3 : f < 21 ? 4 : 5
at(e) = sprintf("< awk -F, 'NR > 1 && \$4 == %d' %s", e, '$runs/sliding.csv')
plot at(0) using 2:(y(\$1)) with points pt 7 ps 1.4 lc rgb '#1f6fb4' title 'dies out', at(1) using 2:(y(\$1)) with points pt 7 ps 1.4 lc rgb '#b08900' title 'still grows after 8 s', at(2) using 2:(y(\$1)) with points pt 7 ps 1.4 lc rgb '#c4501b' title 'sticks and slips', \
    '$runs/sliding.csv' skip 1 using 2:(y(\$1) + 0.3):(sprintf('%+.2f', \$3)) with labels font ',8' notitle, \
    '$runs/sliding.csv' skip 1 using 2:(y(\$1) - 0.27):(\$4 > 0 ? sprintf('%.1f', \$5) : '') with labels font ',8' tc rgb '#606060' notitle
unset logscale x; set xrange [322.68:323.04]; set yrange [0:13]; set xtics auto; set ytics auto; set xlabel 'torque of the engine, N.m'; set ylabel 'time at rest in a period, ms'
set title 'Case 2: cycles over the torque, by Newton'
set arrow from 322.695, 0 to 322.695, 13 nohead dt 2; set arrow from 323.025, 0 to 323.025, 13 nohead dt 2
way(w) = sprintf("< awk -F, '\$1 == \"%s\"' %s", w, '$runs/branch.csv'); with(test) = sprintf("< awk -F, 'NR > 1 && \$5 %s 0' %s", test, '$runs/branch.csv')
plot for [w in '"long up" "long down" "short up" "short down"'] way(w) using 2:4 with lines lc rgb '#909090' notitle, \
    with('<') using 2:4 with points pt 7 ps 0.8 lc rgb '#1f6fb4' title 'stable', with('>=') using 2:4 with points pt 6 ps 0.9 lc rgb '#c4501b' title 'not stable'
unset multiplot
END
