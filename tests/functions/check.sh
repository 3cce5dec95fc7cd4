#!/bin/sh
# Functions give the same numbers while compiling (interpret.c) and in the generated code.
cd "$(dirname "$0")" || exit 2
: "${DTC:=../../build/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
. ../fast.sh
CC=$fast
export CC
"$DTC" sim same.dtm --method euler --step 0.1 --stop 0.3 --vars 'e*' -o "$tmp/same.csv" >"$tmp/log" 2>&1 || { cat "$tmp/log"; echo "0 passed, 1 failed"; exit 1; }
awk -F, '
    NR == 1 { for (i = 2; i <= NF; i++) name[i] = $i; n = NF; next }
    { for (i = 2; i <= n; i++) { worst[i] = worst[i] || $i != 0; if ($i != 0) value[i] = $i } }
    END {
        for (i = 2; i <= n; i++) if (worst[i]) { print "FAILED " name[i] " = " value[i]; failed++ } else passed++
        if (n < 15) { print "FAILED only " n - 1 " columns"; failed++ }
        print passed + 0 " passed, " failed + 0 " failed"
        exit failed > 0
    }' "$tmp/same.csv"
