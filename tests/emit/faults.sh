# Read by check.sh: what goes wrong at run time or in the files of `dtc sim` is said in plain words, with exit code 1. No output file is left,
# but for a run that stops half-way: it keeps its rows.

fault() { # fault WHAT TEXT-OF-MODEL WANTED-MESSAGE [OPTIONS]
    printf '%s\n' "$2" >"$tmp/fault.dtm"
    rm -f "$tmp/fault.csv"
    # shellcheck disable=SC2086
    (cd "$tmp" && $DTC sim fault.dtm --method euler --stop 1 $4 -o fault.csv) >"$tmp/said" 2>&1
    code=$?
    rows=0
    [ -e "$tmp/fault.csv" ] && rows=$(wc -l <"$tmp/fault.csv")
    if [ $code -eq 1 ] && grep -qF "$3" "$tmp/said" && [ "$rows" -eq "${keeps:-0}" ] && ! ls "$tmp" | grep -q tmp; then ok; else
        fail "fault: $1: exit code $code"
        head -n 8 "$tmp/said"
    fi
}

decay='model m parameter Real gain = 1; input Real u(start = 0); Real height(start = 1, fixed = true); equation der(height) = -gain*height + u; end m;'
keeps=501
fault assertion 'model m Real x(start = 1, fixed = true); equation der(x) = -1; assert(x > 0.5, "x is too small"); end m;' \
    'm at time 0.5'
keeps=2
fault infinity 'model m Real x(start = 1, fixed = true); equation der(x) = 1e200*x; end m;' 'a result is not a finite number: der(x)'
keeps=5
fault 'a matrix that becomes singular' 'model m Real c = 1 - time, a(start = 0, fixed = true), u, v; equation u + v = 1; c*u - c*v = 2; der(a) = u; end m;' \
    'm at time 1: no unique solution: equations of the model; for u and v: u + v = 1' '--step 0.25 --stop 2'
fault 'a matrix with a law' 'model m Real c = 1 - time, w(start = 9, fixed = true), f, u, v; switching law(slip = w, torque = f, lower = -1, upper = 1);
    equation der(w) = f + u; u + v = der(w); c*u - c*v = 2; end m;' \
    ': law of law; der(w) = law.lambda + u; u + v = der(w); c*u - c*v = 2' '--step 0.25 --stop 2'
keeps=0
echo 'parameters: {k: 0}' >"$tmp/zero.yaml"
printf 'parameters:\n  gian: 2\n' >"$tmp/p.yaml"
echo 'inputs: {w: [[0, 1]]}' >"$tmp/i.yaml"
echo 'parameters: {gain: fast}' >"$tmp/n.yaml"
printf 'parameters: {k: 1\n  - 3: }: [\n' >"$tmp/y.yaml"
echo 'inputs: {u: [[1, 1], [0, 2]]}' >"$tmp/t.yaml"
fault pivot 'model m parameter Real k = 1; Real x(start = 1, fixed = true), y; equation der(x) = y; k*y = x; end m;' 'division by zero in setup: k is zero' \
    '--param zero.yaml'
made='model m parameter Real a = 1, c = 4, b = 1/a, s = sqrt(c); Real x(start = 1, fixed = true); equation der(x) = -b*x + s; end m;'
printf 'parameters:\n  c: 1\n  a: 0\n' >"$tmp/made.yaml"
for method in euler cvode; do
    fault "a parameter that becomes infinite, $method" "$made" 'an input or parameter is not a finite number: b = 1/a; a is 0' "--param made.yaml --method $method"
    try 'and where it was set' sh -c "grep -q '^made.yaml:3:[0-9]*: note: a is set to 0 here' $tmp/said && ! grep -q 'c is set' $tmp/said"
done
echo 'parameters: {c: -1}' >"$tmp/made.yaml"
fault 'a parameter that is no number' "$made" 'not a finite number: s = sqrt(c); c is -1' '--param made.yaml'
fault 'a parameter that is no number, single precision' "$made" 'not a finite number: s = sqrt(c); c is -1' '--param made.yaml --float'
ticks='model m parameter Real T = 1, f = 2; Integer n(start = 0, fixed = true); equation when sample(0, T/f) then n = pre(n) + 1; end when; end m;'
for set in T:0:0 T:-1:-0.5 f:-2:-0.5 T:1e-13:5e-14; do
    echo "parameters: {${set%%:*}: $(echo "$set" | cut -d: -f2)}" >"$tmp/ticks.yaml"
    for options in '--method semi' '--method rk4 --float' '--method cvode'; do
        fault "an interval that is none, $set $options" "$ticks" "the interval of sample, T/f, must be at least 1e-12 s: it is ${set##*:}" \
            "--param ticks.yaml $options"
    done
