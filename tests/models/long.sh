#!/bin/sh
# What must hold of the models, with every method: a table. Then the drives of both gearboxes through all gears: fixed step against variable step (rtol
# 1e-8), in speed, acceleration and torque, in percent of the range of each signal (Otter, Schlegel and Elmqvist 1997, figure 9, shows the same comparison).
#
# Where the differences come from: accelerations and torques jump when an element locks or lets go. The variable step has the jump at its instant, the
# fixed step at the next sample (a release: at the sample after the one in which the holding torque was found too large), so that in one sample the
# whole jump is missing. Between events it is the error of Euler's method and of the late events, of first order in the step: a tenth at 0.1 ms.
cd "$(dirname "$0")/../.." || exit 2
methods=${methods:-euler semi rk2 rk4 rosenbrock exact} draws=${draws:-250} steps=${steps:-100000} drives='0.1 1 4 10'
. tests/models/holds.sh
run test_convergence

$CC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Iruntime -o "$work/against_variable" tests/models/against_variable.c runtime/host/result*.c -lm || exit 2

within() { # within WHAT FIGURE LIMIT
    if awk "BEGIN { exit !($2 <= $3) }"; then passed=$((passed + 1)); else
        echo "FAILED $1: $2, limit $3"
        failed=$((failed + 1))
    fi
}

# drive MODEL STEP, then limits: speeds anywhere, accelerations and torques away from events (percent), samples in a row farther than 5 % off
drive() {
    fixed=$work/$1_fixed.mat variable=$work/$1_variable.mat
    [ -e "$variable" ] || CC=$fast "$BUILD/dtc" sim "models/$1/$1.dtm" --method cvode --rtol 1e-8 --interval 1e-3 --vars '*' --quiet -o "$variable" || failed=$((failed + 1))
    CC=$fast "$BUILD/dtc" sim "models/$1/$1.dtm" --method euler --step "$2" --interval 1e-3 --vars '*' --quiet -o "$fixed" || failed=$((failed + 1))
    "$work/against_variable" "$fixed" "$variable" >"$work/log" || { cat "$work/log"; failed=$((failed + 1)); return; }
    echo "$1, step $2 s, against the variable step:"
    sed '$d' "$work/log"
    limits="$3 $4 $5 $6"
    set -- "$1 at $2" $(tail -n 1 "$work/log") $limits
    within "$1: speeds" "$2" "${11}"
    within "$1: accelerations away from events" "$6" "${12}"
    within "$1: torques away from events" "$9" "${13}"
    within "$1: samples of accelerations" "$7" "${14}"
    within "$1: samples of torques" "${10}" "${14}"
}

rm -f "$work"/*_variable.mat
drive zf4hp22 1e-3 1.7 2.4 1.2 1
drive zf4hp22 1e-4 0.15 0.11 0.051 1
drive autogear4 1e-3 5.9 5.8 2 1
drive autogear4 1e-4 0.44 0.29 0.12 1
table property $methods
finish
