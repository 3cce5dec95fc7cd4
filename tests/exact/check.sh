#!/bin/sh
# Method exact: springs in pieces against closed forms, energy, stuck slips, what it refuses; its matrices.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/exact
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/awk.sh
. tests/runtime.sh
. tests/fast.sh
CC=$fast
export CC

count() { # count STATUS TEXT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}

# Elements with compliance (tires) have the torque of the sample, also where maps of stuck sets are made in the run:
# brakes on shafts of their own change nothing.
for options in '' -fconstant-matrices; do
    for model in Alone Beside; do
        "$dtc" sim tests/exact/tires.dtm --model Tires.$model --method exact --step 1e-4 $options --stop 0.06 --vars w,v,f --quiet -o "$work/$model.csv" 2>"$work/err"
    done
    cmp -s "$work/Alone.csv" "$work/Beside.csv" && [ "$(wc -l <"$work/Alone.csv")" -gt 500 ]
    count $? "tires beside brakes that hold $options: $(head -n 1 "$work/err")"
done

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

# said MODEL STEP ...: what a run says
said() {
    model=$1 step=$2
    shift 2
    "$dtc" sim tests/exact/halves.dtm --model "Halves.$model" --method exact --step "$step" --quiet -o "$work/halves.csv" "$@" 2>&1
}

# A step that is too long is told, with one that would do; that is true
for type in '' --float; do
    text=$(said Swing 0.1 $type)
    enough=${text##*--step }
    enough=${enough%% *}
    case $text in
    *'Swing at time '*': a step of 0.1 s is too long: two of half its length make '*' another one by '*" % of its largest value in the run; --step $enough would do") [ -z "$(said Swing "$enough" $type)" ] ;;
    *) false ;;
    esac
    count $? "a pendulum at 100 ms $type: $text"
    text=$(said Spring 0.1 $type)
    [ -z "$text" ]
    count $? "a spring at 100 ms $type: $text"
done

# refuses FILE MODEL TEXT: an error that says so
refuses() {
    ! "$dtc" "tests/exact/$1" --model "$2" --method exact -o "$work/refused.c" 2>"$work/err" && grep -q "$3" "$work/err"
    count $? "$2: expected the error: $3"
}
refuses refused.dtm Refused.Ratio 'torques of switching elements that change speeds by constant factors'
refuses refused.dtm Refused.Slip 'slips that are linear in the speeds'

# matrices: mechanics by hand, exponentials, steps; what has none, and where that is
python3 -B tests/exact/matrices.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" 'matrices'
no_matrices() { # no_matrices FILE MODEL TEXT
    ! "$dtc" "tests/exact/$1" --model "$2" --dump=exact >"$work/matrices.txt" 2>"$work/err" && grep -q "$3" "$work/err" && [ ! -s "$work/matrices.txt" ]
    count $? "$2: no matrices: $3"
}
no_matrices refused.dtm Refused.Ratio 'refused.dtm:[0-9]*:[0-9]*: error: the method exact needs torques'
no_matrices refused.dtm Refused.Slip 'refused.dtm:[0-9]*:[0-9]*: error: the method exact needs slips'
no_matrices matrices.dtm Matrices.Blocked 'the start fails: the slip is in a direction that is blocked: .*freewheel'
"$dtc" tests/exact/matrices.dtm --model Matrices.Train --dump=exact --stuck A,C,D >"$work/matrices.txt" 2>"$work/err" &&
    grep -q '^---- stuck: A.law, C.law, D.law; redundant: 1$' "$work/matrices.txt" && grep -q '^  wheel.w  .* -1500$' "$work/matrices.txt" &&
    [ "$(grep -c '^M$' "$work/matrices.txt")" -eq 1 ]
count $? "matrices as text"
"$dtc" tests/exact/refused.dtm --model Refused.Vibration --dump=exact --step 0.01 2>"$work/err" | grep -q '^Xi: none, since one torque over the step cannot hold .*law'
count $? "a vibration that is faster than the step has no Xi"

