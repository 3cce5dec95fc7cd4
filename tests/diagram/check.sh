#!/bin/sh
# dtc diagram: geometry of pictures, at places of the model (everywhere) and laid out by dot (where it is); places
# written into a file, the page and its policy, hostile names, mistakes.
cd "$(dirname "$0")/../.." || exit 2
group=diagram
. tests/group.sh

says() { # says CODE TEXT ARGUMENTS...: of dtc diagram
    code=$1 text=$2
    shift 2
    "$dtc" diagram "$@" >"$work/out" 2>"$work/err"
    if [ $? -eq "$code" ] && grep -qFe "$text" "$work/err" && [ ! -s "$work/out" ]; then ok; else
        fail "dtc diagram $*: not '$text': $(head -n 1 "$work/err")"
    fi
}
geometry() { # geometry FILES...
    python3 -B tests/diagram/geometry.py "$@" >"$work/log" 2>&1
    add $? "$work/log" geometry
}

by_schema() { try 'JSON by its schema' python3 -B tests/diagram/schema.py "$@"; }

# ---- places of the model: no other program -----------------------------------------------------------------------

alone() { PATH=/nonexistent "$dtc" diagram "$@"; }
for m in Placed.Box Placed.Turned Placed.Drawn Placed.Lines; do
    try "$m" alone tests/diagram/placed.dtm --model $m -o "$work/$m.json"
    try "$m: it has places" grep -q '"placed": true' "$work/$m.json"
done
geometry "$work"/Placed.*.json
try 'lines of the model are taken where they fit, and nowhere else' python3 -B tests/diagram/lines.py "$work/Placed.Lines.json"
by_schema "$work"/Placed.*.json
try 'wrong pictures are told' python3 -B tests/diagram/wrong.py "$work/Placed.Drawn.json"
try 'a picture of it' alone tests/diagram/placed.dtm --model Placed.Turned -o "$work/placed.svg"
try 'a page of it' alone tests/diagram/placed.dtm --model Placed.Turned -o "$work/placed.html"
try 'hostile names' alone tests/diagram/hostile.dtm -o "$work/hostile.svg"
try 'hostile names on a page' alone tests/diagram/hostile.dtm -o "$work/hostile.html"
python3 -B tests/diagram/pages.py "$work" placed hostile >"$work/log" 2>&1
add $? "$work/log" pages

# ---- mistakes ------------------------------------------------------------------------------------------------------

says 1 'single.dtm:1:7: error: single has no components' tests/diagram/single.dtm
says 1 'Nothing' --model Drivetrain.Examples.Nothing
says 2 'dtc diagram writes files .svg, .html, .png, .pdf and .json; what is' tests/diagram/placed.dtm -o a.txt
says 1 '/nonexistent/a.svg' tests/diagram/placed.dtm -o /nonexistent/a.svg
says 1 "no component nobody" tests/diagram/placed.dtm --sub nobody
says 1 'no component gearbx; did you mean gearbox?' models/zf4hp22/zf4hp22.dtm --sub gearbx
says 1 'has no member flange_c' tests/diagram/dangling.dtm
says 2 'without --depth and --sub' tests/diagram/placed.dtm --write --depth 1
missing() { # missing TEXT ARGUMENTS...: where there is no other program
    text=$1
    shift
    PATH=/nonexistent "$dtc" diagram "$@" 2>"$work/err"
    if [ $? -eq 1 ] && grep -qFe "$text" "$work/err"; then ok; else fail "$*: not '$text': $(cat "$work/err")"; fi
}
missing 'dot cannot be run: install it (Debian: graphviz); a model whose components have places' \
    models/launch/launch.dtm -o "$work/no.svg"
missing 'rsvg-convert cannot be run: install it (Debian: librsvg2-bin)' tests/diagram/placed.dtm -o "$work/no.png"
try 'nothing is left of what failed' test ! -e "$work/no.svg" -a ! -e "$work/no.png"

alone tests/diagram/placed.dtm -o "$work/last.svg" 2>"$work/placed.err"
try 'which of several models' grep -qF 'note: Lines is the last model of tests/diagram/placed.dtm; --model takes another' \
    "$work/placed.err"
try 'models that it uses are none' sh -c '"$0" diagram models/zf4hp22/zf4hp22.dtm --sub gearbox -o "$1" 2>&1 | grep -q "last model" && exit 1; exit 0' \
    "$dtc" "$work/last.svg"

# ---- laid out by dot -----------------------------------------------------------------------------------------------

