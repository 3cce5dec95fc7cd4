/* The Jacobian of the method rosenbrock against central differences of the rates, places and relations held: compiled
 * together with the C of a model (MODEL, its name in it; SAMPLES). All of it, and what is made in each step alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "../extreme.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

enum { MOST = 64, ENTRIES = 2048 };

static MODEL m, copy;
static double numeric[MOST][MOST];

/* Rates at the states, one of which is moved by h. */
static void rates_at(int j, double h, double *rate)
{
    const dtc_functions *f = &any_functions;
    double x[MOST], dx[MOST] = { 0 };

    memcpy(&copy, &m, sizeof m);
    f->states_of(&copy, x);
    dx[j] = 1;
    dtc_stage(f, &copy, *f->control(&m).time - h, x, dx, h,
              rate); /* so that its time is that of the sample */
}

/* By differences to both sides: at a kink it is one of them. */
static int near(double x, double y, double size) { return fabs(x - y) <= size; }

static int differs(const double *J, const char *which)
{
    const dtc_pattern *p = ((const dtc_implicit_plan *)any_functions.plan)->pattern;
    double here[MOST], ahead[MOST], back[MOST];
    int wrong = 0;

    rates_at(0, 0, here);
    for (int j = 0; j < p->n; j++) {
        double x[MOST], symbolic[MOST] = { 0 }, size = 1e-9;
        any_functions.states_of(&m, x);
        const double h = 1e-6 * larger(1, fabs(x[j]));
        rates_at(j, h, ahead), rates_at(j, -h, back);
        for (int k = p->column[j]; k < p->column[j + 1]; k++)
            symbolic[p->row[k]] = J[k];
        for (int i = 0; i < p->n; i++)
            size = larger(size, fabs(symbolic[i]));
        for (int i = 0; i < p->n; i++) {
            const double off = 1e-4 * size + 1e-11 * (1 + fabs(here[i])) / h,
                         mean = (ahead[i] - back[i]) / (2 * h);
            if (near(symbolic[i], mean, off) || near(symbolic[i], (ahead[i] - here[i]) / h, off) ||
                near(symbolic[i], (here[i] - back[i]) / h, off))
                continue;
            if (wrong++ < 3)
                printf("FAILED: %s of the Jacobian, state %d, rate %d at %g s: %g, by differences %g\n",
                       which, j, i, *any_functions.control(&m).time, symbolic[i], mean);
        }
    }
    return wrong;
}

int main(void)
{
    static double J[ENTRIES];
    int wrong = 0, tried = 0, places = 0;

    if (JOIN(MODEL, _init)(&m), JOIN(MODEL, _setup)(&m) != DTC_OK || any_functions.states > MOST)
        return 2;
    for (int k = 0; k < SAMPLES && !wrong; k++) {
        if (JOIN(MODEL, _evaluate)(&m) != DTC_OK)
            return 3;
        places += m.changed != 0;
        if (k % 97 == 0 || m.changed) {
            any_functions.jacobian(&m, 1, J);
            wrong += differs(J, "all");
            any_functions.jacobian(&m, 0, J);
            wrong += differs(J, "what varies");
            tried++;
        }
        if (JOIN(MODEL, _advance)(&m) != DTC_OK)
            return 4;
    }
    printf("= %d samples, %d of them with other places, %d states\n", tried, places, any_functions.states);
    return wrong != 0 || tried < 10;
}
