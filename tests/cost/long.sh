#!/bin/sh
# As check.sh, the other models and methods.
cd "$(dirname "$0")/../.." && LONG=long exec tests/cost/check.sh
