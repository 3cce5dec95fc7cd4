#!/bin/sh
# Files of results and `dtc diff`. CSV and MAT v4 hold the same numbers; SciPy reads the MAT files and finds the layout of Dymola and OpenModelica; other ways
# of writing MAT v4 are read; damaged files are refused in words; the tube against its definition; full disks, ended runs. long.sh: more of it.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
passed=0 failed=0 skipped=0
here=tests/results

try() { # try WHAT COMMAND...
    what=$1
    shift
    if "$@" >"$tmp/log" 2>&1; then passed=$((passed + 1)); else
        echo "FAILED $what"
        tail -n 20 "$tmp/log"
        failed=$((failed + 1))
    fi
}
says() { # says CODE TEXT COMMAND...: exit code, and what is printed
    code=$1 text=$2
    shift 2
    "$@" >"$tmp/said" 2>&1
    got=$?
    if [ "$got" -eq "$code" ] && grep -qe "$text" "$tmp/said"; then return 0; fi
    echo "exit code $got, not $code, or no '$text':"
    cat "$tmp/said"
    return 1
}
exact="--tube 0 --time-tube 0 --floor 0"
. tests/fast.sh
sim() { CC=$fast "$DTC" sim $here/model.dtm --method euler --step 0.01 --quiet "$@"; }

# ---- files ------------------------------------------------------------------------------------------------------------
for f in csv mat; do
    try "a run writes .$f" sim --stop 1 -o "$tmp/out.$f"
done
try 'MAT holds the numbers of the CSV' "$DTC" diff $exact "$tmp/out.csv" "$tmp/out.mat"
try 'what follows from parameters is in the CSV, parameters are not' sh -c "head -n 1 '$tmp/out.csv' | grep -q ',doubled,same_mass,' && ! head -n 1 '$tmp/out.csv' | grep -qE ',(mass|weight|n),'"
try 'parameters are in the MAT file' says 0 'constants that the CSV does not have: 4$' "$DTC" diff "$tmp/out.mat" "$tmp/out.csv"
try 'a constant that is asked for is missing' says 1 'weight *missing' "$DTC" diff --vars 'w*' "$tmp/out.mat" "$tmp/out.csv"
sim --stop 1 --vars 'w*,x,grid*,doubled' -o "$tmp/some.csv" && sim --stop 1 --format mat --vars 'w*,x,grid*,doubled' -o - | cat >"$tmp/pipe"
try '--vars and --format, through a pipe' says 0 '7 signals.*only there: 0' "$DTC" diff $exact "$tmp/some.csv" "$tmp/pipe"
try '--vars: a comma in brackets belongs to the name' sim --stop 1 --vars 'grid[1,2],x' -o "$tmp/comma.csv"
try 'two columns' grep -qx 'time,"grid\[1,2\]",x' "$tmp/comma.csv"
sim --stop 1 --format mat -o - >>"$tmp/appended"
try 'a file and what is appended to one are equal' cmp "$tmp/out.mat" "$tmp/appended"
try '--format goes before the name' sim --stop 1 --format csv -o "$tmp/x.mat"
try 'it is CSV' cmp "$tmp/x.mat" "$tmp/out.csv"
for f in csv mat; do
    try "--float, $f" sim --stop 1 --float -o "$tmp/float.$f"
done
try '--float: the same numbers' "$DTC" diff $exact "$tmp/float.csv" "$tmp/float.mat"
printf '\357\273\277"time", "x ""1""" ,"a,b"\r\n 0 ,1,"2"\r\n1, 3,4\r\n\r\n' >"$tmp/quoted.csv"
printf 'Time ,"x ""1""","a,b"\n0,1,2\n1,3,4' >"$tmp/plain.csv"
try 'CR LF, quotes, blanks, BOM' says 0 '2 signals' "$DTC" diff $exact "$tmp/quoted.csv" "$tmp/plain.csv"

# Names with commas, quotes and dots in quotes: columns, --vars, parameters, the other format.
cat >"$tmp/quoted.dtm" <<'EOF'
model 'my model'
  model Part
    parameter Real 'k,1' = 2;
    Real w = 'k,1'*time, 'a,"b"' = 2*time;
  end Part;
  Part a, 'p.q';
  Real 'time' = 3, 'a.w' = 5*time;
