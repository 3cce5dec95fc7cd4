#!/bin/sh
# 20 random drivetrains, fixed step against variable step.
exec "$(dirname "$0")/run.sh" 20
