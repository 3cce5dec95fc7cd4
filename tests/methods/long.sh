#!/bin/sh
# The drives of tests/models with every method at 0.1 to 10 ms.
. "$(dirname "$0")/rig.sh"

# Shafts of three_inertia have 120 rad/s and dampers that take 160/s: explicit methods go up to 1 ms.
every() { for m in $methods; do for h in "$@"; do printf ' %s:%s' "$m" "$h"; done; done; }

for drive in two_blocks:3 three_inertia:2 hybrid_ravigneaux:16 zf4hp22:28 autogear4:25; do
    model=${drive%:*}
    build "$model" models/$model/$model.dtm $model
    case $model in
    three_inertia) steps="$(every 0.1 1) rosenbrock:4 rosenbrock:10" ;;
    *) steps=$(every 0.1 1 4 10) ;;
    esac
    run test_drives "$model" "$model" "${drive#*:}" $steps
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
