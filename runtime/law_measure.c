/* The switching law, what rounding makes of slips, slip accelerations and torques: what is less is none.
 *
 * Running error analysis (Higham, Accuracy and Stability of Numerical Algorithms, section 3.3): a number is bounded by
 * the sum of its terms without signs, times the rounding of as many operations as may have made it. Decisions ask for
 * it (law.c, law_frozen.c); a sample in which nothing wants to leave its place is judged by nominal values alone.
 *
 * Requires, ensures: law_private.h. Cost: O(m), shares O(m k^2). */
#include "dtc_runtime.h"
#include "law_private.h"

dtc_real dtc_law_capacity(const dtc_law *w, int e)
{
    dtc_real lo = law_slo(w, e), hi = law_shi(w, e);
    return hi > -lo ? hi : -lo;
}

/* The part of the torque of e that counts as a term: what it can bear at most. A stuck element that holds more by
 * mistake would else make the very tolerance that lets it. */
static dtc_real borne(const dtc_law *w, int e)
{
    dtc_real torque = dtc_abs(w->lambda[e]), most = dtc_law_capacity(w, e);
    return torque > most ? most : torque;
}

/* The terms of a slip acceleration are W_e v' with v' = inv(M) (f + W' lambda): by Cauchy's inequality what torque j
 * adds to all its terms without signs is not above bulk_e bulk_j |lambda_j|; a slip has its own terms, and what a step
 * of such accelerations adds to it. */
void dtc_law_measure(dtc_law *w, dtc_real h)
{
    dtc_real *total = w->work;

    dtc_law_groups_due(w);
    for (int e = 0; e < w->m; e++)
        total[e] = 0;
    for (int e = 0; e < w->m; e++)
        total[w->group[e]] += w->bulk[e] * borne(w, e);
    for (int e = 0; e < w->m; e++) {
        w->zero_a[e] = LAW_ROUNDING * (dtc_abs(w->af[e]) + w->bulk[e] * total[w->group[e]]);
        w->zero_s[e] = LAW_ROUNDING * w->size[e] + h * w->zero_a[e];
    }
}

void dtc_law_measure_shares(dtc_law *w, int e)
{
    for (int k = 0; k < *w->holding && law_slides(w->place[e]); k++) {
        int j = w->list[k];
        dtc_real part = dtc_abs(dtc_law_product(w->P + j * w->m, w->G + e * w->m, w->list, *w->holding));
        w->zero_a[e] += part * w->zero_a[j];
        w->zero_s[e] += part * w->zero_s[j];
    }
}

void dtc_law_measure_all(dtc_law *w, dtc_real h)
{
    dtc_law_measure(w, h);
    for (int e = 0; e < w->m; e++)
        dtc_law_measure_shares(w, e);
}

dtc_real dtc_law_least_slip(const dtc_law *w, int e) { return dtc_max(w->zero_s[e], w->least_s[e]); }
dtc_real dtc_law_least_rate(const dtc_law *w, int e) { return dtc_max(w->zero_a[e], w->least_a[e]); }

dtc_real dtc_law_least_torque(const dtc_law *w, int e)
{
    dtc_real sum = 0;
    for (int k = 0; k < *w->holding; k++)
        sum += dtc_abs(w->P[e * w->m + w->list[k]]) * w->zero_a[w->list[k]];
    return dtc_max(dtc_min(sum, dtc_law_capacity(w, e)), w->least_l[e]);
}

int dtc_law_exceeds(const dtc_law *w, int e, int place, dtc_real torque)
{
    dtc_real beyond = law_beyond_by(w, e, place, torque);
    return beyond > w->least_l[e] && beyond > dtc_law_least_torque(w, e);
}

void dtc_law_borders(dtc_law *w, dtc_real h, dtc_real *rest, dtc_real *release)
{
    dtc_law_measure_all(w, h);
    for (int e = 0; e < w->m; e++) {
        rest[e] = (dtc_real)0.5 * dtc_law_least_slip(w, e);
        release[e] = (dtc_real)2 * dtc_law_least_torque(w, e);
    }
}