# a shaft without damping that vibrates faster than the step: setup says so, and a shorter step runs
"$dtc" sim tests/exact/refused.dtm --model Refused.Vibration --method exact -fconstant-matrices --step 0.01 --stop 0.1 --quiet -o "$work/weak.csv" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'cannot be held by the method exact' "$work/err"
count $? "a vibration that is faster than the step"
"$dtc" sim tests/exact/refused.dtm --model Refused.Vibration --method exact -fconstant-matrices --step 1e-4 --stop 0.1 --quiet -o "$work/weak.csv" 2>"$work/err"
count $? "the same with a shorter step"

# two elements that can be held one at a time only: held by impulses, and said so
"$dtc" sim tests/exact/refused.dtm --model Refused.Pair --method exact -fconstant-matrices --step 0.01 --stop 0.1 --quiet -o "$work/weak.csv" 2>"$work/err" &&
    grep -q '\.law cannot be held by the method exact with constant matrices together with what else is stuck' "$work/err"
count $? "two elements that constant matrices cannot hold together"

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

# hybrid_ravigneaux at 10 ms through its gear changes against the variable step: largest error of a speed (of 450 rad/s); held: with inputs held on the grid, as a
# rig gives them; drive: with inputs that are tables over time, which the method holds over a step, so that they come half a step late
changes() { # changes NAME LIMIT OPTION ...
    name=$1 limit=$2
    shift 2
    "$dtc" sim $hybrid --model "$(model "$name")" --method exact "$@" --step 0.01 --vars '*.w' --quiet -o "$work/exact.csv" 2>"$work/err" &&
        awk -F, -v limit="$limit" '
            FNR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^(engine|machine|ring3|finalShaft|wheel)\.w$/) { if (NR == 1) first[$i] = i; else second[$i] = i } next }
            { t = sprintf("%.6f", $1) }
            FNR == NR { for (w in first) ref[t, w] = $first[w]; next }
            (t, "engine.w") in ref { n++; for (w in second) { d = $second[w] - ref[t, w]; d = d < 0 ? -d : d; if (d > worst) worst = d } }
            END { printf "%.3g\n", worst; exit !(n > 1500 && worst < limit) }' "$work/$name.csv" "$work/exact.csv" >"$work/worst"
    count $? "$name $*: error of a speed above $limit"
    printf '%s |' " $(cat "$work/worst")" >>"$work/table"
}
both() { # both LIMIT-HELD LIMIT-DRIVE OPTION ...
    held=$1 drive=$2
    shift 2
    printf '| %s |' "${*:+\`$*\`}" >>"$work/table"
    changes held "$held" "$@"
    changes drive "$drive" "$@"
    echo >>"$work/table"
}
hybrid=models/hybrid_ravigneaux/hybrid_ravigneaux.dtm
model() { [ "$1" = held ] && echo HybridRavigneaux.Held || echo hybrid_ravigneaux; }
for name in held drive; do
    "$dtc" sim $hybrid --model "$(model $name)" --method cvode --rtol 1e-9 --interval 0.01 --vars '*.w' --quiet -o "$work/$name.csv" 2>"$work/err" || cat "$work/err"
done
both 2e-5 30
both 2 30 -fno-adjust
both 6 31 -fconstant-matrices
both 6 31 -fconstant-matrices -fno-adjust
cat "$work/table"
python3 -B tests/readme/rows.py docs/internals/methods.md "$work/table" 4
count $? "the table of docs/internals/methods.md"

