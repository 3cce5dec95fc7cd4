# jacobian.sh - the Jacobian of the method rosenbrock, of which parts are computed after transitions only; to be sourced after drive.sh.

# full NAME: $work/NAME_full.so from NAME_rosenbrock.c: all of the Jacobian at each step
full() {
    sed 's/const int all = .*;/const int all = 1;/' runtime/dtc_implicit_step.h >"$work/dtc_full_step.h"
    sed 's/dtc_implicit_step\.h/dtc_full_step.h/' "$work/$1_rosenbrock.c" >"$work/$1_full.c"
    if cmp -s runtime/dtc_implicit_step.h "$work/dtc_full_step.h" || cmp -s "$work/$1_rosenbrock.c" "$work/$1_full.c" ||
        ! shared "$1_full"; then
        echo "FAILED: $1 with all of the Jacobian at each step cannot be built"
        failed=$((failed + 1))
    fi
}

# staged NAME: some columns of its Jacobian are computed after transitions only
staged() {
    if sed -n '/any_colour_varies\[\] = /,/};/p' "$work/$1_rosenbrock.c" | grep -q ' 0' || grep -A1 '^    if (all) {' "$work/$1_rosenbrock.c" | grep -q 'columns_[0-9]*(m, J);'; then passed=$((passed + 1)); else
        echo "FAILED: $1: the whole Jacobian is computed at each step"
        failed=$((failed + 1))
    fi
}

# columns NAME FILE MODEL SAMPLES: the Jacobian of the model against differences of its rates
columns() {
    if "$dtc" "$2" --model "$3" --method rosenbrock --step 1e-3 -o "$work/$1_columns.c" 2>"$work/err" &&
        $fast -w -std=c11 -O1 -ffp-contract=off -Iruntime -I"$work" -DMODEL="${3##*.}" -DSAMPLES="$4" -include "$work/$1_columns.c" tests/methods/jacobian_of.c \
            "$BUILD/libdtc.a" -lm -o "$work/columns" 2>"$work/err" && "$work/columns" >"$work/columns.log"; then
        passed=$((passed + 1))
    else
        echo "FAILED: the Jacobian of $3"
        failed=$((failed + 1))
        cat "$work/err" "$work/columns.log"
    fi
    sed -n "s/^= /$1: the Jacobian against differences, /p" "$work/columns.log" >>"$work/figures"
}
