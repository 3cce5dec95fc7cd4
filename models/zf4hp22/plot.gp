load 'models/plot.gp'
rpm = 30/pi
set multiplot layout 2,2 title 'ZF 4HP22, full throttle through four gears, 1 ms steps'
set ylabel 'speed, 1/min'
plot csv using 'time':(column('engine.w')*rpm) title 'engine', '' using 'time':(column('turbine.w')*rpm) title 'turbine', '' using 'time':(column('propShaft.w')*rpm) title 'output'
set ylabel 'vehicle speed, km/h'
set y2label 'acceleration, m/s^2'
set y2tics
plot csv using 'time':(column('car.v')*3.6) title 'speed', '' using 'time':'car.a' axes x1y2 title 'acceleration' lt 2
unset y2tics
unset y2label
set ylabel 'torque, N.m'
plot csv using 'time':(-column('gearbox.fw1.tau')) title 'freewheel 1', '' using 'time':(-column('gearbox.Cp.tau')) title "C''", '' using 'time':'gearbox.B.tau' title 'B', '' using 'time':'gearbox.F.tau' title 'F', '' using 'time':(-column('gearbox.E.tau')) title 'E'
set ylabel 'slip, rad/s'
plot csv using 'time':'gearbox.A.w_rel' title 'A', '' using 'time':'gearbox.B.w_rel' title 'B', '' using 'time':'gearbox.Cp.w_rel' title "C''", '' using 'time':'gearbox.E.w_rel' title 'E', '' using 'time':'gearbox.F.w' title 'F'
unset multiplot
