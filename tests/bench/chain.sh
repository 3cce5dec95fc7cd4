#!/bin/sh
# What a chain of N inertias and spring-dampers costs, each with a name (chain) and as two arrays of components (array): time of the C compiler with
# -O2, ns a pair and step, and those of a loop written by hand (hand_chain.c); the same with -fno-roll. tests/bench/chain.sh [N ...]
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=cc}"
. tests/awk.sh
. tests/runtime.sh
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
runtime "$tmp/runtime" "$CC -O2" && $CC -std=c99 -D_DEFAULT_SOURCE -o "$tmp/measure" tests/scale/measure.c || exit 1
flags="-std=c99 -D_DEFAULT_SOURCE -O2 -ffp-contract=off -Iruntime -I$tmp"
echo "model   pairs   cc -O2 (s)   by hand   a step (ns a pair)   ratio"
for n in ${*:-100 1000 5000 10000}; do
    for kind in chain array 'chain -fno-roll'; do
        case $n$kind in [0-9][0-9][0-9][0-9]*-fno-roll) [ "$n" -gt 1000 ] && continue ;; esac
        tests/scale/generate "${kind% *}" $((2*n)) >"$tmp/m.dtm"
        "$BUILD/dtc" "$tmp/m.dtm" $(echo "$kind" | grep -o -e '-f.*') -o "$tmp/m.c" 2>/dev/null || exit 1
        took=$("$tmp/measure" $CC $flags -c "$tmp/m.c" -o "$tmp/m.o") || exit 1
        $CC $flags -DN="$n" tests/bench/hand_chain.c "$tmp/m.o" "$tmp"/runtime/*.o -o "$tmp/run" -lm || exit 1
        times=$("$tmp/run") || exit 1
        echo "$took $times" | awk -v kind="$kind" -v n="$n" '{ printf "%-16s %6d %8.2f %10.2f %10.2f %16.2f\n", kind, n, $2/1000, $4, $5, $5/$4 }'
    done
done
