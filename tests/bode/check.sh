#!/bin/sh
# dtc bode and dtc campbell: against closed forms in 30 digits, against runs, and what is refused.
cd "$(dirname "$0")/../.." || exit 2
group=bode
. tests/group.sh

for part in closed runs campbell; do
    python3 -B tests/bode/$part.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" $part
done
finish
