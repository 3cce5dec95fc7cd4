#!/bin/sh
# Everything that check.sh knows, for its own models and for all of models/.
cd "$(dirname "$0")/../.." && LONG=long MODELS=$(echo tests/emit/*.dtm models/*/*.dtm) exec tests/emit/check.sh
