#!/bin/sh
# Clutches of plates, variable gears and their losses, the lock-up of a converter: beside closed forms, with a variable and a fixed step; what cannot be is refused.
cd "$(dirname "$0")/../.." || exit 2
group=clutches
. tests/group.sh

python3 -B tests/clutches/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises

# wrong COMPONENT TEXT: is refused with TEXT
wrong() {
    printf 'model wrong "What cannot be"\n  import Drivetrain.*;\n  %s part;\nequation\nend wrong;\n' "$1" >"$work/wrong.dtm"
    sed -i "s/ part;/ part$2;/" "$work/wrong.dtm"
    if "$dtc" check "$work/wrong.dtm" >"$work/err" 2>&1 || ! grep -qF "$3" "$work/err"; then
        echo "FAILED: $1$2: not said: $3"
        head -n 5 "$work/err"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}
for plates in Clutch.LaminarClutch Clutch.LaminarBrake Freewheel.OneWayLaminarClutch Freewheel.OneWayLaminarBrake; do
    wrong $plates '(p = 1e5, r_inner = 0.08, r_outer = 0.08)' 'r_outer = 0.08 must be more than r_inner = 0.08'
done
plates=Clutch.LaminarClutch
wrong $plates '(p = 1e5, r_inner = -0.01)' 'r_inner'
wrong $plates '(p = 1e5, n_plates = 0)' 'n_plates'
wrong $plates '(p = 1e5, n_plates = -2)' 'n_plates'
wrong $plates '(p = 1e5, A_piston = 0)' 'A_piston'
wrong $plates '(p = 1e5, F_spring = -5)' 'F_spring'
wrong $plates '(p = 1e5, F_spring = 100, F_released = 200)' 'F_released = 200 must not be more than F_spring = 100'
wrong $plates '(p = 1e5, C_steel = 0)' 'C_steel = 0 must be above 0'
wrong $plates '(p = 1e5, G_cooling = -1)' 'G_cooling'
wrong $plates '(p = 1e5, mu = [0, 300, 400; 0, 0.1, 0.1; 2, 0.1, 0.1; 1, 0.1, 0.1])' 'ascend'
wrong $plates '(p = 1e5, mu = [0, 400, 300; 0, 0.1, 0.1])' 'ascend'
wrong $plates '(p = 1e5, mu = [0, 300; 0, -0.1])' 'mu: a friction coefficient is not negative'
wrong $plates '(p = 1e5, mu = [0, 300; -1, 0.1])' 'sliding speeds are not negative'
wrong $plates '(p = 1e5, mu = [0.1])' 'mu needs a row of temperatures'
wrong Freewheel.OneWayLaminarBrake '(p = 1e5, direction = 0)' 'direction is 1 or -1'
wrong Clutch.TorqueLoss '(useMap = true, x = 0, map = [0, 0; 10, 1; 5, 2])' 'ascend'
wrong Clutch.TorqueLoss '(useMap = true, x = 0, map = [0, 0; 0, -1])' 'map: a loss torque is not negative'
wrong Clutch.TorqueLoss '(torque = 1, peak = 0.5)' 'peak = 0.5'
wrong Gear.GearEfficiency '(gear = 1, eta = {[0, 0; 0, 1.1]})' 'eta[1]: efficiencies lie above 0 and up to 1'
wrong Gear.GearEfficiency '(gear = 1, eta = {[0, 0; 0, 1], [0, 0; 0, 0]})' 'eta[2]: efficiencies lie above 0 and up to 1'
wrong Gear.GearEfficiency '(gear = 1, eta = {[0, 0; 5, 1; 5, 0.9; 3, 0.8]})' 'ascend'
wrong Gear.GearEfficiency '(gear = 1, eta = {[0, 0; 0, 1]}, friction = [0, -1])' 'friction: torques are not negative'
wrong Gear.VariableGear '(ratio = 1, useRate = true, ratio_rate = 0, useDerivative = true)' 'not both'
wrong Gear.CVT '(F_1 = 1, F_2 = 1, i_min = 2, i_max = 1)' 'i_max = 1'
wrong Gear.CVT '(F_1 = 1, F_2 = 1, i_start = 5)' 'i_start = 5'
wrong Gear.CVT '(F_1 = 1, F_2 = 1, eta = [1, 1.2])' 'eta: efficiencies lie above 0 and up to 1'
wrong Gear.CVT '(F_1 = 1, F_2 = 1, mu = [0, 0.05; 1, 0.09])' 'mu: its first row'
wrong Converter.TorqueConverter '(capacity = Converter.withOverrun([0, 0.004; 1, 0.001]))' 'capacity[2, :] = [1, 0.001]'
wrong Converter.TorqueConverter '(capacity = Converter.withOverrun([0.1, 0.004; 0.9, 0.001]))' 'capacity[1, :] = [0.1, 0.004]'
wrong Converter.LockUpTC '(close = true, slip_wanted = -3)' 'slip_wanted'
wrong Converter.TorqueConverter '(capacity = Converter.capacityOfK([0, 140; 0.8, 0]))' 'k[2, 2] = 0'
wrong Converter.TorqueConverter '(capacity = Converter.capacityOfK([0, 140; 0.8, 170; 0.5, 180]))' 'ascend'

