#!/bin/sh
# random.sh [N [SEED]]: what check.sh has, the models of known.models, and N random ones (250) from SEED (1) on, in four
# ways each: the compiler against the oracle. `compare.py --shrink --seeds A:B` shows the smallest models that differ.
cd "$(dirname "$0")" || exit 2
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
seed=${2:-1}
{
    python3 known.py
    python3 compare.py known.models
    python3 compare.py --seeds "$seed:$((seed + ${1:-250} - 1))"
} 2>&1 | {
    passed=0 failed=0 parts=0
    while IFS= read -r line; do
        case $line in
        [0-9]*' passed, '[0-9]*' failed')
            p=${line%% *} f=${line#* passed, }
            passed=$((passed + p)) failed=$((failed + ${f% failed})) parts=$((parts + 1))
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
    [ "$parts" -eq 3 ] || failed=$((failed + 1))
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
