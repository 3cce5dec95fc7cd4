# common.sh - to be sourced in the top folder by scripts of this group, with $group: models whose parameters change.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
. tests/group.sh

for float in '' -DDTC_FLOAT; do
    for test in tune input names hybrid; do
        # shellcheck disable=SC2086
        $CC -std=c11 -D_GNU_SOURCE -O1 -w $float -Iruntime -Iruntime/host -o "$work/$test$float" tests/tune/test_$test.c runtime/describe.c "$BUILD"/host/result*.o -ldl -lm || failed=$((failed + 1))
    done
done

# with_copy FILE adds to generated C what a test of parameters needs: the state of one instance, all of it and nothing
# that follows from parameters alone, into another one. What hangs on places is made anew.
with_copy() {
    type=$(sed -n 's/^    offsetof(\([A-Za-z0-9_]*\), .*initial) - offsetof.*/\1/p' "$1")
    {
        echo "void test_copy(void *to, const void *from)"
        echo "{"
        echo "    any_saved kept;"
        echo "    any_save(from, &kept);"
        echo "    any_restore(to, &kept);"
        sed -n 's/.*} before_\([0-9]*\);.*/\1/p' "${1%.c}.h" | while read -r law; do
            echo "    DTC_LAW_PUT_BACK(&(($type *)to)->law_$law, &((const $type *)from)->law_$law);"
        done
        grep -q '^static void fixed(void' "$1" && echo "    fixed(to);"
        echo "    (($type *)to)->changed = 1;"
        grep -q '^    int last\[' "${1%.c}.h" && echo "    (($type *)to)->last[0] = -1; /* the last map of the method exact */"
        echo "}"
        echo "const size_t test_state[2] = { offsetof($type, time), offsetof($type, initial) };"
        echo "const size_t test_kept[][2] = {"
        sed -n 's/^ *[a-z_]* \(pre_[A-Za-z0-9_]*\); .* in the last step .*/\1/p' "${1%.c}.h" | while read -r kept; do
            echo "    { offsetof($type, $kept), sizeof (($type *)0)->$kept },"
        done
        echo "    { 0, 0 }"
        echo "};"
    } >>"$1"
}

# shared NAME: $work/NAME.c as $work/NAME.so, with a step that the test sets; c_name NAME: of the model in it
shared() {
    sed -i 's/^#define STEP .*/dtc_real test_step;\n#define STEP test_step/' "$work/$1.c"
    # shellcheck disable=SC2086
    $fast $float -std=c99 -ffp-contract=off -w -shared -fPIC -Iruntime -Iruntime/host -o "$work/$1.so" "$work/$1.c" "$BUILD/libdtc-sim$end.a" -lm
}
c_name() { sed -n 's/^extern const dtc_model_info \(.*\)_info;/\1/p' "$work/$1.h"; }

# tuned FILE MODEL METHOD TRIALS [OPTION ...]; with --float in single precision
tuned() {
    file=$1 model=$2 method=$3 trials=$4 float='' end=''
    shift 4
    case " $* " in *' --float '*) float=-DDTC_FLOAT end=-float ;; esac
    what="$model $method $*"
    if ! "$dtc" "$file" --model "$model" --method "$method" --vars '*' "$@" -o "$work/m.c" 2>"$work/err"; then
        grep -q 'error:.*\(method\|exact\|rosenbrock\)' "$work/err" && { left_out=$((left_out + 1)); return; }
        echo "FAILED $what: $(head -1 "$work/err")"
        failed=$((failed + 1))
        return
    fi
    with_copy "$work/m.c"
    shared m || { failed=$((failed + 1)); return; }
    "$work/tune$float" "$work" m "$(c_name m)" "$trials" >"$work/log" 2>&1
    add $? "$work/log" "$what"
}

