#!/bin/sh
# Every switch with the models that check.sh leaves out, and some models with all variables kept and with other methods: tables of the largest difference of a signal, and of what
# one ulp does.
cd "$(dirname "$0")/../.." || exit 2
method=euler vars=
. tests/options/switches.sh
. tests/options/models.sh
try_more
try_reference
table model $switches ulp
: >"$work/figures"
vars='*'
try_few
table "model, all variables" $switches ulp
vars=
for method in rk4 rosenbrock; do
    : >"$work/figures"
    try_methods
    table "model, $method" $switches ulp
done
finish
