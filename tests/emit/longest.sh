#!/bin/sh
# The compilers of check.sh for all of models/.
cd "$(dirname "$0")/../.." && LONG=long MODELS=$(find models -name "*.dtm" -type f | grep -v "/transmissions/" | sort) exec tests/emit/check.sh
