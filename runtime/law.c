/* The switching law in a fixed step: one evaluation a step, at most one transition an element a step.
 *
 * The places of a step are those of its implicit Euler step with bounds (law_box.c), posed with what the last
 * evaluation left behind: the slip after the step, s + h (a + G (x - lambda)) with the accelerations a and torques
 * lambda of then, is complementary to l <= x <= u. Several elements may lock or be released in one sample. Groups that
 * are not coupled are decided each for itself; one in which no element would leave its place stays as it is. The
 * torques are then those of the evaluation in the new places; what they show to hold more than it can lets go at once,
 * by the same problem with the torques of now. The slip that is left when an element locks is removed by an impulse,
 * which conserves momentum; it is never clipped. With time and speeds frozen, local rules decide, one lock and one
 * release of a coupled group at a time, until nothing changes.
 *
 * Why so and not otherwise, and what other schemes do: docs/switching.md.
 *
 * Requires, ensures: law_private.h. Cost: dtc_law.h. */
#include "law_private.h"

#define SHARE_TOLERANCE DTC_TOLERANCE(1e-6)    /* of one: carries nothing for another element */
#define BOX_ROUNDS 3                           /* for each element: locks, releases and their undoing in one step */

/* ---- what rounding makes --------------------------------------------------------------------- */

/* What e can bear at most. */
static dtc_real capacity(const dtc_law *w, int e)
{
    dtc_real lo = law_slo(w, e), hi = law_shi(w, e);
    return hi > -lo ? hi : -lo;
}

/* The part of the torque of e that counts as a term: what it can bear at most. A stuck element that holds more by
 * mistake would else make the very tolerance that lets it. */
static dtc_real borne(const dtc_law *w, int e)
{
    dtc_real torque = dtc_abs(w->lambda[e]), most = capacity(w, e);
    return torque > most ? most : torque;
}

/* Of slips and slip accelerations, when a decision begins. The terms of a slip acceleration are W_e v' with
 * v' = inv(M) (f + W' lambda): by Cauchy's inequality what torque j adds to all its terms without signs is not above
 * bulk_e bulk_j |lambda_j|; a slip has its own terms, and what a step of such accelerations adds to it. */
static void measure(dtc_law *w, dtc_real h)
{
    dtc_real *total = w->work;

    law_groups_due(w);
    for (int e = 0; e < w->m; e++)
        total[e] = 0;
    for (int e = 0; e < w->m; e++)
        total[w->group[e]] += w->bulk[e] * borne(w, e);
    for (int e = 0; e < w->m; e++) {
        w->zero_a[e] = LAW_ROUNDING * (dtc_abs(w->af[e]) + w->bulk[e] * total[w->group[e]]);
        w->zero_s[e] = LAW_ROUNDING * w->size[e] + h * w->zero_a[e];
    }
}

/* A sliding element has in addition what the stuck ones make of its own by their shares: their slips and
 * accelerations are not zero but rounded. */
static void measure_shares(dtc_law *w, int e)
{
    for (int k = 0; k < *w->holding && law_slides(w->place[e]); k++) {
        int j = w->list[k];
        dtc_real part = dtc_abs(dtc_law_product(w->P + j * w->m, w->G + e * w->m, w->list, *w->holding));
        w->zero_a[e] += part * w->zero_a[j];
        w->zero_s[e] += part * w->zero_s[j];
    }
}

static void measure_all(dtc_law *w, dtc_real h)
{
    measure(w, h);
    for (int e = 0; e < w->m; e++)
        measure_shares(w, e);
}

static dtc_real larger(dtc_real a, dtc_real b) { return a > b ? a : b; }
static dtc_real least_slip(const dtc_law *w, int e) { return larger(w->zero_s[e], w->least_s[e]); }
static dtc_real least_rate(const dtc_law *w, int e) { return larger(w->zero_a[e], w->least_a[e]); }

/* ---- one element ------------------------------------------------------------------------------ */

static int at_rest(const dtc_law *w, int e) { return dtc_abs(w->s[e]) <= least_slip(w, e); }

/* The place of an element that comes from nowhere: at the start, or with new capacity. */
static int first_place(const dtc_law *w, int e)
{
    dtc_real es = least_slip(w, e);
    int place = w->s[e] > es ? DTC_FWD : w->s[e] < -es ? DTC_BWD : DTC_STUCK;
    return law_slides(place) && !law_is_bound(law_sliding_torque(w, e, place)) ? DTC_STUCK : place;
}

