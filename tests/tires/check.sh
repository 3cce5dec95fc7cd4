#!/bin/sh
# Tires: steady forces, courses, braking, parking, energy, every method; files of tires that are wrong. `check.sh long`: all steps and precisions.
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}"
dtc=${DTC:-$BUILD/dtc}
work=$BUILD/tests/tires
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/fast.sh
CC=$fast
export CC

# shellcheck disable=SC2086
python3 tests/tires/promises.py "$dtc" "$work" ../shared/reference/seed000/truth $1 >"$work/log" 2>&1
add $? "$work/log" promises

# wrong TEXT SED...: round.tir, changed so, is refused with TEXT
sed 's/"round.tir"/"wrong.tir"/' tests/tires/tires.dtm >"$work/tires.dtm"
wrong() {
    text=$1
    shift
    sed "$@" tests/tires/round.tir >"$work/wrong.tir"
    if "$dtc" check "$work/tires.dtm" --model Tires.Factors >"$work/err" 2>&1 || ! grep -qF "$text" "$work/err"; then
        echo "FAILED: sed $*: not said: $text"
        head -n 5 "$work/err"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}
wrong "wrong.tir:4:9: error: it must have forces in 'newton'" -e "s/'newton'/'kgf'/"
wrong "wrong.tir:7:24: error: it must have factors of the magic formula" -e "s/'MF05'/'FIALA'/"
wrong 'wrong.tir:10:10: error: FNOMIN = -3 cannot be a load' -e 's/= 4200/= -3/'
wrong 'wrong.tir:12:8: error: PCX1 has no number: "1.6x"' -e 's/1.65/1.6x/'
wrong 'wrong.tir:12:8: error: PCX1 has no number: "nan"' -e 's/1.65/nan/'
wrong 'wrong.tir:12:8: error: PCX1 = 2.1 cannot be a shape factor' -e 's/1.65/2.1/'
wrong 'wrong.tir:16:1: error: PEX1 stands twice' -e 's/^PEX2/PEX1/'
wrong 'wrong.tir:16:1: error: NAME = value, [SECTION] or a comment ($, !) is expected' -e 's/^PEX2 =/PEX2/'
wrong 'wrong.tir:19:1: error: PKX1 has no value' -e 's/^PKX1 = .*/PKX1 =/'
wrong 'wrong.tir:3:10: error: the text has no end: the quote is not closed' -e "s/'meter'/'meter/"
wrong 'wrong.tir: there is no PKX1 in it' -e '/^PKX1/d'
finish
