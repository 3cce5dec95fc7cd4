#!/bin/sh
# The components of the library against closed solutions.
#
# NAME.dtm is simulated with Euler's method; each line of NAME.expect, "variable time value tolerance", is a result that
# was worked out by hand (what follows # says how), "#step H" the step. A model's own `assert`s count too. With "#rtol R" it is
# simulated with a variable step as well; then the energy account closes to 1e-6 of what is put in.
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$(cd ../.. && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
. ../fast.sh
CC=$fast
export CC
. ../add.sh

# results NAME: compares $tmp/out.csv with NAME.expect
results() {
    awk -F, '
        FNR == NR {
            sub(/#.*/, "")
            if (NF && split($0, f, " ") == 4) want[++wants] = $0
            next
        }
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { time[++rows] = $1 + 0; row[rows] = $0 }
        END {
            for (w = 1; w <= wants; w++) {
                split(want[w], f, " ")
                for (r = 1; r < rows && time[r] < f[2] - 1e-9; r++) ;
                split(row[r], x, ",")
                v = (f[1] in column) && time[r] >= f[2] - 1e-9 ? x[column[f[1]]] : "nothing"
                d = v - f[3]
                if (v == "nothing" || d > f[4] + 0 || -d > f[4] + 0) {
                    print "FAILED '"$1"': " f[1] " at " f[2] " is to be " f[3] ", got " v
                    bad++
                }
            }
            print wants - bad, bad + 0
        }' "$1.expect" "$tmp/out.csv" >"$tmp/result"
    sed '$d' "$tmp/result"
    read -r good bad <<END
$(tail -n 1 "$tmp/result")
END
    [ "${good:-0}" -gt 0 ] || fail "$1: nothing is as expected"
    passed=$((passed + good)) failed=$((failed + bad))
}

# says TITLE TEXT ...: the model on standard input does not compile, and dtc says each TEXT
says() {
    title=$1
    shift
    cat >"$tmp/model.dtm"
    "$DTC" check "$tmp/model.dtm" >"$tmp/log" 2>&1
    code=$?
    [ $code -eq 1 ] || fail "$title: exit code $code"
    for text; do
        if grep -qF -- "$text" "$tmp/log"; then
            passed=$((passed + 1))
        else
            fail "$title: does not say: $text"
            cat "$tmp/log"
        fi
    done
}

for f in *.expect; do
    name=${f%.expect}
    step=$(sed -n 's/^#step //p' "$f")
    vars=$(awk '/^[^#]/ && !($1 in seen) { seen[$1]; printf "%s%s", comma, $1; comma = "," }' "$f")
    if "$DTC" sim "$name.dtm" --method euler --step "$step" --interval 0.01 --vars "$vars" --quiet -o "$tmp/out.csv" 2>"$tmp/log"; then
        results "$name"
    else
        fail "$name does not run"
        head -n 20 "$tmp/log"
    fi
    rtol=$(sed -n 's/^#rtol //p' "$f")
    [ "$rtol" ] || continue
    if "$DTC" sim "$name.dtm" --method cvode --rtol "$rtol" --audit --interval 0.01 --vars "$vars" --quiet -o "$tmp/out.csv" >"$tmp/account" 2>"$tmp/log"; then
        results "$name"
        if awk '$1 == "residual" { part = $3; n++ } END { exit !(n == 1 && part < 1e-6) }' "$tmp/account"; then
            passed=$((passed + 1))
        else
            fail "$name: energy account, $(grep residual "$tmp/account")"
        fi
    else
        fail "$name does not run with a variable step"
        head -n 20 "$tmp/log"
    fi
done

# The ZF 4HP22 with the brake C'' and its freewheel as two parts: the node between them has no inertia.
says "the 4HP22 with C'' as two parts" "there is no inertia" "gearbox.Cp" "gearbox.fw2" "a clutch in series with a freewheel is a SeriesOneWayClutch" <<END
$(sed -e 's/^    replaceable Interfaces.PartialTwoFlanges Cp.*$/    replaceable Interfaces.PartialTwoFlangesAndSupport Cp;\n    Freewheel.Freewheel fw2;/' \
    -e 's/redeclare Freewheel.SeriesOneWayClutch Cp(/redeclare Clutch.Brake Cp(/' \
    -e 's/connect(housing.flange, Cp.flange_a);/connect(Cp.flange_b, fw2.flange_a);/' \
    -e 's/connect(Cp.flange_b, sun12.flange_a);/connect(fw2.flange_b, sun12.flange_a);/' ../../models/zf4hp22/zf4hp22.dtm)
END

# An engine is started at any speed of the car, also where its slip passes zero between two samples.
for method in euler rk4; do
    for v in 3 3.1 4 5.1 6.4 7.6 8 8.1 8.7 10 12; do
        "$DTC" sim --model Drivetrain.Examples.Hybrids.StartBySlip --set car.mass.v.start=$v --method $method --step 1e-3 --interval 5 \
            --vars engine.w,machine.w --quiet -o "$tmp/out.csv" 2>"$tmp/log"
        if tail -n 1 "$tmp/out.csv" | awk -F, '{ exit !($1 == 5 && $3 > 30*'$v' && $2 - $3 < 1e-3 && $3 - $2 < 1e-3) }'; then
            passed=$((passed + 1))
        else
            fail "StartBySlip at $v m/s by $method: $(cat "$tmp/log" "$tmp/out.csv")"
        fi
    done
done

# doubts TEXT COMPONENT [EQUATION]: a model of the component runs, and dtc says TEXT
doubts() {
    printf 'model doubt\n  import Drivetrain.*;\n  %s\nequation\n  %s\n  annotation(experiment(StopTime = 0.5));\nend doubt;\n' "$2" "$3" >"$tmp/model.dtm"
    "$DTC" sim "$tmp/model.dtm" --method euler --step 1e-3 --quiet -o "$tmp/out.csv" >"$tmp/log" 2>&1
    code=$?
    if [ $code -eq 0 ] && grep -qF -- "$1" "$tmp/log"; then passed=$((passed + 1)); else
        fail "$2: exit code $code, does not say: $1"
        cat "$tmp/log"
    fi
}
pack='Electric.Bus bus; Electric.Battery b('
on='connect(b.dc, bus.dc);'
doubts 'in ocv, entropy, R_discharge and R_charge are 0 to 1; per cent' "${pack}cell(ocv = [0, 3; 100, 4]));" "$on"
doubts 'in ocv, entropy, R_discharge and R_charge are 0 to 1; per cent' "${pack}cell(R_discharge = [0, 298; 20, 0.01; 80, 0.01]));" "$on"
doubts 'temperatures in R_discharge, R_charge, R_pair and derating are in K' "${pack}cell(R_discharge = [0, 10, 40; 0.5, 0.02, 0.01]));" "$on"
doubts 'temperatures in R_discharge, R_charge, R_pair and derating are in K' "${pack}cell(derating = [-10, 0; 60, 1]));" "$on"
says 'a cell without resistance' 'resistances in R_discharge and R_charge are above 0; here 0 Ohm' <<END
model none import Drivetrain.*; $pack cell(R_charge = [0, 298; 0.5, 0])); equation $on end none;
END
machine='Electric.MappedMachine m(J = 0.05, useDc = false, tau_ref = 200, w(start = '
doubts 'faster than the map of the largest torque goes: 1050' "${machine}1049, fixed = true));"
gears='Source.ConstantTorque t(tau_constant = 1); Shaft.Inertia a(J = 1), b(J = 1); Gear.StepGear g(ratio = {'
nets='connect(t.flange, a.flange_a); connect(a.flange_b, g.flange_a); connect(g.flange_b, b.flange_a);'
doubts 'gear 3 is asked for, and there are 2 ratios: it is neutral' "${gears}2, 1}, gear = if time < 0.1 then 2 else 3);" "$nets"
doubts 'in table: there is no shift element dirct; did you mean direct?' \
    "${gears}2, 1}, gear = 1); Clutch.BearingFriction direct; Shift.ShiftTable table(element = {\"g\", \"dirct\"}, gear = {\"1\"}, engaged = [1, 0]);" \
    "$nets connect(direct.flange_a, b.flange_b);"
doubts 'in own: there is no shift element nosuch' \
    "${gears}2, 1}, gear = 1); record Own parameter String element[:]; annotation(__dtc(shiftTable = true)); end Own; Own own(element = {\"nosuch\", \"g\"});" "$nets"
says 'a ratio of 0' 'ratio: none is 0; neutral is gear 0' <<END
model zero import Drivetrain.*; ${gears}2, 0}, gear = 1); equation $nets end zero;
END
doubts 'm = 1.9 is hardly the mass of a vehicle in kg' 'Translational.Mass body(m = 1900, v(start = 9, fixed = true)); Vehicle.CarResistance road(m = 1.9, f0 = 100, brake = 0);' 'connect(body.flange_b, road.flange);'
says 'an efficiency of 0 under load' 'lossOfEfficiency: efficiencies are above 0 and up to 1' <<END
model none parameter Real loss[:, :] = Drivetrain.Electric.lossOfEfficiency([0, 0, 50; 0, 0, 0; 100, 0, 0]); end none;
END

