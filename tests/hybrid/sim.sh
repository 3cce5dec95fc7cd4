#!/bin/sh
# dtc sim with a variable step: results that are known, and what is said when a run fails. A failed run keeps its rows and ends with exit code 1.
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$PWD/../../build}" "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
passed=0 failed=0
ok() { passed=$((passed + 1)); }
fail() { echo "FAIL $*"; failed=$((failed + 1)); }

. ../fast.sh
CC=$fast
export CC

# run MODEL.dtm OPTIONS: exit code in $code, words in $tmp/said, rows in $tmp/out.csv
run() {
    rm -f "$tmp/out.csv"
    "$DTC" sim "$@" --quiet -o "$tmp/out.csv" >"$tmp/said" 2>&1
    code=$?
}
# ends CODE WHAT: the last run ended so
ends() {
    if [ $code -eq "$1" ]; then ok; else fail "$2: exit code $code, not $1"; head -n 5 "$tmp/said"; fi
}
# says WHAT TEXT
says() {
    if grep -qFe "$2" "$tmp/said"; then ok; else fail "$1: not said: $2"; head -n 5 "$tmp/said"; fi
}
# holds WHAT RULES: rules of awk that set good; they see all rows but the header
holds() {
    if awk -F, "function abs(x) { return x < 0 ? -x : x } NR == 1 { next } $2 END { exit !good }" "$tmp/out.csv"; then ok; else
        fail "$1: $2"
        tail -n 2 "$tmp/out.csv"
    fi
}
# Fails with exit code 1, says TEXT, keeps at least ROWS rows, of numbers that are finite: trouble WHAT ROWS TEXT MODEL OPTIONS
trouble() {
    what=$1 rows=$2 text=$3
    shift 3
    run "$@"
    ends 1 "$what"
    says "$what" "$text"
    kept=0
    [ -e "$tmp/out.csv" ] && kept=$(wc -l <"$tmp/out.csv")
    if [ "$kept" -ge "$rows" ]; then ok; else fail "$what: $kept lines in the file"; fi
    if [ "$kept" -eq 0 ] || ! tail -n +2 "$tmp/out.csv" | grep -qiE 'nan|inf'; then ok; else
        fail "$what: a row of what is no number"
    fi
}

# ---- results ----------------------------------------------------------------------------------------------------

run trouble.dtm --model Trouble.Decay --rtol 1e-8 --stats
ends 0 decay
says decay 'Decay: '
holds decay 'abs($2 - exp(-$1)) < 2e-7 { n++ } { good = n == 501 }'
run trouble.dtm --model Trouble.Instants --vars n,k,j --stop 10
ends 0 'instants a rounding apart'
holds 'no sample is lost' '{ good = $2 == 100 && $3 == 50 && $4 == 1 }'
run trouble.dtm --model Trouble.Swallowed --stop 100 --interval 100 --method euler --step 1e-3 --float
ends 0 'increments that are swallowed'
says 'increments that are swallowed' 'increments of x: it is 0.6 where its rate would make it 0.598'
if grep -q 'increments of z' "$tmp/said"; then fail 'a lag is said to lose'; else ok; fi
run trouble.dtm --model Trouble.Swallowed --stop 100 --interval 100 --method euler --step 1e-3
if grep -q swallows "$tmp/said"; then fail 'double precision is said to swallow'; else ok; fi
run trouble.dtm --model Trouble.Follows --method euler
ends 1 'no number'
says 'no number' 'Follows at time 0: a result is not a finite number: y is not a number, by the equation y = sqrt(x - time)'
if grep -q warning "$tmp/said"; then fail 'a warning without values'; else ok; fi
run trouble.dtm --model Trouble.AtStop --vars n,k --stop 3
ends 0 'a sample at the stop time'
holds 'the sample at the stop time, but for rounding' '{ good = $2 == 15 && $3 == 30 }'
run trouble.dtm --model Trouble.Rates --vars 'n*'
ends 0 'samples of several rates'
counts='$2 == 211 && $3 == 70 && $4 == 30 && $6 == 64 && $7 == 211 && $8 == 70 && $9 == 10 && $10 == 211'
holds 'each sample, late after the first' "{ good = $counts && \$5 == 21001 && \$11 == 22 }"
run trouble.dtm --model Trouble.Rates --vars 'n*' --method euler --step 5e-4
ends 0 'samples of several rates, fixed step'
holds 'each sample, late after the first, fixed step' "{ good = $counts && \$5 == 21001 }"
run trouble.dtm --model Trouble.Ticks --vars 'n,k,both' --stop 2
ends 0 'samples from before the start'
holds 'one instant at zero' '{ good = $2 == 21 && $3 == 21 && $4 == 21 }'
run trouble.dtm --model Trouble.Ticks --vars 'n,k' --stop 500 --interval 100 --method euler --step 1e-3 --float
ends 0 'samples in single precision'
holds 'one for each interval, whatever rounding' '{ good = $2 == 5001 && $3 == 5001 }'
run trouble.dtm --model Trouble.Critical --vars x,y --rtol 1e-8
ends 0 'a start without slope'
holds 'a root is found' 'abs($3*$3 - 4*$2) < 1e-8 { n++ } { good = n == NR - 1 }'
trouble 'no start' 0 'no solution was found' trouble.dtm --model Trouble.Unsolvable
trouble 'a root of a negative number' 400 'y is not a number, by the equation y = sqrt(x)' trouble.dtm --model Trouble.Root --stop 1.1
for L in 0.0080 0.0082 0.00842 0.0086; do
    run trouble.dtm --model Trouble.Between --vars x --stop 1 --interval 1 --rtol 1e-11 --set L=$L
    ends 0 "no pole between two standstills, $L"
