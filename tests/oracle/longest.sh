#!/bin/sh
# A thousand random discrete models, the compiler against the oracle.
cd "$(dirname "$0")" || exit 2
exec ./random.sh 1000 51
