/* The switching law in a fixed step: one decision a sample, within its evaluation; at most one transition an element.
 *
 * The places of a step are those of its implicit Euler step with bounds (law_box.c): the slip after the step, s + h (a
 * + G (x - lambda)) with slips, bounds, matrices, accelerations a and torques lambda of the sample, is complementary
 * to l <= x <= u. What holds is asked first: if with the torques of the present places no slip changes its sign within
 * the step, and no stuck element has to give more than it can, all stays. Else each coupled group in which something
 * would move is solved as a whole, from the present places on; several elements may lock, let go, or hand over at
 * once.
 *
 * h x is the momentum of the step (Moreau 1988): forces and impulses are one. A slip that a stuck element has, since
 * samples are no events or since a motion or a ratio has jumped, is taken away with what the bounds leave, or the
 * element slides. Afterwards x is split: lambda holds (no slip acceleration), jump takes the slip away; the sum obeys
 * the bounds. Where torques are redundant it is of least norm if that is within them, else that of the solution.
 *
 * Why so and not otherwise, and what other schemes do: docs/switching.md.
 *
 * Requires, ensures: law_private.h. Cost: dtc_law.h. */
#include "dtc_runtime.h"
#include "law_private.h"

#define ZERO ((dtc_real)0)
#define OVERLAP 0x4000                         /* with options of dtc_law_decide: contacts that are due do close */

/* ---- one element --------------------------------------------------------------------------------------- */

int dtc_law_at_rest(const dtc_law *w, int e) { return dtc_abs(w->s[e]) <= dtc_law_least_slip(w, e); }

int dtc_law_first_place(const dtc_law *w, int e)
{
    dtc_real es = dtc_law_least_slip(w, e);
    int place = w->s[e] > es ? DTC_FWD : w->s[e] < -es ? DTC_BWD : DTC_STUCK;
    return law_slides(place) && !law_is_bound(law_sliding_torque(w, e, place)) ? DTC_STUCK : place;
}

/* What the jump of stuck and sliding elements adds to the slip of e. */
static dtc_real pushed(const dtc_law *w, int e)
{
    return dtc_law_product(w->G + e * w->m, w->jump, w->list, *w->holding + *w->sliding);
}

/* Does a sliding element come to rest in this step (h = 0: now)? */
static int comes_to_rest(const dtc_law *w, int e, dtc_real h)
{
    const dtc_real sign = (dtc_real)w->place[e], es = dtc_law_least_slip(w, e), s = sign * w->s[e],
                   a = sign * w->ah[e];

    if (s < -es || !law_is_bound(law_sliding_torque(w, e, w->place[e])))
        return 1;
    if (!(h > ZERO))
        return s <= es && a < -dtc_law_least_rate(w, e);
    const dtc_real change = h * a + sign * pushed(w, e);
    return s + change <= ZERO && change < -h * dtc_law_least_rate(w, e);
}

/* The place of an element whose slip no torque changes, because motions are prescribed: it slides as that goes. 0
 * (stuck): it is no such element, or cannot. */
static int prescribed_place(const dtc_law *w, int e, dtc_real h)
{
    dtc_real slip = w->s[e] + h * dtc_law_acceleration(w, e), es = dtc_law_least_slip(w, e);
    int place = slip > es               ? DTC_FWD
              : slip < -es              ? DTC_BWD
              : law_slides(w->place[e]) ? w->place[e]
                                        : DTC_STUCK;

    if (w->G[e * w->m + e] > ZERO || !law_slides(place) || !law_is_bound(law_sliding_torque(w, e, place)))
        return DTC_STUCK;
    return place;
}

int dtc_law_wanted_place(const dtc_law *w, int e, dtc_real h)
{
    const dtc_real torque = w->lambda[e] + (h > ZERO ? w->jump[e] / h : ZERO);
    int prescribed;

    if (law_no_capacity(w, e))
        return DTC_INACTIVE;
    prescribed = prescribed_place(w, e, h);
    if (prescribed != DTC_STUCK)
        return prescribed;
    if (w->place[e] == DTC_INACTIVE && law_is_contact(w, e))
        return dtc_law_contact_closes(w, e, h, dtc_law_least_slip(w, e), dtc_law_least_rate(w, e))
                 ? DTC_STUCK
                 : DTC_INACTIVE;
    if (w->place[e] == DTC_INACTIVE)
        return dtc_law_first_place(w, e);
    if (law_slides(w->place[e]))
        return comes_to_rest(w, e, h) ? DTC_STUCK : w->place[e];
    if (dtc_law_exceeds(w, e, DTC_FWD, torque))
        return DTC_FWD;
    return dtc_law_exceeds(w, e, DTC_BWD, torque) ? DTC_BWD : DTC_STUCK;
}

