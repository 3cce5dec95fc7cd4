# common.sh - what check.sh and long.sh share; to be sourced in the top folder.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}"
work=$BUILD/tests/msl/$(basename "$0" .sh)
reference=../shared/reference/msl
mkdir -p "$work"

# Reference case, the interval at which its variable-step run is written (a tenth of that of the reference), and what is written.
cases='First 5e-5 damper.*_rel,inertia3.phi,inertia3.w
Friction 5e-5 clutch.*_rel,spring.*_rel,inertia3.phi,inertia3.w,*.law.place
CoupledClutches 5e-5 J1.phi,J1.w,clutch?.*_rel,*.law.place
OneWayClutch 5e-5 inertiaIn.phi,inertiaIn.w,oneWayClutch.*_rel,*.law.place
LossyGearDemo1 5e-5 Inertia2.phi,Inertia2.w,*.law.place
ElasticBearing 5e-4 load.phi,load.w,shaft.phi,shaft.w,springDamper.*_rel
Backlash 5e-5 springDamper.*_rel,elastoBacklash*.*_rel
SimpleGearShift 5e-4 engine.phi,engine.w,load.phi,load.w,clutch.*_rel,*.law.place
RollingWheel 5e-5 inertia.phi,inertia.w
Translational_Brake 5e-5 mass?.s,mass?.v,*.law.place
Translational_ElastoGap 5e-4 springDamper?.*_rel,elastoGap?.*_rel
Translational_Oscillator 5e-5 mass1.s,mass1.v,damper1.*_rel
Friction_pre 5e-5 clutch.*_rel,spring.*_rel,inertia3.phi,inertia3.w,*.mode
CoupledClutches_pre 5e-5 J1.phi,J1.w,clutch?.*_rel,*.mode
LossyGearDemo1_pre 5e-5 Inertia2.phi,Inertia2.w,*.mode'

. tests/add.sh
. tests/fast.sh

give_up() {
    echo "failed: $1"
    echo "0 passed, 1 failed"
    exit 1
}

# tool NAME: builds tests/msl/NAME.c
tool() {
    $CC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wshadow -Wno-missing-field-initializers -Iruntime -o "$work/$1" "tests/msl/$1.c" \
        runtime/describe.c runtime/host/result*.c -ldl -lm || give_up "$1 did not compile"
}

# Variable-step runs of all cases, two at a time: run_all RTOL, to $work/RTOL/NAME.csv.
run_all() {
    export DTC fast
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1"
    echo "$cases" | xargs -P 2 -L 1 sh -c 'CC=$fast "$DTC" sim "tests/msl/$2.dtm" -I tests/msl --method cvode --rtol "$1" --interval "$3" --vars "$4" --quiet \
        -o "$0/$2.csv" || echo "failed: dtc sim $2"' "$work/$1" "$1"
}

# run TOOL ARGUMENT ...: with the reference if it is there; shows what it prints, and adds its result up.
run() {
    name=$1
    shift
    if [ -r $reference/First.csv ]; then
        set -- "$@" $reference
    else
        echo "skipped: $name has no reference results ($reference)"
    fi
    "$work/$name" "$@" >"$work/$name.log" 2>&1
    add $? "$work/$name.log" "$name"
}
