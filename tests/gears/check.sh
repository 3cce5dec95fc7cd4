#!/bin/sh
# dtc gears: members, elements and gears of gear trains, exact; what it refuses. The transmissions of the reference data, where they are there.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
dtc=${DTC:-$BUILD/dtc}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh

# has WORDS: a line of the table, with single blanks
has() {
    if sed 's/  */ /g; s/^ //; s/ $//' "$tmp/out" | grep -qFxe "$*"; then ok; else fail "$what: no line '$*'"; fi
}
# gears WHAT ARGUMENTS...
gears() {
    what=$1
    shift
    "$dtc" gears "$@" >"$tmp/out" 2>"$tmp/err" || fail "$what: $(cat "$tmp/err")"
}
# refuses TEXT ARGUMENTS...
misused() { # misused TEXT ARGUMENTS: the command line is refused, with exit code 2
    text=$1
    shift
    "$dtc" gears "$@" >"$tmp/out" 2>"$tmp/err"
    if [ $? -eq 2 ] && grep -qF -e "$text" "$tmp/err"; then ok; else fail "$*: not '$text': $(head -n 1 "$tmp/err")"; fi
}
refuses() {
    text=$1
    shift
    "$dtc" gears "$@" >"$tmp/out" 2>"$tmp/err"
    if [ $? = 1 ] && grep -qFe "$text" "$tmp/err" && [ ! -s "$tmp/out" ]; then ok; else fail "$*: not '$text': $(cat "$tmp/err")"; fi
}

for how in '--model Zf4hp22.Gearbox' '--sub gearbox'; do
    # shellcheck disable=SC2086
    gears "zf4hp22 $how" models/zf4hp22/zf4hp22.dtm $how
    has middle p1.carrier p2.ring p3.carrier E
    has E one-way clutch sun3, middle
    has fw1 freewheel housing, carrier2
    has Cp freewheel housing, sun12
    has D brake carrier2, housing
    has 1 2.47945 181/73 both A 1 D 108/73 E 5611/6059
    has 1 2.47945 181/73 drive A 1 fw1 108/73 E 5611/6059
    has 3 1.47945 108/73 both A 1 C 35/73 E 3348/6059
    has 3 1.47945 108/73 drive A 1 Cp 35/73 E 3348/6059
    has 5 1.00000 1 both A 73/108 B 35/108 E 31/83
    has 6 0.72807 83/114 both A 73/108 B 35/108 F -31/114
    has R -2.08571 -73/35 both B 1 D -108/35 E -2263/2905
    [ "$(sed -n '/^Gears/,$p' "$tmp/out" | grep -c ' \(both\|drive\|coast\|no: E\) ')" = 14 ] || fail "$how: not 14 gears"
done
gears autogear4 models/autogear4/autogear4.dtm --sub gearbox
has 1 2.40000 12/5 drive C1 27/71 C3 1 C5 7/5
has R -1.93333 -29/15 drive C1 27/71 C3 1 RC -44/15

cat >"$tmp/t.dtm" <<'END'
package T
  import Drivetrain.*;
  model Train "A reduction beside a direct clutch, a clutch within a shaft, an element that reaches nothing"
    Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b;
    parameter Real i = 2.5;
    Gear.IdealGear gear(ratio = i);
    Shaft.Inertia first(J = 1), lay(J = 1), out(J = 1), alone(J = 1);
    Clutch.Clutch low(fn_max = 1), direct(fn_max = 1), inside(fn_max = 1), far(fn_max = 1);
    Freewheel.Freewheel free;
  equation
    connect(flange_a, first.flange_a);
    connect(first.flange_b, gear.flange_a);
    connect(gear.flange_b, lay.flange_a);
    connect(lay.flange_b, low.flange_a);
    connect(low.flange_b, out.flange_a);
    connect(lay.flange_b, free.flange_a);
    connect(free.flange_b, out.flange_a);
    connect(first.flange_b, direct.flange_a);
    connect(direct.flange_b, out.flange_a);
    connect(first.flange_a, inside.flange_a);
    connect(inside.flange_b, first.flange_b);
    connect(far.flange_b, alone.flange_a);
    connect(far.flange_a, out.flange_b);
    connect(out.flange_b, flange_b);
  end Train;
  model Huge "No fractions of 64 bits"
    Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b;
    Planetary.Planetary p[12](z_sun = {1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061, 1063, 1069},
      z_ring = {2003, 2011, 2017, 2027, 2029, 2039, 2053, 2063, 2069, 2081, 2083, 2087});
    Shaft.Fixed f;
  equation
    connect(flange_a, p[1].sun);
    for k in 1:11 loop
      connect(p[k].carrier, p[k + 1].sun);
    end for;
    for k in 1:12 loop
      connect(p[k].ring, f.flange);
    end for;
    connect(p[12].carrier, flange_b);
  end Huge;
  model Many "Ten sets in a row, a brake and a clutch on each"
    Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b;
    Planetary.Planetary p[10](each z_sun = 30, each z_ring = 70);
    Clutch.Brake b[10](each fn_max = 1); Clutch.Clutch c[10](each fn_max = 1);
  equation
    connect(flange_a, p[1].sun);
    for k in 1:9 loop
      connect(p[k].carrier, p[k + 1].sun);
    end for;
    for k in 1:10 loop
      connect(p[k].ring, b[k].flange_a);
      connect(p[k].ring, c[k].flange_a);
      connect(p[k].carrier, c[k].flange_b);
    end for;
    connect(p[10].carrier, flange_b);
  end Many;