/* ---- the rules between elements ------------------------------------------------------------------------ */

/* The place of a sliding element with two finite bounds that does not lock although its slip comes to zero. */
static int going_on(const dtc_law *w, int e)
{
    dtc_real s = (dtc_real)w->place[e] * w->s[e];
    return s < -dtc_law_least_slip(w, e) ? -w->place[e] : w->place[e];
}

void dtc_law_one_a_group(dtc_law *w, const dtc_real *score)
{
    for (int g = 0; g < w->m; g++) {
        int winner = -1;
        for (int e = 0; e < w->m; e++) {
            if (w->group[e] != g || !(score[e] >= ZERO))
                continue;
            int loser = winner < 0 || law_beats(score[e], score[winner]) ? winner : e;
            if (loser != e)
                winner = e;
            if (loser >= 0)
                w->want[loser] = law_slides(w->place[loser]) ? going_on(w, loser) : DTC_STUCK;
        }
    }
}

int dtc_law_move(dtc_law *w, int group)
{
    int changed = 0;

    for (int e = 0; e < w->m; e++) {
        if (group >= 0 && w->group[e] != group)
            continue;
        int want = dtc_law_slide_contact(w, e, w->want[e]);
        changed |= w->place[e] != want;
        *w->impacts |= w->open[e] < 0;
        w->place[e] = want;
    }
    return changed;
}

/* ---- torques that pass their bound between two samples ------------------------------------------------- */

/* Has its torque changed since the last sample by more than it can bear (a stiff shaft of which one end has just been
 * stopped)? Nothing is known of the way then, nor what a step makes of it: an implicit one takes it away. */
static int has_jumped(const dtc_law *w, int e)
{
    const dtc_real below = law_beyond_by(w, e, DTC_FWD, w->lambda[e]),
                   above = law_beyond_by(w, e, DTC_BWD, w->lambda[e]);
    return w->room[e] > ZERO && !(w->room[e] + dtc_max(below, above) <= dtc_law_capacity(w, e));
}

/* Of an element that is about to let go, whose torque has passed its bound between two samples: the mean over this step
 * of the torque that held it until then and of that which it slides with from then on, less that which the steps have
 * had and will have. The torque is taken to go along a line. */
static dtc_real late_torque(const dtc_law *w, int e, int place)
{
    const dtc_real beyond = law_beyond_by(w, e, place, w->lambda[e]), room = dtc_max(w->room[e], ZERO),
                   change = room + beyond, sign = -(dtc_real)place,
                   bound = place == DTC_FWD ? law_slo(w, e) : law_shi(w, e);
    const dtc_real slides = law_sliding_torque(w, e, place);
    dtc_real late;

    if (!(beyond > ZERO) || !(w->room[e] >= -w->least_l[e]) || has_jumped(w, e))
        return 0;
    late = beyond / change - *w->lag; /* of a step */
    late *= slides - bound - sign * (dtc_real)0.5 * change * late;
    /* what it gives is between its static bound and none */
    return dtc_max(dtc_min(bound, ZERO) - slides, dtc_min(dtc_max(bound, ZERO) - slides, late));
}

/* ---- all places of a group at once --------------------------------------------------------------------- */

/* What slides comes to rest, if it does, up to the static bound against going on the other way. */
static void step_bounds(dtc_box *b, int e, int place)
{
    dtc_real slack = dtc_law_least_torque(b->w, e);

    dtc_box_bounds(b, e, 0, ZERO);
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
        b->rest[e] = dtc_law_least_slip(w, e) + b->h * dtc_law_least_rate(w, e);
    }
    for (int e = 0; e < w->m; e++) {
        int place = w->place[e] == DTC_INACTIVE ? dtc_law_first_place(w, e) : w->place[e];
        if (!law_inside(b, e))
            continue;
        step_bounds(b, e, place);
        if (law_rebounds(w, e)) {
            dtc_box_move(b, e, w->lambda[e] + w->jump[e] / b->h);
            b->l[e] = b->u[e] = b->x[e];
            continue;
        }
        dtc_real x = law_slides(place) ? law_sliding_torque(w, e, place) : w->lambda[e];
        dtc_box_move(b, e, dtc_box_clamp(b, e, law_is_bound(x) ? x : ZERO));
    }
    b->n = 0;
    for (int e = 0; e < w->m; e++)
        if (law_inside(b, e) && w->place[e] == DTC_STUCK && b->x[e] > b->l[e] && b->x[e] < b->u[e])
            dtc_box_enter(b, e);
}

