/* What a model has by name without --vars is what it has with all variables kept, in each sample, and has all names
 * that it has there; each state has its derivative by name.
 *
 * test_names FOLDER FEW ALL MODEL: FOLDER/FEW.so, FOLDER/ALL.so. */
#include "../drive.h"

static double worst(Rig *few, Rig *all, char *which)
{
    double most = 0;
    char name[300];

    for (int i = 0; i < few->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(few->info, i);
        dtc_name(&v, name, sizeof name);
        const int k = dtc_variable_named(all->info, name);
        if (k < 0) {
            snprintf(which, sizeof name, "%s is not there", name);
            return INFINITY;
        }
        const double x = value(few, name), y = value(all, name), d = fabs(x - y) / (1 + fabs(y));
        if (!(d <= most) && isfinite(y)) {
            most = d;
            snprintf(which, sizeof name, "%s: %.9g, %.9g", name, x, y);
        }
    }
    return most;
}

/* States without a derivative that has a name. */
static int without(const Rig *r)
{
    int n = 0;
    char name[300];

    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind != DTC_STATE)
            continue;
        n += dtc_derivative(&v, name, sizeof name) == 0 || dtc_variable_named(r->info, name) < 0;
    }
    return n;
}

/* Is it of a source whose inputPower is not there? What that alone reads, its speed, is no equation of the model then
 * (compiler/reduce/unread.c). */
static int is_aside(const Rig *few, const Rig *all, const char *name)
{
    static const char last[] = "inputPower";
    char power[300];

    for (int i = 0; i < all->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(all->info, i);
        const size_t n = dtc_name(&v, power, sizeof power), end = sizeof last - 1;
        if (n <= end || strcmp(power + n - end, last) != 0 || dtc_variable_named(few->info, power) >= 0)
            continue;
        power[n - end] = 0;                /* with its dot */
        if (strstr(name, power))
            return 1;
    }
    return 0;
}

/* Names that are missing of what has another one: of the same place where all are kept. */
static int without_alias(const Rig *few, const Rig *all)
{
    const int variables = all->info->variables;
    char name[300], *known = calloc((size_t)variables, 1);
    int n = 0;

    for (int i = 0; i < variables; i++) {
        const dtc_variable v = dtc_variable_at(all->info, i);
        dtc_name(&v, name, sizeof name);
        known[i] = dtc_variable_named(few->info, name) >= 0;
    }
    for (int i = 0; i < variables; i++) {
        const dtc_variable v = dtc_variable_at(all->info, i);
        int others = 0;
        for (int k = 0; !known[i] && k < variables; k++)
            others += known[k] && v.offset == dtc_variable_at(all->info, k).offset;
        dtc_name(&v, name, sizeof name);
        n += others > 0 && !is_aside(few, all, name);
    }
    free(known);
    return n;
}

int main(int argc, char **argv)
{
    Rig few = load(argv[1], argv[2], argv[4]), all = load(argv[1], argv[3], argv[4]);
    char which[300] = "";
    unsigned long long seed = 3;
    double most = 0;

    few.h = all.h = few.info->step;
    CHECK(argc == 5 && few.info->variables < all.info->variables, "%s: %d and %d variables", argv[4],
          few.info->variables, all.info->variables);
    CHECK(without(&few) == 0, "%s: %d states have no derivative", argv[4], without(&few));
    CHECK(without_alias(&few, &all) == 0, "%s: %d other names are missing", argv[4], without_alias(&few, &all));
    MUST(setup(&few));
    MUST(setup(&all));
    for (int k = 0; k < 1000 && most < 1e-6; k++) {
        for (int i = 0; i < few.info->variables; i++) {
            char name[300];
            const dtc_variable v = dtc_variable_at(few.info, i);
            if (v.kind != DTC_IN || v.type != DTC_REAL || chance(&seed) < 0.98)
                continue;
            dtc_name(&v, name, sizeof name);
            const double x = 0.5 + 0.5 * chance(&seed);
            assign(&few, name, x);
            assign(&all, name, x);
        }
        MUST(evaluate(&few));
        MUST(evaluate(&all));
        most = larger(most, worst(&few, &all, which));
        MUST(advance(&few));
        MUST(advance(&all));
    }
    CHECK(most < 1e-6, "%s: %s", argv[4], which);
    return summary();
}
