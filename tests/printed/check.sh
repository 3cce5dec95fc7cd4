#!/bin/sh
# What commands print, to the letter: each text is files and sessions at a terminal (tests/sessions.py). BLESS=1
# rewrites what differs; review it with git diff.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
cd "$(dirname "$0")/../.." || exit 2
. tests/fast.sh
CC=$fast
export BUILD CC
exec python3 -B tests/sessions.py tests/printed/*.md
