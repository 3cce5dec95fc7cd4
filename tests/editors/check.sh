#!/bin/sh
# What editors have beside the server: the TextMate grammar, tried by the library of Visual Studio Code (npm's
# vscode-textmate; skipped by name without node or without that), the files of Vim in Neovim and of Emacs (likewise),
# and the extension of Visual Studio Code against a stand-in of its API: it never ran in the program itself.
cd "$(dirname "$0")/../.." || exit 2
group=editors
. tests/group.sh
editors=$PWD/tools/editors

skip() {
    echo "skipped: $1"
    skipped=$((skipped + 1))
}

if ! command -v node >/dev/null; then
    skip 'node is not there: the grammar, the extension'
else
    try 'the extension, against a stand-in of its API' node tests/editors/extension.js "$editors/vscode" "$dtc" "$work"
    modules=${NODE_MODULES:-$BUILD/node}
    if [ ! -d "$modules/node_modules/vscode-textmate" ] && command -v npm >/dev/null; then
        mkdir -p "$modules"
        (cd "$modules" && timeout 120 npm install --no-audit --no-fund vscode-textmate@9.3.2 vscode-oniguruma@2.0.1) >"$work/npm" 2>&1
    fi
    if [ -d "$modules/node_modules/vscode-textmate" ]; then
        # shellcheck disable=SC2046
        NODE_PATH=$modules/node_modules node tests/editors/grammar.js "$editors/vscode/syntaxes/dtm.tmLanguage.json" \
            $(find lib models -name '*.dtm' | sort) tests/format/before.dtm >"$work/log" 2>&1
        add $? "$work/log" grammar.js
    else
        skip "npm's vscode-textmate is not there: the grammar"
    fi
fi

if command -v nvim >/dev/null; then
    OUT=$work/vim.out HOME=$work timeout 60 nvim --headless -u NONE -i NONE -n --cmd "set rtp^=$editors/vim" \
        -S tests/editors/vim.lua tests/format/before.dtm >"$work/log" 2>&1 </dev/null
    while read -r word rest; do
        if [ "$word" = good ]; then ok; else fail "Vim: $rest"; fi
    done <"$work/vim.out"
    [ -s "$work/vim.out" ]
    verdict $? 'Neovim did not come to its end'
else
    skip 'Neovim is not there: the files of Vim'
fi
if command -v emacs >/dev/null; then
    try 'the mode of Emacs' emacs -Q --batch -l "$editors/emacs/dtm-mode.el" -l tests/editors/emacs.el
else
    skip 'Emacs is not there: its mode'
fi
finish
