/* Orders of convergence: end values of the states at steps h, h/2, h/4 against the variable-step run at rtol 1e-10.
 *
 * test_order FOLDER NAME ...: FOLDER/NAME_METHOD.so, FOLDER/NAME.csv */
#include "host/result.h"
#include "../drive.h"

enum { STEPS = 3, METHODS = 6 };
static const char *const method_name[METHODS] = { "euler", "semi", "rk2", "rk4", "rosenbrock", "rosenbrock_w" };
static const double order[METHODS] = { 1, 1, 2, 4, 2, 2 };
static const double first_step[METHODS] = { 0.004, 0.004, 0.01, 0.08, 0.01, 0.01 };

static int is_state(const dtc_model_info *info, const char *name)
{
    int i = dtc_variable_named(info, name);
    return i >= 0 && dtc_variable_at(info, i).kind == DTC_STATE;
}

/* The largest error of a state at the end, in units of its value or of 1. */
static double error(const result_table *t, Rig r)
{
    double end = result_value(&t->signal[0], t->rows - 1), worst = 0;

    if (setup(&r) != DTC_OK)
        return NAN;
    for (long k = 0, n = lround(end / r.h); k < n; k++)
        if (step(&r) != DTC_OK)
            return NAN;
    for (size_t i = 1; i < t->signals; i++)
        if (is_state(r.info, t->signal[i].name)) {
            double x = result_value(&t->signal[i], t->rows - 1);
            worst = larger(worst, fabs(value(&r, t->signal[i].name) - x) / larger(1, fabs(x)));
        }
    free(r.m);
    return worst;
}

static void orders(const char *folder, const char *name, int m)
{
    char path[1024], message[400];
    result_table t;
    double e[STEPS];

    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    if (!result_read(path, &t, message, sizeof message)) {
        CHECK(0, "%s", message);
        return;
    }
    for (int i = 0; i < STEPS; i++)
        e[i] = error(&t, rig(folder, name, name, method_name[m], first_step[m] / (1 << i)));
    double last = log2(e[1] / e[2]);
    Rig r = rig(folder, name, name, method_name[m], 1);
    CHECK(strcmp(r.info->method, method_name[m]) == 0, "%s: the descriptor names the method %s", name,
          r.info->method);
    CHECK(fabs(last - order[m]) < 0.2, "%s, %s: order %.2f", name, method_name[m], last);
    snprintf(path, sizeof path, "%s: error at some ms; order from halves and quarters of it", name);
    FIGURE(&r, path, "%.0e at %.0f; %.2f", e[0], 1e3 * first_step[m], last);
    result_free(&t);
}

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        for (int m = 0; m < METHODS; m++)
            orders(argv[1], argv[i], m);
    return summary();
}
