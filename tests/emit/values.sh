# Read by check.sh: values that are out of their range, from C and from a file; by every way they are refused before anything is computed with them.

values=tests/emit/values.dtm
given() { # given WANTED NAME=VALUE...: what setup or the first step says
    wanted=$1
    shift
    got=$("$tmp/values" "$@")
    if [ "$got" = "$wanted" ]; then ok; else fail "values: $*: '$got' instead of '$wanted'"; fi
}
in_c() { # in_c OPTIONS FLAGS LIBRARY
    "$DTC" $values $1 -o "$tmp/m.c" 2>"$tmp/log" &&
        gcc -std=c99 -O0 -ffp-contract=off -Iruntime $2 -include "$tmp/m.h" -DINFO="$(info_of "$tmp/m.h")" -DMODEL="$(type_of "$tmp/m.h")" tests/emit/values.c "$tmp/m.c" \
            "$BUILD/$3" -o "$tmp/values" -lm >>"$tmp/log" 2>&1 || {
        fail "values $1: $(head -n 5 "$tmp/log")"
        return
    }
    given 'step 0 '
    given 'step 0 ' part.c=8 mode=1 on=0 n=4 choice=3 go=1 gear=-1 pedal=1 ratio=0.5 'map[2,3]=0' 'each_its[3]=2' wanted=1.5
    given 'setup 10 part.c is below its min = 0' part.c=-1
    given 'setup 10 part.c is above its max = part.most' part.c=11
    given 'setup 10 part.c is above its max = part.most' part.most=0.5
    given 'setup 10 the start value of part.x is above its max = 8' part.c=9
    given 'setup 10 part.follows = part.k - 1 is below its min = 0' part.k=0.5
    given 'setup 10 part.same = part.k is above its max = 5' part.k=6
    given 'setup 10 pair[2].c is below its min = 0' 'pair[2].c=-1'
    for bad in 0 4 -2147483648; do
        given 'setup 10 mode is none of off, on or auto (1 to 3)' mode=$bad
        given 'step 10 choice is none of off, on or auto (1 to 3)' choice=$bad
    done
    given 'setup 10 on is neither true nor false (1 nor 0)' on=3
    given 'setup 10 n is below its min = 1' n=0
    given 'setup 10 n is above its max = 4' n=2147483647
    given 'setup 10 an element of map is below its min = 0' 'map[2,3]=-1'
    given 'setup 10 each_its[3] is below its min = 2' 'each_its[3]=1.5'
    given 'setup 10 found is above its max = 3' wanted=2
    given 'setup 10 found is below its min = 0' wanted=-2
    given 'setup 2 ' part.c=nan
    given 'setup 4 part: k*c is <part.k*part.c>, and must be below 40' part.k=5 part.c=8
    given 'step 10 go is neither true nor false (1 nor 0)' go=-1
    given 'step 10 gear is above its max = 6' gear=7
    given 'step 10 pedal is above its max = part.most/10' pedal=0.9 part.most=8
    given 'step 10 ratio is below its min = 0.5' ratio=0.4
    given 'step 2 ' pedal=inf
}
in_c '' '' libdtc.a
in_c '--float --method rk4' -DDTC_FLOAT libdtc-sim-float.a

# The same from a file: at its line, or where it is only known in setup with a note on the line.
file() { # file TEXT MESSAGES...: each of the messages is said, with exit code 1, and nothing is written
    printf "$1" >"$tmp/values.yaml"
    rm -f "$tmp/values.csv"
    yaml=$1
    shift
    for how in ${methods:-euler}; do
        (cd "$tmp" && $DTC sim "$OLDPWD/$values" --param values.yaml --method $how -o values.csv) >"$tmp/said" 2>&1
        code=$?
        for message; do
            if [ $code -eq 1 ] && grep -qFe "$message" "$tmp/said" && [ ! -e "$tmp/values.csv" ]; then ok; else
                fail "values: $yaml, $how: exit code $code, or not said: $message"
                head -n 8 "$tmp/said"
            fi
        done
    done
}
# shellcheck disable=SC2016
file 'parameters: {part: {c: -1, same: 1}, mode: of, n: 1e10, map: [[1, 2], [3, 4]]}\ninputs: {choice: [[0, on], [1, 4]], pedal: {x: 1}, gear: [[0, 3.5]]}\n' \
    'values.yaml:1:24: error: part.c = -1 is below its min = 0' 'values.yaml:1:28: error: part.same cannot be set' \
    'mode is an enumeration: off, on or auto is expected, not of' 'n is an Integer: 1e10 is too large' 'error: map[1] has 3 elements, and 2 are given' \
    'error: map[2] has 3 elements, and 2 are given' 'choice is an enumeration: off, on or auto is expected, not 4' 'there is no input pedal.x; did you mean pedal?' \
    'gear is an Integer: 3.5 is none'