end 'my model';
EOF
printf 'parameters:\n  "'"'p.q'.'k,1'"'": 7\n' >"$tmp/quoted.yaml"
for f in csv mat; do
    try "quoted names, $f" env CC="$fast" "$DTC" sim "$tmp/quoted.dtm" --method euler --stop 1 --quiet --param "$tmp/quoted.yaml" -o "$tmp/names.$f"
done
try 'quoted names: the header' grep -qxF "time,a.w,\"a.'a,\"\"b\"\"'\",'p.q'.w,\"'p.q'.'a,\"\"b\"\"'\",'time','a.w'" "$tmp/names.csv"
try 'quoted names: the values' grep -qx '1,2,2,7,2,3,5' "$tmp/names.csv"
try 'quoted names: the formats agree' says 0 '6 signals.*missing in [^ ]*: 0' "$DTC" diff $exact "$tmp/names.csv" "$tmp/names.mat"
try 'quoted names in --vars' env CC="$fast" "$DTC" sim "$tmp/quoted.dtm" --method euler --stop 1 --quiet --vars "'p.q'.'a,\"b\"','a.w',a.w" -o "$tmp/names.csv"
try 'these, in this order' grep -qxF "time,\"'p.q'.'a,\"\"b\"\"'\",'a.w',a.w" "$tmp/names.csv"

for f in csv mat; do
    try "a run with a variable step, $f" env CC="$fast" "$DTC" sim $here/model.dtm --method cvode --quiet --stop 1 -o "$tmp/events.$f"
done
try 'both values at an event' awk -F, 'NR > 1 && $1 == t && $0 != row { n++ } { t = $1; row = $0 } END { exit n < 3 }' "$tmp/events.csv"
try 'in MAT as well' "$DTC" diff $exact "$tmp/events.csv" "$tmp/events.mat"
# A result is the same in the other format, to the last bit, either way round.
for how in 'cvode' 'cvode --vars *' 'euler --float --vars *' 'rk4 --vars *' 'exact --float' 'euler --vars time' 'euler --stop 1e-9'; do
    set -f
    for f in csv mat; do
        CC=$fast "$DTC" sim $here/odd.dtm --quiet --method $how -o "$tmp/odd.$f" 2>"$tmp/log"
    done
    set +f
    for options in '' "$exact" '--plain --tube 0 --floor 0'; do
        try "$how $options: CSV and MAT" "$DTC" diff $options "$tmp/odd.csv" "$tmp/odd.mat"
        try "$how $options: MAT and CSV" "$DTC" diff $options "$tmp/odd.mat" "$tmp/odd.csv"
    done
done
if [ -d /usr/lib/python3/dist-packages/scipy ]; then
    sim --stop 1 --vars '*' -o "$tmp/full.csv"
    try 'SciPy: layout and numbers' /usr/bin/python3 $here/layout.py "$tmp/out.mat" "$tmp/out.csv"
    try 'SciPy: with parameters' /usr/bin/python3 $here/layout.py "$tmp/out.mat" "$tmp/full.csv"
    try 'SciPy: a file from a pipe' /usr/bin/python3 $here/layout.py "$tmp/pipe" "$tmp/some.csv"
    try 'other ways of MAT v4 are written' /usr/bin/python3 $here/variants.py "$tmp/out.csv" "$tmp"
    for v in normal big spaces text extra; do
        try "$v.mat is read" says 0 'missing.*: 0; only there: 0' "$DTC" diff $exact "$tmp/out.csv" "$tmp/$v.mat"
    done
    try 'single.mat is read' "$DTC" diff --tube 1e-7 --time-tube 1e-7 --floor 1e-7 "$tmp/out.csv" "$tmp/single.mat"
    for m in $GEARBOXES; do
        for k in csv mat; do
            try "$m runs to .$k" env CC="$fast" "$DTC" sim "models/$m/$m.dtm" --method euler --quiet -o "$tmp/$m.$k"
        done
        try "SciPy: $m" /usr/bin/python3 $here/layout.py "$tmp/$m.mat" "$tmp/$m.csv"
        try "$m: MAT holds the numbers of the CSV" "$DTC" diff $exact "$tmp/$m.csv" "$tmp/$m.mat"
    done
    [ -z "$GROWTH" ] || try 'diff: time grows with the points' /usr/bin/python3 $here/growth.py "$GROWTH" "$tmp"
    for seed in ${SEEDS:-1 2 3}; do
        try "the tube, by its definition, seed $seed" /usr/bin/python3 $here/tube.py "$DTC" "$tmp" $seed
    done
