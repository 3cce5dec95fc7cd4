# copy.sh - to be sourced: with_copy C-FILE adds to generated C what a test of parameters needs: the state of one
# instance, all of it and nothing that follows from parameters, into another one. What hangs on places is made anew.
with_copy() {
    type=$(sed -n 's/^static const dtc_functions any_functions = {/&/p; s/^    offsetof(\([A-Za-z0-9_]*\), .*initial) - offsetof.*/\1/p' "$1" | tail -1)
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
