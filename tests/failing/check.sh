#!/bin/sh
# A step that fails leaves nothing behind, whatever the next one reads of the last evaluation: run.c for each model of failing.dtm and each method.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

for model in Capacity Guard Relation Damped Rate; do
    for method in euler semi rk2 rk4 rosenbrock exact; do
        if "$DTC" tests/failing/failing.dtm --model "Failing.$model" --method "$method" --step 1e-3 --vars '*' -o "$tmp/m.c" >"$tmp/log" 2>&1 &&
            $CC -std=c99 -O1 -ffp-contract=off -Iruntime -I"$tmp" -include "$tmp/m.h" "-DMODEL=$model" -o "$tmp/run" tests/failing/run.c "$tmp/m.c" \
                "$BUILD"/libdtc.a -lm >>"$tmp/log" 2>&1 && "$tmp/run" >>"$tmp/log" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED $model, $method"
            head -n 5 "$tmp/log"
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
