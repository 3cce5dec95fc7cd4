#!/bin/sh
# Lanes of all models, as check.sh has them.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}" "${SAMPLES:=3000}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/runtime.sh
. tests/lanes/beside.sh

narrow && {
    runtime "$tmp/double" "$c" || exit 1
    for model in models/*/*.dtm; do
        case $model in
        */article_cycle.dtm) refused 'changes the matrices of a law' "$model" ;;
        */clutch_judder/* | */launch/* | */split_mu/*) refused 'it calls DTC_LAW_MOVED_FEW' "$model" --method semi ;;
        *) beside double $n 0.93 "$model" ;;
        esac
    done
}
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
