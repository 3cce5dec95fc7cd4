#!/bin/sh
# The variable-step solver: on models written by hand (solver.c), and through `dtc sim` (sim.sh).
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$PWD/../../build}" "${DTC:=$BUILD/dtc}" "${CC:=gcc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
fail() { echo "FAIL $*"; failed=$((failed + 1)); }

# Adds up what a program or script of this folder says in its last line.
part() {
    "$@" >"$tmp/log" 2>&1
    line=$(tail -n 1 "$tmp/log" | grep -E '^[0-9]+ passed, [0-9]+ failed')
    sed '$d' "$tmp/log"
    if [ -z "$line" ]; then fail "$1 ended without a result"; tail -n 3 "$tmp/log"; return; fi
    passed=$((passed + ${line%% *}))
    line=${line#*passed, }
    failed=$((failed + ${line%% *}))
}

libs="-lsundials_cvode -lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lsundials_nvecserial -lm"
# shellcheck disable=SC2086
if $CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Wshadow -Werror -I../../runtime -I../../runtime/host solver.c model.c "$BUILD"/host/*.o -o "$tmp/solver" $libs \
    >"$tmp/log" 2>&1; then
    part "$tmp/solver"
else
    fail 'the models written by hand do not compile'
    head -n 20 "$tmp/log"
fi
BUILD=$BUILD DTC=$DTC part ./sim.sh
BUILD=$BUILD DTC=$DTC CC=$CC part ./check_jacobian.sh
[ -x ./check_interface.sh ] && BUILD=$BUILD DTC=$DTC CC=$CC part ./check_interface.sh

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