# doubt TEXT COMPONENT: the component between two inertias runs, and is told TEXT; without TEXT nothing is said
doubt() {
    cat >"$work/doubt.dtm" <<END
model doubt
  import Drivetrain.*;
  Source.ConstantTorque motor(tau_constant = 100);
  Shaft.Inertia a(J = 0.1, phi(fixed = true), w(start = 100, fixed = true)), b(J = 1, phi(fixed = true), w(fixed = true));
  $2
equation
  connect(motor.flange, a.flange_a);
  connect(a.flange_b, part.flange_a);
  connect(part.flange_b, b.flange_a);
end doubt;
END
    "$dtc" sim "$work/doubt.dtm" --stop 2 --audit --quiet -o "$work/doubt.csv" >"$work/account" 2>"$work/err"
    code=$?
    if [ $code -eq 0 ] && if [ "$1" ]; then grep -qF "$1" "$work/err"; else [ ! -s "$work/err" ]; fi; then passed=$((passed + 1)); else
        echo "FAILED: $2: exit code $code, not said: $1"
        head -n 5 "$work/err"
        failed=$((failed + 1))
    fi
}
# tables VALUES TEXT: of a converter; then whether the account says so
tables() { doubt "$2" "Converter.TorqueConverter part($1);"; }
accounts() {
    if [ "$(grep -c 'note: part has dissipated less than nothing' "$work/account")" -eq "$1" ]; then passed=$((passed + 1)); else
        echo "FAILED: a part that makes energy: $1 notes wanted"
        cat "$work/account"
        failed=$((failed + 1))
    fi
}
tables 'torque_ratio = [0, 2; 0.85, 1.9; 1, 1]' 'part: capacity, row 2: the converter makes energy. At nu = 0.8 torque_ratio*nu = 1.52471: more comes out of the turbine'
accounts 1
tables 'torque_ratio = [0, 2; 0.7, 1.9; 1, 1]' 'part: torque_ratio, row 2: the converter makes energy. At nu = 0.7 torque_ratio*nu = 1.33'
tables 'capacity = [0, 0.004; 1, 0.003; 1.1, -1e-3], torque_ratio = [0, 3; 1, 1]' 'part: capacity, after row 1: the converter makes energy. At nu = 0.75 torque_ratio*nu = 1.125'
tables 'capacity = [0, 0.004; 0.8, 0.003; 1, 0; 1.5, -0.001], torque_ratio = [0, 2; 0.85, 1; 1, 1; 1.5, 0.5]' 'part: capacity, row 4: the converter makes energy. At nu = 1.5 torque_ratio*nu = 0.75, and the capacity is negative'
tables 'capacity = Converter.capacityOfK([0, 140; 0.9, 200])' 'capacity: its last row, 0.00227973 at nu = 0.9, holds beyond it'
for table in Trami Advisor; do
    tables "capacity = Data.$table.capacity, torque_ratio = Data.$table.ratio" ''
    accounts 0
done
tables 'capacity = Converter.withOverrun(Converter.capacityOfK([0, 140; 0.8, 170; 0.95, 400]))' ''
tables 'capacity = Converter.withOverrun([0, 0.004; 0.8, 0.003; 1, 0])' ''
# plates VALUES TEXT: of a clutch
plates() { doubt "$2" "Clutch.LaminarClutch part(p = 2e5, $1);"; }
plates 'n_plates = 4' ''
plates 'T_oil = 80' 'in part: part.T_oil = 80 is hardly in K'
plates 'T_start = 80' 'in part: part.T_start = 80 is hardly in K'
plates 'r_inner = 55, r_outer = 75' 'in part: assertion failed: r_outer = 75 is hardly in m'
plates 'mu = [0, 300; 0, 12]' 'in part: assertion failed: mu: a friction coefficient of 12 is hardly meant'
plates 'mu = [0, 300; 0, 0]' 'in part: assertion failed: mu: without a friction coefficient above 0 the plates hold nothing'
plates 'mu = [0, 0, 1; 313, 0.13, 0.14; 353, 0.12, 0.13]' 'in part: assertion failed: mu[1, 2:end]: temperatures are in K, and 0 is hardly one'
plates 'mu = [0, 0, 1; 313, 0.13, 0.14; 353, 0.12, 0.13]' 'in part: assertion failed: mu[2:end, 1]: sliding speeds are in m/s, and 353 is hardly one'

