#!/bin/sh
# The oracle of discrete models itself: models with answers found by hand, and what must hold for any. What the compiler
# makes of random models is compared by random.sh.
cd "$(dirname "$0")" || exit 2
PYTHONDONTWRITEBYTECODE=1 exec python3 known.py
