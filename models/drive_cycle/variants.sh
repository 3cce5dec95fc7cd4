#!/bin/sh
# variants.sh N FILE.csv: compiles the model once and runs N^3 variants of final drive, shift map and mass on all cores; says how much time of CPU that took.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}" "${CC:=gcc}"
here=$(dirname "$0") root=$(dirname "$0")/../..
: "${BUILD:=$root/build}"
mkdir -p "$WORK/variants"
"$DTC" "$here/drive_cycle.dtm" --model DriveCycle.LockUp --step 1e-3 -o "$WORK/variants/step.c"
$CC -std=c11 -O2 -ffp-contract=off -pthread -I"$root/runtime" -I"$WORK/variants" "$here/variants.c" "$WORK/variants/step.c" "$root"/runtime/*.c -lm -o "$WORK/variants/run"
"$WORK/variants/run" "$1" "$(nproc)" >"$2"
