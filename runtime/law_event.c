/* The switching law at an event of a variable-step run: the places of all elements at once, with time and speeds
 * frozen.
 *
 * A group in which every place still fits is left alone. In another one
 *   1. where an infinite bound forbids the slip there is an impact: the impulses of the elements with infinite bounds
 * are complementary to the slips after it (inelastic; a finite bound gives no impulse), and places follow from these
 * slips;
 *   2. otherwise the slip accelerations of the elements at rest, free + G x, are complementary to l <= x <= u; those
 * that move slide with their bound. An element that is stuck or has just come to rest holds up to its static bounds.
 * When one lets go, that with the most acceleration first, its bounds are the kinetic ones from then on; others may
 * follow. With kinetic bounds alone this is a convex quadratic program (law_box.c), the accelerations of which are
 * unique;
 *   3. the elements at rest without acceleration share their torques by least norm, as dtc_law_solve does, as far as
 * their bounds allow: on the way from the x of 2 to the shares of least norm, who meets its bound stays there (FWD or
 * BWD at rest). Who would have to hold more than its kinetic bound there lets go. If the static bounds leave several
 * possibilities, it is thus the one in which as many elements hold as can.
 *
 * Cost: m^2 to see that all fits; m^3 to m^4 multiplications for a group that does not. Requires, ensures:
 * law_private.h. */
#include "law_private.h"

#define HALF ((dtc_real)0.5)
#define SLACK                                                                                                          \
    (DTC_LAW_EVENT_TORQUE * HALF) /* of the nominal torque: a decision is stricter than the check that it fits */
#define ROUNDS 20                                    /* for each element */

/* ---- one element --------------------------------------------------------------------------------------- */

/* An element keeps its capacity, and is without, a little longer than the guard lasts. */
static int no_capacity(const dtc_law *w, int e)
{
    dtc_real limit = (dtc_real)(w->place[e] == DTC_INACTIVE ? 3 : 2) * DTC_LAW_EVENT_TORQUE * w->torque[e];
    if (w->open[e] > 0)
        return 1;
    return law_two_finite_bounds(w, e) && w->hi[e] - w->lo[e] <= limit;
}

/* The sign of the motion that slip s is for an element in this place; 0: at rest. A slip that comes to zero is found a
 * little beyond. */
static int motion_of(const dtc_law *w, int e, int place, dtc_real s)
{
    dtc_real above = DTC_LAW_EVENT_SLIP, below = DTC_LAW_EVENT_SLIP;

    if (place == DTC_STUCK || place == DTC_FWD)
        below = DTC_LAW_EVENT_CROSSING;
    if (place == DTC_STUCK || place == DTC_BWD)
        above = DTC_LAW_EVENT_CROSSING;
    return s > above * w->speed[e] ? 1 : s < -below * w->speed[e] ? -1 : 0;
}

static int motion(const dtc_law *w, int e) { return motion_of(w, e, w->place[e], w->s[e]); }

/* The same, of one whose slip has crossed zero unseen: at rest. */
static int motion_here(const dtc_law *w, int e)
{
    const int late = w->late[e] < (dtc_real)0 || w->late[e] > (dtc_real)0;

    return late ? 0 : motion(w, e);
}

static int can_slide(const dtc_law *w, int e, int place) { return law_is_bound(law_sliding_torque(w, e, place)); }

/* Slip against the direction in which the place slides. */
static int slips_back(const dtc_law *w, int e)
{
    return (dtc_real)w->place[e] * w->s[e] < -DTC_LAW_EVENT_SLIP * w->speed[e];
}

/* A slip acceleration that is none: what rounding leaves of the torques, and little where torques do nothing. */
static dtc_real rate_slack(const dtc_law *w, int e)
{
    return law_rate(w, e, DTC_LAW_EVENT_TORQUE) + DTC_LAW_EVENT_SLIP * w->speed[e];
}

static int overconstrained(const dtc_law *w, int e)
{
    return w->count->deficiency > 0 && dtc_abs(dtc_law_acceleration(w, e)) > rate_slack(w, e) &&
           (can_slide(w, e, DTC_FWD) || can_slide(w, e, DTC_BWD));
}

