# Part of check.sh: the header as a program in C finds it (header.c), and its sections in their order.
for options in '' '--float --method rk4' '--method exact'; do
    case $options in *float*) define=-DDTC_FLOAT ;; *) define='' ;; esac
    $DTC tests/emit/header.dtm --model Header.BOX $options -o "$tmp/m.c" 2>"$tmp/diag" || fail "header $options: does not compile"
    for cc in 'clang -std=c99' 'clang++ -std=c++11'; do
        case $cc in *++*) language='-x c++' gcc_too='g++ -std=c++11' ;; *) language='' gcc_too='gcc -std=c99' ;; esac
        try "header $options: $gcc_too" $gcc_too $define -Wall -Wextra -Werror -Iruntime -include "$tmp/m.h" $language -fsyntax-only tests/emit/header.c
        try "header $options: $cc" sh -c "${cc%% *} ${cc#* } $define -Wall -Wextra -Werror -ffp-contract=off -Iruntime -include $tmp/m.h \
            $language tests/emit/header.c $tmp/m.c -x none $tmp/san$define/*.o -fsanitize=address,undefined -o $tmp/header -lm && $tmp/header"
    done
    sed -n 's|^    /\* ---- \([a-z ]*\).* ---- \*/$|\1|p' "$tmp/m.h" | tr '\n' ';' >"$tmp/sections"
    [ "$(cat "$tmp/sections")" = 'inputs;parameters;outputs;told by calls;states;the rest;' ] && ok || fail "header $options: sections are $(cat "$tmp/sections")"
done
cat >"$tmp/early.c" <<'END'
int main(void)
{
    static BOX_model m;
    double x[1];
    int changed, early;
    BOX_model_init(&m);
    early = BOX_model_hybrid.derivatives(&m, x) == DTC_NOT_SET_UP && BOX_model_hybrid.event(&m, 0, &changed) == DTC_NOT_SET_UP;
    return !(early && BOX_model_hybrid.setup(&m) == DTC_OK && BOX_model_hybrid.derivatives(&m, x) == DTC_OK);
}
END
$DTC tests/emit/header.dtm --model Header.BOX --hybrid -o "$tmp/m.c" 2>"$tmp/diag" || fail "header: does not compile for a variable step"
try 'header: a variable step before setup' sh -c "gcc -std=c99 -Wall -Wextra -Werror -ffp-contract=off -Iruntime -Iruntime/host -include $tmp/m.h $tmp/early.c $tmp/m.c $tmp/gcc/*.o -o $tmp/early -lm && $tmp/early"
