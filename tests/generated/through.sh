#!/bin/sh
# through.sh SYSTEMS [truth]: writes that many random systems as one model, compiles it for 1 ms and for 10 ms and compares it with the
# direct run of the law. A third as many have static
# bounds above the kinetic ones. Without `truth` also CoupledClutches.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=$BUILD/dtc
work=$BUILD/tests/generated
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh

fail() {
    echo "failed: $1"
    failed=$((failed + 1))
}

# tool NAME: builds tests/generated/NAME.c
tool() {
    $CC -std=c11 -D_GNU_SOURCE -O2 -ffp-contract=off -Wall -Wextra -Wshadow -Iruntime -o "$work/$1" "tests/generated/$1.c" runtime/law*.c runtime/describe.c -ldl -lm &&
        return 0
    fail "$1 did not compile"
    return 1
}

# model OBJECT FILE MODEL STEP VARIABLES: compiles to $work/OBJECT.so
model() {
    "$dtc" "$2" --model "$3" --step "$4" --vars "$5" -o "$work/$1.c" &&
        $fast -std=c99 -O1 -ffp-contract=off -shared -fPIC -Iruntime -o "$work/$1.so" "$work/$1.c" "$BUILD/libdtc-sim.a" -lm && return 0
    fail "$3 did not compile for $4 s"
    return 1
}

# run TEST ARGUMENT ...: shows what it prints and adds its result up
run() {
    name=$1
    shift
    "$work/$name" "$@" >"$work/$name.log" 2>&1
    add $? "$work/$name.log" "$name"
}

# random NAME COUNT PEAK [truth]: systems of seeds 1 to COUNT
random() {
    "$work/write" 1 "$2" "$3" >"$work/$1.dtm" || { fail "write"; return; }
    model "$1_1" "$work/$1.dtm" Random.All 1e-3 'm*.v*,*.place' &&
        model "$1_10" "$work/$1.dtm" Random.All 1e-2 'm*.v*,*.place' &&
        echo "peak up to $3:" && run test_random "$work/$1_1.so" "$work/$1_10.so" 1 "$2" "$3" $4
}

systems=$1 truth=$2
tool write && tool test_random && random random "$systems" 1 $truth && random peak $((systems / 3)) 1.5
if [ -z "$truth" ]; then
    coupled=1
    for h in 1e-3 1e-4 1e-5; do
        model "coupled_$h" tests/msl/CoupledClutches.dtm CoupledClutches "$h" '*' || coupled=0
    done
    tool test_coupled && [ $coupled = 1 ] && run test_coupled "$work" ../shared/reference/msl/CoupledClutches.csv
fi
finish
