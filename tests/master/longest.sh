#!/bin/sh
# Archives and model descriptions of FMUs with random damage, more of them than in check.sh.
cd "$(dirname "$0")/../.." || exit 2
group=master_longest
. tests/group.sh

for seed in 1 2 3 4; do
    python3 -B tests/master/fuzz.py "$dtc" "$work" "${ROUNDS:-1500}" $seed >"$work/log" 2>&1
    add $? "$work/log" "fuzz, seed $seed"
done

# REFERENCE_FMUS: a folder with the Reference FMUs of the Modelica Association and their published results.
if [ -n "$REFERENCE_FMUS" ]; then
    python3 -B tests/master/reference.py "$dtc" "$work" "$REFERENCE_FMUS" | tee "$work/log"
    add 0 "$work/log" 'reference FMUs'
fi
finish