static int fits(const dtc_law *w, int e)
{
    dtc_real slack = DTC_LAW_EVENT_TORQUE * w->torque[e];

    if (no_capacity(w, e) || w->place[e] == DTC_INACTIVE)
        return no_capacity(w, e) && w->place[e] == DTC_INACTIVE;
    if (w->place[e] == DTC_STUCK)
        return motion(w, e) == 0 && w->lambda[e] >= law_slo(w, e) - slack &&
               w->lambda[e] <= law_shi(w, e) + slack && !overconstrained(w, e);
    if (!can_slide(w, e, w->place[e]) || slips_back(w, e))
        return 0;
    return motion(w, e) != 0 || (dtc_real)w->place[e] * w->ah[e] >= -rate_slack(w, e);
}

dtc_real dtc_law_guard(const dtc_law *w, int e)
{
    const dtc_real slack = (dtc_real)2 * DTC_LAW_EVENT_TORQUE;
    dtc_real capacity = (w->hi[e] - w->lo[e]) / w->torque[e], torque = w->torque[e], guard;

    if (w->place[e] == DTC_INACTIVE && law_is_contact(w, e))
        return dtc_law_contact_guard(w, e);
    if (w->place[e] == DTC_INACTIVE)
        return law_two_finite_bounds(w, e) ? (dtc_real)2 * slack - capacity : (dtc_real)-1;
    if (w->place[e] == DTC_STUCK) {
        dtc_real below = (w->lambda[e] - law_slo(w, e)) / torque,
                 above = (law_shi(w, e) - w->lambda[e]) / torque;
        guard = slack + (below < above ? below : above);
        if (w->count->deficiency > 0 && (can_slide(w, e, DTC_FWD) || can_slide(w, e, DTC_BWD))) {
            dtc_real still = slack * ((dtc_real)1 -
                                      dtc_abs(dtc_law_acceleration(w, e)) / ((dtc_real)2 * rate_slack(w, e)));
            guard = still < guard ? still : guard;
        }
    } else if (w->s[e] < (dtc_real)0 || w->s[e] > (dtc_real)0) {
        guard = (dtc_real)w->place[e] * w->s[e] / w->speed[e] + (dtc_real)2 * DTC_LAW_EVENT_SLIP;
    } else { /* at rest at its limit, with compliance for good: while it is pushed */
        guard =
            ((dtc_real)w->place[e] * w->ah[e] + (dtc_real)2 * rate_slack(w, e)) / law_rate(w, e, (dtc_real)1);
    }
    if (law_two_finite_bounds(w, e) && capacity - DTC_LAW_EVENT_TORQUE < guard)
        guard = capacity - DTC_LAW_EVENT_TORQUE;
    return guard;
}

/* ---- torques in other places --------------------------------------------------------------------------- */

/* Slip accelerations without any torque: for the time of the decision. */
static dtc_real *free_acceleration(const dtc_law *w) { return w->work + 2 * w->m * w->m + 5 * w->m; }

static dtc_real sliding_acceleration(const dtc_law *w, int e)
{
    return dtc_law_product(w->G + e * w->m, w->lambda, w->list + *w->holding, *w->sliding);
}

/* Before any place changes. */
static void remember_free(dtc_law *w)
{
    for (int e = 0; e < w->m; e++)
        free_acceleration(w)[e] = w->af[e] - sliding_acceleration(w, e);
}

/* As an evaluation in the present places would. */
static void torques_here(dtc_law *w)
{
    dtc_law_factor(w);
    dtc_law_push(w);
    for (int e = 0; e < w->m; e++)
        w->af[e] = free_acceleration(w)[e] + sliding_acceleration(w, e);
    (void)dtc_law_solve(w);
}

/* ---- impact -------------------------------------------------------------------------------------------- */

static int collides(const dtc_law *w, int e)
{
    int sign = motion(w, e);
    return !no_capacity(w, e) && sign != 0 && !can_slide(w, e, sign > 0 ? DTC_FWD : DTC_BWD);
}

static int place_after_impact(const dtc_box *b, int e)
{
    const dtc_law *w = b->w;
    int after = motion_of(w, e, w->place[e], b->slip[e]), place = after > 0 ? DTC_FWD : DTC_BWD;

    if (no_capacity(w, e))
        return DTC_INACTIVE;
    if (after != 0)
        return can_slide(w, e, place) ? place : DTC_STUCK;
    return b->x[e] < (dtc_real)0 || b->x[e] > (dtc_real)0 || w->place[e] == DTC_INACTIVE || motion(w, e) != 0
             ? DTC_STUCK
             : w->place[e];
}

