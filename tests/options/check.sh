#!/bin/sh
# Options that leave a pass or an optimisation out change nothing: the same trajectory, up to rounding. Compared is each variable that both have,
# to 1e-7 of its largest value (or of 1: losses of stuck elements are torque times rounding). What -fno-fold and -fno-unroll leave out does the same operations:
# 1e-13. -fno-skip also removes slips of stuck elements that are below 1e-13 of the nominal slip: 1e-9. -fno-sparse: 1e-10, also on a tree of differentials.
# -fno-live computes more, but nothing else: equal, where only some variables are asked for.
: "${DTC:=$(cd "$(dirname "$0")/../.." && pwd)/build/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

simulate() {
    out=$1
    shift
    "$DTC" sim "$@" --method euler --quiet -o "$tmp/$out" 2>"$tmp/err" && return
    head -n 5 "$tmp/err"
    return 1
}

same() {
    awk -F, -v limit="$3" '
    function abs(x) { return x < 0 ? -x : x }
    FNR == 1 { file++; for (i = 1; i <= NF; i++) { if (file == 1) at[$i] = i; else if (($i in at) && $i !~ /^k[0-9]+$/) { from[i] = at[$i]; name[i] = $i } } next }
    file == 1 { for (i = 1; i <= NF; i++) { v[FNR, i] = $i; if (abs($i) > top[i]) top[i] = abs($i) } rows = FNR; next }
    { for (i in from) { j = from[i]; e = abs($i - v[FNR, j]) / (top[j] > 1 ? top[j] : 1); if (!(e <= worst)) { worst = e; where = name[i] " at " $1 " s" } } n = FNR }
    END { if (n != rows || !(worst <= limit)) { printf "%d rows and %d, largest difference %g: %s\n", rows, n, worst, where; exit 1 } }
    ' "$1" "$2"
}

try() {
    simulate full.csv "$@" || { failed=$((failed + 1)); return; }
    for option in -fno-tear -fno-stage -fno-alias -fno-fold -fno-unroll -fno-skip -fno-sparse; do
        case $option in *fold | *unroll) limit=1e-13 ;; *skip) limit=1e-9 ;; *sparse) limit=1e-10 ;; *) limit=1e-7 ;; esac
        if simulate less.csv "$@" $option && same "$tmp/full.csv" "$tmp/less.csv" $limit; then
            passed=$((passed + 1))
        else
            echo "FAILED $* $option"
            failed=$((failed + 1))
        fi
    done
    some='*w,*v,*phi,*y,*lambda'
    if simulate full.csv "$@" --vars "$some" && simulate less.csv "$@" --vars "$some" -fno-live && same "$tmp/full.csv" "$tmp/less.csv" 0; then
        passed=$((passed + 1))
    else
        echo "FAILED $* -fno-live"
        failed=$((failed + 1))
    fi
}

# Sparse systems: a tree of differentials, with inertias alone and with shift elements between its shafts.
try_sparse() {
    tests/scale/generate tree 120 >"$tmp/tree.dtm"
    sed 's|^equation|  Drivetrain.Clutch.Brake brake(fn_max = 8), held(fn_max = 3);\
  Drivetrain.Clutch.Clutch clutch(fn_max = 4);\
equation\
  brake.f_normalized = if time < 0.02 then 0 else 1;  held.f_normalized = if time < 0.03 then 1 else 0;  clutch.f_normalized = 0.5*time;\
  connect(brake.flange_a, j5.flange_b);  connect(held.flange_a, j30.flange_b);\
  connect(clutch.flange_a, j3.flange_b);  connect(clutch.flange_b, j60.flange_b);|' "$tmp/tree.dtm" >"$tmp/shifted.dtm"
    for model in tree shifted; do
        if "$DTC" "$tmp/$model.dtm" --model scale -o "$tmp/out.c" 2>"$tmp/err" && grep -q 'static void solve_block' "$tmp/out.c" &&
            simulate full.csv "$tmp/$model.dtm" --step 0.001 --stop 0.1 && simulate less.csv "$tmp/$model.dtm" --step 0.001 --stop 0.1 -fno-sparse &&
            same "$tmp/full.csv" "$tmp/less.csv" 1e-10; then
            passed=$((passed + 1))
        else
            echo "FAILED $model -fno-sparse"
            failed=$((failed + 1))
        fi
    done
}

if [ "$1" = long ]; then
    try models/three_inertia/three_inertia.dtm --step 0.001
    try models/hybrid_ravigneaux/hybrid_ravigneaux.dtm --step 0.001 --stop 6
    try models/autogear4/autogear4.dtm --step 0.001 --stop 10
    try models/zf4hp22/zf4hp22.dtm --step 0.001 --stop 10
else
    try tests/options/held.dtm
    try tests/options/loops.dtm
    try models/two_blocks/two_blocks.dtm --step 0.001
    try_sparse
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
