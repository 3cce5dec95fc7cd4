#!/bin/sh
# Pictures of the modes of Drive4.Linear in second gear: models/drive4/modes.sh FOLDER makes them there. Tables are kept in $WORK.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0") to=$1
modes() { "$DTC" modes "$here/drive4.dtm" --model Drive4.Linear --set gear=2 "$@"; }

# 31 to 34: shapes and phasors.
modes --referred wheels -o "$to/shapes.png"
# 30: eigenvectors and eigenvalues: the table of shapes. The matrix with deflections before speeds is `dtc linearize --states '*.phi_rel,*.w_rel'`.
modes --referred wheels --format csv -o "$WORK/modes.csv"

# 28: the free motion in each of the two modes, with its envelope: speeds Re(x exp(lambda t)).
of() { # of NODES COLUMN: of the mode with so many, from the table of modes; columns by their heads
    awk -F, -v nodes="$1" -v want="$2" '/^mode,name/ { for (i = 1; i <= NF; i++) { if ($i ~ "^" want) at = i; if ($i == "nodes") count = i } } at && $count == nodes { print $at; exit }' "$WORK/modes.csv"
}
shape() { # shape MODE COMPONENT: re im
    awk -F, -v mode="$1" -v part="$2" '/^shapes/ { in_shapes = 1 } in_shapes && $1 == mode && $2 == part { print $5, $6; exit }' "$WORK/modes.csv"
}
{
    echo "set terminal pngcairo noenhanced font 'sans,9' size 1000,560 background '#ffffff'
    set border lc rgb '#606060'; set grid lc rgb '#e4e4e4' lt 1; set tics nomirror; set samples 1500; set key above left Left reverse horizontal samplen 2
    set multiplot layout 2,1; set xlabel 'time, s'; set ylabel 'speed at the wheels over the largest'; set yrange [-1.1:1.1]"
    nodes=0
    for name in shuffle rattle; do
        nodes=$((nodes + 1))
        mode=$(of $nodes mode) re=$(of $nodes re) im=$(of $nodes im)
        [ "$re" ] && [ "$im" ] || { echo "no mode $name" >&2; exit 1; }
        echo "set title '$name'; set xrange [0:$(echo "$im" | awk '{ printf "%.4f", 6*2*atan2(0, -1)/$1 }')]"
        printf 'plot exp(%s*x) lc rgb "#909090" dt 2 title "envelope", -exp(%s*x) lc rgb "#909090" dt 2 notitle' "$re" "$re"
        i=0
        for part in engine gearbox output_shaft differential wheels vehicle; do
            i=$((i + 1))
            # shellcheck disable=SC2046
            set -- $(shape "$mode" $part)
            [ "$2" ] || { echo "no $part in mode $mode" >&2; exit 1; }
            printf ', exp(%s*x)*(%s*cos(%s*x) - %s*sin(%s*x)) lw 1.6 lc %d title "%s"' "$re" "$1" "$im" "$2" "$im" $i $part
        done
        echo
    done
    echo 'unset multiplot'
} | gnuplot >"$to/motion.png"
