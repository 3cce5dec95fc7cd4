# Called by hybrid.sh with folder (of the runs), to (folder of the pictures), format (png or svg). Numbers in titles are those of the source.
set datafile separator ','
set datafile columnheaders
set grid lc rgb '#dddddd'
set key font ',8' samplen 1.5 spacing 0.9
set tics font ',8'
terminal = format eq 'svg' ? 'svg' : 'pngcairo'
file(name) = folder.'/'.name.'.csv'
blue = '#14508c'
red = '#b03010'
green = '#2e7d32'
gold = '#d09000'
grey = '#999999'

# Places of a clutch in a lane of their own.
shown(place) = place == 0 ? 0x6d9dd1 : place == 1 ? 0x7cbf91 : place == -1 ? 0xe29a78 : 0xe4e4e4
legend = "keyentry with points pt 5 lc rgb '#6d9dd1' title 'stuck', keyentry with points pt 5 lc rgb '#7cbf91' title 'slips +', keyentry with points pt 5 lc rgb '#e29a78' title 'slips -', keyentry with points pt 5 lc rgb '#e4e4e4' title 'open'"
cell(left, right, bottom, top) = sprintf('set lmargin at screen %g; set rmargin at screen %g; set bmargin at screen %g; set tmargin at screen %g', left, right, bottom, top)

set terminal @terminal size 1000,800 font 'sans,9' background '#ffffff'
set output to.'/figures_4_8.'.format
set multiplot title 'Chapter 2: exact at 10 ms, error against the variable step; over time, s'
speeds = 'e m w'
names = 'engine machine wheel'
do for [i=1:3] {
    left = 0.05 + (i - 1)*0.325
    s = word(speeds, i)
    eval cell(left, left + 0.275, 0.71, 0.92)
    set title sprintf('%d: w_%s, %s, rad/s', 3 + i, s, word(names, i))
    plot file('held') using 'time':'w_'.s with lines lc rgb blue notitle
    eval cell(left, left + 0.275, 0.44, 0.63)
    set title sprintf('%d: its error, 1e-6 rad/s', 3 + i)
    plot file('held') using 'time':(1e6*column('error_'.s)) with lines lc rgb red notitle
}
eval cell(0.05, 0.375, 0.06, 0.35)
set title '7: part of the step before the first border'
set yrange [-0.05:1.2]
within(x) = x > 0 && x < 1 ? x : NaN
plot file('held') every ::1 using 'time':'cut' with lines lc rgb blue title 'exact.cut', \
    '' using 'time':(within(column('eta'))) with points pt 6 ps 1 lc rgb red title 'by events of the variable step'
eval cell(0.45, 0.975, 0.06, 0.35)
set title '8: clutches by exact, below each by the variable step'
set yrange [0:9]
set ytics ('C3' 1, 'C2' 3, 'C1' 5, 'C0' 7)
set key inside top right horizontal
plot for [c=0:3] file('held') using 'time':(7.35 - 2*c):(shown(column(sprintf('C%d', c)))) with points pt 5 ps 0.7 lc rgb variable notitle, \
    for [c=0:3] '' using 'time':(6.65 - 2*c):(shown(column(sprintf('true%d', c)))) with points pt 5 ps 0.7 lc rgb variable notitle, @legend
unset multiplot
unset lmargin
unset rmargin
unset bmargin
unset tmargin
reset_panel = 'set yrange [*:*]; set xrange [*:*]; set xtics auto; set ytics auto; set key inside top right vertical; unset y2tics; set ytics mirror'

# ---- springs and clearance: variable step as lines, exact at 0.1 s as dots ----

