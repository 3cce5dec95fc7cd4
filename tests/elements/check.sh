#!/bin/sh
# Springs and dampers that are not linear: the cases of models/nonlinear_springs and more, against oracle.c.
#
# Each line of cases.txt is a model and what it is to oracle.c, which is compared with the truth files of
# ../shared/reference/seed000 where they are. The variable step at --rtol 1e-12 is within 1e-8 of a signal's range, its
# events are those of the oracle within 1e-9 s, and what comes to rest does so within 1e-9. The method exact at 0.01 s is
# within 1e-10 over 10 s where all is linear between borders (held: with the force held from sample or border to the
# next); where it is not, it is of first order. Prints what it finds, as a table.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/elements
truth=${REFERENCE:-../shared/reference}/seed000/truth
rm -rf "${work:?}"
mkdir -p "$work"
. tests/awk.sh
${CC:-gcc} -std=c17 -O2 -o "$work/oracle" tests/elements/oracle.c -lm || exit 2
. tests/fast.sh
CC=$fast
export CC
. tests/add.sh

count() { # count STATUS TEXT
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
    fi
}

simulate() { # simulate NAME OUT OPTIONS ...
    case $1 in NonlinearSprings.*) file=models/nonlinear_springs/nonlinear_springs.dtm ;; *) file=tests/elements/elements.dtm ;; esac
    name=$1 out=$2
    shift 2
    "$dtc" sim "$file" --model "$name" --vars x,v --quiet -o "$out" "$@" 2>"$work/err" || cat "$work/err"
    finite "$out"
}

# finite FILE: what is no number is no result (looked for once in each file; see tests/awk.sh)
finite() {
    if grep -qiE 'nan|inf' "$1"; then
        echo "not finite: $1"
        rm "$1"
    fi
}

# rows LIMIT STOP A B: the largest difference of x and of v in rows of the same time up to STOP, relative to their range
# in A: at most LIMIT (absolute: that of x as it is)
rows() {
    command awk -F'[ ,]' -v limit="$1" -v stop="$2" -v absolute="${5:-0}" '
        function size(d) { return d < 0 ? -d : d }
        FNR == 1 { file++ }
        $1 !~ /^(row|[0-9])/ { next }
        { base = $1 == "row"; t = sprintf("%.5f", $(1 + base)); x = $(2 + base); v = $(3 + base) }
        file == 1 {
            X[t] = x; V[t] = v; want += t + 0 <= stop + 1e-6
            if (x > xh) xh = x; if (x < xl) xl = x; if (v > vh) vh = v; if (v < vl) vl = v
            next
        }
        t in X && t + 0 <= stop + 1e-6 && size(t - $(1 + base)) < 1e-9 {
            if (!(t in seen)) n++
            seen[t] = 1
            if (size(x - X[t]) > ex) ex = size(x - X[t])
            if (size(v - V[t]) > ev) ev = size(v - V[t])
        }
        END {
            if (absolute) { printf "%.2g", ex; exit !(n > 0 && n == want && ex <= limit) }
            printf "%.2g %.2g", ex / (xh - xl), ev / (vh - vl)
            exit !(n > 0 && n == want && ex <= limit * (xh - xl) && ev <= limit * (vh - vl))
        }' "$3" "$4"
}

# events LIMIT ORACLE RUN: each event of ORACLE is one of RUN within LIMIT seconds, and there are no others
events() {
    command awk -F'[ ,]' -v limit="$1" '
        function size(d) { return d < 0 ? -d : d }
        $1 == "event" { want[++n] = $2; next }
        /^[0-9]/ && FILENAME ~ /csv/ { if ($1 == before && $1 > 0 && $1 != found[m]) found[++m] = $1; before = $1 }
        END {
            for (i = 1; i <= n || i <= m; i++) if (i > n || i > m || size(want[i] - found[i]) > worst) worst = i > n || i > m ? 1 : size(want[i] - found[i])
            printf "%d %.2g", m, worst
            exit !(n == m && worst <= limit)
        }' "$2" "$3"
}

# the oracle, and the truth where it is there
known() {
    if [ ! -d "$truth" ]; then
        skipped=$((skipped + 1))
        return
    fi
    if [ "$file_of_rows" != - ]; then
        sed '1d; s/^/row,/' "$truth/$file_of_rows.csv" | cut -d, -f1-4 >"$work/truth.csv"
        rows 2e-11 "$([ "$judge" = held ] && echo 10 || echo "$stop")" "$work/oracle.txt" "$work/truth.csv" >"$work/out"
        count $? "$model: the oracle differs from the truth by $(cat "$work/out") of the range"
    fi
    if [ "$file_of_events" != - ]; then
        command awk -F, -v name="$file_of_events" -v stop="$stop" '$1 == name && $3 <= stop && !(($4 == "x=0" || $4 == "v=0") && name !~ /case0[46]/) && $4 != "stick" { print "event " $3 }' \
            "$truth"/events_case04.csv "$truth"/events_pwa.csv >"$work/events.txt"
        command awk '$1 == "event" && $2 + 0 != was { was = $2 + 0; printf "%s\n%s\n", $2, $2 }' "$work/oracle.txt" >"$work/events.csv"
        events 2e-10 "$work/events.txt" "$work/events.csv" >"$work/out"
        count $? "$model: events of the oracle differ from the truth by $(cat "$work/out")"
    fi
}

