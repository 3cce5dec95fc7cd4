#!/bin/sh
# What docs/switching.md shows: other schemes beside the runtime's (schemes.c), friction by steep characteristics and stiff
# springs beside the law, and the pictures of one event.
#
#     switching.sh         prints the tables; with PICTURES=FOLDER draws switching.png and switching_gearbox.png as well
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
dtc=$BUILD/dtc
file=tests/bench/switching.dtm
export CC

# run OUT MODEL OPTIONS...: of a package Switching
run() {
    out=$1 model=$2
    shift 2
    "$dtc" sim $file --model Switching.$model "$@" --quiet -o "$tmp/$out.csv" >"$tmp/log" 2>&1
}

echo 'Schemes: random redundant systems against the exact step'
gcc -O2 -ffp-contract=off -Iruntime -o "$tmp/schemes" tests/bench/schemes.c runtime/law*.c -lm && "$tmp/schemes" "${SYSTEMS:-300}" || exit 1

# creep OUT: rad/s in the last second of 3, from columns time, phi
creep() { awk -F, 'NR > 1 { t[NR] = $1; x[NR] = $2 } END { for (i = 2; t[i] < 2 - 1e-9; i++) ; print (x[NR] - x[i])/(t[NR] - t[i]) }' "$tmp/$1.csv"; }

# near A B: within a tenth of B, or as little as nothing
near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; l = 0.1*b; if (l < 0) l = -l; if (l < 1e-9) l = 1e-9; exit !(d <= l && -d <= l) }'; }

echo
echo 'A member of a gearbox (0.01 kg.m2) that a brake of 100 N.m stops and holds against 50 +- 40 N.m at 40 Hz'
printf '  %-34s %14s %26s %34s\n' '' 'creep, rad/s' 'largest step of Euler, s' 'evaluations a second, variable step'
for way in HoldLaw:: HoldSteep:w0:1 HoldSteep:w0:0.1 HoldSteep:w0:0.01 HoldSpring:c:1e4 HoldSpring:c:1e5 HoldSpring:c:1e6; do
    model=${way%%:*} value=${way##*:} name=${way#*:}
    set=
    [ "$value" ] && set="--set ${name%%:*}=$value"
    # shellcheck disable=SC2086
    run true "$model" $set --stop 3 --interval 0.1 --vars phi --stats || exit 1
    evaluations=$(sed -nE 's/.* ([0-9]+) evaluations.*/\1/p' "$tmp/log")
    wanted=$(creep true) limit=- before=-
    for h in 1e-2 5e-3 2e-3 1e-3 5e-4 2e-4 1e-4 5e-5 2e-5 1e-5 5e-6 2e-6 1e-6 5e-7 2e-7; do
        # shellcheck disable=SC2086
        if run fixed "$model" $set --method euler --step $h --stop 3 --interval 0.1 --vars phi && near "$(creep fixed)" "$wanted"; then
            [ $before = - ] || { limit=$before; break; }
            before=$h
        else
            before=-
        fi
    done
    awk -v n="$model $value" -v c="$wanted" -v h="$limit" -v e="$evaluations" 'BEGIN { printf "  %-34s %14.2g %26s %34.0f\n", n, (c*c < 1e-18 ? 0 : c), h, e/3 }'
done

[ "$PICTURES" ] || exit 0
gearbox=models/autogear4/autogear4.dtm
watched=gearbox.C2.tau,gearbox.C3.tau,gearbox.C2.law.place,gearbox.C3.law.place,gearbox.C5.law.place
run automaton_events ByAutomaton --stop 0.009 --interval 1e-5 --vars shaft.w,place --stats || exit 1
passes=$(sed -nE 's/.* in ([0-9]+) passes.*/\1/p' "$tmp/log")
run automaton ByAutomaton --method euler --step 1e-3 --stop 0.009 --vars shaft.w,place &&
    run law ByLaw --method euler --step 1e-3 --stop 0.009 --vars shaft.w,place &&
    "$dtc" sim $gearbox --rtol 1e-8 --interval 1e-4 --vars $watched --stop 11.5 --quiet -o "$tmp/gearbox_events.csv" &&
    "$dtc" sim $gearbox --method euler --step 1e-3 --interval 1e-3 --vars $watched --stop 11.5 --quiet -o "$tmp/gearbox.csv" || exit 1
gnuplot -e "folder='$tmp'; to='$PICTURES'; passes='$passes'" tests/bench/switching.gp && echo && echo "drawn: $PICTURES/switching.png, $PICTURES/switching_gearbox.png"