lanes = "for [c=0:3] file(case) using 'time':(4 - c):(shown(column(sprintf('C%d.law.place', c)))) with points pt 5 ps 0.7 lc rgb variable notitle, file(case) using 'time':(0):(shown(column('tire.law.place'))) with points pt 5 ps 0.7 lc rgb variable notitle"
left_side = "file(case) using 'time':'engine.w' with lines lc rgb grey title 'w_E', '' using 'time':'machine.w' with lines lc rgb red title 'w_M', '' using 'time':'ring3.w' with lines lc rgb gold title 'w_{R3}', '' using 'time':'finalShaft.w' with lines lc rgb green title 'w_F'"
right_side = "file(case) using 'time':'z.w' with lines lc rgb gold title 'w_z', '' using 'time':'w.w' with lines lc rgb red title 'w_w', '' using 'time':'vehicle.v' with lines lc rgb blue title 'w_v'"
torsion = "file(case) using 'time':(1e3*column('torsion')) with lines lc rgb blue notitle, file(case.'_step') using 'time':(1e3*column('torsion')) with points pt 7 ps 0.5 lc rgb red title 'exact at 0.1 s'"

set terminal @terminal size 1000,1100 font 'sans,9' background '#ffffff'
set output to.'/figures_47_53.'.format
eval reset_panel
set multiplot layout 4,2 margins 0.06,0.97,0.04,0.93 spacing 0.09,0.07 title 'Spring in two pieces (table 12); variable step; over time, s'
case = 'Nonlinear'
set title '47: torque of the machine, N.m; pressure of C2 over the largest (right)'
set ytics nomirror
set y2tics
set y2range [-0.5:1.5]
plot file(case) using 'time':'tau_m' with lines lc rgb blue title 'tau_m', '' using 'time':'p2' axes x1y2 with lines lc rgb red title 'C2'
eval reset_panel
set title '48: speeds 1, rad/s'
plot @left_side
set title '49: speeds 2, rad/s'
plot @right_side
set title '50: clutches'
set yrange [-0.7:5.7]
set ytics ('C_w' 0, 'C3' 1, 'C2' 2, 'C1' 3, 'C0' 4)
set key horizontal
plot @lanes, @legend
eval reset_panel
do for [k=1:3] {
    case = 'Nonlinear'.(k > 1 ? k : '')
    border = k == 1 ? 6 : k == 2 ? 7 : 0.25
    set title sprintf('%d: torsion between z and wheel, 1e-3 rad, case %d; border dashed', 50 + k, k)
    plot border with lines dt 2 lc rgb grey notitle, @torsion
}
case = 'Nonlinear2'
set title '52, around the first entry beyond the border: speeds, rad/s'
set xrange [0.6:1.2]
plot @right_side, file(case) using 'time':'finalShaft.w' with lines lc rgb green title 'w_F'
unset multiplot

set terminal @terminal size 1000,1100 font 'sans,9' background '#ffffff'
set output to.'/figures_72_79.'.format
eval reset_panel
set multiplot layout 4,3 margins 0.05,0.98,0.04,0.93 spacing 0.06,0.07 title 'Clearance (tables 15, 16); variable step; over time, s'
case = 'Clearance'
set title '72: pressures of the clutches, over the largest'
set yrange [-0.1:1.5]
set key horizontal
plot file(case) using 'time':'p0' with lines lc rgb grey title 'C0', '' using 'time':'p1' with lines lc rgb gold title 'C1', '' using 'time':'p2' with lines lc rgb blue title 'C2', '' using 'time':'p3' with lines dt 2 lc rgb red title 'C3'
eval reset_panel
set title '73: external torques, N.m'
plot file(case) using 'time':'tau_m' with lines lc rgb blue title 'machine', '' using 'time':'tau_e' with lines lc rgb grey title 'engine', '' using 'time':'road.f' with lines lc rgb red title 'vehicle'
set title '74: clutches'
set yrange [-0.7:5.7]
set ytics ('C_w' 0, 'C3' 1, 'C2' 2, 'C1' 3, 'C0' 4)
set key horizontal
plot @lanes, @legend
eval reset_panel
set title '75: left hand side, rad/s'
plot @left_side
set title '76: right hand side, rad/s'
plot @right_side
set title '76: w_w of all cases, in detail'
set xrange [6.05:6.25]
plot file('Clearance2') using 'time':'w.w' with lines lc rgb red title 'case 2', file('Clearance3') using 'time':'w.w' with lines lc rgb gold title 'case 3', file('Clearance') using 'time':'w.w' with lines lc rgb blue title 'case 1'
eval reset_panel
do for [k=1:3] {
    case = 'Clearance'.(k > 1 ? k : '')
    border = k == 3 ? 2 : 0.1
    set title sprintf('%d: torsion, 1e-3 rad, case %d; stop dashed', 76 + k, k)
    set key bottom left
    plot border with lines dt 2 lc rgb grey notitle, @torsion
}
do for [k=1:3] {
    case = 'Clearance'.(k > 1 ? k : '')
    border = k == 3 ? 2 : 0.1
    set title sprintf('%d, in detail', 76 + k)
    set xrange [k == 3 ? 0.6 : 6.11:k == 3 ? 1.4 : 6.13]
    set xtics k == 3 ? 0.2 : 0.005
    plot border with lines dt 2 lc rgb grey notitle, file(case) using 'time':(1e3*column('torsion')) with lines lc rgb blue notitle
}
unset multiplot

