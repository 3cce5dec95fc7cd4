#!/bin/sh
# No input makes a step cost more than a bound: instructions of each step (callgrind) of the gearbox of zf4hp22. Two runs of 600 steps: other torques and
# pressures in each step, so that places change nearly always; the same with zeros, denormals, 1e300, infinities and NaN among them, and speeds to
# match. The decision makes 3 rounds an element and 3 more at most, whatever the inputs. Limits: 1.5 times the costliest step when first measured (25,500
# instructions with ordinary inputs), and 2 instructions for each operation of the bound that `dtc --report` gives (measured: 1.3; that each operation executed
# takes 5 to 7 instructions is said by tests/bench/operations.sh). No state is a denormal, and no operation meets one (x86-64: its flags say so), with denormal inputs, parameters and starts, nor where all decays. A step with denormal inputs takes 2 times the time of one with
# ordinary ones at most (measured: 1.1).
limit=38000
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}"
: "${DTC:=$BUILD/dtc}"
cd "$(dirname "$0")/../.." || exit 2
command -v valgrind >/dev/null || { echo "0 passed, 0 failed, 1 skipped"; exit 0; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/awk.sh

worst() { # worst HOW: instructions of the costliest step
    rm -f "$tmp"/count.*
    valgrind --tool=callgrind --callgrind-out-file="$tmp/count" --toggle-collect=any_step --dump-after=any_step "$tmp/bound" "$1" >"$tmp/$1" 2>/dev/null || return
    cat "$tmp"/count.* | sed -n 's/^totals: //p' | sort -n | tail -n 1
}

"$DTC" models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig --step 0.001 -o "$tmp/rig.c" 2>"$tmp/log" &&
    gcc -std=c11 -O2 -ffp-contract=off -Iruntime -I"$tmp" -o "$tmp/bound" tests/bound/bound.c "$tmp/rig.c" "$BUILD/libdtc.a" -lm || { cat "$tmp/log"; echo "0 passed, 1 failed"; exit 1; }
reported=$("$DTC" --report models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig --step 0.001 2>/dev/null | awk '/^  (a step|a transition more)/ { all += $NF } END { print all + 0 }')
slower=$("$tmp/bound" denormal)
ordinary=$(worst ordinary) odd=$(worst odd)
echo "| costliest of 600 steps, instructions: ordinary inputs ${ordinary:-?}, odd ones ${odd:-?} ($(cat "$tmp/odd") failed); bound, operations: $reported; time with denormal inputs / ordinary: $slower"
passed=0 failed=0
# denormals FILE MODEL STEPS METHOD [--float]: no operation of any step meets or makes a denormal number (denormal.c, on x86-64)
denormals() {
    "$DTC" "$1" --model "$2" --method "$4" $5 --step 0.001 -o "$tmp/d.c" 2>"$tmp/log" &&
        gcc -std=gnu11 -O1 -ffp-contract=off ${5:+-DDTC_FLOAT} -Iruntime -DINFO="${2##*.}_info" -o "$tmp/d" tests/bound/denormal.c "$tmp/d.c" \
            "$BUILD/libdtc-sim${5#-}.a" -lm 2>"$tmp/log" &&
        "$tmp/d" "$3" >"$tmp/log"
    if [ "$(cat "$tmp/log")" = "0 of $3 steps, 0 failed" ]; then passed=$((passed + 1)); else
        echo "FAILED: denormal numbers, $*: $(head -n 3 "$tmp/log")"
        failed=$((failed + 1))
    fi
}
if [ "$(uname -m)" = x86_64 ]; then
    for method in euler semi rk2 rk4 rosenbrock exact; do
        denormals tests/bound/fading.dtm Cubes 30000 $method
        denormals tests/bound/fading.dtm Fading 30000 $method --float
    done
    for method in euler exact; do denormals models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig 1000 $method; done
    denormals models/hybrid_ravigneaux/hybrid_ravigneaux.dtm hybrid_ravigneaux 1000 rosenbrock
else
    echo "denormal numbers are not looked for: the flags are those of x86-64"
fi
if [ "${ordinary:-0}" -gt 1000 ] && [ "${odd:-0}" -gt 1000 ] && [ "$odd" -le $limit ] && [ "$ordinary" -le $limit ] &&
    [ "$odd" -le $((2 * reported)) ] && [ "$ordinary" -le $((2 * reported)) ] && awk -v x="$slower" 'BEGIN { exit !(x > 0 && x <= 2) }' && [ "$(cat "$tmp/odd")" -gt 100 ]; then
    passed=$((passed + 1))
else
    echo "FAILED: a step costs more than $limit or twice the bound, denormals take longer, or a run went wrong"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
