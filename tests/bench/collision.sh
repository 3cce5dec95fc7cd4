#!/bin/sh
# Time of a sample of two masses on springs that hit each other (Collide.Case3), over that of the same masses without contact; gcc -O2, one core.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
echo '| method, step | without contact, ns | with, ns | ratio |'
echo '|---|---|---|---|'
for method in euler semi exact; do
    for step in 0.001 0.01; do
        for model in Apart Case3; do
            "$BUILD/dtc" tests/lash/collide.dtm --model "Collide.$model" --method "$method" --step "$step" -o "$tmp/$model.c" || exit 1
            info=$(sed -n 's/^extern const dtc_model_info \(.*\);/\1/p' "$tmp/$model.h")
            gcc -std=c99 -O2 -ffp-contract=off -Iruntime -DINFO="$info" -DMODEL_STEP="${info%_info}_step" tests/bench/loop.c "$tmp/$model.c" runtime/*.c -o "$tmp/$model" -lm || exit 1
            for run in 1 2 3 4 5; do "$tmp/$model" 1000000 || exit 1; done | sort -n | head -1 >"$tmp/$model.ns"
        done
        echo "$method $step $(cat "$tmp/Apart.ns") $(cat "$tmp/Case3.ns")" | awk '{ printf "| `%s`, %s s | %.1f | %.1f | %.2f |\n", $1, $2, $3, $4, $4/$3 }'
    done
done
