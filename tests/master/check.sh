#!/bin/sh
# dtc sim model.fmu: small FMUs of its own, of 2.0 and 3.0, that run, fail and crash on demand; archives and descriptions that nobody would
# send in good faith; nothing stays behind.
cd "$(dirname "$0")/../.." || exit 2
group=master
. tests/group.sh

python3 -B tests/master/promises.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" promises
python3 -B tests/master/fuzz.py "$dtc" "$work/fuzz" 60 >"$work/log" 2>&1
add $? "$work/log" fuzz
finish
