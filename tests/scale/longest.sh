#!/bin/sh
# How time and memory of dtc grow with the model: exponents up to 5*10^4 components, 4*10^5 equations (gearbox: planetary
# sets; scalar: equations), of each pass between 500 and 4000; and that 10^4 flat equations take less time than their C
# takes the C compiler. Processor time of one process; generate says what the models are.
cd "$(dirname "$0")/../.." || exit 2
. tests/scale/common.sh
limit=1.1
$here/generate chain 1350 >"$dir/flat.dtm"
quicker "$dir/flat.dtm"
$here/generate chain 13500 >"$dir/flat.dtm"
equations=$("$DTC" --report "$dir/flat.dtm" 2>/dev/null | sed -n 's/^equations *\([0-9]*\) flat.*/\1/p')
took=$(compile 1 flat)
verdict "${equations:-0} >= 100000 && ${took%% *}0 > 0" "chain of 13500 components: ${equations:-no} flat equations in ${took%% *} ms"
echo "command  kind       small                         large"
for kind in chain gears; do grows compile $kind 8000 50000 $limit; done
grows compile array 4000 25000 $limit
grows compile scalar 10000 100000 $limit
grows check rigid 8000 50000 $limit
grows compile tree 1000 10000 $limit
# The C of a tree is loops over tables: gcc takes less than five times what dtc takes; without them it was twenty times.
took=$(least 1 "$DTC" "$dir/large.dtm" -o "$dir/out.c")
cc=$(least 1 $CC -std=c99 -O2 -Iruntime -I"$dir" -c -o "$dir/out.o" "$dir/out.c")
verdict "${took%% *}0 > 0 && ${cc%% *}0 > 0 && ${cc%% *} + 0 <= 5*${took%% *}" "tree of 10000: dtc ${took%% *} ms, $CC -O2 ${cc%% *} ms"
for kind in signal whens values; do grows compile $kind 4000 25000 $limit; done
grows compile star 5000 50000 $limit
grows compile nested 4096 32768 $limit
grows compile gearbox 200 1200 $limit
for kind in chain tree; do passes_grow $kind 500 4000 $limit; done
passes_grow nested 512 4096 $limit
# A step of N planetary sets in a row is linear in N with none or three of 3 N elements stuck: instructions, where they can be counted.
if command -v valgrind >/dev/null; then
    growth=$(BUILD=$(dirname "$DTC") CC=$CC tests/bench/sets.sh 8 32 | awk '$1 == "^" { print $2, $4 }')
    verdict "${growth% *}0 > 0 && ${growth% *} + 0 <= $limit && ${growth#* } + 0 <= $limit" "a step of 8 to 32 planetary sets in a row: ^${growth% *} with nothing stuck, ^${growth#* } with three elements"
else
    echo 'skipped: steps are not counted, for want of valgrind'
    skipped=1
fi
finish
