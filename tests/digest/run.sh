#!/bin/sh
# Digests of all that generated code computes, so that two versions of the compiler can be compared on one machine:
#
#     tests/digest/run.sh CHECKOUT >new; tests/digest/run.sh OTHER_CHECKOUT >old; diff old new
#
# CHECKOUT (this one, if left out) is a tree that has been built: its dtc, its library and its runtime, with the models of this tree. A line each:
# model, method, precision, and the checksum of the bits of all variables of the descriptor after each of 500 steps (drive.c) and of step.h; for the
# variable step (method cvode) that of the rows of `dtc sim`. Same bits, same line. With ONLY=WORD only models whose name has WORD in it.
# Some four minutes on two cores.
here=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
checkout=$(cd "${1:-$here}" && pwd) || exit 2
: "${CC:=gcc}" "${ONLY:=}"
DTC=$checkout/build/dtc
cd "$here" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
export here checkout CC DTC tmp
flags='-std=c11 -O1 -ffp-contract=off -w'

for precision in double float; do
    mkdir "$tmp/$precision"
    define=-UDTC_FLOAT
    [ $precision = float ] && define=-DDTC_FLOAT
    for file in "$checkout"/runtime/*.c; do
        $CC $flags $define -I"$checkout/runtime" -c -o "$tmp/$precision/$(basename "$file" .c).o" "$file" || exit 2
    done
done

# What there is: name, file, step.
list() {
    sed -n 's/^ *try [A-Za-z0-9_.]* \([a-z0-9_\/]*\.dtm\) \([A-Za-z0-9_.]*\) [0-9.]* \([0-9e.-]*\)$/\2 \1 \3/p' tests/options/models.sh
    for file in tests/msl/*.dtm; do
        name=$(basename "$file" .dtm)
        [ "$name" = Pre ] || echo "$name $file 1e-4"
    done
}

cat >"$tmp/one" <<'END'
#!/bin/sh
# one MODEL FILE STEP METHOD PRECISION
at=$tmp/$1.$4.$5
mkdir "$at" || exit 2
float= define=-UDTC_FLOAT
[ $5 = float ] && float=--float define=-DDTC_FLOAT
if [ $4 = cvode ]; then
    "$DTC" sim -I tests/msl "$2" --model "$1" --quiet -o "$at/rows.csv" >"$at/log" 2>&1
    echo "$1 $4 $5 status $? $(cat "$at/rows.csv" 2>/dev/null | cksum)" >"$at.line"
elif ! "$DTC" -I tests/msl "$2" --model "$1" --method $4 --step $3 $float --vars '*' -o "$at/step.c" >"$at/log" 2>&1; then
    echo "$1 $4 $5 does not compile" >"$at.line"
elif $CC -std=c11 -O1 -ffp-contract=off -w $define -I"$checkout/runtime" -I"$at" -DINFO="$(echo "$1" | sed 's/.*\.//')_info" \
        -o "$at/run" tests/digest/drive.c "$at/step.c" "$tmp/$5"/*.o -lm 2>"$at/log"; then
    echo "$1 $4 $5 $("$at/run") header $(cksum <"$at/step.h" | cut -d' ' -f1)" >"$at.line"
else
    echo "$1 $4 $5 is no C: $(head -n 1 "$at/log")" >"$at.line"
fi
rm -r "$at"
END
chmod +x "$tmp/one"

list | sort -u | grep "${ONLY:-.}" | while read -r model file step; do
    for method in euler semi rk2 rk4 rosenbrock exact; do
        for precision in double float; do echo "$model $file $step $method $precision"; done
    done
    echo "$model $file $step cvode double"
done >"$tmp/list"
xargs -P "$(nproc)" -L 1 "$tmp/one" <"$tmp/list"
sort "$tmp"/*.line
