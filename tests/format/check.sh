#!/bin/sh
# dtc format: of all texts of the project, and of public Modelica libraries where MODELICA_LIBRARIES names a folder of
# them (skipped by name without it; 500 files drawn by a seed): laid out twice is laid out once, no token and no comment
# is another, and models mean what they meant, of libraries their examples that dtc takes (layout.py). And a layout to the
# letter.
cd "$(dirname "$0")/../.." || exit 2
group=format
. tests/group.sh

python3 -B tests/format/layout.py "$dtc" "$work/tree" lib models tests >"$work/log" 2>&1
add $? "$work/log" layout.py
if [ -d "${MODELICA_LIBRARIES:-}" ]; then
    python3 -B tests/format/layout.py --draw 500 "$dtc" "$work/public" "$MODELICA_LIBRARIES" >"$work/log" 2>&1
    add $? "$work/log" 'layout.py of public libraries'
else
    echo 'skipped: MODELICA_LIBRARIES names no folder of public Modelica libraries'
    skipped=$((skipped + 1))
fi

cp tests/format/before.dtm "$work/one.dtm"
try 'format' "$dtc" format "$work/one.dtm"
try 'the layout' diff tests/format/after.dtm "$work/one.dtm"
try 'a second time' "$dtc" format --check "$work/one.dtm"
cp tests/format/before.dtm "$work/one.dtm"
"$dtc" format --check "$work/one.dtm" >"$work/log" 2>&1
[ $? -eq 1 ] && grep -q 'one.dtm$' "$work/log"
verdict $? '--check of a text that is not laid out'
cmp -s tests/format/before.dtm "$work/one.dtm"
verdict $? '--check changes nothing'
printf 'model m\n  Real x\nend m;\n' >"$work/wrong.dtm"
cp "$work/wrong.dtm" "$work/wrong.before"
"$dtc" format "$work/wrong.dtm" >"$work/log" 2>&1
[ $? -eq 1 ] && grep -q "';' is missing" "$work/log" && cmp -s "$work/wrong.dtm" "$work/wrong.before"
verdict $? 'a text with mistakes stays as it is'
finish
