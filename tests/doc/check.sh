#!/bin/sh
# dtc doc: the reference of the library is whole, its examples run; a user's package; errors and exit codes.
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$PWD/../../build}" "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
. ../fast.sh
CC=$fast
export CC
. ../add.sh
lib=$PWD/../../lib
cp pages.py terminal.py mine.dtm "$tmp"
cd "$tmp" || exit 2

# says CODE TEXT ARGUMENTS...: exit code, and a line with TEXT, on standard output if the code is 0
says() {
    wanted=$1 text=$2
    shift 2
    "$DTC" doc "$@" >out 2>err
    code=$?
    told=err
    [ "$wanted" = 0 ] && told=out
    if [ "$code" = "$wanted" ] && sed 's/  */ /g' $told | grep -qFe "$text"; then ok; else
        fail "dtc doc $*: exit code $code, not $wanted, or not said: $text"
        head -n 5 err out
    fi
}

# ---- the library ----------------------------------------------------------------------------------------------------

mkdir examples
if "$DTC" doc -o ref.html && python3 -B pages.py ref.html examples >pages 2>&1; then
    grep '^FAILED' pages
    bad=$(grep -c '^FAILED' pages)
    passed=$((passed + $(tail -n 1 pages))) failed=$((failed + bad))
else
    fail 'the reference of the library'
    head -n 20 pages
fi
# Every class that the sources declare has a page, and no page is of another.
sed -n 's/^page .*\.//p' pages | sort >have
sed -nE 's/^ *((partial|encapsulated|replaceable) )*(model|block|connector|record|package|function|type) ([A-Za-z0-9_]+)( .*)?$/\4/p' \
    $(find "$lib/Drivetrain" -name '*.dtm') | grep -vx Drivetrain | sort >declared
if [ -s declared ] && diff declared have >differences; then ok; else
    fail 'classes without a page (<), or pages without a class (>)'
    head -n 5 differences