/* (P G)_ej: what stuck element e carries of the torque of j. */
static dtc_real share(const dtc_law *w, int e, int j)
{
    dtc_real sum = 0;
    for (int k = 0; k < w->m; k++)
        sum += w->P[e * w->m + k] * w->G[k * w->m + j];
    return sum;
}

/* How its own torque accelerates the slip of e, with what is stuck staying so. */
static dtc_real own_response(const dtc_law *w, int e)
{
    dtc_real g = w->G[e * w->m + e];
    for (int k = 0; k < w->m; k++)
        if (w->place[k] == DTC_STUCK)
            g -= w->G[e * w->m + k] * share(w, k, e);
    return g;
}

/* Would what the torque of e has grown by since the last evaluation (pressure that jumps) throw its slip s beyond -s,
 * and so make energy? Alone e would respond most: most often that answers the question. */
static int is_thrown(const dtc_law *w, int e, dtc_real h, dtc_real s, dtc_real a, dtc_real push)
{
    if (!(s > least_slip(w, e)) || !((dtc_real)2 * s + h * (a + w->G[e * w->m + e] * push) < (dtc_real)0))
        return 0;
    return (dtc_real)2 * s + h * (a + own_response(w, e) * push) < (dtc_real)0;
}

/* Does a sliding element come to rest in this step (h = 0: now)? */
static int comes_to_rest(const dtc_law *w, int e, dtc_real h)
{
    dtc_real sign = (dtc_real)w->place[e], es = least_slip(w, e), torque = law_sliding_torque(w, e, w->place[e]);
    dtc_real s = sign * w->s[e], a = sign * w->ah[e];

    if (s < -es || !law_is_bound(torque))
        return 1;
    if (s + h * a <= (h > (dtc_real)0 ? (dtc_real)0 : es) && a < -least_rate(w, e))
        return 1;
    return is_thrown(w, e, h, s, a, sign * (torque - w->lambda[e]));
}

/* By how much a holding torque of a stuck element is below (FWD) or above (BWD) its static bound. */
static dtc_real beyond_by(const dtc_law *w, int e, int place, dtc_real torque)
{
    return place == DTC_FWD ? law_slo(w, e) - torque : torque - law_shi(w, e);
}

static dtc_real violation(const dtc_law *w, int e, int place) { return beyond_by(w, e, place, w->lambda[e]); }

/* What rounding makes of the torque of a stuck element: that of the slip accelerations, by P. Where that is more than
 * the element can bear it says nothing, and what it can bear is the larger error. */
static dtc_real least_torque(const dtc_law *w, int e)
{
    dtc_real sum = 0;
    for (int k = 0; k < *w->holding; k++)
        sum += dtc_abs(w->P[e * w->m + w->list[k]]) * w->zero_a[w->list[k]];
    return larger(sum < capacity(w, e) ? sum : capacity(w, e), w->least_l[e]);
}

static int exceeds(const dtc_law *w, int e, int place, dtc_real torque)
{
    dtc_real beyond = beyond_by(w, e, place, torque);
    return beyond > w->least_l[e] && beyond > least_torque(w, e);
}

/* The place of an element whose slip no torque changes, because motions are prescribed: it slides as that goes. 0
 * (stuck): it is no such element, or cannot. */
static int prescribed_place(const dtc_law *w, int e, dtc_real h)
{
    dtc_real slip = w->s[e] + h * dtc_law_acceleration(w, e), es = least_slip(w, e);
    int place = slip > es ? DTC_FWD : slip < -es ? DTC_BWD : law_slides(w->place[e]) ? w->place[e] : DTC_STUCK;

    if (w->G[e * w->m + e] > (dtc_real)0 || !law_slides(place) || !law_is_bound(law_sliding_torque(w, e, place)))
        return DTC_STUCK;
    return place;
}

/* What the element would do alone. */
static int wanted_place(const dtc_law *w, int e, dtc_real h)
{
    int prescribed;

    if (law_no_capacity(w, e))
        return DTC_INACTIVE;
    prescribed = prescribed_place(w, e, h);
    if (prescribed != DTC_STUCK)
        return prescribed;
    if (w->place[e] == DTC_INACTIVE && law_is_contact(w, e))
        return law_contact_closes(w, e, h, least_slip(w, e), least_rate(w, e)) ? DTC_STUCK : DTC_INACTIVE;
    if (w->place[e] == DTC_INACTIVE)
        return first_place(w, e);
    if (law_slides(w->place[e]))
        return comes_to_rest(w, e, h) ? DTC_STUCK : w->place[e];
    if (exceeds(w, e, DTC_FWD, w->lambda[e]))
        return DTC_FWD;
    return exceeds(w, e, DTC_BWD, w->lambda[e]) ? DTC_BWD : DTC_STUCK;
}

