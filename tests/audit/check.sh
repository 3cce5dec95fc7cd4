#!/bin/sh
# Energy accounts: what is put in, stored and dissipated adds up. With --method euler the residual is of first order in the step: a tenth of the step,
# a tenth of the residual.
: "${DTC:=$(cd "$(dirname "$0")/../.." && pwd)/build/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

# account NAME ARGUMENT ...: runs with --audit, the table into $tmp/NAME
account() {
    name=$1
    shift
    "$DTC" sim "$@" --audit --quiet --interval 0.1 -o "$tmp/out.csv" >"$tmp/$name" 2>"$tmp/err" && return
    cat "$tmp/err"
    return 1
}

# value NAME LINE COLUMN: a number of the table
value() { awk -v line="$2" -v column="$3" 'index($0, line) == 1 { print $column; exit }' "$tmp/$1"; }

# verdict NAME TEXT: of the exit code before
verdict() {
    if [ "$?" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: $2"
    fi
}

first_order() {
    account coarse tests/audit/accounts.dtm --model "Audit.$1" --method euler --step 1e-4 --stop 1 &&
        account fine tests/audit/accounts.dtm --model "Audit.$1" --method euler --step 1e-5 --stop 1 &&
        awk -v a="$(value coarse residual 2)" -v b="$(value fine residual 2)" 'BEGIN { exit !(a/b > 9 && a/b < 11) }'
    verdict "$1" "residual $(value coarse residual 2) J at 1e-4 s, $(value fine residual 2) J at 1e-5 s: not of first order"
}

for model in SpringMass Locking Braking MovingSupport; do
    first_order $model
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
