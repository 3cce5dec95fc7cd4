load 'models/plot.gp'
set multiplot layout 3,1 title 'Hybrid drivetrain: electric launch, engine start, shift up and down'
set ylabel 'speed, rad/s'
plot csv using 'time':'engine.w' title 'engine', '' using 'time':'machine.w' title 'machine', '' using 'time':'carrier.w' title 'carrier', '' using 'time':'finalShaft.w' title 'final shaft'
set ylabel 'wheel speed, rad/s'
plot csv using 'time':'wheel.w' notitle
set ylabel 'torsion, rad'
plot csv using 'time':'shaft.phi_rel' notitle
unset multiplot
