#!/bin/sh
# random.sh [N [SEED]]: the models of known.models, and N random ones (250) from SEED (1) on, in four ways each: the
# compiler against the oracle. `compare.py --shrink --seeds A:B` shows the smallest models that differ.
cd "$(dirname "$0")" || exit 2
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
seed=${2:-1}
known=$(python3 compare.py known.models)
random=$(python3 compare.py --seeds "$seed:$((seed + ${1:-250} - 1))")
printf '%s\n%s\n' "$known" "$random" | grep -vE '^[0-9]+ passed'
printf '%s\n%s\n' "$known" "$random" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' | {
    passed=0 failed=0
    while read -r p f; do passed=$((passed + p)) failed=$((failed + f)); done
    [ $((passed + failed)) -gt 0 ] || failed=1
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
