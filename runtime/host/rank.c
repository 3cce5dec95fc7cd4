/* rank.c - systems of equations that lose their rank in mid-run: a mechanism in a dead centre, a constraint that no
 * longer determines its variable.
 *
 * A solver steps over such an instant and goes on on one of several branches, or with rubbish. Each system tells a
 * number that is zero where the rank is lost (dtc_hybrid.ranks_at). Where its sign changes within a step it was zero
 * there; bisection. Where it should have, going on as in the step before, and did not, it may have touched zero: the
 * branch is reflected there (x^2 + y^2 = 1 has y and -y). Its least value within the step is sought by golden section,
 * and counts as zero below the root of the tolerance: of two solutions that meet, the states do not tell more. A number
 * that jumps from one sign to the other has not been zero, nor one that fades away until the tolerance hides its sign.
 *
 * Cost: O(ranks) a step; a search is 60 evaluations at most.
 */
#include <math.h>
#include <stdlib.h>
#include "solve.h"

enum { SEARCH = 60 };
static const double GOLDEN = 0.6180339887498949;
static const double JUMP = 1e-3; /* of the largest value: what is more on both sides of a change of sign is a jump */
static const double NOISE = 10;                /* tolerances of the largest: what is less has no sign */
static const double NEAR = 0.03;               /* of the largest: named when the solver gives up */

bool ranks_open(Ranks *r, const dtc_hybrid *h)
{
    size_t n = (size_t)(h->ranks_at ? h->ranks : 0);

    *r = (Ranks){ .n = (int)n, .now = calloc(5 * n + 1, sizeof *r->now) };
    if (!r->now)
        return false;
    r->before = r->now + n;
    r->slope = r->before + n;
    r->largest = r->slope + n;
    r->sure = r->largest + n;
    return true;
}

void ranks_close(Ranks *r) { free(r->now); }

/* What was read becomes what the next step is compared with. */
static void keep(Ranks *r, double t, double noise)
{
    for (int i = 0; i < r->n; i++) {
        r->largest[i] = fmax(r->largest[i], fabs(r->now[i]));
        r->before[i] = r->now[i];
        if (fabs(r->now[i]) > noise * r->largest[i])
            r->sure[i] = r->now[i];
    }
    r->time = t;
}

void ranks_begin(Ranks *r, const dtc_hybrid *h, void *model, double t)
{
    if (r->n == 0)
        return;
    h->ranks_at(model, r->now);
    for (int i = 0; i < r->n; i++)
        r->slope[i] = r->sure[i] = 0;
    keep(r, t, 0);
}

static double value(const Ranks *r, const RankSearch *s, double t)
{
    if (s->look(s->user, t) != DTC_OK)
        return 0; /* there is no solution here */
    s->hybrid->ranks_at(s->model, r->now);
    return r->now[s->which];
}

static bool opposite(double a, double b) { return (a < 0 && b > 0) || (a > 0 && b < 0); }

/* Between low and high, or before low, the sign changes. Is it a zero? Then *t is where. */
static bool bisect(const Ranks *r, const RankSearch *s, double low, double high, double at_low, double at_high,
                   double *t)
{
    if (!opposite(at_low, at_high))
        high = low;
    for (int k = 0; k < SEARCH && opposite(at_low, at_high); k++) {
        double middle = low + (high - low) / 2, x = value(r, s, middle);
        if (middle <= low || middle >= high)
            break;
        if ((x < 0) == (at_low < 0) && x != 0) {
            low = middle;
            at_low = x;
        } else {
            high = middle;
            at_high = x;
        }
    }
    *t = high;
    return fmin(fabs(at_low), fabs(at_high)) <= JUMP * r->largest[s->which];
}

/* Does it come next to zero between low and high, and away from it again? What fades away does not. */
static bool touches(const Ranks *r, const RankSearch *s, double low, double high, double at_high, double near,
                    double *t)
{
    near = fmin(near, 0.5 * fabs(at_high));
    double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low), at_a = fabs(value(r, s, a)),
           at_b = fabs(value(r, s, b));

    for (int k = 0; k < SEARCH; k++) {
        if (fmin(at_a, at_b) <= near) {
            *t = at_a <= at_b ? a : b;
            return true;
        }
        if (at_a < at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - GOLDEN * (high - low);
            at_a = fabs(value(r, s, a));
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + GOLDEN * (high - low);
            at_b = fabs(value(r, s, b));
        }
        if (!(b > a))
            break;
    }
    return false;
}

int ranks_step(Ranks *r, const dtc_hybrid *h, void *model, double t, double tolerance, RankLook look, void *user,
               double *lost)
{
    int found = -1;

    if (r->n == 0 || !(t > r->time))
        return -1;
    h->ranks_at(model, r->now);
    double *reached = malloc((size_t)r->n * sizeof *reached);
    for (int i = 0; reached && i < r->n; i++)
        reached[i] = r->now[i];
    for (int i = 0; reached && i < r->n && found < 0; i++) {
        const RankSearch s = { h, model, look, user, i };
        double from = r->before[i], to = reached[i], goes = from + 1.5 * r->slope[i] * (t - r->time);
        bool certain = isfinite(from) && isfinite(to) && fabs(to) > NOISE * tolerance * r->largest[i];
        bool flips = opposite(r->sure[i], to), turns = !flips && opposite(from, goes);
        if (certain &&
            (flips ? bisect(r, &s, r->time, t, from, to, lost)
                   : turns && touches(r, &s, r->time, t, to, sqrt(tolerance) * r->largest[i], lost)))
            found = i;
    }
    for (int i = 0; reached && i < r->n; i++) {
        r->now[i] = reached[i];
        r->slope[i] = (reached[i] - r->before[i]) / (t - r->time);
    }
    free(reached);
    keep(r, t, NOISE * tolerance);
    return found;
}

int ranks_near(const Ranks *r)
{
    for (int i = 0; i < r->n; i++)
        if (fabs(r->before[i]) <= NEAR * r->largest[i])
            return i;
    return -1;
}
