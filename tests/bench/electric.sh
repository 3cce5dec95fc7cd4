#!/bin/sh
# electric.sh: instructions (callgrind) of a step of 1 ms of the electric and hybrid models, the truck, and the gearbox with oil, in the mean of their first 20 s;
# gcc -O2. A sample whose step is costly (a change of places) is in the mean.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
command -v valgrind >/dev/null || { echo "no valgrind"; exit 2; }
. tests/awk.sh
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
for row in 'electric_axle euler' 'prius_1998 euler' 'p2_hybrid euler' 'truck12 euler' 'hydraulic_shift semi'; do
    set -- $row
    "$BUILD/dtc" "models/$1/$1.dtm" --model "$1" --method "$2" --step 1e-3 -o "$tmp/m.c" 2>/dev/null &&
        gcc -std=c99 -O2 -ffp-contract=off -Iruntime -DINFO="$1_info" -DMODEL_STEP="$1_step" tests/bench/loop.c "$tmp/m.c" runtime/*.c -o "$tmp/run" -lm || { echo "$1 does not compile"; exit 1; }
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$1_step" "$tmp/run" 20000 2>&1 |
        awk -v model="$1" -v method="$2" '/Collected/ { printf "%-16s %-6s %6d instructions a step\n", model, method, $NF/20000; n++ } END { exit n != 1 }' ||
        { echo "$1 does not run"; exit 1; }
done