done
trouble 'a pole' 250 ': the solution ends here: x would jump from' trouble.dtm --model Trouble.Pole
trouble 'a brake with power' 333 'Pole at time 0.00333' trouble.dtm --model Trouble.Pole --param brake.yaml --stop 0.005 --interval 1e-5
trouble 'infinite' 250 'Infinite at time 0.5: a result is not a finite number: q is infinite' trouble.dtm --model Trouble.Infinite
for method in euler semi rk2 rk4 rosenbrock exact; do
    trouble "infinite, $method" 50 'Infinite at time 0.5: a result is not a finite number: q is infinite, by the equation q = ' trouble.dtm --model Trouble.Infinite --method $method --step 1e-2
    trouble "no number, $method" 75 'Infinite at time 0.75: a result is not a finite number: r' trouble.dtm --model Trouble.Infinite --method $method --step 1e-2 --param second.yaml
done
run trouble.dtm --model Trouble.Ball --vars h,v --rtol 1e-8
ends 0 ball
holds 'a bounce has two rows' '$3 > 0 && v < 0 && $1 == t && !n++ { good = abs($1 - 1) < 1e-7 && abs($3 + v/2) < 1e-9 } { t = $1; v = $3 }'
run trouble.dtm --model Trouble.Chain --vars momentum,energy --rtol 1e-9 --stats --stop 5
ends 0 chain
holds 'momentum and energy of a chain' 'abs($2 - $1) < 1e-6 && abs($3) < 1e-5 { n++ } { good = n == 501 }'
if [ "$(sed -n 's/.*iteration), \([0-9]*\) evaluations.*/\1/p' "$tmp/said")" -lt 10000 ]; then ok; else fail 'chain: evaluations'; cat "$tmp/said"; fi
run trouble.dtm --model Trouble.Driven --vars x --param driven.yaml
ends 0 driven
holds 'inputs jump and bend where the file says' '{ good = abs($2 - 1.4) < 1e-5 }'
holds 'rows on both sides of a jump' '$1 == t && $1 == 0.35 { good = 1 } { t = $1 }'
run trouble.dtm --model Trouble.Ends
ends 0 terminate
says terminate 'level 0.5 is reached'
holds terminate '{ good = abs($1 - 0.6931472) < 1e-5 }'
run trouble.dtm --model Trouble.Late --vars x
ends 0 'start, stop and interval of the experiment'
holds 'start, stop and interval of the experiment' '{ n++; good = n == 6 && abs($1 - 7) < 1e-12 && abs($2 - 4) < 1e-8 } NR == 2 && $1 != 5 { n = 9 }'
trouble '--stop before the start' 0 '--stop: 1 s is before the start at 5 s' trouble.dtm --model Trouble.Late --stop 1
trouble 'too many rows' 0 'more than 1e9' trouble.dtm --model Trouble.Late --interval 1e-10
run trouble.dtm --model Trouble.Decay --step 0.1
ends 0 '--step'
says '--step' 'warning: --step belongs to the fixed-step method'
holds '--step changes nothing' '{ good = NR == 502 }'
run trouble.dtm --model Trouble.Warned
ends 0 'a warning'
says 'a warning' 'dtc: warning: Warned at time 0.693147'
says 'a warning, its count' 'steps and rows, 0.3069 s in all: low'
run trouble.dtm --model Trouble.Talks --stop 1.4
ends 0 'values in a warning'
says 'values in a warning' 'warning: Talks at time 0.77: sub: low: 151.29'
says 'values in a warning of when' 'warning: Talks at time 1: sub: in when 10'
trouble 'values in a message' 375 'Talks at time 1.5: assertion failed: sub: slip is 5 rad/s, limit 5, n 4, fast false, "5        |        5|  5.000|0004|   4|false "' trouble.dtm --model Trouble.Talks --stop 2
for method in euler semi rk2 rk4 rosenbrock exact; do
    trouble "values in a message, $method" 150 'Talks at time 1.5: assertion failed: sub: slip is 5 rad/s, limit 5, n 4, fast false, "5        |        5|  5.000|0004|   4|false "' \
        trouble.dtm --model Trouble.Talks --method $method --step 1e-2 --stop 2
    says "values in a warning, $method" 'warning: Talks at time 0.77: sub: low: 151.29'
