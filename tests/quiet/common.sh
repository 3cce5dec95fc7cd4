# common.sh - two programs of a model beside each other, sample by sample (both.c); to be sourced in the project's folder.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}" "${SAMPLES:=2000}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/runtime.sh
. tests/fast.sh
c="$fast -std=c11 -ffp-contract=off -Wall -Iruntime"
runtime "$tmp/runtime" "$c" || exit 1
passed=0 failed=0

# both SHARE RANGE [odd|again] FILE [OPTION ...]: the other program is without a quiet step; again: without responses
both() {
    share=$1 range=$2 odd= without=-fno-quiet && shift 2
    [ "$1" = odd ] && odd=odd && shift
    [ "$1" = again ] && odd=again without=-fno-response && shift
    file=$1 && shift
    what="$(basename "$file" .dtm) $*${odd:+, $odd}"
    if "$DTC" "$file" "$@" --prefix Own -o "$tmp/own.c" >"$tmp/log" 2>&1 && "$DTC" "$file" "$@" "$without" --prefix Other -o "$tmp/other.c" >"$tmp/log" 2>&1 &&
        $c -I"$tmp" -DHEADER='"own.h"' -DTHE_HEADER='"other.h"' -DMODEL=Own -DTHE_OTHER=Other -o "$tmp/both" tests/quiet/both.c "$tmp/own.c" "$tmp/other.c" "$tmp"/runtime/*.o -lm >"$tmp/log" 2>&1 &&
        "$tmp/both" "$SAMPLES" "$share" "$range" $odd >"$tmp/log"; then
        passed=$((passed + 1))
        echo "| $what: $(cat "$tmp/log")"
    else
        failed=$((failed + 1))
        echo "FAILED $what"
        head -5 "$tmp/log"
    fi
}

# random COUNT SEED: so many random drivetrains (tests/random), 5 s at 1 ms each, by Euler's method or by semi
random() {
    gcc -std=c11 -O1 -o "$tmp/generate" tests/random/generate.c -lm || exit 2
    left=$1 seed=$2 SAMPLES=5000
    while [ "$left" -gt 0 ]; do
        "$tmp/generate" "$seed" >"$tmp/random$seed.dtm"
        if "$DTC" check "$tmp/random$seed.dtm" >"$tmp/log" 2>&1; then
            method=euler
            [ $((seed % 2)) -eq 0 ] || method=semi
            both 0.8 0 "$tmp/random$seed.dtm" --method $method
            both 0.8 1e-12 again "$tmp/random$seed.dtm" --method $method
            left=$((left - 1))
        elif ! grep -q inertia "$tmp/log"; then
            failed=$((failed + 1)) left=$((left - 1))
            echo "FAILED random$seed is rejected: $(head -n 1 "$tmp/log")"
        fi
        rm "$tmp/random$seed.dtm"
        seed=$((seed + 1))
    done
}
