#!/bin/sh
# Controllers against closed recursions, variable and fixed step: check.py.
cd "$(dirname "$0")" || exit 2
if [ -z "$CC" ] && command -v tcc >/dev/null; then
    CC=tcc
    export CC
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 check.py "$@"
