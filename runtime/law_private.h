/* law_private.h - what the files of the switching law share.
 *
 * law.c         places: the decision of a sample in a fixed step
 * law_frozen.c  places: the start, the frozen rounds of the first sample
 * law_measure.c what rounding makes
 * law_event.c   places at an event of a variable-step run
 * law_box.c     the problem with bounds that both solve
 * law_contact.c gaps, impacts, rebounds of contacts
 * law_solve.c   coupled groups, torques, impulses
 * law_inverse.c the pseudo-inverse of the stuck elements
 *
 * Numbers: tolerances are relative to the nominal slip and torque of each element; ranks are decided on
 * G scaled to unit diagonal, by Cholesky factorisation. All sums run in index order.
 *
 * Requires: G symmetric and positive semidefinite (dtc_law_check), nominals > 0.
 * Ensures: ends and stays inside its arrays for any input whatever, NaN and infinities included. */
#ifndef LAW_PRIVATE_H
#define LAW_PRIVATE_H

#include "dtc_law.h"

#define LAW_SLIP DTC_LAW_SLIP
#define LAW_RATE DTC_TOLERANCE(1e-9)     /* of the slip acceleration that nominal torques give: none */
#define LAW_TORQUE DTC_LAW_TORQUE
#define LAW_RANK DTC_TOLERANCE(1e-10)    /* of the largest pivot: dependent */
#define LAW_UPDATES 32                  /* of P in a row; then it is made from scratch */
#define LAW_TIE DTC_TOLERANCE(1e-9)      /* of a score: no better, the lower index wins */

/* Of the sum of the magnitudes of all terms: what rounding can make of a number that up to 128 operations in a row
 * have made, each of which loses half an epsilon at most (Higham, Accuracy and Stability of Numerical Algorithms,
 * section 3.1). */
#define LAW_ROUNDING DTC_TOLERANCE(0.0)

/* The same as a rule, sqrt(p) epsilon/2 after p operations (Higham, section 2.8): of 64, which make the minor of two
 * elements, and of 1,024, which make what is left of several. */
#define LAW_RULE_PAIR ((dtc_real)(4.0 * (double)DTC_EPSILON))
#define LAW_RULE_SET ((dtc_real)(16.0 * (double)DTC_EPSILON))

static inline int law_finite(dtc_real x) { return x - x == (dtc_real)0; }

/* A bound that a model writes as Modelica.Constants.inf is infinite as well. */
static inline int law_is_bound(dtc_real x) { return dtc_abs(x) < DTC_UNBOUNDED; }

/* What is more than `tolerance` of the magnitudes of all terms, a part of the diagonal of e. */
static inline int law_is_above(const dtc_law *w, int e, dtc_real part, dtc_real tolerance)
{
    return part * w->G[e * w->m + e] > tolerance * w->bulk[e] * w->bulk[e];
}

/* So many elements are independent at most. */
static inline int law_most(const dtc_law *w) { return *w->most > 0 && *w->most < w->m ? *w->most : w->m; }

static inline int law_slides(int place) { return place == DTC_FWD || place == DTC_BWD; }

static inline int law_two_finite_bounds(const dtc_law *w, int e)
{
    return law_is_bound(w->lo[e]) && law_is_bound(w->hi[e]);
}

/* Does it act only where its gap is not above zero? Has it had its impact in this sample, and parts again? */
static inline int law_is_contact(const dtc_law *w, int e) { return w->contact[e]; }
static inline int law_rebounds(const dtc_law *w, int e) { return w->place[e] == DTC_STUCK && w->open[e] < 0; }

static inline int law_no_capacity(const dtc_law *w, int e)
{
    if (w->open[e] > 0)
        return 1;
    return w->hi[e] - w->lo[e] <= (dtc_real)0 && law_two_finite_bounds(w, e);
}

/* The torque of a sliding element; forbidden if it is infinite, for then the element cannot slide that way. */
static inline dtc_real law_sliding_torque(const dtc_law *w, int e, int place)
{
    return place == DTC_FWD ? w->lo[e] : w->hi[e];
}

/* Bounds of a stuck element: no tighter than those of a sliding one. */
static inline dtc_real law_slo(const dtc_law *w, int e) { return w->slo[e] < w->lo[e] ? w->slo[e] : w->lo[e]; }
static inline dtc_real law_shi(const dtc_law *w, int e) { return w->shi[e] > w->hi[e] ? w->shi[e] : w->hi[e]; }

/* Rounding of s' = b + G lambda is that of its largest possible term, which is sqrt(G_ee G_jj) times a
 * nominal torque: the same in any units of the elements. */
static inline dtc_real law_rate(const dtc_law *w, int e, dtc_real tolerance)
{
    return tolerance * w->root[e] * w->root[w->m];
}

/* Parallel elements have equal scores; rounding must not decide between them. */
static inline int law_beats(dtc_real score, dtc_real best) { return score > best * ((dtc_real)1 + LAW_TIE); }

/* slip = y + h G x is complementary to l <= x <= u, for the elements of one group. The x of the n elements in `free`
 * are between their bounds and make their slips zero; L L' = G of these (n rows of m). */
typedef struct {
    const dtc_law *w;
    int group;
    dtc_real h, *L, *slip, *x, *d, *l, *u;
    int n, *free;
    dtc_real *rest;      /* of each: less slip is none */
} dtc_box;

/* law_solve.c. Tolerances and groups of G; unless they are made, for P from scratch, for decisions. */
void dtc_law_tolerances(dtc_law *w);
void dtc_law_tolerances_due(dtc_law *w);
void dtc_law_groups_due(dtc_law *w);

/* law_solve.c: x = -P y, so that y + G x is zero at the stuck elements; x of others stays. r: m numbers. */
void dtc_law_hold(const dtc_law *w, dtc_real *x, const dtc_real *y, dtc_real *r);

