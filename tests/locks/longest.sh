#!/bin/sh
# Locks with every method that has a jump at its begin; what the method exact does within a step shows in tests/exact.
cd "$(dirname "$0")/../.." || exit 2
methods='euler semi rk2 rk4 rosenbrock' count=100
. tests/locks/locks.sh
