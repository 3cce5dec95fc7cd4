/* The switching law: clutches, brakes, freewheels, dry friction, stops. One law, one algorithm.
 *
 * m elements with slip s and torque lambda, bounded by lo <= hi,
 *
 *     s > 0: lambda = lo       s < 0: lambda = hi       s = 0: lambda anywhere in [lo, hi]
 *
 * act on a mechanism M v' = f + W' lambda with s = W v; an infinite bound is INFINITY (or Modelica.Constants.inf). Only
 * G = W inv(M) W' (m x m, by rows) and slip accelerations are needed; they come from the equations of
 * the model. When lambda is taken as the torque on flange_b of an element with s = w_b - w_a, the torque
 * that Modelica shows is tau = -lambda.
 *
 * While places stay, torques of sliding elements are known beforehand. So an evaluation is
 *
 *     dtc_law_push(&w);     lambda of sliding elements: a bound; of all others: 0
 *     af = s' with lambda as it is, from the equations
 *     dtc_law_solve(&w);    lambda of stuck elements: what makes their slip accelerations zero
 *
 * which costs k (k + number of sliding elements) multiplications with k stuck elements.
 *
 * The model struct owns all memory (DTC_LAW_MEMBERS) and holds no pointer, so that it may be copied as
 * bytes; a function of the model builds a view on its stack (DTC_LAW_VIEW). A fixed step is
 *
 *     s, bounds at t_k;  evaluate at t_k
 *     if (!DTC_LAW_QUIET(m, &x, h))  dtc_law_decide(&w, h, h, DTC_LAW_WHOLE);
 *     accelerations and outputs from lambda, which is now the torque of the whole step;  v += h v'
 *
 * so that v' has the impulses in it (jump, over h) that take the slips of stuck elements away. A method of several
 * stages takes them out of its first rates, evaluates the others with places held, and adds inv(M) W' jump once.
 * and the first sample has, with t and v frozen and before its transition,
 *
 *     s, bounds;  dtc_law_start(&w);
 *     for (pass = 0; pass < 2; pass++) {
 *         for (k = 0; ; k++) { dtc_law_update; evaluate; if (!dtc_law_settle(&w, 0, k)) break; }
 *         if (pass == 0) { dtc_law_jump(&w, 0);  v += inv(M) W' jump;  s, bounds; }
 *     }
 *
 * A variable-step run holds the places between events. dtc_law_guard says for each element how far it is from leaving
 * its place; when one has become negative, and at any other event, with t frozen (also once after the first sample):
 *
 *     s, bounds;  evaluate
 *     if (dtc_law_event(&w)) { dtc_law_factor(&w);  dtc_law_jump(&w, 0);  v += inv(M) W' jump;  show the places;  again
 * from the top }
 *
 * When G has changed: dtc_law_groups, dtc_law_factor. */
#ifndef DTC_LAW_H
#define DTC_LAW_H

#include "dtc_real.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DTC_LAW_SLIP DTC_TOLERANCE(1e-9)   /* of the nominal slip: at rest */
#define DTC_LAW_TORQUE DTC_TOLERANCE(1e-7) /* of the nominal torque: beyond its bound */

/* Places. The values are those that results show. An element at rest at its limit is FWD or BWD. */
enum { DTC_BWD = -1, DTC_STUCK = 0, DTC_FWD = 1, DTC_INACTIVE = 2 };
/* Of dtc_law_decide. WHOLE: torques become those of the step, impulses included; ROOM: static bounds are others than
 * those of sliding, and torques do not jump from sample to sample, so that what lets go has done so between two; WAITS:
 * a torque that has jumped may be gone in the next sample, as an implicit method takes it away. With both, how far
 * torques are from their bounds is left for the next sample. CONTACTS: there are any, which close, or open again, in
 * the sample. */
enum { DTC_LAW_WHOLE = 1, DTC_LAW_ROOM = 2, DTC_LAW_WAITS = 4, DTC_LAW_CONTACTS = 8 };

/* Of `again`: what the next evaluation is to the law. DECIDE: that of a sample, in which places are decided; DECIDED:
 * they have been. After it: 0; CHANGES: one has changed. */
enum { DTC_LAW_CHANGES = -1, DTC_LAW_DECIDE = 1, DTC_LAW_DECIDED = 2 };

