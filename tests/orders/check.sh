#!/bin/sh
# dtc orders against closed forms: run-ups, jumps, uneven rows, leakage; what is refused; the files it writes.
cd "$(dirname "$0")/../.." || exit 2
group=orders
. tests/group.sh

for part in closed files; do
    python3 -B tests/orders/$part.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" $part
done
finish
