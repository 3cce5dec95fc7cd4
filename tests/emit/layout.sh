# Part of check.sh: sizes and offsets of members, as --dump=step tells them, are those of the C compiler, in both precisions.
# The dump has names of its own, in the order of the struct.
declared() { # declared HEADER: names of the members of the model's struct, in order
    awk '/^typedef struct [A-Za-z_0-9]+ [{]$/ { on = 1; next } on && /^}/ { exit }
        !on { next }
        { sub(/ *\/\*.*/, ""); if ($0 !~ /;$/) next; sub(/;$/, ""); if (!sub(/.*} /, "")) sub(/^ *(long long|[a-z_]+) /, "")
          n = split($0, name, /, /); for (i = 1; i <= n; i++) { sub(/\[.*/, "", name[i]); print name[i] } }' "$1"
}
layout() { # layout MODEL OPTIONS
    type=$(type_of "$tmp/m.h")
    declared "$tmp/m.h" >"$tmp/declared"
    $DTC "$1" $2 --dump=step 2>/dev/null | awk '/^struct of/ { print; on = 1; next } !on || /^    #/ { next } !/^    [0-9]+: / { exit } { print }' >"$tmp/dumped"
    awk -v type="$type" 'NR == FNR { member[NR] = $0; members = NR; next }
        FNR == 1 { print "#include <stddef.h>\n#include \"m.h\"\n#define HAS(x) _Static_assert(x, #x);"; printf "HAS(sizeof(%s) == %s)\n", type, $3; next }
        { at = $1 + 0; match($0, /, [0-9]+ of [^,]*(, saved.*)?$/); size = substr($0, RSTART + 2) + 0; name = member[++k]
          printf "HAS(offsetof(%s, %s) == %d) HAS(sizeof ((%s *)0)->%s == %d)\n", type, name, at, type, name, size }
        END { if (k != members) print "#error members"; print "int members = " k ";" }' "$tmp/declared" "$tmp/dumped" >"$tmp/layout.c"
    grep -c '^HAS(offsetof' "$tmp/layout.c" >"$tmp/members"
    [ "$(cat "$tmp/members")" -gt 10 ] || fail "$1 $2: the dump has no members"
    try "$1 $2: layout" gcc -std=c11 $3 -Iruntime -Iruntime/host -I"$tmp" -c "$tmp/layout.c" -o "$tmp/layout.o"
}
for model in tests/emit/clutch.dtm tests/emit/events.dtm models/zf4hp22/zf4hp22.dtm models/hybrid_ravigneaux/hybrid_ravigneaux.dtm; do
    for options in '--method euler' '--method rk4' '--method rosenbrock' '--method exact' '--method exact -fconstant-matrices' '--hybrid'; do
        $DTC "$model" $options -o "$tmp/m.c" 2>/dev/null && layout "$model" "$options" ''
    done
    $DTC "$model" --method semi --float -o "$tmp/m.c" 2>/dev/null && layout "$model" '--method semi --float' -DDTC_FLOAT
    $DTC "$model" --method exact --float -o "$tmp/m.c" 2>/dev/null && layout "$model" '--method exact --float' -DDTC_FLOAT
done