done
trouble 'the instant of an assertion' 2 'Passes at time 0.333333' trouble.dtm --model Trouble.Passes --rtol 1e-9 --interval 0.5
for bad in '--rtol none' '--rtol 1' '--rtol 1e-30' '--stop 1e300' '--stop 1e-300'; do
    # shellcheck disable=SC2086
    run trouble.dtm --model Trouble.Decay $bad
    ends 2 "$bad"
    says "$bad" "${bad%% *} needs a"
done
run start.dtm --model Start.Section
ends 0 'columns'
if [ "$(head -n 1 "$tmp/out.csv")" = "time,x,n,der(x)" ]; then ok; else fail 'columns that the compiler made'; head -n 1 "$tmp/out.csv"; fi
run trouble.dtm --model Trouble.Decay --vars time
ends 0 '--vars time'
holds 'time alone' '{ good = NR == 502 && NF == 1 }'

run tables.dtm --vars 'area*,back,kinks.y' --stats
ends 0 tables
holds 'areas under tables' '{ good = abs($2 - 1e-4) < 1e-9 && abs($3 - 30.5) < 1e-5 && abs($4 - 10.0004) < 1e-9 && abs($5 - 20.0004) < 1e-9 && abs($6 - (4.9 + 0.2/7)) < 1e-5 &&
       abs($7 + 23) < 1e-5 && abs($8 - 8) < 1e-9 }'
holds 'both values where a table jumps' '$1 == 4 && n++ == 0 { left = abs($10) < 1e-12 } $1 == 4 { right = $10 == 4 } $1 == 8 && m++ == 0 { from = $9 } { good = left && right && from == 1 && $9 == 0 }'
says 'tables: rows are events' ' 24 events'

# ---- the start -----------------------------------------------------------------------------------------------------

