#!/bin/sh
# As check.sh, with a step of 10 ms.
STEPS=1e-2 exec "$(dirname "$0")/check.sh"
