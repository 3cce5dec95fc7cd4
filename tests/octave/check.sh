#!/bin/sh
# Models in Octave (tools/octave/mex/dtc_model.c): rows bit by bit those of dtc sim, inputs over time, parameters between
# steps, states, several models at once, mistakes as errors.
cd "$(dirname "$0")/../.." || exit 2
group=octave
. tests/group.sh
if ! command -v octave-cli >/dev/null || ! command -v mkoctfile >/dev/null; then
    echo 'skipped: octave or octave-dev is missing'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
sed -n '/^```modelica two_speed.dtm/,/^```$/{//!p}' docs/tutorial.md >"$work/two_speed.dtm"
sed -n '/^```modelica launch.dtm/,/^```$/{//!p}' docs/tutorial.md >"$work/launch.dtm"
cat >"$work/shift.yaml" <<'END'
inputs: {torque: 150, low: [[0, 1], [1, 1], [1.3, 0]], high: [[0, 0], [1, 0], [1.3, 1]]}
END
for m in two_speed launch; do
    try "$m.so" "$dtc" "$work/$m.dtm" --vars '*' -o "$work/$m.so"
done
try 'dtc sim' "$dtc" sim "$work/two_speed.dtm" --quiet --param "$work/shift.yaml" --method euler --stop 2 --vars 'time,speed,sun.w,brake.mode' -o "$work/sim.csv"
try 'the MEX file' env CC=gcc mkoctfile --mex -Iruntime -o "$work/dtc_model.mex" tools/octave/mex/dtc_model.c
try 'without a warning' gcc -fsyntax-only -std=c11 -Wall -Wextra -Wshadow -Werror -Iruntime $(mkoctfile -p INCFLAGS) tools/octave/mex/dtc_model.c
here=$PWD
(cd "$work" && octave-cli --no-gui --quiet --no-init-file "$here/tests/octave/tried.m") >"$work/tried.out" 2>"$work/tried.err"
code=$?
{ grep -v 'ignoring const execution_exception& while preparing to exit' "$work/tried.err"; cat "$work/tried.out"; } >"$work/tried.log"
add $code "$work/tried.log" tried
finish
