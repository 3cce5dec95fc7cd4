#!/bin/sh
# dtc plot: what reaches gnuplot, the text, the pictures, messages and exit codes; units and words that files of
# results tell.
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$PWD/../../build}" "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
fast=${CC:-gcc}
. ../fast.sh
export CC="$fast"
. ../add.sh
check() { if "$@" >log 2>&1; then ok; else
    fail "$*"
    head -n 3 log
fi; }
# says CODE TEXT ARGUMENTS...: the exit code of dtc plot, and TEXT on standard error
says() {
    wanted=$1 text=$2
    shift 2
    "$DTC" plot "$@" >out 2>err
    code=$?
    if [ "$code" = "$wanted" ] && grep -qFe "$text" err; then ok; else
        fail "dtc plot $*: exit code $code, not $wanted, or not said: $text"
        head -n 3 err
    fi
}
models=$(cd ../../models && pwd)
cp shift.dtm "$tmp"
cd "$tmp" || exit 2
unset COLUMNS

# ---- units and words ---------------------------------------------------------------------------------------------

run() { "$DTC" sim shift.dtm --quiet --stop 1 "$@"; }
check run -o plain.csv
check run --units -o shift.csv
check run -o shift.mat
head -n 1 shift.csv >head
for wanted in 'time [s],' ',engine.w [rad/s],' ',gear,' ',on [1=true],' ',strength [1=weak 2=middle 3=strong],' \
    ',dog.law [-1=slip- 0=stuck 1=slip+ 2=open],' ',dog.mode [1=free 2=engaged],'; do
    check grep -qFe "$wanted" head
done
sed '1s/ \[[^]]*\]//g' shift.csv >without.csv
check cmp without.csv plain.csv
check "$DTC" diff shift.csv plain.csv
check "$DTC" diff plain.csv shift.csv
check "$DTC" diff shift.csv shift.mat
printf 'time,a [V],[m]\n0,1,2\n' >a.csv
printf 'time,a,[m]\n0,1,2\n' >b.csv
check "$DTC" diff a.csv b.csv

# ---- what reaches gnuplot ----------------------------------------------------------------------------------------

vars=engine.w,load.w,dog.law,dog.mode,strength,on,gear,dog.tau
check "$DTC" plot shift.csv --vars "$vars" -o csv.gp
check "$DTC" plot shift.mat --vars "$vars" -o mat.gp
check cmp csv.gp mat.gp
# whole numbers have whole ticks, others not
printf 'time,gear,x [m]\n0,1,0.5\n1,2,0.7\n2,3,1.9\n' >whole.csv
check "$DTC" plot whole.csv -o whole.gp
check test "$(grep -c '^set ytics 1 ' whole.gp) $(grep -c '^set ytics auto ' whole.gp)" = '1 1'
# numbers N: those of a block of data
numbers() { sed -n "/^\$data$1 << END\$/,/^END\$/p" csv.gp | sed '1d;$d'; }
numbers 0 >got
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "engine.w [rad/s]") c = i; next }
    { printf "%.15g %.10g\n", $1, $c }' shift.csv >wanted
check test -s wanted
check cmp got wanted
for wanted in "set label 1 'rad/s'" "set label 1 'N.m'" "title 'load.w'" \
    "('dog.law' 1, 'dog.mode' 2, 'strength' 3, 'on' 4)" \
    "set xlabel 'time, s'" 'set xrange [0:1] noextend'; do
    check grep -qFe "$wanted" csv.gp
done
sed -n 's/^set arrow from first \([0-9.]*\),.*/\1/p' csv.gp >got
printf '0.1\n0.3\n0.5\n0.7\n' >wanted
check cmp got wanted
# boxes WORD: x, lane, begin and end of each
boxes() {
    block=$(sed -n "s/^  \$data\([0-9]*\) using .* title '$1'.*/\1/p" csv.gp)
    numbers "$block" | cut -d' ' -f1-4 | tr '\n' ';'
}
for wanted in 'open:0 1 0 0.1;' 'stuck:0.1 1 0.1 1;' 'free:0 2 0 0.1;' 'engaged:0.1 2 0.1 1;' 'weak:0 3 0 0.7;' \
    'strong:0.7 3 0.7 1;' 'true:0.3 4 0.3 1;'; do
    got=$(boxes "${wanted%%:*}")
    if [ "$got" = "${wanted#*:}" ]; then ok; else fail "lanes: $wanted, but '$got'"; fi