echo '| model | variable step: x and v, of the range | events, largest error in s | exact at 0.01 s over 10 s, largest error of x |'
echo '|---|---|---|---|'
sed 's/ *| */|/g' tests/elements/cases.txt >"$work/cases.txt"
while IFS='|' read -r model stop interval judge arguments file_of_rows file_of_events; do
    case $model in '#'*) continue ;; esac
    "$work/oracle" "$stop" "$interval" $arguments >"$work/oracle.txt" || { count 1 "$model: no oracle"; continue; }
    finite "$work/oracle.txt"
    known
    simulate "$model" "$work/run.csv" --rtol 1e-12 --stop "$stop" --interval "$interval"
    range=$(rows 1e-8 "$stop" "$work/oracle.txt" "$work/run.csv")
    count $? "$model: variable step: $range of the range"
    found=$(events 1e-9 "$work/oracle.txt" "$work/run.csv")
    count $? "$model: events: $found"
    tail -n 1 "$work/oracle.txt" >"$work/last.txt"
    if grep -q ' 0$' "$work/last.txt"; then
        rest=$(rows 1e-9 "$stop" "$work/last.txt" "$work/run.csv" absolute)
        count $? "$model: it rests wrong by $rest"
        found="$found, rest $rest"
    fi
    simulate "$model" "$work/exact.csv" --method exact --step 0.01 --stop 10 --interval 0.01
    "$work/oracle" 10 0.01 $arguments $([ "$judge" = held ] && echo hold=2) >"$work/oracle.txt"
    error=$(rows "$([ "$judge" = first ] && echo 5e-3 || echo 1e-10)" 10 "$work/oracle.txt" "$work/exact.csv" absolute)
    count $? "$model: exact: $error"
    echo "| ${model#*.} | $range | $found | $error |"
done <"$work/cases.txt"

# case 7 as on a rig: the force is an input, held from sample to sample
"$work/oracle" 10 0.01 c=1,1000 b=0.15 x0=0.1 u=1 hold=1 >"$work/oracle.txt"
command awk 'BEGIN { print "inputs:"; printf "  u: ["; for (k = 0; k <= 1000; k++) printf "%s[%.17g, %.17g]", k ? ", " : "", k/100, sin(k/100); print "]" }' >"$work/held.yaml"
simulate NonlinearSprings.Held "$work/exact.csv" --method exact --step 0.01 --stop 10 --param "$work/held.yaml"
error=$(rows 1e-10 10 "$work/oracle.txt" "$work/exact.csv" absolute)
count $? "Held: exact: $error"
echo "| Held | | | $error |"

# where a product is held over a step: half the step, half the error
for model in NonlinearSprings.TwoVariables Elements.TurningTwo; do
    arguments=$(sed -n "s/^$model|.*first|\([^|]*\)|.*/\1/p" "$work/cases.txt")
    "$work/oracle" 1 0.01 $arguments >"$work/oracle.txt"
    for step in 0.01 0.005; do
        simulate "$model" "$work/exact.csv" --method exact --step "$step" --stop 1 --interval 0.01
        rows 1 1 "$work/oracle.txt" "$work/exact.csv" absolute || count 1 "$model at $step s"
        echo
    done >"$work/order.txt"
    awk 'NR == 1 { a = $1 } NR == 2 { exit !(a/$1 > 1.8 && a/$1 < 2.2) }' "$work/order.txt"
    count $? "$model is not of first order: $(cat "$work/order.txt")"
done

# without damping a spring gives back what it took, also where its torque jumps
for model in General Points Jumps OneSided; do
    "$dtc" sim tests/elements/elements.dtm --model Elements.$model --set spring.d=0 --method exact --step 0.01 --stop 20 --vars energy --quiet -o "$work/energy.csv" 2>"$work/err" &&
        awk -F, 'NR == 2 { start = $2 } NR > 2 { n++; d = $2/start - 1; d = d < 0 ? -d : d; if (d > worst) worst = d } END { if (!(n > 1000 && worst < 1e-12)) { print worst; exit 1 } }' "$work/energy.csv" >"$work/out"
    count $? "$model: energy changes by $(cat "$work/out" "$work/err")"
done

