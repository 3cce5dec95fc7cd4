#!/bin/sh
# Controllers against closed recursions, variable and fixed step: check.py.
cd "$(dirname "$0")" || exit 2
. ../fast.sh
CC=$fast PYTHONDONTWRITEBYTECODE=1 exec python3 check.py "$@"
