#!/bin/sh
# The command line: help, errors and exit codes of each command; the manual page and completions are made from the same tables.
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$PWD/../../build}" "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
here=$PWD
. ../add.sh
cp small.dtm rich.dtm parts.dtm "$tmp"
cd "$tmp" || exit 2

# says CODE TEXT ARGUMENTS...: exit code, and TEXT in what is said: of 0 on standard output, else on standard error
says() {
    wanted=$1 text=$2
    shift 2
    "$DTC" "$@" >out 2>err
    code=$?
    if [ "$code" = 0 ]; then told=out other=err; else told=err other=out; fi
    if [ "$code" = "$wanted" ] && grep -qFe "$text" "$told" && [ ! -s "$other" ]; then ok; else
        fail "dtc $*: exit code $code, not $wanted, or not said: $text"
        head -n 3 err out
    fi
}

# ---- help ------------------------------------------------------------------------------------------------------------

says 0 'usage: dtc model.dtm -o step.c' help
cp out whole
for how in --help -h; do
    says 0 'usage: dtc model.dtm' $how
    if cmp -s out whole; then ok; else fail "dtc $how is not dtc help"; fi
done
commands=$("$DTC" completion bash | sed -n "s/.*'\(sim .*\)' -- .*/\1/p" | head -n 1)
[ "$(echo "$commands" | wc -w)" -ge 6 ] || fail "commands: $commands"
for command in $commands; do
    says 0 "usage: dtc $command" help "$command"
    cp out own
    says 0 "usage: dtc $command" "$command" --help
    if cmp -s out own; then ok; else fail "dtc $command --help is not dtc help $command"; fi
    grep -q "dtc $command " whole || fail "help does not have $command"
    says 2 "unrecognized option" "$command" --nonsense
    says 2 "try \`dtc --help\`" "$command" --nonsense
done
says 0 '--rtol R' help sim
if grep -q -e --tube out; then fail 'help of sim has options of diff'; else ok; fi
says 0 '--tube F' help diff
if grep -q -e --rtol -e -fno out; then fail 'help of diff has options of sim'; else ok; fi
says 0 'the first time shown' help plot
if grep -qE '(sim|doc|gears|orders|bode|campbell|linearize|diff|compile): ' out; then fail 'help of plot has what is of other commands'; else ok; fi
says 0 'the lowest frequency in Hz' help bode
if grep -qE 'first time shown|campbell|plot' out; then fail 'help of bode has what is of other commands'; else ok; fi
says 0 'plot, orders: the first time shown; bode: the lowest' help
if awk 'length > 120' whole | grep -q .; then fail 'help is wide'; else ok; fi
says 0 'dtc 0' --version

# ---- what is no command line ---------------------------------------------------------------------------------------------

