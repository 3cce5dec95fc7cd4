#!/bin/sh
# p2.sh: models/p2_hybrid by rules on the New European driving cycle at 1 ms beside the same car by hand (hand_p2.c); gcc -O2. CPU time; instructions
# (callgrind) of the first 143 s, where valgrind is there. It fails if they do not have as many shifts and, to 1e-3, the same fuel.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
. tests/bench/beside_hand.sh
python3 -B -c 'import sys; sys.path.insert(0, "tests/cycle"); from car import NEDC; print("t,v"); [print("%.9g,%.9g" % r) for r in NEDC]' >"$tmp/cycle.csv" || exit 1
awk -F, 'NR == 1 || $1 <= 145' "$tmp/cycle.csv" >"$tmp/short.csv"
printf 'model parallel\n  extends P2Hybrid.Car(cycle = Drivetrain.Functions.readTable("cycle.csv", "t,v"));\nend parallel;\n' | cat - models/p2_hybrid/p2_hybrid.dtm >"$tmp/parallel.dtm"
build parallel hand_p2 shift_gear
run 2
for program in hand generated; do
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=main "$tmp/$program" "$tmp/short.csv" 1 2>&1 |
        awk -v p=$program '/Collected/ { print p, $NF }'
done 2>/dev/null | awk '{ count[$1] = $2/143000 } END { if (count["hand"]) printf "instructions of a step: by hand %d, generated %d: ratio %.2f\n", count["hand"], count["generated"], count["generated"]/count["hand"] }'
compare 1e-3 4
