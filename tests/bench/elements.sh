#!/bin/sh
# Pictures of docs/methods.md that show results, not methods: springs, dampers and collisions of Reiter's chapters 3 and 4, run by dtc.
#
#     PICTURES=FOLDER elements.sh       draws elements_10_18.png, elements_40_43.png, collisions_61_67.png, collisions_scheme.png
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
[ "$PICTURES" ] || exit 0
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
export CC

# run FILE MODEL VARIABLES OPTIONS ...: into $tmp/MODEL.csv
run() {
    file=$1 name=$2 variables=$3
    shift 3
    "$BUILD/dtc" sim "$file" --model "$name" --vars "$variables" --quiet -o "$tmp/${name#*.}.csv" "$@" 2>"$tmp/err" || { cat "$tmp/err"; exit 1; }
}
springs=models/nonlinear_springs/nonlinear_springs.dtm
for name in Linear Four FourWideFree; do run $springs NonlinearSprings.$name x,v,spring.f --stop 10 --interval 0.01; done
for name in Dampers TwoVariables; do run $springs NonlinearSprings.$name x,v,damper.f --stop 10 --interval 0.005; done
run $springs NonlinearSprings.TwoVariablesThrown x,v,damper.f --stop 10 --interval 0.005
run $springs NonlinearSprings.Rubbing x,v --method exact --step 0.05 --stop 30
run $springs NonlinearSprings.Driven x,v --method exact --step 0.01 --stop 30
for k in 1 2 3 5 6 7; do run tests/lash/collide.dtm Collide.Case$k mass1.s,mass2.s,mass1.v,mass2.v,energy --stop 20 --interval 0.02; done
python3 -B tests/lash/scheme.py "$BUILD/dtc" "$tmp" || exit 1
gnuplot -e "folder='$tmp'; to='$PICTURES'" tests/bench/elements.gp && echo "drawn: $PICTURES/elements_*.png, $PICTURES/collisions_*.png"