done
check "$DTC" plot plain.csv --vars engine.w,load.w,dog.law,dog.tau -o plain.gp
check grep -qFe "set label 1 'w'" plain.gp
check grep -qFe "('dog.law' 1)" plain.gp
check "$DTC" plot shift.mat --vars load.w --vars engine.w --vars engine.a,dog.tau -o groups.gp
[ "$(grep -c 'set label 1' groups.gp)" = 4 ] && ok || fail 'each --vars begins new panels'
# Dymola has a unit to show behind the unit.
LC_ALL=C sed 's:\[rad/s\]:[rad|d]:g' shift.mat >dymola.mat
check "$DTC" plot dymola.mat --vars engine.w -o dymola.gp
check grep -qFe "set label 1 'rad'" dymola.gp
check "$DTC" plot shift.csv --vars engine.w,dog.law --from 0.1 --to 0.2 -o part.gp
check grep -qFe 'set xrange [0.1:0.2] noextend' part.gp
check grep -qFe "0.1 1 0.1 0.2 0.62 1.38" part.gp
got=$(sed -n '/^\$data0/,/^END/p' part.gp | grep -c '^0\.')
wanted=$(awk -F, 'NR > 1 && $1 >= 0.1 && $1 <= 0.2' shift.csv | wc -l)
if [ "$got" = "$wanted" ]; then ok; else fail "--from, --to: $got rows, not $wanted"; fi
check "$DTC" plot shift.mat --x engine.w --vars load.w,dog.law -o x.gp
check grep -qFe "set xlabel 'engine.w, rad/s'" x.gp
check grep -qFe 'with linespoints pt 7' x.gp
if grep -q -e boxxy -e arrow x.gp; then fail 'lanes or events in a phase plot'; else ok; fi

# A fixed step has no pairs of rows: events are where words change. Other numbers than words are no lane.
printf 'time,c.law,law\n0,2,0\n1,2,5\n2,1,0\n3,1,0\n' >fixed.csv
check "$DTC" plot fixed.csv -o fixed.gp
sed -n 's/^set arrow from first \([0-9.]*\),.*/\1/p' fixed.gp >got
echo 2 >wanted
check cmp got wanted
check grep -qFe "('c.law' 1)" fixed.gp
check grep -qFe "title 'law'" fixed.gp

# A long curve keeps what sticks out.
awk 'BEGIN { print "time,y"
    for (i = 0; i <= 50000; i++) printf "%g,%g\n", i/1000, i == 33333 ? 7 : i == 44444 ? -3 : sin(i/5000) }' >long.csv
check "$DTC" plot long.csv -o long.gp
n=$(sed -n '/^\$data0/,/^END/p' long.gp | wc -l)
if [ "$n" -gt 1000 ] && [ "$n" -lt 7300 ]; then ok; else fail "a long curve has $n points"; fi
check grep -qx '33.333 7' long.gp
check grep -qx '44.444 -3' long.gp

# ---- text --------------------------------------------------------------------------------------------------------

printf 'time,a,b.law\n0,0,2\n1,10,2\n1,10,0\n2,0,0\n' >small.csv
COLUMNS=40 "$DTC" plot small.csv --title Small >got
cat >wanted <<'EOF'
           Small
a          * a
       10 |              *
          |             * *
          |           **   **
          |          *       *
          |         *         *
        5 |        *           *
          |      **             **
          |     *                 *
          |    *                   *
          |  **                     **
          | *                         *
        0 |*                           *

           - slip-  s stuck  + slip+
           o open
    b.law |oooooooooooooosssssssssssssss
          +-----------------------------
           0                           2
                      time, s
EOF
check diff got wanted
for n in 40 80 200; do
    COLUMNS=$n "$DTC" plot shift.mat --vars "$vars" >got
    check awk -v n="$n" 'length > n { exit 1 }' got
done

# ---- pictures ----------------------------------------------------------------------------------------------------

cat >odd.csv <<'EOF'
time,"'a `touch hit` $(touch hit) ""b_c""'","x'; system(""touch hit"")",{/Symbol a},a@b,"c\"
0,1,2,3,4,5
1,2,nan,nan,inf,7
2,nan,4,nan,6,1e300
EOF
for format in png svg pdf gp; do
    "$DTC" plot odd.csv --title "It's \`touch hit\` 100%" -o odd.$format >log 2>&1
    if [ $? = 0 ] && [ ! -s log ] && [ -s odd.$format ]; then ok; else
        fail "odd names: $format"
        head -n 5 log
    fi
done
check test ! -e hit
[ "$(head -c 4 odd.png | od -An -c | tr -d ' ')" = '211PNG' ] && ok || fail 'a PNG'
[ "$(head -c 5 odd.pdf)" = '%PDF-' ] && ok || fail 'a PDF'
check grep -qF '{/Symbol a}' odd.svg
check grep -qF 'touch hit' odd.svg
"$DTC" plot odd.csv -o - >piped.svg 2>log
check grep -q '</svg>' piped.svg
check "$DTC" plot shift.mat plain.csv --vars "$vars" -o two.svg
check grep -qF '>engine.w, shift.mat<' two.svg
check grep -qF '>engine.w, plain.csv<' two.svg
for rows in '0,1.7e308;1,-1.7e308' '5,1' '0,nan;1,nan' '0,5e-324;1,0' '-1e299,1;1e299,2' \
    '1e9,1;1000000000.0000001,2' '0,1e300;1,inf'; do
    { echo time,y; echo "$rows" | tr ';' '\n'; } >edge.csv
    for format in png gp; do
        "$DTC" plot edge.csv -o edge.$format >log 2>&1
        if [ $? = 0 ] && [ ! -s log ]; then ok; else fail "$rows: $(head -n 5 log)"; fi
    done
    if "$DTC" plot edge.csv >got && [ "$(wc -l <got)" = 16 ]; then ok; else fail "$rows as text"; fi
