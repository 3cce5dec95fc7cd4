# Part of check.sh: equal components become loops, and results keep their bits: all variables, with and without, each method, both precisions.
rolls() { # rolls KIND N LOOPS: at least so many; without the option there are none. backwards: a chain, declared from its end on
    if [ "$1" = backwards ]; then
        tests/scale/generate chain "$2" | awk '/^  Drivetrain.* [jx][0-9]+\(/ { line[++n] = $0; next } n && !done { for (done = n; done > 0; done--) print line[done]; done = 1 } 1'
    else
        tests/scale/generate "$1" "$2"
    fi >"$tmp/roll.dtm"
    $DTC "$tmp/roll.dtm" -fno-roll -o "$tmp/roll.c" 2>/dev/null && mv "$tmp/roll.c" "$tmp/unrolled.c" && $DTC "$tmp/roll.dtm" -o "$tmp/roll.c" 2>/dev/null
    [ "$(grep -c 'for (int r = 0; r < ' "$tmp/roll.c")" -ge "$3" ] && ok || fail "$1: less than $3 loops"
    grep -q 'for (int r = 0; r < ' "$tmp/unrolled.c" && fail "$1: loops with -fno-roll" || ok
    [ "$3" -gt 0 ] || try "$1: none is left as it is" cmp "$tmp/roll.c" "$tmp/unrolled.c"
    try "$1: rolled, gcc" gcc -std=c99 -O2 $strict -c "$tmp/roll.c" -o "$tmp/roll.o"
}
same_bits() { # same_bits KIND N OPTIONS
    for flag in '' -fno-roll; do
        $DTC sim "$tmp/roll.dtm" $3 $flag --quiet --stop 0.02 -o "$tmp/rolled$flag.csv" 2>"$tmp/log" || fail "$1 $3 $flag: does not run"
    done
    [ "$(wc -l <"$tmp/rolled.csv")" -gt 15 ] || fail "$1 $3: no rows"
    try "$1 $3: bits of loops" cmp "$tmp/rolled.csv" "$tmp/rolled-fno-roll.csv"
}
rolls star 70 5
same_bits star 70 '--method euler'
rolls backwards 70 5
same_bits backwards 70 '--method euler'
grep -q 'any_order' "$tmp/roll.c" && fail "backwards: a table of places" || ok
rolls signal 40 5
same_bits signal 40 '--method semi'
rolls tree 100 0
rolls array 70 5
same_bits array 70 '--method cvode'
rolls chain 70 5
for options in '--method euler' '--method semi --float' '--method rk2' '--method rk4 --float' '--method rosenbrock' '--method exact --float'; do
    same_bits chain 70 "$options"
done
# Thousands of statements of an irregular model are loops over tables, with the same bits; by tcc, for without loops they are long.
tests/scale/generate tree 1000 >"$tmp/roll.dtm"
stand=$($DTC --report "$tmp/roll.dtm" 2>/dev/null | awk '/^loops/ { print $4, $6 }')
[ "${stand% *}" -ge $((${stand#* }/2)) ] && ok || fail "tree of 1000: loops stand for $stand statements"
! command -v tcc >/dev/null || CC=tcc same_bits 'tree of 1000' 1000 '--method euler'
# What is compiled of a long chain is as long as that of a short one, but for the lists of variables and messages.
statements() { tests/scale/generate chain "$1" >"$tmp/roll.dtm" && $DTC "$tmp/roll.dtm" -o "$tmp/roll.c" 2>/dev/null && grep -vc '^    [{"]' "$tmp/roll.c"; }
[ "$(statements 4000)" -le $(($(statements 1000) + 1000)) ] && ok || fail "the C of a chain grows with it"
# A part of a function that was cut may have no use for a parameter: the sum that finds numbers that are not finite has none for the rates. Calls
# with several outputs are statements there.
cat >"$tmp/parts.dtm" <<'M'
model parts
  function both
    input Real u;
    output Real a = 2*u;
    output Real b = sin(u);
  algorithm
  end both;
  Real x[400](each start = 0.1, each fixed = true), a, b;
equation
  (a, b) = both(x[1]);
  for i in 1:399 loop
    der(x[i]) = -x[i]*sin(x[i + 1]);
  end for;
  der(x[400]) = -a*b*x[400];
end parts;
M
for method in rk2 rosenbrock; do
    compile "$tmp/parts.dtm" "--method $method -fno-roll" &&
        try "parts, $method" gcc -std=c99 -O0 -Wall -Wextra -Werror -Iruntime -c "$tmp/m.c" -o "$tmp/parts.o"
done
