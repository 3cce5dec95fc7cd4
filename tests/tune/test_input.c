/* A parameter that tune changes, and the same model in which it is an input: the two go on alike.
 *
 * test_input FOLDER TUNED INPUT PARAMETER alike|order SEED: FOLDER/TUNED.so, FOLDER/INPUT.so, models of one name;
 * prints the largest difference of an output or a state over its largest value. order: the two are steps of first
 * order, of one motion. Exit code: 0; 1: they differ; 2: nothing was tried. */
#include "../drive.h"

enum { BEFORE = 400, AFTER = 400, MOST = 4000 };

static const char *model;
static double largest[MOST], different[MOST];

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

/* Differences of states and outputs that both have, and values: the largest so far. */
static void compare(Rig *a, Rig *b)
{
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
        different[i] = larger(different[i], fabs(x - y));
    }
}

/* The largest difference over the largest value, and of which. */
static double apart(const Rig *a, char *which, size_t size)
{
    double worst = 0;

    for (int i = 0; i < a->info->variables && i < MOST && worst == worst; i++) {       /* a NaN stays */
        const dtc_variable v = dtc_variable_at(a->info, i);
        const double d = different[i] / (largest[i] + 1e-3);
        if (d <= worst)
            continue;
        worst = d;
        dtc_name(&v, which, size);
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
typedef struct { double before, after, from, to; char which[300]; int tried; } Outcome;

/* Samples of both, each of `part` steps. 0: they do not end alike */
static int together(Rig *a, Rig *b, int samples, int part, unsigned long long *seed)
{
    for (int k = 0; k < samples * part; k++) {
        if (k % part == 0)
            any_inputs(a, b, seed);
        dtc_status x = evaluate(a), y = evaluate(b);
        if (x == DTC_OK && y == DTC_OK) {           /* a state of one may be another variable of the other */
            compare(a, b);
            x = advance(a);
            y = advance(b);
        }
        if (x != DTC_OK || y != DTC_OK)
            return x == y;
    }
    return 1;
}

static Outcome outcome(Rig *a, Rig *b, const char *parameter, unsigned long long seed, int part)
{
    Outcome o = { 0 };

    memset(largest, 0, sizeof largest);
    memset(different, 0, sizeof different);
    init(a);
    init(b);
    a->h = a->info->step / part;
    b->h = b->info->step / part;
    if (setup(a) != DTC_OK || setup(b) != DTC_OK)
        return o;
    const int alike = together(a, b, BEFORE + (int)(100 * chance(&seed)), part, &seed);
    o.before = alike ? apart(a, o.which, sizeof o.which) : INFINITY;
    o.from = value(a, parameter);
    o.to = o.from == 0 ? 0.03 * (2 + chance(&seed)) : o.from * (1 + 0.3 * chance(&seed));
    assign(a, parameter, o.to);
    give(b, parameter, o.to);
    if (a->info->tune(with_step(a)) != DTC_OK)
        return o;
    o.after = together(a, b, AFTER, part, &seed) ? apart(a, o.which, sizeof o.which) : INFINITY;
    o.tried = 1;
    return o;
}

/* The two differ by an error of first order, a fourth of which is left with a fourth of the step. */
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
    const int order = strcmp(argv[6], "order") == 0;
    const Outcome o = outcome(&a, &b, argv[5], seed, 1);
    if (!o.tried)
        return 2;
    if (order && !(o.after < limit))
        return !of_first_order(&a, &b, argv[5], seed, o);
    if (!(o.before < limit)) {
        printf("%s: %s differs by %.2g before anything was changed\n", argv[5], o.which, o.before);
        return 2;
    }
    printf("%s: %.3g to %.3g: %s %.2g\n", argv[5], o.from, o.to, o.which, o.after);
    return !(o.after < limit);
}
