#!/bin/sh
# Is the C of two versions of the compiler the same, byte by byte? For changes that are to leave it as it is:
#
#     tests/digest/code.sh DTC OTHER_DTC
#
# All models of the tree, with each method, for a variable step, and in single precision with all variables kept. What
# differs is listed.
cd "$(dirname "$0")/../.." || exit 2
[ -x "$1" ] && [ -x "$2" ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/a" "$tmp/b"
compared=0 compiled=0 other=0

made() { # made DTC FOLDER: the exit code; C and header, or nothing
    rm -rf "$2"
    mkdir "$2"
    "$1" "$model" $options -o "$2/m.c" >/dev/null 2>&1
    echo $? >"$2/code"
}

set -f
for model in $(find models tests -name '*.dtm' -not -path '*/tables/*' -not -path '*/golden/err/*' | sort); do
    for options in '--method euler' '--method semi' '--method rk4' '--method rosenbrock' '--method exact' '--hybrid' \
        '--method euler --float --vars *'; do
        made "$1" "$tmp/a"
        made "$2" "$tmp/b"
        compared=$((compared + 1))
        [ -s "$tmp/a/m.c" ] && compiled=$((compiled + 1))
        diff -r "$tmp/a" "$tmp/b" >/dev/null && continue
        echo "differs: $model $options"
        other=$((other + 1))
    done
done
echo "$compared compared, $compiled of them with C, $other differ"
[ "$other" -eq 0 ] && [ "$compiled" -gt 0 ]
