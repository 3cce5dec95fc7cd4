#!/bin/sh
# Torques, pressures, ratios and given speeds that jump, in random rigid drivetrains: every step and the whole motion beside
# an oracle that tries all places (oracle.py); the oracle beside values by hand; what is said of right and of wrong steps; jumps
# of other kinds beside values by hand (variants.dtm), an input among them.
cd "$(dirname "$0")/../.." || exit 2
group=jumps
. tests/group.sh

python3 -B tests/jumps/known.py >"$work/log" 2>&1
add $? "$work/log" known
python3 -B tests/jumps/ideal.py 25 >"$work/log" 2>&1
add $? "$work/log" ideal
python3 -B tests/jumps/compare.py "$dtc" "$work" 0 100 every=10 >"$work/log" 2>&1
add $? "$work/log" compare
python3 -B tests/jumps/flanks.py "$dtc" "$work" 0 3 >"$work/log" 2>&1
add $? "$work/log" flanks
for drive in 'compare.py 224 exact' 'compare.py 239 rk2' 'flanks.py 58 rk4' 'flanks.py 201 rosenbrock' 'flanks.py 296 euler'; do
    set -- $drive                          # each has failed: what a step sees within it, an impact that follows from a lock
    python3 -B "tests/jumps/$1" "$dtc" "$work" "$2" 1 "$3" >"$work/log" 2>&1
    add $? "$work/log" "$drive"
done
python3 -B tests/jumps/variants.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" variants
for options in '--method euler' '--method rk4 --float' '--method exact'; do
    single=
    case $options in *--float) single=-DDTC_FLOAT ;; esac
    {
        "$dtc" tests/jumps/variants.dtm --model Variants.Button --step 0.01 $options -o "$work/button.c" &&
            gcc -std=c99 -ffp-contract=off -Wall -Wextra $single -Iruntime -I"$work" -o "$work/button" tests/jumps/button.c "$work/button.c" \
                runtime/[a-z]*.c -lm && "$work/button" && echo '1 passed, 0 failed'
    } >"$work/log" 2>&1 || echo '0 passed, 1 failed' >>"$work/log"
    add 0 "$work/log" "button $options"
done
finish