/* law_measure.c. What e can bear at most. Of slips and slip accelerations, when a decision begins; then, of a sliding
 * element, what the stuck ones make of its own by their shares: their slips and accelerations are not zero but rounded.
 * What rounding makes of the torque of a stuck element: that of the slip accelerations, by P; where that is more than
 * the element can bear it says nothing, and what it can bear is the larger error. */
dtc_real dtc_law_capacity(const dtc_law *w, int e);
void dtc_law_measure(dtc_law *w, dtc_real h);
void dtc_law_measure_shares(dtc_law *w, int e);
void dtc_law_measure_all(dtc_law *w, dtc_real h);
dtc_real dtc_law_least_slip(const dtc_law *w, int e);
dtc_real dtc_law_least_rate(const dtc_law *w, int e);
dtc_real dtc_law_least_torque(const dtc_law *w, int e);
int dtc_law_exceeds(const dtc_law *w, int e, int place, dtc_real torque);

/* By how much a holding torque of a stuck element is below (FWD) or above (BWD) its static bound. */
static inline dtc_real law_beyond_by(const dtc_law *w, int e, int place, dtc_real torque)
{
    return place == DTC_FWD ? law_slo(w, e) - torque : torque - law_shi(w, e);
}

/* law.c. The place of an element that comes from nowhere: at the start, or with new capacity. What the element would do
 * alone within h (0: now). Of the elements of a group with a score >= 0 only the best changes its place; the others
 * hold, or go on sliding. All of a group (-1: of all) that want to change do. */
int dtc_law_at_rest(const dtc_law *w, int e);
int dtc_law_first_place(const dtc_law *w, int e);
int dtc_law_wanted_place(const dtc_law *w, int e, dtc_real h);
void dtc_law_one_a_group(dtc_law *w, const dtc_real *score);
int dtc_law_move(dtc_law *w, int group);

/* Is every place that of dtc_law_quiet, but for slips that an impulse is to take away, and is no contact near? */
#define DTC_LAW_NEARLY_QUIET(w, h)                                                                                     \
    (dtc_law_round((w)->m, (h), *(w)->holding, (w)->list, (w)->size, (w)->G, (w)->lambda, (w)->zero_s),                \
     dtc_law_quiet((w)->m, (h), (dtc_real)1, (dtc_real)64, *(w)->holding, *(w)->sliding, (w)->list, (w)->G,            \
                   (w)->place, (w)->s, (w)->lo, (w)->hi, (w)->slo, (w)->shi, (w)->open, (w)->lambda, (w)->ah,          \
                   (w)->least_s, (w)->least_a, (w)->least_l, DTC_LAW_ROUNDED(w)) &&                                    \
     dtc_law_apart((w)->m, (h), *(w)->impacts, *(w)->holding, *(w)->sliding, (w)->list, (w)->contact, (w)->gap,        \
                   (w)->s, (w)->af, (w)->G, (w)->lambda, *(w)->lag))

/* law_contact.c. Contacts before the decision of a sample: those that have rebounded are open, those that hit within
 * the step are to be closed. ahead: as there. After the impulses of a step of h: open contacts that would overlap at
 * its end are to be closed; nonzero: there are such. Has one opened since the last sample? Before a decision in a
 * frozen round, at an event, at a border within a step: nonzero, a place has changed. */
void dtc_law_approach(dtc_law *w, dtc_real h, dtc_real ahead);
int dtc_law_find_late(dtc_law *w, dtc_real h);
int dtc_law_contacts_have_left(dtc_law *w);
int dtc_law_contacts_frozen(dtc_law *w);
int dtc_law_contacts_at_event(dtc_law *w);
int dtc_law_contacts_at_border(dtc_law *w, int last);
void dtc_law_start_contact(dtc_law *w, int e);
/* Would one that pushes nothing be closed, within h? slip, rate: what is none. */
int dtc_law_contact_closes(const dtc_law *w, int e, dtc_real h, dtc_real slip, dtc_real rate);
/* The place that it wants: a contact does not slide, it opens. */
int dtc_law_slide_contact(dtc_law *w, int e, int want);
/* It is to have this slip after an impact; more than 0: and be open. */
void dtc_law_aim(dtc_law *w, int e, dtc_real slip);
/* The slip to which one that hits rebounds, unless it has done so too often, in a step, or at once; that it has hit,
 * and its place then. */
dtc_real dtc_law_rebound(const dtc_law *w, int e, int at_once);
int dtc_law_hit(dtc_law *w, int e);
/* After an event that has changed nothing more: how those that are open are watched; and how far they are. */
void dtc_law_contacts_settled(dtc_law *w);
dtc_real dtc_law_contact_guard(const dtc_law *w, int e);

static inline int law_inside(const dtc_box *b, int e) { return b->w->group[e] == b->group; }

/* From x and what is free, until all is complementary, in so many rounds at most. BREAK: an element that moves under a
 * bound wider than [lo, hi] gets [lo, hi] for good. What moves although motions that contradict each other hold it
 * keeps its slip. */
enum { DTC_BOX_BREAK = 1 };
void dtc_box_solve(dtc_box *b, int rounds, int options);
void dtc_box_move(dtc_box *b, int e, dtc_real to);        /* x of e, and all slips */
int dtc_box_enter(dtc_box *b, int e);                     /* e becomes free: 0 if the free ones fix its slip */
void dtc_box_bounds(dtc_box *b, int e, int holds, dtc_real slack);
int dtc_box_free(const dtc_box *b, int e);
int dtc_box_rests(const dtc_box *b, int e);               /* is its slip zero? */
dtc_real dtc_box_clamp(const dtc_box *b, int e, dtc_real x);

#endif
