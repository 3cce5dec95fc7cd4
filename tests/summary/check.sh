#!/bin/sh
# dtc report: what a report has of a model, what it leaves out and says so, its policy, the same bytes; mistakes.
cd "$(dirname "$0")/../.." || exit 2
group=summary
. tests/group.sh
python3 -B tests/summary/reports.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" reports.py
finish