# tuned_at_events FILE MODEL TRIALS: C for a variable step
tuned_at_events() {
    float='' end=''
    "$dtc" "$1" --model "$2" --hybrid --vars '*' -o "$work/h.c" 2>"$work/err" || { failed=$((failed + 1)) && echo "FAILED $2: $(head -1 "$work/err")"; return; }
    type=$(sed -n 's/^    offsetof(\([A-Za-z0-9_]*\), .*initial) - offsetof.*/\1/p' "$work/h.c")
    first=$(sed -n 's/^    offsetof([A-Za-z0-9_]*, \([a-z_0-9]*\)), .*initial) - offsetof.*/\1/p' "$work/h.c")
    {
        echo "void test_copy(void *to, const void *from)"
        echo "{"
        echo "    memcpy((char *)to + offsetof($type, $first), (const char *)from + offsetof($type, $first), offsetof($type, initial) - offsetof($type, $first));"
        sed -n 's/.*} before_\([0-9]*\);.*/\1/p' "$work/h.h" | while read -r law; do
            echo "    DTC_LAW_PUT_BACK(&(($type *)to)->law_$law, &((const $type *)from)->law_$law);"
        done
        for function in fixed held structure; do
            grep -q "^static void $function(void" "$work/h.c" && echo "    $function(to);"
        done
        echo "}"
    } >>"$work/h.c"
    shared h || { failed=$((failed + 1)); return; }
    "$work/hybrid" "$work" h "$(c_name h)" "$3" >"$work/log" 2>&1
    add $? "$work/log" "$2 for a variable step"
}

# named FILE MODEL METHOD: what has a name without --vars
named() {
    float='' end=''
    "$dtc" "$1" --model "$2" --method "$3" -o "$work/f.c" 2>"$work/err" && "$dtc" "$1" --model "$2" --method "$3" --vars '*' -o "$work/v.c" 2>"$work/err" &&
        shared f && shared v || { failed=$((failed + 1)); return; }
    "$work/names" "$work" f v "$(c_name f)" >"$work/log" 2>&1
    add $? "$work/log" "names of $2 $3"
}

# by_input FILE MODEL METHOD N SEED [--float]: N parameters by chance, each against the model in which it is an input.
# What cannot be one there (a ratio in a constraint, say) is left out. The two are alike, or of first order in the step:
# with exact, which holds over a step what an input is in; and where an element breaks away by a torque that jumps with
# an input and without it does not, which a straight line is drawn for (steady.c). In single precision rounding hides
# what is of first order.
by_input() {
    file=$1 model=$2 method=$3 n=$4 seed=$5 float='' end=''
    [ "$6" = --float ] && float=-DDTC_FLOAT end=-float
    "$dtc" "$file" --model "$model" --method "$method" $6 -o "$work/p.c" 2>"$work/err" || { left_out=$((left_out + 1)); return; }
    "$dtc" --dump=flat "$file" --model "$model" >"$work/flat.dtm" 2>"$work/err" && shared p || { failed=$((failed + 1)); return; }
    python3 tests/tune/by_input.py "$work/flat.dtm" --any "$n" "$seed" >"$work/parameters"
    while read -r parameter; do
        python3 tests/tune/by_input.py "$work/flat.dtm" "$parameter" >"$work/i.dtm" 2>"$work/err" &&
            "$dtc" "$work/i.dtm" --model "${model##*.}" --method "$method" $6 -o "$work/i.c" 2>"$work/err" && shared i ||
            { left_out=$((left_out + 1)); continue; }
        kind=alike
        [ "$method" = exact ] && kind=order
        [ "$(grep -c DTC_LAW_LEAVE_ROOM "$work/p.c")" = "$(grep -c DTC_LAW_LEAVE_ROOM "$work/i.c")" ] || kind=order
        [ $kind$6 = order--float ] && { left_out=$((left_out + 1)); continue; }
        "$work/input$float" "$work" p i "$(c_name p)" "$parameter" $kind "$seed" >"$work/log" 2>&1
        case $? in
        0) passed=$((passed + 1)) ;;
        2) left_out=$((left_out + 1)) ;;
        *) failed=$((failed + 1)) && echo "FAILED $model $method $6: $(cat "$work/log")" ;;
        esac
    done <"$work/parameters"
}
