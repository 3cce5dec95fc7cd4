#!/bin/sh
# The evidence of the switching law and three coupled clutches through generated code.
exec "$(dirname "$0")/through.sh" 60