/* What the law takes for redundant although it is most likely not. */
typedef struct {
    unsigned pairs; /* of elements, found by dtc_law_check */
    int pair[2];    /* the first, from 0 on */
    unsigned sets;  /* times that such a set of stuck elements was factored; the first: doubtful_set of the law */
} dtc_law_doubtful;

/* What was seen while running; never reset by the runtime after dtc_law_start. */
typedef struct {
    dtc_real correction;  /* worst ratio of the torque of a step that removes slip to the capacity */
    int deficiency;       /* redundancy now: stuck elements less the rank of their matrix */
    int worst_deficiency; /* the largest so far */
    unsigned fallbacks;   /* frozen iterations that needed the highest-index rule */
    unsigned unsettled;   /* of these, how many did not end even so */
    dtc_law_doubtful doubtful;
} dtc_law_count;

/* A view of the storage of one set of elements. */
typedef struct {
    int m;
    /* in, each step */
    const dtc_real *s;        /* slip */
    const dtc_real *lo, *hi;  /* bounds of the torque when sliding */
    const dtc_real *slo, *shi; /* bounds when stuck, where these are wider than [lo, hi] */
    const dtc_real *gap;      /* of a contact, der(gap) = s: it acts where this is not above 0 */
    /* slip acceleration with the stuck elements free: with the torques of sliding ones alone */
    dtc_real *af;
    /* in, when it changes */
    const dtc_real *speed, *torque; /* nominal slip and torque of each element, > 0 */
    const int *contact;             /* is it one, with a gap? Bounds: 0 and infinity */
    const dtc_real *restitution;    /* of a contact, 0 to 1 */
    const dtc_real *G;        /* m x m */
    const dtc_real *whole;    /* diagonal of G as its terms add up without their signs; 0: as G */
    dtc_real *size;           /* where dtc_law_stays is 0: slips as their terms add up without signs; 0: not known */
    /* out */
    dtc_real *lambda;         /* torque of each element */
    /* with the stuck ones held, of each element that slides, else 0; of any: dtc_law_acceleration */
    dtc_real *ah;
    dtc_real *jump;           /* impulse of each element that brings the slip of stuck ones to zero */
    int *place;
    int *moved;               /* has jump anything in it? */
    int *decided;             /* have the places of its group been decided anew in this sample? */
    int *again;               /* DTC_LAW_DECIDE and so on; 0: the next evaluation is not of a sample */
    int *blocked;             /* 1 + the first stuck element that motions which contradict each other move; 0: none */
    dtc_real *solution;       /* of decided ones: torques of the solution, within their bounds */
    dtc_real *room;           /* of a stuck element, in the last sample: how far its torque was from its bounds */
    dtc_real *late;           /* of one that has let go between two samples: a torque (dtc_law_decide); at an event not
                               * 0: its slip has crossed zero before it */
    int *doubtful_set;        /* if count->doubtful.sets > 0: is the element of the first such set? */
    /* own */
    dtc_real *least_s, *least_a, *least_l; /* slip, slip acceleration and torque: what is less is none */
    dtc_real *zero_s, *zero_a; /* in a decision: what rounding makes of slips and slip accelerations */
    dtc_real *rank;           /* of G with unit diagonal: what is left of a pivot and less is none */
    dtc_real *bulk;           /* square roots of whole */
    dtc_real *root;           /* square roots of the diagonal of G, then the largest of them times its nominal torque */
    dtc_real *P;              /* pseudo-inverse of G of the stuck elements, m x m, zero elsewhere */
    dtc_real *work;           /* 2 m x m + 6 m */
    dtc_real *target, *floor; /* of a stuck contact: the slip, the gap to which a step or an impact leads, else 0 */
    dtc_real *limit, *flight; /* of an open contact, at events: minus the slip at which it closes, if not by its gap;
                               * the slip of its last rebound */
    int *open;                /* 1: a contact that is open; -1: closed for an impact, and open after it; else 0 */
    int *hits;                /* of a contact in this step, at this instant */
    int *impacts;             /* have there been any since the last sample? */
    const dtc_real *lag; /* in: a step moves positions by h s + h^2 (1/2 + lag) a: euler -1/2, semi 1/2, others 0 */
    const int *most;          /* in: of the elements so many are independent at most, for slips are sums of so many
                               * speeds; 0: not known */
    int *group;               /* coupled elements share a number, that of one of them */
    int *want, *order;
    int *list, *holding, *sliding; /* all elements: the stuck ones, those that slide, the others. Made with P */
    int *updates;             /* of P since it was made from scratch; LAW_UPDATES: it has to be */
    int *rough;               /* P magnifies rounding errors so much that its torques need a step of refinement */
    int *serial, *serials;    /* number of P and the lists; of them so far, which nothing puts back */
    int *responds;            /* the serial that dtc_law_response was made for */
    dtc_law_count *count;
} dtc_law;

