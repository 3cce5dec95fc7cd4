#!/bin/sh
# What a step of the gearboxes costs: generated code beside a program written by hand (hand.h), the generated code with passes left out, and one dense
# solve of all equations in each step. The same inputs, in turn, on one core; instructions by callgrind, where there is one.
#
# The hand-written program has no quiet step (builders/quiet.c): it saves nothing either, but asks and solves as each step does. It fails if that program has other places or speeds (1e-10).
#
#     cost.sh [REPEATS = 7]        for each program: mean and worst sample in ns (medians of the repeats), both as multiples of the hand-written one;
#                                  instructions of the mean and of the worst sample; how far speeds are apart from those of the generated code, relative
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
repeats=${1:-7}
. tests/bench/common
h=1e-3
$CC -std=c11 -O2 -DSTEP=$h -Iruntime -o "$tmp/cost" tests/bench/cost.c runtime/describe.c -ldl -lm || exit 1

# program NAME FILE MODEL [FLAG ...]: $tmp/NAME.so
program() { generated "$@" --step $h || { cat "$tmp/log"; exit 1; }; }

# count MODEL DRIVE SECONDS NAME FILE: instructions of the mean step
count() {
    command -v valgrind >/dev/null || { echo -; return; }
    steps=$(valgrind --tool=callgrind --callgrind-out-file="$tmp/calls" --toggle-collect=any_step "$tmp/cost" run "$1" "$2" "$3" "$4=$5" 2>"$tmp/log")
    sed -n 's/.*Collected : *//p' "$tmp/log" | awk -v n="$steps" '{ printf "%.0f\n", $1/n }'
}

# slowest MODEL DRIVE SECONDS NAME FILE SAMPLE ...: instructions of the costliest of these samples. (Of a dense one all cost the same.)
slowest() {
    case $4 in dense*) echo - && return ;; esac
    command -v valgrind >/dev/null || { echo -; return; }
    rm -f "$tmp"/each.*
    model=$1 drive=$2 seconds=$3 subject="$4=$5" && shift 5
    valgrind --tool=callgrind --callgrind-out-file="$tmp/each" --toggle-collect=slow_step --dump-after=slow_step \
        "$tmp/cost" slow "$model" "$drive" "$seconds" "$subject" "$@" >/dev/null 2>&1
    cat "$tmp"/each.* | sed -n 's/^totals: //p' | sort -n | tail -1
}

# table TITLE MODEL DRIVE SECONDS SECONDS-COUNTED NAME ...
table() {
    title=$1 model=$2 drive=$3 seconds=$4 counted=$5 && shift 5
    programs= && for p in "$@"; do programs="$programs $p=$tmp/$p.so"; done
    "$tmp/cost" time "$model" "$drive" "$seconds" "$repeats" $programs >"$tmp/times" || exit 1
    hand=$(awk '/^hand/ { print $2, $3 }' "$tmp/times")
    set -- $hand
    hand_mean=${1:-0} hand_worst=${2:-0}
    awk -v t="$title" '{ c += $6 } END { print t ", " c " samples with a change of place" }' "$tmp/times"
    printf '  %-22s %9s %7s %9s %7s %12s %9s %10s\n' program 'mean, ns' '/ hand' 'worst, ns' '/ hand' instructions worst apart
    while read -r name mean worst apart differ changes colon samples; do
        steps=$(count "$model" "$drive" "$(part $name $counted)" "$name" "$tmp/$name.so")
        printf '  %-22s %9s %7s %9s %7s %12s %9s %10s\n' "$name" "$mean" "$(ratio $mean $hand_mean)" "$worst" "$(ratio $worst $hand_worst)" \
            "$steps" "$(slowest "$model" "$drive" "$seconds" "$name" "$tmp/$name.so" $samples)" "$apart"
        [ "$differ" = 0 ] || echo "  $name: $differ places differ"
        echo "$name $steps $apart $differ" >>"$tmp/sizes"
    done <"$tmp/times"
    same
    echo
}

# The hand-written program does the same: $tmp/sizes.
same() {
    awk '$1 == "hand" && ($3 > 1e-10 || $4 > 0) { print "  hand-written, not the same: apart " $3 ", places that differ " $4; bad = 1 } END { exit bad }' "$tmp/sizes" || other=1
    rm -f "$tmp/sizes"
}

# part NAME SECONDS: so much is counted
part() { case $1 in dense*) echo 0.01 ;; *) echo "$2" ;; esac; }

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.2f", a/b; else printf "-" }'; }

zf=models/zf4hp22/zf4hp22.dtm ag=models/autogear4/autogear4.dtm
echo "Cost of a step of $h s; $($CC --version | head -1), -O2; $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1)"
echo
for m in "rig $zf Zf4hp22.Rig Rig" "zf4hp22 $zf zf4hp22 zf4hp22" "autogear4 $ag autogear4 autogear4"; do
    set -- $m
    program generated "$2" "$3"
    program no-quiet "$2" "$3" -fno-quiet
    program no-stage "$2" "$3" -fno-stage
    program dense "$2" "$3" -fno-stage -fno-tear -fno-sparse
    program dense-all "$2" "$3" -fno-stage -fno-tear -fno-sparse -fno-alias
    $CC $flags -shared -Wl,-Bsymbolic -DSTEP=$h -o "$tmp/hand.so" "tests/bench/hand_$1.c" "$tmp"/runtime/*.o -lm || exit 1
    all="generated hand no-quiet no-stage dense"
    case $1 in
    rig) table "The gearbox alone (Zf4hp22.Rig) through four gears, 8 s" "$4" gears 8 1 $all
         table "The same, torques and pressures at random every 50 ms, 10 s" "$4" anything 10 1 $all ;;
    zf4hp22) table "zf4hp22, full throttle through four gears, 28 s" "$4" none 28 1 $all ;;
    *) table "autogear4, full load through four gears, 25 s" "$4" none 25 1 $all ;;
    esac
    table "The same, first 0.1 s; dense-all: one dense solve of all equations, aliases and constants as well" "$4" gears 0.1 0.01 generated hand dense dense-all
done
[ -z "$other" ]
