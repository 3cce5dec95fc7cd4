#!/bin/sh
# Mechanics in the plane: the clutch judder of models/clutch_judder against an independent solution, a complementarity problem, its energy, its linear motion, fixed steps;
# constraints that become singular, contacts, roads, signs, errors; torques at which stick-slip lasts; a cycle by Newton's method, and those round the lower edge.
# `check.sh long`: long runs, all steps.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/planar${1:+_$1}
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh

if ! $CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Iruntime -Iruntime/host -o "$work/state_matrix" tests/planar/state_matrix.c runtime/describe.c -ldl -lm; then
    echo '0 passed, 1 failed'
    exit 1
fi
. tests/fast.sh
CC=$fast
export CC
# shellcheck disable=SC2086
python3 -B tests/planar/judder.py "$dtc" "$work" ../shared/reference/seed001 $1 >"$work/log" 2>&1
add $? "$work/log" judder
# shellcheck disable=SC2086
python3 -B tests/planar/planar.py "$dtc" "$work" $1 >"$work/log" 2>&1
add $? "$work/log" planar
# shellcheck disable=SC2086
python3 -B tests/planar/bands.py "$dtc" "$work" $1 >"$work/log" 2>&1
add $? "$work/log" bands
# shellcheck disable=SC2086
python3 -B tests/planar/sliding.py "$dtc" "$work" ${1:+map} >"$work/log" 2>&1
add $? "$work/log" sliding
# A cycle by Newton's method takes long. Matrices: Debian's Python has them (make setup-tests).
if [ -z "$1" ]; then
    :
elif /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    /usr/bin/python3 -B tests/planar/shooting.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" shooting
else
    echo 'skipped: python3-numpy is missing (make setup-tests)'
    skipped=$((skipped + 1))
fi
finish
