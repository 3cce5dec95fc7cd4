#!/bin/sh
# dtc bode and dtc campbell: against closed forms in 30 digits, against runs, and what is refused.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/bode
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

for part in closed runs campbell; do
    python3 -B tests/bode/$part.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" $part
done
finish
