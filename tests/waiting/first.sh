#!/bin/sh
# The first model of the README.
sed -n '/^```modelica/,/^```$/ { /^```/!p; /^```$/q }' README.md
