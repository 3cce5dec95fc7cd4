#!/bin/sh
# run.sh [N [SEED]]: N random drivetrains (20) from SEED (1) on, 5 s each: fixed steps of 1, 0.1 and 0.01 ms against the variable-step run at rtol 1e-8.
# A drivetrain passes if each run reaches the end with finite speeds, the error falls with the step (where events lie between samples is chance: by a
# tenth at least from 1 ms to 0.01 ms, by a hundredth on average), no error is above the limits below (1.5 times the worst of seeds 1 to 85), no element
# chatters, and the energy account of the variable-step run closes to 1e-6 or, at a standstill, to 1e-9 J. What the
# compiler rejects (a node without inertia where there must be one) is counted and replaced; more than half of them fail.
# Where the solution is not unique, the errors need not fall with the step: stuck elements, redundant, share the load otherwise (81: clutch5 at 1.0 s, 8.2 and
# 32.6 Nm) while everything moves alike, and brake9, which holds more than it slides with, lets go at another time. This is recognised, and said.
# Seed 114 is known to fail: it is 3 % above the limit at 1 ms, 23 % at 0.1 ms (order 1.01): a pulse of 58.5 Nm acts on its smallest inertia, 0.387 kg m2,
# across a clutch that holds. At each of 14 edges the clutch lets go one sample late, which is the scheme's (docs/limits.md), and transmits for one step more than its limit:
# up to 58.5*1e-3/0.387 = 0.15 rad/s (0.096 seen at 0.753 s) of a range of 7.5.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=$BUILD/dtc
work=$BUILD/tests/random
rm -rf "${work:?}"
mkdir -p "$work"
count=${1:-20} seed=${2:-1}
. tests/awk.sh
. tests/fast.sh
passed=0 failed=0 rejected=0

cat >"$work/verdict.awk" <<'END'
# error at 1 ms, places changed, in the reference, chattering elements, error at 0.1 ms, at 0.01 ms, rows with other shares of
# redundant elements, residual of the account over all energy put in or stored at the start, and in J
function finite(x) { return x ~ /^[0-9.]+e[-+][0-9]+$/ }
{
    why = ""
    if (!finite($1) || !finite($5) || !finite($6)) why = "a run failed"
    else if ($1 > 1.6e-2 || $5 > 1.6e-3 || ($6 > 1.6e-4 && $7 == 0)) why = "errors above the limit"
    else if ($7 == 0 && ($5 > $1 + 1e-6 || $6 > 0.1*$1 + 1e-6)) why = "the error does not fall with the step"
    else if ($4 > 0) why = $4 " elements chatter"
    else if (!($8 < 1e-6) && !($9*$9 < 1e-18)) why = "the energy account does not close"
    order = $6 > 1e-6 ? sprintf("%.2f", log($1/$6)/log(100)) : "-"
    if (why == "" && $7 > 0) said = "not unique: redundant elements share their load otherwise at " $7 " rows"
    printf "%-8s %9s %9s %9s %6s %8s %9s %9s  %s%s\n", name, $1, $5, $6, order, $2, $3, $8, why, said
    exit why != ""
}
END

if ! $CC -std=c11 -O2 -Wall -Wextra -Wshadow -o "$work/generate" tests/random/generate.c -lm ||
    ! $CC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wshadow -Iruntime -o "$work/compare" tests/random/compare.c runtime/describe.c -ldl -lm; then
    echo "0 passed, 1 failed"
    exit 1
fi

# drivetrain FILE NAME: its runs, one line
drivetrain() {
    for h in 1e-3 1e-4 1e-5; do
        "$dtc" "$1" --step $h --vars 'shaft*.w,*.law.*' -o "$work/model.c" &&
            $fast -std=c99 -O1 -fPIC -shared -ffp-contract=off -Iruntime -o "$work/model.$h.so" "$work/model.c" "$BUILD/libdtc-sim.a" -lm || return 1
    done
    CC=$fast "$dtc" sim "$1" --method cvode --rtol 1e-8 --stop 5 --interval 0.05 --vars 'shaft*.w,*.law.*' --audit --quiet \
        -o "$work/reference.csv" >"$work/account" || return 1
    "$work/compare" "$work/reference.csv" "$2" "$work/model.1e-3.so" "$work/model.1e-4.so" "$work/model.1e-5.so" >"$work/line"
    awk '$1 == "residual" { print $3, $2 }' "$work/account" | paste -d ' ' "$work/line" - | awk -v name="$2" -f "$work/verdict.awk"
}

echo "error of fixed-step runs (root mean square over range of speed), changes of place with slip at 1 ms, all changes and energy account of the variable-step run"
printf '%-8s %9s %9s %9s %6s %8s %9s %9s\n' '' '1 ms' '0.1 ms' '0.01 ms' order changes variable energy
while [ $((passed + failed)) -lt "$count" ] && [ "$rejected" -le $((count + 10)) ]; do
    model=$work/random.dtm
    "$work/generate" "$seed" >"$model"
    if ! "$dtc" check "$model" >"$work/log" 2>&1; then
        if grep -q 'inertia' "$work/log"; then
            rejected=$((rejected + 1))
        else
            echo "Random$seed is rejected:"
            cat "$work/log"
            failed=$((failed + 1))
        fi
    elif drivetrain "$model" "Random$seed"; then
        passed=$((passed + 1))
    else
        echo "failed: Random$seed"
        failed=$((failed + 1))
    fi
    seed=$((seed + 1))
done
if [ $((passed + failed)) -lt "$count" ]; then
    echo "failed: $rejected of $((passed + failed + rejected)) are rejected"
    failed=$((failed + 1))
fi
echo "$rejected more have a node without inertia where one is needed, and were rejected"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