/* ---- the rules between elements --------------------------------------------------------------- */

/* The place of a sliding element with two finite bounds that does not lock although its slip comes to zero. */
static int going_on(const dtc_law *w, int e)
{
    dtc_real s = (dtc_real)w->place[e] * w->s[e];
    return s < -least_slip(w, e) ? -w->place[e] : w->place[e];
}

/* Of the elements of a group with a score >= 0 only the best changes its place; the others hold, or go on sliding. */
static void one_a_group(dtc_law *w, const dtc_real *score)
{
    for (int g = 0; g < w->m; g++) {
        int winner = -1;
        for (int e = 0; e < w->m; e++) {
            if (w->group[e] != g || !(score[e] >= (dtc_real)0))
                continue;
            int loser = winner < 0 || law_beats(score[e], score[winner]) ? winner : e;
            if (loser != e)
                winner = e;
            if (loser >= 0)
                w->want[loser] = law_slides(w->place[loser]) ? going_on(w, loser) : DTC_STUCK;
        }
    }
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
    one_a_group(w, score);
}

/* Of several elements that would be released that with the largest violation is, in the metric of the energy. */
static void one_release_a_group(dtc_law *w)
{
    dtc_real *score = w->work;

    for (int e = 0; e < w->m; e++) {
        int leaves = w->place[e] == DTC_STUCK && law_slides(w->want[e]);
        score[e] = leaves ? violation(w, e, w->want[e]) * w->root[e] : (dtc_real)-1;
    }
    one_a_group(w, score);
}

