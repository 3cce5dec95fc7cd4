/* Parameters that change between steps, at random instants: what tune makes of them is what a setup with the same
 * parameters makes, to the last bit of the steps that follow, with the state copied; values that come back leave the run
 * that never had others; a refusal leaves every byte.
 *
 * test_tune FOLDER OBJECT MODEL TRIALS: FOLDER/OBJECT.so, to which tests/tune/copy.sh has added test_copy. */
#include "../drive.h"

enum { AHEAD = 40, MOST = 600 };

static void (*copy_state)(void *to, const void *from);
static unsigned long long seed = 11;

static Rig another(const Rig *r)
{
    Rig a = *r;
    a.m = malloc(r->info->size);
    memcpy(a.m, r->m, r->info->size);
    return a;
}

static int is_real_parameter(const dtc_variable *v) { return v->kind == DTC_PARAMETER && v->type == DTC_REAL; }

/* The number of a Real parameter, by chance; -1: there is none. */
static int any_parameter(const Rig *r)
{
    int first = (int)(0.5 * (1 + chance(&seed)) * r->info->variables), i, k;

    for (k = 0; k < r->info->variables; k++) {
        i = (first + k) % r->info->variables;
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (is_real_parameter(&v))
            return i;
    }
    return -1;
}

static dtc_real *parameter(Rig *r, int number)
{
    return (dtc_real *)(void *)(r->m + dtc_variable_at(r->info, number).offset);
}

/* Values as one tries while a model runs. */
static void change_some(Rig *r)
{
    int n = 1 + (int)(1.5 * (1 + chance(&seed)));

    while (n-- > 0) {
        dtc_real *x = parameter(r, any_parameter(r));
        *x = (dtc_real)(*x == 0 ? 0.05 * (1 + chance(&seed)) : (double)*x * (1 + 0.4 * chance(&seed)));
    }
}

static void any_inputs(Rig *r)
{
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_IN && v.type == DTC_REAL && chance(&seed) > 0.97)
            *(dtc_real *)(void *)(r->m + v.offset) = (dtc_real)(0.5 + 0.5 * chance(&seed));
    }
}

/* Variables of the descriptor, of this kind (-1: all), that differ in a bit. */
static int differences(const Rig *a, const Rig *b, int kind)
{
    int n = 0;

    for (int i = 0; i < a->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(a->info, i);
        const size_t size = v.type == DTC_REAL ? sizeof(dtc_real) : sizeof(int);
        if ((kind >= 0 && v.kind != kind) || memcmp(a->m + v.offset, b->m + v.offset, size) == 0)
            continue;
        if (n++ == 0 && getenv("SHOW")) {
            char name[200];
            dtc_name(&v, name, sizeof name);
            printf("%s: %.17g %.17g\n", name, v.type == DTC_REAL ? *(dtc_real *)(void *)(a->m + v.offset) : 0, v.type == DTC_REAL ? *(dtc_real *)(void *)(b->m + v.offset) : 0);
        }
    }
    return n;
}

/* Steps with inputs by chance until the two are not the same; 0: they are. */
static long apart(Rig *a, Rig *b, long steps)
{
    for (long k = 1; k <= steps; k++) {
        any_inputs(a);
        for (int i = 0; i < a->info->variables; i++) {
            const dtc_variable v = dtc_variable_at(a->info, i);
            if (v.kind == DTC_IN)
                memcpy(b->m + v.offset, a->m + v.offset, v.type == DTC_REAL ? sizeof(dtc_real) : sizeof(int));
        }
        dtc_status x = step(a), y = step(b);
        if (x != y || differences(a, b, -1))
            return k;
        if (x != DTC_OK)
            return 0;
    }
    return 0;
}

static dtc_status tune(Rig *r) { return r->info->tune(with_step(r)); }

/* Every byte but those that tell why. */
static int bytes_apart(const Rig *a, const Rig *b)
{
    const dtc_model_info *info = a->info;
    const size_t shown = info->shown, end = info->shown + (size_t)info->places * sizeof(dtc_real);
    int n = 0;

    for (size_t i = 0; i < info->size; i++)
        n += a->m[i] != b->m[i] && !(i >= info->fault && i < info->fault + sizeof(int)) &&
             !(i >= info->refused && i < info->refused + sizeof(int)) && !(info->places && i >= shown && i < end);
    return n;
}

