#!/bin/sh
# 200,000 samples of each model of models/, beside the program without a quiet step; a thousand random drivetrains; as in check.sh.
cd "$(dirname "$0")/../.." || exit 2
SAMPLES=${SAMPLES:-200000}
. tests/quiet/common.sh
for model in models/*/*.dtm; do
    case $model in
    */clutch_judder/* | */launch/* | */split_mu/* | */three_inertia/*) both 0 0 "$model" --method semi ;;
    *) both 0 0 "$model" ;;
    esac
done
random "${COUNT:-1000}" 1
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
