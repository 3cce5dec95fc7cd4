# common.sh - to be sourced in the top folder by scripts of this group, with $group: models whose parameters change.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
. tests/group.sh

for float in '' -DDTC_FLOAT; do
    # shellcheck disable=SC2086
    $CC -std=c11 -D_GNU_SOURCE -O1 -w $float -Iruntime -o "$work/tune$float" tests/tune/test_tune.c runtime/describe.c "$BUILD"/host/result*.o -ldl -lm || failed=$((failed + 1))
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
        echo "}"
    } >>"$1"
}

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
    sed -i 's/^#define STEP .*/dtc_real test_step;\n#define STEP test_step/' "$work/m.c"
    # shellcheck disable=SC2086
    if ! $fast $float -std=c99 -ffp-contract=off -w -shared -fPIC -Iruntime -o "$work/m.so" "$work/m.c" "$BUILD/libdtc-sim$end.a" -lm; then
        failed=$((failed + 1))
        return
    fi
    "$work/tune$float" "$work" m "$(sed -n 's/^extern const dtc_model_info \(.*\)_info;/\1/p' "$work/m.h")" "$trials" >"$work/log" 2>&1
    add $? "$work/log" "$what"
}