else
    skipped=13
    echo 'skipped: python3-scipy is missing (make setup); it reads MAT files independently of dtc'
fi

# ---- trouble -----------------------------------------------------------------------------------------------------------
for f in csv mat; do
    try "a full disk, $f" says 1 'cannot write /dev/full: No space left on device' sim --format $f --stop 1 -o /dev/full
    try "a run that fails keeps its rows, $f" says 1 'assertion failed: the time of this model is over' sim --stop 2 -o "$tmp/ended.$f"
done
try 'no folder' says 1 "cannot write $tmp/no/out.mat: No such file" sim --stop 1 -o "$tmp/no/out.mat"
try 'the rows before the failure' says 1 'out.mat covers 0 to 1 s; the reference .* 0 to 1.49 s' "$DTC" diff "$tmp/ended.mat" "$tmp/out.mat"
try 'in both formats' "$DTC" diff $exact "$tmp/ended.csv" "$tmp/ended.mat"
. $here/ended.sh

. $here/tables.sh

# ---- bad files ----------------------------------------------------------------------------------------------------------
refused() { # refused TEXT BYTES: a file with these bytes (printf)
    printf "$2" >"$tmp/bad"
    try "refused: $1" says 1 "bad: .*$1" "$DTC" diff "$tmp/out.csv" "$tmp/bad"
}
refused 'is empty' ''
refused 'neither MAT v4, nor CSV whose first column is .time' 'alpha,beta\n1,2\n'
refused 'neither MAT v4 nor' 'time,x\n0,\000\n'
refused 'is text in UTF-16: save it as UTF-8' '\377\376t\000i\000m\000e\000,\000x\000\n\000'
refused 'is a workbook or an archive: save the sheet as CSV' 'PK\003\004\024\000'
refused 'has no rows' 'time,x\n'
refused 'line 3: 1 numbers, but the header has 2 names' 'time,x\n0,1\n1\n'
refused 'line 3: more numbers' 'time,x\n0,1\n1,2,3\n'
refused 'line 3: a number is expected, not "abc"' 'time,x\n0,1\n1,abc\n'
refused 'line 2: a number is expected, not ""' 'time,x\n0,\n1,1\n'
refused 'line 2: after a number a comma is expected' 'time,x\n0;1\n'
refused 'line 1: a quote is not closed' 'time,"x\n0,1\n'
refused 'time goes back from 2 to 1 in row 3' 'time,x\n0,1\n2,1\n1,1\n'
refused 'columns 2 and 4 have one name, x' 'time,x,y,"x"\n0,1,1,1\n'
refused 'columns 1 and 2 have one name, time' 'time,time\n0,1\n'
refused 'the time of row 2 is no number' 'time,x\n0,1\nnan,1\n'
refused 'version 4 is expected' 'MATLAB 5.0 MAT-file, Platform: GLNXA64\000\000'
LC_ALL=C sed 's/same_mass/doubled\x00\x00/' "$tmp/out.mat" >"$tmp/bad"
try 'refused: MAT with one name twice' says 1 'bad: columns [0-9]* and [0-9]* have one name, doubled' "$DTC" diff "$tmp/out.csv" "$tmp/bad"
head -c 15 "$tmp/out.mat" >"$tmp/bad"
try 'cut off early' says 1 'bad: ' "$DTC" diff "$tmp/out.csv" "$tmp/bad"
head -c 2000 "$tmp/out.mat" >"$tmp/bad"
try 'cut off' says 1 'bad: is cut off: matrix' "$DTC" diff "$tmp/out.csv" "$tmp/bad"
printf '\063\000\000\000\377\377\377\177\377\377\377\177\000\000\000\000\007\000\000\000Aclass\000' >"$tmp/bad"
try 'huge counts' says 1 'matrix Aclass is to have 2147483647 x 2147483647 numbers, and 0 are there' "$DTC" diff "$tmp/out.csv" "$tmp/bad"
try 'no such file' says 1 'nowhere.csv: cannot be read: No such file' "$DTC" diff "$tmp/out.csv" "$tmp/nowhere.csv"
try 'a folder' says 1 'it is a folder' "$DTC" diff "$tmp" "$tmp/out.csv"
try 'mutations: the program' ${CC:-gcc} -std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra -Wshadow -Werror \
    -Iruntime/host $here/mutate.c runtime/host/result*.c runtime/host/table_file.c runtime/host/diff.c -lm -o "$tmp/mutate"
