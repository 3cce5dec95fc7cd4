#!/bin/sh
# Tests must be able to fail, as far as a compiler is asked: the harness is not content with a NaN, and no program of the
# tests passes over a status; and the files of the runtime may be one. What needs no compiler is in tests/house.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh

# ---- a NaN is no success -------------------------------------------------------------------------------------

$CC -std=c2x -D_GNU_SOURCE -Iruntime -o "$tmp/nan" tests/honest/nan.c -ldl -lm >"$tmp/log" 2>&1 && "$tmp/nan" >"$tmp/log"
[ "$(tail -n 1 "$tmp/log")" = '0 passed, 6 failed' ]
verdict $? 'the harness is content with a NaN'

# ---- the runtime as one file -----------------------------------------------------------------------------------

for f in runtime/*.c; do printf '#include "%s"\n' "$PWD/$f"; done >"$tmp/one.c"      # as the sources of FMUs have it
$CC -std=c99 -Wall -Wextra -Werror -Iruntime -fsyntax-only "$tmp/one.c" >"$tmp/log" 2>&1
verdict $? 'the files of the runtime are no one file: what is static in two of them has one name'

# ---- a status is looked at -----------------------------------------------------------------------------------

"$DTC" models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig -o "$tmp/rig.c" >"$tmp/log" 2>&1 &&
    "$DTC" tests/failing/failing.dtm --model Failing.Guard -o "$tmp/guard.c" >"$tmp/log" 2>&1 ||
    verdict 1 'models do not compile'
flags="-D_GNU_SOURCE -O0 -Werror=unused-result -Iruntime -Iruntime/host -I$tmp -c -o $tmp/one.o"
looked() { # looked FILE: compiles, with a status that nobody looks at an error
    case $1 in
    *.cpp) g++ -std=gnu++17 -fpermissive -Itests/cost -DMODEL_HEADER='"rig.h"' -DMODEL=Rig $flags "$1" ;;
    tests/failing/*) $CC -std=c2x -include guard.h -DMODEL=Guard $flags "$1" ;;
    tests/bench/*) $CC -std=c2x -DINFO=any_info -DSTEP=1e-3 $flags "$1" ;;
    tests/portable/*) $CC -std=c2x -DINFO=any_info -DSTEPS=1 $flags "$1" ;;
    *) $CC -std=c2x -DINFO=any_info -DMODEL=any $flags "$1" ;;
    esac >"$tmp/log" 2>&1
}
code=$(find tests -name '*.[ch]' -o -name '*.cpp' | grep -v '^tests/golden/')
calls='(setup|evaluate|advance|_step|derivatives|event)\)?\('
includes='(drive|watch|trace|dtc_runtime|dtc_hybrid|rig|model|cases)\.h"|failing'
for f in $(grep -lE "$calls" $(grep -lE "$includes" $code) | grep '\.c' |
    grep -vE 'tests/(honest|switching|bench/hand|cost/kernels|unit/test_interpret)'); do
    looked "$f"
    verdict $? "$f: a status that nobody looks at"
done
! looked tests/honest/ignored.c && grep -q 'nodiscard' "$tmp/log"
verdict $? 'a status that nobody looks at is not found'
finish
