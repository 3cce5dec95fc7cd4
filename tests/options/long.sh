#!/bin/sh
# Every switch with every model and Euler's method, and with a method of several stages on a gearbox: tables of the largest difference of a signal, and of what
# one ulp does.
cd "$(dirname "$0")/../.." || exit 2
method=euler
. tests/options/switches.sh
. tests/options/models.sh
try_models
try_reference
table model $switches ulp
for method in rk4 rosenbrock; do
    : >"$work/figures"
    try_few
    table "model, $method" $switches ulp
done
finish
