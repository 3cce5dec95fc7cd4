#!/bin/sh
# What models of the Modelica Standard Library need, without it: its examples themselves are in long.sh.
#
#   the comparison of results (compare.py): what it must find
#   external tables: each value of a table against a known one, with a variable step and a fixed one; what is refused
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
. ../add.sh

PYTHONDONTWRITEBYTECODE=1 python3 test_compare.py >"$tmp/log" 2>&1
add $? "$tmp/log" compare

# good or not: tell WHAT
tell() {
    if [ $? -eq 0 ]; then passed=$((passed + 1)); else echo "FAILED $1" && failed=$((failed + 1)); fi
}

for method in cvode euler; do
    step=
    [ $method = cvode ] || step='--step 0.01'
    # shellcheck disable=SC2086
    "$DTC" sim tables/Tables.mo --model Tables.All -I tables --method $method $step --vars wrong,worst -o "$tmp/out.csv" --quiet &&
        awk -F, 'NR > 1 { n++; good += $2 < 1e-12 && $3 == 0 } END { exit !(n > 400 && good == n) }' "$tmp/out.csv"
    tell "tables, $method"
done
for refused in 'Splines:assertion failed: a table over one argument is linear or constant between its rows' 'Unknown:dtm does not have external objects'; do
    "$DTC" check tables/Tables.mo --model "Tables.${refused%%:*}" -I tables 2>&1 | grep -qF "${refused#*:}"
    tell "refused: $refused"
done
finish