for method in cvode euler; do
    for end in 'Ends nothing to do' 'Quits x is low enough already'; do
        run start.dtm --model "Start.${end%% *}" --method $method
        ends 0 "terminate at the start, $method"
        says "terminate at the start, $method" "the model ended the run: ${end#* }"
        holds "terminate at the start, $method" '{ good = NR == 2 && $1 == 0 }'
    done
    for model in Fails Wrong Asks; do
        trouble "assertion at the start: $model, $method" 0 'at time 0: assertion failed: x starts too low' start.dtm --model Start.$model --method $method
    done
    run start.dtm --model Start.Follows --method $method --vars T,T2,T3,x,y,z,same,double
    ends 0 "parameters of the initial problem, $method"
    holds "what depends on parameters of the initial problem, $method" '{ good = $2 == 2 && $3 == 4 && $4 == 5 && abs($5 - 4) < 1e-9 && abs($6 - 4) < 1e-9 && abs($7 - 5) < 1e-9 && $8 == -2 && $9 == 4 }'
    run start.dtm --model Start.Once --method $method
    ends 0 "assertion of the start, $method"
    run start.dtm --model Start.Warns --method $method
    ends 0 "a warning in when, $method"
    says "a warning in when, $method" 'warning: Warns at time '
    holds "a warning in when, $method" '{ good = $1 >= 0.9999 }'
done

run start.dtm --model Start.Before --param before.yaml --vars was,jump,before,half
ends 0 'pre of inputs'
holds 'pre of an input at a jump' '$1 == 0.5 { jump = $2 == 2 && $3 == 1 && $5 == 2 } { good = jump && $2 == 3 && $4 == 0 && $5 == 3 }'

# ---- trouble ------------------------------------------------------------------------------------------------------

trouble assertion 100 'at time 0.69' trouble.dtm --model Trouble.Guarded
says assertion 'the level is below 0.5'
says assertion 'pump'
trouble 'no number' 100 'tank.out_flow' trouble.dtm --model Trouble.Empties
says 'no number' 'sqrt(tank.level)'
trouble cycle 100 'a cycle of automata or nets' trouble.dtm --model Trouble.Circle
says cycle 'law.shut: ... '
trouble chattering 100 'chattering' trouble.dtm --model Trouble.Chatters
says chattering "x > 0"
trouble 'blow-up' 100 'the largest error is x' trouble.dtm --model Trouble.BlowUp
trouble 'contradictory start values' 0 'error' trouble.dtm --model Trouble.Contradicts
says 'contradictory start values' 'right.w'
trouble 'reinit of no state' 0 'error' trouble.dtm --model Trouble.NoState
says 'reinit of no state' 'reinit'
run trouble.dtm --model Trouble.Swing --vars swing.x,swing.y --rtol 1e-8 --stop 3
ends 0 'a pendulum that goes through y = 0'
holds 'a pendulum that goes through y = 0' '{ good += abs($2^2 + $3^2 - 1) < 1e-9; n++; low = $3 < low ? $3 : low; high = $3 > high ? $3 : high } END { good = n > 100 && good == n && low < -0.99 && high > 0.79 }'
trouble 'a dead centre' 70 'no unique solution' trouble.dtm --model Trouble.Crank
says 'a dead centre' 'der(w) and force'
trouble 'a matrix that becomes singular' 251 'at time 1: ' trouble.dtm --model Trouble.Divided --stop 2
says 'a matrix that becomes singular' 'no unique solution: equations of the model; for u and v: u + v = 1'
run trouble.dtm --model Trouble.Pendulum --rtol 1e-8 --stop 3
ends 0 'a pendulum that does not come to its turning point'
run trouble.dtm --model Trouble.Fades --vars z --stop 20
ends 0 'a coefficient that dies away'
run trouble.dtm --model Trouble.Jumps --vars z
ends 0 'coefficients that jump'
holds 'coefficients that jump' '{ good = abs($2 - 1) < 1e-9 }'

