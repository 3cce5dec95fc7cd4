#!/bin/sh
# Methods of the generated step: orders, stiff models, models without loss.
cd "$(dirname "$0")/../.." || exit 2
group=methods methods='euler semi rk2 rk4 rosenbrock rosenbrock_w'
. tests/drive.sh
. tests/methods/jacobian.sh

for model in Pendulum Shafts Sliding Stiff Lossless; do
    build $model tests/methods/models.dtm Methods.$model
    [ $model = Lossless ] && continue
    CC=$fast "$dtc" sim tests/methods/models.dtm --model Methods.$model --rtol 1e-10 --stop 2 --interval 1 --quiet -o "$work/$model.csv" 2>"$work/err" || {
        cat "$work/err"
        failed=$((failed + 1))
    }
done
run test_order Pendulum Shafts Sliding
run test_stiff
full Stiff
staged Stiff
run test_staging Stiff 2 1e-3
columns judder models/clutch_judder/clutch_judder.dtm ClutchJudder.Case2 2000
columns stiff tests/methods/models.dtm Methods.Stiff 2000
columns zf4hp22 models/zf4hp22/zf4hp22.dtm zf4hp22 10000
columns hybrid_ravigneaux models/hybrid_ravigneaux/hybrid_ravigneaux.dtm hybrid_ravigneaux 20000
columns three_inertia models/three_inertia/three_inertia.dtm three_inertia 2000

all=$methods methods="$methods exact"
build Outputs tests/methods/outputs.dtm Outputs
for m in $methods; do
    "$dtc" tests/methods/outputs.dtm --method "$m" -o "$work/Plain_$m.c" 2>"$work/err" && shared "Plain_$m" || { cat "$work/err"; failed=$((failed + 1)); }
done
run test_outputs $methods

# In a row of results each output is of the time of the row, with every method.
for m in $methods cvode; do
    CC=$fast "$dtc" sim tests/methods/outputs.dtm --method "$m" $([ $m = cvode ] || echo --step 1e-3) --stop 0.1 --quiet \
        --vars w,negative,twice,itself,'matrix_[2,2]',brake.law.lambda,torque,n,minus,'der(itself)' -o "$work/rows.csv" 2>"$work/err"
    if awk -F, 'function off(x) { return !(x*x < 1e-18) }
        NR > 1 && (off($3 + $2) || off($4 - 2*$2) || off($6 + $2) || off($8 - $7) || off($10 + $9) || off($5 + $11 - $2)) { bad++ }
        END { exit !(NR > 50 && !bad && $9 > 20 && $2 != 1) }' "$work/rows.csv"; then
        passed=$((passed + 1))
    else
        echo "FAILED: outputs in rows, $m: $(tail -n 1 "$work/rows.csv")"
        cat "$work/err"
        failed=$((failed + 1))
    fi
done
methods=$all

# strict MODEL FILE: the generated C under the strict flags, in both precisions
strict() {
    for method in $methods; do
        for precision in '' --float; do
            for cc in "gcc ${precision:+-fsyntax-only} -O1 -c" 'clang -fsyntax-only'; do
                if "$dtc" "$2" --model "$1" --method "$method" $precision -o "$work/strict.c" 2>"$work/err" &&
                    $cc -std=c99 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror ${precision:+-DDTC_FLOAT} -Iruntime \
                        -o "$work/strict.o" "$work/strict.c" 2>"$work/err"; then
                    passed=$((passed + 1))
                else
                    head -n 5 "$work/err"
                    echo "FAILED: $1, $method $precision, $cc"
                    failed=$((failed + 1))
                fi
            done
        done
    done
}
strict Methods.Stiff tests/methods/models.dtm
strict Methods.Sliding tests/methods/models.dtm
strict loops tests/emit/loops.dtm
strict modes tests/emit/modes.dtm
strict Outputs tests/methods/outputs.dtm
printf 'model None "No states"\n  input Real u;\n  output Real y = 2*u + time;\nend None;\n' >"$work/none.dtm"
strict None "$work/none.dtm"

# A pulse is the same sum of samples with every method.
for method in euler semi rk2 rk4 rosenbrock rosenbrock_w exact; do
    CC=$fast "$dtc" sim tests/methods/models.dtm --model Methods.Pulsed --method $method --step 1e-3 --stop 2 --vars x --quiet -o "$work/pulsed_$method.csv" 2>"$work/err"
    if awk -F, -v e="$(tail -n 1 "$work/pulsed_euler.csv" | cut -d, -f2)" 'END { d = $2 - e; exit !(d*d < 1e-18 && $2 > -40 && $2 < -5) }' "$work/pulsed_$method.csv"; then
        passed=$((passed + 1))
    else
        echo "FAILED: Pulsed, $method: $(tail -n 1 "$work/pulsed_$method.csv")"
        failed=$((failed + 1))
    fi
done
table property $methods
finish
