#!/bin/sh
# The hybrid drivetrain of Reiter's chapters 2 to 5, whole. `check.sh long`: every method of every model.
cd "$(dirname "$0")/../.." || exit 2
group=reiter
. tests/group.sh

# shellcheck disable=SC2086
python3 tests/reiter/promises.py "$dtc" "$work" $1 >"$work/log" 2>&1
add $? "$work/log" promises
grep '^| [NCT]' "$work/log" >"$work/tables"
# shellcheck disable=SC2086
python3 -B tests/reiter/thesis.py "$dtc" "$work" $1 >"$work/log" 2>&1
add $? "$work/log" thesis
grep '^| Tire' "$work/log" >>"$work/tables"
if [ -n "$1" ]; then
    python3 -B tests/readme/rows.py models/hybrid_ravigneaux/README.md "$work/tables" 17 >"$work/log"
    add $? "$work/log" 'the tables of the readme'
fi
mkdir -p "$work/runs" "$work/pictures"
if FORMAT=svg RUNS=$work/runs PICTURES=$work/pictures tests/bench/hybrid.sh >"$work/log" 2>&1; then
    python3 tests/reiter/claims.py "$work/runs" "$work/pictures" "$dtc" "$work" >"$work/log" 2>&1
fi
add $? "$work/log" claims
finish