done
echo 'parameters: {chosen: rev}' >"$tmp/gear.yaml"
gears='model m type G = enumeration(park, rev, fwd, overdrive, crawler); parameter G chosen = G.fwd;
    parameter Real k = sqrt(if chosen == G.rev then -1 else 2); input G g(start = G.rev); G both[2] = {g, chosen};
    Integer i = if time > 0.3 then 2 else 1; Boolean b = time > 0.2; Real x(start = 1, fixed = true); equation der(x) = -k*x;
    assert(time < 0.5, "g is " + String(g) + "," + String(chosen, minimumLength = 10) + "," + String(g, minimumLength = 5, leftJustified = false) + "," +
        String(both[i]) + "," + String(b) + "," + String(not b, minimumLength = 6) + (if b then " late, " + String(i) + (if i > 1 then "+" else "-") else " early"));
    when time > 0.1 then terminate("in " + String(g)); end when; end m;'
for options in '--method euler' '--method rk4 --float' '--method exact' '--method cvode'; do
    keeps=501
    case $options in *cvode*) keeps=255 ;; esac
    fault "names of places, $options" "$(echo "$gears" | sed 's/when time.*end when;//')" 'failed: g is rev,fwd       ,  rev,fwd,true,false  late, 2+' "$options"
    keeps=0
    fault "a parameter by a place, $options" "$gears" 'chosen is rev' "$options --param gear.yaml"
done
fault slip 'model m Real v(start = -1, fixed = true), f; switching law(slip = v, torque = f, lower = 0); equation der(v) = f; end m;' \
    'the slip is in a direction that is blocked: switching element law'
fault conjugate 'model m Real v(start = 1, fixed = true), w(start = 0, fixed = true), f, g; switching a(slip = v, torque = f, lower = -1, upper = 1);
    switching b(slip = w, torque = g, lower = -1, upper = 1); equation der(v) = f + g; der(w) = 3*f + 2*g; end m;' \
    'do not belong together'
fault 'unknown parameter' "$decay" 'p.yaml:2:3: error: there is no parameter gian; did you mean gain?' '--param p.yaml'
fault 'unknown input' "$decay" 'there is no input w' '--param i.yaml'
fault 'bad number' "$decay" 'n.yaml:1:20: error: gain: a number is expected, not fast' '--param n.yaml'
fault 'not YAML' "$decay" 'y.yaml:2:6: error:' '--param y.yaml'
fault 'times descend' "$decay" 't.yaml:1:22: error: u: times must ascend' '--param t.yaml'
fault 'dependent initial equations' 'model m Real x, y; initial equation x + y = 1; 2*x + 2*y = 5; equation der(x) = -x; der(y) = -y; end m;' \
    'no unique solution: equations of the model; for x and y: x + y = 1; 2*x + 2*y = 5'
several='model m parameter Boolean on = true; parameter Integer n(min = 1) = 3; parameter Real k(max = 10) = 2, t[2, 2](each min = -1) = [0, 0; 1, 1]; input Boolean b; input Real u;
    Real x(start = 0, fixed = true); equation der(x) = if on and b then n*k*u else t[1, 1]; end m;'
odd() { # odd LINE-OF-YAML MESSAGE
    printf '%s\n' "$1" >"$tmp/odd.yaml"
    fault "odd value: $1" "$several" "error: $2" '--param odd.yaml'
}
odd 'parameters: {on: 3}' 'on is a Boolean: true or false is expected, not 3'
odd 'parameters: {on: "true"}' 'on is a Boolean: true or false is expected, not true'
odd 'parameters: {n: 2.5}' 'n is an Integer: 2.5 is none'
odd 'parameters: {n: 3e9}' 'n is an Integer: 3e9 is too large'
odd 'parameters: {k: true}' 'k: a number is expected, not true'
odd 'parameters: {k: "2"}' 'k: a number is expected, not the text 2'
odd 'parameters: {k: }' 'k: a number is expected, not nothing'
odd 'parameters: {k: .inf}' 'k: a number is expected, not .inf'
odd 'parameters: {t: [[0, 1], [0x10, 1]]}' 't[2,1]: a number is expected, not 0x10'
odd 'inputs: {u: [[0, yes]]}' 'u: a number is expected, not yes'
odd 'inputs: {u: [["0", 1]]}' 'u: time: a number is expected, not the text 0'
odd 'inputs: {b: 1}' 'b is a Boolean: true or false is expected, not 1'
tables='model m parameter Real t[2, 2] = [0, 0; 1, 1], map[3, 3] = [0, 0, 1; 0, 1, 2; 1, 3, 4]; Real x(start = 0, fixed = true);
    equation der(x) = Drivetrain.Functions.interpolate(t, x) + Drivetrain.Functions.interpolate2(map, x, time); end m;'
