#!/bin/sh
# All models of models/ with all methods in both precisions: parameters at random instants, as check.sh.
cd "$(dirname "$0")/../.." || exit 2
group=tune-longest left_out=0
. tests/tune/common.sh

for file in ${FILES:-models/*/*.dtm}; do
    [ -L "$file" ] && continue
    package=$(sed -n 's/^package \([A-Za-z0-9_]*\).*/\1/p' "$file" | head -1)
    for model in $(sed -n 's/^  model \([A-Za-z0-9_]*\).*/'"${package:-none}"'.\1/p; s/^model \([A-Za-z0-9_]*\).*/\1/p' "$file"); do
        "$dtc" "$file" --model "$model" -o "$work/try.c" 2>/dev/null || continue
        for method in ${METHODS:-euler semi rk2 rk4 rosenbrock exact}; do
            tuned "$file" "$model" "$method" 12
            tuned "$file" "$model" "$method" 12 --float
            by_input "$file" "$model" "$method" 3 7
            by_input "$file" "$model" "$method" 2 8 --float
        done
    done
done
echo "| $left_out of models and methods do not go together"
finish
