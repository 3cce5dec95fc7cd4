#!/bin/sh
# reinit of a speed acts as an impulse on the inertia whose speed is set: jumps against balances of momentum by hand, with both kinds of run.
: "${DTC:=$(cd "$(dirname "$0")/../.." && pwd)/build/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
. tests/fast.sh
CC=$fast
export CC
. tests/add.sh
methods=euler
"$DTC" --help | grep -q cvode && methods='euler cvode'

# check MODEL WHAT EXPRESSION: the expression, in x("a.w", time), must be zero to 1e-9
check() {
    model=$1 what=$2
    for method in $methods; do
        if [ ! -f "$tmp/$model.$method.csv" ]; then
            set -- "$1" "$2" "$3" --method $method
            [ $method = euler ] && set -- "$@" --step 0.01
            "$DTC" sim tests/reinit/impulses.dtm --model "Impulses.$model" "$4" "$5" ${6:+"$6" "$7"} --stop 0.8 --interval 0.05 -o "$tmp/$model.$method.csv" ||
                : >"$tmp/$model.$method.csv"
            set -- "$1" "$2" "$3"
        fi
        if awk -F, '
            NR == 1 { for (i = 2; i <= NF; i++) column[$i] = i; next }
            { t = sprintf("%.4f", $1); for (i in column) value[i, t] = $(column[i]) }
            function x(name, at) { at = sprintf("%.4f", at); if (!((name, at) in value)) missing = 1; return value[name, at] }
            END { r = '"$3"'; exit !(NR > 10 && !missing && r < 1e-9 && r > -1e-9) }' "$tmp/$model.$method.csv"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED $model, $method: $what"
        fi
    done
}

# change of speed across the reset at 0.1, 0.4, 0.7 s
d() { echo "(x(\"$1\", $2 + 0.05) - x(\"$1\", $2 - 0.05))"; }

check Planetary 'the sun is at rest' 'x("sun.w", 0.15)'
check Planetary 'the constraint holds' '3*x("carrier.w", 0.15) - x("sun.w", 0.15) - 2*x("ring.w", 0.15)'
check Planetary 'impulses of carrier and ring are as 3 to -2' "2*2*$(d carrier.w 0.1) + 3*1*$(d ring.w 0.1)"
check Planetary 'the open coupling transmits nothing' "$(d load.w 0.1)"
check Planetary 'speed of the carrier, by hand' 'x("carrier.w", 0.15) - 21/17'
check Planetary 'the sun has the second speed' 'x("sun.w", 0.45) - 4'
check Planetary 'the constraint holds again' '3*x("carrier.w", 0.45) - x("sun.w", 0.45) - 2*x("ring.w", 0.45)'
check Planetary 'the coupling transmits the impulse' "2*2*$(d carrier.w 0.4) + 3*1.7*$(d ring.w 0.4)"
check Planetary 'it stays closed' 'x("load.w", 0.45) - x("ring.w", 0.45)'
check Both 'values are those before all resets' 'x("sun.w", 0.75) - x("carrier.w", 0.65)'
check Both 'both are set' 'x("carrier.w", 0.75) - x("sun.w", 0.65)/2'
check Both 'the rest follows' 'x("load.w", 0.75) - (3*x("carrier.w", 0.75) - x("sun.w", 0.75))/2'
check Geared 'the shaft has the speed' 'x("motor.w", 0.15) + 6'
check Geared 'what is geared to it follows' 'x("wheel.w", 0.15) + 2'
check Geared 'what is damped against it does not' 'x("tail.w", 0.15) - 7'
check Held 'the brake takes the impulse' 'x("carrier.w", 0.15)'
check Held 'the sun drives the ring' 'x("sun.w", 0.15) - 8'
check Held 'through the ratio' 'x("ring.w", 0.15) + 4'
check Held 'a shaft that is held cannot be set' '(x("sun.w", 0.45))^2 + x("ring.w", 0.45)^2'
check Collision 'momentum' "1.25*$(d a.w 0.1) + 5*$(d b.w 0.1)"
check Collision 'restitution' 'x("a.w", 0.15) - x("b.w", 0.15) + 0.5*(x("a.w", 0.05) - x("b.w", 0.05))'
check Collision 'energy lost is (1 - e^2)/2*Ja*Jb/(Ja + Jb)*(5 + 1)^2' \
    '(1.25*(x("a.w", 0.05)^2 - x("a.w", 0.15)^2) + 5*(x("b.w", 0.05)^2 - x("b.w", 0.15)^2))/2 - 0.75/2*1.25*5/6.25*36'
check Collision 'the wheel follows' 'x("wheel_b.w", 0.15) + x("b.w", 0.15)'
check Rolling 'the car has the speed' 'x("car.v", 0.15) + 0.75'
check Rolling 'the shaft follows' 'x("shaft.w", 0.15) + 0.75/0.3*4'
check Freewheeling 'stuck, it transmits the impulse of a brake on the car' 'x("motor.w", 0.15) - 5'
check Freewheeling 'the motor alone is slowed down' 'x("motor.w", 0.45) - 2'
check Freewheeling 'the car rolls on' 'x("car.w", 0.45) - 5'
check Freewheeling 'the motor hits the car: momentum' '2*x("motor.w", 0.75) + 3*x("car.w", 0.75) - 2*15 - 3*5'
check Freewheeling 'and takes it along' 'x("motor.w", 0.75) - x("car.w", 0.75)'
check Backstop 'held' 'x("shaft.w", 0.15)'
check Backstop 'free' 'x("shaft.w", 0.45) - 7'
check Slipping 'the momentum is that of the reset' 'x("a.w", 0.15) + x("b.w", 0.15)'
check Slipping 'no impulse was passed: both are on the way' '(x("b.w", 0.15) - x("a.w", 0.15) > 0.8 && x("b.w", 0.15) - x("a.w", 0.15) < 1.25) - 1'
check Slipping 'it is stuck again' 'x("a.w", 0.45) - x("b.w", 0.45)'
check Slipping 'what reads its place sees it slip' 'x("stuck", 0.15)'
check Slipping 'and be caught, once' 'x("caught", 0.45) - x("caught", 0.05) - 1'
check Slipping 'at rest' 'x("b.w", 0.45)'
check Unit 'the shaft has the speed' 'x("unity.w", 0.15) - 6'
check Unit 'the differential divides the impulse evenly' '4*x("left.w", 0.15) - x("right.w", 0.15)'
check Unit 'and the speed' 'x("left.w", 0.15) + x("right.w", 0.15) - 6'
# What an array of the caller's is as large as, only a compiler that warns tells.
models=$(sed -n 's/^  model \([A-Za-z]*\) ".*/\1/p' tests/reinit/impulses.dtm)
for model in ${models:-none}; do
    for flavour in '--method euler' --hybrid; do
        if "$DTC" tests/reinit/impulses.dtm --model "Impulses.$model" $flavour -o "$tmp/strict.c" >"$tmp/log" 2>&1 &&
            gcc -std=c99 -Wall -Wextra -Wshadow -Werror -Iruntime -Iruntime/host -c "$tmp/strict.c" -o "$tmp/strict.o" 2>"$tmp/log"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED $model $flavour: does not compile without warnings"
            head -3 "$tmp/log"
        fi
    done
done
methods="$methods rk4 exact"
check Stopped 'the stop takes the speed of the one' 'x("a.v", 0.55)'
check Stopped 'not that of the other' '(x("b.v", 0.55) > 0.93 && x("b.v", 0.55) < 0.97) - 1'
check Stopped 'which slides with the force of its friction' '(x("b.v", 0.55) - x("b.v", 0.75)) - 0.2'

finish