# closed forms: the last row of a run to each time
law() { # law MODEL TIME OPTIONS ...: the lines of laws.expect for both
    model=$1 time=$2
    shift 2
    "$dtc" sim tests/elements/laws.dtm --model "Laws.$model" --stop "$time" "$@" --quiet -o "$work/law.csv" 2>"$work/err" || cat "$work/err"
    awk -v model="$model" -v time="$time" '$1 == model && $2 == time' tests/elements/laws.expect | tr -s ' ' >"$work/law.txt"
    awk -F, '
        FNR == NR { if (FNR == 1) for (i = 1; i <= NF; i++) at[$i] = i; else last = $0; next }
        { split($0, f, " "); split(last, v, ","); got = f[3] in at ? v[at[f[3]]] : "nothing"; d = got - f[4]
          if (got == "nothing" || !(d <= f[5] + 0 && -d <= f[5] + 0)) print "is " got ": " $0; else good++ }
        END { exit !(good > 0 && good == FNR) }' "$work/law.csv" "$work/law.txt" >"$work/out"
    count $? "closed form, $*: $(cat "$work/out")"
}
sed '/^#/d' tests/elements/laws.expect | awk '{ print $1, $2 }' | uniq >"$work/laws.txt"
while read -r model time; do
    law "$model" "$time" --rtol 1e-11
    # what is linear between borders, by fixed steps too
    case $model in Drive | *Stop | Holds | Turns | Flywheel) law "$model" "$time" --method exact --step 0.01 ;; esac
done <"$work/laws.txt"
"$dtc" tests/elements/laws.dtm --model Laws.Drive --vars shaft.tau --report -o "$work/drive.c" 2>&1 | grep -qE '^states +3: first.w, second.w, shaft.tau$'
count $? "a DriveSpring needs angles"

# case 9: what adjusting a step with one matrix leaves, from the columns of exp(A t) that the method exact has in its rows
matrices() { # matrices TD: rows eta, exp(A eta TD)
    step=$(command awk "BEGIN { printf \"%.17g\", $1/20 }") stop=$(command awk "BEGIN { printf \"%.17g\", 2*$1 }")
    "$dtc" sim tests/elements/elements.dtm --model Elements.Columns --vars 'a.x,b.x,a.v,b.v' --method exact --step "$step" --stop "$stop" --quiet -o "$work/columns.csv" 2>"$work/err" || cat "$work/err"
    finite "$work/columns.csv"
    command awk -F, 'NR > 1 { printf "%.17g %s %s %s %s\n", (NR - 2)/20, $2, $3, $4, $5 }' "$work/columns.csv"
}
adjusting() { # adjusting TD: rows eta e1 e2
    matrices "$1" | command awk '
        function norm(a, b, c, d,   S, D) { S = a*a + b*b + c*c + d*d; D = a*d - b*c; return sqrt((S + sqrt(S*S - 4*D*D > 0 ? S*S - 4*D*D : 0))/2) }
        { eta[NR] = $1; for (i = 2; i <= 5; i++) P[NR, i] = $i - (i == 2 || i == 5) }
        $1 == 1 { one = NR }
        END {
            a = P[one, 2]; b = P[one, 3]; c = P[one, 4]; d = P[one, 5]
            square = norm(a*a + b*c, a*b + b*d, c*a + d*c, c*b + d*d)
            for (r = 1; r <= NR; r++) {
                e = eta[r]
                printf "%.2f %.12g %.12g\n", e, norm(P[r, 2] - e*a, P[r, 3] - e*b, P[r, 4] - e*c, P[r, 5] - e*d), (1 - e)*(1 - e)*square
            }
            exit NR != 41
        }'
}
is() { # is FILE ETA COLUMN VALUE
    command awk -v eta="$2" -v column="$3" -v want="$4" '$1 == eta { n++; d = $column - want } END { exit !(n == 1 && d < 6e-9 && -d < 6e-9) }' "$1"
    count $? "case 9: $1 at $2"
}
column=1
for td in 0.031 0.093 0.154 "0.1*sqrt(15)/2/6.283185307179586" "0.3*sqrt(15)/2/6.283185307179586" "0.5*sqrt(15)/2/6.283185307179586" \
    "0.1*4*3.141592653589793/sqrt(15)" "0.2*4*3.141592653589793/sqrt(15)" "0.5*4*3.141592653589793/sqrt(15)"; do
    column=$((column + 1))
    adjusting "($td)" >"$work/case9_$column.txt"
    count $? "case 9: Td = $td"
    [ -d "$truth" ] || continue
    sed 1d "$truth/case09_appendixA.csv" | tr , ' ' | command awk -v column=$column '
        NR == FNR { for (i = 1; i <= NF; i++) want[FNR, i] = $i; next }
        { n++; d = $2 - want[FNR, column]; e = $3 - want[FNR, column + 9]; d *= d; e *= e; if (d > worst) worst = d; if (e > worst) worst = e }
        END { exit !(n == 41 && worst < 1e-22) }' - "$work/case9_$column.txt"
    count $? "case 9: Td = $td against the truth"
done
is "$work/case9_2.txt" 0.50 2 0.00611889
is "$work/case9_2.txt" 2.00 2 0.04670411
is "$work/case9_3.txt" 0.50 2 0.05009770
is "$work/case9_3.txt" 0.00 3 0.34612633
is "$work/case9_4.txt" 2.00 3 0.77703159
is "$work/case9_4.txt" 0.50 3 0.19425790
[ "$skipped" -eq 0 ] || echo "skipped: ../shared/reference/seed000 is not there"
finish