# What is too stiff for explicit steps is told, with its time constant: oil that hardly yields, a spool with its mass.
stiff() { # stiff COMPONENT MODIFICATION PORT TEXT
    printf 'model stiff "What is stiff"\n  import Drivetrain.*;\n  Oil.Supply line(p = 1e5);\n  Oil.Gap gap;\n  %s part%s;\nequation\n  connect(line.port, gap.a);\n  connect(gap.b, part.%s);\nend stiff;\n' \
        "$1" "$2" "$3" >"$work/stiff.dtm"
    "$dtc" check "$work/stiff.dtm" >"$work/err" 2>&1
    if if [ "$4" ]; then grep -qF "$4: a fixed step is to be shorter, or of the method rosenbrock" "$work/err"; else ! grep -q rosenbrock "$work/err"; fi; then passed=$((passed + 1)); else
        echo "FAILED: $1$2: not said: $4"
        cat "$work/err"
        failed=$((failed + 1))
    fi
}
stiff Oil.Volume '(C = 4e-13)' port 'has a time constant of 0.0002 s'
stiff Oil.Volume '(C = 2e-12)' port ''
stiff Oil.Cylinder '(C = 2e-13)' port 'has a time constant of 0.0001 s'
stiff Oil.ReducingValve '(force = 1, redeclare Oil.MassSpool spool(m = 0.02, c = 2000))' work 'swings with a time constant of 0.00316228 s'
stiff Oil.ReducingValve '(force = 1)' work ''

# tables without rows
wrong Converter.TorqueConverter '(capacity = zeros(0, 2))' 'in part: a table without rows is looked up in here'
wrong Converter.TorqueConverter '(torque_ratio = zeros(0, 2))' 'in part: a table without rows is looked up in here'
wrong Converter.TorqueConverter '(capacity = Converter.capacityOfK([140, 0.1; 170, 0.8]))' 'k[1, :] = [140, 0.1] is hardly a row of speed ratio and K-factor'
wrong Converter.TorqueConverter '(capacity = Converter.capacityOfK(k)); parameter Real k[2, 2] = [0, 140; 0.8, 0]' 'assertion failed: a K-factor is above 0: k[2, 2] = 0'
wrong Converter.TorqueConverter '(capacity = Converter.withOverrun(Converter.capacityOfK(k))); parameter Real k[2, 2] = [140, 0.1; 170, 0.8]' 'assertion failed: k[1, :] = [140, 0.1] is hardly'

# A pressure in Pa where a share is expected is told once in a run, with its instance and by every method; 1.4 is not.
share() { # share HEIGHT METHOD TIMES
    cat >"$work/share.dtm" <<END
model share
  import Drivetrain.*;
  Shaft.Inertia engine(J = 0.2, phi(fixed = true), w(start = 200, fixed = true)), load(J = 1, phi(fixed = true), w(fixed = true));
  Clutch.Clutch clutch(fn_max = 800);
  Block.Ramp pressure(height = $1, duration = 0.5);
equation
  connect(engine.flange_b, clutch.flange_a);
  connect(clutch.flange_b, load.flange_a);
  connect(pressure.y, clutch.f_normalized);
end share;
END
    "$dtc" sim "$work/share.dtm" --method "$2" --stop 1 --vars load.w --quiet >/dev/null 2>"$work/err"
    if [ "$(grep -c 'warning: share at time [0-9.e-]*: clutch.f_normalized = [0-9.e+]* is above its max = 1.5' "$work/err")" = "$3" ] &&
        [ "$(grep -c 'clutch is declared here' "$work/err")" = "$3" ]; then passed=$((passed + 1)); else
        echo "FAILED: f_normalized to $1, $2: not told $3 times"
        cat "$work/err"
        failed=$((failed + 1))
    fi
}
share 5e5 cvode 1
share 5e5 euler 1
share 1.4 cvode 0

# dtc gears: what plates can hold, and that losses hold nothing
"$dtc" gears tests/clutches/clutches.dtm --model Clutches.TwoSpeed --in input_.flange_a --out output_.flange_b >"$work/gears" 2>"$work/err"
for line in 'low brake ring, housing' 'back freewheel ring, housing' 'direct clutch input_, output_' 'loss friction output_, housing' 'drag friction output_, housing' \
    '1 3.60000 18/5 both low 13/5' '1 3.60000 18/5 drive back 13/5' '2 1.00000 1 both direct 1'; do
    if sed 's/  */ /g; s/^ //; s/ $//' "$work/gears" | grep -qFx "$line"; then passed=$((passed + 1)); else
        echo "FAILED: dtc gears does not say: $line"
        cat "$work/err"
        failed=$((failed + 1))
    fi
done
finish