/* Members, in rows: array(type, name, elements), scalar(type, name). DECIDED and what comes before it is what a failed
 * step has to put back: what each evaluation changes, room, and what only decisions do, such as lambda of elements
 * that are or become inactive. From s on is what a step makes anew, or setup. */
#define DTC_LAW_DECIDED_ROWS(array, scalar, m)                                                                   \
    array(dtc_real, P, (m) * (m)) array(dtc_real, target, m) array(dtc_real, floor, m) array(dtc_real, late, m)  \
    array(dtc_real, lambda, m) array(int, place, m) scalar(int, moved) array(int, decided, m)                    \
    scalar(int, again) scalar(int, blocked) array(int, open, m) array(int, hits, m) scalar(int, impacts)         \
    array(int, list, m) scalar(int, holding) scalar(int, sliding) scalar(int, updates) scalar(int, rough)        \
    scalar(int, serial) array(int, doubtful_set, m) scalar(dtc_law_count, count)
#define DTC_LAW_ROWS(array, scalar, m)                                                                           \
    array(dtc_real, room, m) DTC_LAW_DECIDED_ROWS(array, scalar, m) array(dtc_real, s, m)                        \
    array(dtc_real, af, m) array(dtc_real, ah, m) array(dtc_real, solution, m)                                   \
    array(dtc_real, lo, m) array(dtc_real, hi, m)                                                                \
    array(dtc_real, slo, m) array(dtc_real, shi, m) array(dtc_real, gap, m) array(dtc_real, speed, m)            \
    array(dtc_real, torque, m) array(dtc_real, restitution, m) array(dtc_real, limit, m)                         \
    array(dtc_real, flight, m) scalar(dtc_real, lag) array(dtc_real, G, (m) * (m)) array(dtc_real, size, m)      \
    array(dtc_real, whole, m) array(dtc_real, least_s, m) array(dtc_real, least_a, m)                            \
    array(dtc_real, least_l, m) array(dtc_real, zero_s, m) array(dtc_real, zero_a, m) array(dtc_real, rank, m)   \
    array(dtc_real, bulk, m) array(dtc_real, jump, m) array(dtc_real, root, (m) + 1)                             \
    array(dtc_real, work, 2 * (m) * (m) + 6 * (m)) array(int, contact, m) array(int, group, m)                   \
    array(int, want, m) array(int, order, m) scalar(int, most) scalar(int, serials) scalar(int, responds)
#define DTC_LAW_DECIDED(m) DTC_LAW_DECIDED_ROWS(DTC_ARRAY, DTC_SCALAR, m)
#define DTC_LAW_MEMBERS(m) DTC_LAW_ROWS(DTC_ARRAY, DTC_SCALAR, m)

/* What decisions change, into the members of DTC_LAW_DECIDED of another struct. */
#define DTC_LAW_KEEP(kept, x)                                                                     \
    memcpy((unsigned char *)(kept) + ((const unsigned char *)(kept)->P - (const unsigned char *)(kept)),           \
           (const unsigned char *)(x) + ((const unsigned char *)(x)->P - (const unsigned char *)(x)),              \
           (size_t)((const unsigned char *)(x)->s - (const unsigned char *)(x)->P))

/* The same back again. */
#define DTC_LAW_PUT_BACK(x, kept)                                                                 \
    memcpy((unsigned char *)(x) + ((const unsigned char *)(x)->P - (const unsigned char *)(x)),                    \
           (const unsigned char *)(kept) + ((const unsigned char *)(kept)->P - (const unsigned char *)(kept)),     \
           (size_t)((const unsigned char *)(x)->s - (const unsigned char *)(x)->P))

