#!/bin/sh
# Linear models and modes: chains of 10^4, more models at more points.
exec "$(dirname "$0")/check.sh" long
