#!/bin/sh
# cycle.sh [CYCLE.csv]: CPU time of models/drive_cycle with lock-up on a cycle at 1 ms, over that of the same car by hand (hand_cycle.c); gcc -O2, one core. It
# fails if they do not have the same shifts and, to 1e-9, the same fuel. CYCLE.csv: comments, a header, rows of s and m/s; by default the WLTC 3b beside the
# project.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
file=${1:-../shared/reference/cycles/wltc_class3b.csv}
cd "$(dirname "$0")/../.." || exit 2
[ -r "$file" ] || { echo "no cycle $file"; exit 2; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/bench/beside_hand.sh
{ echo t,v && grep '^[0-9]' "$file"; } >"$tmp/cycle.csv"
printf 'model cycle\n  extends DriveCycle.LockUp(cycle = Drivetrain.Functions.readTable("cycle.csv", "t,v"));\nend cycle;\n' | cat - models/drive_cycle/drive_cycle.dtm >"$tmp/cycle.dtm"
build cycle hand_cycle gearbox_gear
run 3
compare 1e-9 5
