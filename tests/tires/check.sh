#!/bin/sh
# Tires: steady forces, courses, braking, parking, energy, every method; files of tires that are wrong. `check.sh long`: all steps and precisions.
cd "$(dirname "$0")/../.." || exit 2
group=tires
. tests/group.sh

# shellcheck disable=SC2086
python3 tests/tires/promises.py "$dtc" "$work" ../shared/reference/seed000/truth $1 >"$work/log" 2>&1
add $? "$work/log" promises

# wrong TEXT SED...: round.tir, changed so, is refused with TEXT, said once for all tires
sed 's/"round.tir"/"wrong.tir"/' tests/tires/tires.dtm >"$work/tires.dtm"
wrong() {
    text=$1
    shift
    sed "$@" tests/tires/round.tir >"$work/wrong.tir"
    if "$dtc" check "$work/tires.dtm" --model Tires.Factors >"$work/err" 2>&1 || [ "$(grep -cF "$text" "$work/err")" -ne 1 ]; then
        echo "FAILED: sed $*: not said once: $text"
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
wrong "wrong.tir:3:10: error: it must have lengths in 'meter'" -e "s/'meter'/'mm'/"
wrong "wrong.tir:4:9: error: it must have forces in 'newton'" -e "s/'newton'/'Nm'/"
wrong 'wrong.tir:12:8: error: PCX1 has no number: "LEFT"' -e 's/= 1.65/= LEFT/'
wrong 'wrong.tir:27:8: error: PDX1 stands in two sections' -e 's/^\[SHAPE\]/[AGAIN]\nPDX1 = 1.2/'
wrong 'wrong.tir:27:8: error: PTX1 = -1 cannot be a relaxation length' -e 's/^\[SHAPE\]/[SHAPE]\nPTX1 = -1/'
wrong 'wrong.tir:12:1: error: NAME = value, [SECTION] or a comment ($, !) is expected' -e 's/^PCX1.*/\x00/'

# fits SED...: round.tir, changed so as files of users are, gives the same numbers
cp tests/tires/round.tir "$work/wrong.tir"
"$dtc" sim "$work/tires.dtm" --model Tires.Factors --stop 0.01 --quiet -o "$work/same.csv" >/dev/null 2>&1
fits() {
    sed "$@" tests/tires/round.tir >"$work/wrong.tir"
    if "$dtc" sim "$work/tires.dtm" --model Tires.Factors --stop 0.01 --quiet -o "$work/fits.csv" >"$work/err" 2>&1 &&
        cmp -s "$work/same.csv" "$work/fits.csv"; then
        passed=$((passed + 1))
    else
        echo "FAILED: sed $*: not as round.tir"
        head -n 5 "$work/err"
        failed=$((failed + 1))
    fi
}
fits -e 's/$/\r/'
fits -e '1s/^/\xef\xbb\xbf/'
fits -e 's/^[A-Z].* =/\L&/' -e 's/ *= */\t=\t/'
fits -e 's/^FNOMIN/[INERTIA]\nMASS = 9.3\n[VERTICAL]\n&/' -e "s/^ANGLE/MASS = 'kg'\n&/"
fits -e "s/'MF05'/'USER'/" -e 's/^USE_MODE/TYRESIDE = LEFT\n&/' -e 's/^PCX1/PTX1 = 0\nPTX2 = 0\n&/'
fits -e "s/^\[UNITS\]/[MDI_HEADER]\n(COMMENTS)\n{comment_string}\n'Pressure = 2.4 bar'\n&/" -e "s/'meter'/'M'/"

finish
