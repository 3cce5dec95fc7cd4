#!/bin/sh
# An evaluation may be repeated: clutches, contacts, automata, when-clauses, iterations.
cd "$(dirname "$0")/../.." || exit 2
group=repeat methods='euler semi rk4 rosenbrock'
. tests/drive.sh

# repeated NAME FILE MODEL STEPS
repeated() {
    build "$1" "$2" "$3"
    run test_repeat "$1" "${3##*.}" "$4" $methods
}
repeated two_blocks models/two_blocks/two_blocks.dtm two_blocks 5000
repeated autogear4 models/autogear4/autogear4.dtm autogear4 5000
repeated Bench models/zf4hp22/zf4hp22.dtm Zf4hp22.Bench 5000
repeated clonk models/clonk/clonk.dtm Clonk.Both 3000
repeated manual5 models/manual5/manual5.dtm FiveSpeed.FullThrottle 3000
finish
