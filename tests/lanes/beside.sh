# What tests of lanes share. Lanes as wide as the vectors of this machine: $n doubles.
passed=0 failed=0
c="$CC -std=c11 -O1 -march=native -ffp-contract=off -Wall -Wextra -Iruntime"

narrow() {
    width=$(echo DTC_VECTOR | $c -include dtc_lanes.h -E -P - 2>/dev/null | tail -1)
    n=$((${width:-0} / 8))
    [ "$n" -gt 4 ] && n=4
    [ "$n" -ge 2 ] || echo "| skipped: no vectors"
    [ "$n" -ge 2 ]
}

# beside double|float LANES SHARE FILE [OPTION ...]: with ordinary inputs, of which SHARE are made as vectors, then odd ones
beside() {
    runtime=$1 lanes=$2 share=$3 file=$4 float=
    shift 4
    [ "$runtime" = float ] && float=-DDTC_FLOAT
    what="$(basename "$file" .dtm) $*"
    if "$DTC" "$file" "$@" --lanes "$lanes" --prefix Own -o "$tmp/own.c" >"$tmp/log" 2>&1 &&
        $c $float -I"$tmp" -DHEADER='"own.h"' -DMODEL=Own -o "$tmp/lanes" tests/lanes/lanes.c "$tmp/own.c" "$tmp/$runtime"/*.o -lm >"$tmp/log" 2>&1 &&
        "$tmp/lanes" "$SAMPLES" "$share" >"$tmp/log" && "$tmp/lanes" "$SAMPLES" 0 odd >>"$tmp/log"; then
        passed=$((passed + 1))
        echo "| $what: $(tr '\n' ' ' <"$tmp/log")"
    else
        failed=$((failed + 1))
        echo "FAILED $what"
        head -5 "$tmp/log"
    fi
}

# refused TEXT FILE [OPTION ...]: the message says why
refused() {
    text=$1
    shift
    if "$DTC" -o "$tmp/own.c" "$@" --lanes 4 >"$tmp/log" 2>&1 || ! grep -q "$text" "$tmp/log"; then
        failed=$((failed + 1))
        echo "FAILED to refuse $*"
        head -5 "$tmp/log"
    else
        passed=$((passed + 1))
    fi
}
