# Called by elements.sh with folder (of the runs), to (folder of the pictures).
set datafile separator ','
set grid lc rgb '#dddddd'
set key font ',8' samplen 1.5 spacing 0.9
file(name) = folder.'/'.name.'.csv'
blue = '#14508c'
red = '#b03010'

set terminal pngcairo size 1000,800 font 'sans,9' background '#ffffff'
set output to.'/elements_10_18.png'
set multiplot layout 3,3 margins 0.05,0.98,0.05,0.95 spacing 0.06,0.08
set title '10: linear oscillator: v over x'
plot file('Linear') using 2:3 with lines lc rgb blue notitle
set title '11: spring force of four stiffnesses, N over m'
plot file('FourWideFree') using 2:4 with points pt 7 ps 0.2 lc rgb blue notitle
set title '13: linear and in pieces: v over x'
plot file('Linear') using 2:3 with lines lc rgb '#999999' title 'linear', file('Four') using 2:3 with lines lc rgb blue title 'four stiffnesses'
set title '14: x over time'
plot file('Linear') using 1:2 with lines lc rgb '#999999' title 'linear', file('Four') using 1:2 with lines lc rgb blue title 'four stiffnesses'
set title '15: damper in pieces, N over m/s'
plot file('Dampers') using 3:4 with points pt 7 ps 0.2 lc rgb blue notitle
set title '16: spring and damper in pieces: v over x'
plot file('Dampers') using 2:3 with lines lc rgb blue notitle
set key bottom right
set title '17: friction, and damping that grows with |x|: N over m/s'
plot file('TwoVariablesThrown') using 3:4 with lines lc rgb red title 'from 0.5 m, -3 m/s', file('TwoVariables') using 3:4 with lines lc rgb blue title 'from 0.3 m'
set key top right
set title '18: the same: v over x; it stays beside zero'
plot file('TwoVariablesThrown') using 2:3 with lines lc rgb red title 'from 0.5 m, -3 m/s', file('TwoVariables') using 2:3 with lines lc rgb blue title 'from 0.3 m'
set title 'x over time'
plot file('TwoVariablesThrown') using 1:2 with lines lc rgb red notitle, file('TwoVariables') using 1:2 with lines lc rgb blue notitle
unset multiplot

set terminal pngcairo size 1000,620 font 'sans,9'
set output to.'/elements_40_43.png'
set multiplot layout 2,2 margins 0.05,0.98,0.06,0.94 spacing 0.06,0.09
set title '40: three stiffnesses and friction, exact at 0.05 s: v over x'
plot file('Rubbing') using 2:3 with linespoints pt 7 ps 0.3 lc rgb blue notitle
set title '41: x over time: it stays where friction holds the spring'
plot file('Rubbing') using 1:2 with lines lc rgb blue notitle
set title '42: harmonic force, stiff ends, exact at 0.01 s: v over x'
plot file('Driven') using 2:3 with lines lc rgb blue notitle
set title '43: x over time'
plot file('Driven') using 1:2 with lines lc rgb blue notitle
unset multiplot

set terminal pngcairo size 1000,1250 font 'sans,9'
set output to.'/collisions_61_67.png'
set multiplot layout 6,3 margins 0.05,0.98,0.03,0.96 spacing 0.05,0.045 title 'Two masses that hit each other: positions, velocities, energy over time (64 is the case of 63: a loss of the method, not of the masses)'
cases = '1 2 3 5 6 7'
do for [i=1:words(cases)] {
    k = word(cases, i)
    set title sprintf('%d: case %s: positions, m', 60 + k, k) offset 0,-0.6
    plot file('Case'.k) using 1:2 with lines lc rgb blue title 'x1', '' using 1:3 with lines lc rgb red title 'x2'
    set title 'velocities, m/s'
    plot file('Case'.k) using 1:4 with lines lc rgb blue title 'v1', '' using 1:5 with lines lc rgb red title 'v2'
    set title 'energy, J'
    set yrange [0:*]
    plot file('Case'.k) using 1:6 with lines lc rgb blue notitle
    set yrange [*:*]
}
unset multiplot

set terminal pngcairo size 1000,560 font 'sans,9'
set output to.'/collisions_scheme.png'
set multiplot layout 2,2 margins 0.06,0.98,0.06,0.88 spacing 0.07,0.12 title "The scheme of the thesis beside the motion: energy, and speeds of masses that are pressed together"
course(k) = folder.'/scheme'.k.'.course'
set xrange [0:20]
do for [k in '2 4'] {
    set title sprintf('%d: case %s: energy, J', 60 + k, k) offset 0,-0.6
    set yrange [0:*]
    plot course(k) using 1:2 with linespoints pt 7 ps 0.3 lc rgb red title 'scheme', '' using 1:4 with lines lc rgb blue title k == '4' ? 'motion with k_s = 10' : 'motion'
}
set yrange [*:*]
do for [k in '5 7'] {
    set title sprintf('%d: case %s: v2 - v1 of the scheme at its samples, m/s', 60 + k, k) offset 0,-0.6
    set yrange [-0.12:0.12]
    plot course(k) using 1:3 with linespoints pt 7 ps 0.3 lc rgb red notitle
}
unset multiplot
