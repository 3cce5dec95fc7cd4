#!/bin/sh
# Every switch with a few models: a gearbox, coupled blocks, a nonlinear system, automata and when-clauses, a sparse matrix. All models: longest.sh.
cd "$(dirname "$0")/../.." || exit 2
method=euler vars=
. tests/options/switches.sh
. tests/options/models.sh
try_few
try_trees
table model $switches ulp
finish
