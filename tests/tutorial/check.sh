#!/bin/sh
# docs/tutorial.md, done: its files are written, its sessions run in order, and what comes out is what it says (sessions.py).
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
export BUILD CC
cd "$(dirname "$0")/../.." || exit 2
exec python3 -B tests/sessions.py docs/tutorial.md
