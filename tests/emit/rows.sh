# Read by check.sh: rows of the descriptor that stand for several variables, and messages, say what single ones do. With -fno-roll members of equal
# components are no arrays, so that each has a row: the same names, units, kinds, values and messages have the same numbers.
runtime "$tmp/san-DDTC_FLOAT" "$san -DDTC_FLOAT" || exit 2
listed() { # listed NAME OPTIONS FLAGS VALUES: $tmp/NAME.list; how many rows: $tmp/NAME.rows
    "$DTC" tests/emit/rows.dtm --vars '*' $2 -o "$tmp/m.c" 2>"$tmp/log" &&
        $san -std=c99 -ffp-contract=off -Iruntime $3 -include "$tmp/m.h" -DINFO=Rows_info \
            tests/emit/rows.c "$tmp/m.c" "$tmp/san$3"/*.o -o "$tmp/rows" -lm >>"$tmp/log" 2>&1 &&
        ASAN_OPTIONS=detect_leaks=0 "$tmp/rows" $4 >"$tmp/$1.list" 2>"$tmp/$1.rows" && ok || fail "rows $2: $(head -n 5 "$tmp/log" "$tmp/$1.list")"
}
values="link[1].m=2 link[20].m=3 link[40].m=4 link[1].turns=3 link[40].k=55 u[1]=0.5 u[5]=0.25 u[12]=2 grid[9,2]=7 c3.k=12 '%1'=3"
for options in '' '--float --method rk4'; do
    case $options in *float*) define=-DDTC_FLOAT ;; *) define='' ;; esac
    listed rolled "$options" "$define" "$values"
    listed single "$options -fno-roll" "$define" "$values"
    try "rows $options: as without loops" cmp "$tmp/rolled.list" "$tmp/single.list"
    for line in 'link\[1\].m (kg, Mass) kind 0 type 0 = 2$' 'link\[20\].m (kg, Mass) kind 0 type 0 = 3$' 'link\[40\].m (kg, Mass) kind 0 type 0 = 4$' \
        'link\[40\].turns (, ) kind 0 type 1 = 2$' 'grid\[9,2\] (, ) kind 0 type 0 = 7$' 'link\[2\].pull (, ) .* = 0.5$' 'back\[9\] .* = 0.5$' 'mixed\[4\] .* = 0.25$' 'mixed\[5\] .* = 0$' "'%1' (, 5 % of %1, literally) .* = 3$" \
        'link\[40\].k is below its min = 0$' 'link\[9\].m is zero, and'; do
        grep -q " $line" "$tmp/rolled.list" && ok || fail "rows $options: not listed: $line"
    done
    [ "$(cut -d' ' -f1 "$tmp/rolled.rows")" -le $(($(cut -d' ' -f1 "$tmp/single.rows") / 4)) ] && ok || fail "rows: $(cat "$tmp/rolled.rows" "$tmp/single.rows")"
done
for given in 'link[1].k' 'link[20].d' 'link[40].m' 'c3.k'; do
    ASAN_OPTIONS=detect_leaks=0 "$tmp/rows" "$given=-1" | grep -qxF "status 10 $given is below its min = 0" && ok || fail "rows: $given = -1 is not refused"
done
printf 'parameters: {"link[1]": {m: 2}, "link[40].m": 3, grid: [%s[9, 1]]}\n' "$(printf '[1, 2],%.0s' 1 2 3 4 5 6 7 8)" >"$tmp/rows.yaml"
$DTC sim tests/emit/rows.dtm --method euler --param "$tmp/rows.yaml" --vars 'link[40].m,link[39].*,link[1].m,y[9],grid[9,2]' --stop 0.01 --quiet -o "$tmp/rows.csv" 2>"$tmp/log"
{ [ "$(head -n 1 "$tmp/rows.csv")" = \
    'time,link[40].m,link[39].m,link[39].k,link[39].d,link[39].turns,link[39].v,link[39].s,link[39].left,link[39].right,link[39].same,link[39].opposite,link[39].pull,link[1].m,y[9],"grid[9,2]"' ] &&
    sed -n '2s/^\([^,]*,[^,]*\),.*,\(.*\),.*,\(.*\)$/\1 \2 \3/p' "$tmp/rows.csv" | grep -qx '0,3 2 1'; } && ok || fail "rows: dtc sim --vars: $(head -n 3 "$tmp/log" "$tmp/rows.csv")"
# What is written of a long chain is what is written of a short one, but for its numbers.
sized() { tests/scale/generate "$1" "$2" | sed 's/J = {[^}]*}/each J = 1/; s/(J = [0-9.]*)/(J = 1)/' >"$tmp/size.dtm" && $DTC "$tmp/size.dtm" -o "$tmp/size.c" 2>/dev/null && wc -c <"$tmp/size.c"; }
for kind in array chain; do
    short=$(sized $kind 400) long=$(sized $kind 4000)
    [ "$long" -le $((short + 200)) ] && [ "$short" -gt 5000 ] && ok || fail "the C of 200 equal pairs ($kind) has $short bytes, that of 2000 has $long"
done