static int box_place(const dtc_box *b, int e)
{
    const dtc_law *w = b->w;
    int locks = law_slides(w->place[e]) && !dtc_law_at_rest(w, e) && dtc_box_rests(b, e);

    if (law_no_capacity(w, e))
        return DTC_INACTIVE;
    if (law_rebounds(w, e))
        return DTC_STUCK;
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
    dtc_law_one_a_group(w, b->d);
}

/* In an implicit method a stuck element whose torque has jumped waits for the next sample, and for the torque that is
 * left. */
static int waits(const dtc_law *w, int e, int options)
{
    return (options & DTC_LAW_WAITS) && w->place[e] == DTC_STUCK && !law_no_capacity(w, e) &&
           has_jumped(w, e);
}

/* The slip that a stuck element keeps: where torques are redundant, or motions prescribed, slips that have jumped need
 * not all come to rest. Sets that count as redundant by a pivot of LAW_RANK may differ by its root: less is none. */
static dtc_real kept_slip(const dtc_law *w, int e)
{
    const dtc_real *G = w->G + e * w->m, slip = w->s[e] - w->target[e],
                   least = dtc_sqrt(LAW_RANK) * w->speed[e];
    dtc_real left, size = dtc_abs(slip);

    if (w->place[e] != DTC_STUCK || !(size > dtc_max(least, dtc_law_least_slip(w, e))))
        return ZERO;
    left = slip + pushed(w, e);
    for (int k = 0; k < *w->holding; k++)
        size += dtc_abs(G[w->list[k]] * w->jump[w->list[k]]);
    return dtc_abs(left) > dtc_max(least, LAW_ROUNDING * size) ? left : ZERO;
}

static int keeps_slip(const dtc_law *w, int e)
{
    return w->count->deficiency > 0 && dtc_abs(kept_slip(w, e)) > ZERO;
}

static int wants_to_move(const dtc_law *w, int e, dtc_real h)
{
    return dtc_law_wanted_place(w, e, h) != w->place[e] || keeps_slip(w, e);
}

/* An open contact that is to be closed in this sample? */
static int is_due(const dtc_law *w, int e)
{
    return law_is_contact(w, e) && w->place[e] == DTC_INACTIVE && w->open[e] <= 0;
}

/* A contact of this sample that has had its impact, or needs none, is stuck for the rest of it, with the slip that
 * there is: it holds its gap alone. */
static void part(dtc_law *w, const dtc_box *b, int e)
{
    w->want[e] = DTC_STUCK;
    if (!law_rebounds(w, e) && (dtc_box_free(b, e) || !(b->slip[e] > ZERO)))
        return;
    w->target[e] += b->slip[e];
    w->open[e] = -1;
}

static int move_group(dtc_law *w, int group, dtc_real h, int options)
{
    int m = w->m, elements = 0;
    dtc_real *v = w->work + m * m;
    dtc_box b = { w, group, h, w->work, v, v + m, v + 2 * m, v + 3 * m, v + 4 * m, 0, w->order, v + 5 * m };

    for (int e = 0; e < m; e++)
        elements += w->group[e] == group;
    box_start(&b);
    dtc_box_solve(&b, DTC_LAW_BOX_ROUNDS(elements), DTC_BOX_BREAK);
    box_places(w, &b);
    for (int e = 0; e < m; e++) {
        if (!law_inside(&b, e))
            continue;
        w->solution[e] = b.x[e];
        w->decided[e] = 1;
        if (law_rebounds(w, e) || ((options & OVERLAP) && is_due(w, e)))
            part(w, &b, e);
        if ((options & DTC_LAW_ROOM) && w->place[e] == DTC_STUCK && law_slides(w->want[e]))
            w->late[e] = late_torque(w, e, w->want[e]);
    }
    return dtc_law_move(w, group);
}

/* ---- the torques of a step ----------------------------------------------------------------------------- */

/* The impulses that bring the slips of stuck elements to their targets, beside those of what has let go late. decides:
 * rounding makes no decision. */
