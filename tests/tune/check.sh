#!/bin/sh
# Parameters that change between steps (Model_tune), at random instants, by chance: against a setup with the state
# copied, against the model in which the parameter is an input, back to what they were, and refused.
cd "$(dirname "$0")/../.." || exit 2
group=tune left_out=0
. tests/tune/common.sh

zf4hp22='models/zf4hp22/zf4hp22.dtm Zf4hp22.Bench' clonk='models/clonk/clonk.dtm Clonk.Both'
manual5='models/manual5/manual5.dtm FiveSpeed.FullThrottle' hybrid='models/hybrid_ravigneaux/hybrid_ravigneaux.dtm hybrid_ravigneaux'
for method in euler exact; do
    tuned $zf4hp22 $method 6
    by_input $zf4hp22 $method 4 1
done
tuned $zf4hp22 euler 6 --float
tuned $clonk rk4 6
tuned $manual5 semi 6
by_input $manual5 semi 4 2
tuned $hybrid rosenbrock 6
tuned_at_events $zf4hp22 6
tuned_at_events $clonk 6
tuned_at_events $manual5 6
tuned_at_events tests/tune/one.dtm One.Car 6
by_input models/clonk/clonk.dtm Clonk.Tight exact 4 7
named $zf4hp22 euler
named $manual5 rk4
named $hybrid semi
. tests/tune/names.sh
. tests/tune/sim.sh
echo "| $left_out parameters cannot be inputs"
finish
