# names.sh - two models of one name in one program, its threads; options that choose names: to be sourced by check.sh.

ok() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAILED: $*"
}

# Two headers of the same name are refused with what helps; not skipped.
"$dtc" tests/tune/one.dtm --model One.Car -o "$work/one.c" 2>"$work/err" && "$dtc" tests/tune/other.dtm --model Other.Car -o "$work/other.c" 2>>"$work/err" || fail "One and Other"
echo '#include "one.h"
#include "other.h"' >"$work/both.c"
if gcc -std=c99 -Iruntime -I"$work" -c "$work/both.c" -o "$work/both.o" 2>"$work/err"; then fail "two models Car in one file"; else
    if grep -q 'two models with the name Car: dtc --prefix' "$work/err"; then ok; else fail "two models Car: nothing helps"; fi
fi
"$dtc" tests/tune/one.dtm --model One.Car --prefix One_Car -o "$work/one.c" 2>"$work/err" || fail "--prefix"
if echo 'int main(void) { return 0; }' >"$work/void.c" && gcc -fsanitize=thread "$work/void.c" -o "$work/void" 2>"$work/err" && "$work/void" 2>>"$work/err"; then
    if gcc -std=gnu99 -O1 -g -Wall -Wextra -fsanitize=thread -Iruntime -I"$work" tests/tune/threads.c "$work/one.c" "$work/other.c" runtime/*.c -lm -lpthread -o "$work/threads" >"$work/log" 2>&1 &&
        "$work/threads" >"$work/log" 2>&1; then ok; else fail "threads: $(head -5 "$work/log")"; fi
else
    echo "skipped: threads: there is no ThreadSanitizer"
    skipped=$((skipped + 1))
fi

# refused TEXT OPTION ...
refused() {
    text=$1
    shift
    if ! "$dtc" tests/tune/one.dtm --model One.Car "$@" -o "$work/refused.c" >"$work/log" 2>&1 && grep -q "$text" "$work/log"; then ok; else fail "$*: $(cat "$work/log")"; fi
}
refused 'takes a name of C' --prefix int
refused 'takes a name of C' --prefix 2x
refused 'nor a macro (E, BOX), not FRONT' --prefix FRONT
refused 'did you mean load.J' --tune load.JJ
refused 'it decides the structure: decides at\|it decides the structure: Evaluate = true at' --tune clutch.useStribeck
refused 'it is final' --tune clutch.mu_pos,clutch.mu0
refused 'no parameter zz\*' --tune 'zz*'

# The rest is folded, arrays as a whole; what follows from a chosen one stays.
"$dtc" tests/tune/one.dtm --model One.Car --tune 'load.*,clutch.mu_pos' -o "$work/folded.c" 2>"$work/err" || fail "--tune"
if sed -n '/---- parameters/,/---- told/p' "$work/folded.h" | grep dtc_real | sed 's/;.*//; s/.* //' | tr '\n' ' ' | grep -q '^clutch_mu_pos\[2\] load_J $\|^load_J clutch_mu_pos\[2\] $'; then ok; else
    fail "--tune: $(sed -n '/---- parameters/,/---- told/p' "$work/folded.h")"
fi

# C for a variable step is tuned at events, as its header says.
"$dtc" tests/tune/one.dtm --model One.Car --hybrid -o "$work/variable.c" 2>"$work/err" || fail "--hybrid"
if grep -q 'parameters: set them before setup, or at an event before a call of tune' "$work/variable.h" && grep -q 'Car_tune(Car \*m);' "$work/variable.h"; then ok; else fail "--hybrid: $(grep tune "$work/variable.h")"; fi
