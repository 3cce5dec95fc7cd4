#!/bin/sh
# The evidence: 300 random redundant systems and the named cases against the exact step, as a table.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
mkdir -p "$BUILD/tests/switching"
gcc -O2 -ffp-contract=off -Iruntime -o "$BUILD/tests/switching/evidence" tests/switching/evidence.c runtime/law*.c -lm && "$BUILD/tests/switching/evidence"