cp "$tmp/tables/data/t.txt" "$tmp/out.txt"
for f in csv mat txt; do
    try "mutations of $f" "$tmp/mutate" "$tmp/out.$f" "$tmp/scratch" "${MUTATIONS:-1000}"
done

# ---- diff ---------------------------------------------------------------------------------------------------------------
# A ramp of 0 to 1, a step at 5 of 10 s (before, after), a constant, on a grid of 0.1 s.
signal() { # signal SHIFT OFFSET GRID: the step later, the ramp higher
    awk -v shift="$1" -v offset="$2" -v grid="$3" 'function row(t, s) { printf "%.17g,%.17g,%g,3\n", t, t/10 + offset, s }
        BEGIN { print "time,ramp,step,flat"; at = 5 + shift
            for (k = 0; k*grid <= 10 + 1e-9; k++) { t = k*grid; if (!done && t >= at) { row(at, 0); row(at, 1); done = 1 } if (t != at) row(t, t > at ? 1 : 0) } }'
}
signal 0 0 0.1 >"$tmp/a.csv"
signal 0.015 0 0.1 >"$tmp/later.csv"
signal -0.025 0 0.1 >"$tmp/early.csv"
signal 0 0.003 0.1 >"$tmp/higher.csv"
signal 0 0 0.25 >"$tmp/coarse.csv"
signal 0 0 0.01 >"$tmp/fine.csv"
awk -F, -v OFS=, '$1 > 0.05 && $1 < 9.95 { $2 += 0.003 } { print }' "$tmp/a.csv" >"$tmp/inner.csv"
awk -F, 'NR > 2 && $1 == last { next } { print; last = $1 }' "$tmp/a.csv" >"$tmp/ramped.csv"      # no pair: up within a step
try 'a step within the tube' says 0 '3 inside, 0 outside' "$DTC" diff --tube 2e-3 "$tmp/a.csv" "$tmp/later.csv"
try 'a step outside' says 1 '^step .* 1 .*OUTSIDE' "$DTC" diff --tube 2e-3 "$tmp/a.csv" "$tmp/early.csv"
try 'a wider tube in time' says 0 '3 inside' "$DTC" diff --time-tube 3e-3 "$tmp/a.csv" "$tmp/early.csv"
try 'no tube in time' says 1 '^step .*OUTSIDE' "$DTC" diff --time-tube 0 "$tmp/a.csv" "$tmp/later.csv"
try 'a value outside, and how far' says 1 '^ramp  *0.003 .* 0.3 %  *0.002  OUTSIDE' "$DTC" diff --time-tube 0 "$tmp/a.csv" "$tmp/higher.csv"
try 'the worst comes first' sh -c "'$DTC' diff --time-tube 0 '$tmp/a.csv' '$tmp/higher.csv' | sed -n 2p | grep -q '^ramp'"
try 'a slope forgives in time: 0.1/s by 0.02 s' says 1 '^ramp  *0.001 ' "$DTC" diff --time-tube 2e-3 --tube 1e-4 "$tmp/a.csv" "$tmp/inner.csv"
try 'other grids, both ways' sh -c "'$DTC' diff --tube 1e-12 '$tmp/a.csv' '$tmp/coarse.csv' && '$DTC' diff --tube 1e-12 '$tmp/coarse.csv' '$tmp/a.csv'"
try 'a step without its pair, at the times of both' says 0 '3 inside' "$DTC" diff "$tmp/a.csv" "$tmp/ramped.csv"
try 'a step without its pair, where the reference has points' says 1 '^step  *0.8 .*OUTSIDE' "$DTC" diff --vars step "$tmp/fine.csv" "$tmp/ramped.csv"
try 'plain: the step without its pair' says 1 '^step  *1  *5 ' "$DTC" diff --plain "$tmp/ramped.csv" "$tmp/early.csv"
try 'plain: in value alone' says 1 '^ramp  *0.003 ' "$DTC" diff --plain "$tmp/a.csv" "$tmp/higher.csv"
cut -d, -f1,2 "$tmp/a.csv" >"$tmp/less.csv"
try 'missing signals are listed' says 1 '^flat *missing in' "$DTC" diff "$tmp/a.csv" "$tmp/less.csv"
try 'unless not asked for' says 0 '1 signal, ' "$DTC" diff --vars 'r*' "$tmp/a.csv" "$tmp/less.csv"
try 'more signals are counted' says 0 'only there: 2' "$DTC" diff "$tmp/less.csv" "$tmp/a.csv"
try 'a name that is not there' says 1 '\-\-vars: there is no signal ramq in' "$DTC" diff --vars ramq "$tmp/a.csv" "$tmp/a.csv"
try 'a pattern that fits nothing' says 1 'there is nothing to compare' "$DTC" diff --vars 'q*' "$tmp/a.csv" "$tmp/a.csv"
sed 's/,3$/,3.000000001/' "$tmp/a.csv" >"$tmp/flat1.csv"
sed 's/,3$/,3.00000001/' "$tmp/a.csv" >"$tmp/flat2.csv"
try 'constants: below the floor' says 0 '3 inside' "$DTC" diff "$tmp/a.csv" "$tmp/flat1.csv"
try 'constants: above the floor' says 1 '^flat .* - .*OUTSIDE' "$DTC" diff "$tmp/a.csv" "$tmp/flat2.csv"
try 'constants: another floor' says 0 '3 inside' "$DTC" diff --floor 1e-8 "$tmp/a.csv" "$tmp/flat2.csv"
sed '50s/,3$/,nan/' "$tmp/a.csv" >"$tmp/nan.csv"
try 'no number in b' says 1 '^flat *no number in .*nan.csv at 4.8 s *OUTSIDE' "$DTC" diff "$tmp/a.csv" "$tmp/nan.csv"
try 'no number in a' says 1 '^flat *no number in .*nan.csv' "$DTC" diff "$tmp/nan.csv" "$tmp/a.csv"
head -n 60 "$tmp/a.csv" >"$tmp/short.csv"
try 'b ends early' says 1 'covers 0 to 5.[0-9]* s; the reference .* 0 to 10 s' "$DTC" diff "$tmp/a.csv" "$tmp/short.csv"
try 'b goes on' says 0 '3 inside' "$DTC" diff "$tmp/short.csv" "$tmp/a.csv"
awk -F, -v OFS=, '{ print } $1 == 2 { print 2.04, 0.204, 0, 3; print 2.05, 0.205, 1, 3; print 2.06, 0.206, 0, 3 }' "$tmp/a.csv" >"$tmp/spike.csv"
try 'what b passes over is seen' says 1 '^step .*OUTSIDE' "$DTC" diff --time-tube 0 "$tmp/spike.csv" "$tmp/a.csv"
try 'a table that cannot be written' sh -c "'$DTC' diff '$tmp/a.csv' '$tmp/a.csv' 2>'$tmp/said' >/dev/full; [ \$? -eq 1 ] && grep -q 'cannot write the table: No space' '$tmp/said'"
for bad in '--tube abc' '--tube -1' '--time-tube x' '--floor nan'; do
    try "usage: $bad" says 2 'needs a number' "$DTC" diff $bad "$tmp/a.csv" "$tmp/a.csv"
done
try 'usage: one file' says 2 'two files' "$DTC" diff "$tmp/a.csv"
try 'usage: --format' says 2 '--format is csv, mat' sim --format xls -o "$tmp/x"
echo "$passed passed, $failed failed$([ $skipped -gt 0 ] && echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
