# sim.sh - parameters that change in a run of dtc sim, by `tune` in a file: to be sourced by check.sh.
# What a variable step and a fixed one make of it is what the model makes of an input with the same jump; a run in two
# parts is one; what is wrong is said, with its place in the file.

yaml() { cat >"$work/t.yaml"; }
run() { # run FILE MODEL OPTION ...
    file=$1 model=$2
    shift 2
    CC=$fast "$dtc" sim "$file" --model "$model" --quiet "$@" >"$work/log" 2>&1
}

# like_input FILE MODEL PARAMETER FROM TO AT TUBE OPTION ...: the parameter, tuned, and as an input that jumps
like_input() {
    file=$1 model=$2 name=$3 from=$4 to=$5 at=$6 tube=$7
    shift 7
    "$dtc" --dump=flat "$file" --model "$model" >"$work/flat.dtm" 2>"$work/err" &&
        python3 tests/tune/by_input.py "$work/flat.dtm" "$name" >"$work/in.dtm" || { fail "$model $name: no input"; return; }
    echo "tune: {'$name': [[$at, $to]]}" | yaml
    run "$file" "$model" --param "$work/t.yaml" -o "$work/a.csv" "$@" || { fail "$model $name: $(cat "$work/log")"; return; }
    case $name in *.*) quoted="\"'$name'\"" ;; *) quoted="'$name'" ;; esac # of a flat model
    echo "inputs: {$quoted: [[0, $from], [$at, $from], [$at, $to]]}" | yaml
    run "$work/in.dtm" "${model##*.}" --param "$work/t.yaml" -o "$work/b.csv" "$@" || { fail "$model $name as an input: $(cat "$work/log")"; return; }
    sed -i "1s/'//g" "$work/b.csv"
    run "$file" "$model" -o "$work/c.csv" "$@"
    vars=$(for f in a b; do head -1 "$work/$f.csv" | tr ',' '\n' | grep -v '^time$' | sort -u; done | sort | uniq -d | grep -v "[][',]" | paste -sd,)
    if "$dtc" diff "$work/b.csv" "$work/a.csv" --vars "$vars" --tube "$tube" --time-tube 1e-6 >"$work/log" 2>&1; then ok; else fail "$model $name $*: $(head -8 "$work/log")"; fi
    if "$dtc" diff "$work/b.csv" "$work/c.csv" --vars "$vars" --tube "$tube" --time-tube 1e-6 >"$work/log" 2>&1; then fail "$model $name $*: has no effect"; else ok; fi
}

one=tests/tune/one.dtm
for method in 'cvode --rtol 1e-9' 'rk4 --step 1e-3'; do
    # shellcheck disable=SC2086
    {
        like_input $one One.Car load.J 1 1.7 0.9 1e-6 --stop 1.5 --method $method
        like_input $one One.Car clutch.cgeo 1 0.4 0.2 1e-6 --stop 1.5 --method $method
    }
done
like_input models/clonk/clonk.dtm Clonk.Both play.halfShafts.c 11000 8000 1.2 1e-5 --stop 1.5 --method cvode --rtol 1e-9

# A run in two parts is one, to the last digit with a fixed step: parameters that have changed are those of the state.
printf 'tune:\n  load.J: [[0.3, 2], [0.9, 3]]\n  clutch.cgeo: [[0.9, 0.2]]\n' | yaml
for method in 'euler --step 1e-3' 'exact --step 1e-3'; do
    # shellcheck disable=SC2086
    if run $one One.Car --stop 1.2 --method $method --param "$work/t.yaml" -o "$work/whole.csv" &&
        run $one One.Car --stop 0.9 --method $method --param "$work/t.yaml" -o "$work/first.csv" --save-state "$work/state.mat" &&
        run $one One.Car --stop 1.2 --method $method --param "$work/t.yaml" -o "$work/second.csv" --state "$work/state.mat" &&
        ! grep -q 'by names' "$work/log" && [ "$(tail -1 "$work/whole.csv")" = "$(tail -1 "$work/second.csv")" ]; then ok; else fail "in two parts, $method: $(cat "$work/log")"; fi
done

# At the beginning it is as if it had been given.
echo "tune: {load.J: [[0, 2]]}" | yaml
run $one One.Car --stop 0.5 --method cvode --param "$work/t.yaml" -o "$work/a.csv" && run $one One.Car --stop 0.5 --method cvode --set load.J=2 -o "$work/b.csv"
if "$dtc" diff "$work/a.csv" "$work/b.csv" --vars '*.w' --plain --tube 1e-6 >"$work/log" 2>&1; then ok; else fail "at the beginning: $(cat "$work/log")"; fi

# wrong TEXT YAML [OPTION ...]
wrong() {
    text=$1
    echo "$2" | yaml
    shift 2
    if run $one One.Car --stop 1 --param "$work/t.yaml" -o "$work/a.csv" "$@"; then fail "no error: $text"; return; fi
    if grep -q "$text" "$work/log"; then ok; else fail "$text: $(cat "$work/log")"; fi
}
wrong 't.yaml:1:8: error: there is no parameter load.JJ; did you mean load.J' 'tune: {load.JJ: [[1, 2]]}'
wrong 't.yaml:1:8: error: load.w is not a parameter' 'tune: {load.w: [[1, 2]]}'
wrong 'error: clutch.useStribeck cannot change: it follows from other parameters, or was used while compiling' 'tune: {clutch.useStribeck: [[1, true]]}'
wrong 'pairs \[time, value\] are expected' 'tune: {load.J: 2}'
wrong 'times must ascend' 'tune: {load.J: [[1, 2], [0.5, 3]]}'
wrong 'load.J = -1 is below its min' 'tune: {load.J: [[1, -1]]}'
for method in cvode 'rk2 --step 1e-3'; do
    # shellcheck disable=SC2086
    wrong 'Car at time 0.5: division by zero in setup: load.J is zero' 'tune: {load.J: [[0.5, 0]]}' --method $method
    if grep -q 't.yaml:1:17: note: load.J is set to 0 here' "$work/log"; then ok; else fail "no place in the file: $(cat "$work/log")"; fi
done
