/* Parameters that change at an event, in C for a variable step: as test_tune.c, with steps of Euler's method between
 * the events. What tune makes of them is what a setup with the same parameters makes, with the state copied, to the
 * last bit of rates and guards; the same values change no byte, a refusal none but those that tell why.
 *
 * test_hybrid FOLDER OBJECT MODEL TRIALS: FOLDER/OBJECT.so, to which tests/tune/common.sh has added test_copy. */
#include "../drive.h"
#include "dtc_hybrid.h"

enum { AHEAD = 30, MOST = 300 };
static const double H = 1e-4;

static const dtc_hybrid *hybrid;
static void (*copy_state)(void *to, const void *from);
static unsigned long long seed = 5;
static double *x, *dx, *other, *guard, *guard_of_other;

static dtc_status event(char *m)
{
    dtc_status status = DTC_OK;
    int changed = 1;

    if (hybrid->leave)
        hybrid->leave(m);
    for (int pass = 0; changed && pass < 100 && status == DTC_OK; pass++)
        status = hybrid->event(m, pass, &changed);
    return changed ? DTC_NO_SOLUTION : status;
}

/* To the next point, and through the event there if one is due. */
static dtc_status go_on(const Rig *r)
{
    const dtc_real at = *(const dtc_real *)(const void *)(r->m + r->info->time);
    const double next = hybrid->next(r->m), t = next < (double)at + H ? next : (double)at + H;
    int due = t >= next;
    dtc_status status = hybrid->derivatives(r->m, dx);

    hybrid->get(r->m, x);
    for (int i = 0; i < hybrid->states; i++)
        x[i] += (t - (double)at) * dx[i];
    if (status == DTC_OK) {
        hybrid->set(r->m, t, x);
        status = hybrid->derivatives(r->m, dx);
    }
    if (status != DTC_OK)
        return status;
    hybrid->guards_at(r->m, guard);
    for (int i = 0; i < hybrid->guards; i++)
        due |= guard[i] < 0;
    return due ? event(r->m) : DTC_OK;
}

static int any_parameter(const Rig *r)
{
    const int first = (int)(0.5 * (1 + chance(&seed)) * r->info->variables);

    for (int k = 0; k < r->info->variables; k++) {
        const int i = (first + k) % r->info->variables;
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_PARAMETER && v.type == DTC_REAL)
            return i;
    }
    return -1;
}

static dtc_real *parameter(const Rig *r, int number)
{
    return (dtc_real *)(void *)(r->m + dtc_variable_at(r->info, number).offset);
}

static void change_some(const Rig *r)
{
    for (int n = 1 + (int)(1.5 * (1 + chance(&seed))); n > 0; n--) {
        dtc_real *p = parameter(r, any_parameter(r));
        *p = (dtc_real)(*p == 0 ? 0.05 * (1 + chance(&seed)) : (double)*p * (1 + 0.4 * chance(&seed)));
    }
}

static int bytes_apart(const Rig *r, const char *before)
{
    const dtc_model_info *info = r->info;
    const size_t end = info->shown + (size_t)info->places * sizeof(dtc_real);
    int n = 0;

    for (size_t i = 0; i < info->size; i++)
        n += r->m[i] != before[i] && !(i >= info->fault && i < info->fault + sizeof(int)) &&
             !(i >= info->refused && i < info->refused + sizeof(int)) && !(info->places && i >= info->shown && i < end);
    return n;
}

static void same_and_refused(const Rig *r, char *before)
{
    const int number = any_parameter(r);

    memcpy(before, r->m, r->info->size);
    CHECK(r->info->tune(r->m) == DTC_OK && memcmp(r->m, before, r->info->size) == 0, "tune with nothing changed");
    *parameter(r, number) = (dtc_real)NAN;
    dtc_status status = r->info->tune(r->m);
    CHECK(status == DTC_INPUT && dtc_not_finite(r->info, r->m) == number && bytes_apart(r, before) == 0,
          "%s: NaN: status %d, number %d of %d", r->info->name, status, dtc_not_finite(r->info, r->m), number);
    memcpy(r->m, before, r->info->size);
}

/* Rates and guards of both from here on; 0: equal to the last bit. */
static int apart(const Rig *a, const Rig *b)
{
    const size_t states = (size_t)hybrid->states * sizeof *x, guards = (size_t)hybrid->guards * sizeof *guard;

    for (int k = 1; k <= AHEAD; k++) {
        dtc_status one = go_on(b);
        memcpy(other, dx, states);
        memcpy(guard_of_other, guard, guards);
        if (one != go_on(a) || memcmp(other, dx, states) != 0 || memcmp(guard_of_other, guard, guards) != 0)
            return k;
        if (one != DTC_OK)
            return 0;
    }
    return 0;
}

static int as_setup(const Rig *r, const Rig *fresh)
{
    change_some(r);
    r->info->init(fresh->m);
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_PARAMETER || v.kind == DTC_IN)
            memcpy(fresh->m + v.offset, r->m + v.offset, v.type == DTC_REAL ? sizeof(dtc_real) : sizeof(int));
    }
    if (r->info->tune(r->m) != DTC_OK || r->info->setup(fresh->m) != DTC_OK)
        return 0;
    copy_state(fresh->m, r->m);
    if (hybrid->derivatives(r->m, dx) != DTC_OK || hybrid->derivatives(fresh->m, dx) != DTC_OK)
        return 0;
    dtc_status one = event(r->m), two = event(fresh->m);
    CHECK(one == two, "%s: the event behind tune: %d, %d", r->info->name, one, two);
    if (one != DTC_OK)
        return 0;
    int k = apart(r, fresh);
    CHECK(k == 0, "%s: after tune and a setup with its state %d steps on", r->info->name, k);
    return 1;
}

int main(int argc, char **argv)
{
    Rig r = load(argv[1], argv[2], argv[3]), fresh = r;
    const int trials = argc > 4 ? atoi(argv[4]) : 10;
    int tuned = 0;

    hybrid = symbol(r.object, argv[3], "_hybrid");
    *(void **)&copy_state = dlsym(r.object, "test_copy");
    CHECK(hybrid && hybrid == r.info->hybrid && copy_state && any_parameter(&r) >= 0, "%s", argv[3]);
    if (failed)
        return summary();
    fresh.m = malloc(r.info->size);
    char *before = malloc(r.info->size);
    const size_t n = (size_t)hybrid->states + 1, g = (size_t)hybrid->guards + 1;
    x = calloc(n, sizeof *x), dx = calloc(n, sizeof *dx), other = calloc(n, sizeof *other);
    guard = calloc(g, sizeof *guard), guard_of_other = calloc(g, sizeof *guard);
    for (int i = 0; i < trials; i++) {
        long steps = (long)(0.5 * (1 + chance(&seed)) * MOST), k = 0;
        r.info->init(r.m);
        for (int j = 0; j < r.info->variables; j++) {
            const dtc_variable v = dtc_variable_at(r.info, j);
            if (v.kind == DTC_IN && v.type == DTC_REAL)
                *(dtc_real *)(void *)(r.m + v.offset) = (dtc_real)(0.5 + 0.5 * chance(&seed));
        }
        if (r.info->setup(r.m) != DTC_OK)
            continue;
        while (k < steps && go_on(&r) == DTC_OK)
            k++;
        if (k < steps)
            continue;
        same_and_refused(&r, before);
        tuned += as_setup(&r, &fresh);
    }
    CHECK(tuned > trials / 3, "%s: %d of %d trials", r.info->name, tuned, trials);
    return summary();
}
