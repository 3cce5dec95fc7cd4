#!/bin/sh
# All 300 random systems of the evidence through generated code, with errors against the exact step of 1e-5 s.
exec "$(dirname "$0")/through.sh" 300 truth
