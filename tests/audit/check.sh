#!/bin/sh
# Energy accounts: what is put in, stored and dissipated adds up. With --method euler the residual is of first order in the step: a tenth of the step,
# a tenth of the residual. `check.sh long`: the models and the reference cases.
: "${DTC:=$(cd "$(dirname "$0")/../.." && pwd)/build/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
. tests/fast.sh
CC=$fast
export CC
passed=0 failed=0

# account NAME ARGUMENT ...: runs with --audit, the table into $tmp/NAME
account() {
    name=$1
    shift
    "$DTC" sim "$@" --audit --quiet -o "$tmp/out.csv" >"$tmp/$name" 2>"$tmp/err" && return
    cat "$tmp/err"
    return 1
}

# value NAME LINE COLUMN: a number of the table
value() { awk -v line="$2" -v column="$3" 'index($0, line) == 1 { print $column; exit }' "$tmp/$1"; }

# verdict NAME TEXT: of the exit code before
verdict() {
    if [ "$?" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: $2"
    fi
}

first_order() { # first_order MODEL ARGUMENT ...
    model=$1
    shift
    account coarse tests/audit/accounts.dtm --model "Audit.$model" --method euler --step 1e-3 --interval 0.1 --stop 1 "$@" &&
        account fine tests/audit/accounts.dtm --model "Audit.$model" --method euler --step 1e-4 --interval 0.1 --stop 1 "$@" &&
        awk -v a="$(value coarse residual 2)" -v b="$(value fine residual 2)" 'BEGIN { exit !(a/b > 8 && a/b < 12) }'
    verdict "$model" "residual $(value coarse residual 2) J at 1e-3 s, $(value fine residual 2) J at 1e-4 s: not of first order"
}

# closed NAME ARGUMENT ...: with a variable step less than 1e-6 of the work put in is left (where none is, of what is stored at the start), and nothing is
# lost at events
closed() {
    name=$1
    shift
    account table "$@" --method cvode --rtol 1e-9 --atol 1e-11 && ! grep -q '^components that say nothing' "$tmp/table" &&
        awk -v all="$(value table residual 5)" -v put="$(value table residual 7)" -v left="$(value table residual 2)" -v lost="$(value table 'lost at impacts' 4)" '
            function abs(x) { return x < 0 ? -x : x }
            BEGIN { base = put > 1e-9*all ? put : all; exit !(base > 0 && abs(left) < 1e-6*base && abs(lost) < 1e-9*base) }'
    verdict "$name" "$(sed -n '/^lost/,$p' "$tmp/table")"
}

# What is lost at an impact is that of the collision by hand: (1 - e^2)/2*Ja*Jb/(Ja + Jb)*(5 + 1)^2
impact() {
    account table tests/reinit/impulses.dtm --model Impulses.Collision --stop 0.5 "$@" &&
        awk -v left="$(value table residual 2)" -v lost="$(value table 'lost at impacts' 4)" 'BEGIN { e = lost - 13.5; exit !(e < 1e-9 && e > -1e-9 && left < 1e-9 && left > -1e-9) }'
    verdict impact "$(sed -n '/^lost/,$p' "$tmp/table")"
}

# jumps MODEL "OPTIONS" ROOM NAME PUT NAME PUT ...: within ROOM, in J, there is no residual, and each source puts in what it should; HEAT is the total of
# what is dissipated. No dog or flank takes anything in (a slip that a method leaves aside)
jumps() {
    model=$1 options=$2 room=$3
    shift 3
    # shellcheck disable=SC2086
    account table tests/audit/jumps.dtm --model "Jumps.$model" --stop 0.5 $options && { [ "$model" = Curved ] || ! grep -q "^components that say nothing" "$tmp/table"; } &&
        awk -v room="$room" -v wanted="$*" '
            function near(x, y) { return x - y <= room && y - x <= room }
            BEGIN { n = split(wanted, w, " "); for (i = 1; i < n; i += 2) right[w[i]] = w[i + 1] }
            $1 == "total" { bad += "HEAT" in right && !near($3, right["HEAT"]); seen += "HEAT" in right }
            $1 == "residual" { bad += !near($2, 0); seen++ }
            $1 in right { bad += !near($2, right[$1]); seen++ }
            END { exit !(bad == 0 && seen == n/2 + 1) }' "$tmp/table"
    verdict "jumps, $model $options" "$(cat "$tmp/table")"
}

# Parameters that change as it runs: what they make of the stored energy, by hand (tuned.yaml), and what is left
tuned() { # tuned METHOD-ARGUMENTS LARGEST-RESIDUAL
    # shellcheck disable=SC2086
    account table tests/audit/accounts.dtm --model Audit.Tuned --stop 1 --param tests/audit/tuned.yaml --method $1 &&
        awk -v by="$(value table 'by parameters' 3)" -v left="$(value table residual 2)" -v most="$2" '
            BEGIN { e = by - (12.875 - 361/9); exit !(e < 1e-6 && e > -1e-6 && left < most && left > -most) }'
    verdict "parameters that change, $1" "$(sed -n '/^by/,$p' "$tmp/table")"
}

if [ "$1" = long ]; then
    # Those of models/transmissions have impacts, where sleeves engage: tests/transmissions; manual5, dual_clutch7: tests/manual; truck12: tests/electric; clonk, where play ends: tests/lash.
    for model in $(find models -name '*.dtm' -type f | grep -Ev '/(transmissions|clonk|manual5|dual_clutch7|truck12)/' | sort); do
        closed "$model" "$model"
    done
    for case in tests/msl/[A-Z]*.dtm; do
        case $case in */Pre.dtm | *_pre.dtm) ;; *) closed "$case" "$case" -I tests/msl ;; esac
    done
