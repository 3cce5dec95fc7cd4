#!/bin/sh
# Which speeds may jump: states that do not (states.mo), motions that jump and what follows them (sources.cases), both told while compiling, and
# runs against what is right by hand.
#
# states.expect: MODEL and its states. sources.cases: "=== title" begins a model in which `@` stands for the case; "--- text" is a case; the line
# below is the first thing that is said of it, without the name of the file; nothing is said where there is none. BLESS=1 rewrites both; review
# them with git diff.
cd "$(dirname "$0")/../.." || exit 2
group=mayjump
. tests/group.sh
. tests/awk.sh

# ---- states ----

for model in $(sed -n 's/^  model \([A-Za-z]*\).*/\1/p' tests/mayjump/states.mo); do
    states=$("$dtc" tests/mayjump/states.mo --model "MayJump.$model" --dump=index -o /dev/null 2>&1 |
        sed -n '/^determined/q; /^states/d; s/^  \([^,]*\),.*/\1/; p' | tr '\n' ' ')
    echo "$model: ${states% }"
done >"$work/states"
[ -z "$BLESS" ] || cp "$work/states" tests/mayjump/states.expect
while read -r line; do
    if grep -qxF "$line" "$work/states"; then ok; else fail "states are to be $line, got $(grep "^${line%%:*}:" "$work/states")"; fi
done <tests/mayjump/states.expect
[ "$(wc -l <tests/mayjump/states.expect)" -eq "$(wc -l <"$work/states")" ] || fail "states.expect has other models than states.mo"

# ---- what is said ----

awk -v dir="$work" '
    /^===/ { n = 0; group = 1; next }
    /^---/ {
        group = 0
        file = sprintf("%s/case%02d", dir, ++cases)
        for (i = 1; i <= n; i++) print text[i] == "@" ? substr($0, 5) : text[i] >(file ".dtm")
        close(file ".dtm")
        printf "" >(file ".want")
        next
    }
    group { text[++n] = $0; next }
    { print >(file ".want") }' tests/mayjump/sources.cases
for case in "$work"/case*.dtm; do
    name=${case%.dtm}
    (cd "$work" && "$dtc" "$(basename "$case")" -o "$name.c") >"$name.log" 2>&1
    code=$?
    head -n 1 "$name.log" | sed 's/^case[0-9]*\.dtm:/    /' >"$name.got"
    wrong=0
    ! grep -q ' error: ' "$name.want" || wrong=1
    if [ -n "$BLESS" ] || { [ $code -eq $wrong ] && cmp -s "$name.want" "$name.got"; }; then ok; else
        fail "exit code $code: $(cat "$case")"
        diff "$name.want" "$name.got"
    fi
done
[ -z "$BLESS" ] || {
    awk -v dir="$work" '
        /^===/ { group = 1 }
        /^---/ {
            group = 0
            print
            file = sprintf("%s/case%02d.got", dir, ++cases)
            while ((getline line <file) > 0) print line
            close(file)
            next
        }
        group { print }' tests/mayjump/sources.cases >"$work/new" && cp "$work/new" tests/mayjump/sources.cases
}

# ---- runs ----

# ends MODEL METHOD NAME VALUE TOLERANCE
ends() {
    "$dtc" sim tests/mayjump/states.mo --model "MayJump.$1" --method "$2" --stop 1.1 --quiet -o "$work/run.csv" 2>"$work/log" || cat "$work/log"
    if awk -F, -v name="$3" -v want="$4" -v tolerance="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i; next }
        { value = $column }
        END { d = value - want; exit !(NR > 2 && column && d <= tolerance && d >= -tolerance) }' "$work/run.csv"; then ok; else
        fail "$1, $2: $3 is to end with $4"
    fi
}

for method in cvode euler semi rk4 exact; do
    ends Gap $method v 5 1e-12
    ends Gap $method g 0.3 1e-8
done
for method in cvode euler rk2; do
    ends Step $method v 4 1e-6
    ends Step $method w 2 1e-6
done

finish