# Heat and oil flow between places that are given: these are no springs within a rigid body.
if "$DTC" check oil.dtm >"$tmp/log" 2>&1 && ! grep -q 'rigid body' "$tmp/log"; then passed=$((passed + 1)); else
    fail "oil between two pressures that are given: $(grep -m 1 rigid "$tmp/log")"
fi

# Speeds of planets cost nothing where nobody reads them.
for model in models/zf4hp22/zf4hp22 models/autogear4/autogear4 models/transmissions/model_t; do
    if "$DTC" "../../$model.dtm" -o "$tmp/step.c" 2>"$tmp/log" && ! grep -q w_planet "$tmp/step.c"; then passed=$((passed + 1)); else
        fail "$model: $(cat "$tmp/log") $(grep -m 3 w_planet "$tmp/step.c")"
    fi
done

# Names of the Modelica library: the same C as with the names of this library; and every one of modelica.names is a class (a model with all of
# them has other errors: values that are missing, connectors that are left open).
sed -E -e 's/Modelica\.Mechanics\.Rotational\.Components\.(Fixed|Inertia)/Drivetrain.Shaft.\1/' \
    -e 's/Modelica\.Mechanics\.Rotational\.Components\.(Spring|Damper)/Drivetrain.Spring.\1/' -e 's/import Modelica\.Mechanics\.Rotational\.Components\.Clutch/import Drivetrain.Clutch.Clutch/' \
    -e 's/Modelica\.Mechanics\.Rotational\.Components\./Drivetrain.Gear./' -e 's/Modelica\.Mechanics\.Rotational\.Sources/Drivetrain.Source/' \
    -e 's/Modelica\.Blocks\.(Sources|Math)\.([A-Z])/Drivetrain.Block.\2/' -e 's/Modelica\.Mechanics\.Translational\.[A-Z][a-z]+/Drivetrain.Translational/' \
    -e 's/Modelica\.Blocks\.Continuous/Drivetrain.Block/' -e 's/Modelica\.Units\.SI\./Drivetrain.Types./' modelica.dtm >"$tmp/own.dtm"
