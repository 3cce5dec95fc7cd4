#!/bin/sh
# The figures of --report: each model is compiled as C++ with a number that counts (counted.h), runtime and all, and run with ordinary and with odd inputs;
# no sample and no setup executes more than is reported, of any kind (drive.cpp). Of a model without conditions and switching elements it is exactly what is
# reported. Bytes of an instance are those of sizeof; the stack is at least what gcc says of the worst chain of calls, and at most 1,000 more than twice
# that.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
samples=${SAMPLES:-1500}
counting="g++ -std=c++11 -O2 -w -ffp-contract=off -Itests/cost -Iruntime -I$tmp"

ok() { passed=$((passed + 1)); }
fail() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

mkdir "$tmp/lib"
for f in runtime/*.c; do
    $counting -DDTC_REAL_HEADER='"counted.h"' -x c++ -c "$f" -o "$tmp/lib/$(basename "$f" .c).o" || { echo "0 passed, 1 failed"; exit 1; }
done
for f in runtime/*.c; do gcc -std=c99 -O2 -ffp-contract=off -Iruntime -fcallgraph-info=su -c "$f" -o "$tmp/lib/$(basename "$f" .c).c.o" || exit 1; done
rm "$tmp"/lib/*.c.o
box=$(nm "$tmp"/lib/law_box.o | awk '/dtc_box_solve/ { print $3 }')
wrap=
for f in dtc_table1 dtc_table1_line dtc_table1_stairs dtc_table1_der dtc_table2 dtc_table2_der "$box"; do wrap="$wrap -Wl,--wrap=$f"; done

# kinds FILE: operations of a step, of a transition more, of setup
kinds() { awk '/^  (a step|a transition more|setup) / { for (i = NF - 7; i < NF; i++) printf "%s ", $i; print "" }' "$1"; }

# executed NAME [equal]: $tmp/m.c with $tmp/report
executed() {
    info=$(sed -n 's/^extern const dtc_model_info \(.*\);/\1/p' "$tmp/m.h")
    sed 's/int changed = m->changed;/int changed = decided |= m->changed;/; s/changed = 1;/changed = decided = 1;/' "$tmp/m.c" >"$tmp/counted.c"
    kinds "$tmp/report" >"$tmp/numbers"
    $counting -DDTC_REAL_HEADER='"counted.h"' -DMODEL_HEADER='"m.h"' -DMODEL="${info%_info}" -DBOX="\"$box\"" -o "$tmp/drive" tests/cost/drive.cpp -x c++ "$tmp/counted.c" \
        -x none "$tmp"/lib/*.o $wrap -lm >"$tmp/log" 2>&1 || { fail "$1: does not compile as C++"; head -5 "$tmp/log"; return; }
    if "$tmp/drive" "$tmp/numbers" "$samples" $2 >"$tmp/log"; then ok; else fail "$1: executes other than reported"; fi
    grep -v ^size "$tmp/log" | sed "s/^/| $1: /"
}

# memory NAME: what sizeof and gcc say of $tmp/m.c
memory() {
    info=$(sed -n 's/^extern const dtc_model_info \(.*\);/\1/p' "$tmp/m.h") model_name=${info%_info}
    gcc -std=c99 -O2 -ffp-contract=off -Iruntime -I"$tmp" -fcallgraph-info=su -c "$tmp/m.c" -o "$tmp/m.o" || { fail "$1: does not compile"; return; }
    set -- "$1" $(sed -n "s/^size //p" "$tmp/log") $(for root in step setup; do awk -v root="${model_name}_$root" -f tests/cost/stack.awk "$tmp"/lib/*.ci "$tmp/m.ci"; done) \
        $(sed -n 's/^memory *\([0-9]*\) bytes.*stack \([0-9]*\) of a step, \([0-9]*\) of setup/\1 \2 \3/p' "$tmp/report")
    echo "| $1: $5 bytes (sizeof: $2); stack of a step $6 (gcc: $3), of setup $7 (gcc: $4)"
    if [ "$2" = "$5" ] && [ "$3" -le "$6" ] && [ "$4" -le "$7" ] && [ "$6" -le $(($3 * 2 + 1000)) ] && [ "$7" -le $(($4 * 2 + 1000)) ]; then ok; else
        fail "$1: memory is other than reported"
    fi
}

# model FILE MODEL METHOD [equal]
model() {
    name="$(basename "$1" .dtm)${2:+ $2} $3"
    "$DTC" "$1" ${2:+--model "$2"} --method "$3" --step 0.001 -o "$tmp/m.c" 2>"$tmp/log" &&
        "$DTC" --report "$1" ${2:+--model "$2"} --method "$3" --step 0.001 >"$tmp/report" 2>"$tmp/log" || { fail "$name: $(head -1 "$tmp/log")"; return; }
    executed "$name" $4
    memory "$name"
}

model tests/cost/straight.dtm '' euler equal
model tests/cost/straight.dtm '' rk4 equal
model tests/emit/names.dtm '' euler
model tests/emit/modes.dtm '' euler
model tests/emit/clutch.dtm '' euler
model tests/emit/planetary.dtm '' euler
model models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig euler
model models/autogear4/autogear4.dtm '' euler
for method in euler rk4 rosenbrock exact; do model models/hybrid_ravigneaux/hybrid_ravigneaux.dtm '' $method; done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
