#!/bin/sh
# How the cost of a step grows: N planetary sets with 3 N elements in a row, one degree of freedom more than sets (two clutches and a brake a set; the
# carrier of a set is the sun of the next). sets.c says what the situations are. Instructions by callgrind, where there is one; exponents of the last two.
#
#     sets.sh [N ...]              default: 1 2 4 8 16 32
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
. tests/bench/common
[ $# -gt 0 ] || set -- 1 2 4 8 16 32
repeats=31
$CC -std=c11 -O2 -Iruntime -o "$tmp/sets" tests/bench/sets.c runtime/describe.c -ldl -lpthread -lm && $CC -std=c99 -D_DEFAULT_SOURCE -o "$tmp/measure" tests/scale/measure.c || exit 1

# row N: $tmp/row.N, a line of numbers
row() {
    sed "s/parameter Integer n = 4;/parameter Integer n = $1;/" tests/bench/sets.dtm >"$tmp/sets.dtm"
    "$BUILD/dtc" --times "$tmp/sets.dtm" -o "$tmp/m.c" 2>"$tmp/log" || { cat "$tmp/log"; exit 1; }
    compile=$(awk '/^all / { printf "%.0f", 1e3*$2 }' "$tmp/log")
    compiler=$("$tmp/measure" $CC $flags -c -o "$tmp/m.o" "$tmp/m.c" | awk '{ printf "%.2f", $2/1e3 }')
    $CC -shared -Wl,-Bsymbolic -o "$tmp/m.so" "$tmp/m.o" "$tmp"/runtime/*.o -lm || exit 1
    "$tmp/sets" "$tmp/m.so" $repeats >"$tmp/times" || exit 1
    rm -f "$tmp"/count*
    command -v valgrind >/dev/null && valgrind -q --tool=callgrind --callgrind-out-file="$tmp/count" --dump-before=mark "$tmp/sets" "$tmp/m.so" >/dev/null 2>&1
    for i in 2 4 6 8 10; do [ -f "$tmp/count.$i" ] && sed -n 's/^totals: //p' "$tmp/count.$i" || echo -; done >"$tmp/counts"
    text=$(size "$tmp/m.o" | awk 'NR == 2 { print $1 }')
    awk -v n="$1" -v text="$text" -v dtc="$compile" -v cc="$compiler" '
        FNR == NR { count[FNR] = FNR <= 2 && $1 != "-" ? sprintf("%.0f", $1/200) : $1; next }
        FNR <= 5 { line = line " " count[FNR] " " $2; if (FNR == 2 && $3 != 3) exit 1; if (FNR > 2) changed = changed "/" $4; next }
        { size = size " " $2 }
        END { print n line, text size, dtc, cc, stuck, substr(changed, 2) }' "$tmp/counts" "$tmp/times" >"$tmp/row.$1"
}

layout() { awk '{ printf "%4s", $1; for (i = 2; i <= 16; i++) printf (i < 12 && i%2 == 0 ? "%11s" : "%9s"), $i; print "   " $17 }'; }

echo "N planetary sets in a row, 3 N elements: instructions and ns of a step; bytes; $($CC --version | head -1), -O2"
echo "N none-stuck ns three-stuck ns one-goes ns all-lock ns all-go ns text struct stack dtc,ms cc,s changed" | layout
for n in "$@"; do
    row "$n"
    layout <"$tmp/row.$n"
    last=$before before=$n
done
[ -z "$last" ] || cat "$tmp/row.$last" "$tmp/row.$before" | awk '
    NR == 1 { for (i = 1; i <= NF; i++) from[i] = $i; next }
    { printf "^"; for (i = 2; i < NF; i++) printf " %s", $i == "-" ? "-" : sprintf("%.2f", log($i/from[i])/log($1/from[1])); print "" }' | layout
