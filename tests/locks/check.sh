#!/bin/sh
# Locks with Euler's method and an implicit one.
cd "$(dirname "$0")/../.." || exit 2
methods='euler rosenbrock' count=30
. tests/locks/locks.sh
