/* The switching law, contacts: elements that act only where their gap is not above zero, and may rebound.
 *
 * A contact pushes without limit and never pulls: 0 <= gap, 0 <= lambda, one of them zero (Signorini). While it is open
 * it has no capacity; closed it is an element with the bounds 0 and infinity like any other. When it closes with a slip
 * s < 0, Newton's law has its slip afterwards at -e s or more, complementary to the impulse:
 *
 *     u = s+ + e s,   p >= 0,   u >= 0,   p u = 0,   s+ = s + G p
 *
 * with e = 0 for contacts that have been closed before. The energy changes by 1/2 sum p (1 - e) s, which is not above 0
 * whatever the restitutions are (Glocker 2001; for several contacts at once Newton's law is one of several). What takes
 * part is stuck in the decision, and the jump of the law brings its slip to the target -e s instead of 0; then it is
 * open.
 *
 * A sample: a contact takes part if its gap would be used up within the step (Moreau, Jean), at most once in a step. It
 * then has the slip and the gap that it would have at the end of the step, had it hit in time: after a parabola with
 * the present acceleration, the rebound, and another parabola (dtc_law_shift moves the positions). A method moves
 * positions by h s + h^2 (1/2 + lag) a, so that s + lag h a is what belongs to them as a speed; without this Euler's
 * method would feed a bouncing ball with energy. A rebound that ends within the step is none. Where steps end at
 * borders (ahead < h), impacts are left to these. Of contacts that one and the same motion shuts, the first takes part;
 * what it leaves of that motion is for the others.
 * What the impulses of others, or accelerations that change with the sample, would make overlap within it, is late: it
 * closed as well, with the slip that they have made, and its group is decided once more (dtc_law_find_late); what has
 * rebounded until then keeps its impulse.
 * An event: the gap has come to zero. Where a flight is so low that the gap does not resolve it, the rebounds are not
 * followed one by one: their times are a geometric series, at the end of which the slip, had it met nothing, would have
 * gone from s to -s (1 + e)/(1 - e); there the contact closes for good (limit).
 *
 * One without a lower bound pulls as well, and never opens: a constraint that is held (compiler/reduce/hold.c).
 *
 * Requires, ensures: law_private.h. Cost: O(m^2), but for the decisions themselves. */
#include "dtc_runtime.h"
#include "law_private.h"

#define ZERO ((dtc_real)0)
#define HALF ((dtc_real)0.5)
#define HITS 2                     /* in a step, or at an instant for each element: more are plastic */
#define EARLY 0x4000               /* of one that closes before its gap does, for the rest of a step */
#define RESOLVED ((dtc_real)1e-13) /* of the nominal gap, nominal slip times 1 s: a rebound so low is not followed */
#define LOW ((dtc_real)1e-6)       /* of it: a rebound higher than that is always resolved */

/* ---- one contact --------------------------------------------------------------------------------------- */

static void open_up(dtc_law *w, int e)
{
    w->open[e] = 1;
    w->target[e] = w->floor[e] = w->lambda[e] = 0; /* accelerations that are asked for now are without it */
}

/* One that was closed for the time of an impact is open when the speeds have jumped. */
static int leave_rebound(dtc_law *w, int e)
{
    if (w->open[e] >= 0)
        return 0;
    open_up(w, e);
    w->place[e] = DTC_INACTIVE;
    return 1;
}

/* One that has closed early is open from the next sample on, unless its gap has closed meanwhile. */
static int leave_early(dtc_law *w, int e)
{
    if (w->hits[e] < EARLY || w->place[e] != DTC_STUCK || !(w->gap[e] > DTC_LAW_TOUCH * w->speed[e]))
        return 0;
    open_up(w, e);
    w->place[e] = DTC_INACTIVE;
    return 1;
}

int dtc_law_slide_contact(dtc_law *w, int e, int want)
{
    if (!law_is_contact(w, e) || want == DTC_STUCK)
        return want;
    if (w->hits[e] >= EARLY)
        return DTC_STUCK; /* for the rest of the step */
    w->flight[e] = 0;
    open_up(w, e);
    return DTC_INACTIVE;
}

