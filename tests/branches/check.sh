#!/bin/sh
# Equations with several solutions, and relations without events in equations that are solved: check.py.
cd "$(dirname "$0")" || exit 2
. ../fast.sh
CC=$fast PYTHONDONTWRITEBYTECODE=1 exec python3 check.py "$@"
