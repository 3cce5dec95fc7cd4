#!/bin/sh
# long.sh with more random states and longer runs.
draws=1500 steps=500000 exec "$(dirname "$0")/long.sh"
