# common.sh - what check.sh and long.sh share; to be sourced in the top folder.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}"
work=$BUILD/tests/msl
reference=../shared/reference/msl
mkdir -p "$work"

# Reference case, and the interval at which its variable-step run is written: a tenth of that of the reference.
cases='First 5e-5
Friction 5e-5
CoupledClutches 5e-5
OneWayClutch 5e-5
LossyGearDemo1 5e-5
ElasticBearing 5e-4
Backlash 5e-5
SimpleGearShift 5e-4
RollingWheel 5e-5
Translational_Brake 5e-5
Translational_ElastoGap 5e-4
Translational_Oscillator 5e-5
Friction_pre 5e-5
CoupledClutches_pre 5e-5
LossyGearDemo1_pre 5e-5'

give_up() {
    echo "failed: $1"
    echo "0 passed, 1 failed"
    exit 1
}

# tool NAME: builds tests/msl/NAME.c
tool() {
    $CC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wshadow -Wno-missing-field-initializers -Iruntime -o "$work/$1" "tests/msl/$1.c" runtime/host/result*.c -ldl -lm || give_up "$1 did not compile"
}

# Variable-step runs of all cases, two at a time: $work/NAME.csv.
run_all() {
    export DTC work
    rm -f "$work"/*.csv
    echo "$cases" | xargs -P 2 -L 1 sh -c '"$DTC" sim "tests/msl/$0.dtm" -I tests/msl --method cvode --rtol 1e-8 --interval "$1" --quiet -o "$work/$0.csv" ||
        echo "failed: dtc sim $0"'
}