# switches of passes change nothing but rounding; gcc and clang give the same bits; the C is C++
same() { # same OPTION: the same speeds as without it
    "$dtc" sim $hybrid --model HybridRavigneaux.Held --method exact $1 --step 0.01 --vars '*.w' --quiet -o "$work/less.csv" 2>"$work/err" &&
        awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) if (NR == 1) at[$i] = i; else from[i] = at[$i]; next }
            FNR == NR { for (i = 1; i <= NF; i++) v[FNR, i] = $i; n = FNR; next }
            { for (i = 1; i <= NF; i++) { d = $i - v[FNR, from[i]]; d = d < 0 ? -d : d; if (d > worst) worst = d } }
            END { if (FNR != n || !(worst < 1e-10)) { print n " rows and " FNR ", difference " worst; exit 1 } }' "$work/full.csv" "$work/less.csv"
    count $? "held with and without $1"
}
"$dtc" sim $hybrid --model HybridRavigneaux.Held --method exact --step 0.01 --vars '*.w' --quiet -o "$work/full.csv" 2>"$work/err"
for option in -fno-tear -fno-stage -fno-alias -fno-fold -fno-unroll -fno-skip -fno-live; do same $option; done

# the generated C under the strict flags
for model in tests/exact/springs.dtm:Springs.Four $hybrid:HybridRavigneaux.Held tests/exact/refused.dtm:Refused.Locking; do
    for choice in 'gcc:' 'clang:--float' 'clang:-fconstant-matrices' 'gcc:-fno-adjust'; do
        cc=${choice%%:*} options=${choice#*:}
        "$dtc" "${model%%:*}" --model "${model##*:}" --method exact $options -o "$work/strict.c" 2>"$work/err" &&
            $cc -std=c99 -O1 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $([ "$options" = --float ] && echo -DDTC_FLOAT) \
                -Iruntime -c -o "$work/strict.o" "$work/strict.c" 2>"$work/err"
        count $? "${model##*:} $options, $cc: $(head -n 3 "$work/err")"
    done
done
"$dtc" $hybrid --model HybridRavigneaux.Held --method exact --step 0.01 -o "$work/bits.c" 2>"$work/err"
rm -f "$work/bits.txt.new"
cat >"$work/main.c" <<'END'
#include <stdio.h>
#include "bits.h"
int main(void)
{
    static Held m;
    Held_init(&m);
    if (Held_setup(&m) != DTC_OK)
        return 1;
    for (int i = 0; i < 1600; i++)
        if (Held_step(&m) != DTC_OK)
            return 1;
    printf("%a %a %a\n", m.engine_w, m.ring3_w, m.wheel_w);
    return 0;
}
END
for cc in 'gcc -O2' 'clang -O2' 'g++ -x c++ -std=c++11 -O1'; do
    runtime "$work/bits_runtime" "$cc" &&
        $cc -ffp-contract=off -Iruntime -I"$work" -o "$work/bits" "$work/main.c" "$work/bits.c" -x none "$work"/bits_runtime/*.o -lm 2>"$work/err" && "$work/bits" >>"$work/bits.txt.new"
done
[ "$(sort -u "$work/bits.txt.new" | wc -l)" -eq 1 ] && [ "$(wc -l <"$work/bits.txt.new")" -eq 3 ]
count $? "gcc, clang and C++ give the same bits: $(head -n 3 "$work/err")"
rm -f "$work/bits.txt.new"
sanitize='clang -O0 -fsanitize=address,undefined -fno-sanitize-recover=all'
runtime "$work/sanitized" "$sanitize"
for options in '' -fconstant-matrices '-fconstant-matrices -fno-adjust'; do
    "$dtc" models/two_blocks/two_blocks.dtm --method exact --step 0.01 $options -o "$work/blocks.c" 2>"$work/err" &&
        $sanitize -std=c99 -ffp-contract=off -Iruntime -I"$work" -include "$work/blocks.h" \
            "-DINFO=$(sed -n 's/.*dtc_model_info \(.*_info\);.*/\1/p' "$work/blocks.h")" -o "$work/blocks" tests/emit/run.c "$work/blocks.c" "$work"/sanitized/*.o -lm 2>>"$work/err" &&
        "$work/blocks" 400 >/dev/null 2>>"$work/err"
    count $? "two_blocks $options under sanitizers: $(head -n 3 "$work/err")"
done
finish
