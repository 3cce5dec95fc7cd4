load 'models/plot.gp'
set multiplot layout 2,1 title 'Two blocks with friction: stick and slip'
set ylabel 'velocity, m/s'
plot csv using 'time':'block1.v' title 'block 1', '' using 'time':'friction2.v_rel' title 'block 2 on block 1'
set ylabel 'force, N'
plot csv using 'time':'u1' title 'u_1', '' using 'time':'u2' title 'u_2', '' using 'time':'friction1.f' title 'f_1', '' using 'time':'friction2.f' title 'f_2'
unset multiplot
