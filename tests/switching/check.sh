#!/bin/sh
# The switching law by itself: with gcc and clang (the same torques to the bit), at events, and in single precision.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
work=$BUILD/tests/switching
mkdir -p "$work"
. tests/add.sh

# run NAME COMPILER FLAGS SOURCE
run() {
    : >"$work/$1.log"
    $2 $3 -O2 -ffp-contract=off -Iruntime -o "$work/$1" "tests/switching/$4" runtime/law*.c -lm && "$work/$1" >"$work/$1.log" 2>&1
    add $? "$work/$1.log" "$1"
}

run law_gcc gcc -std=c11 test_law.c
run law_clang clang -std=c11 test_law.c
run promises_gcc gcc -std=c11 test_promises.c
run promises_clang clang -std=c11 test_promises.c
run event gcc -std=c11 test_event.c
run float gcc '-std=c99 -DDTC_FLOAT' test_float.c
run update gcc -std=c11 test_update.c
run update_float gcc '-std=c11 -DDTC_FLOAT' test_update.c
finish