/* The slips that contacts rebound to. at_once: several impacts of a contact belong to one instant, not to one step. */
static void aim(dtc_law *w, int group, int at_once)
{
    for (int e = 0; e < w->m; e++)
        if (w->group[e] == group && law_is_contact(w, e) && w->open[e] <= 0)
            dtc_law_aim(w, e, collides(w, e) ? dtc_law_rebound(w, e, at_once) : (dtc_real)0);
}

/* 0: there is none in this group. */
static int impact(dtc_law *w, dtc_box *b, int at_once)
{
    int any = 0;

    aim(w, b->group, at_once);
    for (int e = 0; e < w->m; e++) {
        int takes = law_inside(b, e) && !no_capacity(w, e);
        any |= law_inside(b, e) && collides(w, e);
        b->slip[e] = w->s[e] - w->target[e];
        b->rest[e] = DTC_LAW_EVENT_SLIP * w->speed[e];
        b->x[e] = 0;
        b->l[e] = takes && !can_slide(w, e, DTC_FWD) ? w->lo[e] : (dtc_real)0;
        b->u[e] = takes && !can_slide(w, e, DTC_BWD) ? w->hi[e] : (dtc_real)0;
    }
    if (!any)
        return 0;
    b->n = 0;
    dtc_box_solve(b, ROUNDS * w->m, 0);
    for (int e = 0; e < w->m; e++)
        if (law_inside(b, e)) {
            int hit = law_is_contact(w, e) && b->x[e] > (dtc_real)0;
            w->place[e] = hit ? dtc_law_hit(w, e) : dtc_law_slide_contact(w, e, place_after_impact(b, e));
        }
    return 1;
}

/* Room for a group: dtc_law_factor uses the rest of work. */
static dtc_box box_of(dtc_law *w, int group)
{
    const int m = w->m;
    dtc_real *v = w->work + 2 * m * m + m;
    const dtc_box b = { w,         group,     1, w->work,  v,        v + m, w->work + m * m,
                        v + 2 * m, v + 3 * m, 0, w->order, w->zero_s };

    return b;
}

/* Where no impact is a slip that has jumped stays: finite bounds take none away at an instant. */
static int let_slide(dtc_law *w, int group)
{
    int any = 0;

    for (int e = 0; e < w->m; e++) {
        const int place = motion(w, e) > 0 ? DTC_FWD : DTC_BWD;
        if (w->group[e] != group || w->place[e] != DTC_STUCK || motion(w, e) == 0 || no_capacity(w, e) ||
            !can_slide(w, e, place))
            continue;
        w->place[e] = dtc_law_slide_contact(w, e, place);
        any = 1;
    }
    return any;
}

int dtc_law_impact(dtc_law *w, int last)
{
    int any = dtc_law_contacts_at_border(w, last);

    dtc_law_groups_due(w);
    for (int g = 0; g < w->m; g++) {
        dtc_box b = box_of(w, g);
        if (w->group[g] == g)
            any |= impact(w, &b, 0) || let_slide(w, g);
    }
    return any;
}

/* ---- accelerations ------------------------------------------------------------------------------------- */

/* Bounds of x: of those that move both the same. An element at rest at its limit has that limit on this side. */
static void event_bounds(dtc_box *b, int e)
{
    const dtc_law *w = b->w;
    int sign = motion_here(w, e), at_limit = law_slides(w->place[e]) && !slips_back(w, e);

    dtc_box_bounds(b, e, 1, SLACK);
    if (no_capacity(w, e))
        b->l[e] = b->u[e] = 0;
    else if (sign != 0)
        b->l[e] = b->u[e] = law_sliding_torque(w, e, sign > 0 ? DTC_FWD : DTC_BWD);
    else if (at_limit && w->place[e] == DTC_FWD)
        b->l[e] = w->lo[e];
    else if (at_limit)
        b->u[e] = w->hi[e];
}

static void event_start(dtc_box *b)
{
    const dtc_law *w = b->w;

    b->n = 0;
    for (int e = 0; e < w->m; e++) {
        b->rest[e] = HALF * rate_slack(w, e);
        b->slip[e] = free_acceleration(w)[e];
        b->x[e] = b->l[e] = b->u[e] = 0;
    }
    for (int e = 0; e < w->m; e++) {
        if (!law_inside(b, e))
            continue;
        event_bounds(b, e);
        dtc_box_move(b, e, dtc_box_clamp(b, e, law_finite(w->lambda[e]) ? w->lambda[e] : (dtc_real)0));
    }
}