int dtc_law_contact_closes(const dtc_law *w, int e, dtc_real h, dtc_real slip, dtc_real rate)
{
    dtc_real a = dtc_law_acceleration(w, e), s = w->s[e];

    return w->open[e] <= 0 && (s + h * a < -slip || (s <= slip && a < -rate));
}

void dtc_law_aim(dtc_law *w, int e, dtc_real slip)
{
    w->target[e] = slip;
    w->floor[e] = 0;
    w->open[e] = slip > ZERO ? -1 : 0;
}

void dtc_law_start_contact(dtc_law *w, int e)
{
    if (law_is_bound(w->lo[e]) && (dtc_abs(w->s[e]) > w->least_s[e] || w->gap[e] > ZERO))
        open_up(w, e);
}

/* At a border: a contact that has reached it is marked as not open (turn), whatever rounding has left of its gap. */
static int touches(const dtc_law *w, int e) { return w->open[e] <= 0 || w->gap[e] <= DTC_LAW_TOUCH * w->speed[e]; }

/* ---- a sample ------------------------------------------------------------------------------------------ */

/* Slip and gap at the end of the step. speed: what belongs to the gap as its rate; a: slip acceleration. */
static void fly(dtc_law *w, int e, dtc_real h, dtc_real speed, dtc_real a)
{
    const dtc_real two = 2, gap = dtc_max(w->gap[e], ZERO),
                   hit = -dtc_sqrt(dtc_max(speed * speed - two * a * gap, ZERO)),
                   time = speed > ZERO ? (hit - speed) / a
                        : gap > ZERO   ? -two * gap / (speed + hit)
                                       : ZERO,
                   left = dtc_min(dtc_max(h - time, ZERO), h), back = -w->restitution[e] * hit;

    w->target[e] = w->floor[e] = 0;
    if (!(back > w->least_s[e]) || two * back + a * left <= ZERO)
        return;
    w->target[e] = back + a * (left - *w->lag * h);
    w->floor[e] = left * (back + HALF * a * left);
    w->open[e] = -1;
}

static void approach(dtc_law *w, int e, dtc_real h)
{
    dtc_real a = dtc_law_acceleration(w, e), speed = w->s[e] + *w->lag * h * a;

    w->open[e] = w->gap[e] + h * (speed + HALF * h * a) > ZERO;
    if (!w->open[e] && (speed < ZERO || a < ZERO))
        fly(w, e, h, speed, a);
}

/* Is e shut by the same motion as f, and later? */
static int is_behind(const dtc_law *w, int e, int f)
{
    const dtc_real ef = w->G[e * w->m + f], both = w->G[e * w->m + e] * w->G[f * w->m + f];

    return w->open[f] <= 0 && w->place[f] != DTC_STUCK && law_is_contact(w, f) && ef > ZERO &&
           !(ef * ef < ((dtc_real)1 - LAW_RANK) * both) &&
           w->gap[e] * dtc_abs(w->s[f]) > w->gap[f] * dtc_abs(w->s[e]);
}

/* What another would stop before is left to dtc_law_find_late. */
static void leave_later(dtc_law *w)
{
    for (int e = 0; e < w->m; e++) {
        int behind = 0;
        if (!law_is_contact(w, e) || w->place[e] == DTC_STUCK || w->open[e] > 0)
            continue;
        for (int f = 0; f < w->m; f++)
            behind |= is_behind(w, e, f);
        w->order[e] = behind;
        if (behind)
            w->target[e] = w->floor[e] = 0;
    }
    for (int e = 0; e < w->m; e++)
        if (law_is_contact(w, e) && w->place[e] != DTC_STUCK && w->open[e] <= 0 && w->order[e])
            w->open[e] = 1;
}

