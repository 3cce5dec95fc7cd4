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
said 2 '-o belongs to `dtc` and `dtc sim`' check o.dtm -o x
said 2 '--tube belongs to `dtc diff`' o.dtm --tube 1 -o o.c
said 2 '--step belongs to `dtc` and `dtc sim`' diff o.csv o.csv --step 1
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
    try "$name.c compiles" sh -c 'cd "$1" && ${CC:-gcc} -std=c99 -fsyntax-only -I"$2/runtime" "./$3.c"' sh "$tmp/${at%/*}" "$PWD" "$name"
done
said 0 '' sim o.dtm --method euler --stop 0.1 -o "$at.csv"
try 'a file of results' test -s "$tmp/$at.csv"
for name in 'q"q' 'b\b' '<a>' "new
line"; do
    said 1 'its header could not be included' o.dtm -o "$name.c"
    try "$name.c is not written" sh -c '! [ -e "$1" ]' sh "$tmp/$name.c"
done
