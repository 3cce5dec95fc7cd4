# Shared by check.sh and long.sh: models compiled with a step that the test sets.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/methods
mkdir -p "$work/runtime"
passed=0 failed=0
methods='euler semi rk2 rk4 rosenbrock'

for file in runtime/*.c; do
    $CC -std=c99 -O2 -ffp-contract=off -fPIC -Iruntime -c -o "$work/runtime/$(basename "$file" .c).o" "$file" || exit 2
done

# build NAME FILE MODEL: $work/NAME_METHOD.so for each method
build() {
    for method in $methods; do
        object=$work/$1_$method
        "$dtc" "$2" --model "$3" --method "$method" --vars '*' -o "$object.c" 2>"$work/err" &&
            sed -i 's/^#define STEP .*/dtc_real test_step;\n#define STEP test_step/' "$object.c" &&
            $CC -std=c99 -O1 -ffp-contract=off -w -shared -fPIC -Iruntime -o "$object.so" "$object.c" "$work"/runtime/*.o -lm && continue
        cat "$work/err"
        echo "FAILED: $3 with the method $method did not compile"
        failed=$((failed + 1))
    done
}

# run TEST ARGUMENT ...: builds tests/methods/TEST.c and runs it
run() {
    name=$1
    shift
    if ! $CC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Iruntime -o "$work/$name" "tests/methods/$name.c" runtime/host/result*.c -ldl -lm; then
        failed=$((failed + 1))
        return
    fi
    "$work/$name" "$work" "$@" >"$work/log" 2>&1
    line=$(tail -n 1 "$work/log")
    case $line in
    *' passed, '*' failed')
        sed '$d' "$work/log"
        passed=$((passed + ${line%% *}))
        line=${line#* passed, }
        failed=$((failed + ${line%% *}))
        ;;
    *)
        cat "$work/log"
        echo "$name ended without a result"
        failed=$((failed + 1))
        ;;
    esac
}

# full NAME: $work/NAME_full.so from NAME_rosenbrock.c: all of the Jacobian at each step
full() {
    sed 's/const int all = .*;/const int all = 1;/' "$work/$1_rosenbrock.c" >"$work/$1_full.c"
    if cmp -s "$work/$1_rosenbrock.c" "$work/$1_full.c" ||
        ! $CC -std=c99 -O1 -ffp-contract=off -w -shared -fPIC -Iruntime -o "$work/$1_full.so" "$work/$1_full.c" "$work"/runtime/*.o -lm; then
        echo "FAILED: $1 with all of the Jacobian at each step cannot be built"
        failed=$((failed + 1))
    fi
}

# staged NAME: some columns of its Jacobian are computed after transitions only
staged() {
    if sed -n '/any_colour_varies\[\] = /,/};/p' "$work/$1_rosenbrock.c" | grep -q ' 0'; then passed=$((passed + 1)); else
        echo "FAILED: $1: the whole Jacobian is computed at each step"
        failed=$((failed + 1))
    fi
}