void dtc_law_approach(dtc_law *w, dtc_real h, dtc_real ahead)
{
    *w->impacts = 0;
    for (int e = 0; e < w->m; e++) {
        if (!law_is_contact(w, e))
            continue;
        *w->impacts |= leave_rebound(w, e) | leave_early(w, e);
        w->hits[e] = 0;
        w->target[e] = w->floor[e] = 0;
        if (w->place[e] == DTC_STUCK)
            continue;
        if (ahead < h)
            w->open[e] = w->gap[e] > DTC_LAW_TOUCH * w->speed[e] || w->s[e] < -w->least_s[e];
        else
            approach(w, e, h);
    }
    if (!(ahead < h))
        leave_later(w);
}

int dtc_law_contacts_have_left(dtc_law *w)
{
    int left = *w->impacts;

    *w->impacts = 0;
    return left;
}

int dtc_law_contacts_frozen(dtc_law *w)
{
    int changed = 0;

    for (int e = 0; e < w->m; e++) {
        if (!law_is_contact(w, e))
            continue;
        changed |= leave_rebound(w, e);
        w->target[e] = w->floor[e] = 0;
        if (w->place[e] != DTC_STUCK)
            w->open[e] = dtc_abs(w->s[e]) > w->least_s[e] || !touches(w, e);
    }
    return changed;
}

/* What the impulses have made of the slip. */
static dtc_real slip_after(const dtc_law *w, int e)
{
    dtc_real slip = w->s[e];

    for (int j = 0; j < w->m; j++)
        slip += w->G[e * w->m + j] * w->jump[j];
    return slip;
}

int dtc_law_find_late(dtc_law *w, dtc_real h)
{
    int any = 0;

    for (int e = 0; e < w->m; e++) {
        dtc_real speed, a;
        if (!law_is_contact(w, e) || w->place[e] != DTC_INACTIVE)
            continue;
        a = dtc_law_acceleration(w, e);
        speed = slip_after(w, e) + *w->lag * h * a;
        w->open[e] = !(w->gap[e] + h * (speed + HALF * h * a) < -DTC_LAW_GAP * w->speed[e]);
        if (w->open[e])
            continue;
        any = 1;
        fly(w, e, h, speed, a);
    }
    return any;
}

/* ---- an event ------------------------------------------------------------------------------------------ */

/* Flights too low to be followed: the sum of their times. Elastic ones have no end: then the first is the last. */
static void sum_up(dtc_law *w, int e, dtc_real slip)
{
    dtc_real less = (dtc_real)1 - w->restitution[e];

    w->limit[e] = less > ZERO ? slip * ((dtc_real)1 + w->restitution[e]) / less : slip;
}

static dtc_real none_s(const dtc_law *w, int e) { return DTC_LAW_EVENT_SLIP * w->speed[e]; }
static dtc_real none_a(const dtc_law *w, int e) { return law_rate(w, e, DTC_LAW_EVENT_TORQUE) + none_s(w, e); }

/* Does slip s > 0 with a closing acceleration raise the gap by so little? */
static int is_low(const dtc_law *w, int e, dtc_real s, dtc_real closing, dtc_real height)
{
    return s > ZERO && s * s <= (dtc_real)2 * closing * height * w->speed[e];
}

/* One that comes down much slower than it went up was low, and its gap is rounding. */
static int has_closed(dtc_law *w, int e)
{
    dtc_real a = dtc_law_acceleration(w, e);

    if (w->limit[e] > ZERO)
        return w->s[e] <= -w->limit[e];
    if (dtc_abs(w->s[e]) <= none_s(w, e) && w->gap[e] <= DTC_LAW_TOUCH * w->speed[e] && a < -none_a(w, e))
        return 1;
    if (w->gap[e] > ZERO || w->s[e] > ZERO)
        return 0;
    if (w->s[e] > -HALF * w->flight[e] && is_low(w, e, w->flight[e], -a, LOW)) {
        sum_up(w, e, w->flight[e]);
        return 0;
    }
    return w->s[e] < -none_s(w, e);
}

