#!/bin/sh
# What must hold of the models, with Euler's method and an implicit one; with all methods, and more of it: long.sh.
cd "$(dirname "$0")/../.." || exit 2
methods='euler rosenbrock' draws=300 steps=50000 drives='1 10'
. tests/models/holds.sh
table property $methods
finish
