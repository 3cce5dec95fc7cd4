#!/bin/sh
# Instructions of each sample against operations, with limits.
cd "$(dirname "$0")/../.." || exit 2
if tests/bench/operations.sh 2>&1; then echo "1 passed, 0 failed"; else echo "0 passed, 1 failed"; fi