int dtc_law_contacts_at_event(dtc_law *w)
{
    int changed = 0;

    for (int e = 0; e < w->m; e++) {
        if (!law_is_contact(w, e))
            continue;
        changed |= leave_rebound(w, e);
        if (w->place[e] == DTC_STUCK)
            w->target[e] = 0;
        else if (has_closed(w, e))
            w->open[e] = 0;
    }
    return changed;
}

dtc_real dtc_law_rebound(const dtc_law *w, int e, int at_once)
{
    return w->limit[e] > ZERO || w->hits[e] >= (at_once ? HITS * w->m : HITS) ? ZERO
                                                                              : -w->restitution[e] * w->s[e];
}

int dtc_law_hit(dtc_law *w, int e)
{
    w->flight[e] = w->target[e];
    w->limit[e] = 0;
    w->hits[e]++;
    *w->impacts = 1;
    return DTC_STUCK;
}

void dtc_law_contacts_settled(dtc_law *w)
{
    for (int e = 0; e < w->m; e++) {
        if (!law_is_contact(w, e) || w->open[e] <= 0)
            continue;
        w->hits[e] = 0;
        if (w->gap[e] <= RESOLVED * w->speed[e] &&
            is_low(w, e, w->s[e], -dtc_law_acceleration(w, e), RESOLVED))
            sum_up(w, e, w->s[e]);
        else if (w->s[e] > (dtc_real)2 * w->flight[e])
            w->limit[e] = w->flight[e] = 0;
    }
}

dtc_real dtc_law_contact_guard(const dtc_law *w, int e)
{
    dtc_real pressed = dtc_law_acceleration(w, e) + (dtc_real)2 * none_a(w, e),
             rest = dtc_abs(w->s[e]) - none_s(w, e),
             hits = dtc_max(w->gap[e], w->s[e] + (dtc_real)2 * none_s(w, e)),
             closes = dtc_max(w->gap[e] - DTC_LAW_TOUCH * w->speed[e], dtc_max(rest, pressed));

    return (w->limit[e] > ZERO ? w->s[e] + w->limit[e] : dtc_min(hits, closes)) / w->speed[e];
}

/* ---- an impact within a step --------------------------------------------------------------------------- */

int dtc_law_contacts_at_border(dtc_law *w, int last)
{
    int closed = 0;

    for (int e = 0; e < w->m; e++) {
        if (!law_is_contact(w, e) || w->place[e] == DTC_STUCK)
            continue;
        if (last && w->open[e] <= 0) {
            w->place[e] = DTC_STUCK;
            w->hits[e] = EARLY;
            closed = *w->impacts = 1;
        } else if (w->s[e] < -none_s(w, e)) {
            w->open[e] = !touches(w, e);
        }
    }
    return closed;
}

/* What has come to rest in this step, and is no contact, has had a way in it that positions are not to be held by. */
static int set_aside(dtc_law *w)
{
    int any = 0;

    for (int e = 0; e < w->m; e++) {
        w->order[e] = w->place[e] == DTC_STUCK && !law_is_contact(w, e) && !dtc_law_at_rest(w, e);
        w->place[e] = w->order[e] ? DTC_INACTIVE : w->place[e];
        any |= w->order[e];
    }
    return any;
}

void dtc_law_shift(dtc_law *w, dtc_real h)
{
    dtc_real *y = w->work, *q = y + w->m;
    const int aside = set_aside(w);

    if (aside)
        dtc_law_factor(w);
    for (int e = 0; e < w->m; e++) {
        int closed = law_is_contact(w, e) && w->place[e] == DTC_STUCK;
        y[e] = closed ? dtc_flush(w->gap[e] + h * w->target[e] - w->floor[e]) : ZERO;
        q[e] = 0;
    }
    dtc_law_hold(w, q, y, q + w->m);
    for (int e = 0; e < w->m; e++) {
        w->jump[e] = q[e];
        w->place[e] = w->order[e] ? DTC_STUCK : w->place[e];
    }
    if (aside)
        dtc_law_factor(w);
}
