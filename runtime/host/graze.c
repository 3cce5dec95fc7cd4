/* graze.c - guards that fall below zero and rise again within one step.
 *
 * A clutch whose slip only just comes to zero is caught, or is not: what follows differs, and a solver that looks at
 * both ends of its steps does not know. A parabola through a guard at the ends of the last two steps tells where it may
 * have been least, and whether that is worth a look: steps are short against what they resolve, so that it is good to
 * their third power. Where its least value lies within the last step, and is below half of what the guard has at both
 * ends, the least value is sought by golden section, which ends as soon as a guard is lost. Of the first step of a
 * stretch, which has one before it, the middle is looked at.
 *
 * Cost: O(guards) a step; a search is SEARCH evaluations. */
#include <math.h>
#include <stdlib.h>
#include "solve.h"

enum { SEARCH = 24 };
static const double GOLDEN = 0.6180339887498949;

bool grazes_open(Grazes *r, const dtc_hybrid *h)
{
    size_t n = (size_t)h->guards;

    *r = (Grazes){ .n = h->guards, .now = calloc(3 * n + 1, sizeof *r->now) };
    if (!r->now)
        return false;
    r->before = r->now + n;
    r->earlier = r->before + n;
    return true;
}

void grazes_close(Grazes *r) { free(r->now); }

void grazes_begin(Grazes *r, double t, const double *guard)
{
    for (int i = 0; i < r->n; i++)
        r->before[i] = guard[i];
    r->time = t;
    r->known = 1;
}

void grazes_keep(Grazes *r, double t, const double *guard)
{
    for (int i = 0; i < r->n; i++) {
        r->earlier[i] = r->before[i];
        r->before[i] = guard[i];
    }
    r->time_earlier = r->time;
    r->time = t;
    r->known = 2;
}

/* Where in the step to t guard i is least by the parabola; -1: it is not worth a look. */
static double least(const Grazes *r, int i, double t)
{
    const double h = t - r->time, back = r->time_earlier - r->time, a = r->before[i],
                 rise = (r->now[i] - a) / h, fall = (r->earlier[i] - a) / back,
                 bend = (rise - fall) / (h - back), slope = rise - bend * h, at = -slope / (2 * bend);

    if (!(bend > 0) || !(at > 0 && at < h))
        return -1;
    return a + at * (slope + bend * at) < fmin(a, r->now[i]) / 2 ? at : -1;
}

/* Guard i within [low, high], from the point that is least by the parabola: true where a look says lost. */
static bool search(double low, double high, double at, int i, GrazeLook look, void *user, double *lost)
{
    double x[2] = { at, high - GOLDEN * (high - at) }, g[2] = { 0 };

    for (int k = 0; k < 2; k++)
        if (look(user, x[k], i, &g[k])) {
            *lost = x[k];
            return true;
        }
    for (int k = 0; k < SEARCH && high - low > 1e-13 * fabs(high); k++) {
        int better = g[1] < g[0], left = x[0] < x[1] ? 0 : 1;
        if (better == left)
            high = x[!left];
        else
            low = x[left];
        x[!better] = x[better] - low > high - x[better] ? x[better] - (1 - GOLDEN) * (x[better] - low)
                                                        : x[better] + (1 - GOLDEN) * (high - x[better]);
        if (look(user, x[!better], i, &g[!better])) {
            *lost = x[!better];
            return true;
        }
    }
    return false;
}

bool grazes_step(Grazes *r, const bool *active, double t, const double *guard, GrazeLook look, void *user, double *lost)
{
    double value;

    for (int i = 0; i < r->n; i++)
        r->now[i] = guard[i];
    if (r->known < 2 && r->n > 0 && look(user, r->time + (t - r->time) / 2, 0, &value)) {
        *lost = r->time + (t - r->time) / 2;
        return true;
    }
    for (int i = 0; i < r->n && r->known == 2; i++) {
        double at = active[i] && r->before[i] > 0 && isfinite(r->now[i]) ? least(r, i, t) : -1;
        if (at > 0 && search(r->time, t, r->time + at, i, look, user, lost))
            return true;
    }
    return false;
}