done
rm edge.*
printf 'time,gr\374n,gr\303\274n,\340\n0,1,2,3\n1,2,3,4\n' >latin.csv
for format in png svg gp; do
    "$DTC" plot latin.csv --title "$(printf '\374')" -o latin.$format >log 2>&1
    if [ $? = 0 ] && [ ! -s log ]; then ok; else fail "a name that is no UTF-8: $(head -n 3 log)"; fi
done
check grep -qF "$(printf '>gr\303\274n<')" latin.svg
check grep -qF '>gr?n<' latin.svg
mkdir sub
cp shift.mat sub
check "$DTC" plot shift.mat sub/shift.mat --vars engine.w -o same.svg
check grep -qF '>engine.w, sub/shift.mat<' same.svg

# Those of the models: every signal is there.
for script in "$models"/*/plot.sh; do
    model=$(basename "$(dirname "$script")")
    check "$DTC" sim "$models/$model/$model.dtm" --method euler --stop 0.02 --quiet -o model.mat
    check env DTC="$DTC" "$script" model.mat model.gp
    if [ ! -s log ] && [ "$(grep -c '^plot ' model.gp)" -ge 3 ]; then ok; else fail "the picture of $model"; fi
done

# ---- messages ----------------------------------------------------------------------------------------------------

printf 'time,x\n' >none.csv
printf 'time\n0\n' >alone.csv
: >empty.csv
echo 'rhubarb' >no.csv
awk 'BEGIN { for (n = 17; n <= 300; n += 283) { f = n == 17 ? "panels.csv" : "many.csv"; h = "time"; r = "0"
    for (i = 1; i <= n; i++) { h = h ",a" i; r = r ",1" } print h "\n" r >f } }'
touch out err
before=$(ls)
says 2 'dtc plot needs a file of results'
says 2 'not x.jpg' small.csv -o x.jpg
says 2 '--to needs a number, not soon' small.csv --to soon
says 1 'small.csv: --from and --to leave no rows: it goes from 0 to 2 s' small.csv --from 3
says 2 '--vars needs names' small.csv --vars ,
says 2 '--tube belongs to `dtc diff`' small.csv --tube 3
says 1 'missing.csv: cannot be read' missing.csv
says 1 'empty.csv: is empty' empty.csv
says 1 'no.csv: no file of results' no.csv
says 1 'none.csv: has no rows' none.csv
says 1 'alone.csv: has no signals but the time' alone.csv
says 1 'there is no signal engin.w in shift.mat; did you mean engine.w?' shift.mat --vars engin.w -o x.png
says 1 "there is no signal engine in shift.mat; did you mean 'engine.*'?" shift.mat --vars engine -o x.png
says 1 '--x: there is no signal loadw in shift.mat; did you mean load.w?' shift.mat --vars engine.w --x loadw
says 1 '--vars: nothing is left to plot' shift.mat --vars 'q*'
says 1 "signals: choose with --vars, such as --vars torque.flange.phi,'*.phi'" plain.csv
says 1 'these would be 17 panels, of which one picture has up to 16: choose fewer with --vars' panels.csv --vars '*'
says 1 'these would be 300 signals, of which one picture has up to 200: choose fewer with --vars' many.csv --vars '*'
says 0 'warning: there is no signal engine.w in small.csv' shift.mat small.csv --vars engine.w
cp small.csv small.svg
says 1 'cannot write small.svg: it is a file that was read' small.svg -o small.svg
check cmp small.csv small.svg
rm small.svg
says 1 'cannot write sub/no/x.png' small.csv -o sub/no/x.png
mkdir bin
mkdir home
echo "set output 'hit'" >home/.gnuplot
HOME=$tmp/home check "$DTC" plot odd.csv -o odd.svg
check grep -q '</svg>' odd.svg
rm -r home
printf '#!/bin/sh\necho half\nexit 3\n' >bin/gnuplot
chmod +x bin/gnuplot
tools=$PATH
PATH=$tmp/bin:$PATH
says 1 'dtc: gnuplot failed' small.csv -o x.png
PATH=$tools
PATH=$tmp/nothing "$DTC" plot small.csv -o x.png 2>err
if [ $? = 1 ] && grep -q 'it cannot be run: install it (Debian: gnuplot-nox)' err; then ok; else fail 'no gnuplot'; fi
rm -r bin
if [ "$(ls)" = "$before" ]; then ok; else fail "left: $(ls)"; fi

finish
