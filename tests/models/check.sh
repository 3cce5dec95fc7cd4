#!/bin/sh
# Compiles models to shared objects and runs the tests on them.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=$BUILD/dtc
work=$BUILD/tests/models
mkdir -p "$work"
passed=0 failed=0

# model OBJECT FILE MODEL [STEP]: compiles to $work/OBJECT.so
model() {
    if "$dtc" "$2" --model "$3" --step "${4:-1e-3}" --vars '*' -o "$work/$1.c" &&
        $CC -std=c99 -O2 -ffp-contract=off -shared -fPIC -Iruntime -o "$work/$1.so" "$work/$1.c" runtime/*.c -lm; then
        return 0
    fi
    echo "$3 in $2 did not compile"
    failed=$((failed + 1))
    return 1
}

# run TEST [ARGUMENT ...]: builds tests/models/TEST.c and runs it with the folder of the objects
run() {
    name=$1
    shift
    if ! $CC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Iruntime -o "$work/$name" "tests/models/$name.c" -ldl -lm; then
        failed=$((failed + 1))
        return
    fi
    "$work/$name" "$work" "$@" >"$work/$name.log" 2>&1
    line=$(tail -n 1 "$work/$name.log")
    case $line in
    *' passed, '*' failed')
        sed '$d' "$work/$name.log"
        passed=$((passed + ${line%% *}))
        line=${line#* passed, }
        failed=$((failed + ${line%% *}))
        ;;
    *)
        cat "$work/$name.log"
        echo "$name ended without a result"
        failed=$((failed + 1))
        ;;
    esac
}

model three models/three_inertia/three_inertia.dtm three_inertia 1e-4 &&
    model reflected models/three_inertia/three_inertia.dtm ThreeInertia.Reflected 1e-4 &&
    model blocks models/two_blocks/two_blocks.dtm TwoBlocks.HandChecked && model zf models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig && run test_small
model ag models/autogear4/autogear4.dtm AutoGear4.Rig &&
    model zf_fine models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig 5e-5 &&
    run test_gears && run test_configurations && run test_redundant
for c in 1 2 3 4 6; do model case$c tests/models/cases.dtm Cases.Case$c; done
for h in 1e-3 4e-3 1e-2; do model case5_$h tests/models/cases.dtm Cases.Case5 $h; done
run test_cases
model parallel tests/models/cases.dtm Cases.Parallel && run test_parallel
for h in 1e-4 1e-3 4e-3 1e-2; do
    model zfdrive_$h models/zf4hp22/zf4hp22.dtm zf4hp22 $h
    model agdrive_$h models/autogear4/autogear4.dtm autogear4 $h
done
model hydrive_1e-3 models/hybrid_ravigneaux/hybrid_ravigneaux.dtm hybrid_ravigneaux
for h in 5e-4 2.5e-4 5e-5; do model zfdrive_$h models/zf4hp22/zf4hp22.dtm zf4hp22 $h; done
run test_figure8
run test_drives
run test_convergence
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
