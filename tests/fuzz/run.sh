#!/bin/sh
# Mutated models through the whole compiler: tests/fuzz/run.sh [SECONDS [SEED]]. Without a seed, a new one each time.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
export BUILD
cd "$(dirname "$0")/../.." || exit 2
tests/fuzz/build.sh || exit 1
seed=${2:-$(date +%s)}
if "$BUILD/fuzz/fuzz_front" "${1:-600}" "$seed" "$BUILD/fuzz" $(find tests/golden lib models -name '*.dtm') 2>"$BUILD/fuzz/err"; then
    echo "1 passed, 0 failed"
else
    head -n 60 "$BUILD/fuzz/err"
    cp "$BUILD/fuzz/last.dtm" "$BUILD/fuzz/failed-$seed.dtm" && echo "the input is $BUILD/fuzz/failed-$seed.dtm"
    echo "0 passed, 1 failed"
    exit 1
fi
