# Part of check.sh: lines of statements have at most 100 columns, comments 120, but for names that are as long; a sum that
# is cut has a term a line; no function of a fixed step is empty.
lines() { # lines MODEL OPTIONS
    compile "$1" "$2" || return
    awk '/^static [a-z_]+ [a-z_0-9]+\(.*\)$/ || /^{$/ { on = 1 } /^}/ { on = 0 } /^dtc_status/ { exit } !on || / dtc_control c|any_to|&m->ready/ { next }
        length($0) > (/^ *(\/\*| \*)/ ? 120 : 100) && !/^ *[^ ]+ = [^ ]+$/' "$tmp/m.c" >"$tmp/log"
    [ ! -s "$tmp/log" ]
    verdict $? "$1 $2: $(head -n 1 "$tmp/log" | cut -c1-160)"
    awk '/^static void/ { name = $0; n = 0 } { n++ } /^}$/ && name != "" { if (!n || n == 3 || (n == 4 && last ~ /\(void\)m;/)) print name; name = "" } { last = $0 }' \
        "$tmp/m.c" >"$tmp/log"
    [ ! -s "$tmp/log" ]
    verdict $? "$1 $2: an empty function: $(head -n 1 "$tmp/log")"
}
for model in zf4hp22/zf4hp22 dual_clutch7/dual_clutch7 drive_cycle/article_cycle split_mu/split_mu nonlinear_springs/nonlinear_springs; do
    lines "models/$model.dtm" '--method euler'
    lines "models/$model.dtm" '--method rk4'
done
lines models/zf4hp22/zf4hp22.dtm '--method exact'
# One term a line: nothing binds less than a sum that is cut, and no line of it has two terms.
compile models/zf4hp22/zf4hp22.dtm ''
[ "$(grep -A 9 '^ *z\[2\] = ' "$tmp/m.c" | sed 's/^ *//' | sort -u | grep -c '^ *- m->block_[0-9]*\.B\[[0-9]*\] \* m->law_[0-9]*\.lambda\[[0-9]*\];*$')" = 9 ]
verdict $? 'a sum has a term a line'
