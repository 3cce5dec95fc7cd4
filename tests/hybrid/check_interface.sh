#!/bin/sh
# C for the variable-step solver: compiles without warnings, and driven by interface.c, which has no solver in it, gives known values.
# Each interface/NAME.dtm (or a model elsewhere) has its values in interface/NAME.values; a comment "# step H" there gives the step.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh
strict="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off -Iruntime -Iruntime/host -I$tmp"
ok() { passed=$((passed + 1)); }
fail() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

drive() { # drive MODEL VALUES [OPTION]
    # shellcheck disable=SC2086
    $DTC "$1" --hybrid $3 --vars '*' -o "$tmp/m.c" 2>"$tmp/log" || {
        fail "$1 $3: $(head -n 5 "$tmp/log")"
        return
    }
    model=$(sed -n 's/^extern const dtc_hybrid \(.*\);/\1/p' "$tmp/m.h")
    for cc in gcc clang; do
        # shellcheck disable=SC2086
        if $cc -std=c99 -O1 $strict -c "$tmp/m.c" -o "$tmp/$cc.o" >"$tmp/log" 2>&1; then ok; else fail "$1 $3: $cc: $(head -n 10 "$tmp/log")"; fi
    done
    # shellcheck disable=SC2086
    gcc -std=c99 -O1 -g -Wall -Wextra -fsanitize=undefined -Iruntime -Iruntime/host "-DMODEL=$model" tests/hybrid/interface.c "$tmp/gcc.o" "$BUILD/libdtc.a" -o "$tmp/drive" -lm >"$tmp/log" 2>&1 || {
        fail "$1: $(head -n 10 "$tmp/log")"
        return
    }
    step=$(sed -n 's/^# step //p' "$2")
    "$tmp/drive" "${step:-1e-3}" "$2" >"$tmp/log" 2>&1
    add $? "$tmp/log" "$1 $3"
}

for values in tests/hybrid/interface/*.values; do
    model=$(sed -n 's/^# model //p' "$values")
    drive "${model:-${values%.values}.dtm}" "$values"
done
for option in -fno-stage -fno-tear -fno-alias; do
    for name in friction elements; do drive tests/hybrid/interface/$name.dtm tests/hybrid/interface/$name.values $option; done
done
# Nominal values of states, from aliases and linear relations.
$DTC tests/hybrid/nominal.dtm --hybrid -o "$tmp/m.c" && sed -n '/dtc_hybrid_state any_states/,/};/s/^    { "\(.*\)", \(.*\) },$/\1 \2/p' "$tmp/m.c" |
    while read -r name value; do printf '%s %g\n' "$name" "$value"; done >"$tmp/nominal"
if printf '%s\n' 'housing.w 0.0001' 'spring.phi_rel 1e-05' 'fast 0.5' 'near 2' 'plain 1' | cmp -s - "$tmp/nominal"; then ok; else
    fail 'nominal values'
    cat "$tmp/nominal"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
