#!/bin/sh
# check_jacobian.sh [SEEDS]: symbolic Jacobians against differences (jacobian.c): models, the folder jacobian/, long chains, and random drivetrains (3).
cd "$(dirname "$0")/../.." || exit 2
: "${BUILD:=$PWD/build}" "${DTC:=$BUILD/dtc}" "${CC:=gcc}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh
passed=0 failed=0 rejected=0
. tests/fast.sh
strict='-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off -Iruntime -Iruntime/host'

# shellcheck disable=SC2086
if ! $CC -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra -Wshadow -Werror -Iruntime -Iruntime/host tests/hybrid/jacobian.c runtime/describe.c -o "$tmp/jacobian" -ldl -lm ||
    ! $CC -std=c11 -O1 -Wall -Wextra tests/random/generate.c -o "$tmp/generate" -lm; then
    echo '0 passed, 1 failed'
    exit 1
fi

verdict() {
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL $2"; head -n 5 "$tmp/log"; fi
}

# build FILE: model.c, model.so; the name of the model is in $model
build() {
    "$DTC" --hybrid "$1" -o "$tmp/model.c" >"$tmp/log" 2>&1 && compile
}
compile() {
    model=$(sed -n 's/^const dtc_hybrid \(.*\)_hybrid = {$/\1/p' "$tmp/model.c")
    # shellcheck disable=SC2086
    $CC $strict -fsyntax-only "$tmp/model.c" >"$tmp/log" 2>&1 &&
        $fast -std=c99 -O1 -ffp-contract=off -w -shared -fPIC -Iruntime -Iruntime/host -o "$tmp/model.so" "$tmp/model.c" "$BUILD/libdtc-sim.a" -lm >"$tmp/log" 2>&1
}
compare() { "$tmp/jacobian" "$tmp/model.so" "$model" "$1" "$2" >"$tmp/log" 2>&1; }

# jacobian FILE STOP STEPS
jacobian() {
    build "$1" && compare "$2" "$3"
    verdict $? "$1"
}

for m in Solved Clutches; do jacobian tests/hybrid/jacobian/$m.dtm 3 30000; done
# A Jacobian that is wrong by 1e-4 is found.
sed -i '/any_sign/,/};/s/R(\([-1.0]*\))/R(1.0001 * \1)/g' "$tmp/model.c"
compile && ! compare 3 30000
verdict $? 'a wrong Jacobian is not found'
jacobian models/three_inertia/three_inertia.dtm 2 20000
jacobian models/autogear4/autogear4.dtm 20 40000
jacobian models/zf4hp22/zf4hp22.dtm 20 40000
jacobian models/hybrid_ravigneaux/hybrid_ravigneaux.dtm 5 20000
for m in CoupledClutches Friction Backlash ElasticBearing First; do jacobian tests/msl/$m.dtm 2 20000; done
for kind in 'chain 100' 'star 60' 'gearbox 10'; do
    # shellcheck disable=SC2086
    tests/scale/generate $kind >"$tmp/scale.dtm" || exit 1
    jacobian "$tmp/scale.dtm" 0.1 4000
done

# The number of entries of a chain grows as its length does.
entries() {
    tests/scale/generate chain "$1" >"$tmp/scale.dtm" && "$DTC" --hybrid "$tmp/scale.dtm" -o "$tmp/model.c" >"$tmp/log" 2>&1
    awk '/^static const int any_row/ { on = 1; next } /^}/ { on = 0 } on { n += NF } END { print n + 0 }' "$tmp/model.c"
}
small=$(entries 100) large=$(entries 1000)
echo "chains of 100 and 1000: $small and $large entries" >"$tmp/log"
[ "$small" -gt 100 ] && [ "$large" -lt $((11 * small)) ]
verdict $? 'entries of a chain'

seed=1 wanted=$((${1:-3}))
while [ "$wanted" -gt 0 ] && [ "$rejected" -lt 50 ]; do
    "$tmp/generate" "$seed" >"$tmp/random.dtm"
    if "$DTC" check "$tmp/random.dtm" >"$tmp/log" 2>&1 || ! grep -q 'inertia' "$tmp/log"; then
        build "$tmp/random.dtm" && compare 5 20000
        verdict $? "random drivetrain $seed"
        wanted=$((wanted - 1))
    else
        rejected=$((rejected + 1))
    fi
    seed=$((seed + 1))
done
[ "$wanted" -eq 0 ]
verdict $? "random drivetrains: $rejected are rejected"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
