/* A step that fails leaves nothing behind: a run goes on, bit for bit, as if it had not been. Compiled with
 * -DMODEL=Name and -include of its header.
 *
 * One instance makes good steps only; others make one bad step before each of them, with inputs that would change
 * places: an assertion fails in the evaluation, or a torque of 1.7e308 makes a state infinite. Compared: the
 * descriptor's variables that are no inputs, after each step. */
#include <stdio.h>
#include <string.h>
#include "../described.h"

#define JOIN(x, y) x##y
#define OF(x, y) JOIN(x, y)

enum { STEPS = 60, BAD_FROM = 5 };

static MODEL plain, tried;

static void inputs(MODEL *m, double u, double p, double bad, double boost)
{
    m->u = u, m->p = p, m->bad = bad, m->boost = boost;
}

/* The first variable in which both differ; NULL: none. */
static const char *difference(void)
{
    const dtc_model_info *info = &OF(MODEL, _info);

    for (int i = 0; i < (int)info->variables; i++) {
        const dtc_variable here = dtc_variable_at(info, i), *v = &here;
        size_t size = v->type == DTC_REAL ? sizeof(dtc_real) : sizeof(int);
        if (v->kind != DTC_IN && memcmp((char *)&plain + v->offset, (char *)&tried + v->offset, size) != 0)
            return name_text(v);
    }
    return NULL;
}

int main(void)
{
    int failed = 0;

    for (int kind = 0; kind < 2; kind++) {
        int fails = 0;
        OF(MODEL, _init)(&plain);
        OF(MODEL, _init)(&tried);
        inputs(&plain, 20, 1, 0, 0);
        inputs(&tried, 20, 1, 0, 0);
        if (OF(MODEL, _setup)(&plain) != DTC_OK || OF(MODEL, _setup)(&tried) != DTC_OK)
            return puts("setup failed"), 1;
        for (int k = 0; k < STEPS; k++) {
            if (k >= BAD_FROM) {
                inputs(&tried, kind ? 20 : 1000, 0, !kind, kind ? 1.7e308 : 0);
                dtc_status status = OF(MODEL, _step)(&tried);
                fails += status == (kind ? DTC_RESULT : DTC_ASSERT);
            }
            inputs(&plain, 20, 1, 0, 0);
            inputs(&tried, 20, 1, 0, 0);
            if (OF(MODEL, _step)(&plain) != DTC_OK || OF(MODEL, _step)(&tried) != DTC_OK)
                return printf("step %d failed\n", k), 1;
            const char *name = difference();
            if (name && !failed++)
                printf("%s differs after step %d, which a failed one preceded (%s)\n", name, k,
                       kind ? "infinite result" : "assertion");
        }
        if (fails != STEPS - BAD_FROM && !failed++)
            printf("%d of %d bad steps failed as they should\n", fails, STEPS - BAD_FROM);
    }
    return failed != 0;
}
