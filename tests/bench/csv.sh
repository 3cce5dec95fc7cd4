#!/bin/sh
# How fast results are written as text: zf4hp22 through its four gears, all variables.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
"$BUILD/dtc" sim models/zf4hp22/zf4hp22.dtm --method euler --step 1e-3 --quiet -o "$tmp/a.csv" || exit 1
gcc -D_GNU_SOURCE -std=c11 -O2 -Iruntime/host tests/bench/csv.c runtime/host/result*.c -o "$tmp/csv" -lm || exit 1
"$tmp/csv" "$tmp/a.csv"