#define DTC_LAW_VIEW(m, x)                                                                                       \
    { (m), (x)->s, (x)->lo, (x)->hi, (x)->slo, (x)->shi, (x)->gap, (x)->af, (x)->speed, (x)->torque,             \
      (x)->contact, (x)->restitution, (x)->G, (x)->whole, (x)->size, (x)->lambda, (x)->ah, (x)->jump,            \
      (x)->place, &(x)->moved, (x)->decided, &(x)->again, &(x)->blocked, (x)->solution, (x)->room,   \
      (x)->late, (x)->doubtful_set, (x)->least_s,                                                              \
      (x)->least_a, (x)->least_l, (x)->zero_s, (x)->zero_a,                                                      \
      (x)->rank, (x)->bulk, (x)->root, (x)->P, (x)->work, (x)->target, (x)->floor, (x)->limit, (x)->flight,      \
      (x)->open, (x)->hits, &(x)->impacts, &(x)->lag, &(x)->most, (x)->group, (x)->want, (x)->order,             \
      (x)->list, &(x)->holding, &(x)->sliding, &(x)->updates, &(x)->rough, &(x)->serial, &(x)->serials,          \
      &(x)->responds, &(x)->count }

/* 0 if G is a matrix that a power-conjugate law can have: finite, symmetric, diagonal >= 0, no 2 x 2 minor
 * below 0. Otherwise 1 + i*m + j of the first offending pair. O(m^2)
 * Nearly dependent pairs are noted in count->doubtful: what the law takes for redundant and is most likely not, such
 * as two elements that hold a heavy part through one that is 1e10 to 1e15 times lighter (1e5 to 2e6 in single
 * precision). */
int dtc_law_check(const dtc_law *w);

/* Find the coupled groups, and what tolerances need. After G has changed. O(m^2) */
void dtc_law_groups(dtc_law *w);

/* Places at the start from slip and bounds; counters and torques to zero; groups.
 * 0, or 1 + the first element whose slip an infinite bound forbids (it is made STUCK). O(m^2) */
int dtc_law_start(dtc_law *w);

/* One decision for the sample: at most one transition an element, from s, bounds, G, lambda, af and ah of now, after
 * dtc_law_solve. Afterwards lambda, af and ah are those of the new places, and, with WHOLE, jump is what takes the
 * slips of stuck elements away, and lambda has jump/h in it. h: the step; ahead: the time over which places are
 * foreseen, the step as well unless the method finds them. Nonzero if a place has changed, or an element is blocked.
 * Contacts that have rebounded are open, those that hit within the step are closed; where one overlaps by what has
 * been decided, its group is decided once more with it, in at most DTC_LAW_LATE_ROUNDS rounds. What lets go does so
 * somewhere between two samples, as its torque went (room). With a static bound wider than the one at which it slides,
 * its torque falls then, and what the sliding torque gives too little or too much by beginning with the step is an
 * impulse of first order, h late. Positions that are moved by h s + h^2 (1/2 + lag) a belong to the sample, and the
 * speeds beside them to lag h before it, which is where the step begins. O(m k) as long as no element would leave its
 * place (m^3 where rounding has to be weighed); else about m^3, O(m^4) at most: a group of n, in so many rounds */
#define DTC_LAW_LATE_ROUNDS 3
#define DTC_LAW_BOX_ROUNDS(n) (3 * ((n) + 1))
int dtc_law_decide(dtc_law *w, dtc_real h, dtc_real ahead, int options);

/* Its two halves, without contacts: would an element leave its place? Then the rest of the decision. */
int dtc_law_seek(dtc_law *w, dtc_real h, dtc_real ahead, int options);
int dtc_law_change(dtc_law *w, dtc_real h, dtc_real ahead, int options);

/* After a decision, with WHOLE, and another evaluation of the same sample: the impulses once more. O(k^2) */
void dtc_law_repeat(dtc_law *w, dtc_real h, int options);

/* How far a torque is beyond what element e holds; negative: how far it is from its bounds. */
static inline dtc_real dtc_law_beyond(int e, dtc_real torque, const dtc_real *lo, const dtc_real *hi,
                                      const dtc_real *slo, const dtc_real *shi)
{
    const dtc_real least = slo[e] < lo[e] ? slo[e] : lo[e], most = shi[e] > hi[e] ? shi[e] : hi[e],
                   below = least - torque, above = torque - most;
    return below > above ? below : above;
}

/* What one rounding makes of the slips of stuck elements: of their terms, and of what a step of their torques adds to
 * them (an eighth of that: at rest, under load, it is all that creeps). In double precision it is below all that
 * counts, and not asked for. O(holding) */
