#!/bin/sh
# How much of a large model is said once for all equal components: of the flat model, of the blocks in order and of the
# step program the lines, and those that differ by more than numbers (of components, and of values). Models of about N
# components (tests/scale/generate); the bytes that passes keep are those of --times.
#
#     families.sh [N]              default: 1000
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
n=${1:-1000}

# distinct FILE: its lines, and how many of them are left when all numbers are the same
distinct() {
    awk '{ gsub(/[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/, "#"); if (!($0 in seen)) { seen[$0] = 1; k++ } } END { print NR, k + 0 }' "$1"
}

printf '%-8s %17s %17s %17s %17s\n' "N = $n" variables equations 'lines of blocks' 'lines of steps'
for kind in chain array tree gearbox; do
    size=$n
    [ "$kind" = gearbox ] && size=$((n/10))
    tests/scale/generate "$kind" "$size" >"$tmp/model.dtm"
    for dump in flat blt step; do
        "$BUILD/dtc" --dump="$dump" "$tmp/model.dtm" >"$tmp/$dump" 2>"$tmp/log" || { cat "$tmp/log"; exit 1; }
    done
    sed -n '/^equation/,$p' "$tmp/flat" >"$tmp/equations"
    sed '/^equation/,$d' "$tmp/flat" >"$tmp/variables"
    line=$(printf '%-8s' "$kind")
    for part in variables equations blt step; do
        line="$line $(distinct "$tmp/$part" | awk '{ printf "%9d %7d", $1, $2 }')"
    done
    echo "$line"
done