says 2 'there is no command simm; did you mean sim?' simm small.dtm
says 2 'there is no command simulate; did you mean sim?' simulate small.dtm
says 2 'there is no command run; did you mean sim?' run small.dtm
says 2 'there is no command and no file compile' compile small.dtm
says 2 'dtc sim writes FILE.csv, FILE.mat and FILE.html (--format csv, --format mat: any name); what is x.xlsx' sim small.dtm -o x.xlsx
says 2 'FILE.so: a shared object, FILE.fmu: an FMU; dtc sim writes results); what is x.csv' small.dtm -o x.csv
says 2 'dtc doc writes FILE.html, FILE.md, FILE.json and text, FILE.txt; what is x.pdf' doc Drivetrain.Clutch -o x.pdf
if ls x.* >/dev/null 2>&1; then fail 'a file of another kind was written'; else ok; fi
says 2 'there is no command chekc; did you mean check?' chekc small.dtm
says 2 'did you mean sim?' help sum
says 2 'there is no command rhubarb' help rhubarb
says 2 'help of one command at a time; what is check' help sim check
says 2 'did you mean --step?' sim small.dtm --stpe 1
says 2 'no input file' sim
says 2 'no input file' check
says 2 'no input file' -o x.c
says 2 'one input file at a time; what is b.dtm' check small.dtm b.dtm
says 2 'where to? -o FILE' small.dtm
says 2 '-o needs the name of a file' small.dtm -o ''
says 2 '--step needs a time > 0, not -1' sim small.dtm --step -1
says 2 '--step needs a time > 0, not 0' sim small.dtm --step 0
says 2 '--step needs a time > 0, not nan' sim small.dtm --step nan
says 2 '--stop needs a time from 1e-12 to 1e12 s, not 1e13' sim small.dtm --stop 1e13
says 2 '--rtol needs a number from 1e-14 to 0.1, not 1' sim small.dtm --rtol 1
says 2 '--method is cvode, euler, semi, rk2, rk4, rosenbrock, rosenbrock_w or exact, not heun' sim small.dtm --method heun
says 2 '--dump is flat, nets, index, blt, torn, stage, step or exact, not c' small.dtm --dump c
says 2 '--format is csv, mat, table, json, md, html, svg, png, pdf, gp, m, py, dtm or sfunction, not xls' sim small.dtm --format xls
says 2 '--vars needs names' sim small.dtm --vars ,
says 2 'unknown option -fno-such' small.dtm -fno-such -o x.c
says 2 '--tube belongs to `dtc diff`' check small.dtm --tube 1
says 2 '--dump=exact belongs to `dtc model.dtm`' sim small.dtm --dump exact
says 2 '--at belongs to `dtc linearize`, `dtc equilibrium`' sim small.dtm --at 1
says 2 '--dump=exact is by itself: leave out -o' small.dtm --dump exact -o x.c
says 2 '--dump=exact is by itself: leave out --report' small.dtm --dump exact --report
says 2 'in double precision: leave out --float' small.dtm --dump exact --float
says 2 'in double precision: leave out --hybrid' small.dtm --dump exact --hybrid
says 2 '--dump=exact is of --method exact, not euler' small.dtm --dump exact --method euler
says 2 '--dump=exact writes table and json; what is csv' small.dtm --dump exact --format csv
says 2 '--stuck belongs to --dump=exact' small.dtm --stuck a -o x.c
says 2 '--stuck belongs to `dtc model.dtm' check small.dtm --stuck a
says 2 '--format belongs to --dump=exact' small.dtm --format json -o x.c
says 1 '--stuck: there is no switching element a' small.dtm --dump exact --stuck a
says 2 'dtc diff needs two files' diff a.csv
says 2 '--tube needs a number >= 0, not -1' diff a.csv b.csv --tube -1
says 2 'dtc completion is for bash or zsh' completion fish
says 2 'what is 7' man 7
says 1 'cannot read rhubarb' rhubarb -o x.c
says 1 'cannot read none.dtm' check none.dtm
if [ "$(ls)" = "$(printf 'err\nout\nown\nparts.dtm\nrich.dtm\nsmall.dtm\nwhole')" ]; then ok; else fail "files are left: $(ls)"; fi

# ---- a run of each ------------------------------------------------------------------------------------------------------

check() { if "$@" >log 2>&1; then ok; else
    fail "$*"
    head -n 3 log
fi; }
check "$DTC" check small.dtm
check "$DTC" small.dtm -o step.c
check test -s step.c -a -s step.h
says 0 'linear part at the start, step 0.01 s' small.dtm --dump exact --step 0.01
check python3 -m json.tool <<END
$("$DTC" small.dtm --dump exact --method exact --format json)
END
check "$DTC" sim small.dtm --stop 0.1 --quiet -o a.csv
check "$DTC" sim --stop 0.1 -o b.csv small.dtm --quiet
check cmp a.csv b.csv
check "$DTC" diff a.csv b.csv
printf 'model sim Real x(start = 1, fixed = true); equation der(x) = -x; end sim;\n' >sim
check "$DTC" check ./sim
rm sim
cat >pack.mo <<'END'
package Pack
  connector Pin Real v; flow Real i; end Pin;
  partial model Two Pin a; Pin b; equation a.i + b.i = 0; end Two;
  model Resistor extends Two; parameter Real R; equation a.v - b.v = R*a.i; end Resistor;
  package Inner
    model Loose extends Two; end Loose;
    block Sized parameter Integer n; input Real u[n]; end Sized;
  end Inner;
end Pack;
END
says 1 'dtc: Pack: 1 good, 1 wrong, 1 not checked' check pack.mo --model Pack
says 1 'dtc: in Pack.Inner.Loose: 1 error' check pack.mo --model Pack.Inner
says 1 'need values of parameters: Pack.Inner.Sized' check pack.mo --model Pack.Inner
says 1 '`Pack.Pin` is a connector; a model or block is needed' check pack.mo --model Pack.Pin
check "$DTC" check pack.mo --model Pack.Resistor
sed '/Loose/d; /Sized/d' pack.mo >good.mo
printf 'package Same = Pack;\nblock Rate input Real u; output Real y = der(u); end Rate;\n' >>good.mo
says 0 'dtc: Pack: 1 good, 0 wrong, 0 not checked' check good.mo --model Pack
says 0 'dtc: Same: 1 good, 0 wrong, 0 not checked' check good.mo --model Same
rm pack.mo good.mo

