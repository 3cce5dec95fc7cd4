load 'models/plot.gp'
rpm = 30/pi
set multiplot layout 2,2 title 'Four-speed gearbox, full load through four gears, 1 ms steps'
set ylabel 'acceleration of the vehicle, m/s^2'
plot csv using 'time':'car.a' notitle
set ylabel 'vehicle speed, km/h'
plot csv using 'time':(column('car.v')*3.6) notitle
set ylabel 'speed, 1/min'
plot csv using 'time':(column('engine.w')*rpm) title 'engine', '' using 'time':(column('turbine.w')*rpm) title 'turbine'
set ylabel 'torque of C3 (clutch and freewheel), N.m'
plot csv using 'time':'gearbox.C3.tau' notitle
unset multiplot