#ifdef DTC_FLOAT
static inline dtc_real dtc_law_rounding(dtc_real size, dtc_real h, dtc_real own, dtc_real torque)
{
    return DTC_EPSILON * (size + (dtc_real)0.125 * h * own * dtc_abs(torque));
}
static inline void dtc_law_round(int m, dtc_real h, int holding, const int *list, const dtc_real *size,
                                 const dtc_real *G, const dtc_real *lambda, dtc_real *rounded)
{
    for (int k = 0; k < holding; k++) {
        const int e = list[k];
        rounded[e] = dtc_law_rounding(size[e], h, G[e * m + e], lambda[e]);
    }
}
#define DTC_LAW_ROUNDED(x) ((x)->zero_s)
#define DTC_LAW_NONE(least, rounded) ((least) + (rounded))
#else
#define dtc_law_round(m, h, holding, list, size, G, lambda, rounded) ((void)0)
#define DTC_LAW_ROUNDED(x) ((const dtc_real *)0)
#define DTC_LAW_NONE(least, rounded) (least)
#endif

/* Of one that is stuck, slides, has no capacity: does it stay? least_l, least_s, least_a: what is less is none. */
static inline int dtc_law_holds(dtc_real s, dtc_real lo, dtc_real hi, dtc_real slo, dtc_real shi, dtc_real torque,
                                dtc_real least_s, dtc_real least_l)
{
    const dtc_real below = (slo < lo ? slo : lo) - torque, above = torque - (shi > hi ? shi : hi);
    return !(hi - lo <= (dtc_real)0) && !((below > above ? below : above) > least_l) && dtc_abs(s) <= least_s;
}

static inline int dtc_law_slides(int forward, dtc_real h, dtc_real s, dtc_real lo, dtc_real hi, dtc_real a,
                                 dtc_real least_s, dtc_real least_a)
{
    const dtc_real torque = forward ? lo : hi, slip = forward ? s : -s, change = forward ? a : -a;
    return !(hi - lo <= (dtc_real)0) && !(slip < -least_s) &&
           !(slip + h * change <= (dtc_real)0 && change < -least_a) && dtc_abs(torque) < DTC_UNBOUNDED;
}

static inline int dtc_law_is_out(dtc_real lo, dtc_real hi, int open) { return hi - lo <= (dtc_real)0 || open; }

/* Does every element stay where it is, with nothing to take away, so that dtc_law_decide has nothing to do? After the
 * torques of the sample, and dtc_law_round. A few comparisons for each; where it says no, it may be that dtc_law_decide
 * still does nothing. The slip of a stuck element is none up to a part `none` of least_s (a thousandth is about
 * what rounding leaves of high speeds), or to so many roundings. What no torque moves holds nothing. O(m) */
static inline int dtc_law_quiet(int m, dtc_real h, dtc_real none, dtc_real roundings, int holding, int sliding,
                                const int *list, const dtc_real *G, const int *place, const dtc_real *s,
                                const dtc_real *lo, const dtc_real *hi, const dtc_real *slo, const dtc_real *shi,
                                const int *open, const dtc_real *lambda, const dtc_real *ah, const dtc_real *least_s,
                                const dtc_real *least_a, const dtc_real *least_l, const dtc_real *rounded)
{
    int k = 0;

    (void)roundings, (void)rounded;
    for (; k < holding; k++) {
        const int e = list[k];
        if (!dtc_law_holds(s[e], lo[e], hi[e], slo[e], shi[e], lambda[e],
                           DTC_LAW_NONE(none * least_s[e], roundings * rounded[e]), least_l[e]) ||
            !(G[e * m + e] > (dtc_real)0))
            return 0;
    }
    for (; k < holding + sliding; k++) {
        const int e = list[k];
        if (!dtc_law_slides(place[e] == DTC_FWD, h, s[e], lo[e], hi[e], ah[e], least_s[e], least_a[e]))
            return 0;
    }
    for (; k < m; k++)
        if (!dtc_law_is_out(lo[list[k]], hi[list[k]], open[list[k]]))
            return 0;
    return 1;
}
#define DTC_LAW_QUIET(m, x, h)                                                                                         \
    (dtc_law_round((m), (h), (x)->holding, (x)->list, (x)->size, (x)->G, (x)->lambda, (x)->zero_s),                    \
     dtc_law_quiet((m), (h), (dtc_real)1e-3, (dtc_real)8, (x)->holding, (x)->sliding, (x)->list, (x)->G, (x)->place,   \
                   (x)->s, (x)->lo, (x)->hi, (x)->slo, (x)->shi, (x)->open, (x)->lambda, (x)->ah, (x)->least_s,        \
                   (x)->least_a, (x)->least_l, DTC_LAW_ROUNDED(x)))

