#!/bin/sh
# The gearboxes written by hand (tests/bench/hand*.[ch]) against the generated code: the same places in every sample, the same speeds to 1e-9, with a step of 1 ms (long.sh: 10 ms);
# and, where there is callgrind, in the mean step at most 1.25 times the instructions (measured: 0.85 to 1.17).
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
. tests/bench/common
. tests/awk.sh
. tests/add.sh

# check CONDITION TEXT
check() {
    if awk "BEGIN { exit !($1) }"; then
        passed=$((passed + 1))
    else
        echo "failed: $2"
        failed=$((failed + 1))
    fi
}

instructions() {
    valgrind --tool=callgrind --callgrind-out-file="$tmp/calls" --toggle-collect=any_step "$tmp/cost" run "$1" "$2" 0.5 "$3=$tmp/$3.so" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p'
}

# pair HAND FILE MODEL SYMBOL STEP DRIVE SECONDS
pair() {
    what="$3, $5 s, $6"
    $CC -std=c11 -O2 -DSTEP="$5" -Iruntime -o "$tmp/cost" tests/bench/cost.c "$BUILD/libdtc.a" -ldl -lm &&
        $CC $flags -shared -Wl,-Bsymbolic -DSTEP="$5" -o "$tmp/hand.so" "tests/bench/hand_$1.c" "$tmp"/runtime/*.o -lm || { check 0 "$what: the hand-written program did not compile"; return; }
    (generated generated "$2" "$3" --step "$5") || { cat "$tmp/log"; check 0 "$what: the model did not compile"; return; }
    "$tmp/cost" time "$4" "$6" "$7" 1 generated="$tmp/generated.so" hand="$tmp/hand.so" >"$tmp/times" || : >"$tmp/times"
    apart=$(awk '$1 == "hand" { print $4 + 0 }' "$tmp/times") differ=$(awk '$1 == "hand" { print $5 }' "$tmp/times")
    check "${apart:-1} <= 1e-9" "$what: speeds differ by ${apart:-?}"
    check "${differ:-1} == 0" "$what: ${differ:-?} places differ"
    if command -v valgrind >/dev/null; then
        by_hand=$(instructions "$4" "$6" hand) own=$(instructions "$4" "$6" generated)
        echo "| $what: $(awk "BEGIN { print ${own:-0}/${by_hand:-1} }") of the instructions by hand"
        check "${by_hand:-0} > 0 && ${own:-0} > 0 && ${own:-0} <= ${MOST:-1.25}*${by_hand:-0}" "$what: ${own:-?} instructions, by hand ${by_hand:-?}"
    else
        skipped=$((skipped + 1))
    fi
}

zf=models/zf4hp22/zf4hp22.dtm ag=models/autogear4/autogear4.dtm
for h in ${STEPS:-1e-3}; do
    pair rig $zf Zf4hp22.Rig Rig $h gears 8
    pair rig $zf Zf4hp22.Rig Rig $h anything 10
    pair zf4hp22 $zf zf4hp22 zf4hp22 $h none 28
    pair autogear4 $ag autogear4 autogear4 $h none 25
done
finish
