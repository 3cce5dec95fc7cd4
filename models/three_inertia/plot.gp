load 'models/plot.gp'
set multiplot layout 2,1 title 'Engine, transmission, vehicle: shuffle after tip-in'
set ylabel 'speed, rad/s'
plot csv using 'time':(column('engine.w')/3.5) title 'engine/G', '' using 'time':'transmission.w' title 'transmission', '' using 'time':'vehicle.w' title 'vehicle'
set ylabel 'torque, N.m'
plot csv using 'time':(-column('spring1.tau')*3.5) title 'G T_1', '' using 'time':(-column('spring2.tau')) title 'T_2'
unset multiplot
