# jacobian.sh - the method rosenbrock computes parts of its Jacobian after transitions only; to be sourced after drive.sh.

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
