#!/bin/sh
# dtc sweep: rows are runs of dtc sim bit by bit, measures in closed form, ends of runs (measures.py); designs against
# published numbers and what they promise (designs.py); mistakes, by line and way out (mistakes.py); the same bytes with any
# number of workers and in any parts, whoever is killed (whole.py), and in lanes (lanes.py); what dtc plot says of a study
# (views.py).
cd "$(dirname "$0")/../.." || exit 2
group=sweep
. tests/group.sh

for part in measures designs mistakes whole lanes views; do
    /usr/bin/python3 -B tests/sweep/$part.py "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" $part
done
finish
