# Part of check.sh: names that C, C++, their headers and the runtime have taken, as the compilers tell them: macros
# (-dM) and functions (-aux-info) of the headers that generated code includes, with all extensions. Each as a model,
# a member, a literal; some in functions.
headers="-include dtc_runtime.h -include dtc_exact.h"
macros() { # macros COMPILER...
    "$@" -Iruntime $headers -dM -E - </dev/null 2>/dev/null | awk '{ sub(/\(.*/, "", $2); print $2 }'
}
{
    macros gcc -std=c99
    macros gcc -std=gnu17 -D_GNU_SOURCE
    macros clang -std=gnu17 -D_GNU_SOURCE
    macros gcc -x c++ -std=gnu++20
} | sort -u >"$tmp/macros"
printf '#include "dtc_runtime.h"\n#include <stdlib.h>\n' >"$tmp/headers.c"
gcc -std=gnu17 -D_GNU_SOURCE -Iruntime -aux-info "$tmp/functions.aux" -c "$tmp/headers.c" -o "$tmp/headers.o"
sed 's/^.*extern [^(]*[ *]\([A-Za-z_0-9]*\) (.*/\1/' "$tmp/functions.aux" |
    grep -xE '[A-Za-z][A-Za-z_0-9]*' >"$tmp/functions"
words='std size_t ptrdiff_t float_t double_t wchar_t dtc_real dtc_status dtc_model_info
and auto bool class const_cast constexpr default int new nullptr private typeof union'
{ cat "$tmp/macros" "$tmp/functions"; printf '%s\n' $words; } | sort -u >"$tmp/taken"
for name in HUGE_VAL DBL_MAX dtc_abs isnan sinf memcpy class; do
    try "names of the headers: $name is found" grep -qx $name "$tmp/taken"
done
each_compiler() { # each_compiler WHAT OPTIONS...
    said=$1
    shift
    for cc in 'gcc -std=c99' 'gcc -std=gnu17 -D_GNU_SOURCE' 'clang -std=gnu17' 'gcc -x c++ -std=c++11' \
        'gcc -x c++ -std=gnu++20'; do
        case $cc in *c++*) gcc -x c++ /dev/null -fsyntax-only 2>/dev/null || continue ;; esac
        try "names of the headers as $said: $cc" $cc -Iruntime "$@"
    done
}

# As models: all declarations in one file.
gcc -std=c11 -D_GNU_SOURCE -Icompiler $(printf " -I%s" compiler/*/) -Iruntime tests/emit/spell.c \
    compiler/c/emit_name.c compiler/base/mem.c compiler/base/text_format.c compiler/base/source.c compiler/base/name.c -o "$tmp/spell" -lm
"$tmp/spell" <"$tmp/taken" | awk '!seen[$0]++' >"$tmp/spelled.c"
try 'names of the headers as models: all of them' [ "$(wc -l <"$tmp/spelled.c")" -gt 1000 ]
each_compiler models $headers -fsyntax-only "$tmp/spelled.c"

# As members, literals, names in functions; the model is called DTC_OK. Names in quotes may be words of Modelica.
{
    echo "model DTC_OK"
    echo "  type NULL = enumeration($(sed "s/.*/'&'/" "$tmp/taken" | paste -sd,));"
    cat <<'EOF'
  record errno
    Real NAN, dtc_abs;
  end errno;
  function FLT_MAX
    input errno EOF;
    input Real HUGE_VAL, M_PI;
    output Real DBL_MAX;
  protected
    Real signgam = EOF.dtc_abs;
  algorithm
    DBL_MAX := signgam*HUGE_VAL*M_PI + EOF.NAN;
  end FLT_MAX;
  errno struct(NAN = 2, dtc_abs = 3);
  parameter Real union(fixed = false), goto[2] = {4, 5};
  parameter NULL int = NULL.'INFINITY';
initial equation
  union = FLT_MAX(struct, goto[1], goto[2]);
EOF
    grep -vxE 'struct|union|goto|int|errno|NULL|FLT_MAX' "$tmp/taken" >"$tmp/members"
    echo 'public'
    sed "s/.*/  Real '&'(start = 1, fixed = true);/" "$tmp/members"
    echo 'equation'
    sed "s/.*/  der('&') = -'&';/" "$tmp/members"
    echo 'end DTC_OK;'
} >"$tmp/taken.dtm"
compile "$tmp/taken.dtm" "" && each_compiler members -Wall -Wextra -Werror -fsyntax-only "$tmp/m.c"
$DTC sim "$tmp/taken.dtm" --method euler --step 0.01 --stop 0.01 --quiet --vars "union,'DBL_MAX'" \
    -o "$tmp/taken.csv" 2>"$tmp/diag"
printf "time,union,'DBL_MAX'\n0,62,1\n0.01,62,0.99\n" >"$tmp/wanted"
try 'names of the headers: a run' cmp "$tmp/wanted" "$tmp/taken.csv"
