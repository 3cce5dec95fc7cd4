#!/bin/sh
# Accuracy against cost: each method and step, error at the ends of the shifts against ns for a millisecond of the model (shifts.c).
#
#     accuracy.sh [MODEL ...]      prints the table; with PICTURE=FILE.png draws it as well
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
. tests/bench/common
[ $# -gt 0 ] || set -- zf4hp22 autogear4

echo "Error at the ends of the shifts (largest of engine, turbine and output speed, relative) and cost; reference: --method cvode --rtol 1e-10"
for model in "$@"; do
    file=models/$model/$model.dtm
    reference "$file" "$model" "$tmp/$model.csv"
    echo
    printf '%s: error, and in brackets ns for a simulated ms\n  %-11s' "$model" method
    for h in $steps; do printf '%18s' "$(ms $h) ms"; done
    echo
    for method in $methods; do
        programs=
        for h in $steps; do
            generated "$method$h" "$file" "$model" --method $method --step $h --vars "$watched" && programs="$programs $method=$tmp/$method$h.so"
        done
        if [ -z "$programs" ]; then
            printf '  %-11s %s\n' "$method" "$(head -1 "$tmp/log" | cut -c1-100)"
            continue
        fi
        "$tmp/shifts" points "$tmp/$model.csv" "$model" $programs >"$tmp/row" || exit 1
        printf '  %-11s' "$method"
        for h in $steps; do awk -v h="$(ms $h)" '$2 == h { printf "%18s", sprintf("%s (%.0f)", $4, $3); found = 1 } END { if (!found) printf "%18s", "-" }' "$tmp/row"; done
        echo
        mv "$tmp/row" "$tmp/$model.$method"
        case " $drawn " in *" $method "*) ;; *) drawn="$drawn $method" ;; esac
    done
done
if [ -n "$PICTURE" ]; then
    gnuplot -e "folder='$tmp'; png='$PICTURE'; models='$*'; methods='$drawn'" tests/bench/accuracy.gp && echo && echo "drawn: $PICTURE"
fi