# ---- what a model has ---------------------------------------------------------------------------------------------------

# lists ROW ARGUMENTS...: the row, with single blanks
lists() {
    row=$1
    shift
    "$DTC" list "$@" >out 2>err
    if sed 's/  */ /g; s/ $//' out | grep -qFxe "$row"; then ok; else
        fail "dtc list $*: no row '$row'"
        head -n 3 err out
    fi
}
for kind in '' parameters; do
    # shellcheck disable=SC2086
    lists 'J 0.5 kg.m2 >= 0 Inertia' rich.dtm $kind
    lists 'twice 1 kg.m2 follows from others Twice J' rich.dtm $kind
    lists 'table[2,2] {1, 2, 3, 4} Four numbers' rich.dtm $kind
    lists 'long[7] Seven' rich.dtm $kind
    lists 'mode strong weak, middle, strong How' rich.dtm $kind
    lists 'T 10 N.m sought at the start' rich.dtm $kind
    lists 'on true structural: Evaluate = true at rich.dtm:9 Whether' rich.dtm $kind
done
for kind in '' inputs; do lists 'u 0.25 0 to 1 Throttle' rich.dtm $kind; done
for kind in '' outputs; do lists 'y rad/s Speed' rich.dtm $kind; done
for kind in '' states; do lists 'w 3 rad/s fixed Speed of it' rich.dtm $kind; done
lists 'z[2] Two more' rich.dtm variables
lists 'y rad/s Speed' rich.dtm outputs states
says 2 'not state; did you mean states?' list rich.dtm state
says 2 'no input file' list
"$DTC" list rich.dtm >out
for hidden in secret fixed_by_class; do
    if grep -q "^$hidden " out; then fail "list has $hidden"; else ok; fi
done

# ---- packages in folders --------------------------------------------------------------------------------------------------
mkdir -p P 'lib/Lib 1.9.0' 'lib/Lib 1.10.0' Enc Shut.d
printf 'package P\nend P;\n' >P/package.mo
printf 'within P;\nmodel A\n  Real x = time;\nend A;\n' >P/A.mo
printf 'within P;\nmodel B\n  extends A;\nend B;\n' >P/B.mo
for operand in P P/ ./P P/package.mo; do says 0 'dtc: P: 2 good, 0 wrong, 0 not checked' check $operand; done
says 2 'this is the folder of a package, --model P.NAME says which model of it: P' sim P
says 1 'P/package.mo is the file of package P, without a model of its own' list P/package.mo
says 2 'this folder has neither package.dtm nor package.mo, name a file in it: lib' check lib
says 0 'x' list P --model P.A variables
printf 'within Q;\nmodel B\n  extends A;\nend B;\n' >P/B.mo
says 1 'P/B.mo:1:1: error: this file lies in the folder of package P, not of Q' check P/B.mo
for v in 1.9.0 1.10.0; do
    printf 'package Lib\n  annotation(version = "%s", conversion(noneFromVersion = "1.8.0"));\nend Lib;\n' $v >"lib/Lib $v/package.mo"
    printf 'within Lib;\nmodel A\n  parameter Real version%s = 1;\nend A;\n' $(echo $v | tr -d .) >"lib/Lib $v/A.mo"
done
user() { printf 'model u\n  Lib.A a;\n  Real x = time;\n  annotation(uses(Lib(version = "%s")));\nend u;\n' "$1" >u.mo; }
user 1.9.0
says 0 'a.version190' list u.mo -I lib
user 1.10.0
says 0 'a.version1100' list u.mo -I lib
user 1.8.0
says 0 'a.version1100' list u.mo -I lib
export MODELICAPATH="$tmp/lib"
says 0 'a.version1100' list u.mo
unset MODELICAPATH
user 2.0.0
"$DTC" check u.mo -I lib 2>err || fail 'another version is no error'
if grep -qFe 'u.mo:4:23: warning: version 2.0.0 of Lib is used here, and version 1.10.0 is found in lib/Lib 1.10.0' err; then ok; else fail "another version: $(cat err)"; fi
echo x >Enc/package.moc
echo x >Shut.mol
for file in ./Enc/package.moc ./Shut.mol; do
    name=$(echo $file | sed -E 's/[^A-Z]*([A-Z][a-z]*).*/\1/')
    printf 'model e\n  %s.A a;\nend e;\n' "$name" >e.mo
    says 1 "$file is encrypted: nothing but the tool that it is for can read package $name" check e.mo -I .
