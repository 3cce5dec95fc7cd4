#!/bin/sh
# A step that fails leaves nothing behind, whatever the next one reads of the last evaluation (run.c), and what is said of it is about it (said.c): for the
# models of failing.dtm and each method.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh
. tests/fast.sh

try() { # try MODEL PROGRAM double|float OPTIONS
    flags='' options=$4 suffix=
    [ "$3" = double ] || flags=-DDTC_FLOAT options="$4 --float" suffix=-float
    # shellcheck disable=SC2086
    if "$DTC" tests/failing/failing.dtm --model "Failing.$1" $options --step 1e-3 --vars '*' -o "$tmp/m.c" >"$tmp/log" 2>&1 &&
        $fast -std=c99 -O1 -ffp-contract=off $flags -Iruntime -I"$tmp" -include "$tmp/m.h" "-DMODEL=$1" -o "$tmp/run" "tests/failing/$2" "$tmp/m.c" \
            "$BUILD/libdtc-sim$suffix.a" -lm >>"$tmp/log" 2>&1 && "$tmp/run" >>"$tmp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1, $options"
        head -n 5 "$tmp/log"
    fi
}

for method in euler semi rk2 rk4 rosenbrock exact; do
    for model in Capacity Guard Relation Damped Rate; do
        try $model run.c double "--method $method"
    done
    try Said said.c double "--method $method"
    try Said said.c float "--method $method"
done
finish