file 'parameters:\n  part.c: 1\n  part:\n    c: 1\n    cc: 1\n  map: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]\n  each_its: 3\n  pair[2].c: [1]\ninputs: {}\n' \
    'values.yaml:4:5: error: part.c is given twice' 'values.yaml:2:3: note: the first time here' 'values.yaml:5:5: error: there is no parameter part.cc; did you mean part.c?' \
    'values.yaml:6:8: error: map has 2 x 3 elements, and 3 x 3 are given' 'values.yaml:7:13: error: each_its has 3 elements, and one number is given' \
    'values.yaml:8:14: error: pair[2].c: a number is expected, not a list or a mapping'
file 'parameters: {map: [[1, 2, 3], [4, 5, 6]], "map[2,3]": 1, on: 3}\nparameters: {}\n' 'error: map[2,3] is given twice' 'error: parameters: is given twice' 'on is a Boolean'
file 'parameters: {n: 3}\n---\nparameters: {n: 2}\n' 'values.yaml:3:1: error: a second document begins here'
file 'parameters: &a {part: *a}\n' 'mappings are nested more than 50 deep'
file '# \303\274\nparameters: {n: 3, \303\274: 4}\n' 'values.yaml:2:20: error: there is no parameter'
file '\357\273\277parameters:\n  n: 3\ninputs:\n  pedale: 1\n' 'values.yaml:4:3: error: there is no input pedale; did you mean pedal?'
file 'parameters:\n\tn: 3\n' 'values.yaml:2:1: error: a tab cannot indent'
file 'parameters: {mode: Level.on}\ninputs: {pedal: [], wave: [1]}\n' 'mode is an enumeration: off, on or auto is expected, not Level.on' \
    'pedal: a value, or pairs [time, value], are expected' 'wave has 2 elements, and 1 are given'
methods='cvode euler'
file 'parameters: {part: {most: 0.5}}\n' 'part.c is above its max = part.most' 'values.yaml:1:27: note: part.most is set to 0.5 here'
file 'parameters: {part: {k: 7}}\n' 'out of its range: part.same = part.k is above its max = 5' 'values.yaml:1:24: note: part.k is set to 7 here'
file 'parameters: {part: {k: 5, c: 8}}\n' 'assertion failed: part: k*c is 40, and must be below 40'
file 'parameters: {wanted: -1}\n' 'found is below its min = 0'
methods='cvode'
echo 'parameters: {mode: Mode.on, part: {c: 2}, map: [[1, 1, 1], [2, 2, 2]]}' >"$tmp/values.yaml"
try 'values: names of enumerations, nested names' sh -c "'$DTC' sim $values --param '$tmp/values.yaml' --vars mode,part.c,'map[2,1]' -o - --quiet | sed -n 2p | grep -qx 0,2,2,2"
echo 'inputs: {wave: [0.25, [[0, 1], [1, 3]]]}' >"$tmp/values.yaml"
try 'values: an array of inputs, a value and a curve' sh -c "'$DTC' sim $values --method euler --step 0.5 --stop 1 --param '$tmp/values.yaml' --vars crest -o - --quiet | tail -n +2 | tr '\n' ' ' | grep -qx '0,1.25 0.5,2.25 1,3.25 '"
unset methods
