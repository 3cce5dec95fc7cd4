#!/bin/sh
# Runs of 10 to 100 s: the figures of models/clutch_judder/README.md. (The edges themselves: tests/planar/bands.py build/dtc /tmp edges.)
exec "$(dirname "$0")/check.sh" long
