#!/bin/sh
# Tires with every method, step and precision.
exec "$(dirname "$0")/check.sh" long
