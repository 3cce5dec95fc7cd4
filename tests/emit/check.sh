#!/bin/sh
# Generated C: compiled without warnings by gcc and clang as C99 and as C++, in double and single precision; the same bits from both;
# no finding under ASan and UBSan; nothing undefined but libm and mem*; two compilations are equal. Models with a
# NAME.expect are simulated and compared: lines "variable time value tolerance".
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
. tests/runtime.sh
. tests/fast.sh
CC=$fast
export CC
. tests/add.sh
strict="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off -Iruntime -I$tmp"

try() { # try WHAT COMMAND...: passes if the command does and prints nothing
    what=$1
    shift
    if "$@" >"$tmp/log" 2>&1 && [ ! -s "$tmp/log" ]; then ok; else
        fail "$what"
        head -n 15 "$tmp/log"
    fi
}

# The name that the descriptor has in the header.
info_of() { sed -n 's/^extern const dtc_model_info \(.*\);/\1/p' "$1"; }

# The type of the model.
type_of() { sed -n 's/^typedef struct \(.*\) {$/\1/p' "$1"; }

compile() { # compile MODEL OPTIONS
    $DTC "$1" $2 -o "$tmp/m.c" 2>"$tmp/diag" || {
        fail "$1 $2: does not compile"
        head -n 10 "$tmp/diag"
        return 1
    }
}

build_all() { # build_all MODEL: every compiler, and as C++
    for cc in gcc clang; do
        try "$1: $cc" $cc -std=c99 -O2 $strict -c "$tmp/m.c" -o "$tmp/$cc.o"
        if echo 'int main(void){return 0;}' | $cc -x c++ - -fsyntax-only 2>/dev/null; then
            try "$1: $cc as C++" $cc -x c++ -std=c++11 -Wall -Wextra -Werror -Iruntime -fsyntax-only "$tmp/m.c"
        fi
    done
}

float() { # float MODEL: what every compiler says in single precision
    for cc in gcc clang; do
        try "$1: $cc, single precision" $cc -std=c99 $strict -DDTC_FLOAT -fsyntax-only "$tmp/m.c"
    done
}

gcc="gcc -O2" clang="clang -O2" san="clang -O0 -fsanitize=address,undefined -fno-sanitize-recover=all"
ln -s "$BUILD/runtime" "$tmp/gcc" && runtime "$tmp/clang" "$clang" && runtime "$tmp/san" "$san" || exit 2

run() { # run NAME COMPILER AND FLAGS [SOURCE]: the hashes of 1500 steps; of what build_all has compiled, if there is no source
    rm -f "$tmp/$1.hash"
    $2 -std=c99 -ffp-contract=off -Iruntime -DINFO="$(info_of "$tmp/m.h")" tests/emit/run.c "${3:-$tmp/$1.o}" "$tmp/$1"/*.o \
        -o "$tmp/$1.run" -lm >"$tmp/log" 2>&1 && "$tmp/$1.run" 1500 >"$tmp/$1.hash" 2>>"$tmp/log" && [ -s "$tmp/$1.hash" ]
}

hashes() { # hashes MODEL
    try "$1: run with gcc" run gcc "$gcc"
    try "$1: run with clang" run clang "$clang"
    try "$1: run with sanitizers" run san "$san" "$tmp/m.c"
    try "$1: bits of gcc and clang" cmp "$tmp/gcc.hash" "$tmp/clang.hash"
    try "$1: bits with sanitizers" cmp "$tmp/gcc.hash" "$tmp/san.hash"
}

only_libm() {
    rm -f "$tmp/all.o"
    ld -r "$tmp/gcc.o" "$tmp/gcc/block.o" "$tmp/gcc/least.o" "$tmp"/gcc/law*.o "$tmp/gcc/table.o" "$tmp/gcc/describe.o" -o "$tmp/all.o"
    nm -u "$tmp/all.o" 2>&1 | sed 's/^ *U //' | grep -vE '^(mem(cpy|set|move|cmp)|sin|cos|tan|asin|acos|atan|atan2|a?(sin|cos|tan)h|exp|log|log10|pow|sqrt|fabs|floor|ceil|sincos|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail)f?$' >"$tmp/undefined"
    try "$1: undefined symbols" cat "$tmp/undefined"
}

expect() { # expect MODEL
    name=${1%.dtm}
    param=
    [ -f "$name.yaml" ] && param="--param $name.yaml"
    vars=$(awk '!/^#/ { printf "%s%s", sep, $1; sep = "," }' "$name.expect")
    $DTC sim "$1" --method euler $param --vars "$vars" -o "$tmp/out.csv" 2>"$tmp/log" || {
        fail "$1: sim"
        head -n 8 "$tmp/log"
        return
    }
    grep -v '^#' "$name.expect" >"$tmp/wanted" || fail "$name.expect expects nothing"
    while read -r variable time value tolerance; do
        if awk -F, -v n="$variable" -v t="$time" -v x="$value" -v tol="$tolerance" '
            NR == 1 { for (i = 1; i <= NF; i++) if ($i == n) c = i; next }
            c && !found && $1 >= t - 1e-9 { found = 1; d = $c - x; if (d < 0) d = -d; good = d <= tol + 0; got = $c }
            END { if (!good) print "got " (found ? got : "nothing"); exit !good }' "$tmp/out.csv" >"$tmp/got"; then ok; else
            fail "$1: $variable at $time is to be $value, $(cat "$tmp/got")"
        fi
    done <"$tmp/wanted"
}

# By default the compilers for a few models and the known solutions of all; long.sh: the compilers for the rest.
for model in ${MODELS:-tests/emit/*.dtm}; do
    case $LONG$model in
    *clutch.dtm | *functions.dtm | *events.dtm | *names.dtm)
        [ -n "$LONG" ] && continue
        ;;
    long*) ;;
    *)
        [ -f "${model%.dtm}.expect" ] && expect "$model"
        continue
        ;;
    esac
    compile "$model" "" || continue
    cp "$tmp/m.c" "$tmp/first.c"
    compile "$model" ""
    try "$model: two compilations" cmp "$tmp/first.c" "$tmp/m.c"
    try "$model: every variable has a member" sh -c "! grep -n MISSING $tmp/m.c"
    build_all "$model"
    only_libm "$model"
    hashes "$model"
    compile "$model" --float || continue
    float "$model"
    [ -z "$LONG" ] && [ -f "${model%.dtm}.expect" ] && expect "$model"
done
[ -n "$LONG" ] || . tests/emit/taken.sh
[ -n "$LONG" ] || . tests/emit/model_names.sh
[ -n "$LONG" ] || . tests/emit/faults.sh
[ -n "$LONG" ] || . tests/emit/values.sh
[ -n "$LONG" ] || . tests/emit/options.sh
[ -n "$LONG" ] || . tests/emit/lines.sh
[ -n "$LONG" ] || . tests/emit/layout.sh
[ -n "$LONG" ] || . tests/emit/roll.sh
[ -n "$LONG" ] || . tests/emit/watch.sh
[ -n "$LONG" ] || . tests/emit/rows.sh
[ -n "$LONG" ] || . tests/emit/moving.sh
[ -n "$LONG" ] || . tests/emit/header.sh
finish