static void event_free(dtc_box *b)
{
    b->n = 0;
    for (int e = 0; e < b->w->m; e++)
        if (law_inside(b, e) && b->x[e] > b->l[e] && b->x[e] < b->u[e])
            dtc_box_enter(b, e);
}

static void places_of_accelerations(dtc_law *w, const dtc_box *b, const dtc_real *before)
{
    for (int e = 0; e < w->m; e++) {
        if (!law_inside(b, e))
            continue;
        w->place[e] = (int)before[e];
        int sign = motion_here(w, e), place = b->slip[e] > (dtc_real)0 ? DTC_FWD : DTC_BWD;
        if (no_capacity(w, e))
            w->place[e] = DTC_INACTIVE;
        else if (sign != 0)
            w->place[e] = sign > 0 ? DTC_FWD : DTC_BWD;
        else
            w->place[e] = dtc_box_rests(b, e) || !can_slide(w, e, place) ? DTC_STUCK : place;
    }
}

/* The stuck element that meets its bound first on the way from x to lambda, and at which part of the way; -1: none. */
static int first_hit(const dtc_law *w, const dtc_box *b, dtc_real *part)
{
    int hit = -1;

    for (int e = 0; e < w->m; e++) {
        dtc_real to = w->lambda[e], margin = SLACK * HALF * w->torque[e];
        if (!law_inside(b, e) || w->place[e] != DTC_STUCK ||
            (to >= b->l[e] - margin && to <= b->u[e] + margin))
            continue;
        dtc_real p = (dtc_box_clamp(b, e, to) - b->x[e]) / (to - b->x[e]);
        if (hit < 0 || p < *part) {
            *part = p;
            hit = e;
        }
    }
    return hit;
}

/* Shares the torques of elements at rest. 0: one of them lets go, to begin again with its kinetic bounds. */
static int share_torques(dtc_law *w, dtc_box *b)
{
    for (int round = 0; round <= w->m; round++) {
        dtc_real part = 1;
        torques_here(w);
        int e = first_hit(w, b, &part);
        if (e < 0)
            return 1;
        for (int i = 0; i < w->m; i++)
            if (law_inside(b, i) && w->place[i] == DTC_STUCK)
                b->x[i] = dtc_box_clamp(b, i, b->x[i] + part * (w->lambda[i] - b->x[i]));
        int place = w->lambda[e] < b->l[e] ? DTC_FWD : DTC_BWD;
        dtc_real beyond = place == DTC_FWD ? w->lo[e] - b->l[e] : b->u[e] - w->hi[e];
        if (beyond > DTC_LAW_EVENT_TORQUE * w->torque[e]) {
            dtc_box_bounds(b, e, 0, (dtc_real)0);
            return 0;
        }
        w->place[e] = place;
        b->x[e] = law_sliding_torque(w, e, place);
    }
    return 1;
}

/* x within its bounds again after these have become narrower, and the accelerations from the start. */
static void event_again(dtc_box *b)
{
    const dtc_law *w = b->w;

    for (int e = 0; e < w->m; e++) {
        b->slip[e] = free_acceleration(w)[e];
        b->d[e] = law_inside(b, e) ? dtc_box_clamp(b, e, b->x[e]) : (dtc_real)0;
        b->x[e] = 0;
    }
    for (int e = 0; e < w->m; e++)
        dtc_box_move(b, e, b->d[e]);
}

static void accelerate(dtc_law *w, dtc_box *b, const dtc_real *before)
{
    event_start(b);
    for (int round = 0; round <= w->m; round++) {
        event_free(b);
        dtc_box_solve(b, ROUNDS * w->m, DTC_BOX_BREAK);
        places_of_accelerations(w, b, before);
        if (share_torques(w, b))
            return;
        event_again(b);
    }
}

/* ---- the event ----------------------------------------------------------------------------------------- */

/* The slip of e after the jump of those that are stuck. */
static dtc_real slip_left(const dtc_law *w, int e)
{
    dtc_real slip = w->s[e];

    for (int j = 0; j < w->m; j++)
        slip += w->G[e * w->m + j] * w->jump[j];
    return slip;
}

/* Who is to leave with a slip the other way, which the jump does not remove, is stuck in this round, and the next round
 * releases it. Where the others that are stuck fix its slip it goes where it slips. */
