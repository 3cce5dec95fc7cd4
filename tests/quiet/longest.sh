#!/bin/sh
# A thousand random drivetrains, as in check.sh.
cd "$(dirname "$0")/../.." || exit 2
. tests/quiet/common.sh
random "${COUNT:-1000}" 1
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
