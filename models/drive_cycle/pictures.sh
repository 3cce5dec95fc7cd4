#!/bin/sh
# The pictures of the readme: models/drive_cycle/pictures.sh FOLDER makes them there. Runs are kept in $WORK; variants.csv of an earlier run is taken as it is.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
"$DTC" sim "$here/drive_cycle.dtm" --model drive_cycle --method euler --step 1e-3 --interval 0.25 --quiet -o "$WORK/cycle.csv" \
    --vars driver.v_wanted,body.v,consumption,gearbox.gear,engine.w
gnuplot >"$to/drive_cycle.png" <<END
set terminal pngcairo noenhanced font 'sans,9' size 1000,940 background '#ffffff'
set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
set key above left Left reverse horizontal samplen 2
set style line 1 lc rgb "#1f5fa8" lw 1.5; set style line 2 lc rgb "#c8501e" lw 1.2; set style line 3 lc rgb "#2e8b57" lw 1.2
set multiplot layout 4,1
set lmargin 9; set rmargin 9; set xrange [0:1180]; set xtics 100
set ylabel 'speed, km/h'; set yrange [0:130]
plot '$WORK/cycle.csv' skip 1 using 1:(3.6*\$2) with lines ls 2 lw 2.5 title 'wanted', '' skip 1 using 1:(3.6*\$3) with lines ls 1 title 'driven'
set ylabel 'driven - wanted, km/h'; set yrange [-3:3]
plot '$WORK/cycle.csv' skip 1 using 1:(3.6*(\$3 - \$2)) with lines ls 1 notitle
set ylabel 'consumption so far, l/100 km'; set yrange [0:35]
plot '$WORK/cycle.csv' skip 1 using 1:(\$4 > 0 ? \$4 : NaN) with lines ls 1 notitle
set xlabel 'time, s'; set ylabel 'engine, 1/min'; set yrange [0:6000]; set ytics 0,1000,3000; set y2range [-6:4.5]; set y2tics 1,1,4; set y2label 'gear'
plot '$WORK/cycle.csv' skip 1 using 1:(\$6*30/pi) with lines ls 1 title 'speed of the engine', '' skip 1 using 1:5 axes x1y2 with steps ls 3 title 'gear'
unset multiplot
END

# from a cold and from a warm start, with lock-up, auxiliaries and starter
for start in 293.15 363.15; do
    "$DTC" sim "$here/drive_cycle.dtm" --model DriveCycle.Cold --set T_start=$start --method euler --step 1e-3 --interval 0.5 --quiet -o "$WORK/cold$start.csv" \
        --vars driver.v_wanted,body.v,consumption,warmUp.block_.T,warmUp.oil.T,warmUp.coolant.T,warmUp.radiator.T,engine.w_target
done
gnuplot >"$to/cold.png" <<END
set terminal pngcairo noenhanced font 'sans,9' size 1000,860 background '#ffffff'
set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
set key above left Left reverse horizontal samplen 2
set style line 1 lc rgb "#1f5fa8" lw 1.5; set style line 2 lc rgb "#c8501e" lw 1.5; set style line 3 lc rgb "#2e8b57" lw 1.5; set style line 4 lc rgb "#8a5fa8" lw 1.5
set multiplot layout 3,1
set lmargin 9; set rmargin 4; set xrange [0:1180]; set xtics 100
cold = '$WORK/cold293.15.csv'; warm = '$WORK/cold363.15.csv'
set ylabel 'speed, km/h'; set yrange [0:130]
plot cold skip 1 using 1:(3.6*\$2) with lines ls 2 lw 2.5 title 'wanted', '' skip 1 using 1:(3.6*\$3) with lines ls 1 title 'driven, from a cold start'
set ylabel 'consumption so far, l/100 km'; set yrange [0:40]
plot cold skip 1 using 1:(\$4 > 0 ? \$4 : NaN) with lines ls 1 title 'cold start, 20 °C', warm skip 1 using 1:(\$4 > 0 ? \$4 : NaN) with lines ls 2 title 'warm start, 90 °C'
set xlabel 'time, s'; set ylabel 'temperature from the cold start, °C'; set yrange [0:120]
plot cold skip 1 using 1:(\$5 - 273.15) with lines ls 1 title 'block', '' skip 1 using 1:(\$6 - 273.15) with lines ls 2 title 'oil', '' skip 1 using 1:(\$7 - 273.15) with lines ls 3 title 'coolant in the block', \\
    '' skip 1 using 1:(\$8 - 273.15) with lines ls 4 title 'radiator'