else
    # One of two gears, by its own power, which no error of a method is in: 20 J of 300 J
    for method in cvode 'euler --step 1e-3'; do
        # shellcheck disable=SC2086
        account table tests/audit/accounts.dtm --model Audit.Own --stop 1 --method $method &&
            awk -v work="$(sed -n '/^components/,$p' "$tmp/table" | awk '$1 == "gear" { print $2 }')" 'BEGIN { exit !(work > 19.99 && work < 20.01) }' &&
            ! sed -n '/^components/,$p' "$tmp/table" | grep -q '^good' && grep -q '^1 component more says nothing of energy and gives off what it takes in: good$' "$tmp/table"
        verdict "a gear of one's own, $method" "$(sed -n '/^residual/,$p' "$tmp/table")"
    done
    account table tests/audit/accounts.dtm --model Audit.Own --set gear.short=0 --stop 1 &&
        ! grep -q '^components' "$tmp/table" && grep -q '^2 components more say nothing of energy and give off what they take in: gear, good$' "$tmp/table"
    verdict 'the same, right' "$(sed -n '/^residual/,$p' "$tmp/table")"
    first_order SpringMass
    first_order Locking
    for model in SpringMass Locking Braking MovingSupport; do
        closed $model tests/audit/accounts.dtm --model Audit.$model --stop 1
    done
    # Given motions that jump: the work of impulses. `exact` takes the clutch that holds for one that slides within the step, over which it holds powers, as
    # over every step. Carrier and load of the planetary set get 0.6*5/3 = 1 N.m.s: a third from the sun, by 2.5 rad/s, two thirds from the ring, by 1.5,
    # and that has 0.1 N.m.s more for its wheel.
    for step in 0.01 0.001; do
        for method in euler semi rk2 rk4 rosenbrock exact; do
            jumps Passed "--method $method --step $step" 1e-8 dog.s 16 wheel.s 16 flank.s 16 geared.s 3.75 rigid.s 24 button.s 24 kink.s -37.8 \
                planets.sun 0.83333333333 planets.ring 1.15 HEAT 0
            case $method in
            exact) ;;
            rk2 | rk4 | rosenbrock) jumps Slides "--method $method --step $step" 1e-9 s 32 HEAT 16 ;;
            *) jumps Slides "--method $method --step $step" "$(echo "$step" | awk '{ print 100*$1 }')" s 32 HEAT 16 ;;
            esac
            [ $method = exact ] || jumps Holds "--method $method --step $step" 1e-9 s 32 HEAT 16
            room=$(echo "$method $step" | awk '{ print $1 ~ /euler|semi|exact/ ? 300*$2 : 100*$2^2 }')
            jumps Curved "--method $method --step $step" "$room"
        done
    done
    jumps Passed '--method rk4 --step 0.001 --float' 1e-4 dog.s 16 rigid.s 24 HEAT 0
    # In a variable step sources have no work for these impulses: it is a gain among what is lost at impacts.
    jumps Passed '--method cvode --rtol 1e-9' 1e-6 dog.s 0 rigid.s 0 HEAT 0
    # Limits that a battery passes are told once each, with numbers; at the end for how long.
    "$DTC" sim tests/audit/accounts.dtm --model Audit.Drained --stop 0.5 --method euler --step 1e-2 --set load.R=1 --set battery.soc_start=0.001 --quiet \
        -o "$tmp/out.csv" 2>"$tmp/table" >"$tmp/last" &&
        for what in 'more current than the cells are to give: [0-9.]* A, of 100 A' 'less voltage than the cells are to have: [0-9.]* V, of 240 V' 'the battery is empty'; do
            [ "$(grep -c "at time .*$what" "$tmp/table")" = 1 ] && grep -q "did not hold in [0-9]* steps, 0[.][0-9]* s in all: .*$what" "$tmp/table" || echo "$what"
        done >"$tmp/lacking" && [ ! -s "$tmp/lacking" ]
    verdict 'limits of a battery' "$(cat "$tmp/table")"
    tuned 'cvode --rtol 1e-9' 1e-6
    tuned 'rk4 --step 1e-3' 1e-8
    tuned 'exact --step 1e-3' 1e-9
    tuned 'rosenbrock --step 1e-3' 1e-6
    first_order Tuned --param tests/audit/tuned.yaml
    account table tests/audit/accounts.dtm --model Audit.Tuned --stop 1 && ! grep -q '^by parameters' "$tmp/table"
    verdict 'no parameter changes' "$(cat "$tmp/table")"
    account table tests/audit/accounts.dtm --model Audit.Drained --method cvode --rtol 1e-9 && grep -q '^residual .*: 0 put in, 0 stored at the start, [1-9][0-9.]* drawn from stores$' "$tmp/table" &&
        awk -v of="$(value table residual 5)" -v lost="$(value table total 3)" 'BEGIN { exit !(of/lost > 0.999999 && of/lost < 1.000001) }'
    verdict 'what a battery gives' "$(cat "$tmp/table")"
    impact --method cvode
    # A fixed step has no two sides of an event: what is lost is in the residual, which says so.
    account table tests/reinit/impulses.dtm --model Impulses.Collision --stop 0.5 --method rk4 &&
        awk -v left="$(value table residual 2)" 'BEGIN { e = left - 13.5; exit !(e < 1e-9 && e > -1e-9) }' &&
        ! grep -q '^lost at impacts' "$tmp/table" && grep -q '^not closed: .*impacts, which no fixed step shows' "$tmp/table"
    verdict 'impact in a fixed step' "$(sed -n '/^residual/,$p' "$tmp/table")"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
