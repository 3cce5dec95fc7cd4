#!/bin/sh
# Two random drivetrains, one of which stands still; long.sh has 20.
exec "$(dirname "$0")/run.sh" 2 325
