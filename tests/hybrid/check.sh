#!/bin/sh
# The variable-step solver: on models written by hand (solver.c), and through `dtc sim` (sim.sh).
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$PWD/../../build}" "${DTC:=$BUILD/dtc}" "${CC:=gcc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../add.sh

# A program or script of this folder.
part() {
    "$@" >"$tmp/log" 2>&1
    add $? "$tmp/log" "$1"
}

libs="-lsundials_cvode -lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lsundials_nvecserial -lm"
# shellcheck disable=SC2086
if $CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Wshadow -Werror -I../../runtime -I../../runtime/host solver.c model.c "$BUILD"/host/*.o ../../runtime/describe.c -o "$tmp/solver" $libs \
    >"$tmp/log" 2>&1; then
    part "$tmp/solver"
else
    echo 'FAILED the models written by hand do not compile'
    head -n 20 "$tmp/log"
    failed=$((failed + 1))
fi
BUILD=$BUILD DTC=$DTC part ./sim.sh
BUILD=$BUILD DTC=$DTC CC=$CC part ./check_jacobian.sh
BUILD=$BUILD DTC=$DTC CC=$CC part ./check_interface.sh
finish
