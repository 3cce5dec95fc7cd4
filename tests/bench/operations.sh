#!/bin/sh
# Instructions of a step (callgrind; gcc -O2, this machine) against operations of numbers, sample by sample: those that the same step executes
# (tests/cost/drive.cpp, compiled to count), and the bound of `dtc --report`. 600 samples: smooth inputs, inputs at random in each sample so that elements
# fire together, and NaN, infinities, 1e300 and denormals.
#
#     operations.sh [MODEL.dtm[:NAME] ...]     1: a sample costs more than LIMIT instructions an operation of the bound, or the mean is beyond MEAN
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
command -v valgrind >/dev/null || { echo "valgrind is missing"; exit 0; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
samples=600 limit=${LIMIT:-8} mean=${MEAN:-8}
[ $# -gt 0 ] || set -- models/three_inertia/three_inertia.dtm models/two_blocks/two_blocks.dtm models/zf4hp22/zf4hp22.dtm:Zf4hp22.Rig models/zf4hp22/zf4hp22.dtm \
    models/autogear4/autogear4.dtm models/hybrid_ravigneaux/hybrid_ravigneaux.dtm
counting='-std=c++11 -O2 -w -ffp-contract=off -Itests/cost -Iruntime'

mkdir "$tmp/counting" "$tmp/plain"
for f in runtime/*.c; do
    name=$(basename "$f" .c)
    g++ $counting -DDTC_REAL_HEADER='"counted.h"' -x c++ -c "$f" -o "$tmp/counting/$name.o" && gcc -std=c99 -O2 -ffp-contract=off -Iruntime -c "$f" -o "$tmp/plain/$name.o" || exit 1
done
box=$(nm "$tmp"/counting/law_box.o | awk '/dtc_box_solve/ { print $3 }')
wrap=
for f in dtc_table1 dtc_table1_line dtc_table1_stairs dtc_table1_der dtc_table2 dtc_table2_der "$box"; do wrap="$wrap -Wl,--wrap=$f"; done

# programs FILE [NAME]: $tmp/count, $tmp/run
programs() {
    "$DTC" "$1" ${2:+--model "$2"} --method euler --step 0.001 -o "$tmp/m.c" 2>/dev/null && "$DTC" "$1" ${2:+--model "$2"} --method euler --step 0.001 --report >"$tmp/report" 2>/dev/null || return
    info=$(sed -n 's/^extern const dtc_model_info \(.*\);/\1/p' "$tmp/m.h")
    sed 's/int changed = m->changed;/int changed = decided |= m->changed;/; s/changed = 1;/changed = decided = 1;/' "$tmp/m.c" >"$tmp/counted.c"
    g++ $counting -I"$tmp" -DDTC_REAL_HEADER='"counted.h"' -DMODEL_HEADER='"m.h"' -DMODEL="${info%_info}" -DBOX="\"$box\"" -o "$tmp/count" tests/cost/drive.cpp \
        -x c++ "$tmp/counted.c" -x none "$tmp"/counting/*.o $wrap -lm &&
        gcc -std=c99 -O2 -ffp-contract=off -Iruntime -c "$tmp/m.c" -o "$tmp/m.o" &&
        g++ $counting -I"$tmp" -DMODEL_HEADER='"m.h"' -DMODEL="${info%_info}" -o "$tmp/run" tests/cost/drive.cpp "$tmp/m.o" "$tmp"/plain/*.o -lm
}

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
    paste "$tmp/instructions" "$tmp/operations" | awk -v name="$1" -v bound="$bound" -v limit=$limit -v mean=$mean '
        NF == 3 { n[$2]++; i[$2] += $1; o[$2] += $3; all++; if ($1 > worst) worst = $1; if ($3 > most) most = $3 }
        END {
            printf "| %s | %d, %.0f, %.2f | %d, %.0f, %.2f | %d | %d | %d | %.2f |\n", name, n[0], n[0] ? i[0]/n[0] : 0, o[0] ? i[0]/o[0] : 0, n[1], n[1] ? i[1]/n[1] : 0,
                o[1] ? i[1]/o[1] : 0, worst, most, bound, worst/bound
            exit !(all == '$samples' && worst > 0 && worst <= limit*bound && i[0] + i[1] <= mean*(o[0] + o[1]))
        }'
}

echo "| model | quiet samples, instructions, / operations | samples with a decision | worst, instructions | operations | bound | instructions / bound |"
echo "|---|---|---|---|---|---|---|"
failed=0
for m; do
    file=${m%%:*} name=
    [ "$file" = "$m" ] || name=${m#*:}
    programs "$file" $name && "$tmp/count" - $samples "$tmp/operations" && instructions >"$tmp/instructions" && row "${name:-$(basename "$file" .dtm)}" || { failed=1; echo "FAILED $m"; }
done
exit $failed
