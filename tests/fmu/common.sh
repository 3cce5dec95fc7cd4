# common.sh - to be sourced in the top folder by scripts of this group: FMUs, unpacked, and what is in them.
: "${BUILD:=$PWD/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}"
work=$BUILD/tests/${group:?}
chmod -R u+w "$work" 2>/dev/null
rm -rf "${work:?}"
mkdir -p "$work"
. tests/add.sh
. tests/awk.sh

try() { # try WHAT COMMAND...
    what=$1
    shift
    if "$@" >"$work/log" 2>&1; then passed=$((passed + 1)); else
        echo "FAILED $what"
        tail -n 20 "$work/log"
        failed=$((failed + 1))
    fi
}

. tests/fast.sh

# made NAME FILE [OPTION ...]: $work/NAME.fmu, and unpacked, read-only, $work/NAME; compiled by $made_by, or a fast compiler
made() {
    name=$1
    shift
    CC=${made_by:-$fast} "$DTC" "$@" -o "$work/$name.fmu" >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
    python3 -B tests/fmu/unpack.py "$work/$name.fmu" "$work/$name" || return 1
    chmod -R a-w "$work/$name"
}

# symbols VERSION LIBRARY: exported are exactly those of the standard
symbols() {
    sed -n 's/^ *X([a-zA-Z0-9 *]*, \([A-Za-z0-9]*\),.*/fmi'"$1"'\1/p' runtime/fmi/fmi"$1".h | sort >"$work/standard"
    case $2 in
    *.dll) x86_64-w64-mingw32-objdump -p "$2" | awk '/\[Ordinal\/Name Pointer\] Table/ { on = 1; next } on && NF == 0 { exit } on { print $NF }' ;;
    *) nm -D --defined-only "$2" | awk '{ print $3 }' ;;
    esac | sort | diff - "$work/standard"
}

# text NAME XPATH: of modelDescription.xml
text() { xmllint --xpath "string($2)" "$work/$1/modelDescription.xml"; }

# variables NAME: $work/NAME.txt, a line each: name, reference, type
variables() {
    python3 -B tests/fmu/variables.py "$work/$1/modelDescription.xml" >"$work/$1.txt"
}

# client NAME KIND TEST STEP [ARGUMENT ...]: of FMI 2.0
client() {
    name=$1 kind=$2
    shift 2
    "$work/client" "$work/$name/binaries/linux64" "$(text "$name" "//$kind/@modelIdentifier")" "$(text "$name" '/*/@guid')" "$work/$name.txt" "$@"
}

# same NAME FILE STEP [OPTION ...]: at 26 points the bits of dtc sim, of states and outputs
same() {
    name=$1 file=$2 h=$3
    shift 3
    vars=$(python3 -B tests/fmu/variables.py --watched "$work/$name/modelDescription.xml")
    stop=$(awk -v h="$h" 'BEGIN { print 2500*h }') interval=$(awk -v h="$h" 'BEGIN { print 100*h }')
    "$DTC" sim "$file" "$@" --step "$h" --stop "$stop" --interval "$interval" --vars "$vars" --quiet -o "$work/$name.sim.csv" >"$work/log" 2>&1 || cat "$work/log"
    # shellcheck disable=SC2046
    client "$name" CoSimulation run "$interval" $(echo "$vars" | tr , ' ') >"$work/$name.run.csv" || return 1
    python3 -B tests/fmu/equal.py "$work/$name.run.csv" "$work/$name.sim.csv"
}

# rows NAME FILE STEP [OPTION ...]: the same in our own master, at every step
rows() {
    name=$1 file=$2 h=$3
    shift 3
    vars=$(python3 -B tests/fmu/variables.py --watched "$work/$name/modelDescription.xml")
    stop=$(awk -v h="$h" 'BEGIN { print 1000*h }')
    "$DTC" sim "$file" "$@" --step "$h" --stop "$stop" --interval "$h" --vars "$vars" --quiet -o "$work/$name.sim.csv" >"$work/log" 2>&1 || cat "$work/log"
    "$DTC" sim "$work/$name.fmu" --step "$h" --stop "$stop" --vars "$vars" --quiet -o "$work/$name.run.csv" >"$work/log" 2>&1 || cat "$work/log"
    python3 -B tests/fmu/equal.py "$work/$name.run.csv" "$work/$name.sim.csv"
}

# slopes NAME TIME: directional derivatives of all outputs and rates by all states, against differences; $work/NAME.slopes
slopes() {
    # shellcheck disable=SC2046
    client "$1" ModelExchange slopes "$2" $(python3 -B tests/fmu/jacobian.py "$work/$1/modelDescription.xml") >"$work/$1.slopes"
    code=$?
    grep -v '^# ' "$work/$1.slopes" >"$work/log"
    add $code "$work/log" "$1: derivatives"
}

# depends NAME TIME: no output or rate moves with a state or input that it does not depend on, nor at an event
depends() {
    for way in depends events; do
        # shellcheck disable=SC2046
        client "$1" ModelExchange $way "$2" $(python3 -B tests/fmu/jacobian.py --$way "$work/$1/modelDescription.xml") >"$work/log"
        add $? "$work/log" "$1: dependencies ($way)"
    done
}
