#!/bin/sh
# The methods of Reiter's section 3.2 (tests/bench/methods): each row of rows.csv, and of methods.csv of ../shared/reference
# where it is, comes out to six digits, or to what the truth of these files is worth. Beside them the method exact of dtc: it
# is as near to the truth as rounding lets it, at every step.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/discretisation
table=${REFERENCE:-../shared/reference}/seed000/methods.csv
model=models/nonlinear_springs/nonlinear_springs.dtm
rm -rf "${work:?}"
mkdir -p "$work"
. tests/awk.sh
. tests/add.sh
${CC:-gcc} -std=c17 -D_GNU_SOURCE -O2 -o "$work/methods" tests/bench/methods/*.c -lm || exit 2
. tests/fast.sh
CC=$fast
export CC

"$work/methods" check tests/discretisation/rows.csv >"$work/rows.log"
add $? "$work/rows.log" rows.csv
if [ -e "$table" ]; then
    "$work/methods" check "$table" >"$work/table.log"
    add $? "$work/table.log" methods.csv
else
    echo "skipped: $table is not there"
    skipped=$((skipped + 1))
fi
count() { # count STATUS TEXT
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else
        echo "FAILED: $2"
        failed=$((failed + 1))
    fi
}

# with another sixth digit, or another number of shortened steps, every row fails
wrong() { # wrong COLUMN SUM FACTOR
    command awk -F, -v OFS=, -v c="$1" -v sum="$2" -v factor="$3" '
        NR == 1 { print } NR > 1 && $c ~ /^[0-9]/ && $8 > 1e-6 && $1 != "case7" { $c = sprintf("%.9g", ($c + sum)*factor); print }' tests/discretisation/rows.csv >"$work/wrong.csv"
    ! "$work/methods" check "$work/wrong.csv" >"$work/wrong.log" && tail -n 1 "$work/wrong.log" | grep -qE '^0 passed, [1-9][0-9]'
    count $? "wrong numbers in column $1 pass: $(tail -n 1 "$work/wrong.log")"
}
wrong 6 0 1.00002
wrong 8 0 1.00002
wrong 9 1 1

# shortened steps by the border, as counted apart (straight line to the border, closed form in each piece)
"$work/methods" borders | tr '\n' ' ' >"$work/borders"
grep -qx 'border,shortened 0.025,21 0.03,19 0.05,15 0.1,9 0.15,5 0.2,3 ' "$work/borders"
count $? "shortened steps: $(cat "$work/borders")"
# a linear system is one piece: the spring of 1 N/m everywhere, by its closed form
"$work/methods" course Stiff linear_soft 0.1 1 | tail -n 1 | awk -F, '{
    w = sqrt(1 - 0.0625); x = 0.3*exp(-0.25)*(cos(w) + 0.25/w*sin(w)); d = $2 - x; if (!($1 == 1 && d*d < 1e-20)) { print $1, $2, x; exit 1 } }' >"$work/linear"
count $? "linear: $(cat "$work/linear")"

# beside MODEL STEP: a run of dtc as a row; errors at all samples, and of energy
beside() {
    "$dtc" sim $model --model "NonlinearSprings.$1" --method exact --step "$2" --stop 30 --vars x,v --quiet $3 $4 -o "$work/run.csv" 2>"$work/err" &&
        "$work/methods" beside "$1" "$2" <"$work/run.csv" >"$work/row.csv" 2>>"$work/err"
}
for name in Four FourWide Soft Stiff FourFree FourWideFree SoftFree StiffFree; do
    for step in 0.2 0.5; do
        beside $name $step &&
            command awk -F, '{ exit !($7 + 0 <= 2e-14 && $7 ~ /^[0-9]/ && ($12 == "nan" || $12 + 0 <= 5e-14 && $12 ~ /^[0-9]/)) }' "$work/row.csv"
        count $? "$name at $step s: $(cat "$work/row.csv" "$work/err")"
    done
done
command awk 'BEGIN { print "inputs:"; printf "  u: ["; for (k = 0; k <= 3000; k++) printf "%s[%.17g, %.17g]", k ? ", " : "", k/100, sin(k/100); print "]" }' >"$work/held.yaml"
beside Held 0.01 --param "$work/held.yaml" && command awk -F, '{ exit !($14 ~ /^[0-9]/ && $14 + 0 <= 1e-11) }' "$work/row.csv"
count $? "Held: $(cat "$work/row.csv" "$work/err")"

# exact.cuts and exact.cut: as many borders as the motion meets in 10 s, the first of a step when it meets it
"$dtc" sim $model --model NonlinearSprings.FourWide --method exact --step 0.2 --stop 10 --vars 'exact.*' --quiet -o "$work/cuts.csv" 2>"$work/err"
count $? "exact.cuts: $(cat "$work/err")"
awk -F, '
    NR == 1 { good = $2 == "exact.cuts" && $3 == "exact.cut" }
    NR > 2 { n += $2; if ($2 == 0 && $3 != 1) bad++; if ($2 > 0) met[++k] = before + 0.2*$3 } { before = $1 }
    END { d = met[1] - 0.5083954755967; if (!(good && n == 27 && !bad && d*d < 1e-18)) { printf "%d borders, the first at %.12g s\n", n, met[1]; exit 1 } }' "$work/cuts.csv" >"$work/out"
count $? "exact.cuts: $(cat "$work/out")"
finish
