#!/bin/sh
# The models, as check.sh does.
exec "$(dirname "$0")/check.sh" long
