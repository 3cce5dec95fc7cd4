#!/bin/sh
# The transmissions of models/transmissions, compiled to C and run through all gears with Euler's method and with a variable step: at the end of each gear every
# element has its place, and the speeds have the ratio of the teeth (ratios) to 1e-12; the energy account closes; and dtc gears has the same fraction for
# the same gear of the same table.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. ../awk.sh
. ../fast.sh
CC=$fast
export CC
dwell=2 settled=0.4
. ../add.sh
worst=0

# ratios MODEL: those of the file against $tmp/out.csv
ratios() {
    awk -F, -v model="$1" -v dwell=$dwell -v settled=$settled '
        FNR == NR {
            if (split($0, f, " ") == 5 && f[1] == model) {
                n++
                row[n] = f[2]; gear[n] = f[3]; split(f[4], v, "/"); above[n] = v[1]; below[n] = v[2]
                exact[n] = split(f[5], v, "/") == 2 ? v[1]/v[2] : v[1]
            }
            next
        }
        FNR == 1 {
            for (i = 1; i <= NF; i++) { column[$i] = i; if ($i ~ /(^|\.)law$/) place[++places] = i }
            next
        }
        {
            at = int($1/dwell + 1e-9)
            if (at != was) { was = at; begun = 0 }
            if ($1 - at*dwell < dwell - settled - 1e-9) next
            for (i = 1; i <= places; i++) { if (begun && $place[i] != last[i]) moved[at + 1] = 1; last[i] = $place[i] }
            begun = 1
            for (k = 1; k <= n; k++) {
                if (row[k] != at + 1) continue
                r = $column[below[k]]
                d = (above[k] in column) && r > 1e-3 || r < -1e-3 ? $column[above[k]]/r/exact[k] - 1 : "nothing"
                if (!(d > -1e-12 && d < 1e-12)) wrong[k] = d
                if (d > worst) worst = d
                if (-d > worst) worst = -d
                seen[k]++
            }
        }
        END {
            for (k = 1; k <= n; k++)
                if (seen[k] < 10 || (k in wrong) || (row[k] in moved)) {
                    print "FAILED " model ", gear " gear[k] ": " above[k] "/" below[k] " is not " exact[k] ", off by " wrong[k] \
                        ((row[k] in moved) ? ", an element changes its place" : "") ", " seen[k] + 0 " samples"
                    bad++
                }
            if (!places) { print "FAILED " model ": no elements"; bad++ }
            print n - bad, bad + 0, worst
        }' ratios "$tmp/out.csv" >"$tmp/result"
    sed '$d' "$tmp/result"
    read -r good bad off <<EOF
$(tail -n 1 "$tmp/result")
EOF
    passed=$((passed + good)) failed=$((failed + bad))
    worst=$(awk -v a="$worst" -v b="$off" 'BEGIN { printf "%.0e", (a > b ? a : b) }')
}

# fractions MODEL: those of input and output against the table of dtc gears in $tmp/gears
fractions() {
    while read -r model _ gear speeds exact; do
        [ "$model $speeds" = "$1 input_.w/output_.w" ] || continue
        if awk -v gear="$gear" -v exact="$exact" '$1 == gear && $3 == exact { found = 1 } END { exit !found }' "$tmp/gears"; then
            passed=$((passed + 1))
        else
            fail "$model, gear $gear: dtc gears does not say $exact"
        fi
    done <ratios
}

for f in ../../models/transmissions/*.dtm; do
    model=$(basename "$f" .dtm)
    grep -q "^$model " ratios || fail "$model: no ratios of it"
    for method in '--method euler --step 1e-3' '--method cvode --rtol 1e-9 --atol 1e-11 --audit'; do
        # shellcheck disable=SC2086
        if "$DTC" sim "$f" $method --interval 0.02 --quiet -o "$tmp/out.csv" >"$tmp/account" 2>"$tmp/log"; then ratios "$model"; else
            fail "$model does not run, $method"
            head -n 20 "$tmp/log"
        fi
    done
    if awk '$1 == "residual" { left = $3; n++ } END { exit !(n == 1 && left < 1e-6) }' "$tmp/account"; then passed=$((passed + 1)); else
        fail "$model: energy account, $(grep residual "$tmp/account")"
    fi
    "$DTC" gears "$f" --sub gearbox >"$tmp/gears" 2>"$tmp/log" || fail "$model: $(head -n 5 "$tmp/log")"
    fractions "$model"
done
[ "$(cut -d ' ' -f 1 ratios | grep -v '^#' | sort -u | wc -l)" -eq "$(ls ../../models/transmissions/*.dtm | wc -l)" ] || fail 'ratios of a model that is not there'
echo "| speed ratios of the transmissions in all their gears: relative error $worst"
finish
