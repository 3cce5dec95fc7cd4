#!/bin/sh
# The compilers of check.sh for the models it leaves out, and for all of models/.
cd "$(dirname "$0")/../.." && LONG=long MODELS=$(echo tests/emit/*.dtm models/*/*.dtm) exec tests/emit/check.sh
