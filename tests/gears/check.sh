#!/bin/sh
# dtc gears: members, elements and gears of gear trains, exact; what it refuses. The transmissions of the reference data, where they are there.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
dtc=${DTC:-$BUILD/dtc}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0 skipped=0
ok() { passed=$((passed + 1)); }
fail() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

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
tests/scale/generate chain 20000 >"$tmp/chain.dtm"
refuses 'this gear train has 10001 shafts, more than 600: choose a part of it, --sub PATH' "$tmp/chain.dtm"
refuses '--in: there is no flange flange_x; did you mean flange_a?' "$tmp/t.dtm" --model T.Train --in flange_x
refuses 'flange_a and first.flange_b always turn together: one of them is enough' "$tmp/t.dtm" --model T.Train --out first.flange_b
refuses '--out: housing.flange is fixed to the housing, it cannot turn' models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Gearbox --out housing.flange
refuses '--sub: there is no component gearbux' models/zf4hp22/zf4hp22.dtm --sub gearbux

reference=../shared/reference/transmissions.yaml
if [ -e "$reference" ] && python3 -c 'import yaml' 2>/dev/null; then
    $CC -std=c11 -D_GNU_SOURCE -O1 -o "$tmp/write" tests/gearboxes/write.c -lyaml || exit 2
    python3 tests/gears/reference.py "$dtc" "$tmp/write" "$reference" "$tmp" >"$tmp/log"
    line=$(tail -n 1 "$tmp/log")
    sed '$d' "$tmp/log"
    passed=$((passed + ${line%% *}))
    line=${line#* passed, }
    failed=$((failed + ${line%% *}))
else
    echo 'skipped: the reference transmissions'
    skipped=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
