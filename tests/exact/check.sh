#!/bin/sh
# Method exact: springs in pieces against closed forms, energy, stuck slips, what it refuses.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/exact
mkdir -p "$work"
passed=0 failed=0

count() { # count STATUS TEXT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}

# springs STEP TOLERANCE MODEL: the angle at the times of springs.expect; where nothing is lost, the energy of the start
springs() {
    "$dtc" sim tests/exact/springs.dtm --model "Springs.$3" --method exact --step "$1" --stop 30 --interval 0.5 --vars 'x,energy' --quiet -o "$work/$3.csv" 2>"$work/err" || {
        cat "$work/err"
        count 1 "$3 at $1 s does not run"
        return
    }
    awk -F '[, ]' -v model="$3" -v tolerance="$2" '
        FILENAME ~ /expect/ { if ($1 == model) angle[$2 + 0] = $3; next }
        FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        FNR == 2 { start = $at["energy"] }
        { t = sprintf("%g", $1) }
        t in angle { n++; d = $at["x"] - angle[t]; d = d < 0 ? -d : d; if (d > worst) worst = d }
        at["energy"] { d = ($at["energy"] - start) / start; d = d < 0 ? -d : d; if (d > drift) drift = d }
        END {
            free = model ~ /Free/
            ok = n > 0 && worst <= tolerance && (!free || drift <= 1e-11)
            if (!ok) printf "%s: %d times, worst error %g, energy %g\n", model, n, worst, drift
            exit !ok
        }' tests/exact/springs.expect "$work/$3.csv"
    count $? "$3 at $1 s"
}

springs 0.01 1e-11 Linear
springs 0.01 1e-9 FourWide      # its reference has nine digits
for model in Four FourFree FourWideFree Soft SoftFree Stiff StiffFree; do
    springs 0.01 1e-10 "$model"
done
for model in Four Stiff; do
    springs 0.1 1e-10 "$model"
done

# refuses FILE MODEL TEXT: an error that says so
refuses() {
    ! "$dtc" "tests/exact/$1" --model "$2" --method exact -o "$work/refused.c" 2>"$work/err" && grep -q "$3" "$work/err"
    count $? "$2: expected the error: $3"
}
refuses refused.dtm Refused.Ratio 'torques of switching elements that change speeds by constant factors'
refuses refused.dtm Refused.Slip 'slips that are linear in the speeds'

# a shaft without damping that vibrates faster than the step: setup says so, and a shorter step runs
"$dtc" sim tests/exact/refused.dtm --model Refused.Vibration --method exact -fconstant-matrices --step 0.01 --stop 0.1 --quiet -o "$work/weak.csv" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'cannot be held by the method exact' "$work/err"
count $? "a vibration that is faster than the step"
"$dtc" sim tests/exact/refused.dtm --model Refused.Vibration --method exact -fconstant-matrices --step 1e-4 --stop 0.1 --quiet -o "$work/weak.csv" 2>"$work/err"
count $? "the same with a shorter step"

# stuck slips stay zero, with and without adjustment; locking gives no energy
for option in '' -fno-adjust; do
    "$dtc" sim models/hybrid_ravigneaux/hybrid_ravigneaux.dtm --method exact $option --step 0.01 --vars 'C?.law.*' --quiet -o "$work/hybrid.csv" 2>"$work/err" &&
        awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            { for (c = 0; c < 4; c++) {
                  now = $at["C" c ".law.place"]; s = $at["C" c ".law.s"]; s = s < 0 ? -s : s
                  if (now == 0 && before[c] == 0 && NR > 3) { n++; if (s > worst) worst = s }
                  before[c] = now
              } }
            END { if (!(n > 100 && worst < 1e-9)) { print n " samples, slip " worst; exit 1 } }' "$work/hybrid.csv"
    count $? "hybrid_ravigneaux $option: slips of stuck clutches"
    "$dtc" sim tests/exact/refused.dtm --model Refused.Locking --method exact $option --step 0.01 --stop 2 --vars energy --quiet -o "$work/lock.csv" 2>"$work/err" &&
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            NR > 2 && $at["energy"] > before + 1e-12 { print "energy rises at " $1; bad = 1 }
            { before = $at["energy"] } END { exit bad || NR < 100 }' "$work/lock.csv"
    count $? "locking $option gives no energy"
done

# two joined inertias on a spring: exact with the clutch in the matrix; with constant matrices the frequency is 1 + h^2/48 times what it is, without loss
joined() { # joined FACTOR TOLERANCE OPTION
    "$dtc" sim tests/exact/joined.dtm --method exact $3 --step 0.1 --stop 100 --vars x --quiet -o "$work/joined.csv" 2>"$work/err" &&
        awk -F, -v factor="$1" -v tolerance="$2" '
            NR > 1 { n++; d = $2 - cos(factor*$1/sqrt(2)); d = d < 0 ? -d : d; if (d > worst) worst = d }
            END { if (!(n > 900 && worst < tolerance)) { print "joined: " n " times, worst " worst; exit 1 } }' "$work/joined.csv"
    count $? "joined inertias $3"
}
joined 1 1e-11
joined '1.00020833333' 1e-5 -fconstant-matrices

# borders within a step: a touch and a slip that are shorter than it, against the variable step; what comes to rest stays so
borders() { # borders MODEL VARIABLE STEP LIMIT OPTION
    "$dtc" sim tests/exact/borders.dtm --model "Borders.$1" --method cvode --rtol 1e-12 --stop 20 --interval 0.5 --vars "$2" --quiet -o "$work/ref.csv" 2>"$work/err" &&
        "$dtc" sim tests/exact/borders.dtm --model "Borders.$1" --method exact $5 --step "$3" --stop 20 --interval 0.5 --vars "$2" --quiet -o "$work/borders.csv" 2>"$work/err" &&
        awk -F, -v limit="$4" -v what="$1 at $3 s $5" '
            FNR == 1 { next }
            { t = sprintf("%.6f", $1) }
            FNR == NR { ref[t] = $2; next }
            t in ref { n++; d = $2 - ref[t]; d = d < 0 ? -d : d; if (d > worst) worst = d }
            END { printf "| %-34s | largest error %.3g |\n", what, worst; exit !(n > 35 && worst < limit) }' "$work/ref.csv" "$work/borders.csv"
    count $? "$1 at $3 s $5"
}
borders Touch x 0.5 1e-7
borders Touch x 0.5 1 -fno-adjust
borders Slip big.phi 0.25 1e-8
borders Slip big.phi 0.25 0.1 -fno-adjust
borders Slip big.phi 0.25 0.75 -fconstant-matrices
"$dtc" sim tests/exact/borders.dtm --model Borders.Rest --method exact --step 1e-3 --stop 0.2 --vars 'wheel.w,bearing.law.place' --quiet -o "$work/rest.csv" 2>"$work/err" &&
    awk -F, 'NR > 1 && $1 > 5*log(1.02) { n++; if ($2*$2 > 1e-24 || $3 != 0) { print "moves at " $1; bad = 1 } } END { exit bad || n < 90 }' "$work/rest.csv"
count $? "a wheel comes to rest"

# hybrid_ravigneaux with inputs held on the grid against the variable step: largest error of a speed (of 280 rad/s)
"$dtc" sim tests/exact/held.dtm --model held --method cvode --rtol 1e-9 --vars '*.w' --quiet -o "$work/held.csv" 2>"$work/err" || cat "$work/err"
held() { # held LIMIT OPTION ...
    limit=$1
    shift
    "$dtc" sim tests/exact/held.dtm --model held --method exact "$@" --step 0.01 --vars '*.w' --quiet -o "$work/exact.csv" 2>"$work/err" &&
        awk -F, -v limit="$limit" -v options="$*" '
            FNR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(engine|machine|carrier|finalShaft|wheel)\.w$/) { if (NR == 1) first[$i] = i; else second[$i] = i } next }
            { t = sprintf("%.6f", $1) }
            FNR == NR { for (w in first) ref[t, w] = $first[w]; next }
            (t, "engine.w") in ref { n++; for (w in second) { d = $second[w] - ref[t, w]; d = d < 0 ? -d : d; if (d > worst) worst = d } }
            END { printf "| held %-34s | largest error %.3g rad/s |\n", options, worst; exit !(n > 1500 && worst < limit) }' "$work/held.csv" "$work/exact.csv"
    count $? "held $*: error of a speed above $limit"
}
held 2e-4
held 15 -fno-adjust
held 24 -fconstant-matrices
held 25 -fconstant-matrices -fno-adjust

# the generated C under the strict flags
for model in springs.dtm:Springs.Four held.dtm:held refused.dtm:Refused.Locking; do
    for choice in 'gcc:' 'clang:--float' 'clang:-fconstant-matrices' 'gcc:-fno-adjust'; do
        cc=${choice%%:*} options=${choice#*:}
        "$dtc" "tests/exact/${model%%:*}" --model "${model##*:}" --method exact $options -o "$work/strict.c" 2>"$work/err" &&
            $cc -std=c99 -O1 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $([ "$options" = --float ] && echo -DDTC_FLOAT) \
                -Iruntime -c -o "$work/strict.o" "$work/strict.c" 2>"$work/err"
        count $? "${model##*:} $options, $cc: $(head -n 3 "$work/err")"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