# Blocks that lose their rank: the solution of least norm over nominal values, 10 of b against 1 of f and g, so that of 3 they take 3/102 each.
for method in cvode euler rk4 exact rosenbrock; do
    run trouble.dtm --model Trouble.TwoBrakes --method $method --vars 'f[3],g[3],b[3],v[3],a[3]'
    ends 0 "brakes that share a load, $method"
    holds "brakes that share a load, $method" '$1 < 0.499 { good += abs($2 - 3/102) < 1e-12 && abs($3 - 3/102) < 1e-12 && abs($4 - 300/102) < 1e-12 && abs($5) < 1e-12; n++ }
        $1 > 0.501 { good += abs($2 - $5/10) < 1e-12 && abs($3 - $5/10) < 1e-12 && $4 == 0 && $6 != 0; n++ } END { good = n > 100 && good == n }'
    trouble "constraints that contradict each other, $method" 200 'no unique solution' trouble.dtm --model Trouble.Against --method $method
done
run trouble.dtm --model Trouble.Loose --vars w --stop 2 --rtol 1e-8
ends 0 'a peak of friction'
holds 'a peak of friction' 'abs($2 - ($1 > 1.2 ? ((t = $1 - 1)*t - 0.04)/20 : 0)) < 1e-8 { n++ } END { good = n == NR - 1 }'
run trouble.dtm --model Trouble.Shared --vars 'w,torque[1],torque[2]' --stop 2 --rtol 1e-8
ends 0 'a load of two brakes'
holds 'a load of two brakes' '{ second = $1 < 1 ? $1/2 : $1 < 1.5 ? $1 - 0.5 : 1; t = $1 < 1.5 ? 0 : $1 - 1.5 }
    abs($2 - t*t/2) < 1e-7 && abs($3 - ($1 < 1 ? $1/2 : 0.5)) < 1e-9 && abs($4 - second) < 1e-9 { n++ } END { good = n == NR - 1 }'
trouble 'a relation that denies itself' 250 'the relation y > 0 has no value that agrees' trouble.dtm --model Trouble.Paradox
trouble 'relations that deny each other' 250 'relations' trouble.dtm --model Trouble.Paradoxes
says 'relations that deny each other' 'the relations z > 0 and y > 0 have no values that agree with what follows from them'
CC=/nonexistent trouble 'no C compiler' 0 'needs a C compiler' trouble.dtm --model Trouble.Decay

"$DTC" sim trouble.dtm --model Trouble.Decay -o /dev/full >"$tmp/said" 2>&1
code=$?
ends 1 'a full disk'
says 'a full disk' 'cannot write /dev/full: No space left on device'
"$DTC" sim trouble.dtm --model Trouble.Decay -o "$tmp/no/such/folder.csv" >"$tmp/said" 2>&1
code=$?
ends 1 'no such folder'
says 'no such folder' 'cannot write'

# Gears that contradict each other lock the shafts: a warning, and statics that hold. With a start value that nothing can have: an error.
for method in cvode euler exact rosenbrock; do
    run trouble.dtm --model Trouble.Locked --method $method --vars speeds,angles,gear1.flange_a.tau,gear2.flange_a.tau,gear3.flange_a.tau
    ends 0 "locked gears, $method"
    says "locked gears, $method" 'warning: in gear3: gear3 contradicts the coupling made by gear2 and gear1: together they let nothing turn'
    holds "locked gears, $method: nothing turns, and torques balance" '$2 == 0 && $3 == 0 && abs($4 + 50) < 1e-9 && abs($5 + 100) < 1e-9 && abs($6 - 60) < 1e-9 { n++ } { good = n == NR - 1 }'
done
trouble 'locked gears that turn' 0 'error' trouble.dtm --model Trouble.LockedTurning
says 'locked gears that turn' 'a.w'

# Ctrl-C: rows are kept, nothing else is left behind.
TMPDIR=$tmp "$DTC" sim trouble.dtm --model Trouble.Long --stop 1e9 --interval 1 -o "$tmp/long.csv" --quiet >"$tmp/said" 2>&1 &
pid=$!
until [ -s "$tmp"/long.csv.* ] || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -INT $pid
wait $pid
code=$?
ends 1 Ctrl-C
says Ctrl-C 'interrupted at time'
if [ -s "$tmp/long.csv" ] && ! ls "$tmp" | grep -q -e "long.csv." -e dtc-; then ok; else fail 'Ctrl-C: files'; ls "$tmp"; fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
