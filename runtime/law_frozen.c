/* The switching law with time and speeds frozen: the start, and borders within a step of the method exact.
 *
 * Local rules decide, one lock and one release of a coupled group at a time, with an evaluation between them, until
 * nothing changes (dtc_law.h). At most 4 DTC_LAW_ROUNDS rounds.
 *
 * Requires, ensures: law_private.h. Cost: O(m^3) a round. */
#include "law_private.h"

#define SHARE_TOLERANCE DTC_TOLERANCE(1e-6)    /* of one: carries nothing for another element */

/* (P G)_ej: what stuck element e carries of the torque of j. */
static dtc_real share(const dtc_law *w, int e, int j)
{
    dtc_real sum = 0;
    for (int k = 0; k < w->m; k++)
        sum += w->P[e * w->m + k] * w->G[k * w->m + j];
    return sum;
}

/* Of several elements with two finite bounds that would lock the one whose slip changes fastest, in the metric of the
 * energy, does so. */
static void one_lock_a_group(dtc_law *w)
{
    dtc_real *score = w->work;

    for (int e = 0; e < w->m; e++) {
        int locks = law_slides(w->place[e]) && w->want[e] == DTC_STUCK && law_two_finite_bounds(w, e);
        score[e] = locks ? w->ah[e] * w->ah[e] / w->G[e * w->m + e] : (dtc_real)-1;
    }
    dtc_law_one_a_group(w, score);
}

/* Of several elements that would be released that with the largest violation is, in the metric of the energy. */
static void one_release_a_group(dtc_law *w)
{
    dtc_real *score = w->work;

    for (int e = 0; e < w->m; e++) {
        int leaves = w->place[e] == DTC_STUCK && law_slides(w->want[e]) && dtc_law_at_rest(w, e);
        score[e] = leaves ? law_beyond_by(w, e, w->want[e], w->lambda[e]) * w->root[e] : (dtc_real)-1;
    }
    dtc_law_one_a_group(w, score);
}

/* The element at rest at its limit that can best take over the load of e, which is about to be released: -1 if none. */
static int successor(const dtc_law *w, int e)
{
    int m = w->m, found = -1;
    dtc_real best = SHARE_TOLERANCE * w->G[e * m + e];

    for (int j = 0; j < m; j++) {
        if (!law_slides(w->place[j]) || w->want[j] != w->place[j] || !dtc_law_at_rest(w, j) ||
            !(dtc_abs(w->ah[j]) <= dtc_law_least_rate(w, j)))
            continue;
        dtc_real alpha = share(w, e, j);
        if (!(alpha * (dtc_real)(w->place[j] * w->want[e]) < (dtc_real)0))
            continue;
        if (law_beats(alpha * alpha * w->G[j * m + j], best)) {
            best = alpha * alpha * w->G[j * m + j];
            found = j;
        }
    }
    return found;
}

/* A released element at rest that nobody stuck can replace hands over to one that waits at its limit. At
 * most one exchange a step. */
static void exchange(dtc_law *w)
{
    for (int e = 0; e < w->m; e++) {
        if (w->place[e] != DTC_STUCK || !law_slides(w->want[e]) || !dtc_law_at_rest(w, e))
            continue;
        if (!((dtc_real)1 - share(w, e, e) <= SHARE_TOLERANCE))
            continue;
        int j = successor(w, e);
        if (j >= 0) {
            w->want[j] = DTC_STUCK;
            return;
        }
    }
}

/* A slip other than that of its place has jumped (a given motion, a ratio): with finite torques it is what it is. */
static int frozen_place(const dtc_law *w, int e)
{
    const int place = w->place[e];

    if (place == DTC_INACTIVE || dtc_law_at_rest(w, e) || law_is_contact(w, e) || law_no_capacity(w, e) ||
        !law_slides(dtc_law_first_place(w, e)))
        return dtc_law_wanted_place(w, e, (dtc_real)0);
    return dtc_law_first_place(w, e);
}

static int settle(dtc_law *w)
{
    for (int e = 0; e < w->m; e++)
        w->want[e] = frozen_place(w, e);
    one_lock_a_group(w);
    one_release_a_group(w);
    exchange(w);
    return dtc_law_move(w, -1);
}

int dtc_law_settle(dtc_law *w, dtc_real h, int k)
{
    int changed = dtc_law_contacts_frozen(w);

    dtc_law_measure_all(w, h);
    if (k < DTC_LAW_ROUNDS)
        return settle(w) | changed;
    if (k == DTC_LAW_ROUNDS)
        w->count->fallbacks++;
    for (int e = w->m - 1; e >= 0; e--) {
        int want = dtc_law_wanted_place(w, e, (dtc_real)0);
        if (want == w->place[e])
            continue;
        if (k >= 4 * DTC_LAW_ROUNDS) {
            w->count->unsettled++;
            return 0;
        }
        w->place[e] = want;
        return 1;
    }
    return 0;
}

int dtc_law_start(dtc_law *w)
{
    int forbidden = 0;

    dtc_law_groups(w);
    w->count->correction = 0;
    w->count->deficiency = w->count->worst_deficiency = 0;
    w->count->fallbacks = w->count->unsettled = 0;
    w->count->doubtful.pairs = w->count->doubtful.sets = 0;
    w->count->doubtful.pair[0] = w->count->doubtful.pair[1] = 0;
    for (int e = 0; e < w->m; e++)
        w->doubtful_set[e] = 0;
    for (int e = 0; e < w->m; e++)
        w->af[e] = w->lambda[e] = w->ah[e] = w->jump[e] = w->solution[e] = w->target[e] = w->floor[e] = 0;
    for (int e = 0; e < w->m; e++) {
        w->limit[e] = w->flight[e] = w->late[e] = 0;
        w->room[e] = -(dtc_real)INFINITY; /* not known */
        w->open[e] = w->hits[e] = w->decided[e] = 0;
    }
    *w->impacts = *w->moved = *w->again = *w->blocked = 0;
    dtc_law_measure(w, (dtc_real)0);
    for (int e = 0; e < w->m; e++) {
        if (law_is_contact(w, e))
            dtc_law_start_contact(w, e);
        w->place[e] = law_no_capacity(w, e) ? DTC_INACTIVE : dtc_law_first_place(w, e);
        if (w->place[e] == DTC_STUCK && !dtc_law_at_rest(w, e) && forbidden == 0)
            forbidden = 1 + e;
    }
    return forbidden;
}
