#!/bin/sh
# What check.sh does with its own models, with all of models/.
cd "$(dirname "$0")/../.." && MODELS=$(echo models/*/*.dtm) exec tests/emit/check.sh