unset multiplot
END

[ -s "$WORK/variants.csv" ] || "$here/variants.sh" "$WORK/variants.csv"
gnuplot >"$to/variants.png" <<END
set terminal pngcairo noenhanced font 'sans,9' size 900,620 background '#ffffff'
set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
set key top right Left reverse samplen 2
set xlabel '0 to 100 km/h at full throttle, s'; set ylabel 'consumption on the NEDC, l/100 km'; set cblabel 'mass, kg'
set palette defined (0 "#1f5fa8", 0.5 "#2e8b57", 1 "#c8501e")
front(m) = sprintf("< grep ',%g,[^,]*,[^,]*,1\$' $WORK/variants.csv | sort -t, -k5,5g", m)
plot '$WORK/variants.csv' skip 1 using 5:4:3 with points pt 7 ps 0.5 lc palette notitle, \
     front(1000) using 5:4 with lines lc rgb "#1f5fa8" lw 2 title 'best with 1000 kg', front(1400) using 5:4 with lines lc rgb "#c8501e" lw 2 title 'best with 1400 kg'
END

# The same with the ZF 4HP22.
"$DTC" sim "$here/gearbox_cycle.dtm" --method semi --step 1e-3 --interval 0.25 --quiet -o "$WORK/gearbox_cycle.csv" \
    --vars 'driver.v_wanted,body.v,consumption,logic.gear,engine.w,turbine.w,gearbox.work*,gearbox.T[*]'
gnuplot >"$to/gearbox_cycle.png" <<END
set terminal pngcairo noenhanced font 'sans,9' size 1000,1140 background '#ffffff'
set encoding utf8; set border lc rgb "#606060"; set grid lc rgb "#e4e4e4" lt 1; set tics nomirror; set datafile separator ","
set key above left Left reverse horizontal samplen 2
set style line 1 lc rgb "#1f5fa8" lw 1.5; set style line 2 lc rgb "#c8501e" lw 1.2; set style line 3 lc rgb "#2e8b57" lw 1.2; set style line 4 lc rgb "#8860a8" lw 1.2
set multiplot layout 5,1
set lmargin 9; set rmargin 9; set xrange [0:1180]; set xtics 100
g = '$WORK/gearbox_cycle.csv'
set ylabel 'speed, km/h'; set yrange [0:130]
plot g using 'time':(3.6*column('driver.v_wanted')) with lines ls 2 lw 2.5 title 'wanted', '' using 'time':(3.6*column('body.v')) with lines ls 1 title 'driven'
set ylabel 'consumption so far, l/100 km'; set yrange [0:35]
plot g using 'time':(column('consumption') > 0 ? column('consumption') : NaN) with lines ls 1 title 'with the 4HP22', \
    '$WORK/cycle.csv' skip 1 using 1:(\$4 > 0 ? \$4 : NaN) with lines ls 2 title 'with fixed ratios'
set ylabel '1/min'; set yrange [0:6000]; set ytics 0,1000,3000; set y2range [-6:4.5]; set y2tics 1,1,4; set y2label 'gear'
plot g using 'time':(column('engine.w')*30/pi) with lines ls 1 title 'engine', '' using 'time':(column('turbine.w')*30/pi) with lines ls 2 title 'turbine', '' using 'time':'logic.gear' axes x1y2 with steps ls 3 title 'gear'
unset y2tics; unset y2label; set ytics autofreq
set ylabel 'friction work, kJ'; set yrange [0:9]
plot g using 'time':(column('gearbox.work[4]')/1e3) with lines ls 4 title "C''", '' using 'time':(column('gearbox.work[2]')/1e3) with lines ls 3 title 'B', \
    '' using 'time':(column('gearbox.work[7]')/1e3) with lines ls 2 title 'F', '' using 'time':(column('gearbox.work[6]')/1e3) with lines ls 1 title 'E'
set xlabel 'time, s'; set ylabel 'steel, degC'; set yrange [79:90]
plot g using 'time':(column('gearbox.T[4]') - 273.15) with lines ls 4 title "C''", '' using 'time':(column('gearbox.T[2]') - 273.15) with lines ls 3 title 'B', \
    '' using 'time':(column('gearbox.T[7]') - 273.15) with lines ls 2 title 'F', '' using 'time':(column('gearbox.T[6]') - 273.15) with lines ls 1 title 'E'
unset multiplot
END
