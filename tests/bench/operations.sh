#!/bin/sh
# Instructions of a step (callgrind; gcc -O2, this machine) against operations of numbers, sample by sample: those that the same step executes
# (tests/cost/drive.cpp, compiled to count), and the bound of `dtc --report`. 600 samples: smooth inputs; inputs, states and times at random, so that
# elements fire together; NaN, infinities, 1e300 and denormals. And the most operations that any of 6000 such samples executes.
#
#     operations.sh [MODEL.dtm[:NAME] ...]     1: a sample costs more than 6 instructions an operation of the bound, or the mean more than 16 an operation,
#                                              or the bound is more than 6 times what is ever executed
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
command -v valgrind >/dev/null || { echo "valgrind is missing"; exit 0; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
samples=600 search=6000 limit=6 mean=16 loose=6
[ $# -gt 0 ] || set -- models/three_inertia/three_inertia.dtm models/two_blocks/two_blocks.dtm models/zf4hp22/zf4hp22.dtm:Zf4hp22.Rig models/zf4hp22/zf4hp22.dtm \
    models/autogear4/autogear4.dtm models/hybrid_ravigneaux/hybrid_ravigneaux.dtm
. tests/cost/common

# instructions: of each sample, a line
instructions() {
    rm -f "$tmp"/each.*
    valgrind --tool=callgrind --callgrind-out-file="$tmp/each" --toggle-collect=any_step --dump-after=any_step "$tmp/run" - $samples /dev/null >"$tmp/log" 2>&1
    [ -f "$tmp/each.$samples" ] || { tail -3 "$tmp/log" >&2; return 1; }
    for k in $(seq $samples); do sed -n 's/^totals: //p' "$tmp/each.$k"; done
}

# row NAME: samples in which nothing is decided, the others; means and largest ratios. Instructions: $1, decided: $2, operations: $3
row() {
    bound=$(awk '/^  (a step|a transition more)/ { all += $NF } END { print all }' "$tmp/report")
    most=$(sort -n -k 2 "$tmp/search" | tail -n 1 | cut -d ' ' -f 2)
    paste "$tmp/instructions" "$tmp/operations" | awk -v name="$1" -v bound="$bound" -v limit=$limit -v mean=$mean -v most="$most" -v loose=$loose '
        NF == 3 { n[$2]++; i[$2] += $1; o[$2] += $3; all++; if ($1 > worst) worst = $1 }
        END {
            printf "| %s | %d, %.0f, %.2f | %d, %.0f, %.2f | %d | %.2f | %d | %d | %.2f |\n", name, n[0], n[0] ? i[0]/n[0] : 0, o[0] ? i[0]/o[0] : 0, n[1], n[1] ? i[1]/n[1] : 0,
                o[1] ? i[1]/o[1] : 0, worst, worst/bound, bound, most, most ? bound/most : 0
            exit !(all == '$samples' && worst > 0 && worst <= limit*bound && most > 0 && bound <= loose*most && i[0] + i[1] <= mean*(o[0] + o[1]))
        }'
}

echo "| model | quiet samples, instructions, / operations | samples with a decision | worst, instructions | / bound | bound | most operations of $search samples | bound / these |"
echo "|---|---|---|---|---|---|---|---|"
failed=0
for m; do
    file=${m%%:*} name=
    [ "$file" = "$m" ] || name=${m#*:}
    counted "$file" "$name" && $c99 -I"$tmp" -c "$tmp/m.c" -o "$tmp/m.o" &&
        $counting -I"$tmp" -DMODEL_HEADER='"m.h"' -DMODEL="$model" -o "$tmp/run" tests/cost/drive.cpp "$tmp/m.o" "$tmp"/plain/*.o -lm && "$tmp/count" - $samples "$tmp/operations" && "$tmp/count" - $search "$tmp/search" && instructions >"$tmp/instructions" &&
        row "${name:-$(basename "$file" .dtm)}" || { failed=1; echo "FAILED $m"; }
done
exit $failed