static void take_slips(dtc_law *w, dtc_real h, int decides)
{
    dtc_real *slip = w->work;
    int late = 0;

    for (int e = 0; e < w->m; e++) {
        w->jump[e] = h * w->late[e];
        late |= w->jump[e] > ZERO || w->jump[e] < ZERO;
    }
    for (int k = 0; k < *w->holding; k++) {
        int e = w->list[k];
        slip[e] = w->place[e] == DTC_STUCK ? dtc_flush(w->s[e] - w->target[e]) : ZERO;
        if (decides && dtc_abs(slip[e]) <= dtc_law_least_slip(w, e))
            slip[e] = ZERO;
        if (late)
            slip[e] += dtc_law_product(w->G + e * w->m, w->jump, w->list + *w->holding, *w->sliding);
    }
    dtc_law_hold(w, w->jump, slip, w->work + w->m);
}

/* Does the step take more from a stuck element of the group than it can give, or turn round what slides? */
static int is_beyond(const dtc_law *w, int group, dtc_real h)
{
    for (int e = 0; e < w->m; e++) {
        const dtc_real torque = w->lambda[e] + w->jump[e] / h;
        if (w->group[e] != group)
            continue;
        if (w->place[e] == DTC_STUCK &&
            (dtc_law_exceeds(w, e, DTC_FWD, torque) || dtc_law_exceeds(w, e, DTC_BWD, torque)))
            return 1;
        if (law_slides(w->place[e]) &&
            (dtc_real)w->place[e] * (w->s[e] + h * w->ah[e] + pushed(w, e)) < -dtc_law_least_slip(w, e))
            return 1;
    }
    return 0;
}

/* What has let go late does so without making up for it where others had to bear that and cannot. */
static void forgo_late(dtc_law *w, dtc_real h)
{
    int any = 0;

    for (int g = 0; g < w->m; g++) {
        int late = 0;
        for (int e = 0; e < w->m; e++)
            late |= w->group[e] == g && (w->late[e] > ZERO || w->late[e] < ZERO);
        if (!late || !is_beyond(w, g, h))
            continue;
        for (int e = 0; e < w->m; e++)
            w->late[e] = w->group[e] == g ? ZERO : w->late[e];
        any = 1;
    }
    if (any)
        take_slips(w, h, 0);
}

/* Torques and accelerations as an evaluation in the new places has them. The lists are still those of before; torques
 * of elements that were stuck then are not in af. */
