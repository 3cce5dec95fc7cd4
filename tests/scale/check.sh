#!/bin/sh
# How long dtc takes, quick part: the gearbox, and that nothing is quadratic (small models, generous limits: see longest.sh for the others).
cd "$(dirname "$0")/../.." || exit 2
. tests/scale/common.sh
quicker models/zf4hp22/zf4hp22.dtm
for kind in chain gears star whens values; do grows compile $kind 500 5000 1.3; done
grows compile gearbox 10 100 1.3
passes_grow chain 100 1000 1.3
# --times: passes in their order, each once, and what they take makes the sum.
"$DTC" --times models/zf4hp22/zf4hp22.dtm -o "$dir/out.c" 2>"$dir/log"
verdict "$(awk '/ its own$/ { if (last == "") first = $1; twice += seen[$1]++; last = $1; s += $2; b += $4 }
    /^all / { good = first == "parse" && last == "emit" && seen["index"] && !twice && (s - $2)^2 < 1e-8 && b == $4 } END { print good + 0 }' "$dir/log")" "--times: passes and their sums"
# Memory of an inertia and a spring-damper with their connections: what is kept to the end (some of it pages that nobody writes to), and what the process has at most, the tree of
# components among it (20.9 kB, between 500 and 2000 pairs).
for size in 1000 4000; do
    $here/generate chain $size >"$dir/chain.dtm"
    "$DTC" --times "$dir/chain.dtm" -o "$dir/out.c" 2>"$dir/log.$size"
done
kept=$(awk '/^all / { print $4/2e6 }' "$dir/log.4000")
most=$(awk '/^at most / { if (NR == FNR) small = $3; else print ($3 - small)/1.5e6 }' "$dir/log.1000" "$dir/log.4000")
verdict "${kept:-1e9} <= 26 && ${most:-1e9} <= 23" "chain: ${kept:-?} kB a pair are kept, ${most:-?} kB at most"
# Tearing variables along a long order: rounding errors must not grow with it. Speeds at both ends are (1 - step*(sqrt(3) - 1)*10)^100.
$here/generate massless 40 >"$dir/massless.dtm"
"$DTC" sim "$dir/massless.dtm" --method euler --step 0.001 --stop 0.1 --vars left.w,right.w -o "$dir/massless.csv" >"$dir/log" 2>&1
ends=$(tail -n 1 "$dir/massless.csv" 2>/dev/null)
verdict "$(echo "${ends:-0,0,0}" | awk -F, '{ x = (1 - 0.01*(sqrt(3) - 1))^100; print ($2 - x)^2 < 1e-20 && ($3 - x)^2 < 1e-20 }')" \
    "40 massless nodes between dampers: $ends"
# The same of a row of planetary sets (ratios of 3.6): setup finds that the matrix of torques is symmetric.
sed 's/parameter Integer n = 4;/parameter Integer n = 16;/' tests/bench/sets.dtm >"$dir/sets.dtm"
"$DTC" sim "$dir/sets.dtm" --method euler --stop 0.01 -o "$dir/sets.csv" >"$dir/log" 2>&1
verdict "$? == 0" "16 planetary sets in a row $(sed -n 's/^dtc: Sets/Sets/p' "$dir/log")"
finish