if command -v dot >/dev/null; then
    for m in launch zf4hp22 split_mu hybrid_ravigneaux dual_clutch7; do
        try "$m" "$dtc" diagram models/$m/$m.dtm -o "$work/dot_$m.json"
    done
    try 'the gearbox opened' "$dtc" diagram models/zf4hp22/zf4hp22.dtm --depth 2 -o "$work/dot_opened.json"
    for m in Planar.Start Heat.CoolingCircuit Signals.SpeedControl Gears.SimpsonFirst; do
        try "$m" "$dtc" diagram --model Drivetrain.Examples.$m -o "$work/dot_$m.json"
    done
    try arrays "$dtc" diagram tests/diagram/arrays.dtm -o "$work/dot_arrays.json"
    python3 -B tests/diagram/nets.py "$work/dot_arrays.json" | LC_ALL=C sort >"$work/arrays.nets"
    try 'what is joined is joined, and nothing else' diff tests/diagram/arrays.nets "$work/arrays.nets"
    try 'heat comes out of where its arrow points' sh -c 'grep -A 20 "\"component\": \"heat\"" "$0" | grep -q "\"side\": \"right\""' "$work/dot_Heat.CoolingCircuit.json"
    try equations "$dtc" diagram tests/diagram/equal.dtm -o "$work/dot_equal.json"
    python3 -B tests/diagram/nets.py "$work/dot_equal.json" | LC_ALL=C sort >"$work/equal.nets"
    try 'signals that are equal are joined' diff tests/diagram/equal.nets "$work/equal.nets"
    geometry "$work"/dot_*.json
    by_schema "$work"/dot_*.json
    for k in 1 2; do "$dtc" diagram models/zf4hp22/zf4hp22.dtm -o "$work/same$k.html"; done
    try 'the same bytes' cmp "$work/same1.html" "$work/same2.html"
    mv "$work/same1.html" "$work/zf4hp22.html"
    "$dtc" diagram models/zf4hp22/zf4hp22.dtm -o "$work/zf4hp22.svg"
    python3 -B tests/diagram/pages.py "$work" zf4hp22 >"$work/log" 2>&1
    add $? "$work/log" pages
    for m in launch zf4hp22 nonlinear_springs; do
        cp models/$m/$m.dtm "$work"
        try "$m: places are written" "$dtc" diagram "$work/$m.dtm" --write
        try "$m: nothing else is" python3 -B tests/diagram/written.py models/$m/$m.dtm "$work/$m.dtm"
        cp "$work/$m.dtm" "$work/once.dtm"
        try "$m: places are written again" "$dtc" diagram "$work/$m.dtm" --write
        try "$m: they are the same" cmp "$work/once.dtm" "$work/$m.dtm"
        try "$m: they suffice" alone "$work/$m.dtm" -o "$work/written_$m.json"
        try "$m: they are taken" grep -q '"placed": true' "$work/written_$m.json"
    done
    geometry "$work"/written_*.json
    says 1 'is declared in a file of another folder, which --write does not change' \
        models/transmissions/lepelletier.dtm --write
    mkdir -p "$work/pair" "$work/before"
    cat >"$work/before/Bench.dtm" <<'END'
partial model Bench "What all benches have"
  import Drivetrain.*;
  Source.ConstantTorque motor(tau_constant = 20) "Motor";
  Shaft.Inertia shaft(J = 0.3) "Shaft";
equation
  connect(motor.flange, shaft.flange_a);
end Bench;
END
    cat >"$work/before/driven.dtm" <<'END'
model driven "A bench with a load"
  extends Bench;
  import Drivetrain.*;
  Shaft.Inertia load(J = 1);
equation
  connect(shaft.flange_b, load.flange_a);
end driven;
END
    cp "$work"/before/*.dtm "$work/pair"
    try 'places of a base class' "$dtc" diagram -I "$work/pair" "$work/pair/driven.dtm" --write
    for m in Bench driven; do
        try "$m: nothing else is written" python3 -B tests/diagram/written.py "$work/before/$m.dtm" "$work/pair/$m.dtm"
    done
    try 'they suffice' alone -I "$work/pair" "$work/pair/driven.dtm" -o "$work/written_driven.json"
    geometry "$work"/written_driven.json
else
    echo 'skipped: no dot to lay out models without places'
    skipped=$((skipped + 1))
fi
if command -v rsvg-convert >/dev/null; then
    for form in png pdf; do
        try "$form" "$dtc" diagram tests/diagram/placed.dtm -o "$work/a.$form"
    done
    try 'it is a PNG' sh -c "head -c 4 '$work/a.png' | tail -c 3 | grep -q PNG"
    try 'it is a PDF' sh -c "head -c 4 '$work/a.pdf' | grep -q %PDF"
    try 'endings in capitals' "$dtc" diagram tests/diagram/placed.dtm -o "$work/B.PNG"
    try 'they are the same picture' cmp "$work/a.png" "$work/B.PNG"
    python3 -B tests/diagram/row.py 200 20000 >"$work/row.dtm"
    "$dtc" diagram "$work/row.dtm" -o "$work/row.png" 2>"$work/err"
    try 'a picture wider than a PNG can be is told' grep -q 'a PNG has 32767 pixels' "$work/err"
    try 'and is drawn smaller' python3 -B -c "
import struct, sys
with open(sys.argv[1], 'rb') as f:
    wide = struct.unpack('>I', f.read(24)[16:20])[0]
sys.exit(not 32000 < wide <= 32767)" "$work/row.png"
else
    echo 'skipped: no rsvg-convert to make PNG and PDF'
    skipped=$((skipped + 1))
fi
finish
