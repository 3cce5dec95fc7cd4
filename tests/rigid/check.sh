#!/bin/sh
# Rigid motions: random trains of which they are known, by construction; none is missed, none is made up.
cd "$(dirname "$0")/../.." || exit 2
group=rigid
. tests/group.sh

python3 tests/rigid/trains.py "$dtc" "$work" "${trains:-240}" >"$work/log" 2>&1
add $? "$work/log" trains
finish
