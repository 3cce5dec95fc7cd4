#!/bin/sh
# The comparison of the Modelica Standard Library's examples with reference results (long.sh): what it must find.
cd "$(dirname "$0")" || exit 2
PYTHONDONTWRITEBYTECODE=1 exec python3 test_compare.py
