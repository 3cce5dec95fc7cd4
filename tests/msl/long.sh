#!/bin/sh
# The twelve cases once more.
#
# At rtol 1e-10: the deviation of each signal from the reference must be that of the sheet's independent computation, to 3e-6 of the range and the
# sheet's three digits: what is left is the error of the reference, signal by signal. Closed forms within 1e-6 of the range, pre() within 1e-7,
# events within 2e-8 s of the independent computation.
#
# Fixed-step runs of the generated code at 1, 0.1 and 0.01 ms against that run, and the reference: fixed.c says what must hold.
cd "$(dirname "$0")/../.." || exit 2
. tests/msl/common.sh
export BUILD
tool compare
tool fixed
run_all 1e-10
run compare exact "$work/1e-10"
echo "$cases" | while read -r name _; do
    for h in 1e-3 1e-4 1e-5; do
        echo "$name $h"
    done
done | xargs -P 2 -L 1 sh -c '"$DTC" "tests/msl/$1.dtm" -I tests/msl --step "$2" --vars "*" -o "$0/$1_$2.c" &&
    $fast -std=c99 -O1 -ffp-contract=off -shared -fPIC -Iruntime -o "$0/$1_$2.so" "$0/$1_$2.c" "$BUILD/libdtc-sim.a" -lm || echo "failed: $1 $2"' "$work/1e-10"
run fixed "$work/1e-10"
finish
