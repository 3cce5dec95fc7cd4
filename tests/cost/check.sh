#!/bin/sh
# The figures of --report: each model is compiled as C++ with a number that counts (counted.h), runtime and all, and run with ordinary and with odd inputs;
# no sample and no setup executes more than is reported, of any kind, a quiet one no more than a quiet one (drive.cpp). Of a model without conditions and switching elements it is exactly
# what is reported. The functions of the runtime by themselves, sizes 1 to 10: kernels.cpp. Bytes of an instance are those of sizeof; the stack is at least what gcc says
# of the worst chain of calls, and at most 1,000 more than twice that and a struct (gcc may do without a copy).
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/cost/common
passed=0 failed=0

ok() { passed=$((passed + 1)); }
fail() {
    echo "FAILED $*"
    head -8 "$tmp/log"
    failed=$((failed + 1))
}

# memory NAME: what sizeof and gcc say of $tmp/m.c
memory() {
    $c99 -I"$tmp" -fcallgraph-info=su -c "$tmp/m.c" -o "$tmp/m.o" || { fail "$1: does not compile"; return; }
    set -- "$1" $(sed -n "s/^size //p" "$tmp/log") $(for root in step setup tune; do awk -v root="${model}_$root" -f tests/cost/stack.awk "$tmp"/plain/*.ci "$tmp/m.ci"; done) \
        $(sed -n 's/^memory *\([0-9]*\) bytes.*stack \([0-9]*\) of a step, \([0-9]*\) of setup, \([0-9]*\) of tune/\1 \2 \3 \4/p' "$tmp/report")
    echo "| $1: $6 bytes (sizeof: $2); stack of a step $7 (gcc: $3), of setup $8 (gcc: $4), of tune $9 (gcc: $5)"
    if [ "$2" = "$6" ] && [ "$3" -le "$7" ] && [ "$4" -le "$8" ] && [ "$5" -le "$9" ] && [ "$7" -le $(($3 * 2 + $2 + 1000)) ] && [ "$8" -le $(($4 * 2 + $2 + 1000)) ] &&
        [ "$9" -le $(($5 * 2 + $2 + 1000)) ]; then ok; else
        fail "$1: memory is other than reported"
    fi
}

# model FILE MODEL METHOD [equal]
model() {
    what="$(basename "$1" .dtm)${2:+ $2} $3"
    counted "$1" "$2" "$3" || { fail "$what: does not compile"; return; }
    for row in 'a quiet step' 'a step' 'a transition more' setup tune; do
        awk -v row="  $row " 'index($0, row) == 1 { for (i = NF - 7; i < NF; i++) printf "%s ", $i; found = 1 } END { print found ? "" : "0 0 0 0 0 0 0" }' "$tmp/report"
    done >"$tmp/numbers"
    if grep 'not known\|no bound' "$tmp/report" >"$tmp/log"; then fail "$what: something is not counted"; else ok; fi
    if "$tmp/count" "$tmp/numbers" "${SAMPLES:-1500}" $4 >"$tmp/log"; then ok; else fail "$what: executes other than reported"; fi
    grep -v ^size "$tmp/log" | sed "s/^/| $what: /"
    memory "$what"
}

# clean FILE METHOD: dtc itself, under valgrind. It sees what no sanitizer does, which have code of their own: gcc 12 -O2 has written below the stack pointer of a
# function that handed on too many structs by value.
clean() {
    command -v valgrind >/dev/null || return
    if valgrind -q --error-exitcode=9 "$DTC" --report --method "$2" "$1" -o "$tmp/m.c" >"$tmp/log" 2>&1; then ok; else fail "dtc --report --method $2 $1, under valgrind"; fi
}

expressions="$BUILD/ops.o $BUILD/fold.o $BUILD/expr.o $BUILD/rational.o $BUILD/mem.o $BUILD/text_format.o"
kernels() {
    gcc -std=c11 -D_GNU_SOURCE $(for part in compiler compiler/*/ tools/*/; do echo "-I$part"; done) -Iruntime -I"$BUILD" -c tests/cost/formula.c -o "$tmp/formula.o" 2>"$tmp/log" &&
        $counting -DDTC_REAL_HEADER='"counted.h"' -o "$tmp/kernels" tests/cost/kernels.cpp "$tmp/formula.o" "$BUILD"/cost_kernel.o "$BUILD"/cost_law.o "$BUILD"/cost_inverse.o "$BUILD"/count.o "$BUILD"/kernel.o $expressions \
            "$tmp"/counting/*.o -lm 2>"$tmp/log" ||
        { fail "kernels: do not compile"; return; }
    if "$tmp/kernels" >"$tmp/log"; then ok; else fail "kernels: execute more than their formulas"; fi
    sed 's/^/| /' "$tmp/log"
}

if [ -n "$LONG" ]; then
    . tests/cost/more
else
    clean models/launch/launch.dtm rosenbrock
    clean models/hybrid_ravigneaux/hybrid_ravigneaux.dtm exact
    kernels
    model tests/cost/straight.dtm '' euler equal
    model tests/cost/straight.dtm '' rk4 equal
    model tests/golden/stage/one_search.dtm '' euler
    model tests/emit/names.dtm '' euler
    model tests/emit/modes.dtm '' euler
    model tests/emit/clutch.dtm '' euler
    model tests/emit/planetary.dtm '' euler
    model tests/golden/flat/net.dtm '' euler
    model models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig euler
    for method in euler exact; do model models/hybrid_ravigneaux/hybrid_ravigneaux.dtm '' $method; done
    model tests/lash/drive.dtm "" semi
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