/* The sum over the n elements of a list of row_j x_j. */
static inline dtc_real dtc_law_product(const dtc_real *row, const dtc_real *x, const int *list, int n)
{
    dtc_real sum = 0;
    for (int k = 0; k < n; k++)
        sum += row[list[k]] * x[list[k]];
    return sum;
}

/* What laws with static bounds of their own leave of such a sample for the next one. O(m) */
static inline void dtc_law_leave_room(int holding, const int *list, const dtc_real *lo, const dtc_real *hi,
                                      const dtc_real *slo, const dtc_real *shi, const dtc_real *lambda, dtc_real *room)
{
    for (int k = 0; k < holding; k++)
        room[list[k]] = -dtc_law_beyond(list[k], lambda[list[k]], lo, hi, slo, shi);
}
#define DTC_LAW_LEAVE_ROOM(x)                                                                                          \
    dtc_law_leave_room((x)->holding, (x)->list, (x)->lo, (x)->hi, (x)->slo, (x)->shi, (x)->lambda, (x)->room)

/* The same with time and speeds frozen, after a step of h (0: at the start), for round k = 0, 1, ... of an iteration.
 * After DTC_LAW_ROUNDS rounds only the transition of the highest index is made, after four times as many none.
 * Zero: done. O(m^3) */
#define DTC_LAW_ROUNDS 32
int dtc_law_settle(dtc_law *w, dtc_real h, int k);

/* How far beyond its border a slip, a holding torque is to be sought within a step of h: half of the slip that
 * dtc_law_settle takes as none, twice the torque that it takes as within its bound. After an evaluation, with size.
 * O(m^3) */
void dtc_law_borders(dtc_law *w, dtc_real h, dtc_real *rest, dtc_real *release);

/* Tolerances of an event, relative to the nominal slip and torque of each element. Guards are twice as loose. */
#define DTC_LAW_EVENT_SLIP DTC_TOLERANCE(1e-10)
#define DTC_LAW_EVENT_TORQUE DTC_TOLERANCE(1e-10)
/* a slip found by its change of sign may be so far beyond; what is more is motion */
#define DTC_LAW_EVENT_CROSSING DTC_TOLERANCE(1e-6)

/* Places at an event, all at once; after an evaluation with s and bounds of now. Nonzero: a place has changed, or a
 * jump is due: dtc_law_factor, dtc_law_jump, and evaluate again with the new speeds. Zero: places, P and torques are as
 * before, and guards positive unless the model contradicts itself (infinite bounds against a prescribed motion). The
 * second call is zero as a rule, the third after an impact; a caller limits their number, for contradictions. jump is
 * overwritten. Group by group; elements without capacity become INACTIVE (with hysteresis). A stuck element lets go
 * when its torque of least norm is beyond its static bound; one at rest at its limit is stuck again when its
 * acceleration at the limit would be against the slide. Of several possibilities under static bounds: where as many
 * hold as can. O(m^2) as long as all places fit, else m^3 to m^4 */
int dtc_law_event(dtc_law *w);

/* At the begin of an event, before anything jumps: who slides, and has a slip the other way, has crossed zero before,
 * unseen by a solver that does not locate events. dtc_law_event takes it to be at rest: it is stuck, and the jump takes
 * the slip away, if it can hold; else it moves as its slip says. O(m) */
void dtc_law_late(dtc_law *w);

/* The places after an impact alone, where an infinite bound forbids a slip; as there, a finite bound gives no impulse
 * (what is stuck and has a slip that has jumped slides), and dtc_law_factor, dtc_law_jump, and the new speeds are to
 * follow. last: contacts that are marked as not open, as they would close later, close now, without a rebound. Zero:
 * there is none. O(m) then, else m^3 */
int dtc_law_impact(dtc_law *w, int last);

/* After dtc_law_event, for contradictions (a motion that is prescribed against the direction that an element blocks):
 * 0, or 1 + the first element that has a slip, beyond DTC_LAW_EVENT_CROSSING of its nominal, that an infinite bound or
 * its place forbids. O(m) */
int dtc_law_blocked(const dtc_law *w);

/* Has a stuck element a slip beyond DTC_LAW_EVENT_SLIP of its nominal, or a closed contact such a gap? Its torque holds
 * the acceleration alone, so where slip is not linear in the states it drifts by the error of an integration. O(m) */
