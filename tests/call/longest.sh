#!/bin/sh
# Shared objects of every model of models/ against dtc sim, and the files of inputs.
cd "$(dirname "$0")/../.." || exit 2
group=call_longest
. tests/group.sh
. tests/awk.sh
awk '$0 == "```python" { on = ++n == 1; next } /^```/ { on = 0 } on' docs/call.md >"$work/model.py"
python3 -uB tests/call/longest.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" longest
finish
