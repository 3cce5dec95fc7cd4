# models.sh - models for switches.sh.

try_methods() {
    try held tests/options/held.dtm Held 1 1e-3
    try modes tests/emit/modes.dtm modes 2 1e-3
    try two_blocks models/two_blocks/two_blocks.dtm two_blocks 3 1e-3
    try Zf4hp22.Rig models/zf4hp22/zf4hp22.dtm Zf4hp22.Rig 10 1e-3
}

try_few() {
    try_methods
    try one_search tests/golden/stage/one_search.dtm one_search 2 1e-3
    try loops tests/options/loops.dtm loops 5 1e-3
    try AutoGear4.Rig models/autogear4/autogear4.dtm AutoGear4.Rig 10 1e-3
}

try_more() {
    try three_inertia models/three_inertia/three_inertia.dtm three_inertia 2 1e-4
    try ThreeInertia.Reflected models/three_inertia/three_inertia.dtm ThreeInertia.Reflected 2 1e-4
    try TwoBlocks.HandChecked models/two_blocks/two_blocks.dtm TwoBlocks.HandChecked 1 1e-3
    try zf4hp22 models/zf4hp22/zf4hp22.dtm zf4hp22 28 1e-3
    try Zf4hp22.Bench models/zf4hp22/zf4hp22.dtm Zf4hp22.Bench 20 1e-3
    try autogear4 models/autogear4/autogear4.dtm autogear4 25 1e-3
    try hybrid_ravigneaux models/hybrid_ravigneaux/hybrid_ravigneaux.dtm hybrid_ravigneaux 20 1e-3
    try Cases.Case6 tests/models/cases.dtm Cases.Case6 10 1e-3
    try Cases.Parallel tests/models/cases.dtm Cases.Parallel 10 1e-3
    try functions tests/emit/functions.dtm functions 1 1e-3
    try events tests/emit/events.dtm events 1 1e-3
}

# Of the reference cases, the time and a step that suits the stiffest of them.
try_reference() {
    for case in First:1 Friction:3 CoupledClutches:1.5 OneWayClutch:2 LossyGearDemo1:0.5 ElasticBearing:10 Backlash:1 SimpleGearShift:5 RollingWheel:5 \
        Translational_Brake:2 Translational_ElastoGap:5 Translational_Oscillator:1; do
        try "${case%:*}" "tests/msl/${case%:*}.dtm" "${case%:*}" "${case#*:}" 1e-4
    done
}