/* The element at rest at its limit that can best take over the load of e, which is about to be released: -1 if none. */
static int successor(const dtc_law *w, int e)
{
    int m = w->m, found = -1;
    dtc_real best = SHARE_TOLERANCE * w->G[e * m + e];

    for (int j = 0; j < m; j++) {
        if (!law_slides(w->place[j]) || w->want[j] != w->place[j] || !at_rest(w, j) ||
            !(dtc_abs(w->ah[j]) <= least_rate(w, j)))
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
        if (w->place[e] != DTC_STUCK || !law_slides(w->want[e]) || !at_rest(w, e))
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

/* Has its torque changed since the last sample by more than it can bear (a stiff shaft of which one end has just been
 * stopped)? Nothing is known of the way then, nor what a step makes of it: an implicit one takes it away. */
static int has_jumped(const dtc_law *w, int e)
{
    const dtc_real below = violation(w, e, DTC_FWD), above = violation(w, e, DTC_BWD);
    return w->room[e] > (dtc_real)0 && !(w->room[e] + larger(below, above) <= capacity(w, e));
}

/* In an implicit method that is for the next sample to decide, by the torque that is left. */
static int waits(const dtc_law *w, int e) { return *w->again == DTC_LAW_IMPLICIT && has_jumped(w, e); }

/* Of an element that is about to let go, whose torque has passed its bound between two samples: the mean over this step
 * of the torque that held it until then and of that which it slides with from then on, less that which the steps have
 * had and will have. The torque is taken to go along a line. */
static dtc_real late_torque(const dtc_law *w, int e, int place)
{
    const dtc_real beyond = violation(w, e, place), room = w->room[e] > (dtc_real)0 ? w->room[e] : (dtc_real)0,
                   change = room + beyond, sign = -(dtc_real)place,
                   bound = place == DTC_FWD ? law_slo(w, e) : law_shi(w, e);
    dtc_real late;

    if (!(beyond > (dtc_real)0) || !(w->room[e] >= -w->least_l[e]) || has_jumped(w, e))
        return 0;
    late = beyond / change - *w->lag;      /* of a step */
    return late * (law_sliding_torque(w, e, place) - bound - sign * (dtc_real)0.5 * change * late);
}

static int move(dtc_law *w)
{
    int changed = 0;

    for (int e = 0; e < w->m; e++) {
        int want = law_slide_contact(w, e, w->want[e]);
        if (w->place[e] == DTC_STUCK && law_slides(want))
            w->late[e] = late_torque(w, e, want);
        w->decided[e] |= w->place[e] != want;
        changed |= w->place[e] != want;
        *w->impacts |= w->open[e] < 0;
        w->place[e] = want;
    }
    return changed;
}

/* ---- all places of a step at once ------------------------------------------------------------- */

/* What slides comes to rest, if it does, up to the static bound against going on the other way. */
static void step_bounds(dtc_box *b, int e, int place)
{
    dtc_real slack = least_torque(b->w, e);

    dtc_box_bounds(b, e, 0, (dtc_real)0);
    if (law_no_capacity(b->w, e))
        return;
    if (place != DTC_FWD)
        b->l[e] = law_slo(b->w, e) - slack;
    if (place != DTC_BWD)
        b->u[e] = law_shi(b->w, e) + slack;
}

static void box_start(dtc_box *b)
{
    const dtc_law *w = b->w;

    for (int e = 0; e < w->m; e++) {
        b->slip[e] = w->s[e] + b->h * dtc_law_acceleration(w, e) - w->target[e];
        b->x[e] = w->lambda[e];
        b->rest[e] = least_slip(w, e) + b->h * least_rate(w, e);
    }
    for (int e = 0; e < w->m; e++) {
        int place = w->place[e] == DTC_INACTIVE ? first_place(w, e) : w->place[e];
        step_bounds(b, e, place);
        dtc_real x = law_slides(place) ? law_sliding_torque(w, e, place) : w->lambda[e];
        dtc_box_move(b, e, dtc_box_clamp(b, e, law_is_bound(x) ? x : (dtc_real)0));
    }
    b->n = 0;
    for (int e = 0; e < w->m; e++)
        if (law_inside(b, e) && w->place[e] == DTC_STUCK && b->x[e] > b->l[e] && b->x[e] < b->u[e])
            dtc_box_enter(b, e);
}

static int box_place(const dtc_box *b, int e)
{
    const dtc_law *w = b->w;
    int locks = law_slides(w->place[e]) && !at_rest(w, e) && dtc_box_rests(b, e);

    if (law_no_capacity(w, e))
        return DTC_INACTIVE;
    if (prescribed_place(w, e, b->h) != DTC_STUCK)
        return prescribed_place(w, e, b->h);
    if (dtc_box_free(b, e) || locks)
        return DTC_STUCK;
    return b->x[e] <= b->l[e] ? DTC_FWD : b->x[e] >= b->u[e] ? DTC_BWD : DTC_STUCK;
}

/* Of the stuck elements that would be released at rest, which changes torques alone, one a group is at a time. */
static void box_places(dtc_law *w, const dtc_box *b)
{

    for (int e = 0; e < w->m; e++)
        w->want[e] = law_inside(b, e) ? box_place(b, e) : w->place[e];
    for (int e = 0; e < w->m; e++) {
        int leaves = w->place[e] == DTC_STUCK && law_slides(w->want[e]) && dtc_box_rests(b, e);
        b->d[e] = leaves ? dtc_abs(b->x[e] - w->lambda[e]) * w->root[e] : (dtc_real)-1;
    }
    one_a_group(w, b->d);
}

/* ---- the samples ------------------------------------------------------------------------------ */

static int settle(dtc_law *w)
{
    for (int e = 0; e < w->m; e++)
        w->want[e] = wanted_place(w, e, (dtc_real)0);
    one_lock_a_group(w);
    one_release_a_group(w);
    exchange(w);
    return move(w);
}

/* Would an element of the group leave its place? */
static int group_moves(const dtc_law *w, int group, dtc_real h)
{
    for (int e = 0; e < w->m; e++)
        if (w->group[e] == group && wanted_place(w, e, h) != w->place[e])
            return 1;
    return 0;
}

static int move_group(dtc_law *w, int group, dtc_real h)
{
    int m = w->m, elements = 0;
    dtc_real *v = w->work + m * m;
    dtc_box b = {w, group, h, w->work, v, v + m, v + 2 * m, v + 3 * m, v + 4 * m, 0, w->order, v + 5 * m};

    for (int e = 0; e < m; e++)
        elements += w->group[e] == group;
    box_start(&b);
    dtc_box_solve(&b, BOX_ROUNDS * elements, DTC_BOX_BREAK);
    box_places(w, &b);
    return move(w);
}

/* Would any element leave its place? Shares are measured where that could change the answer, and everywhere if it
 * would. */
static int moves(dtc_law *w, dtc_real h)
{
    int any = 0;

    for (int e = 0; e < w->m; e++) {
        w->want[e] = wanted_place(w, e, h) == w->place[e];
        if (!w->want[e])
            measure_shares(w, e);
        any |= !w->want[e] && wanted_place(w, e, h) != w->place[e];
    }
    for (int e = 0; e < w->m && any; e++)
        if (w->want[e])
            measure_shares(w, e);
    return any;
}

int dtc_law_transition(dtc_law *w, dtc_real h, dtc_real ahead)
{
    int changed = law_contacts_have_left(w);

    for (int e = 0; e < w->m; e++) {
        w->late[e] = 0;
        w->decided[e] = 0;
    }
    measure(w, h);
    *w->moved = changed;
    if (!moves(w, ahead))
        return changed;
    for (int g = 0; g < w->m; g++)
        if (w->group[g] == g && group_moves(w, g, ahead))
            changed |= move_group(w, g, ahead);
    *w->moved = changed;
    return changed;
}

/* Does stuck element e hold more than it can, with what takes the slips away? */
static int holds_too_much(const dtc_law *w, int e, dtc_real h)
{
    dtc_real torque = w->lambda[e] - dtc_law_product(w->P + e * w->m, w->s, w->list, *w->holding) / h;
    return exceeds(w, e, DTC_FWD, torque) || exceeds(w, e, DTC_BWD, torque);
}

static int group_lets_go(const dtc_law *w, int group, dtc_real h)
{
    int any = 0;

    for (int e = 0; e < w->m; e++) {
        if (w->group[e] != group)
            continue;
        if (w->decided[e])
            return 0;
        any |= w->place[e] == DTC_STUCK && !law_is_contact(w, e) && holds_too_much(w, e, h) && !waits(w, e);
    }
    return any;
}

/* After a release: torques and accelerations as an evaluation in the new places has them. The lists are still those of
 * before; torques of elements that were stuck then are not in af. */
static void solve_again(dtc_law *w)
{
    for (int k = 0; k < w->m; k++) {
        const int e = w->list[k];
        const dtc_real torque = law_slides(w->place[e]) ? law_sliding_torque(w, e, w->place[e]) : (dtc_real)0,
                       change = k < *w->holding ? torque : torque - w->lambda[e];
        if (k < *w->holding && w->place[e] == DTC_STUCK)
            continue;
        w->lambda[e] = torque;
        for (int i = 0; i < w->m; i++)
            w->af[i] += w->G[i * w->m + e] * change;
    }
    dtc_law_update(w);
    (void)dtc_law_solve(w);
}

int dtc_law_release(dtc_law *w, dtc_real h)
{
    int changed = 0;

    if (!*w->moved)
        for (int e = 0; e < w->m; e++)
            w->decided[e] = 0;
    measure(w, h);
    for (int g = 0; g < w->m; g++) {
        if (w->group[g] != g || !group_lets_go(w, g, h))
            continue;
        for (int e = 0; e < w->m; e++)
            if (w->group[e] == g)
                measure_shares(w, e);
        changed |= move_group(w, g, h);
    }
    if (!changed)
        return 0;
    *w->moved = 1;
    solve_again(w);
    return 1;
}

int dtc_law_settle(dtc_law *w, dtc_real h, int k)
{
    int changed = law_contacts_frozen(w);

    measure_all(w, h);
    if (k < DTC_LAW_ROUNDS)
        return settle(w) | changed;
    if (k == DTC_LAW_ROUNDS)
        w->count->fallbacks++;
    for (int e = w->m - 1; e >= 0; e--) {
        int want = wanted_place(w, e, (dtc_real)0);
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
        w->af[e] = w->lambda[e] = w->ah[e] = w->jump[e] = w->target[e] = w->floor[e] = 0;
    for (int e = 0; e < w->m; e++) {
        w->limit[e] = w->flight[e] = w->late[e] = 0;
        w->room[e] = -(dtc_real)INFINITY;  /* not known */
        w->open[e] = w->hits[e] = w->decided[e] = 0;
    }
    *w->impacts = *w->moved = *w->again = 0;
    measure(w, (dtc_real)0);
    for (int e = 0; e < w->m; e++) {
        if (law_is_contact(w, e))
            law_start_contact(w, e);
        w->place[e] = law_no_capacity(w, e) ? DTC_INACTIVE : first_place(w, e);
        if (w->place[e] == DTC_STUCK && !at_rest(w, e) && forbidden == 0)
            forbidden = 1 + e;
    }
    return forbidden;
}

void dtc_law_borders(dtc_law *w, dtc_real h, dtc_real *rest, dtc_real *release)
{
    measure_all(w, h);
    for (int e = 0; e < w->m; e++) {
        rest[e] = (dtc_real)0.5 * least_slip(w, e);
        release[e] = (dtc_real)2 * least_torque(w, e);
    }
}