end T;
END
gears 'a train of two gears' "$tmp/t.dtm" --model T.Train
has 1 2.50000 5/2 both low 5/2
has 1 2.50000 5/2 drive free 5/2
has 2 1.00000 1 both direct 1
has A ratio is typed as a decimal number, and taken as that fraction.
has 'inside clutch flange_a, flange_a: does nothing, its sides always turn together'
gears 'a train with another ratio' "$tmp/t.dtm" --model T.Train --set i=7/3
has 1 2.33333 7/3 both low 7/3
gears 'from the layshaft' "$tmp/t.dtm" --model T.Train --in lay.flange_a
has 1 1.00000 1 both low 1
has 2 0.40000 2/5 both direct 2/5
cat >"$tmp/slips.dtm" <<'END'
package Slips "What yields or has a ratio that varies couples nothing rigidly"
  import Drivetrain.*;
  model Tires
    Shaft.Inertia motor(J = 0.1), wheel(J = 1);
    Gear.IdealGear gear(ratio = 3);
    Tire.MagicFormula tire(radius = 0.3, Fz = 4000);
    Translational.Mass car(m = 1000);
  equation
    connect(motor.flange_b, gear.flange_a);
    connect(gear.flange_b, wheel.flange_a);
    connect(wheel.flange_b, tire.flange_a);
    connect(tire.flange_b, car.flange_a);
  end Tires;
  model Product "The slip is a product; a freewheel that is not one of the speeds alone"
    Shaft.Inertia a(J = 1), b(J = 1), c(J = 1);
    Real r = 2 + sin(time), tau;
    switching law(slip = r*a.w - b.w, torque = tau, lower = 0);
    Clutch.Clutch clutch;
  equation
    a.flange_a.tau = r*tau;
    b.flange_a.tau = -tau;
    connect(b.flange_b, clutch.flange_a);
    connect(clutch.flange_b, c.flange_a);
    clutch.f_normalized = 1;
  end Product;
