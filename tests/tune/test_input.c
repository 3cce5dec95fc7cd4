/* A parameter that tune changes, and the same model in which it is an input: the two go on alike.
 *
 * test_input FOLDER TUNED INPUT PARAMETER SEED: FOLDER/TUNED.so, FOLDER/INPUT.so, models of one name; prints the
 * largest difference of an output or a state over its largest value. Exit code: 0; 1: they differ; 2: nothing was
 * tried. */
#include "../drive.h"

enum { BEFORE = 400, AFTER = 400, MOST = 4000 };

static const char *model;
static double largest[MOST];

static Rig loaded(const char *folder, const char *object)
{
    Rig r = load(folder, object, model);
    r.h = r.info->step;
    return r;
}

/* Of the flat model: its names are in quotes, unless they are plain. */
static int named(const Rig *b, const char *name)
{
    char quoted[300];
    const char *subscript = strrchr(name, '[');
    const int length = (int)(!subscript || strchr(subscript, '.') ? strlen(name) : (size_t)(subscript - name)),
              k = dtc_variable_named(b->info, name);

    snprintf(quoted, sizeof quoted, "'%.*s'%s", length, name, name + length);
    return k >= 0 ? k : dtc_variable_named(b->info, quoted);
}

static void give(Rig *b, const char *name, double x)
{
    const int k = named(b, name);

    CHECK(k >= 0, "%s is not there", name);
    if (k >= 0)
        *(dtc_real *)(void *)(b->m + dtc_variable_at(b->info, k).offset) = (dtc_real)x;
}

/* The largest difference so far over the largest value; of states and outputs that both have. */
static double apart(Rig *a, Rig *b, double worst, const char **which)
{
    static char name[300];
    char text[300];

    for (int i = 0; i < a->info->variables && i < MOST; i++) {
        const dtc_variable v = dtc_variable_at(a->info, i);
        if (v.type != DTC_REAL || (v.kind != DTC_STATE && v.kind != DTC_OUT))
            continue;
        dtc_name(&v, text, sizeof text);
        const int k = named(b, text);
        if (k < 0)
            continue;
        const dtc_variable w = dtc_variable_at(b->info, k);
        const double x = v.sign * (double)*(dtc_real *)(void *)(a->m + v.offset),
                     y = w.sign * (double)*(dtc_real *)(void *)(b->m + w.offset);
        largest[i] = larger(largest[i], fabs(x));
        const double d = fabs(x - y) / (largest[i] + 1e-3);
        if (!(d <= worst)) {
            worst = d;
            memcpy(name, text, sizeof name);
            *which = name;
        }
    }
    return worst;
}

static void any_inputs(Rig *a, Rig *b, unsigned long long *seed)
{
    char name[300];

    for (int i = 0; i < a->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(a->info, i);
        if (v.kind != DTC_IN || v.type != DTC_REAL || chance(seed) < 0.98)
            continue;
        dtc_name(&v, name, sizeof name);
        const double x = 0.5 + 0.5 * chance(seed);
        assign(a, name, x);
        give(b, name, x);
    }
}

/* What came of it, with steps of a `part` of what the model has. */
typedef struct { double before, after, from, to; const char *which; int tried; } Outcome;

/* Samples of both, each of `part` steps; the largest difference, or infinity where they do not end alike. */
static double together(Rig *a, Rig *b, int samples, int part, double worst, unsigned long long *seed,
                       const char **which)
{
    for (int k = 0; k < samples * part; k++) {
        if (k % part == 0)
            any_inputs(a, b, seed);
        dtc_status x = evaluate(a), y = evaluate(b);
        if (x == DTC_OK && y == DTC_OK) {           /* a state of one may be another variable of the other */
            worst = apart(a, b, worst, which);
            x = advance(a);
            y = advance(b);
        }
        if (x != DTC_OK || y != DTC_OK)
            return x == y ? worst : (*which = "status", INFINITY);
    }
    return worst;
}

static Outcome outcome(Rig *a, Rig *b, const char *parameter, unsigned long long seed, int part)
{
    Outcome o = { .which = "" };

    memset(largest, 0, sizeof largest);
    init(a);
    init(b);
    a->h = a->info->step / part;
    b->h = b->info->step / part;
    if (setup(a) != DTC_OK || setup(b) != DTC_OK)
        return o;
    o.before = together(a, b, BEFORE + (int)(100 * chance(&seed)), part, 0, &seed, &o.which);
    o.from = value(a, parameter);
    o.to = o.from == 0 ? 0.03 * (2 + chance(&seed)) : o.from * (1 + 0.3 * chance(&seed));
    assign(a, parameter, o.to);
    give(b, parameter, o.to);
    if (a->info->tune(with_step(a)) != DTC_OK)
        return o;
    o.after = together(a, b, AFTER, part, o.before, &seed, &o.which);
    o.tried = 1;
    return o;
}

/* The method exact holds over a step what an input is in, so that the two differ by an error of first order, a fourth
 * of which is left with a fourth of the step. */
static int of_first_order(Rig *a, Rig *b, const char *parameter, unsigned long long seed, Outcome coarse)
{
    const Outcome fine = outcome(a, b, parameter, seed, 4), finest = outcome(a, b, parameter, seed, 16);

    printf("%s: %.3g to %.3g: %s %.2g, %.2g with a fourth of the step, %.2g with a fourth of that\n", parameter,
           coarse.from, coarse.to, finest.which, coarse.after, fine.after, finest.after);
    return fine.tried && finest.tried && finest.after < 0.4 * fine.after && finest.after < 0.15 * coarse.after;
}

int main(int argc, char **argv)
{
    unsigned long long seed = strtoull(argv[argc - 1], NULL, 10);
    const double limit = sizeof(dtc_real) == sizeof(float) ? 2e-3 : 1e-6;

    model = argv[4];
    Rig a = loaded(argv[1], argv[2]), b = loaded(argv[1], argv[3]);
    const int exact = strcmp(a.info->method, "exact") == 0;
    const Outcome o = outcome(&a, &b, argv[5], seed, 1);
    if (!o.tried)
        return 2;
    if (exact && !(o.after < limit))
        return !of_first_order(&a, &b, argv[5], seed, o);
    if (!(o.before < limit)) {
        printf("%s: %s differs by %.2g before anything was changed\n", argv[5], o.which, o.before);
        return 2;
    }
    printf("%s: %.3g to %.3g: %s %.2g\n", argv[5], o.from, o.to, o.which, o.after);
    return !(o.after < limit);
}
