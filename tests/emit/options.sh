# Read by check.sh: options that do not apply, names that are not there, and output that cannot be written are said.

printf 'model m parameter Real k = 1; Real height(start = 1, fixed = true); equation der(height) = -k*height; end m;\n' >"$tmp/o.dtm"
echo 'model a Drivetrain.Shaft.Inertia j(J = 1, phi(start = 0, fixed = true), w(start = 1, fixed = true)); end a;' >"$tmp/a.dtm"
at=
said() { # said CODE TEXT OPTIONS...
    code=$1 text=$2
    shift 2
    (cd "$tmp" && TMPDIR=${at:+$tmp/${at%/*}} "$DTC" "$@") >"$tmp/out" 2>"$tmp/said"
    got=$?
    if [ $got -eq "$code" ] && { [ -z "$text" ] || grep -qFe "$text" "$tmp/said"; }; then ok; else
        fail "dtc $*: exit code $got, or not said: $text"
        head -n 5 "$tmp/said"
    fi
}
said 2 '--hybrid belongs to `dtc model.dtm -o step.c`' sim --hybrid o.dtm
said 2 '-o belongs to `dtc model.dtm -o step.c`, `dtc sim`' check o.dtm -o x
said 2 '--tube belongs to `dtc diff`' o.dtm --tube 1 -o o.c
said 2 '--step belongs to `dtc model.dtm -o step.c`, `dtc sim`' diff o.csv o.csv --step 1
for option in stop interval rtol atol; do said 2 "--$option belongs to \`dtc sim\`" o.dtm -o o.c --$option 1e-2; done
for option in quiet audit stats; do said 2 "--$option belongs to \`dtc sim\`" check o.dtm --$option; done
said 0 '-fconstant-matrices belongs to --method exact' sim o.dtm --method euler -fconstant-matrices --stop 0.1 -o o.csv
said 0 '-fno-adjust belongs to --method exact' sim o.dtm -fno-adjust -o o.csv
said 0 '-fno-adjust belongs to --method exact' o.dtm --method rk4 -fno-adjust -o o.c
said 0 '--rtol belongs to the variable-step method, --method cvode' sim o.dtm --method rk4 --rtol 1e-3 -o o.csv
said 0 '--float belongs to the fixed-step methods' sim o.dtm --float -o o.csv
said 0 '--step belongs to the fixed-step methods' o.dtm --hybrid --step 1 -o o.c
said 0 '' o.dtm --method exact -fno-adjust -fconstant-matrices --step 1e-2 --float -o o.c
try 'what applies is not told' cat "$tmp/said"
for command in 'sim o.dtm' 'o.dtm -o o.c' 'check o.dtm'; do
    # shellcheck disable=SC2086
    said 1 'there is no variable heigth; did you mean height?' $command --vars heigth
    # shellcheck disable=SC2086
    said 0 'warning: --vars: there is no variable heigth*; did you mean height?' $command --vars 'heigth*,k'
done
# Blanks around names are none of them; an array means its elements; a pattern that fits nothing is told of once.
printf 'model v parameter Real p[2] = {3, 4}; Real w[2](each start = 1, each fixed = true), r[2, 1] = [w[1]; 2]; equation der(w) = -w; end v;\n' >"$tmp/v.dtm"
for method in euler cvode; do
    said 0 'warning: --vars: there is no variable *.nope' sim v.dtm --method $method --vars ' w[2] , p,r ,*.nope, w*' -o -
    try "--vars: blanks and arrays, $method" sh -c "head -n 1 '$tmp/out' | grep -qxF 'time,w[2],p[1],p[2],\"r[1,1]\",\"r[2,1]\",w[1]' && [ \$(grep -c nope '$tmp/said') = 1 ]"
done
said 0 '' v.dtm --vars ' r , p' -o v.c
try '--vars: blanks and arrays, C' sh -c "grep -q '\"r\[2,1\]\"' '$tmp/v.c' && [ ! -s '$tmp/said' ]"
said 0 '' sim v.dtm --method euler --stop 0.01 --quiet -o v.csv
said 0 '' diff v.csv v.csv --vars 'w , r'
try '--vars: blanks and arrays, diff' grep -q '^4 signals' "$tmp/out"
for command in 'sim v.dtm' 'v.dtm -o v.c' 'check v.dtm' 'diff v.csv v.csv'; do
    for none in '' ' , ,'; do
        # shellcheck disable=SC2086
        said 2 '--vars needs names' $command --vars "$none"
    done
done
for command in 'sim v.dtm' v.dtm; do
    # shellcheck disable=SC2086
    said 2 '-o needs the name of a file' $command -o ''
    try "$command -o '': nothing is left" sh -c "[ ! -e '$tmp/.h' ]"
done
said 1 '--step: from 0 to 1 s there are more than 1e15 steps of 1e-300 s' sim v.dtm --method rk2 --step 1e-300 -o v.csv
said 0 'warning: a step of 3 s is longer than the run from 0 to 1 s' sim v.dtm --method euler --stop 1 --step 3 -o v.csv
said 0 '' sim v.dtm --method euler --stop 1 --step 1 --quiet -o v.csv
try 'a step as long as the run' cat "$tmp/said"

# A link is written through, also one that leads to no file yet.
mkdir "$tmp/in"
ln -s in/far.csv "$tmp/link.csv"
ln -s there.csv "$tmp/in/far.csv"
ln -s in/far.c "$tmp/link.c"
said 0 '' sim v.dtm --method euler --stop 0.01 --quiet -o link.csv
said 0 '' v.dtm -o link.c
try 'links stay links' sh -c "[ -L '$tmp/link.csv' ] && [ -L '$tmp/in/far.csv' ] && [ -s '$tmp/in/there.csv' ] && [ -L '$tmp/link.c' ] && [ -s '$tmp/in/far.c' ]"
ln -s round.csv "$tmp/round.csv"
said 1 'cannot write round.csv: Too many levels of symbolic links' sim v.dtm --method euler --quiet -o round.csv

# A terminate in a when-clause belongs to the row at which it fires.
printf 'model e Real x(start = 1, fixed = true); equation der(x) = -x; when time > 0.0035 then terminate("at " + String(time)); end when; end e;\n' >"$tmp/e.dtm"
for method in euler semi rk4 exact 'rosenbrock --float'; do
    # shellcheck disable=SC2086
    said 0 'e at time 0.004' sim e.dtm --method $method --step 1e-3 --quiet -o e.csv
    try "the last row, $method" sh -c "tail -n 1 '$tmp/e.csv' | grep -q '^0.004,'"
done
said 1 'there is no signal heigth in o.csv; did you mean height?' diff o.csv o.csv --vars heigth
for command in --help --version '--report o.dtm' '--dump=flat o.dtm' 'o.dtm -o -' 'sim o.dtm -o -' 'sim a.dtm --audit -o o.csv' 'sim o.dtm --method euler --format mat -o -'; do
    # shellcheck disable=SC2086
    (cd "$tmp" && "$DTC" $command) >/dev/full 2>"$tmp/said"
    code=$?
    if [ $code -eq 1 ] && [ "$(grep -c 'cannot write standard output: No space left on device' "$tmp/said")" -eq 1 ]; then ok; else
        fail "$command into a full disk: exit code $code"
        cat "$tmp/said"
    fi
done

# Any name will do, but one that cannot stand in an #include line.
mkdir "$tmp/odd '\"
name"
for name in 'a b' "it's" '$(x)' '`x`' '*' '-x' 'é'; do
    at="odd '\"
name/$name"
    said 0 '' o.dtm -o "$at.c"
    try "$name.c compiles" sh -c 'cd "$1" && gcc -std=c99 -fsyntax-only -I"$2/runtime" "./$3.c"' sh "$tmp/${at%/*}" "$PWD" "$name"
done
CC=gcc # tcc takes no such names
said 0 '' sim o.dtm --method euler --stop 0.1 -o "$at.csv"
CC=$fast
try 'a file of results' test -s "$tmp/$at.csv"
for name in 'q"q' 'b\b' '<a>' "new
line"; do
    said 1 'its header could not be included' o.dtm -o "$name.c"
    try "$name.c is not written" sh -c '! [ -e "$1" ]' sh "$tmp/$name.c"
done

# A call with several outputs is made once, whatever its outputs give values to: parameters that follow from others, in place or within an expression.
cat >"$tmp/once.dtm" <<'END'
model once
  function f
    input Real x[:];
    output Real y[size(x, 1)];
  algorithm
    y[1] := x[1];
    for i in 2:size(x, 1) loop
      y[i] := y[i - 1] + sin(x[i]);
    end for;
    annotation(Inline = false);
  end f;
  parameter Real p[4] = {1, 2, 3, 4};
  parameter Real q[4] = f(p), r[4] = 2*f(q) + p, s[4] = f(f(p) + r);
  Real a[4] = f(s*time);
end once;
END
said 0 '' once.dtm -o once.c
try 'calls of a function with several outputs' sh -c "[ \$(grep -c 'f_f(' '$tmp/once.c') = 5 ]"
said 0 '' sim once.dtm --method euler --vars 'p,q,r,s' --stop 0.01 -o -
try 'their values' python3 -c "
import math
def f(x):
    y = [x[0]]
    for v in x[1:]: y.append(y[-1] + math.sin(v))
    return y
p = [1, 2, 3, 4]
q = f(p)
r = [2*a + b for a, b in zip(f(q), p)]
s = f([a + b for a, b in zip(q, r)])
lines = open('$tmp/out').read().split('\n')
got = [float(x) for x in lines[1].split(',')[1:]]
assert max(abs(a - b) for a, b in zip(got, p + q + r + s)) < 1e-14 and len(got) == 16, got"
