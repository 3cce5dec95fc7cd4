#!/bin/sh
# The language server: clients of others, Neovim and npm's vscode-languageserver-protocol over vscode-jsonrpc (skipped by
# name without them), and one of our own for what these never do (tests/lsp/*.py).
cd "$(dirname "$0")/../.." || exit 2
group=lsp
. tests/group.sh

for program in protocol.py features.py edits.py; do
    python3 -B "tests/lsp/$program" "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" "$program"
done

MSL=${MSL:-../ModelicaStandardLibrary}
[ -r "$MSL/Modelica/package.mo" ] || MSL=
python3 -B tests/lsp/completion.py "$dtc" "$work" $MSL >"$work/log" 2>&1
add $? "$work/log" completion.py

if command -v nvim >/dev/null; then
    mkdir -p "$work/vim"
    sed -n '/^```modelica/,/^```$/p' README.md | sed '/^```/d' >"$work/vim/launch.dtm"
    MSL=$MSL DTC=$dtc FOLDER=$work/vim OUT=$work/vim.out HERE=tests/lsp HOME=$work XDG_DATA_HOME=$work timeout 120 \
        nvim --headless -u NONE -i NONE -n -S tests/lsp/neovim.lua >"$work/log" 2>&1 </dev/null
    [ -s "$work/vim.out" ] && grep -q '^good the server is alive$' "$work/vim.out"
    verdict $? 'Neovim did not come to its end'
    while read -r word rest; do
        if [ "$word" = good ]; then ok; elif [ "$word" = BAD ]; then fail "Neovim: $rest"; fi
    done <"$work/vim.out"
else
    echo 'skipped: Neovim is not there'
    skipped=$((skipped + 1))
fi
# npm's client, pinned: it runs on node 18.
modules=${NODE_MODULES:-$BUILD/node-lsp}
if command -v node >/dev/null && [ ! -d "$modules/node_modules/vscode-languageserver-protocol" ] && command -v npm >/dev/null; then
    mkdir -p "$modules"
    (cd "$modules" && timeout 120 npm install --no-audit --no-fund vscode-languageserver-protocol@3.17.5) >"$work/npm" 2>&1
fi
if ! command -v node >/dev/null || [ ! -d "$modules/node_modules/vscode-languageserver-protocol" ]; then
    echo "skipped: npm's client: node or vscode-languageserver-protocol is not there"
    skipped=$((skipped + 1))
else
    NODE_PATH=$modules/node_modules timeout 120 node tests/lsp/protocol.js "$dtc" "$work" >"$work/log" 2>&1
    add $? "$work/log" protocol.js
fi
finish
