# near.sh - to be sourced by check.sh: `dtc sim` names elements that hold something heavy through something light, in
# both precisions, and none of what is redundant or independent.

# near ELEMENTS MODEL J OPTIONS: the warning is about these elements; of none: nothing is said. J is that of the model.
near() {
    elements=$1 model=$2 inertia=$3 want=
    shift 3
    sed "s/J(min = 0) = [^ ;]*/J(min = 0) = $inertia/" tests/gearboxes/near.dtm >"$work/near.dtm"
    [ -z "$elements" ] || want="dtc: warning: $elements hold something heavy through something light,"
    near_said "$want" "$work/near.dtm" --model "Near.$model" "$@"
}

# near_said TEXT FILE OPTIONS: so begins a line of what is said of the run, which ends with status $ends; TEXT empty:
# nothing is said.
near_said() {
    want=$1
    shift
    CC=$fast "$dtc" sim "$@" --stop 0.05 --quiet -o "$work/near.csv" >"$work/log" 2>&1
    status=$?
    said=$(cat "$work/log")
    if [ $status -eq $ends ] && if [ -n "$want" ]; then grep -q "^$want" "$work/log"; else [ -z "$said" ]; fi; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $*: status $status, it says: $said"
    fi
}

two='switching element first and switching element second'
three='switching element first, switching element second and switching element third'
euler='--method euler --step 0.001'
ends=0
for method in euler semi rk2 rk4 rosenbrock exact; do
    near "$two" Pair 1e-12 --method $method --step 0.001
done
ends=1 # the heavy part moves on: a blocked slip
near "$two" Pair 1e-12 --method cvode
near "$three" Chain 1e-12 --method cvode
ends=0
near "$three" Chain 1e-12 $euler
near "$three" Chain 1e-5 $euler --float
for inertia in 5e-11 1e-14; do near "$two" Pair $inertia $euler; done
for inertia in 5e-6 1e-6; do near "$two" Pair $inertia $euler --float; done
for inertia in 2e-10 1e-3; do near '' Pair $inertia $euler; done
for inertia in 2e-5 1e-3; do near '' Pair $inertia $euler --float; done
for inertia in 1 0.013; do
    near '' Redundant $inertia $euler
    near '' Redundant $inertia $euler --float
done
for model in zf4hp22 autogear4 hybrid_ravigneaux; do
    near_said '' models/$model/$model.dtm --method euler
    near_said '' models/$model/$model.dtm --method euler --float
done