int dtc_law_drifts(const dtc_law *w);

/* Positive as long as element e keeps its place: slip for one that slides, the torque left to its static bounds for a
 * stuck one, capacity, each relative to its nominal and with a hysteresis; continuous between events. After
 * dtc_law_solve, with s and bounds of now. O(1), of a redundant set O(m) */
dtc_real dtc_law_guard(const dtc_law *w, int e);

/* P and the lists from G and the places. After either has changed. O(m^3) */
void dtc_law_factor(dtc_law *w);

/* The same after places have changed. Where G has not changed since P was made (dtc_law_groups tells) and of k stuck
 * elements at most one in DTC_LAW_UPDATE_FROM does, P is updated as long as it is clear which of them are redundant, in
 * O(k^2) an element. Ranks are those of dtc_law_factor, and P is as good, though its bits depend on what went before.
 * 31 elements in a row; else, and if the result is not good, it is dtc_law_factor. */
#define DTC_LAW_UPDATE_FROM 16
void dtc_law_update(dtc_law *w);

/* After G has moved, and no place has changed: P with the lists as they are, and what each step needs. The rest of
 * dtc_law_groups is made when a decision is due. O(m^3) */
void dtc_law_moved(dtc_law *w);

/* Torques of sliding elements; all others 0. One that an infinite bound forbids is none. O(m) */
static inline void dtc_law_push_elements(int m, int holding, int sliding, const int *list, const int *place,
                                         const dtc_real *lo, const dtc_real *hi, dtc_real *lambda)
{
    for (int k = 0; k < holding; k++)
        lambda[list[k]] = 0;
    for (int k = holding; k < holding + sliding; k++) {
        dtc_real torque = place[list[k]] == DTC_FWD ? lo[list[k]] : hi[list[k]];
        lambda[list[k]] = dtc_abs(torque) < DTC_UNBOUNDED ? torque : (dtc_real)0;
    }
    for (int k = holding + sliding; k < m; k++)
        lambda[list[k]] = 0;
}

/* Two rows at once, neither of which waits for the other. */
typedef struct { dtc_real first, second; } dtc_pair;
static inline dtc_pair dtc_law_pair(const dtc_real *first, const dtc_real *second, const dtc_real *x, const int *list,
                                    int n)
{
    dtc_real a = 0, b = 0;
    for (int k = 0; k < n; k++) {
        a += first[list[k]] * x[list[k]];
        b += second[list[k]] * x[list[k]];
    }
    const dtc_pair sums = { a, b };
    return sums;
}

/* Torques of stuck elements and slip accelerations of those that slide, from af. */
static inline void dtc_law_hold_elements(int m, int holding, int sliding, int rough, const int *list, const dtc_real *P,
                                         const dtc_real *G, const dtc_real *af, dtc_real *lambda, dtc_real *ah)
{
    int i = 0;

    for (; i + 1 < holding; i += 2) {
        const dtc_pair sum = dtc_law_pair(P + list[i] * m, P + list[i + 1] * m, af, list, holding);
        lambda[list[i]] = -sum.first;
        lambda[list[i + 1]] = -sum.second;
    }
    if (i < holding)
        lambda[list[i]] = -dtc_law_product(P + list[i] * m, af, list, holding);
    for (int k = 0; k < holding && rough; k++)
        ah[list[k]] = af[list[k]] + dtc_law_product(G + list[k] * m, lambda, list, holding);
    for (int k = 0; k < holding && rough; k++)
        lambda[list[k]] -= dtc_law_product(P + list[k] * m, ah, list, holding);
    for (int k = 0; k < holding && rough; k++)
        ah[list[k]] = 0;
    for (int k = holding; k < holding + sliding; k++)
        ah[list[k]] = af[list[k]] + dtc_law_product(G + list[k] * m, lambda, list, holding);
}

/* Both, in generated code; with views, dtc_law_solve: 0, or 1 if a torque or an acceleration is not finite. O(k (k +
 * sliding)) with k stuck elements */
#define DTC_LAW_PUSH(m, x) \
    dtc_law_push_elements((m), (x)->holding, (x)->sliding, (x)->list, (x)->place, (x)->lo, (x)->hi, (x)->lambda)
