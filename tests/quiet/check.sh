#!/bin/sh
# The quiet step: in each sample of each model of models/ beside an evaluation and an advance (the same bits), and beside the program
# without it (-fno-quiet: the same bits again); at least 95 % of the samples are quiet (both.c). Then with odd inputs.
# Vehicles in the plane have a slip of a stuck wheel in nearly each of their samples, which the curve of its path makes: impulses take it away in a quiet step too.
cd "$(dirname "$0")/../.." || exit 2
. tests/quiet/common.sh

for model in models/*/*.dtm; do
    case $model in
    */clutch_judder/* | */launch/* | */split_mu/*) both 0.95 0 "$model" --method semi ;;
    *) both 0.95 0 "$model" ;;
    esac
done
# in 0.95^9 of the samples none of the nine inputs is odd; a quiet one has two such before it, in which places go back and the response is made: 0.95^27
both 0.25 0 odd models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig
both 0.95 0 models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig
both 0.75 0 models/clutch_judder/clutch_judder.dtm --model ClutchJudder.Case2 --method semi
both 0 0 models/launch/launch.dtm --step 1e-4
# contacts: they hit, rebound, close, together with clutches; one alone
both 0.95 0 models/clonk/clonk.dtm --model Clonk.Play
both 0.5 0 tests/lash/drive.dtm
both 0.9 0 tests/lash/many.dtm --model Many.Train --method semi
both 0.9 0 tests/lash/many.dtm --model Many.Kicked
both 0.9 0 tests/lash/states.dtm --model States.Speeds
both 0.5 0 tests/quiet/flank.dtm --method semi --step 0.01
# responses (builders/response.c) beside the solution of each sample
both 0.95 1e-12 again models/zf4hp22/zf4hp22.dtm
both 0.95 1e-12 again models/zf4hp22/zf4hp22.dtm --model Zf4hp22.Rig
both 0.95 1e-12 again models/transmissions/ford10r.dtm
both 0.5 1e-12 again tests/lash/drive.dtm
both 0.9 1e-12 again tests/lash/many.dtm --model Many.Train
# an output that is not finite ends a quiet step as it ends a whole one: 1.8e308 at v = 1.8, in sample 160 (3: DTC_RESULT)
for flag in '' -fno-quiet; do
    # shellcheck disable=SC2086
    said=$("$DTC" tests/quiet/overflow.dtm --step 1e-3 $flag -o "$tmp/overflow.c" && $c -DINFO=Overflow_info -DMODEL_STEP=Overflow_step -o "$tmp/ends" tests/quiet/ends.c "$tmp/overflow.c" "$tmp"/runtime/*.o -lm && "$tmp/ends")
    if [ "$said" = '160 steps, then 3' ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED overflow $flag: $said"
    fi
done
random 4 1
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