done
for file in Enc Shut.mol; do
    says 2 "dtc: nothing but the tool that it is for can read what is encrypted: $file" check $file
done
says 2 "dtc: option requires an argument -- 'o'" sim u.mo -o

# ---- --set --------------------------------------------------------------------------------------------------------------

lists 'J 2 kg.m2 >= 0 Inertia' rich.dtm --set J=2 parameters
lists 'twice 4 kg.m2 follows from others Twice J' rich.dtm --set J=1 --set J=2
lists 'twice 7 kg.m2 Twice J' rich.dtm --set twice=7
lists 'mode middle weak, middle, strong How' rich.dtm --set mode=middle
lists 'mode weak weak, middle, strong How' rich.dtm --set 'mode = Mode.weak'
lists 'on false structural: Evaluate = true at rich.dtm:9 Whether' rich.dtm --set on=false
lists 'table[2,2] {5, 6, 7, 8} Four numbers' rich.dtm --set 'table=[5, 6; 7, 8]'
lists 'table[2,2] {1, 2, 9, 4} Four numbers' rich.dtm --set 'table[2, 1]=9'
lists 'u 0.5 0 to 1 Throttle' rich.dtm --set u=0.5
lists 'w 4 rad/s fixed Speed of it' rich.dtm --set w.start=4
lists 'J 10 kg.m2 >= 0 follows from others Inertia' rich.dtm --set 'J=sum(long) - 18'
lists 'part[2].name "a b/c.csv" structural: a text' parts.dtm --set 'part[2].name=a b/c.csv'
lists 'part[1].name "d" structural: a text' parts.dtm --set 'part[1].name="d"'
lists 'part[2].data.r 3' parts.dtm --set part[2].data.r=3
lists 'part[2].data.s 5' parts.dtm --set part[2].data.r=3
lists "'a b' 6" parts.dtm --set "'a b'=6"
lists 'curve[3,2] Torque' parts.dtm --set 'curve=[0, 1; 1, 2; 2, 3]'
for wrong in 'K=2|1:1: error: there is no parameter or input `K`; `dtc list` shows' \
    'J=|1:3: error: the end does not fit: expected an expression' 'J=1)|1:4: error: '"')' closes nothing" \
    'J=Z|1:3: error: unknown name `Z`' 'J=true|1:3: error: J is Real, but its value is Boolean' \
    'mode=weal|1:6: error: in mode: `mode` is an enumeration: weak, middle or strong; did you mean `weak`?' \
    'table[3,1]=2|1:1: error: `table` has no element [3,1]' 'table[1]=2|1:1: error: `table` has no element [1]' \
    'long={1}|1:6: error: long is Real[7], but its value is Integer[1]' \
    'long[2]={1}|1:9: error: in long: {1} is Integer[1]; one value is expected here' \
    'fixed_by_class=1|1:1: error: in fixed_by_class: `fixed_by_class` is final: it cannot be modified' \
    'secret=2|1:1: error: `secret` is protected: it cannot be set from outside' \
    'w=1|1:1: error: `w` is a variable: parameters and inputs can be set, and its start value, --set w.start=' \
    'u=2|1:3: error: the start value of u = 2 is above its max = 1' 'u.start=3|1:9: error: the start value of u = 3 is above its max = 1' \
    'w.start=false|1:9: error: attribute start of w has the wrong type'; do
    says 1 "--set:${wrong#*|}" check rich.dtm --set "${wrong%%|*}"
done
says 1 '`start` of one element cannot be set alone: set that of all, table.start={...}' check rich.dtm --set 'table[1,1].start=2'
says 1 'did you mean `part[1].data.r`?' check parts.dtm --set part.data.r=1
says 1 '`whole` is final: nothing in it can be set' check parts.dtm --set whole.r=1
says 1 'there is no parameter or input `list[2]`' check parts.dtm --set 'list[2]=list[1]'
lists 'list[2].r 9' parts.dtm --set 'list[2].r=9'
says 1 'did you mean `list[1].s`?' check parts.dtm --set vehicle.s=1
says 1 '`part[1].u` is an input that has its value from the model' check parts.dtm --set part[1].u=1
says 1 'there is no parameter or input `part`' check parts.dtm --set part=1

