#!/bin/sh
# Pictures of models/hybrid_ravigneaux/README.md under the numbers of the figures in Reiter's thesis, from runs of its models.
#
#     PICTURES=FOLDER hybrid.sh       draws figures_4_8.png, figures_47_53.png, figures_72_79.png, figures_80_81.png, figures_84_92.png
#
# RUNS=FOLDER keeps the runs there; FORMAT=svg draws that instead.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}" "${FORMAT:=png}"
cd "$(dirname "$0")/../.." || exit 2
[ "$PICTURES" ] || exit 0
. tests/awk.sh
. tests/fast.sh
export CC="$fast"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
runs=${RUNS:-$tmp}

# run NAME MODEL VARIABLES OPTIONS ...: into $runs/NAME.csv
run() {
    name=$1 model=$2 variables=$3
    shift 3
    "$BUILD/dtc" sim models/hybrid_ravigneaux/hybrid_ravigneaux.dtm --model "HybridRavigneaux.$model" --vars "$variables" --quiet -o "$runs/$name.csv" \
        "$@" 2>"$tmp/err" || { cat "$tmp/err"; exit 1; }
}

# Chapter 2 at 10 ms, the variable step beside it: a row a sample, of both in one file.
places=C0.law.place,C1.law.place,C2.law.place,C3.law.place
run true Held "engine.w,machine.w,wheel.w,$places" --rtol 1e-9
run exact Held "engine.w,machine.w,wheel.w,$places,exact.cut" --method exact --step 0.01
awk -F, -v OFS=, -v OFMT=%.12g -v step=0.01 -f tests/bench/hybrid.awk "$runs/true.csv" "$runs/exact.csv" >"$runs/held.csv" || exit 1

# Springs and clearance: the variable step, and exact at the step of the source, 0.1 s.
speeds=engine.w,machine.w,ring3.w,finalShaft.w,z.w,w.w,vehicle.v
for case in Nonlinear Nonlinear2 Nonlinear3 Clearance Clearance2 Clearance3; do
    stop= interval=0.001
    case $case in C*) stop=,stop.law.s interval=0.0005 ;; esac
    run $case $case "$speeds,torsion,$places,tire.law.place,tau_e,tau_m,p0,p1,p2,p3,road.f$stop" --rtol 1e-9 --interval $interval
    run ${case}_step $case "$speeds,torsion,exact.cuts" --method exact --step 0.1
done

# Tires.
run surfaces Surfaces 'w_0,slip[*],magic[*].f,clutch[*].f'
for k in 1 2 3 4; do
    for case in Tire Clutch; do
        run $case$k $case$k "$speeds,tire.v_slip,tire.f,$places,tire.law.place,tau_m,p2,road.f" --rtol 1e-9 --interval 0.005
    done
done
for force in magic clutch; do # as gnuplot has surfaces: speed, slip speed, force
    awk -F, -v force=$force '
        NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "w_0") w = i; if ($i ~ /^slip/) slip[++n] = i; if ($i ~ "^" force) f[++m] = i }
                  if (!w || n < 2 || m != n) exit 1 }
        NR > 1 && $1 != last { for (i = 1; i <= n; i++) print $w "," $(slip[i]) "," $(f[i]); print "" }
        { last = $1 }' "$runs/surfaces.csv" >"$runs/surface_$force" || exit 1
done

# What gnuplot says of data that is missing, or of nothing to draw, is an error.
gnuplot -e "folder='$runs'; to='$PICTURES'; format='$FORMAT'" tests/bench/hybrid.gp 2>"$tmp/err" && [ ! -s "$tmp/err" ] || { cat "$tmp/err"; exit 1; }
echo "drawn: $PICTURES/figures_*.$FORMAT"
