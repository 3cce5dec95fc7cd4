# run.sh - to be sourced in the top folder by check.sh and long.sh:
#
# gearboxes FILE METHOD PRECISION [NAME ...] compiles the transmissions of a YAML file (all, or those named: Gearbox1
# ...) with a method in double or float, and runs test_gearboxes.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/gearboxes/$(basename "$0" .sh)
mkdir -p "$work/double" "$work/float"
. tests/fast.sh
passed=0 failed=0
$CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -o "$work/write" tests/gearboxes/write.c -lyaml || exit 2
for precision in double float; do
    define= && [ $precision = float ] && define=-DDTC_FLOAT
    $CC -std=c11 -D_GNU_SOURCE -O2 $define -Wall -Wextra -Iruntime -o "$work/$precision/test" \
        tests/gearboxes/test_gearboxes.c runtime/describe.c -ldl -lm || exit 2
done

gearboxes() {
    file=$1 method=$2 precision=$3 define= option= suffix= library=
    shift 3
    [ "$precision" = float ] && define=-DDTC_FLOAT option=--float suffix=_float library=-float
    "$work/write" "$file" "$work" >"$work/names" || {
        echo "FAILED: $file is not understood"
        failed=$((failed + 1))
        return
    }
    [ $# -gt 0 ] || set -- $(sed 's/ .*//' "$work/names")
    for name in "$@"; do
        object=$work/${name}_$method$suffix
        "$dtc" "$work/$name.dtm" --method "$method" --vars '*' $option -o "$object.c" || {
            failed=$((failed + 1))
            return
        }
        sed -i 's/^#define STEP .*/dtc_real test_step;\n#define STEP test_step/' "$object.c"
        $CC -std=c99 -O1 $define -ffp-contract=off -w -shared -fPIC -Iruntime -o "$object.so" "$object.c" \
            "$BUILD/libdtc-sim$library.a" -lm || { failed=$((failed + 1)); return; }
    done
    "$work/$precision/test" "$work" "$method" "$suffix" "$@" >"$work/log"
    line=$(tail -n 1 "$work/log")
    case $line in
    *' passed, '*' failed')
        sed '$d' "$work/log" | tail -n 30
        passed=$((passed + ${line%% *}))
        line=${line#* passed, }
        failed=$((failed + ${line%% *}))
        ;;
    *)
        tail -n 5 "$work/log"
        echo "FAILED: $file with $method in $precision ended without a result"
        failed=$((failed + 1))
        ;;
    esac
}
