#!/bin/sh
# Time of a step, and operations by --report: gcc -O2, one core of this machine.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
for model in $(find models -name '*.dtm' -type f | sort); do
    "$BUILD/dtc" "$model" -o "$tmp/m.c" 2>/dev/null || continue
    info=$(sed -n 's/^extern const dtc_model_info \(.*\);/\1/p' "$tmp/m.h")
    gcc -std=c99 -O2 -ffp-contract=off -Iruntime -DINFO="$info" tests/bench/step.c "$tmp/m.c" runtime/*.c -o "$tmp/run" -lm || continue
    printf '%-22s' "$(basename "$model" .dtm)"
    "$tmp/run" 10
    "$BUILD/dtc" --report "$model" 2>/dev/null | sed -n '/^operations/,/^memory/p' | sed 's/^/    /'
done
