#!/bin/sh
# Drives: the staged Jacobian, and each method against the variable step; what is discrete is the same with each method.
cd "$(dirname "$0")/../.." || exit 2
group=methods methods='euler semi rk2 rk4 rosenbrock rosenbrock_w'
. tests/drive.sh
. tests/methods/jacobian.sh

for drive in two_blocks:3 three_inertia:2 hybrid_ravigneaux:20 zf4hp22:28 autogear4:25; do
    model=${drive%:*}
    build "$model" models/$model/$model.dtm $model
    full $model
    run test_staging $model "${drive#*:}" 1e-3
done
staged hybrid_ravigneaux
staged three_inertia
# Drives against the variable step; limits for the mean square: 1.3 times what was measured.
for model in zf4hp22 autogear4; do
    CC=$fast "$dtc" sim models/$model/$model.dtm --rtol 1e-9 --interval 0.02 --vars '*.w' --quiet -o "$work/$model.mat" 2>"$work/err" || cat "$work/err"
done
run test_agreement zf4hp22 euler:0.1:0.0013 euler:1:0.013 euler:4:0.052 euler:10:0.13 semi:0.1:0.0013 semi:1:0.013 semi:4:0.052 semi:10:0.13 \
    rk2:0.1:0.00013 rk2:1:0.0029 rk2:4:0.0125 rk2:10:0.11 rk4:0.1:0.00013 rk4:1:0.0029 rk4:4:0.0125 rk4:10:0.052 \
    rosenbrock:0.1:0.00013 rosenbrock:1:0.0029 rosenbrock:4:0.0125 rosenbrock:10:0.043 \
    rosenbrock_w:0.1:0.00013 rosenbrock_w:1:0.0029 rosenbrock_w:4:0.0125 rosenbrock_w:10:0.052
run test_agreement autogear4 euler:0.1:0.0018 euler:1:0.017 euler:4:0.065 euler:10:0.25 semi:0.1:0.0018 semi:1:0.017 semi:4:0.065 semi:10:0.2 \
    rk2:0.1:0.00001 rk2:1:0.0008 rk2:4:0.012 rk2:10:0.05 rk4:0.1:0.00001 rk4:1:0.0008 rk4:4:0.012 rk4:10:0.1 \
    rosenbrock:0.1:0.00001 rosenbrock:1:0.0008 rosenbrock:4:0.012 rosenbrock:10:0.1 \
    rosenbrock_w:0.1:0.00001 rosenbrock_w:1:0.0008 rosenbrock_w:4:0.012 rosenbrock_w:10:0.1

# Held relations, sample() and when-clauses: what is discrete is as with Euler's method.
for model in tests/emit/loops tests/emit/modes tests/emit/functions tests/options/held tests/options/loops; do
    CC=$fast "$dtc" sim $model.dtm --method euler --step 1e-4 --interval 1e-2 --quiet -o "$work/euler.csv" 2>"$work/err" || cat "$work/err"
    for method in semi rk2 rk4 rosenbrock rosenbrock_w; do
        if CC=$fast "$dtc" sim $model.dtm --method $method --step 1e-4 --interval 1e-2 --quiet -o "$work/other.csv" 2>"$work/err" &&
            "$dtc" diff "$work/euler.csv" "$work/other.csv" --plain >"$work/log"; then
            passed=$((passed + 1))
        else
            cat "$work/err" "$work/log"
            echo "FAILED: $model, $method against euler"
            failed=$((failed + 1))
        fi
    done
done

finish
