#!/bin/sh
# A car on its cycle: energy, fuel with a fixed and a variable step, beside calculations by hand and backwards, stops and parking, time of computation.
cd "$(dirname "$0")/../.." || exit 2
group=cycle
. tests/group.sh

python3 -B tests/cycle/promises.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
add $? "$work/log" promises
python3 -B tests/cycle/cold.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
add $? "$work/log" cold
python3 -B tests/cycle/article.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
add $? "$work/log" article
finish
