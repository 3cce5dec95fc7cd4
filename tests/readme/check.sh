#!/bin/sh
# What the README says, done: its first model, the program in C of docs/target.md; what pages link to is there. The README is
# read in a minute, and in any window.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
dtc=$BUILD/dtc
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
. tests/add.sh

block() { # block LANGUAGE [FILE]: the first block of code in that language (text: awk.sh would read its NaN)
    command awk -v fence="\`\`\`$1" '$0 == fence { on = 1; next } /^```/ { if (on) exit } on' "${2:-README.md}"
}

block modelica >"$tmp/launch.dtm"
block c docs/target.md >"$tmp/rig.c"
PATH=$BUILD:$PATH
try 'the first model runs' "$dtc" sim "$tmp/launch.dtm" --method euler --step 1e-3 --stop 1 -o "$tmp/launch.csv"
try 'engine and load turn together in the end' awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } END { d = $c["engine.w"] - $c["load.w"]; exit !(NR == 1002 && d*d < 1e-18 && $c["load.w"] > 50) }' "$tmp/launch.csv"
grep '^    build/dtc .*launch' README.md | sed 's/ *#.*//; s/ *build.//' >"$tmp/commands"
while read -r command; do
    try "the README's $command" sh -c "cd '$tmp' && $command"
done <"$tmp/commands"
try 'it compiles' "$dtc" "$tmp/launch.dtm" -o "$tmp/launch.c"
try 'the gearbox for a rig compiles' "$dtc" models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Bench -o "$tmp/step.c"
try 'the program links' "$CC" -std=c99 -O2 -Wall -Wextra -Werror -ffp-contract=off -Iruntime -I"$tmp" "$tmp/rig.c" "$tmp/step.c" runtime/*.c -lm -o "$tmp/rig"
try 'and drives' sh -c "'$tmp/rig' | grep -E '^[5-9][0-9]\.[0-9] km/h'"
try 'the real-time loop links' "$CC" -std=c99 -O2 -Wall -Wextra -Werror -ffp-contract=off -Iruntime -I"$tmp" models/zf4hp22/rig.c "$tmp/step.c" "$BUILD/libdtc.a" -lm -o "$tmp/loop"
try 'and runs for a second, with every step in its histogram' sh -c "'$tmp/loop' 1 2>/dev/null | awk '/^1000 steps/ { ok = 1 } /^step/ { on = 1 } /^wake/ { on = 0 } on && / us +[0-9]+ / { n += \$(NF - 2) } END { exit !(ok && n == 1000) }'"
try 'the README has 8,500 bytes at most' test "$(wc -c <README.md)" -le 8500
try 'its lines, and those of CONTRIBUTING.md, 120 columns' sh -c "! awk 'length > 120 { print FILENAME \": \" FNR }' README.md CONTRIBUTING.md | grep ."
for target in $(grep -ohE '`make [a-z]+' README.md CONTRIBUTING.md docs/*.md docs/internals/*.md | sed 's/.* //' | sort -u); do
    try "make $target is there" grep -q "^$target:" Makefile
done
torn=$(sed -n 's/^| autogear4: equations solved at once | \([0-9]*\) .*/\1/p' README.md)
try 'autogear4 is torn as the README says' sh -c "'$dtc' --report models/autogear4/autogear4.dtm 2>'$tmp/said' | grep -q ' torn to $torn and '"
sed -n 's/^parallel.dtm:/golden\/index\/&/p' README.md >"$tmp/said"
try 'a mistake in the mechanics is told as it is' sh -c "[ -s '$tmp/said' ] && grep -qxFf '$tmp/said' tests/golden/index/parallel.err"
sed 's/connect(pressure\.y/connect(presure.y/' "$tmp/launch.dtm" >"$tmp/wrong.dtm"
try 'a mistake gets its line' sh -c "! '$dtc' check '$tmp/wrong.dtm' 2>'$tmp/said' && grep -q 'wrong.dtm:9:53: error: unknown name .presure.; did you mean .pressure.?' '$tmp/said'"
cat >"$tmp/codes.c" <<'E'
#include <stdio.h>
#include "dtc_runtime.h"
#define X(name, text) printf("| %d | `%s` | %s%s|\n", (int)name, #name, text, *(text) ? " " : "");
int main(void) { DTC_STATUS(X) return 0; }
E
try 'the list of status codes is made' "$CC" -std=c99 -Iruntime -o "$tmp/codes" "$tmp/codes.c"
"$tmp/codes" >"$tmp/codes.out"
grep -E '^\| [0-9]+ \|' docs/status.md | cut -d '|' -f 1-4 | sed 's/$/|/' >"$tmp/codes.doc"
try 'docs/status.md has the status codes of the header, with numbers and texts' diff "$tmp/codes.out" "$tmp/codes.doc"
{
    printf '#include <math.h>\n#include <stdio.h>\n#include "step.h"\nint main(void)\n{\nstatic Bench m;\nBench_init(&m);\n'
    printf 'if (Bench_setup(&m) != DTC_OK) return 1;\nm.pressure[2] = NAN;\n'
    block c docs/status.md
    printf 'return 0;\n}\n'
} >"$tmp/which.c"
try 'its program compiles' "$CC" -std=c99 -O1 -Wall -Wextra -Werror -ffp-contract=off -Iruntime -I"$tmp" "$tmp/which.c" "$tmp/step.c" "$BUILD/libdtc.a" -lm -o "$tmp/which"
try 'and says which input it was' sh -c "'$tmp/which' | grep -x 'an input or parameter is not a finite number: pressure.3.'"
for f in $(grep -oE '\]\([^)#]*\)' README.md CONTRIBUTING.md models/README.md models/*/README.md docs/*.md docs/internals/*.md | sed -E 's/^([^:]*):\]\((.*)\)$/\1 \2/; s/ /:/'); do
    from=${f%%:*} to=${f#*:}
    try "$from links to $to" test -e "$(dirname "$from")/$to"
done
for f in compiler/*/*.[cly] runtime/*.c runtime/host/*.c runtime/fmi/*.c tools/*/*.c; do
    try "docs/files.md has $f" grep -qw "${f##*/}" docs/files.md
done
for f in $(grep -oE '[a-z_]+\.(c|l|y)\b' docs/files.md | sort -u); do
    try "the file $f exists" sh -c "ls compiler/$f compiler/*/$f runtime/$f runtime/host/$f runtime/fmi/$f tools/*/$f tools/*/*/$f 2>/dev/null | grep -q ."
done
try 'figures of the models are those that their commands print' python3 tests/readme/figures.py "$dtc" models/*/README.md
sed 's/103.7 Hz/90.3 Hz/' models/three_inertia/README.md >"$tmp/page.md"
try 'a wrong figure is found' sh -c "! python3 tests/readme/figures.py '$dtc' '$tmp/page.md'"
finish
