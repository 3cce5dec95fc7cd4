#!/bin/sh
# Archives and model descriptions of FMUs with random damage, more of them than in check.sh.
cd "$(dirname "$0")/../.." || exit 2
group=master_longest
. tests/group.sh

for seed in 1 2 3 4; do
    python3 -B tests/master/fuzz.py "$dtc" "$work" "${ROUNDS:-1500}" $seed >"$work/log" 2>&1
    add $? "$work/log" "fuzz, seed $seed"
done
finish
