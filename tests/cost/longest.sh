#!/bin/sh
# The models and methods that check.sh leaves out; instructions of each sample against operations, with limits.
cd "$(dirname "$0")/../.." || exit 2
. tests/add.sh
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
LONG=long tests/cost/check.sh >"$log"
add $? "$log" "more models"
LONG=longest tests/cost/check.sh >"$log"
add $? "$log" models
if tests/bench/operations.sh 2>&1; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
finish
