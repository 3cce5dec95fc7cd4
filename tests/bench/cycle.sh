#!/bin/sh
# cycle.sh [CYCLE.csv]: CPU time of models/drive_cycle with lock-up on a cycle at 1 ms, over that of the same car by hand (hand_cycle.c); gcc -O2, one core. Both
# in turn, the least of their runs. It fails if they do not have the same shifts and, to 1e-9, the same fuel. CYCLE.csv: comments, a header, rows of s and m/s; by
# default the WLTC 3b beside the project.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
file=${1:-../shared/reference/cycles/wltc_class3b.csv}
cd "$(dirname "$0")/../.." || exit 2
[ -r "$file" ] || { echo "no cycle $file"; exit 2; }
. tests/awk.sh
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
{ echo t,v && grep '^[0-9]' "$file"; } >"$tmp/cycle.csv"
printf 'model cycle\n  extends DriveCycle.LockUp(cycle = Drivetrain.Functions.readTable("cycle.csv", "t,v"));\nend cycle;\n' | cat - models/drive_cycle/drive_cycle.dtm >"$tmp/cycle.dtm"
"$BUILD/dtc" "$tmp/cycle.dtm" --model cycle --step 1e-3 -o "$tmp/step.c" || exit 1
flags="-std=c99 -O2 -ffp-contract=off -Iruntime -I$tmp"
gcc $flags -o "$tmp/generated" tests/bench/cycle.c "$tmp/step.c" runtime/*.c -lm || exit 1
gcc $flags -o "$tmp/hand" tests/bench/hand_cycle.c runtime/*.c -lm || exit 1
for round in 1 2 3 4 5; do
    for program in hand generated; do
        "$tmp/$program" "$tmp/cycle.csv" 3 >"$tmp/said" || { echo "$program failed"; exit 1; }
        sed "s/^/$program /" "$tmp/said"
    done
done >"$tmp/all" || exit 1
awk '
{ if (!($1 in time) || $2 < time[$1]) time[$1] = $2
  fuel[$1] = $3; shifts[$1] = $4 " " $5 }
END {
    apart = fuel["generated"]/fuel["hand"] - 1
    printf "fuel %.9g kg, %.1e beside that by hand; %d shifts\n", fuel["generated"], apart, shifts["hand"]
    printf "by hand %.3f s, generated %.3f s of CPU: ratio %.2f\n", time["hand"], time["generated"], time["generated"]/time["hand"]
    exit !(apart < 1e-9 && apart > -1e-9 && shifts["hand"] == shifts["generated"] && shifts["hand"] + 0 > 0)
}' "$tmp/all" || { echo "they differ"; cat "$tmp/all"; exit 1; }