# ---- tires ----

set terminal @terminal size 1000,470 font 'sans,9' background '#ffffff'
set output to.'/figures_80_81.'.format
eval reset_panel
set multiplot layout 1,2 title 'Force of a tire under 1 N over slip speed and speed of the free wheel'
set datafile nocolumnheaders
set pm3d depthorder border lc rgb '#404040' lw 0.1
set palette defined (-1 '#14508c', 0 '#f4f4f4', 1 '#b03010')
unset colorbox
set xlabel 'w_w - w_0, rad/s' offset 0,-0.5
set ylabel 'w_0, rad/s' offset 1,-0.5
set zlabel 'N' offset 2,0
set zrange [-1:1]
set xyplane at -1.2
set view 58,32
set title '80: magic formula, B = 10, C = 1.9, D = 1, E = 0.97'
splot folder.'/surface_magic' using 2:1:3 with pm3d notitle
set title '81: clutch'
splot folder.'/surface_clutch' using 2:1:3 with pm3d notitle
unset multiplot
set datafile columnheaders

set terminal @terminal size 1000,1100 font 'sans,9' background '#ffffff'
set output to.'/figures_84_92.'.format
unset xlabel
unset ylabel
unset zlabel
set multiplot layout 4,3 margins 0.05,0.97,0.04,0.93 spacing 0.065,0.07 title 'Wheel on the road: magic formula (lines) and clutch C_w (dashed); variable step; over time, s'
do for [k=1:4] {
    case = 'Tire'.k
    other = 'Clutch'.k
    set title sprintf('%d: torques, N.m', k == 1 ? 84 : 83 + 2*k)
    plot file(case) using 'time':'tau_m' with lines lc rgb blue title 'machine', '' using 'time':'road.f' with lines lc rgb grey title 'vehicle', '' using 'time':'tire.f' with lines lc rgb red title 'tire', file(other) using 'time':'tire.f' with lines dt 2 lc rgb red title 'C_w'
    if (k == 1) {
        set title '85: clutches'
        set yrange [-1.7:6.2]
        set ytics ('C_w' -1, 'tire' 0, 'C3' 1, 'C2' 2, 'C1' 3, 'C0' 4)
        set key horizontal
        plot @lanes, file(other) using 'time':(-1):(shown(column('tire.law.place'))) with points pt 5 ps 0.7 lc rgb variable notitle, @legend
        eval reset_panel
    } else {
        set title sprintf('to %d: slip w_w - w_v, rad/s', 84 + 2*k)
        plot file(case) using 'time':'tire.v_slip' with lines lc rgb red title 'magic formula', file(other) using 'time':'tire.v_slip' with lines dt 2 lc rgb blue title 'C_w'
    }
    set title sprintf('%d: speeds, rad/s', 84 + 2*k)
    if (k < 3) { set key bottom right }
    plot file(case) using 'time':(column('machine.w')/2) with lines lc rgb grey title 'w_M/2', '' using 'time':'w.w' with lines lc rgb red title 'w_w', '' using 'time':'vehicle.v' with lines lc rgb blue title 'w_v', \
        file(other) using 'time':(column('machine.w')/2) with lines dt 2 lc rgb '#606060' notitle, '' using 'time':'w.w' with lines dt 2 lc rgb gold title 'w_w, C_w', '' using 'time':'vehicle.v' with lines dt 2 lc rgb green title 'w_v, C_w'
    eval reset_panel
}
unset multiplot
