#!/bin/sh
# variants.sh FILE.csv: two studies of 1000 variants each, on all cores, and which variants are best: no other one of their
# mass is better in both.
set -e
: "${DTC:=dtc}" "${WORK:=/tmp}"
here=$(dirname "$0")
for study in cycle throttle; do
    "$DTC" sweep "$here/variants_$study.yaml" -o "$WORK/variants_$study.csv"
done
paste -d, "$WORK/variants_cycle.csv" "$WORK/variants_throttle.csv" | awk -F, '
    NR == 1 { print "final drive,shift map,mass,consumption,time to 100 km/h,best"; next }
    { m[NR] = $2; row[NR] = $4 "," $3 "," $2; l[NR] = $7; t[NR] = $14 }
    END {
        for (i = 2; i <= NR; i++) {
            best = 1
            for (k = 2; k <= NR && best; k++)
                best = !(m[k] == m[i] && l[k] <= l[i] && t[k] <= t[i] && (l[k] < l[i] || t[k] < t[i]))
            print row[i] "," l[i] "," t[i] "," best
        }
    }' >"$1"
