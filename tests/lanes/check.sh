#!/bin/sh
# Lanes (dtc --lanes): each lane beside the same model that is stepped alone, bit by bit (lanes.c): other parameters, states and inputs in each, odd inputs and
# failing steps in one, lanes that rest or are tuned, in double and single precision. All models of models/: longest.sh.
: "${BUILD:=$(cd "$(dirname "$0")/../.." && pwd)/build}" "${CC:=gcc}"
: "${DTC:=$BUILD/dtc}" "${SAMPLES:=1000}"
cd "$(dirname "$0")/../.." || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
. tests/runtime.sh
. tests/lanes/beside.sh

narrow && {
    runtime "$tmp/double" "$c" || exit 1
    beside double $n 0.99 models/three_inertia/three_inertia.dtm
    beside double $n 0.2 models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig
    SAMPLES=16000 beside double $n 0.99 models/drive_cycle/drive_cycle.dtm # through its first start from rest
    beside double $n 0.95 models/truck12/truck12.dtm # guards read slips
    beside double $n 0.8 tests/lash/drive.dtm
    beside double $n 0.85 tests/lash/many.dtm --model Many.Train
    [ "$width" -lt 64 ] || beside double 8 0.99 models/three_inertia/three_inertia.dtm
    runtime "$tmp/float" "$c -DDTC_FLOAT" || exit 1
    beside float $((2 * n)) 0.9 models/two_blocks/two_blocks.dtm --float
    beside float $((2 * n)) 0.25 tests/lash/drive.dtm --float
}
refused 'a variable step' models/two_blocks/two_blocks.dtm --hybrid
refused 'the method has stages' models/two_blocks/two_blocks.dtm --method rk4
refused 'changes the matrices of a law' models/drive_cycle/article_cycle.dtm
for form in fmu so; do
    refused "FILE.c, not .*own.$form" models/two_blocks/two_blocks.dtm -o "$tmp/own.$form"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
