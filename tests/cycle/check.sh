#!/bin/sh
# A car on its cycle: energy, fuel with a fixed and a variable step, beside calculations by hand and backwards, stops and parking, time of computation.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/cycle
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 -B tests/cycle/promises.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
add $? "$work/log" promises
python3 -B tests/cycle/cold.py "$dtc" "$work" ../shared/reference/cycles >"$work/log" 2>&1
add $? "$work/log" cold
finish