static void solve_again(dtc_law *w)
{
    for (int k = 0; k < w->m; k++) {
        const int e = w->list[k];
        const dtc_real torque = law_slides(w->place[e]) ? law_sliding_torque(w, e, w->place[e]) : ZERO,
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

/* Is an open contact of the group to be closed? Then nothing of it is made up for that has let go late. */
static int has_late_contact(dtc_law *w, int group)
{
    int any = 0;

    for (int e = 0; e < w->m; e++)
        any |= w->group[e] == group && is_due(w, e);
    for (int e = 0; e < w->m && any; e++)
        if (w->group[e] == group)
            w->late[e] = 0;
    return any;
}

/* Contacts that overlap by what the step has decided: it is decided with them. */
static int close_late(dtc_law *w, dtc_real h)
{
    int rounds = 0;

    for (; rounds < DTC_LAW_LATE_ROUNDS && dtc_law_find_late(w, h); rounds++) {
        dtc_law_measure(w, h);
        for (int g = 0; g < w->m; g++)
            if (w->group[g] == g && has_late_contact(w, g))
                (void)move_group(w, g, h, OVERLAP);
        solve_again(w);
        take_slips(w, h, 0);
    }
    return rounds > 0;
}

/* Would one of a redundant set have to give more than it can by least norm? Then all have the torques of the solution,
 * which are within their bounds. */
static void share_within_bounds(dtc_law *w, int group, dtc_real h)
{
    for (int e = 0; e < w->m; e++)
        if (w->group[e] == group && (!w->decided[e] || w->late[e] > ZERO || w->late[e] < ZERO))
            return;
    if (!is_beyond(w, group, h))
        return;
    for (int e = 0; e < w->m; e++)
        if (w->group[e] == group)
            w->jump[e] = h * (w->solution[e] - w->lambda[e]);
}

/* The whole torque of a step in which it takes a slip away, over what the element can bear and what rounding makes. */
static void count_correction(dtc_law *w, dtc_real h)
{
    for (int k = 0; k < *w->holding; k++) {
        const int e = w->list[k];
        if (!law_two_finite_bounds(w, e) || !(dtc_abs(w->jump[e]) > h * LAW_TORQUE * w->torque[e]))
            continue;
        const dtc_real torque = w->lambda[e] + w->jump[e] / h,
                       most = (torque < ZERO ? -law_slo(w, e) : law_shi(w, e)) + dtc_law_least_torque(w, e);
        if (dtc_abs(torque) > w->count->correction * most)
            w->count->correction = dtc_abs(torque) / most;
    }
}

/* The first stuck element that keeps a slip which its bounds forbid, as motions that contradict each other prescribe:
 * 1 + that, or 0. */
static int contradicted(const dtc_law *w)
{
    for (int k = 0; k < *w->holding; k++) {
        const int e = w->list[k];
        const dtc_real left = kept_slip(w, e);
        if (dtc_abs(left) > ZERO && !law_is_bound(law_sliding_torque(w, e, left > ZERO ? DTC_FWD : DTC_BWD)))
            return 1 + e;
    }
    return 0;
}

/* Torques that hold become those of the step. */
static int give_impulses(dtc_law *w, dtc_real h, int options)
{
    int closed, any = 0;

    take_slips(w, h, 0);
    forgo_late(w, h);
    closed = (options & DTC_LAW_CONTACTS) && close_late(w, h);
    *w->blocked = contradicted(w);
    for (int g = 0; g < w->m; g++)
        if (w->group[g] == g)
            share_within_bounds(w, g, h);
    count_correction(w, h);
    for (int e = 0; e < w->m; e++) {
        w->lambda[e] += w->jump[e] / h;
        any |= w->jump[e] > ZERO || w->jump[e] < ZERO;
    }
    *w->moved = any;
    return closed;
}

/* ---- the samples --------------------------------------------------------------------------------------- */

/* In decided, of the first element of a group: it is to be decided. */
enum { DUE = -1 };

/* Would any element leave its place? Shares are measured where that could change the answer, and everywhere if it
 * would. Groups that are to be decided are marked. */
static int moves(dtc_law *w, dtc_real h, int options)
{
    int any = 0;

    for (int e = 0; e < w->m; e++) {
        w->want[e] = !wants_to_move(w, e, h);
        if (w->want[e])
            continue;
        dtc_law_measure_shares(w, e);
        if (!wants_to_move(w, e, h))
            continue;
        any = 1;
        if (!waits(w, e, options))
            w->decided[w->group[e]] = DUE;
    }
    for (int e = 0; e < w->m && any; e++)
        if (w->want[e])
            dtc_law_measure_shares(w, e);
    return any;
}

/* 0: nothing is asked; else 1 + whether an element would leave its place. changed: a contact has. */
static int seek(dtc_law *w, dtc_real h, dtc_real ahead, int options, int *changed)
{
    *w->blocked = 0;
    for (int e = 0; e < w->m; e++) {
        w->late[e] = 0;
        w->decided[e] = 0;
    }
    dtc_law_groups_due(w);
    if (DTC_LAW_NEARLY_QUIET(w, ahead))
        return 0;
    dtc_law_measure(w, h);
    if (options & DTC_LAW_CONTACTS)
        dtc_law_approach(w, h, ahead);
    *changed = dtc_law_contacts_have_left(w);
    take_slips(w, ahead, 1);
    return 1 + moves(w, ahead, options);
}

static int change(dtc_law *w, dtc_real h, dtc_real ahead, int options, int sought, int changed)
{
    const int whole = options & DTC_LAW_WHOLE;

    for (int g = 0; g < w->m && sought > 1; g++)
        if (w->decided[g] == DUE) {
            w->decided[g] = 0;
            changed |= move_group(w, g, ahead, options);
        }
    if (changed)
        solve_again(w);
    if (sought && !whole) {
        take_slips(w, h, 0);
        *w->blocked = contradicted(w);
    }
    if (options & (DTC_LAW_ROOM | DTC_LAW_WAITS))
        dtc_law_leave_room(*w->holding, w->list, w->lo, w->hi, w->slo, w->shi, w->lambda, w->room);
    if (whole)
        changed |= give_impulses(w, h, options);
    return changed || *w->blocked;
}

int dtc_law_decide(dtc_law *w, dtc_real h, dtc_real ahead, int options)
{
    int changed = 0;
    const int sought = seek(w, h, ahead, options, &changed);

    return change(w, h, ahead, options, sought, changed);
}

int dtc_law_seek(dtc_law *w, dtc_real h, dtc_real ahead, int options)
{
    int changed = 0;

    return seek(w, h, ahead, options, &changed) > 1;
}

int dtc_law_change(dtc_law *w, dtc_real h, dtc_real ahead, int options)
{
    return change(w, h, ahead, options, 2, 0);
}

void dtc_law_repeat(dtc_law *w, dtc_real h, int options)
{
    dtc_law_groups_due(w);
    if (options & DTC_LAW_WHOLE)
        (void)give_impulses(w, h, options);
}
