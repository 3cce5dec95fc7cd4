#!/bin/sh
# One transition in a sample: in how many samples is the scheme consistent again after an event, and what does it leave against event iteration?
# All shifts of both gearboxes, for the switching law and for the automata of Otter, Schlegel and Elmqvist 1997 as drawn
# (automata.dtm); then random redundant systems.
# Of the automata as drawn a clutch and a freewheel on the same shafts have no unique torques when both are stuck, and the generated step ends with DTC_SINGULAR
# there; to see how they go on this test is taken out of their code.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
. tests/bench/common

# table TITLE FILE MODEL REFERENCE-MODEL STOP NAME
table() {
    programs= goes_on=
    [ "$6" = law ] || goes_on=1
    echo "$1"
    for h in 1e-4 1e-3 1e-2; do
        generated "$3$h" "$2" "$3" --step $h --vars "$watched" || { cat "$tmp/log"; exit 1; }
        programs="$programs $6=$tmp/$3$h.so"
    done
    [ -f "$tmp/$4.csv" ] || reference "$2" "$4" "$tmp/$4.csv" --stop "$5"
    "$tmp/shifts" table "$tmp/$4.csv" "${3#*.}" $programs || exit 1
    echo
}

table "zf4hp22, the law" models/zf4hp22/zf4hp22.dtm zf4hp22 zf4hp22 28 law
table "autogear4, the law" models/autogear4/autogear4.dtm autogear4 autogear4 25 law
a=tests/bench/automata.dtm
table "ZF 4HP22 of single clutches and freewheels, the law" $a Automata.Zf Automata.Zf 28 law
table "the same, automata as drawn" $a Automata.ZfDrawn Automata.Zf 28 drawn
table "gearbox of autogear4 of single clutches and freewheels, the law" $a Automata.Ag Automata.Ag 25 law
table "the same, automata as drawn" $a Automata.AgDrawn Automata.Ag 25 drawn

$CC -std=c11 -O2 -ffp-contract=off -Iruntime -Itests/switching -o "$tmp/random" tests/bench/random.c "$tmp"/runtime/law*.o -lm && "$tmp/random"
