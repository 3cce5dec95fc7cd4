# holds.sh - what must hold of the models, with each of $methods; to be sourced in the top folder. $draws: random states for each set of stuck elements of autogear4;
# $steps: length of the run with redundant brakes; $drives: steps in ms of the drives through all gears.
group=models
. tests/drive.sh

build three_inertia models/three_inertia/three_inertia.dtm three_inertia
build reflected models/three_inertia/three_inertia.dtm ThreeInertia.Reflected
build blocks models/two_blocks/two_blocks.dtm TwoBlocks.HandChecked
build zf models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig
build ag models/autogear4/autogear4.dtm AutoGear4.Rig
build parallel tests/models/cases.dtm Cases.Parallel
for c in 1 2 3 4 5 6; do build case$c tests/models/cases.dtm Cases.Case$c; done
run test_small $methods
run test_gears $methods
run test_configurations "$draws" $methods
run test_redundant "$steps" $methods
run test_cases $methods
run test_parallel $methods

# Where the step suits the model: shafts of three_inertia bound explicit methods to some ms. The final shaft of hybrid_ravigneaux has eigenvalues
# -40 +- 80i (c/i^2 = 800 N.m/rad, d/i^2 = 8 N.m.s/rad on 0.1 kg.m2) while C1 is open: Euler's method is stable up to 2*40/89^2 = 10 ms.
bound() { # bound MODEL METHOD: longest step in ms
    case $1:$2 in
    three_inertia:euler | three_inertia:semi | three_inertia:rk2 | three_inertia:rk4) echo 0 ;;
    *:rosenbrock | *:exact | two_blocks:* | zf4hp22:* | autogear4:* | hybrid_ravigneaux:rk4 | hybrid_ravigneaux:semi | hybrid_ravigneaux:rk2) echo 10 ;;
    hybrid_ravigneaux:euler) echo 4 ;;
    *) echo 1 ;;
    esac
}

for drive in two_blocks:3 three_inertia:2 hybrid_ravigneaux:20 zf4hp22:28 autogear4:25; do
    model=${drive%:*} list=
    build "$model" "models/$model/$model.dtm" "$model"
    for method in $methods; do
        longest=$(bound "$model" "$method")
        for h in $drives; do [ "${h%.*}" -gt "$longest" ] || list="$list $method:$h"; done
    done
    run test_drives "$model" "${drive#*:}" $list
done
run test_figure8 $methods
python3 -B tests/models/automata.py "$dtc" "$work" >"$work/log" 2>&1
add $? "$work/log" automata
