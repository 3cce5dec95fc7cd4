#!/bin/sh
# What a step in lanes costs (dtc --lanes 4, AVX2), beside the same models one by one: gearboxes whose lanes share their places, and cars that drive through
# the gears, with other masses in each lane. In turn, on one core; the least. Instructions by callgrind, where there is one. Fails if a bit differs.
#
#     lanes.sh [REPEATS = 7 [all]]  all: each model of models/ that has lanes, with all parameters a thousandth apart
#                                   LANES=8 MARCH=native: of AVX-512, whose instructions valgrind does not know
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}" "${LANES:=4}" "${MARCH:=x86-64-v3}"
cd "$(dirname "$0")/../.." || exit 2
repeats=${1:-7}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
. tests/runtime.sh
grep -q avx2 /proc/cpuinfo || { echo "| skipped: no AVX2"; exit 0; }
c="$CC -std=c11 -O2 -march=$MARCH -ffp-contract=off -Iruntime"
runtime "$tmp/runtime" "$c" || exit 1
wrong=0

# count one|lanes SECONDS SKIPPED PARAMETER: instructions of a step of a lane
count() {
    [ "$MARCH" = x86-64-v3 ] && command -v valgrind >/dev/null || { echo 0; return; }
    steps=$(valgrind --tool=callgrind --callgrind-out-file="$tmp/calls" --toggle-collect=timed_steps "$tmp/lanes" "$2" "$3" 1 "$4" "$1" 2>"$tmp/log")
    sed -n 's/.*Collected : *//p' "$tmp/log" | awk -v n="$steps" '{ printf "%.0f", $1/n }'
}

# row TITLE SECONDS SKIPPED COUNTED PARAMETER FILE [OPTION ...]
row() {
    title=$1 seconds=$2 skipped=$3 counted=$4 parameter=$5 && shift 5
    "$DTC" "$@" --lanes "$LANES" --prefix Own -o "$tmp/own.c" 2>"$tmp/log" &&
        $c -I"$tmp" -DHEADER='"own.h"' -DMODEL=Own -o "$tmp/lanes" tests/bench/lanes.c "$tmp/own.c" "$tmp"/runtime/*.o -lm || { cat "$tmp/log"; exit 1; }
    "$tmp/lanes" "$seconds" "$skipped" "$repeats" "$parameter" >"$tmp/row" || wrong=1
    [ -s "$tmp/row" ] || { echo "| $title | ends |"; return; }
    read -r one lane ratio alone apart <"$tmp/row"
    a=$(count one "$counted" "$skipped" "$parameter") b=$(count lanes "$counted" "$skipped" "$parameter")
    printf '| %s | %s | %s | %s | %s | %s | %s | %s |\n' "$title" "$one" "$lane" "$ratio" "$a" "$b" \
        "$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.2f", (b > 0 ? a/b : 0) }')" "$alone"
    [ "$apart" = 0 ] || echo "$title: $apart values differ"
}

echo "| $LANES lanes | one by one, ns | lanes, ns | ratio | instructions | in lanes | ratio | % stepped alone |"
echo '|---|---|---|---|---|---|---|---|'
if [ "${2:-}" = all ]; then
    for model in models/*/*.dtm; do
        case $model in */clutch_judder/* | */launch/* | */split_mu/*) semi='--method semi' ;; *) semi= ;; esac
        # shellcheck disable=SC2086
        if "$DTC" "$model" $semi --lanes "$LANES" --prefix Own -o "$tmp/own.c" 2>"$tmp/log"; then
            row "$(basename "$model" .dtm)" 5 0 5 all "$model" $semi
        else
            echo "| $(basename "$model" .dtm) | no lanes: $(sed -n '1s/.*form for them (\(.*\));.*/\1/p' "$tmp/log") |"
        fi
    done
    exit $wrong
fi
row 'zf4hp22, first gear' 10 1 10 car.m models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Bench
row 'zf4hp22, through its gears' 27 0 27 car.m models/zf4hp22/zf4hp22.dtm
row 'drive_cycle, NEDC' 1100 0 60 body.m models/drive_cycle/drive_cycle.dtm
exit $wrong