echo 'parameters: {t: [[0, 0], [-1, 1]]}' >"$tmp/table.yaml"
echo 'parameters: {map: [[0, 0, 1], [2, 1, 2], [1, 3, 4]]}' >"$tmp/down.yaml"
echo 'parameters: {map: [[0, 1, 0], [0, 1, 2], [1, 3, 4]]}' >"$tmp/right.yaml"
fault 'table descends' "$tables" 'assertion failed: the first column of table t does not ascend' '--param table.yaml'
try 'and where it was set' grep -q '^table.yaml:1:[0-9]*: note: t is set here' "$tmp/said"
fault 'map descends, down' "$tables" 'assertion failed: the first column of table map does not ascend' '--param down.yaml'
fault 'map descends, to the right' "$tables" 'assertion failed: the first row of table map does not ascend' '--param right.yaml'
if grep -q 'note: map is declared here' "$tmp/said"; then ok; else fail 'where the table is declared'; fi
odd 'parameters: {k: 11}' 'k = 11 is above its max = 10'
odd 'parameters: {n: 0}' 'n = 0 is below its min = 1'
odd 'parameters: {t: [[0, 1], [-2, 1]]}' 't[2,1] = -2 is below its min = -1'
odd 'parameters: {k: 1, k: 3}' 'k is given twice'
fault 'no such file' "$decay" 'cannot read nowhere.yaml' '--param nowhere.yaml'
fault 'unknown variable' "$decay" 'there is no variable heigth; did you mean height?' '--vars heigth'

printf '%s\n' "$decay" >"$tmp/decay.dtm"
CC=no-such-compiler $DTC sim "$tmp/decay.dtm" --method euler -o "$tmp/decay.csv" >"$tmp/said" 2>&1
try 'no C compiler' sh -c "[ $? -eq 1 ] && grep -q 'needs a C compiler' $tmp/said && [ ! -e $tmp/decay.csv ]"
mkdir "$tmp/slow"
printf '#!/bin/sh\nexec sleep 60\n' >"$tmp/slow.sh"
chmod +x "$tmp/slow.sh"
CC=$tmp/slow.sh TMPDIR=$tmp/slow timeout -s INT 1 "$DTC" sim "$tmp/decay.dtm" --method euler -o "$tmp/decay.csv" >"$tmp/said" 2>&1
try 'Ctrl-C while the C compiler runs' sh -c "grep -q 'interrupted while the model was being compiled' $tmp/said && [ ! -e $tmp/decay.csv ] && [ -z \"\$(ls $tmp/slow)\" ]"
$DTC sim "$tmp/decay.dtm" --method euler --stop 0.1 -o "$tmp/no/such/folder.csv" >"$tmp/said" 2>&1
try 'no such folder' sh -c "[ $? -eq 1 ] && grep -q 'cannot write' $tmp/said"
$DTC "$tmp/decay.dtm" -o "$tmp/no/such/folder.c" >"$tmp/said" 2>&1
try 'no such folder for C' sh -c "[ $? -eq 1 ] && grep -q 'cannot write' $tmp/said"
echo 'model broken Real x; equation x = y; end broken;' >"$tmp/broken.dtm"
$DTC "$tmp/broken.dtm" -o "$tmp/broken.c" >"$tmp/said" 2>&1
try 'no partial file' sh -c "[ $? -eq 1 ] && [ ! -e $tmp/broken.c ] && [ ! -e $tmp/broken.h ]"
for bad in '' '--step 0 a.dtm -o a.c' '--dump=nothing a.dtm' 'a.dtm' '-fno-such a.dtm -o a.c' '--method magic a.dtm -o a.c' 'a.dtm b.dtm -o a.c'; do
    # shellcheck disable=SC2086
    $DTC $bad >"$tmp/said" 2>&1
    try "usage: $bad" test $? -eq 2
done
