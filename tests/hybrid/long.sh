#!/bin/sh
# The solver and its models written by hand under the address and undefined-behaviour sanitizers of both compilers: nothing leaks, whatever ends a run.
cd "$(dirname "$0")" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
host=../../runtime/host
libs="-lsundials_cvode -lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lsundials_nvecserial -lm"
for cc in gcc clang; do
    # shellcheck disable=SC2086
    if $cc -std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -I../../runtime -I$host -I/usr/include/suitesparse solver.c model.c \
        ../../runtime/describe.c $host/cvode.c $host/cvode_point.c $host/event.c $host/graze.c $host/matrix.c $host/message.c $host/rank.c $host/tolerance.c $host/trouble.c -o "$tmp/solver" $libs >"$tmp/log" 2>&1 && "$tmp/solver" >"$tmp/log" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAIL $cc"
        head -n 20 "$tmp/log"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
