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
passed=0 failed=0 skipped=0

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
}

# rows LIMIT STOP A B: the largest difference of x and of v in rows of the same time up to STOP, relative to their range
# in A: at most LIMIT (absolute: that of x as it is)
rows() {
    awk -F'[ ,]' -v limit="$1" -v stop="$2" -v absolute="${5:-0}" '
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
    awk -F'[ ,]' -v limit="$1" '
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
        awk -F, -v name="$file_of_events" -v stop="$stop" '$1 == name && $3 <= stop && !(($4 == "x=0" || $4 == "v=0") && name !~ /case0[46]/) && $4 != "stick" { print "event " $3 }' \
            "$truth"/events_case04.csv "$truth"/events_pwa.csv >"$work/events.txt"
        awk '$1 == "event" && $2 + 0 != was { was = $2 + 0; printf "%s\n%s\n", $2, $2 }' "$work/oracle.txt" >"$work/events.csv"
        events 2e-10 "$work/events.txt" "$work/events.csv" >"$work/out"
        count $? "$model: events of the oracle differ from the truth by $(cat "$work/out")"
    fi
}

echo '| model | variable step: x and v, of the range | events, largest error in s | exact at 0.01 s over 10 s, largest error of x |'
echo '|---|---|---|---|'
while IFS='|' read -r model stop interval judge arguments file_of_rows file_of_events; do
    case $model in '#'*) continue ;; esac
    model=${model%% *} stop=${stop# } stop=${stop% } interval=$(echo $interval) judge=$(echo $judge) file_of_rows=$(echo $file_of_rows) file_of_events=$(echo $file_of_events)
    "$work/oracle" "$stop" "$interval" $arguments >"$work/oracle.txt" || { count 1 "$model: no oracle"; continue; }
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
done <tests/elements/cases.txt

# case 7 as on a rig: the force is an input, held from sample to sample
"$work/oracle" 10 0.01 c=1,1000 b=0.15 x0=0.1 u=1 hold=1 >"$work/oracle.txt"
command awk 'BEGIN { print "inputs:"; printf "  u: ["; for (k = 0; k <= 1000; k++) printf "%s[%.17g, %.17g]", k ? ", " : "", k/100, sin(k/100); print "]" }' >"$work/held.yaml"
simulate NonlinearSprings.Held "$work/exact.csv" --method exact --step 0.01 --stop 10 --param "$work/held.yaml"
error=$(rows 1e-10 10 "$work/oracle.txt" "$work/exact.csv" absolute)
count $? "Held: exact: $error"
echo "| Held | | | $error |"

# where a product is held over a step: half the step, half the error
for model in NonlinearSprings.TwoVariables Elements.TurningTwo; do
    arguments=$(awk -F'|' -v model="$model" '$1 ~ "^" model " " { print $5 }' tests/elements/cases.txt)
    "$work/oracle" 1 0.01 $arguments >"$work/oracle.txt"
    for step in 0.01 0.005; do
        simulate "$model" "$work/exact.csv" --method exact --step "$step" --stop 1 --interval 0.01
        rows 1 1 "$work/oracle.txt" "$work/exact.csv" absolute || count 1 "$model at $step s"
        echo
    done >"$work/order.txt"
    awk 'NR == 1 { a = $1 } NR == 2 { exit !(a/$1 > 1.8 && a/$1 < 2.2) }' "$work/order.txt"
    count $? "$model is not of first order: $(cat "$work/order.txt")"
done
[ "$skipped" -eq 0 ] || echo "skipped: ../shared/reference/seed000 is not there"
line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ]
