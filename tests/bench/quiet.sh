#!/bin/sh
# quiet.sh [TREE]: instructions (callgrind) of a step of five models over the run of their folder, at 1 ms: as they are, without quiet steps (-fno-quiet), and as
# another built tree of dtc makes them of its own models.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh

# instructions DTC TREE FILE MODEL STEPS [FLAG ...]: of a step
instructions() {
    dtc=$1 tree=$2 file=$3 model_name=$4 steps=$5 && shift 5
    "$dtc" "$tree/$file" --model "$model_name" --prefix Own "$@" -o "$tmp/m.c" 2>"$tmp/log" || { cat "$tmp/log" >&2 && exit 1; }
    $CC -std=c99 -O2 -ffp-contract=off -I"$tree/runtime" -DINFO=Own_info -DMODEL_STEP=Own_step -o "$tmp/run" tests/bench/loop.c "$tmp/m.c" "$tree"/runtime/*.c -lm || exit 1
    for n in 0 "$steps"; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$tmp/run" "$n" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
    done | awk -v n="$steps" '{ x[NR] = $1 } END { printf "%.0f\n", (x[2] - x[1])/n }'
}

echo "| model, steps | instructions | without quiet steps | ratio |${1:+ another tree | ratio |}"
while read -r file model_name steps flags; do
    # shellcheck disable=SC2086
    {
        instructions "$BUILD/dtc" . "$file" "$model_name" "$steps" $flags && instructions "$BUILD/dtc" . "$file" "$model_name" "$steps" $flags -fno-quiet &&
            if [ -n "$1" ]; then instructions "$1/build/dtc" "$1" "$file" "$model_name" "$steps" $flags; fi
    } >"$tmp/counts" || exit 1
    awk -v name="$model_name, $steps" '{ x[NR] = $1 } END { printf "| %s | %d |", name, x[1]; for (i = 2; i <= NR; i++) printf " %d | %.2f |", x[i], x[1]/x[i]; print "" }' "$tmp/counts"
done <<END
models/dual_clutch7/dual_clutch7.dtm dual_clutch7 100000
models/clonk/clonk.dtm Clonk.Play 5000
models/clonk/clonk.dtm Clonk.Both 5000
models/manual5/manual5.dtm manual5 200000
models/transmissions/power_split.dtm power_split 6000
models/drive4/drive4.dtm Drive4.FullTipIn 4000 --method semi
END
