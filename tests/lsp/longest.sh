#!/bin/sh
# The language server at length: every cut of texts at a byte, a thousand edits at random, ten thousand edits.
cd "$(dirname "$0")/../.." || exit 2
group=lsp_long
. tests/group.sh
python3 -B tests/lsp/edits.py --long "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" edits.py
finish
