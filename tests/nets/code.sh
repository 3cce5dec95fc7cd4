#!/bin/sh
# The C of nets: code.sh DTC WORK. An automaton is the net with one token: written as a net it has the same C. Each place
# and each transition of a ring adds as many lines as any other, and as much to the bound of --report.
dtc=$1 work=$2
. tests/add.sh
. tests/awk.sh

for model in tests/golden/flat/automaton.dtm tests/golden/c/modes.dtm tests/options/loops.dtm tests/discrete/waits.dtm; do
    sed -E 's/^( *)automaton ([a-z]+)( "|$)/\1net \2\3/' "$model" >"$work/as_net.dtm"
    name=$(basename "$model")
    cp "$model" "$work/as_automaton.dtm"
    for as in as_automaton as_net; do
        "$dtc" --step 1e-3 "$work/$as.dtm" -o - >"$work/$as.c" 2>"$work/$as.err" || cat "$work/$as.err"
    done
    if [ -s "$work/as_net.c" ] && ! cmp -s "$model" "$work/as_net.dtm" && cmp -s "$work/as_automaton.c" "$work/as_net.c"; then ok; else
        fail "$name: written as nets it has other C"
        diff "$work/as_automaton.c" "$work/as_net.c" | head -n 10
    fi
done

# ring N: lines of C of a net with N places and transitions, two tokens, and comparisons of a step at most
ring() {
    awk -v n="$1" 'BEGIN {
        printf "model Ring\n  net n\n    place p0(2)"
        for (i = 1; i < n; i++) printf ", p%d", i
        print ";\n    initial p0(2);"
        for (i = 0; i < n; i++) printf "    from p%d to p%d when time > %d;\n", i, (i + 1) % n, i
        print "  end n;\nend Ring;" }' >"$work/ring.dtm"
    "$dtc" --step 1e-3 "$work/ring.dtm" -o - 2>/dev/null | grep -c .
    "$dtc" --step 1e-3 --report "$work/ring.dtm" | awk '/^  a step / { print $(NF - 1) }'
}
# shellcheck disable=SC2046
set -- $(ring 50) $(ring 100) $(ring 150)
if [ $# -eq 6 ] && [ $(($5 - $3)) -eq $(($3 - $1)) ] && [ "$1" -gt 500 ]; then ok; else fail "lines of C of rings of 50, 100, 150 places: $1, $3, $5"; fi
if [ $# -eq 6 ] && [ $(($6 - $4)) -eq $(($4 - $2)) ] && [ "$2" -ge 50 ]; then ok; else fail "comparisons of a step of these: $2, $4, $6"; fi
finish
