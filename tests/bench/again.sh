#!/bin/sh
# What `dtc sim` takes before a run begins: zf4hp22, with a cache of built models that is empty (by tcc; by the C compiler alone), and again with another stop
# time and another value.
# Milliseconds of wall clock, the least of many, and of processor time; the run itself has two rows.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
export XDG_CACHE_HOME="$tmp"
unset CC
cc -std=c99 -D_DEFAULT_SOURCE -O1 -o "$tmp/measure" tests/scale/measure.c || exit 1
model=models/zf4hp22/zf4hp22.dtm
tests/waiting/first.sh >"$tmp/launch.dtm"
short="--stop 1e-6 --interval 1e-6 --quiet -o $tmp/out.csv"

# least TIMES WHAT COMMAND...
least() {
    times=$1 what=$2
    shift 2
    for _ in $(seq "$times"); do
        [ -n "$EMPTY" ] && rm -rf "$tmp/dtc"
        begin=$(date +%s%N)
        took=$("$tmp/measure" "$@") || exit 1
        echo "$((($(date +%s%N) - begin) / 1000)) $took"
    done | awk -v what="$what" '{ if (NR == 1 || $1 < wall) wall = $1; if (NR == 1 || $3 < own) own = $3 }
        END { printf "| %-52s | %7.1f | %7.1f |\n", what, wall/1e3, own }'
}
echo '| zf4hp22                                              | ms      | of processor |'
echo '|------------------------------------------------------|--------:|--------:|'
least 20 "\`dtc model.dtm --hybrid --vars '*' -o step.c\`" "$BUILD/dtc" $model --hybrid --vars '*' -o "$tmp/step.c"
CC=cc EMPTY=1 least 3 "\`CC=cc dtc sim\`, nothing kept" "$BUILD/dtc" sim $model $short
EMPTY=1 least 10 "\`dtc sim\`, nothing kept" "$BUILD/dtc" sim $model $short
EMPTY=1 least 10 "\`dtc sim\` of the README's launch, nothing kept" "$BUILD/dtc" sim "$tmp/launch.dtm" --quiet
least 20 "\`dtc sim\` again" "$BUILD/dtc" sim $model $short
least 20 "\`dtc sim\` again, with \`--set t12=4\` and two rows" "$BUILD/dtc" sim $model $short --set t12=4
