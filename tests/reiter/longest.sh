#!/bin/sh
# Reiter's hybrid drivetrain with every method.
exec "$(dirname "$0")/check.sh" long
