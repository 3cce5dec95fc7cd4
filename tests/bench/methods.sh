#!/bin/sh
# What docs/methods.md shows: the methods of Reiter's section 3.2 (tests/bench/methods) and the method exact beside them.
#
#     methods.sh           prints the tables; with PICTURES=FOLDER draws methods_*.png as well
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
# Tables have runs that diverge: of these `command awk` reads.
. tests/awk.sh
dtc=$BUILD/dtc
file=models/nonlinear_springs/nonlinear_springs.dtm
export CC
gcc -std=c17 -D_GNU_SOURCE -O2 -o "$tmp/methods" tests/bench/methods/*.c -lm || exit 2
methods=$tmp/methods
shown='euler matexp_N2 matexp_N10 matexp_N100 taylor2 const_nl_cbar_0 const_nl_cbar_10 const_nl_cbar_stiff shift_no_back_cbar_10 switch_fixed switch_2meta_delta
    switch_2meta_matexp100 switch_2meta_expm switch_buffer_expm dtc_exact exact_events_held_input'

# exact MODEL STEP STOP OUT
exact() {
    "$dtc" sim $file --model "NonlinearSprings.$1" --method exact --step "$2" --stop "$3" --vars x,v,energy --quiet $5 $6 -o "$4" 2>"$tmp/err" || { cat "$tmp/err"; exit 1; }
}

"$methods" table >"$tmp/table.csv" || exit 1
for h in 0.005 0.01 0.02 0.05 0.1 0.2 0.5; do
    for name in Four FourWide Soft Stiff FourFree FourWideFree SoftFree StiffFree; do
        exact $name $h 30 "$tmp/run.csv"
        "$methods" beside $name $h <"$tmp/run.csv" || exit 1
    done
    command awk -v h=$h 'BEGIN { print "inputs:"; printf "  u: ["; for (k = 0; k*h < 30.6; k++) printf "%s[%.17g, %.17g]", k ? ", " : "", k*h, sin(k*h); print "]" }' >"$tmp/held.yaml"
    exact Held $h 30 "$tmp/run.csv" --param "$tmp/held.yaml"
    "$methods" beside Held $h <"$tmp/run.csv" || exit 1
done >>"$tmp/table.csv"

# show TITLE CASE DAMPING COLUMN STEPS: a table of methods and steps
show() {
    printf '\n%s\n' "$1"
    command awk -F, -v which="$2" -v d="$3" -v c="$4" -v steps="$5" -v shown="$shown" '
        BEGIN { n = split(steps, h, " "); m = split(shown, name, " ") }
        $1 == which && $2 == d { v[$3, $5] = $c; any[$3] = 1 }
        END {
            printf "| %-24s |", "step, s"; for (i = 1; i <= n; i++) printf " %9s |", h[i]
            printf "\n|---|"; for (i = 1; i <= n; i++) printf "---|"; print ""
            for (k = 1; k <= m; k++) {
                if (!any[name[k]]) continue
                printf "| %-24s |", name[k]
                for (i = 1; i <= n; i++) { x = v[name[k], h[i]]; printf " %9s |", x ~ /^-?inf/ ? "diverges" : sprintf("%.2g", x) }
                print ""
            }
        }' "$tmp/table.csv"
}

all='0.005 0.01 0.02 0.05 0.1 0.2'
show 'Largest error of x over 10 s, m: four stiffnesses from 0.3 m, damped' case2_x0.3 0.5 7 "$all"
show 'The same from 0.5 m' case2_x0.5 0.5 7 "$all"
show 'Two stiffnesses, 0.1 and 20 N/m, damped' case5_T5 0.5 7 "$all"
show 'Two stiffnesses, 1 and 20 N/m, damped' case5_T6 0.5 7 "$all"
show 'Harmonic force, stiff ends' case7 0 6 "$all"
show 'Harmonic force, against the motion under the force held over each step' case7 0 14 "$all"
show 'Change of energy within 30 s, relative: 0.1 and 20 N/m, no damping' case5_T5 0 11 "$all"
show 'Largest change of energy within 30 s' case5_T5 0 12 "$all"

printf '\nShortest step, in multiples of 0.005 s up to 1 s, with which a run diverges within 100 s\n'
"$methods" limits | command awk -F, -v shown="$shown" '
    BEGIN { m = split(shown, name, " "); n = split("Four Soft Stiff FourFree SoftFree StiffFree", model, " ") }
    { v[$1, $2] = $3 == "" ? "none" : $3; any[$2] = 1 }
    END {
        printf "| %-24s |", "method"; for (i = 1; i <= n; i++) printf " %9s |", model[i]
        printf "\n|---|"; for (i = 1; i <= n; i++) printf "---|"; print ""
        for (k = 1; k <= m; k++) {
            if (!any[name[k]]) continue
            printf "| %-24s |", name[k]
            for (i = 1; i <= n; i++) printf " %9s |", v[model[i], name[k]] == "" ? "-" : v[model[i], name[k]]
            print ""
        }
    }'

printf '\nOf the pairs of mass and step up to 0.2 s: how often is a method the best (without dtc and the control), how often worse than fixed steps\n'
command awk -F, '
    NR > 1 && $5 < 0.5 && $3 !~ /dtc|unlimited|exact_events/ {
        cell = $1 "," $2 "," $5; cells[cell] = 1; e = $6 ~ /^inf/ ? 1e300 : $6 + 0; v[$3, cell] = e
        if (!(cell in least) || e < least[cell]) least[cell] = e
        if ($3 ~ /^switch/) name[$3] = 1
    }
    END {
        for (c in cells) { n++; for (m in name) { best[m] += v[m, c] <= least[c]; worse[m] += v[m, c] > v["switch_fixed", c] } }
        for (m in name) printf "| %-24s | %2d of %d | %2d |\n", m, best[m], n, worse[m] | "sort"
        close("sort")
        for (c in cells) if (c ~ /,0.5,/) { r = v["matexp_N2", c]/v["taylor2", c]; if (!low || r < low) low = r; if (r > high) high = r }
        printf "damped: error of (I + Z/2)^2 is %.2g to %.3g times that of Taylor\n", low, high
        for (c in cells) for (k = split("soft 10 mean stiff", cbar, " "); k > 0; k--) {
            a = v["const_nl_cbar_" cbar[k], c]; b = v["shift_back_cbar_" cbar[k], c]
            if (a == "" || a >= 1) continue
            d = a > b ? a - b : b - a; if (d > 1e-9*a) other++; same++ }
        printf "constant nonlinearity and shift undone, errors below 1 m: %d of %d alike to nine digits\n", same - other, same
    }' "$tmp/table.csv"

printf '\nNanoseconds a step, 100 steps of 0.1 s with 1 and 20 N/m; shortened steps, and what one costs of an ordinary one\n'
"$methods" costs >"$tmp/costs.csv"
"$dtc" $file --model NonlinearSprings.Stiff --method exact --step 0.1 --vars x -o "$tmp/stiff.c" 2>"$tmp/err" &&
    gcc -std=c99 -O2 -ffp-contract=off -Iruntime -I"$tmp" -DINFO=Stiff_info -o "$tmp/adjusted" tests/bench/adjusted.c "$tmp/stiff.c" runtime/*.c -lm &&
    "$tmp/adjusted" 0.15 | command awk '{ printf "dtc_exact,%.1f,%d,%.1f\n", ($1*$2 + $4*$5)/($1 + $4), $4, $5/$2 }' >>"$tmp/costs.csv" || exit 1
command awk -F, -v shown="linear_soft $shown" '
    BEGIN { m = split(shown, name, " "); print "| method | ns a step | shortened | ratio |\n|---|---|---|---|" }
    { ns[$1] = $2; cuts[$1] = $3; ratio[$1] = $4 }
    END { for (k = 1; k <= m; k++) if (name[k] in ns) printf "| %-24s | %6s | %3s | %s |\n", name[k], ns[name[k]], cuts[name[k]], ratio[name[k]] }' "$tmp/costs.csv"

printf '\nShortened steps in 30 s at 0.1 s, 1 and 20 N/m, by the border\n'
"$methods" borders | command awk -F, '{ printf "| %s | %s |\n", $1, $2 }'

[ "$PICTURES" ] || exit 0
course() { "$methods" course "$1" "$2" "$3" "$4" >"$tmp/$5.csv" || exit 1; }
course Soft euler 0.01 10 f19
for m in matexp_N2 taylor2; do course Four $m 0.02 10 f20_$m; done
for h in 0.2 0.5; do for k in 0 10; do course Soft const_nl_cbar_$k $h 10 f23_${k}_$h; done; done
for m in shift_back_cbar_10 shift_no_back_cbar_10 linear_10; do course Soft $m 0.05 10 f27_$m; done
for m in switch_fixed switch_2meta_delta switch_2meta_expm; do course Stiff $m 0.1 10 f29_$m; done
for h in 0.01 0.05 0.2; do
    for m in euler matexp_N10 taylor2 const_nl_cbar_10 switch_fixed switch_2meta_expm; do course Soft $m $h 10 f31_${m}_$h; done
    exact Soft $h 10 "$tmp/f31_exact_$h.csv"
done
for m in matexp_N100 taylor2 const_nl_cbar_10 shift_no_back_cbar_10 switch_fixed switch_2meta_matexp100 switch_2meta_expm; do course SoftFree $m 0.05 30 f38_$m; done
exact SoftFree 0.05 30 "$tmp/f38_exact.csv"
"$methods" appendix >"$tmp/f93.csv"
command awk -F, 'NR > 1 && $3 !~ /unlimited/ && $5 < 0.5 && $7 + 0 > 0 && $7 !~ /inf/ { file = folder "/e_" $1 "_" $2 "_" $3 ".csv"; print $5 "," $7 >file }' folder="$tmp" "$tmp/table.csv"
gnuplot -e "folder='$tmp'; to='$PICTURES'" tests/bench/methods.gp && echo && echo "drawn: $PICTURES/methods_*.png"
