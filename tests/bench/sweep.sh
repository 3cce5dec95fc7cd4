#!/bin/sh
# CPU seconds of studies (dtc sweep), one by one and in lanes, beside a loop in C that does nothing but step (tests/sweep/bare.c): the car of drive_cycle with
# its lock-up on the NEDC at 1 ms, and launches of 1 s at 1 ms. Models are built before. Fails if rows differ.
#
#     sweep.sh [CARS = 40] [LAUNCHES = 100000]        seconds of 1000 cars and of 100000 launches are those of that many, scaled
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${LANES:=1 4 8}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
export CC=gcc
wrong=0

# cpu COMMAND ...: its user and system seconds
cpu() { (times_of "$@") | awk 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); print 60*u[1] + u[2] + 60*s[1] + s[2] }'; }
times_of() { "$@" >/dev/null 2>&1; times; }

# row TITLE POINTS WHOLE STEPS FACTOR MEMBER WANTED FILE [OPTION ...]
row() {
    title=$1 points=$2 whole=$3 steps=$4 factor=$5 member=$6 wanted=$7 && shift 7
    "$DTC" "$@" --step 1e-3 --prefix Bare --vars "$wanted" -o "$tmp/step.c" &&
        gcc -std=gnu11 -O2 -ffp-contract=off -DMODEL=Bare "-DVARY=m.$member*=x" -Iruntime -I"$tmp" -o "$tmp/bare" tests/sweep/bare.c "$tmp/step.c" \
            "$BUILD/libdtc.a" -lm || exit 1
    scaled() { awk -v s="$1" -v n="$points" -v all="$whole" 'BEGIN { printf "%.1f", s*all/n }'; }
    printf '| %s | %s |' "$title" "$(scaled "$(cpu "$tmp/bare" "$points" "$steps")")"
    last=$(awk -v n="$points" 'BEGIN { printf "%.9g", 1 + (n - 1)*1e-3 }') rows=
    rm -f "$tmp"/*.csv
    for n in $LANES; do
        set -- "$@" --lanes "$n"
        "$DTC" sweep "$@" --vary "$factor*=1" --metric "y=$wanted" --step 1e-3 --stop 1e-3 --quiet -o "$tmp/built$n.csv" || exit 1
        s=$(cpu "$DTC" sweep "$@" --vary "$factor*=1:1e-3:$last" --metric "y=$wanted" --step 1e-3 --stop "$((steps / 1000))" --quiet --jobs 1 -o "$tmp/$n.csv")
        printf ' %s |' "$(scaled "$s")"
        [ -z "$rows" ] || cmp -s "$rows" "$tmp/$n.csv" || wrong=1
        rows=$tmp/$n.csv
    done
    echo
}

echo "| CPU, s | bare steps |$(for n in $LANES; do printf ' sweep, %s |' "$([ "$n" = 1 ] && echo one by one || echo "$n lanes")"; done)"
echo "|---|---|$(for n in $LANES; do printf -- '---|'; done)"
row '1000 cars on the NEDC, lock-up' "${1:-40}" 1000 1180000 m m consumption models/drive_cycle/drive_cycle.dtm --model DriveCycle.LockUp
row '100000 launches of 1 s' "${2:-100000}" 100000 1000 load.J load_J load.w tests/sweep/launch.dtm
[ "$wrong" = 0 ] || echo "rows differ"
exit $wrong
