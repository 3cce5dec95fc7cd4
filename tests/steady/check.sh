#!/bin/sh
# The initial problem with switching elements: they slide, hold or let go as they do in the run that follows (steady.dtm). Values are closed formulas; what is steady stays so.
cd "$(dirname "$0")" || exit 2
: "${BUILD:=$PWD/../../build}" "${DTC:=$BUILD/dtc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
. ../fast.sh
CC=$fast
export CC
. ../add.sh

# The car at 20 m/s: rolling resistance, air, one gear of 5 and a wheel of 0.3 m. On the slope: its weight.
rules='function abs(x) { return x < 0 ? -x : x }
function near(x, y) { return abs(x - y) <= 1e-9 * (1 + abs(y)) }
BEGIN { g = 9.80665; torque = (0.01 * 1300 * g + air * 400) * 0.3 / 5; weight = 1300 * g * sin(0.1); good = 1 }'

# steady MODEL VARIABLES CONDITION: true in the first row and the last, with each method, $2 being the first variable
steady() {
    for method in cvode euler rk4 exact rosenbrock; do
        rm -f "$tmp/out.csv"
        if "$DTC" sim steady.dtm --model "Steady.$1" --method $method --stop 1 --quiet --vars "$2" -o "$tmp/out.csv" >"$tmp/said" 2>&1 &&
            awk -F, -v air="$air" "$rules"' NR > 1 { last = $0 } NR == 2 { first = $0 }
                END { $0 = first; good = NR > 2 && ('"$3"'); $0 = last; exit !(good && ('"$3"')) }' "$tmp/out.csv"; then ok; else
            fail "$1, $method: $3"
            head -n 3 "$tmp/said"
            sed -n '1,2p;$p' "$tmp/out.csv" 2>/dev/null
        fi
    done
}

# first MODEL VARIABLES CONDITION: true in the first row
first() {
    for method in cvode euler rk4 exact rosenbrock; do
        rm -f "$tmp/out.csv"
        if "$DTC" sim steady.dtm --model "Steady.$1" --method $method --stop 0.01 --quiet --vars "$2" -o "$tmp/out.csv" >"$tmp/said" 2>&1 &&
            awk -F, -v air="$air" "$rules"' NR == 2 { good = '"$3"'; seen = 1 } END { exit !(good && seen) }' "$tmp/out.csv"; then ok; else
            fail "$1, $method: $3"
            head -n 3 "$tmp/said"
        fi
    done
}

# refused MODEL TEXT
refused() {
    for method in cvode euler rk4 exact rosenbrock; do
        rm -f "$tmp/out.csv"
        if "$DTC" sim steady.dtm --model "Steady.$1" --method $method --stop 0.01 --quiet -o "$tmp/out.csv" >"$tmp/said" 2>&1; then
            fail "$1, $method: no error"
        elif grep -qF "$2" "$tmp/said"; then ok; else
            fail "$1, $method: not said: $2"
            head -n 3 "$tmp/said"
        fi
    done
}

# cwA rho / 2 of the car, from the library
air=$("$DTC" sim steady.dtm --model Steady.Rolling --method euler --stop 0.001 --quiet --vars car.road.cwA,car.road.rho -o - | awk -F, 'NR == 2 { print $2 * $3 / 2 }')

steady Rolling T,car.v,engine.w 'near($2, torque) && near($3, 20) && near($4, 20 / 0.3 * 5)'
steady Closed T,car.v,engine.w,clutch.law.place,clutch.law.lambda 'near($2, torque) && near($3, 20) && near($4, 20 / 0.3 * 5) && $5 == 0 && near(abs($6), torque)'
first Sliding clutch.law.lambda,car.mass.a,mid.a,engine.w,mid.w,clutch.law.place 'near(abs($2), torque) && near($3, 0) && near($4, 0) && near($5 - $6, 50) && $7 != 0'
for model in Held AllSteady; do
    steady $model sp.tau,car.v,motor.w,brake.law.lambda,brake.law.place 'near(abs($2), weight * 0.3) && near($3, 0) && near($4, 0) && near(abs($5), weight * 0.3) && $6 == 0'
done
steady TooWeak car.v,motor.w,brake.law.lambda,brake.law.place 'near($2 * abs($2) * air, (abs($4) / 0.3 - weight)) && near($3, $2 / 0.3) && $4 != 0 && $5 != 0'
first LetsGo sp.tau,car.mass.a,motor.w,motor.a,brake.law.lambda,brake.law.place 'near(abs($2), weight * 0.3) && near($3, 0) && $4 == 0 && near(abs($5) * 0.1, weight * 0.3 - abs($6)) && abs($6) > 1 && $7 != 0'
steady Shared T,a.w,b.w,c1.law.lambda,c2.law.lambda,c1.law.place,c2.law.place 'near($2, 100) && near($3, 100) && near($4, 100) && near($5 + $6, 100) && $7 == 0 && $8 == 0'
refused NoWay 'no unique solution'
steady Speed 's[1].w,s[2].w,s[3].w,s[4].w,c[1].law.lambda,c[3].law.lambda' 'near($2, 100) && near($3, 100) && near($4, 100) && near($5, 100) && near(abs($6), 100) && near(abs($7), 100)'

# o is given: n = (2.7 o - i)/1.7 and i = 3.1 n
first Ratios i,n,o,m 'near($4, 10) && near($3, 27 / 4.8) && near($2, 3.1 * 27 / 4.8) && $5 == 0'
first Sets a.w,b.w,m.w,p.carrier.phi 'near($2, 3.1 * 27 / 4.8) && near($3, 10) && near($4, 0)'
# the second way slides with 10 N.m, so that o has 3 * 10 + 1.5 * 10
steady TwoSpeed o.w,e.w,c1.law.place,c2.law.place,c2.law.lambda 'near($2, 45 / 0.7) && near($3, 3 * 45 / 0.7) && $4 == 0 && $5 != 0 && near(abs($6), 10)'
first Reads x,n,slides,idle,holds,forward,law.place '$2 == 1 && $3 == 101 && $4 == -1 && $5 == 2 && $6 == 0 && $7 == 1 && $8 == 1'
first Before x,n,was,now '$2 == 1 && $3 == 0 && $4 == 0 && $5 == 0'
refused Overloaded 'law of law'

# 50 N.m in the second stage: 3.6 N.m at its border
steady Stages spring.phi_rel,spring.tau,body.a 'near($2, 0.06 + 46.4 / 1000) && near($3, 50) && abs($4) < 1e-9'
first Damped spring.tau,body.a 'near($2, 50) && abs($3) < 1e-9'
refused Nowhere 'relations of x that follow from it'

finish