#define DTC_LAW_HOLD(m, x)                                                                                             \
    dtc_law_hold_elements((m), (x)->holding, (x)->sliding, (x)->rough, (x)->list, (x)->P, (x)->G, (x)->af,             \
                          (x)->lambda, (x)->ah)
static inline void dtc_law_push(dtc_law *w)
{
    dtc_law_push_elements(w->m, *w->holding, *w->sliding, w->list, w->place, w->lo, w->hi, w->lambda);
}
int dtc_law_solve(dtc_law *w);

/* Slip acceleration of element e in the last evaluation. O(k) */
static inline dtc_real dtc_law_acceleration(const dtc_law *w, int e)
{
    return w->af[e] + dtc_law_product(w->G + e * w->m, w->lambda, w->list, *w->holding);
}

/* Differentials: l has those of the bounds at the elements that slide, else 0, and gets those of all torques; a has
 * those of the slip accelerations with all torques held. Places are held, and least norm as it is. O(m^2) */
void dtc_law_tangent(const dtc_law *w, const dtc_real *a, dtc_real *l);

/* The impulses that take the slips of stuck elements away, into jump; h > 0: a decision has left them there, if it has
 * (moved). O(k^2) */
void dtc_law_jump(dtc_law *w, dtc_real h);

#define DTC_LAW_JUMPS(x) ((x)->moved)

/* Has a stuck element a slip that is worth an impulse? O(k) */
static inline int dtc_law_slips(int holding, const int *list, const dtc_real *s, const dtc_real *least_s)
{
    for (int k = 0; k < holding; k++)
        if (!(dtc_abs(s[list[k]]) <= (dtc_real)1e-3 * least_s[list[k]]))
            return 1;
    return 0;
}

/* After dtc_law_jump: jump becomes what positions move by, in the directions of the impulses, so that contacts that are
 * closed have the gap at the end of a step of h that they should have: none, or that of a rebound. O(m^2); O(m^3) if
 * another element has come to rest in the step */
void dtc_law_shift(dtc_law *w, dtc_real h);

/* Does an open contact with slip acceleration a stay open within the step? */
static inline int dtc_law_stays_open(dtc_real h, dtc_real gap, dtc_real s, dtc_real a, dtc_real lag)
{
    return gap + h * (s + ((dtc_real)0.5 + lag) * h * a) > (dtc_real)0;
}

/* Does no contact close within the step, and has none rebounded? O(m k) */
static inline int dtc_law_apart(int m, dtc_real h, int impacts, int holding, int sliding, const int *list,
                                const int *contact, const dtc_real *gap, const dtc_real *s, const dtc_real *af,
                                const dtc_real *G, const dtc_real *lambda, dtc_real lag)
{
    for (int k = holding + sliding; k < m; k++) {
        const int e = list[k];
        const dtc_real a = af[e] + dtc_law_product(G + e * m, lambda, list, holding);
        if (contact[e] && !dtc_law_stays_open(h, gap[e], s[e], a, lag))
            return 0;
    }
    return !impacts;
}
#define DTC_LAW_APART(m, x, h)                                                                                         \
    dtc_law_apart((m), (h), (x)->impacts, (x)->holding, (x)->sliding, (x)->list, (x)->contact, (x)->gap, (x)->s,       \
                  (x)->af, (x)->G, (x)->lambda, (x)->lag)
#define DTC_LAW_QUIET_APART(m, x, h) (DTC_LAW_APART(m, x, h) && DTC_LAW_QUIET(m, x, h))

/* Has a closed contact a gap that is worth it? O(k) */
#define DTC_LAW_GAP DTC_TOLERANCE(1e-14)    /* of the nominal slip times 1 s */
#define DTC_LAW_TOUCH ((dtc_real)2e-16)     /* of it: no gap */
static inline int dtc_law_has_gap(dtc_real gap, dtc_real speed) { return dtc_abs(gap) > DTC_LAW_GAP * speed; }
static inline int dtc_law_gaps(int holding, const int *list, const int *contact, const dtc_real *gap,
                               const dtc_real *speed)
{
    for (int k = 0; k < holding; k++)
        if (contact[list[k]] && dtc_law_has_gap(gap[list[k]], speed[list[k]]))
            return 1;
    return 0;
}
#define DTC_LAW_GAPS(m, x) dtc_law_gaps((x)->holding, (x)->list, (x)->contact, (x)->gap, (x)->speed)

#include "dtc_law_moved.h"
#include "dtc_law_response.h"

#ifdef __cplusplus
}
#endif
#endif
