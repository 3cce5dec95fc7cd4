#!/bin/sh
# A transition of the switching law in the runtime alone: 8 to 128 clutches in one group, one leaves or joins, all lock; with and without updates of the
# pseudo-inverse. law.c says what the columns are.
: "${CC:=gcc}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
$CC -std=c99 -O2 -ffp-contract=off -Iruntime -o "$tmp/law" tests/bench/law.c runtime/law*.c -lm || exit 1
echo "m clutches in one group: us of a transition; $($CC --version | head -1), -O2"
"$tmp/law"
