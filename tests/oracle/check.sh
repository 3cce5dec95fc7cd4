#!/bin/sh
# The oracle of discrete models itself: models with answers found by hand, and what must hold for any; then
# the compiler against it.
cd "$(dirname "$0")" || exit 2
. ../fast.sh
CC=$fast exec ./random.sh 25
