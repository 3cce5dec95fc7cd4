#!/bin/sh
# Linear models and modes: closed forms, differences in numbers of 113 bits, identities, elements that stick, forms, courses, messages. `check.sh long`: longer chains,
# more models and points.
cd "$(dirname "$0")/../.." || exit 2
group=linear
. tests/group.sh

# Numbers of 30 digits and matrices: Debian's Python has them (make setup-tests).
# shellcheck disable=SC2086
if /usr/bin/python3 -c 'import mpmath, scipy' 2>/dev/null; then
    /usr/bin/python3 tests/linear/promises.py "$dtc" "$work" $1 >"$work/log" 2>&1
    add $? "$work/log" promises
else
    echo 'skipped: python3-mpmath or python3-scipy is missing (make setup-tests)'
    skipped=$((skipped + 1))
fi
finish
