#!/bin/sh
# The drives of tests/models with every method at 0.1 to 10 ms.
. "$(dirname "$0")/rig.sh"

# Where the step suits the model: shafts of three_inertia bound explicit methods to some ms. The final shaft of hybrid_ravigneaux has eigenvalues
# -98 +- 235i (c/i^2 = 1950 N.m/rad, d/i^2 = 5.9 N.m.s/rad on 0.03 kg.m2) while C1 is open: Euler's method is stable up to 2*98/255^2 = 3 ms, the semi-implicit
# one and the midpoint rule up to about 2/255 = 8 ms, the classical one up to 2.6/255 = 10 ms.
every() { for m in $methods; do for h in "$@"; do printf ' %s:%s' "$m" "$h"; done; done; }

for drive in two_blocks:3 three_inertia:2 hybrid_ravigneaux:16 zf4hp22:28 autogear4:25; do
    model=${drive%:*}
    build "$model" models/$model/$model.dtm $model
    case $model in
    three_inertia) steps="$(every 0.1 1) rosenbrock:4 rosenbrock:10" ;;
    hybrid_ravigneaux) steps="$(every 0.1 1) semi:4 rk2:4 rk4:4 rk4:10 rosenbrock:4 rosenbrock:10" ;;
    *) steps=$(every 0.1 1 4 10) ;;
    esac
    run test_drives "$model" "$model" "${drive#*:}" $steps
    full $model
    run test_staging $model "${drive#*:}" 1e-3
done
staged hybrid_ravigneaux
staged three_inertia
# Drives against the variable step; limits for the mean square: 1.3 times what was measured.
for model in zf4hp22 autogear4; do
    "$dtc" sim models/$model/$model.dtm --rtol 1e-9 --interval 0.02 --vars '*.w' --quiet -o "$work/$model.mat" 2>"$work/err" || cat "$work/err"
done
run test_agreement zf4hp22 euler:0.1:0.0013 euler:1:0.013 euler:4:0.052 euler:10:0.13 semi:0.1:0.0013 semi:1:0.013 semi:4:0.052 semi:10:0.13 \
    rk2:0.1:0.00013 rk2:1:0.0029 rk2:4:0.0125 rk2:10:0.11 rk4:0.1:0.00013 rk4:1:0.0029 rk4:4:0.0125 rk4:10:0.052 \
    rosenbrock:0.1:0.00013 rosenbrock:1:0.0029 rosenbrock:4:0.0125 rosenbrock:10:0.043
run test_agreement autogear4 euler:0.1:0.0018 euler:1:0.017 euler:4:0.065 euler:10:0.24 semi:0.1:0.0018 semi:1:0.017 semi:4:0.065 semi:10:0.24 \
    rk2:0.1:0.00037 rk2:1:0.0041 rk2:4:0.021 rk2:10:0.2 rk4:0.1:0.00037 rk4:1:0.0041 rk4:4:0.021 rk4:10:0.2 \
    rosenbrock:0.1:0.00037 rosenbrock:1:0.0041 rosenbrock:4:0.021 rosenbrock:10:0.2

# Held relations, sample() and when-clauses: what is discrete is as with Euler's method.
for model in tests/emit/loops tests/emit/modes tests/emit/functions tests/options/held tests/options/loops; do
    "$dtc" sim $model.dtm --method euler --step 1e-4 --interval 1e-2 --quiet -o "$work/euler.csv" 2>"$work/err" || cat "$work/err"
    for method in semi rk2 rk4 rosenbrock; do
        if "$dtc" sim $model.dtm --method $method --step 1e-4 --interval 1e-2 --quiet -o "$work/other.csv" 2>"$work/err" &&
            "$dtc" diff "$work/euler.csv" "$work/other.csv" --plain >"$work/log"; then
            passed=$((passed + 1))
        else
            cat "$work/err" "$work/log"
            echo "FAILED: $model, $method against euler"
            failed=$((failed + 1))
        fi
    done
done

for k in 1 2 3 4 5 6; do build Case$k tests/models/cases.dtm Cases.Case$k; done
run test_cases
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
