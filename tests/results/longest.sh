#!/bin/sh
# check.sh with a dtc that is built with sanitizers, gearboxes, more random curves and more damaged files; how the time of diff grows.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
export BUILD CC
make --no-print-directory BUILD="$BUILD" CC="$CC" sanitized >"$BUILD/sanitized.log" 2>&1 || {
    tail -n 20 "$BUILD/sanitized.log"
    exit 1
}
DTC=$BUILD/sanitized/dtc GEARBOXES=zf4hp22 SEEDS=$(seq 4 7) MUTATIONS=300 MANY=8000 GROWTH=$BUILD/dtc exec tests/results/check.sh
