#!/bin/sh
# Energy accounts of the models and the reference cases.
exec "$(dirname "$0")/check.sh" long
