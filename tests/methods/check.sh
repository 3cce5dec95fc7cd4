#!/bin/sh
# Methods of the generated step: orders, stiff models, models without loss.
. "$(dirname "$0")/rig.sh"

for model in Pendulum Shafts Sliding Stiff Lossless; do
    build $model tests/methods/models.dtm Methods.$model
    [ $model = Lossless ] && continue
    "$dtc" sim tests/methods/models.dtm --model Methods.$model --rtol 1e-10 --stop 2 --interval 1 --quiet -o "$work/$model.csv" 2>"$work/err" || {
        cat "$work/err"
        failed=$((failed + 1))
    }
done
run test_order Pendulum Shafts Sliding
run test_stiff
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