# ---- what is no number, no value, no step ----------------------------------------------------------------------------

cat >said.dtm <<'END'
model said
  input Real u(start = 0);
  output Real q = log(u - 1);
  parameter Real h = 1e-4;
  discrete Real n(start = 0, fixed = true);
equation
  when sample(0, h) then
    n = pre(n) + 1;
  end when;
end said;
END
says 1 "--for: q is no name=value: the value that it is to have stands behind '=', --for q=20" equilibrium said.dtm --for q
"$DTC" sim said.dtm --method euler --step 1e-3 --stop 0.01 >out 2>err
if grep -q '^  q *nan$' out; then ok; else fail "a number that is none has no sign: $(cat out)"; fi
for step in 1e-3 1e-4; do
    "$DTC" sim said.dtm --method euler --step $step --stop 0.01 --set u=2 >out 2>err
    if [ "$(grep -c 'every 0.0001 s is more often than the step of 0.001 s' err)" = "$([ $step = 1e-3 ] && echo 1 || echo 0)" ]; then ok; else
        fail "samples of 1e-4 s in steps of $step s: $(cat err)"
    fi
done
says 2 '--set needs name=value, not J' check rich.dtm --set J
says 2 '--set needs name=value, not =1' check rich.dtm --set =1
"$DTC" rich.dtm --set J=3 -o set.c
mv set.c wanted.c
sed 's/= 0.5 "Inertia"/= 3 "Inertia"/' rich.dtm >changed && mv changed rich.dtm
"$DTC" rich.dtm -o set.c
check cmp set.c wanted.c

# ---- manual page and completions ----------------------------------------------------------------------------------------

check "$DTC" man
cp log dtc.1
for option in $(grep -o -e '--[a-z-]*' whole | sort -u) $(grep -o -e '-f[a-z-]*' whole | sort -u); do
    grep -qFe "$(echo "$option" | sed 's/-/\\-/g')" dtc.1 || fail "the manual page does not have $option"
done
if command -v groff >/dev/null; then
    if [ -z "$(groff -man -Tutf8 -ww dtc.1 2>&1 >/dev/null)" ]; then ok; else fail 'the manual page has warnings'; fi
else
    echo 'skipped: no groff to read the manual page'
fi

if command -v bash >/dev/null; then
    "$DTC" completion bash >dtc.bash
    # completes WORDS... : what the last one may become
    completes() {
        bash -c '. ./dtc.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dtc; printf "%s " "${COMPREPLY[@]}"' bash "$@"
    }
    expect() { # expect TEXT WORDS...
        wanted=$1
        shift
        got=$(completes "$@")
        if [ "$got" = "$wanted" ]; then ok; else fail "bash: $* becomes '$got', not '$wanted'"; fi
    }
    expect 'sim ' dtc si
    expect 'small.dtm ' dtc sma
    expect '--step --state --start --stop --stats ' dtc sim --st
    expect 'rk2 rk4 rosenbrock rosenbrock_w ' dtc sim small.dtm --method r
    expect 'csv ' dtc sim --format c
    expect '--tube --time-tube ' dtc diff --t
    expect 'zsh ' dtc completion z
    expect '-fno-stage -fno-search -fno-sparse -fno-skip ' dtc -fno-s
fi
"$DTC" completion zsh >_dtc
if command -v zsh >/dev/null; then
    # offers TEXT WORDS...: what the functions of zsh are called with has TEXT
    offers() {
        wanted=$1
        shift
        got=$(zsh -f -c 'compadd() { print -r -- $* }; _describe() { print -rl -- ${(P)2} }; _files() { print files }
            words=("$@"); CURRENT=$#; source ./_dtc' zsh "$@" 2>&1)
        if echo "$got" | grep -qFxe "$wanted"; then ok; else fail "zsh: $* offers not $wanted, but $got"; fi
    }
    offers 'sim:compile, build, run' dtc s
    offers files dtc s
    offers 'csv mat table json md html svg png pdf gp m py dtm sfunction' dtc sim --format ''
    offers '--stop:end time' dtc sim --
    offers '-fno-roll:equal components are no loops' dtc a.dtm -
    offers '--plain:deviations at the times of a, b being linear between its points; no tube in time' dtc diff -
    offers 'bash zsh' dtc completion ''
else
    echo 'skipped: no zsh to read its completion'
fi

. "$here/cache.sh"
. "$here/files.sh"

finish
