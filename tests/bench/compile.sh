#!/bin/sh
# How dtc's own time grows: chains, trees and nests of 10^2 to 10^5 components (tests/scale/generate), pass by pass. Seconds of processor time, medians of 3 runs, and
# the exponent between the last two sizes; a pass of less than 10 ms at the smaller one is noise (-). Memory: the most that the process had.
#
#     compile.sh [KIND ...]        default: chain tree nested
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
[ $# -gt 0 ] || set -- chain tree nested

for kind in "$@"; do
    case $kind in nested) sizes='128 1024 8192 65536' ;; *) sizes='100 1000 10000 100000' ;; esac
    : >"$tmp/all"
    for n in $sizes; do
        tests/scale/generate "$kind" "$n" >"$tmp/model.dtm"
        for run in 1 2 3; do
            "$BUILD/dtc" --times "$tmp/model.dtm" -o "$tmp/model.c" 2>"$tmp/log" || { cat "$tmp/log"; exit 1; }
            sed -n "s/^[a-z ]*[0-9.]* s .* bytes.*\|^at most .*/$n &/p" "$tmp/log" >>"$tmp/all"
        done
    done
    awk -v kind="$kind" -v sizes="$sizes" '
        function median(a, b, c) { return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b) }
        function put(name, n, scale, form,    i, line) { line = sprintf("  %-14s", name); for (i = 1; i <= n; i++) line = line sprintf(form, value[name, size[i]]/scale); return line }
        BEGIN { count = split(sizes, size, " ") }
        $2 == "at" { value["peak, MB", $1] = $4; value["bytes/equation", $1] = $6; value["equations", $1] = $10; next }
        { if (!($2 in known)) { known[$2] = 1; order[++passes] = $2 } t[$2, $1, ++runs[$2, $1]] = $3 }
        END {
            for (p = 1; p <= passes; p++) for (i = 1; i <= count; i++) value[order[p], size[i]] = median(t[order[p], size[i], 1], t[order[p], size[i], 2], t[order[p], size[i], 3])
            line = sprintf("%-16s", kind); for (i = 1; i <= count; i++) line = line sprintf("%10d", size[i]); print line "  exponent"
            for (p = 1; p <= passes; p++) {
                a = value[order[p], size[count - 1]]; b = value[order[p], size[count]]
                print put(order[p], count, 1, "%10.4f") (a < 0.01 ? "         -" : sprintf("%10.2f", log(b/a)/log(size[count]/size[count - 1])))
            }
            print put("equations", count, 1, "%10d") "\n" put("peak, MB", count, 1e6, "%10.1f") "\n" put("bytes/equation", count, 1, "%10d") "\n"
        }' "$tmp/all"
done
