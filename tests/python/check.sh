#!/bin/sh
# The Python package (tools/python): runs and steps bit by bit those of the command line, errors with their places, many
# instances at once, analyses, each command of the tutorial, what docs/python.md shows, types. It is run by the python3 of
# Debian, which has numpy; pandas, matplotlib and mypy are optional.
cd "$(dirname "$0")/../.." || exit 2
group=python
. tests/group.sh
python=/usr/bin/python3
if ! "$python" -c 'import numpy' 2>/dev/null; then
    echo 'skipped: python3-numpy is missing (make setup-tests)'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
export DTC="$dtc" DTC_HOME="$PWD" PYTHONPATH="$PWD/tools/python" PYTHONDONTWRITEBYTECODE=1

program() { # program NAME: tests/python/NAME.py, in the folder of the group
    (cd "$work" && "$python" -B "$OLDPWD/tests/python/$1.py") >"$work/$1.log" 2>&1
    add $? "$work/$1.log" "$1"
}
program runs
program errors
program steps
program analyses
program tutorial
program header
program texts
if command -v mypy >/dev/null; then
    try 'types' sh -c "cd tools/python && mypy --cache-dir='$work/mypy' --config-file ../../tests/python/mypy.ini -p dtc"
else
    echo 'skipped: types: mypy is missing'
    skipped=$((skipped + 1))
fi
finish
