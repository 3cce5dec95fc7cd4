#!/bin/sh
# The switching law by itself: with gcc and clang (the same torques to the bit), at events, and in single precision.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
work=$BUILD/tests/switching
mkdir -p "$work"
. tests/add.sh
. tests/awk.sh
. tests/fast.sh
. tests/runtime.sh
CC=$fast
export CC

# run NAME COMPILER FLAGS SOURCE
run() {
    : >"$work/$1.log"
    runtime "$work/$1_runtime" "$2 $3 -O2" &&
        $2 $3 -O2 -ffp-contract=off -Iruntime -o "$work/$1" "tests/switching/$4" "$work/$1_runtime"/law*.o -lm && "$work/$1" >"$work/$1.log" 2>&1
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

# quiet NAME FLAGS OPTIONS RUNTIME
quiet() {
    "$BUILD/dtc" models/zf4hp22/zf4hp22.dtm --model zf4hp22 --step 1e-3 $3 -o "$work/$1/zf4hp22.c" >"$work/$1.log" 2>&1 &&
        gcc -std=c99 -O1 -ffp-contract=off $2 -Iruntime -I"$work/$1" -Wl,--wrap=dtc_switched_decide -o "$work/$1/quiet" tests/switching/quiet.c "$work/$1/zf4hp22.c" "$work/$4"_runtime/*.o -lm \
            >"$work/$1.log" 2>&1 && "$work/$1/quiet" >"$work/$1.log" 2>&1
    add $? "$work/$1.log" "$1"
}
mkdir -p "$work/quiet" "$work/quiet_float"
quiet quiet '' '' law_gcc
quiet quiet_float -DDTC_FLOAT --float float

# The event and the brake of docs/switching.md: samples with a transition, creep.
event() {
    "$BUILD/dtc" sim tests/bench/switching.dtm --model Switching.$1 --method euler --step 1e-3 --stop 0.009 --vars place --quiet -o "$work/event.csv" &&
        awk -F, 'NR > 2 && $2 != last { n++ } { last = $2 } END { print n + 0 }' "$work/event.csv"
}
holds() { if [ "$1" = "$2" ]; then passed=$((passed + 1)); else
    echo "FAILED $3: $1, not $2"
    failed=$((failed + 1))
fi; }
holds "$(event ByAutomaton)" 3 'samples in which the automaton changes'
holds "$(event ByLaw)" 2 'samples in which the law changes'
"$BUILD/dtc" sim tests/bench/switching.dtm --model Switching.HoldLaw --method euler --step 1e-2 --stop 3 --vars w --quiet -o "$work/hold.csv"
holds "$(awk -F, 'END { print ($1 == 3 && $2*$2 < 1e-24) }' "$work/hold.csv")" 1 'the brake holds, and does not creep'
python3 -B tests/switching/release.py "$BUILD/dtc" "$work" >"$work/release.log" 2>&1
add $? "$work/release.log" release
finish