static void hold_back(dtc_law *w, const dtc_box *b, const dtc_real *before)
{
    for (int e = 0; e < w->m; e++) {
        int place = w->place[e];
        if (!law_inside(b, e) || !law_slides(place) || !slips_back(w, e) ||
            motion_of(w, e, (int)before[e], w->s[e]) != 0)
            continue;
        dtc_law_factor(w);
        dtc_law_jump(w, (dtc_real)0);
        if ((dtc_real)place * slip_left(w, e) >= -HALF * DTC_LAW_EVENT_SLIP * w->speed[e])
            continue;
        int was = w->count->deficiency;
        w->place[e] = DTC_STUCK;
        dtc_law_factor(w);
        if (w->count->deficiency > was && can_slide(w, e, -place))
            w->place[e] = -place;
    }
}

/* 0: all places are as before. */
static int decide(dtc_law *w, int group)
{
    int m = w->m, changed = 0;
    dtc_real *before = w->jump;
    dtc_box b = box_of(w, group);

    for (int e = 0; e < m; e++)
        before[e] = (dtc_real)w->place[e];
    if (!impact(w, &b, 1)) {
        accelerate(w, &b, before);
        for (int e = 0; e < m; e++)
            b.u[e] = before[e];
        before = b.u;
        hold_back(w, &b, before);
        for (int e = 0; e < m; e++)
            if (law_inside(&b, e))
                w->place[e] = dtc_law_slide_contact(w, e, w->place[e]);
    }
    for (int e = 0; e < m; e++)
        changed |= w->place[e] != (int)before[e];
    return changed;
}

/* Does the jump change a slip? */
static int slip_is_due(dtc_law *w)
{
    torques_here(w);
    dtc_law_jump(w, (dtc_real)0);
    for (int e = 0; e < w->m; e++)
        if (dtc_abs(slip_left(w, e) - w->s[e]) > HALF * DTC_LAW_EVENT_SLIP * w->speed[e])
            return 1;
    return 0;
}

static int group_fits(const dtc_law *w, int group)
{
    for (int e = 0; e < w->m; e++)
        if (w->group[e] == group && !fits(w, e))
            return 0;
    return 1;
}

void dtc_law_late(dtc_law *w)
{
    for (int e = 0; e < w->m; e++)
        w->late[e] = law_slides(w->place[e]) && law_two_finite_bounds(w, e) && motion(w, e) == -w->place[e];
}

static void forget_late(dtc_law *w)
{
    for (int e = 0; e < w->m; e++)
        w->late[e] = 0;
}

int dtc_law_event(dtc_law *w)
{
    int decided = 0, changed = dtc_law_contacts_at_event(w), worst = w->count->worst_deficiency;
    unsigned doubtful_sets = w->count->doubtful.sets;

    dtc_law_groups_due(w);
    if (changed)
        return 1;
    for (int g = 0; g < w->m; g++)
        if (w->group[g] == g && !group_fits(w, g)) {
            if (!decided)
                remember_free(w);
            changed |= decide(w, g);
            decided = 1;
        }
    if (decided) {
        changed |= slip_is_due(w);
        w->count->worst_deficiency = worst; /* of sets that were only tried */
        w->count->doubtful.sets = doubtful_sets;
    }
    forget_late(w);
    if (!changed)
        dtc_law_contacts_settled(w);
    return changed;
}

int dtc_law_drifts(const dtc_law *w)
{
    for (int e = 0; e < w->m; e++)
        if (w->place[e] == DTC_STUCK &&
            (!(dtc_abs(w->s[e]) <= DTC_LAW_EVENT_SLIP * w->speed[e]) ||
             (law_is_contact(w, e) && dtc_abs(w->gap[e]) > DTC_LAW_EVENT_SLIP * w->speed[e])))
            return 1;
    return 0;
}

int dtc_law_blocked(const dtc_law *w)
{
    for (int e = 0; e < w->m; e++) {
        dtc_real limit = DTC_LAW_EVENT_CROSSING * w->speed[e];
        int stuck = w->place[e] == DTC_STUCK;
        if (w->open[e] <= 0 && ((w->s[e] > limit && (stuck || !law_is_bound(w->lo[e]))) ||
                                (w->s[e] < -limit && (stuck || !law_is_bound(w->hi[e])))))
            return 1 + e;
    }
    return 0;
}
