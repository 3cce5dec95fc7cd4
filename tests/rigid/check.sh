#!/bin/sh
# Rigid motions: random trains of which they are known, by construction; none is missed, none is made up. Without LAPACK
# or ARPACK, which dtc modes loads, it is said what is missing.
cd "$(dirname "$0")/../.." || exit 2
group=rigid
. tests/group.sh

python3 tests/rigid/trains.py "$dtc" "$work" "${trains:-240}" >"$work/log" 2>&1
add $? "$work/log" trains

# One that is no library, and one that has none of the functions.
for library in liblapacke libarpack; do
    name=$(grep -aoE "$library\.so(\.[0-9]+)*" "$dtc" | head -n 1)
    for other in empty strange; do
        mkdir -p "$work/$library.$other"
        : >"$work/$library.$other/$name"
        said="$name cannot be loaded, which finds eigenvalues: .*file too short"
        if [ $other = strange ]; then
            echo 'int strange;' | ${CC:-gcc} -shared -fPIC -x c -o "$work/$library.$other/$name" -
            said='a library that finds eigenvalues is another one than was built with: .*undefined symbol'
        fi
        LD_LIBRARY_PATH=$work/$library.$other "$dtc" modes models/three_inertia/three_inertia.dtm >"$work/out" 2>"$work/log"
        [ $? -eq 1 ] && [ ! -s "$work/out" ] && grep -q "error: $said" "$work/log"
        verdict $? "$name, $other: $(cat "$work/log")"
    done
done
finish
