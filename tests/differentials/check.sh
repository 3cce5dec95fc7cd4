#!/bin/sh
# Differentials: torques by hand, shares on ice, locks, methods; what is wrong in their data. `check.sh long`: all methods and precisions.
cd "$(dirname "$0")/../.." || exit 2
group=differentials
. tests/group.sh

# shellcheck disable=SC2086
python3 tests/differentials/promises.py "$dtc" "$work" $1 >"$work/log" 2>&1
add $? "$work/log" promises
finish
