#!/bin/sh
# S-functions (dtc --format sfunction): against a stub of Simulink's interface, written from its documentation, they compile
# without a warning and make the steps of dtc sim, to the last bit: sizes, sample times, ports, parameters at the start and
# between steps, work vectors that go on in another block, an end that the model asks for, mistakes in words.
cd "$(dirname "$0")/../.." || exit 2
group=sfunction gcc=${CC:-gcc}
. tests/group.sh
. tests/awk.sh
stub="-DMATLAB_MEX_FILE -Itests/sfunction/stub -Iruntime -Iruntime/host"
for m in two_speed launch; do
    sed -n "/^\`\`\`modelica $m.dtm/,/^\`\`\`\$/{//!p}" docs/tutorial.md >"$work/$m.dtm"
done
cat >"$work/far.dtm" <<'END'
model far "Ends its run, or breaks a promise"
  parameter Real most(min = 0) = 100;
  parameter Integer turns = 1;
  input Boolean back;
  input Integer gear(start = 1);
  output Integer shown = gear + turns;
  output Real place = x;
  Real x(start = 0, fixed = true);
equation
  der(x) = if back then -1 else gear;
  assert(x < most, "x is more than most");
  when x > 0.1 then
    terminate("far enough");
  end when;
end far;
END
made() { # made MODEL WORDS...: NAME_sf, a block of it, in tcc
    name=$1
    shift
    try "$name: written" "$dtc" "$work/$name.dtm" --format sfunction "$@" -o "$work/${name}_sf.c"
    try "$name: compiled" $CC -std=c99 $stub "$work/${name}_sf.c" "$work/${name}_sf_model.c" -lm -o "$work/${name}_sf"
}
same() { # same WHAT MODEL STEPS COLUMNS YAML WORDS...: its rows are those of dtc sim with these values
    case=$1 name=$2 steps=$3 columns=$4
    echo "$5" >"$work/values.yaml"
    shift 5
    try "$case: runs" sh -c '"$@" >"$0"' "$work/block.csv" "$work/${name}_sf" $((steps + 1)) "$@"
    try "$case: dtc sim" "$dtc" sim "$work/$name.dtm" --quiet $precision --method euler --param "$work/values.yaml" --stop "$steps"e-3 --interval 1e-3 -o "$work/sim.csv"
    try "$case: the bits of dtc sim" awk -F, -v columns="$columns" '
        NR == FNR { if (FNR > 1) row[++n] = $0; next }
        FNR == 1 { m = split(columns, name, ","); for (k = 1; k <= NF; k++) { gsub(/"| \[.*\]/, "", $k); at[$k] = k }; next }
        { split(row[FNR - 1], v, ","); for (k = 1; k <= m; k++) if (!at[name[k]] || v[k + 1] + 0 != $(at[name[k]]) + 0) exit 1 + (all = 0); all++ }
        END { exit !(all == n && n > 10) }' "$work/block.csv" "$work/sim.csv"
}
refused() { # refused WHAT WORDS COMMAND...
    case=$1 words=$2
    shift 2
    "$@" >"$work/said" 2>&1 && fail "$case: it was taken"
    try "$case: said" grep -F -e "$words" "$work/said"
}

precision=
made two_speed
made launch
made far
shift_in='in 1 0 150 in 2 0 1 in 2 0.8 0 in 3 0.8 1'
shift_yaml='inputs: {torque: 150, low: [[0, 1], [0.7995, 1], [0.7995, 0]], high: [[0, 0], [0.7995, 0], [0.7995, 1]]}'
same 'inputs' two_speed 1500 speed,motor "$shift_yaml" $shift_in
try 'sizes' sh -c "head -n 1 '$work/block.csv' | grep '^3 inputs, 2 outputs, sample time 0.001, offset 0, 6 integers, '"
same 'parameters' two_speed 300 speed,motor "parameters: {car.m: 1500, axle.ratio: 7}
inputs: {torque: 150, low: 1}" set car.m 1500 set axle.ratio 7 in 1 0 150 in 2 0 1
same 'parameters between steps' two_speed 900 speed,motor "tune: {car.m: [[0.5, 1900]]}
$shift_yaml" $shift_in tune 0.5 car.m 1900
same 'outputs twice a step' two_speed 1500 speed,motor "$shift_yaml" $shift_in twice
same 'another block goes on' two_speed 1500 speed,motor "$shift_yaml" $shift_in saved 0.4 saved 0.9
same 'an end that the model asks for, Integers and Booleans' far 200 shown,place 'parameters: {turns: 3}
inputs: {gear: 2}' set turns 3 in 2 0 2
try 'it stops the simulation' sh -c "tail -n 1 '$work/block.csv' | awk -F, '{ exit !(\$1 > 0.04 && \$1 < 0.06) }'"
try 'no inputs, no outputs' sh -c "'$work/launch_sf' 3 | head -n 1 | grep '^0 inputs, 0 outputs'"

refused 'no such parameter' 'has a name that is no parameter' "$work/two_speed_sf" 3 set car.mm 2
refused 'a value that is a text' 'has a value that is no number' "$work/two_speed_sf" 3 set car.m much
refused 'out of its bounds' 'car.m is below its min = 0' "$work/two_speed_sf" 3 set car.m -2
refused 'between steps' 'car.m is below its min = 0' "$work/two_speed_sf" 30 in 2 0 1 tune 0.01 car.m -2
refused 'no whole number' "no number of the variable's type" "$work/far_sf" 30 in 2 0 1.5
refused 'an assertion' 'assertion failed: x is more than most' "$work/far_sf" 300 in 2 0 1 set most 0.05
for wrong in 2car.c two_speed.c car-sf.c car.so; do
    refused "-o $wrong" "$wrong" "$dtc" "$work/two_speed.dtm" --format sfunction -o "$work/$wrong"
    try 'nothing is written' sh -c "! ls '$work'/$wrong '$work'/*_model.c.* 2>/dev/null"
done
refused 'a variable step' 'leave out' "$dtc" "$work/two_speed.dtm" --format sfunction --hybrid -o "$work/x.c"

made two_speed --float
precision=--float
same 'single precision' two_speed 1500 speed,motor "$shift_yaml" $shift_in
try 'warnings, with all that is held while it runs' "$gcc" -std=c99 -Wall -Wextra -Wshadow -Wno-unused-function -Werror -g -fsanitize=address,undefined $stub "$work/far_sf.c" "$work/far_sf_model.c" -lm -o "$work/held"
try 'AddressSanitizer is content' "$work/held" 200 in 2 0 2 set turns 3 saved 0.01
finish
