#!/bin/sh
# Bodies of functions are laid out by clang-format of Debian 12, whose rules are .clang-format; with another version, or
# none, this is skipped. `python3 tests/style/format.py --fix FILE ...` lays out.
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/add.sh

pinned='version 14.0.6'
if ! clang-format --version 2>/dev/null | grep -q "$pinned"; then
    echo "skipped: clang-format, $pinned"
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
find compiler tools runtime -name '*.[ch]' | sort >"$tmp/files"
xargs -n 60 -P 2 python3 tests/style/format.py <"$tmp/files" >"$tmp/log" 2>&1
code=$?
[ -s "$tmp/files" ] && [ $code -eq 0 ] && [ ! -s "$tmp/log" ]
verdict $? 'a file is not as .clang-format has it: python3 tests/style/format.py --fix FILE'
finish