end Slips;
END
gears 'a tire holds nothing' "$tmp/slips.dtm" --model Slips.Tires --in motor.flange_a --out wheel.flange_b
has 'tire friction wheel, car: slips, holds nothing here'
has 1 3.00000 3 both
if [ -s "$tmp/err" ]; then fail "$what: $(cat "$tmp/err")"; else ok; fi
gears 'what slips by a product holds nothing' "$tmp/slips.dtm" --model Slips.Product --in b.flange_a --out c.flange_b
has 'law freewheel slips, holds nothing here'
has 1 1.00000 1 both clutch 1
gears 'numbers beyond 64 bits' "$tmp/t.dtm" --model T.Huge
huge=$(python3 -c 'from fractions import Fraction as F
sun = [1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061, 1063, 1069]
ring = [2003, 2011, 2017, 2027, 2029, 2039, 2053, 2063, 2069, 2081, 2083, 2087]
r = F(1)
for s, k in zip(sun, ring):
    r *= F(s + k, s)
print("1 %.5f %s both" % (float(r), r))')
has "$huge"
begin=$(date +%s)
gears 'twenty elements' "$tmp/t.dtm" --model T.Many
if [ "$(grep -c ' both ' "$tmp/out")" = 1024 ] && [ $(($(date +%s) - begin)) -le 10 ]; then ok; else fail "twenty elements: $(grep -c ' both ' "$tmp/out") gears, $(($(date +%s) - begin)) s"; fi
{
    echo 'model Row "Brakes of sets in a row: only all of them together make a gear" import Drivetrain.*; Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b;'
    for i in $(seq 26); do echo "Planetary.Planetary p$i(z_sun = 20, z_ring = 50); Clutch.Brake B$i(fn_max = 1);"; done
    echo 'equation connect(flange_a, p1.sun); connect(p26.carrier, flange_b); connect(p26.ring, B26.flange_a);'
    for i in $(seq 25); do echo "connect(p$i.ring, B$i.flange_a); connect(p$i.carrier, p$((i + 1)).sun);"; done
    echo 'end Row;'
} >"$tmp/row.dtm"
begin=$(date +%s)
gears 'twenty-six brakes' "$tmp/row.dtm"
has "$(python3 -c 'from fractions import Fraction as F; r = F(7, 2)
print("1 %.5f %s both" % (float(r**26), r**26), *["B%d %s" % (k + 1, F(5, 2)*r**k) for k in range(26)])')"
if [ $(($(date +%s) - begin)) -le 5 ]; then ok; else fail "twenty-six brakes: $(($(date +%s) - begin)) s"; fi
refuses '--all: 26 elements have too many sets to list' "$tmp/row.dtm" --all
tests/scale/generate chain 20000 >"$tmp/chain.dtm"
refuses 'this gear train has 10001 shafts, more than 600: choose a part of it, --sub PATH' "$tmp/chain.dtm"
refuses '--in: there is no flange flange_x; did you mean flange_a?' "$tmp/t.dtm" --model T.Train --in flange_x
refuses 'flange_a and first.flange_b always turn together: one of them is enough' "$tmp/t.dtm" --model T.Train --out first.flange_b
refuses 'housing.flange, where power goes out, is fixed to the housing: it cannot turn' models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --out housing.flange
refuses '--sub: there is no component gearbux; did you mean gearbox?' models/zf4hp22/zf4hp22.dtm --sub gearbux
box='models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox'
refuses '--in: there is no flange engine; there are flange_a, flange_b' $box --in engine
refuses 'flange_a is named twice among inputs and outputs' $box --out flange_a
refuses '--gear: there is no gear 9; there are: 1' $box --picture lever --gear 9
misused '--ratios is for --teeth LO:HI' $box --ratios 2.8
refuses '--ratios: gear 1 has two ratios' models/transmissions/simpson.dtm --model Th400.Gearbox --teeth 20:100 --ratios 1=2.84,1=3
gears 'a clutch of a gearbox with a table' models/transmissions/simpson.dtm --sub gearbox.A
has 1 1.00000 1 both gearbox.A 1
gears 'a lever on the housing' models/transmissions/dual_clutch.dtm --sub gearbox --picture lever
if grep -q '>housing</text>' "$tmp/out" && ! grep -q 'first.housing' "$tmp/out"; then ok; else fail 'the housing is said to be the housing of each set'; fi
misused '--gear is for the pictures lever and flow' $box --picture stick --gear 1
misused '--all and --search are two tables' $box --all --search 3
misused 'gears.pdf? It can be table json csv md html svg' $box -o "$tmp/gears.pdf"
[ ! -e "$tmp/gears.pdf" ] && ok || fail 'gears.pdf: a file that nobody can read'
echo 'model Minus Drivetrain.Interfaces.Flange_a flange_a; Drivetrain.Interfaces.Flange_b flange_b; Drivetrain.Gear.GearPair pair(z_a = -20, z_b = 40); equation connect(flange_a, pair.flange_a); connect(pair.flange_b, flange_b); end Minus;' >"$tmp/minus.dtm"
refuses 'pair.z_a = -20 is below its min = 1' "$tmp/minus.dtm"
refuses 'set.z_sun[1] = -26 is below its min = 1' models/transmissions/simpson.dtm --model Th400.Gearbox --set 'set.z_sun={-26,26}'
for wrong in '"1": [A, B], "1": [B]/gear 1 is given twice' '"1": [A, A]/A is named twice in gear 1' '"": [A]/a gear is a name and a list of elements' '/there is no gear in it'; do
    echo "gears: {${wrong%%/*}}" >"$tmp/wrong.yaml"
    refuses "${wrong#*/}" $box --shift "$tmp/wrong.yaml"
done

# ---- gears that are given, losses, tables of each gear ------------------------------------------------------------

cat >"$tmp/shift.yaml" <<'END'
gears: {"1": [A, E], "1M": [A, D, E], "2": [A, Cp, E], "3": [A, B, Cp, E], "4": [A, B, Cp, F], R: [B, D, E], N: [E], T: [A, C, D, E], H: [A, C, D]}
END
gears 'gears of a file' models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --shift "$tmp/shift.yaml"
has 1 2.47945 181/73 drive A 1 fw1 108/73 E 5611/6059
has 1M 2.47945 181/73 both A 1 D 108/73 E 5611/6059
has 3 1.00000 1 both A 73/108 B 35/108 E 31/83
has N neutral E
has 'Spread of the forward gears: 20634/6059 = 3.4055'
has 'step to the next 1.6759 1.6759 1.4795 1.3735'
has '2-3 by a freewheel -Cp +B'
if grep -q '^  T  *tie-up .* these fight: A C D E$' "$tmp/out"; then ok; else fail "no tie-up: $(grep '^  T' "$tmp/out")"; fi
if grep -q '^  H  *input held .* held by A C D$' "$tmp/out"; then ok; else fail "input not held: $(grep '^  H' "$tmp/out")"; fi
echo 'gears: {"1": [A, X]}' >"$tmp/wrong.yaml"
refuses 'there is no shift element X' models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --shift "$tmp/wrong.yaml"
echo 'gearz: {"1": [A, X]}' >"$tmp/wrong.yaml"
refuses 'a file of gears has `gears` and `efficiency`' models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --shift "$tmp/wrong.yaml"
refuses 'cannot read' models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --shift "$tmp/none.yaml"
refuses 'two numbers above 0 and up to 1' models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --efficiency 1.1,1

cat >"$tmp/loss.dtm" <<'END'
package L
  import Drivetrain.*;
  partial model Base
    Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b;
    Shaft.Fixed f; Shaft.Inertia a(J = 2), b(J = 3);
  equation
    connect(flange_a, a.flange_a);
    connect(b.flange_b, flange_b);
  end Base;
  model Simple "Sun in, carrier out, ring held"
    extends Base;
    Planetary.Planetary p(z_sun = 30, z_ring = 70);
  equation
    connect(a.flange_b, p.sun);
    connect(p.carrier, b.flange_a);
    connect(p.ring, f.flange);
  end Simple;
  model ByRatio "The same by its ratio"
    extends Base;
    Planetary.IdealPlanetary p(ratio = 70/30);
  equation
    connect(a.flange_b, p.sun);
    connect(p.carrier, b.flange_a);
    connect(p.ring, f.flange);
  end ByRatio;
  model Stepped "Two suns of nearly the same size on stepped planets, carrier in: a high ratio, which cannot be driven from behind"
    extends Base;
    Planetary.PlanetPlanet one(z1 = 100, z2 = 100), two(z1 = 101, z2 = 99);
  equation
    connect(a.flange_b, one.carrier);
    connect(a.flange_b, two.carrier);
    connect(one.planet2, two.planet2);
    connect(one.planet1, f.flange);
    connect(two.planet1, b.flange_a);
  end Stepped;
end L;
END
# 1/(1 + 7/3) by the carrier; Mueller's formulas for one set, eta0 = 0.9*0.8: eta = (1 + 7/3*eta0)/(10/3), back (10/3)/(1 + 7/3/eta0)
for model in Simple ByRatio; do
    gears "losses of one set, $model" "$tmp/loss.dtm" --model L.$model --efficiency 0.9,0.8
    has 1 3.33333 10/3 both
    has 'efficiency, driving 0.804'
    has 'efficiency, coasting 0.78603'
    has 'inertia at flange_a 2.27'
    has 'inertia at flange_b 25.222'
done
# i0 = 99/101: b turns with 1 - i0 = 2/101 of the carrier; eta0 = 0.99^2. Driving eta = (2/101)/(1 - 99/101*eta0), from behind it locks.
gears 'a gear that locks' "$tmp/loss.dtm" --model L.Stepped
has 1 50.50000 101/2 both
has 'efficiency, driving 0.50377'
has 'efficiency, coasting locks'

# ---- other forms: what has to be so holds in JSON, exactly ---------------------------------------------------------

python3 tests/gears/report.py "$dtc" models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --shift "$tmp/shift.yaml" >"$tmp/log"
add $? "$tmp/log" report
python3 tests/gears/report.py "$dtc" models/autogear4/autogear4.dtm --sub gearbox --efficiency 0.97,0.985 >"$tmp/log"
add $? "$tmp/log" report
for file in models/transmissions/*.dtm; do
    package=$(sed -n 's/^package //p' "$file") gearbox=$(sed -n 's/^  model \([A-Za-z]*\) .*/\1/p' "$file" | head -n 1)
    python3 tests/gears/report.py "$dtc" "$file" --model "$package.$gearbox" >"$tmp/log"
    add $? "$tmp/log" report
    python3 tests/gears/pictures.py "$dtc" "$file" --model "$package.$gearbox" >"$tmp/log"
    add $? "$tmp/log" pictures
done
"$dtc" gears models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox -o "$tmp/gears.md" >"$tmp/out" 2>&1 || fail "-o gears.md: $(cat "$tmp/out")"
if [ ! -s "$tmp/out" ] && grep -qFx '| 1 | gear | 2.479452055 | 181/73 | 1.373493976 | 0.9851401419 | 0.9849598664 | both | 1 |  |  |  | 108/73 |  | 5611/6059 |  |' "$tmp/gears.md"; then ok; else fail "Markdown: $(cat "$tmp/out" "$tmp/gears.md")"; fi
"$dtc" gears models/zf4hp22/zf4hp22.dtm --format mat >"$tmp/out" 2>"$tmp/err"
if [ $? = 2 ] && grep -q 'what is --format mat? It can be table json csv md html svg' "$tmp/err"; then ok; else fail "--format mat: $(cat "$tmp/err")"; fi

# ---- teeth for wanted ratios -------------------------------------------------------------------------------------------

python3 tests/gears/teeth.py "$dtc" models/transmissions/simpson.dtm >"$tmp/log"
add $? "$tmp/log" teeth
gears 'teeth of four sets' models/transmissions/zf8hp.dtm --model Zf8hp.Gearbox --teeth 20:90 --ratios 1=4.7,2=3.13
grep -q 'looked at, not all: there may be better ones' "$tmp/out" && ok || fail 'teeth of four sets: proven'
refuses 'LOW:HIGH is expected' models/transmissions/zf8hp.dtm --model Zf8hp.Gearbox --teeth 90:20 --ratios 4.7
refuses '--teeth needs --ratios' models/transmissions/zf8hp.dtm --model Zf8hp.Gearbox --teeth 20:90
refuses 'x=4 is no ratio of a gear' models/transmissions/zf8hp.dtm --model Zf8hp.Gearbox --teeth 20:90 --ratios x=4
refuses 'nothing from 20 to 25 teeth can be mounted in p1 with 3 planets' models/transmissions/zf8hp.dtm --model Zf8hp.Gearbox --teeth 20:25 --ratios 4
refuses 'there is no planetary set with teeth' models/transmissions/layshaft.dtm --model Manual5.Gearbox --teeth 20:25 --ratios 4

# ---- several inputs and outputs ---------------------------------------------------------------------------------------

cat >"$tmp/ports.dtm" <<'END'
package P
  import Drivetrain.*;
  model Split "Power split: engine on the carrier, generator on the sun, motor by a set whose carrier stands"
    Interfaces.Flange_a engine, mg1, mg2; Interfaces.Flange_b out;
    Planetary.Planetary split(z_sun = 30, z_ring = 78), red(z_sun = 22, z_ring = 58);
    Shaft.Fixed f; Clutch.Brake b(fn_max = 1);
  equation
    connect(engine, split.carrier); connect(mg1, split.sun); connect(split.ring, out); connect(red.ring, out);
    connect(red.carrier, f.flange); connect(red.sun, mg2); connect(b.flange_a, split.sun);
  end Split;
  model Centre "Centre differential with a lock, axle drives of opposite sense"
    Interfaces.Flange_a flange_a; Interfaces.Flange_b front, rear;
    Planetary.Planetary centre(z_sun = 30, z_ring = 60); Clutch.Clutch lock(fn_max = 1);
    Gear.IdealGear f(ratio = 16/5), r(ratio = -16/5);
  equation
    connect(flange_a, centre.carrier); connect(centre.sun, f.flange_a); connect(f.flange_b, front);
    connect(centre.ring, r.flange_a); connect(r.flange_b, rear); connect(lock.flange_a, centre.sun); connect(lock.flange_b, centre.ring);
  end Centre;
  model Warm "A clutch with a port for heat, which turns nothing, and a rack"
    Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b; Clutch.LaminarClutch c(useHeatPort = true);
    Translational.Components.Mass m(m = 1); Gear.IdealGearR2T rack(ratio = 10);
  equation
    connect(flange_a, c.flange_a); connect(c.flange_b, flange_b); connect(flange_b, rack.flangeR); connect(rack.flangeT, m.flange_a);
  end Warm;
end P;
END
gears 'power split' "$tmp/ports.dtm" --model P.Split --in engine,mg1,mg2 --out out
has '1 mg2 = -522/143*engine + 145/143*mg1, out = 18/13*engine - 5/13*mg1 variator'
has '2 mg1 = 0, mg2 = -522/143*engine, out = 18/13*engine both b (-5/18*engine - mg1)'
gears 'power split, machines not named' "$tmp/ports.dtm" --model P.Split --in engine --out out
has '1 0.72222 13/18 both b -5/18'
gears 'centre differential' "$tmp/ports.dtm" --model P.Centre --out front,rear
has '1 front = 5/16*flange_a, rear = -5/16*flange_a both lock (1/3*flange_a + 5/16*front)'
has '2 rear = -15/32*flange_a + 1/2*front variator'
gears 'what heat flows through is no member' "$tmp/ports.dtm" --model P.Warm
has 'Warm: 2 freedoms, 1 elements'
has 'm rack.flangeT'
if grep -q heatPort "$tmp/out"; then fail 'a port for heat is a member'; else ok; fi
python3 tests/gears/trains.py "$dtc" "$tmp" 1 60 >"$tmp/log"
add $? "$tmp/log" trains

# ---- likely mistakes --------------------------------------------------------------------------------------------------

cat >"$tmp/doubt.dtm" <<'END'
package D
  import Drivetrain.*;
  partial model Base
    Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b;
    Shaft.Fixed f; Shaft.Inertia a(J = 2), b(J = 3);
  equation
    connect(flange_a, a.flange_a);
    connect(b.flange_b, flange_b);
  end Base;
  model Contradictory
    extends Base;
    Gear.IdealGear g(ratio = 2), h(ratio = 3);
    Planetary.Planetary p(z_sun = 30, z_ring = 70);
  equation
    connect(a.flange_b, g.flange_a); connect(g.flange_b, p.sun);
    connect(a.flange_b, h.flange_a); connect(h.flange_b, p.sun);
    connect(flange_a, p.ring); connect(p.carrier, flange_b);
  end Contradictory;
  model Redundant
    extends Base;
    Gear.IdealGear g(ratio = 2), h(ratio = 2);
  equation
    connect(a.flange_b, g.flange_a); connect(g.flange_b, b.flange_a);
    connect(a.flange_b, h.flange_a); connect(h.flange_b, b.flange_a);
  end Redundant;
  model Itself
    extends Base;
    Clutch.Clutch c(fn_max = 1), e(fn_max = 1);
    Gear.IdealGear g(ratio = 2);
  equation
    connect(a.flange_b, c.flange_a); connect(a.flange_b, c.flange_b);
    connect(a.flange_b, e.flange_a); connect(e.flange_b, g.flange_a); connect(g.flange_b, b.flange_a);
  end Itself;
  model Block
    extends Base;
    Planetary.Planetary p(z_sun = 30, z_ring = 70);
  equation
    connect(a.flange_b, p.sun); connect(p.sun, p.carrier); connect(p.ring, b.flange_a);
  end Block;
  model Open
    extends Base;
    Planetary.Planetary p(z_sun = 30, z_ring = 70);
    Clutch.Clutch c(fn_max = 1), d(fn_max = 1);
  equation
    connect(a.flange_b, p.sun); connect(p.carrier, c.flange_a); connect(a.flange_b, d.flange_a); connect(d.flange_b, b.flange_a);
  end Open;
  model Zero
    extends Base;
    Gear.IdealGear g(ratio = 0);
  equation
    connect(a.flange_b, g.flange_a); connect(g.flange_b, b.flange_a);
  end Zero;
  model Elastic "A spring takes torque: no warning"
    extends Base;
    Gear.IdealGear g(ratio = 2), h(ratio = 3);
    Spring.Spring s(c = 100);
  equation
    connect(a.flange_b, g.flange_a); connect(g.flange_b, s.flange_a); connect(s.flange_b, h.flange_a); connect(h.flange_b, b.flange_a);
  end Elastic;
  model NoInput
    extends Base;
    Clutch.Brake d(fn_max = 1);
  equation
    connect(b.flange_a, d.flange_a);
  end NoInput;
end D;
END
# warns MODEL TEXT
warns() {
    "$dtc" gears "$tmp/doubt.dtm" --model "D.$1" >"$tmp/out" 2>"$tmp/err"
    if [ $? -le 1 ] && grep -qF "$2" "$tmp/err"; then ok; else fail "$1: no '$2' in: $(cat "$tmp/err")"; fi
}
warns Contradictory 'contradictory couplings: with g, h, flange_a can only stand still'
warns Contradictory ':12:20: warning'
warns Redundant 'in h: redundant: this coupling says of speeds what g say already'
warns Itself 'in c: it connects flange_a with itself'
warns Block 'turns as one block'
warns Open 'in p: it can carry no torque, whatever is engaged: p.ring is connected to nothing'
if head -n 1 "$tmp/err" | grep -q 'p.ring is connected to nothing'; then ok; else fail "Open: not the cause first: $(head -n 1 "$tmp/err")"; fi
warns Open 'in c: it can carry no torque, whatever else is engaged'
warns Zero 'error: in g: assertion failed: ratio must not be zero'
gears 'a spring between gears' "$tmp/doubt.dtm" --model D.Elastic
if grep -q 'carry no torque' "$tmp/err"; then fail "a spring takes no torque: $(cat "$tmp/err")"; else ok; fi
warns Elastic 'in flange_a: the input leads only to components that fix no ratio, such as a spring'
warns NoInput 'the input is connected to nothing that takes torque'

gears 'the shift logic of an 8HP' models/transmissions/zf8hp.dtm --model Zf8hp.Gearbox --search 8
has 1 4.69565 108/23 A B C
has 2 3.13043 72/23 1.50000 A B E C off, E on
has 3 2.10390 162/77 1.48792 B C E A off, C on
has 4 1.66667 5/3 1.26234 B D E C off, D on
has 5 1.28453 8826/6871 1.29749 B C D E off, C on
has 6 1.00000 1 1.28453 C D E B off, E on
has 7 0.83916 120/143 1.19167 A C D E off, A on
has 8 0.66667 2/3 1.25874 A D E C off, E on
if python3 tests/gears/search.py "$dtc" models/zf4hp22/zf4hp22.dtm Zf4hp22.Gearbox 2 3 4; then ok; else fail 'search in zf4hp22'; fi
gears 'the shift logic of a Simpson set' models/transmissions/simpson.dtm --model Th400.Gearbox --search 3
has 1 2.48148 67/27 A D
has 2 1.48148 40/27 1.67500 A C D off, C on
has 3 1.00000 1 1.48148 A B C off, B on
refuses 'and the longest chain of single shifts has 8 gears' models/transmissions/zf8hp.dtm --model Zf8hp.Gearbox --search 9

reference=../shared/reference/transmissions.yaml
if [ -e "$reference" ] && python3 -c 'import yaml' 2>/dev/null; then
    $CC -std=c11 -D_GNU_SOURCE -O1 -o "$tmp/write" tests/gearboxes/write.c -lyaml || exit 2
    python3 tests/gears/reference.py "$dtc" "$tmp/write" "$reference" "$tmp" >"$tmp/log"
    add $? "$tmp/log" reference
else
    echo 'skipped: the reference transmissions'
    skipped=$((skipped + 1))
fi
finish
