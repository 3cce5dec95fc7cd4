#!/bin/sh
# Time of a step of case 2 of models/clutch_judder, over that of the same car by hand (hand_judder.c); gcc -O2, one core, in turn; instructions of a step (callgrind); and what both make of it.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
gcc -std=c99 -O2 -ffp-contract=off tests/bench/hand_judder.c -o "$tmp/hand" -lm || exit 1
for step in 1e-4 1e-3; do
    steps=$(echo "$step" | awk '{ printf "%d", 2/$1 + 0.5 }')
    "$tmp/hand" "$step" "$steps" check >"$tmp/said" || exit 1
    awk -v step="$step" '{ printf "by hand, %s s: %d transitions of the clutch in 2 s, period %s ms, constraints off by %s m\n", step, $1, $2, $3 }' "$tmp/said"
done
# instructions NAME ...: of a step, from 2000 less 1000 of them
instructions() {
    for n in 1000 2000; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" "$n" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
    done | awk '{ x[NR] = $1 } END { printf "%.0f", (x[2] - x[1])/1000 }'
}

echo
echo '| method, step | by hand, ns | `dtc`, ns | ratio | by hand, instructions | `dtc` | ratio |'
echo '|---|---|---|---|---|---|---|'
for step in 1e-4 1e-3; do
    hand=$(instructions "$tmp/hand" "$step") || exit 1
    for method in semi rosenbrock rosenbrock_w; do
        "$BUILD/dtc" models/clutch_judder/clutch_judder.dtm --model ClutchJudder.Case2 --method "$method" --step "$step" -o "$tmp/model.c" || exit 1
        gcc -std=c99 -O2 -ffp-contract=off -Iruntime -DINFO=Case2_info -DMODEL_STEP=Case2_step tests/bench/loop.c "$tmp/model.c" runtime/*.c -o "$tmp/model" -lm || exit 1
        for run in 1 2 3 4 5 6 7; do
            echo "$("$tmp/hand" "$step" 200000) $("$tmp/model" 50000)" || exit 1
        done | awk -v method="$method" -v step="$step" -v hand="$hand" -v own="$(instructions "$tmp/model")" '
            { a = NR == 1 || $1 < a ? $1 : a; b = NR == 1 || $2 < b ? $2 : b }
            END { printf "| `%s`, %s s | %.0f | %.0f | %.1f | %d | %d | %.1f |\n", method, step, a, b, b/a, hand, own, own/hand }'
    done
done
