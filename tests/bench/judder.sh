#!/bin/sh
# Time of a step of case 2 of models/clutch_judder, over that of the same car by hand (hand_judder.c); gcc -O2, one core; and what both make of it.
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
echo
echo '| method, step | by hand, ns | `dtc`, ns | ratio |'
echo '|---|---|---|---|'
for step in 1e-4 1e-3; do
    for run in 1 2 3 4 5; do "$tmp/hand" "$step" 500000 || exit 1; done | sort -n | head -1 >"$tmp/hand.ns"
    for method in semi rosenbrock; do
        "$BUILD/dtc" models/clutch_judder/clutch_judder.dtm --model ClutchJudder.Case2 --method "$method" --step "$step" -o "$tmp/model.c" || exit 1
        gcc -std=c99 -O2 -ffp-contract=off -Iruntime -DINFO=Case2_info tests/bench/loop.c "$tmp/model.c" runtime/*.c -o "$tmp/model" -lm || exit 1
        for run in 1 2 3 4 5; do "$tmp/model" 100000 || exit 1; done | sort -n | head -1 >"$tmp/model.ns"
        echo "$method $step $(cat "$tmp/hand.ns") $(cat "$tmp/model.ns")" | awk '{ printf "| `%s`, %s s | %.0f | %.0f | %.1f |\n", $1, $2, $3, $4, $4/$3 }'
    done
done