static void refused(Rig *r, dtc_status expected, const char *what)
{
    Rig before = another(r);
    const int number = any_parameter(r);
    dtc_real *x = parameter(r, number);

    *x = (dtc_real)(expected == DTC_INPUT ? NAN : -1e3 * chance(&seed) * (double)*x);
    dtc_status s = tune(r);
    if (s != DTC_OK)
        CHECK(bytes_apart(r, &before) == 0, "%s, %s: a refusal, status %d, has changed bytes", r->info->name, what, s);
    if (expected == DTC_INPUT)
        CHECK(s == DTC_INPUT && dtc_not_finite(r->info, r->m) == number, "%s, %s: NaN of number %d: %d, %d",
              r->info->name, what, number, s, dtc_not_finite(r->info, r->m));
    memcpy(r->m, before.m, r->info->size);
    free(before.m);
}

/* The initial model with the parameters and inputs of r. */
static void like(Rig *fresh, const Rig *r)
{
    init(fresh);
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_PARAMETER || v.kind == DTC_IN)
            memcpy(fresh->m + v.offset, r->m + v.offset, v.type == DTC_REAL ? sizeof(dtc_real) : sizeof(int));
    }
}

static void as_setup(Rig *r, Rig *fresh)
{
    like(fresh, r);
    if (tune(r) != DTC_OK || setup(fresh) != DTC_OK)
        return;
    CHECK(advance(r) == DTC_NOT_EVALUATED, "%s: an advance behind tune", r->info->name);
    copy_state(fresh->m, r->m);
    long k = apart(r, fresh, AHEAD);
    CHECK(k == 0, "%s, %s: after tune and a setup with its state %ld steps on", r->info->name, r->info->method, k);
}

/* Before the first step there is nothing to copy, unless states at the start depend on parameters. */
static int at_the_start(Rig *r, Rig *fresh)
{
    init(r);
    if (setup(r) != DTC_OK)
        return 0;
    change_some(r);
    like(fresh, r);
    if (tune(r) != DTC_OK || setup(fresh) != DTC_OK || differences(r, fresh, DTC_STATE) ||
        differences(r, fresh, DTC_IN))
        return 0;
    long k = apart(r, fresh, AHEAD);
    CHECK(k == 0, "%s, %s: tune at the start and setup differ after %ld steps", r->info->name, r->info->method, k);
    return 1;
}

static void there_and_back(Rig *r)
{
    Rig same = another(r), before = another(r);

    CHECK(tune(r) == DTC_OK && memcmp(r->m, before.m, r->info->size) == 0, "%s: tune with nothing changed", r->info->name);
    change_some(r);
    dtc_status s = tune(r);
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_PARAMETER)
            memcpy(r->m + v.offset, before.m + v.offset, v.type == DTC_REAL ? sizeof(dtc_real) : sizeof(int));
    }
    dtc_status back = tune(r);
    CHECK(back == DTC_OK, "%s: back to what it was: %d (there: %d)", r->info->name, back, s);
    long k = apart(r, &same, AHEAD);
    CHECK(k == 0, "%s, %s: there and back differs after %ld steps", r->info->name, r->info->method, k);
    free(same.m);
    free(before.m);
}

int main(int argc, char **argv)
{
    Rig r = load(argv[1], argv[2], argv[3]), fresh = another(&r);
    const int trials = argc > 4 ? atoi(argv[4]) : 10;
    int tuned = 0, begun = 0;

    if (argc > 5)
        seed = strtoull(argv[5], NULL, 10);
    r.h = fresh.h = r.info->step;
    *(void **)&copy_state = dlsym(r.object, "test_copy");
    if (any_parameter(&r) < 0 || !copy_state) {
        printf("0 passed, %d failed\n", !copy_state);
        return !copy_state;
    }
    for (int i = 0; i < trials; i++) {
        begun += at_the_start(&r, &fresh);
        init(&r);
        if (setup(&r) != DTC_OK)
            break;
        long steps = (long)(0.5 * (1 + chance(&seed)) * MOST), k;
        for (k = 0; k < steps && step(&r) == DTC_OK; k++)
            any_inputs(&r);
        if (k < steps)
            continue;
        if (i % 3 == 1 && evaluate(&r) != DTC_OK)
            continue;
        refused(&r, DTC_INPUT, "NaN");
        refused(&r, DTC_RANGE, "range");
        there_and_back(&r);
        change_some(&r);
        as_setup(&r, &fresh);
        tuned++;
    }
    CHECK(tuned > trials / 3 && begun > 0, "%s: %d, %d of %d trials", r.info->name, begun, tuned, trials);
    return summary();
}
