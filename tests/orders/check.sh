#!/bin/sh
# dtc orders against closed forms: run-ups, jumps, uneven rows, leakage; what is refused; the files it writes.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/orders
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

for part in closed files; do
    python3 -B tests/orders/$part.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" $part
done
finish