mkdir "$tmp/theirs" "$tmp/own"

# Each component by itself.
if "$DTC" check --model Drivetrain >"$tmp/log" 2>"$tmp/said" && grep -qE '^dtc: Drivetrain: [1-9][0-9][0-9] good, 0 wrong, [123]?[0-9] not checked$' "$tmp/log"; then passed=$((passed + 1)); else
    fail "a component of the library: $(cat "$tmp/log")"
    head -n 10 "$tmp/said"
fi
for model in First CoupledClutches Sliding; do
    "$DTC" modelica.dtm --model "ModelicaTest.$model" -o "$tmp/theirs/step.c" 2>"$tmp/log"
    "$DTC" "$tmp/own.dtm" --model "ModelicaTest.$model" -o "$tmp/own/step.c" 2>>"$tmp/log"
    if cmp "$tmp/theirs/step.c" "$tmp/own/step.c" >>"$tmp/log" 2>&1; then
        passed=$((passed + 1))
    else
        fail "$model is not the same with the names of the Modelica library"
        cat "$tmp/log"
    fi
done
{ echo "model names"; awk '{ print "  " $1 " c" NR ";" }' modelica.names; echo "  Modelica.Blocks.Sources.Absent absent;"; echo "end names;"; } >"$tmp/names.dtm"
"$DTC" check "$tmp/names.dtm" 2>&1 | grep -F "has no class" >"$tmp/log"
if grep -qF '`Absent`' "$tmp/log" && [ "$(wc -l <"$tmp/log")" -eq 1 ]; then
    passed=$((passed + $(wc -l <modelica.names)))
else
    fail "names of the Modelica library"
    cat "$tmp/log"
fi

finish
