#!/bin/sh
# The C of nets: code.sh DTC WORK. An automaton is the net with one token: written as a net it has the same C. Each place
# and each transition of a ring adds as many lines as any other.
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

# ring N: lines of C of a net with N places and transitions, two tokens
ring() {
    awk -v n="$1" 'BEGIN {
        printf "model Ring\n  net n\n    place p0(2)"
        for (i = 1; i < n; i++) printf ", p%d", i
        print ";\n    initial p0(2);"
        for (i = 0; i < n; i++) printf "    from p%d to p%d when time > %d;\n", i, (i + 1) % n, i
        print "  end n;\nend Ring;" }' >"$work/ring.dtm"
    "$dtc" --step 1e-3 "$work/ring.dtm" -o - 2>/dev/null | grep -c .
}
a=$(ring 50) b=$(ring 100) c=$(ring 150)
if [ $((c - b)) -eq $((b - a)) ] && [ "$a" -gt 500 ]; then ok; else fail "lines of C of rings of 50, 100, 150 places: $a, $b, $c"; fi
finish
