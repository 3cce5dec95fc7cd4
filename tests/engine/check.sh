#!/bin/sh
# Heat and engines: closed forms, instants, formulas, energy; what is wrong with maps and values is told.
cd "$(dirname "$0")/../.." || exit 2
group=engine
. tests/group.sh

python3 -B tests/engine/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises

# wrong TEXT DECLARATIONS [EQUATIONS]: a model of these does not run, and is told TEXT
wrong() {
    printf 'model wrong\n  import Drivetrain.*;\n  %s\nequation\n  %s\nend wrong;\n' "$2" "$3" >"$work/wrong.dtm"
    if "$dtc" sim "$work/wrong.dtm" --stop 0.1 --quiet -o "$work/wrong.csv" >"$work/err" 2>&1 || ! grep -qF "$1" "$work/err"; then
        echo "FAILED: $2: not refused with: $1"
        head -n 5 "$work/err"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}
printf '0,0.5,1\n80,70,120\n300,nan,160\n' >"$work/hole.csv"
torque='torque = [0, 0, 1; 80, -20, 120; 600, -45, 140]'
friction='friction_map = [0, 273.15, 363.15; 80, 55, 20; 600, 105, 45]'
fuel='fuel_map = [0, 10, 160; 100, 3e-4, 1.1e-3; 600, 1.6e-3, 7.4e-3]'
# map TEXT MAPS: of a TableEngine
map() { wrong "$1" "Engine.TableEngine engine(J = 0.2, throttle = 0.5, $2); Shaft.Inertia load(J = 1);" 'connect(engine.flange_b, load.flange_a);'; }
map 'the first column of table engine.torque does not ascend: 80 (row 3) comes after 300' "torque = [0, 0, 1; 300, -20, 120; 80, -30, 160], $friction, $fuel"
map 'hole.csv' "torque = Functions.readTable(\"hole.csv\"), $friction, $fuel"
map 'engine.friction_map[2,3] = -20 is below its min = 0' "$torque, friction_map = [0, 273.15, 363.15; 80, 55, -20; 600, 105, 45], $fuel"
map 'the first row of table engine.friction_map does not ascend: 273.15 (column 3) comes after 363.15' "$torque, friction_map = [0, 363.15, 273.15; 80, 20, 55; 600, 45, 105], $fuel"
map 'the fuel map has more work than fuel' "$torque, $friction, fuel_map = [0, 10, 160; 100, 3e-4, 3e-4; 600, 1.6e-3, 7.4e-3]"
map 'the fuel map has more work than fuel' "$torque, $friction, fuel_map = [0, 10, 160; 100, 3e-4, 1.1e-3; 600, -1.6e-3, 7.4e-3]"
map 'there is no torque of the combustion at full throttle' "torque = [0, 0, 1; 80, -20, -120; 600, -30, -160], $friction, $fuel"
# line TEXT VALUES: of a WillansEngine
line() { wrong "$1" "Engine.WillansEngine engine(J = 0.2, throttle = 0.5, $2); Shaft.Inertia load(J = 1);" 'connect(engine.flange_b, load.flange_a);'; }
line 'more than the fuel has: e + 1/filling = 1.01571' 'e = 0.98'
line 'engine.e = 1.2 is above its max = 1' 'e = 1.2'
line 'w_resume = 200, which is to be below w_cut = 150' 'w_resume = 200'
line 'idling at w_target = 160 is above w_cut = 150' 'w_idle = 160'
line 'w_again = 800, which is to be below w_max = 700' 'w_again = 800'
line 'an oil is thinner at 100 degrees than at 40' 'nu_100 = 90'
line 'the first column of table engine.full does not ascend: 200 (row 3) comes after 300' 'full = [0, 100; 300, 160; 200, 150]'
line 'engine.auxiliary[1,2] = -5 is below its min = 0' 'auxiliary = [0, -5]'
line 'engine.k1 = -1 is below its min = 0' 'k1 = -1'
wrong 'more than the fuel has: e + 1/filling = 0.785714 of it are work, toWall = 0.28' 'Engine.WillansEngine engine(J = 0.2, throttle = 0.5, useHeatPort = true, e = 0.75);
  Engine.WarmUp warm(v = 0); Shaft.Inertia load(J = 1);' \
    'connect(engine.flange_b, load.flange_a); connect(engine.heatPort, warm.friction); connect(engine.wall, warm.combustion);'
wrong 'body.C = -5 is below its min' 'Thermal.HeatCapacitor body(C = -5);'
wrong 'body.T_start = -3 is below its min = 0' 'Thermal.HeatCapacitor body(C = 5, T_start = -3);'
wrong 'warm.C_oil = -1 is below its min = 1' 'Engine.WarmUp warm(C_oil = -1, v = 0);'
# doubt TEXT DECLARATIONS: a model of these is right for dtc check, which says TEXT
doubt() {
    printf 'model doubt\n  import Drivetrain.*;\n  %s\nend doubt;\n' "$2" >"$work/doubt.dtm"
    if "$dtc" check "$work/doubt.dtm" >"$work/err" 2>&1 && grep -qF "$1" "$work/err"; then passed=$((passed + 1)); else
        echo "FAILED: $2: not doubted with: $1"
        head -n 5 "$work/err"
        failed=$((failed + 1))
    fi
}
doubt 'warning: in warm: warm.T_air = 20 is hardly in K' 'Engine.WarmUp warm(T_air = 20, v = 0);'
doubt 'warning: in engine: engine.T_warm = 90 is hardly in K' 'Engine.WillansEngine engine(J = 0.2, throttle = 0.5, T_warm = 90);'
willans='Engine.WillansEngine engine(J = 0.2, throttle = 0.5'
doubt 'V = 1.4 is hardly in m3' "$willans, V = 1.4);"
doubt 'stroke = 80, bore = 74.5 are hardly in m' "$willans, stroke = 80, bore = 74.5);"
doubt 'warning: in c: c.T_start = 23 is hardly in K' 'Thermal.HeatCapacitor c(C = 10, T_start = 23);'
two='Thermal.HeatCapacitor a(C = 10), b(C = 10);'
both='connect(g.port_a, a.port); connect(g.port_b, b.port);'
wrong 'g.G = -1 is below its min = 0' "Thermal.ThermalConductor g(G = -1); $two" "$both"
wrong 'g.G_closed = 2000 is above its max = 1000' "Thermal.Thermostat g(G_closed = 2000); $two" "$both"
wrong 'T_full = 360 is to be above T_begin = 370' "Thermal.Thermostat g(T_begin = 370, T_full = 360); $two" "$both"
wrong 'T_on = 360 is to be above T_off = 370' "Thermal.SwitchingThermostat g(T_on = 360, T_off = 370); $two" "$both"
wrong 'this equation contradicts the equations of' 'Thermal.FixedTemperature a(T = 300), b(T = 310);' 'connect(a.port, b.port);'
wrong 'a.port and b.flange_a do not fit' 'Thermal.HeatCapacitor a(C = 10); Shaft.Inertia b(J = 1);' 'connect(a.port, b.flange_a);'
wrong 'c.heatPort is asked for and connected to nothing' 'Shaft.Inertia a(J = 1), b(J = 1); Clutch.BearingFriction c(useHeatPort = true);' \
    'connect(a.flange_b, c.flange_a); connect(c.flange_b, b.flange_a);'
wrong 's.w_free = 0 is below its min = 1' 'Engine.Starter s(w_free = 0, on = true); Shaft.Inertia b(J = 1);' 'connect(s.flange_b, b.flange_a);'

finish
