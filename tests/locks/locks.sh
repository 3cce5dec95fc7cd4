# locks.sh - what a lock does to speeds and energy, with each of $methods: in $count random mechanisms, from number $first (1) on, and in the models; to be sourced in the top folder.
group=locks
. tests/drive.sh

$CC -std=c11 -D_GNU_SOURCE -O2 -ffp-contract=off -Wall -Wextra -Wshadow -Iruntime -o "$work/write" tests/generated/write.c runtime/law*.c -lm || exit 2
: "${first:=1}"
"$work/write" "$first" "$count" 1 >"$work/random.dtm"
build random "$work/random.dtm" Random.All
run test_impulse "$first" "$count" $methods

# energy NAME FILE MODEL STOP
energy() {
    build "$1" "$2" "$3"
    run test_energy "$1" "${3##*.}" "$4" $methods
}
energy zf4hp22.Rig models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig 50
energy autogear4.Rig models/autogear4/autogear4.dtm AutoGear4.Rig 50
energy zf4hp22.Bench models/zf4hp22/zf4hp22.dtm Zf4hp22.Bench 50
energy hybrid_ravigneaux models/hybrid_ravigneaux/hybrid_ravigneaux.dtm hybrid_ravigneaux 20
energy Parallel tests/models/cases.dtm Cases.Parallel 50
energy Case6 tests/models/cases.dtm Cases.Case6 30
table property $methods
finish
