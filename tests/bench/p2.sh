#!/bin/sh
# p2.sh: models/p2_hybrid by rules on the New European driving cycle at 1 ms beside the same car by hand (hand_p2.c); gcc -O2. CPU time, both in turn, the
# least of their runs; instructions (callgrind) of the first 145 s, where valgrind is there. It fails if they do not have as many shifts and, to 1e-3, the same fuel.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
. tests/awk.sh
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
python3 -B -c 'import sys; sys.path.insert(0, "tests/cycle"); from car import NEDC; print("t,v"); [print("%.9g,%.9g" % r) for r in NEDC]' >"$tmp/cycle.csv" || exit 1
awk -F, 'NR == 1 || $1 <= 145' "$tmp/cycle.csv" >"$tmp/short.csv"
printf 'model parallel\n  extends P2Hybrid.Car(cycle = Drivetrain.Functions.readTable("cycle.csv", "t,v"));\nend parallel;\n' | cat - models/p2_hybrid/p2_hybrid.dtm >"$tmp/parallel.dtm"
"$BUILD/dtc" "$tmp/parallel.dtm" --model parallel --step 1e-3 -o "$tmp/step.c" || exit 1
flags="-std=c99 -O2 -ffp-contract=off -Iruntime -I$tmp"
gcc $flags -o "$tmp/generated" tests/bench/p2.c "$tmp/step.c" runtime/*.c -lm || exit 1
gcc $flags -o "$tmp/hand" tests/bench/hand_p2.c runtime/*.c -lm || exit 1
for round in 1 2 3 4 5; do
    for program in hand generated; do
        "$tmp/$program" "$tmp/cycle.csv" 2 >"$tmp/said" || { echo "$program failed"; exit 1; }
        sed "s/^/$program /" "$tmp/said"
    done
done >"$tmp/all" || exit 1
for program in hand generated; do
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=main "$tmp/$program" "$tmp/short.csv" 1 2>&1 |
        awk -v p=$program '/Collected/ { print p, $NF }'
done >"$tmp/count" 2>/dev/null
awk '
FILENAME ~ /count$/ { count[$1] = $2; next }
{ if (!($1 in time) || $2 < time[$1]) time[$1] = $2
  fuel[$1] = $3; shifts[$1] = $4 }
END {
    apart = fuel["generated"]/fuel["hand"] - 1
    printf "fuel %.6g kg, %.1e beside that by hand; %d shifts\n", fuel["generated"], apart, shifts["hand"]
    printf "by hand %.3f s, generated %.3f s of CPU: ratio %.2f\n", time["hand"], time["generated"], time["generated"]/time["hand"]
    if (count["hand"]) printf "instructions of a step: by hand %d, generated %d: ratio %.2f\n", count["hand"]/143000, count["generated"]/143000, count["generated"]/count["hand"]
    exit !(apart < 1e-3 && apart > -1e-3 && shifts["hand"] == shifts["generated"] && shifts["hand"] + 0 > 0)
}' "$tmp/count" "$tmp/all" || { echo "they differ"; cat "$tmp/all"; exit 1; }
