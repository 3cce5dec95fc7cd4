#!/bin/sh
# Rigid lash: collisions against their true courses, bouncing balls, a cradle, play in both directions; every method.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/lash
rm -rf "${work:?}"
mkdir -p "$work"
. tests/awk.sh
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

python3 tests/lash/collisions.py "$dtc" "$work" ../shared/reference/seed000/truth >"$work/log" 2>&1
add $? "$work/log" collisions
python3 tests/lash/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
python3 tests/lash/trains.py "$dtc" "$work" 0 6 >"$work/log" 2>&1
add $? "$work/log" random
python3 tests/lash/nodes.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" nodes

python3 -B tests/lash/scheme.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" scheme
grep '^| [1-7] ' "$work/log" >"$work/tables"
python3 -B tests/readme/rows.py docs/methods.md "$work/tables" 7 >"$work/log"
add $? "$work/log" 'the table of docs/methods.md'

count() { # count STATUS TEXT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}

sim() { # sim MODEL METHOD OPTIONS: into $work/out.csv
    model=$1 method=$2
    shift 2
    case $method in cvode) set -- --rtol 1e-12 --atol 1e-16 "$@" ;; *) set -- --step 0.001 "$@" ;; esac
    "$dtc" sim tests/lash/collide.dtm --model "Collide.$model" --method "$method" --quiet -o "$work/out.csv" "$@" >"$work/err" 2>&1 || {
        cat "$work/err"
        count 1 "$model, $method does not run"
    }
}

# An overlap at the start is told, and not mended.
for method in cvode euler exact; do
    "$dtc" sim tests/lash/collide.dtm --model Collide.Pair --method $method --set x1=0.5 --quiet -o "$work/none.csv" >"$work/err" 2>&1
    [ $? -eq 1 ] && grep -q 'overlap at the start: s_rel = -0.5 is below' "$work/err"
    count $? "overlap at the start, $method"
done

# exact closes gaps at borders only: it says so where there are none.
"$dtc" sim tests/lash/collide.dtm --model Collide.Pair --method exact -fno-adjust --quiet -o "$work/none.csv" >"$work/err" 2>&1
[ $? -eq 1 ] && grep -q 'error: in .*the method exact closes the gap of .* within a step' "$work/err"
count $? "exact without borders, with a contact"

# ball E METHOD LIMIT: at rest (1 + e)/(1 - e) times the time of the fall, never below the floor
ball() {
    sim Ball "$2" --set "e=$1" --stop 20 --vars stop.gap,stop.law.place
    awk -F, -v e="$1" -v limit="$3" -v what="ball, e = $1, $2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { n++; if ($at["stop.gap"] < -1e-8) below = $at["stop.gap"] }
        $at["stop.law.place"] == 0 && before != 0 { rest = $1 }
        { before = $at["stop.law.place"] }
        END {
            error = rest - sqrt(2/9.81)*(1 + e)/(1 - e)
            printf "| %-24s | at rest %.2g s from where it should be |\n", what, error
            exit !(n > 20 && before == 0 && error < limit && error > -limit && below == 0)
        }' "$work/out.csv"
    count $? "ball $*"
}
for e in 0.5 0.9 0.95; do
    ball $e cvode 3e-9
    for method in euler semi rk4 rosenbrock exact; do
        ball $e $method 0.03
    done
done

# cradle GAP E LIMIT VELOCITIES: the balls at the end, momentum and energy on the way
cradle() {
    for method in cvode euler semi rk4 rosenbrock exact; do
        sim Cradle $method --set "gap=$1" --set "e=$2" --stop 10 --interval 0.05 --vars 'ball?.v,energy,momentum'
        awk -F, -v expect="$4" -v limit="$3" '
            function away(a, b) { return a > b ? a - b : b - a }
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            { n++; if (away($at["momentum"], 1) > 1e-12 || (NR > 2 && $at["energy"] > energy*(1 + 1e-14))) bad = 1; energy = $at["energy"] }
            END {
                split(expect, v, " ")
                for (k = 1; k <= 5; k++) {
                    part = split(v[k], f, "/")
                    if (!(away($at["ball" k ".v"], part == 2 ? f[1]/f[2] : f[1]) <= limit)) { print "ball " k ": " $at["ball" k ".v"]; bad = 1 }
                }
                exit bad || n < 200
            }' "$work/out.csv"
        count $? "cradle gap $1, e $2, $method"
    done
}
cradle 0.1 0.5 1e-12 '2521/16384 2739/16384 729/4096 189/1024 81/256'
cradle 0.1 1 1e-12 '0 0 0 0 1'
cradle 0.1 0 1e-12 '1/5 1/5 1/5 1/5 1/5'
# touching: all contacts of one impact at once, each with Newton's law
cradle 0 0 1e-12 '1/5 1/5 1/5 1/5 1/5'
cradle 0 0.5 1e-12 '-1/5 3/10 3/10 3/10 3/10'
cradle 0 1 1e-12 '-3/5 2/5 2/5 2/5 2/5'
finish
