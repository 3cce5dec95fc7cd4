#!/bin/sh
# As check.sh, the other models and methods; and instructions of each sample against operations.
cd "$(dirname "$0")/../.." && LONG=long exec tests/cost/check.sh
