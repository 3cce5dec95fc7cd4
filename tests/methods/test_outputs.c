/* After a step each declared output has the value of its expression at the time before the step, and the states are
 * those of the time after it.
 *
 * test_outputs FOLDER METHOD ...: FOLDER/Plain_METHOD.so, which shows what a user gets, and FOLDER/Outputs_METHOD.so,
 * which shows all: that one is evaluated, looked at, and advanced. */
#include "../drive.h"

enum { STEPS = 60 };

static const struct { const char *output, *is; double factor, offset;
} wanted[] = {
    { "itself", "next(itself)", 1, 0 },
    { "states[1]", "next(states[1])", 1, 0 },
    { "states[2]", "next(states[2])", 1, 0 },
    { "same", "w", 1, 0 },
    { "negative", "w", -1, 0 },
    { "twice", "w", 2, 0 },
    { "again", "w", 1, 0 },
    { "rate", "a", 1, 0 },
    { "of_input", "u", 1, 0 },
    { "of_parameter", "k", 1, 0 },
    { "constant_", "k", 0, 6 },
    { "mixed[1]", "w", 1, 0 },
    { "mixed[2]", "x", 1, 0 },
    { "mixed[3]", "u", 1, 0 },
    { "mixed[4]", "u", 0, 1 },
    { "matrix_[1,1]", "w", 1, 0 },
    { "matrix_[1,2]", "v", 1, 0 },
    { "matrix_[2,1]", "k", 1, 0 },
    { "matrix_[2,2]", "w", -1, 0 },
    { "copy[1]", "table[1]", 1, 0 },
    { "copy[2]", "table[2]", 1, 0 },
    { "pair.first", "w", 1, 0 },
    { "pair.second", "x", 1, 0 },
    { "torque", "brake.law.lambda", 1, 0 },
    { "slip", "brake.s", -1, 0 },
    { "inner_y", "inner_.y", 1, 0 },
    { "is_above", "above", 1, 0 },
    { "is_below", "above", -1, 1 },
    { "held", "brake.held", 1, 0 },
    { "yes", "above", 0, 1 },
    { "place", "brake.law.place", 1, 0 },
    { "of_n", "n", 1, 0 },
    { "minus", "n", -1, 0 },
    { "count", "n", 2, 0 },
    { "of_side", "side", 1, 0 },
    { "sampled", "d", 2, 0 },
    { "of_d", "d", 1, 0 },
};
enum { OUTPUTS = sizeof wanted / sizeof *wanted };

static int outputs_of(const Rig *r)
{
    int n = 0;

    for (int i = 0; i < r->info->variables; i++)
        n += dtc_variable_at(r->info, i).kind == DTC_OUT;
    return n;
}

static int is_output(const Rig *r, const char *name)
{
    int i = dtc_variable_named(r->info, name);

    return i >= 0 && dtc_variable_at(r->info, i).kind == DTC_OUT;
}

/* The largest difference of an output from its value at t_k, over all steps; which: where. NaN counts as infinite. */
static double worst_of(Rig *plain, Rig *all, const char **which, double *moved)
{
    double worst = 0;

    *which = "";
    *moved = 0;
    for (int k = 0; k < STEPS; k++) {
        double want[OUTPUTS], before = value(all, "w");
        double u = k % 7 - 3;
        assign(plain, "u", u);
        assign(all, "u", u);
        if (evaluate(all) != DTC_OK)
            return INFINITY;
        for (int i = 0; i < OUTPUTS; i++)
            want[i] = wanted[i].factor * value(all, wanted[i].is) + wanted[i].offset;
        if (advance(all) != DTC_OK || step(plain) != DTC_OK)
            return INFINITY;
        for (int i = 0; i < OUTPUTS; i++)
            for (int q = 0; q < 2; q++) {
                Rig *r = q ? plain : all;
                double error = fabs(value(r, wanted[i].output) - want[i]) / (1 + fabs(want[i]));
                if (!(error <= worst)) {
                    worst = isnan(error) ? INFINITY : error;
                    *which = wanted[i].output;
                }
            }
        *moved += fabs(value(all, "w") - before);
    }
    return worst;
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        Rig plain = rig(argv[1], "Plain", "Outputs", argv[i], 1e-3),
            all = rig(argv[1], "Outputs", "Outputs", argv[i], 1e-3);
        const char *which;
        double moved;
        CHECK(setup(&plain) == DTC_OK && setup(&all) == DTC_OK, "setup, %s", argv[i]);
        double worst = worst_of(&plain, &all, &which, &moved);
        CHECK(worst <= 1e-12, "%s: %s is off by %g", argv[i], which, worst);
        CHECK(moved > 0.1, "%s: the state stands still", argv[i]);
        CHECK(outputs_of(&plain) == OUTPUTS && outputs_of(&all) == OUTPUTS, "%s: %d and %d outputs for %d", argv[i],
              outputs_of(&plain), outputs_of(&all), OUTPUTS);
        for (int k = 0; k < OUTPUTS; k++)
            CHECK(is_output(&plain, wanted[k].output), "%s: %s is no output", argv[i], wanted[k].output);
    }
    return summary();
}