fi
n=0
for f in examples/*.dtm; do
    n=$((n + 1))
    if "$DTC" sim "$f" --quiet -o run.csv >log 2>&1 && [ ! -s log ] && [ "$(wc -l <run.csv)" -gt 100 ]; then ok; else
        fail "$f does not run, or something is said of it"
        head -n 5 log
    fi
done
echo "| reference: $(grep -c '^page' pages) classes, $n examples"
"$DTC" doc -o ref.md && [ "$(grep -c '^## ' ref.md)" = "$(grep -c '^page' pages)" ] && ok || fail 'pages of the Markdown'
"$DTC" doc -o ref.txt && [ "$(grep -cE '^(partial )?[a-z]+ Drivetrain' ref.txt)" = "$(grep -c '^page' pages)" ] && ok ||
    fail 'pages of the text'
says 0 'fn_max Types.Force to be given, else 1 N >= 0 Normal force at f_normalized = 1' Clutch.Clutch
cp out whole
says 0 'switching law(slip = w_rel, torque = -tau' Drivetrain.Clutch.Clutch
if cmp -s out whole; then ok; else fail 'Clutch.Clutch is not Drivetrain.Clutch.Clutch'; fi
says 0 'model Drivetrain.Translational.Components.Mass' Translational.Mass
says 0 'model Drivetrain.Shaft.Inertia' Inertia
says 0 'from free to engaged when engage and abs(w_rel) < w_max and gap;' DogClutch
says 0 'Another name for Drivetrain.Clutch.Clutch.' Modelica.Mechanics.Rotational.Components.Clutch
says 0 'LinearSegments Linear between the rows' Smoothness
says 0 'dtc sim --model Drivetrain.Examples.Clutches.Launch -o out.csv' Clutch.Clutch
says 0 'Planetary package'

# ---- a user's package -----------------------------------------------------------------------------------------------

says 0 'Two lines of one paragraph, with <signs> & "quotes".' mine.dtm
says 0 'Resistor model Two pins | one pipe' mine.dtm
says 0 'R Real 10 Ohm 0 to 1e+06 Resistance' mine.dtm Resistor
says 0 'R Real 5 Ohm 0 to 1e+06 Resistance' mine.dtm Mine.Alias
says 0 'From HTML: a < b' mine.dtm Resistor
says 0 'x NotThere Type that is nowhere' mine.dtm Resistor
says 0 'n Pin Minus; if R > 0' mine.dtm Resistor
says 0 'twice Real 2*R Twice' mine.dtm Resistor
says 0 'if mode == Mode.on then' mine.dtm Resistor
says 0 'Mine.Examples.Small: With one' mine.dtm Resistor
says 0 'dtc sim mine.dtm --model Mine.Examples.Small -o out.csv' mine.dtm Resistor
says 0 'y := 2*x;' mine.dtm twice
says 0 'on Something' mine.dtm Mode
says 0 'i flow Real A Current' mine.dtm Pin
if grep -q hidden out; then fail 'what is protected is shown'; else ok; fi
mkdir -p path/Mine && cp mine.dtm path/Mine/package.dtm
says 0 'dtc sim --model Mine.Examples.Small -o out.csv' -I path Mine.Resistor
"$DTC" doc mine.dtm -o mine.md && "$DTC" doc mine.dtm -o mine.html || fail 'files of a package'
for wanted in '| k\[2, 2\] | Real | \[1, 2; 3, 4\] |  |  | Matrix |' 'Two pins \| one pipe' '[Mine.Base](#minebase)'; do
    if grep -qF "$wanted" mine.md; then ok; else fail "Markdown: $wanted"; fi
done
# shapes: extent by the base, a turned polygon, a part of an ellipse; what is no literal has its default
for wanted in 'viewBox="-10.8 -20.8 41.6 41.6"' '<rect x="-5" y="-5" width="10" height="10"' \
    'points="-10,0 30,-10" stroke="#ff0000" stroke-width="1" stroke-dasharray="8 4"' '>&lt;&amp;&gt;<' \
    '<path d="M 10 -5 A 5 5 0 0 0 5 -10"' 'translate(1 -2) rotate(-90)"><polygon points="0,0 5,0 5,-5" stroke="#000000"'; do
    if grep -qF "$wanted" mine.html; then ok; else fail "symbol: $wanted"; fi
done
if grep -q '>Resistor</text>' mine.html; then fail 'the name of an instance is drawn'; else ok; fi
if grep -q '1,-1' mine.html; then fail 'a line that is not visible is drawn'; else ok; fi
if python3 -c 'import xml.etree.ElementTree as t; t.parse("mine.html")' 2>log; then ok; else
    fail 'HTML of a package'
    cat log
fi

# ---- errors ---------------------------------------------------------------------------------------------------------

says 0 'Drivetrain.Spring.ArcSpring Arc springs' TORSION
says 0 'Drivetrain.Spring.TorsionDamper Torsion damper' torsion
says 1 'there is no class `torsion` to write' torsion -o torsion.md
if python3 -B terminal.py "$DTC" 60 && python3 -B terminal.py "$DTC" 200; then ok; else fail 'the width of a terminal'; fi
says 1 'there is no class `Clucth`; did you mean `Clutch`?' Clucth
says 1 'there is no class `Clutch.Brak`; did you mean `Clutch.Brake`?' Clutch.Brak
says 1 'there is no class `xyzzy`; `dtc doc` lists the packages' xyzzy
says 1 'there is no class `Real`' Real
says 1 'there is no class `Resistr`; did you mean `Resistor`?' mine.dtm Resistr
says 1 'cannot read none.dtm' none.dtm
says 1 'cannot write none/x.html' -o none/x.html
says 2 'one file and one class at most; what is Gear' mine.dtm Clutch Gear
says 2 '--step belongs to' Clutch --step 1
printf 'model broken "x" Real y\nend broken;\n' >broken.dtm
says 1 'broken.dtm:1:24: error' broken.dtm -o broken.html
printf 'model lost extends Nowhere; end lost;\n' >lost.dtm
says 1 'lost.dtm:1:20: error: unknown class `Nowhere`' lost.dtm -o lost.html
printf 'model round extends round; end round;\n' >round.dtm
says 1 'a class cannot extend itself' round.dtm
: >empty.dtm
says 1 'there is no model in this file' empty.dtm
if [ -e broken.html ] || [ -e lost.html ]; then fail 'a file is left'; else ok; fi

finish
