# drive.sh - models compiled for tests, with every method; to be sourced in the top folder by check.sh and long.sh of a group:
#
#     group=models; . tests/drive.sh
#
# build NAME FILE MODEL makes $work/NAME_METHOD.so for each of $methods, with a step that the test sets; run TEST ARGUMENT ... builds tests/$group/TEST.c, runs
# it and adds its result up; table HEAD COLUMN ... prints the figures of all runs, property by method, with HEAD over the properties.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/$group/$(basename "$0" .sh)
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/awk.sh
. tests/fast.sh
: "${methods:=euler semi rk2 rk4 rosenbrock exact}"
: >"$work/figures"

# shared NAME: $work/NAME.c to $work/NAME.so with a step that the test sets
shared() {
    sed -i 's/^#define STEP .*/dtc_real test_step;\n#define STEP test_step/' "$work/$1.c" &&
        $fast -std=c99 -O1 -ffp-contract=off -w -shared -fPIC -Iruntime -o "$work/$1.so" "$work/$1.c" "$BUILD/libdtc-sim.a" -lm
}

# build NAME FILE MODEL [OPTION ...]
build() {
    object=$1 file=$2 class=$3
    shift 3
    for m in $methods; do
        "$dtc" "$file" --model "$class" --method "$m" --vars '*' "$@" -o "$work/${object}_$m.c" 2>"$work/err" && shared "${object}_$m" && continue
        cat "$work/err"
        echo "FAILED: $class with the method $m did not compile"
        failed=$((failed + 1))
    done
}

run() {
    test=$1
    shift
    if ! $CC -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Iruntime -o "$work/$test" "tests/$group/$test.c" runtime/describe.c "$BUILD"/host/result*.o -ldl -lm; then
        failed=$((failed + 1))
        return
    fi
    "$work/$test" "$work" "$@" >"$work/$test.out" 2>&1
    code=$?
    sed -n 's/^= //p' "$work/$test.out" >>"$work/figures"
    sed '/^= /d' "$work/$test.out" >"$work/$test.log"
    add $code "$work/$test.log" "$test"
}

table() {
    head=$1
    shift
    awk -F ' [|] ' -v head="$head" -v columns="$*" '
        !($2 in at) { at[$2] = ++n; row[n] = $2; if (length($2) > left) left = length($2) }
        { cell[$2, $1] = $3; if (length($3) > wide) wide = length($3) }
        END {
            many = split(columns, column, " ")
            for (k = 1; k <= many; k++) if (length(column[k]) > wide) wide = length(column[k])
            for (i = 0; i <= n; i++) {
                line = sprintf("| %-" left "s", i ? row[i] : head)
                for (k = 1; k <= many; k++) line = line sprintf(" | %" wide "s", i ? cell[row[i], column[k]] : column[k])
                print line " |"
            }
        }' "$work/figures"
}
