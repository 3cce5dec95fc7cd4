#!/bin/sh
# Locks with Euler's method and an implicit one; of 56 the first equation has a small pivot.
cd "$(dirname "$0")/../.." || exit 2
methods='euler rosenbrock' first=31 count=30
. tests/locks/locks.sh
