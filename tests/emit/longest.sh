#!/bin/sh
# The compilers of check.sh for all of models/.
cd "$(dirname "$0")/../.." && LONG=long MODELS=$(ls models/*/*.dtm | grep -v "/transmissions/") exec tests/emit/check.sh
