#!/bin/sh
# As check.sh, with a step of 10 ms: of half a second more of it is transitions.
STEPS=1e-2 MOST=1.5 exec "$(dirname "$0")/check.sh"
