#!/bin/sh
# Two random drivetrains; long.sh has 20.
exec "$(dirname "$0")/run.sh" 2
