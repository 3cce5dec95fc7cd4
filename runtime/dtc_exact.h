/* The method exact: a part of a model that is linear with constant coefficients, propagated by matrix exponentials.
 *
 * In x' = f(x, t, lambda) the linear part A x + B lambda is exact over a step, all else is held as it is at the start
 * of the step:
 *
 *     x(t + tau) = x + y,   y = jump + Gamma(tau) (f + A jump),   Gamma(tau) = integral of exp(A s) ds from 0 to tau
 *
 * f has the instantaneous torques of the law, jump is that with which a step begins when an element that has just
 * locked still slips (it is that of the law, so that a lock takes energy). In A are the elements that are stuck now: A
 * = A0 - B Q, Q = P K, with P of the law and K the slip accelerations by states. Their torques follow the states,
 * lambda(y) = lambda - Q y, and their slips keep the acceleration that the law gave them: none. With constant matrices
 * instead A is A0, and one value dl a step, added to the torques, brings the slips to zero at its end (dtc_exact_hold).
 *
 * A step may end at the first border on the way: a relation that would change, a slip that comes to rest, a holding
 * torque that reaches its bound. */
#ifndef DTC_EXACT_H
#define DTC_EXACT_H

#include "dtc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DTC_EXACT_TERMS 24     /* of a Taylor series */
enum {
    /* of a sub-step, each with a series; borders within a step of a model that is faster are not sought */
    DTC_EXACT_PARTS = 16,
    DTC_EXACT_DOUBLINGS = 24,  /* of a matrix exponential */
    DTC_EXACT_SEARCH = 24,     /* evaluations of a series to find a zero of it */
    DTC_EXACT_SEARCHES = 8,    /* zeros that are sought in one sub-step */
    DTC_EXACT_ROUNDS = 3       /* torques and time of a border, with constant matrices */
};

/* n states, m switching elements, g borders of relations; sizes are at least 1. Matrices by rows. Members in rows as
 * those of the law. */
#define DTC_EXACT_BASE_ROWS(array, scalar, n, m, g)                                                                   \
    array(dtc_real, A, (n) * (n)) array(dtc_real, B, (n) * (m)) array(dtc_real, C, (m) * (n))                         \
    array(dtc_real, K, (m) * (n)) array(dtc_real, L, (g) * (n))
#define DTC_EXACT_MAP_ROWS(array, scalar, n, m)                                                                       \
    array(dtc_real, A, (n) * (n)) array(dtc_real, Gamma, (n) * (n)) array(dtc_real, Q, (m) * (n))                     \
    scalar(dtc_real, rate)
#define DTC_EXACT_GRIP_ROWS(array, scalar, n, m)                                                                      \
    array(dtc_real, P, (m) * (m)) array(dtc_real, G, (m) * (m)) array(dtc_real, W, (n) * (m))                         \
    array(dtc_real, F, (m) * (m) + (m)) array(int, p, m)
#define DTC_EXACT_BASE(n, m, g) DTC_EXACT_BASE_ROWS(DTC_ARRAY, DTC_SCALAR, n, m, g)
#define DTC_EXACT_MAP(n, m) DTC_EXACT_MAP_ROWS(DTC_ARRAY, DTC_SCALAR, n, m)
#define DTC_EXACT_GRIP(n, m) DTC_EXACT_GRIP_ROWS(DTC_ARRAY, DTC_SCALAR, n, m)

/* Of one step: what the law has found, borders; and room. */
#define DTC_EXACT_STEP(n, m, g)                                                                                        \
    dtc_real f[n], s[m], ah[m], lambda[m], slo[m], shi[m], rest[m], release[m], impulse[m], border[g], drift[m];       \
    dtc_real go[n], jump[n], next[n], term[(DTC_EXACT_TERMS + 1) * (n)];                                               \
    int place[m], side[g];
#define DTC_EXACT_ROOM(n, m) dtc_real W[(n) * (m)], F[(m) * (m) + (m)], d[2 * (m)], column[n]; int p[m];

/* Stuck elements with constant matrices: E dl = -(slip at the end), E = C W, W = Gamma(tau) B. Redundant ones make E
 * singular in the way in which G is; dl = P y with P the pseudo-inverse of the law lies in the range of least norm, and
 * F y = -(slip)/tau with F = E P / tau + I - G P, of all elements. For E = tau G this is what the jump of the law does.
 */
typedef struct {
    const dtc_real *P, *G, *W, *F;                     /* W, F for the whole step */
    const int *p;
    dtc_real *own_W, *own_F, *d, *column;              /* for another tau */
    int *own_p;
    unsigned *singular;
} dtc_exact_hold;

/* What an evaluation has found: a view of DTC_EXACT_STEP. */
typedef struct {
    dtc_real *s, *ah, *lambda, *slo, *shi, *rest, *release, *impulse;
    int *place;
} dtc_exact_found;
#define DTC_EXACT_FOUND(w)                                                                                             \
    { (w)->s, (w)->ah, (w)->lambda, (w)->slo, (w)->shi, (w)->rest, (w)->release, (w)->impulse, (w)->place }

typedef struct {
    int n, m, g, held;                                 /* held: with constant matrices */
    dtc_real h;                                        /* Gamma belongs to it */
    const dtc_real *B, *C, *L;                         /* C: of slips by states; L: of borders */
    const dtc_real *A, *Gamma, *Q;
    dtc_real rate;                                     /* |A^k| <= rate^k for k >= 2 */
    dtc_real *f, *s, *ah, *lambda, *slo, *shi, *rest, *release, *impulse, *border, *drift, *go, *jump, *next, *term;
    /* rest, release: how far beyond its border a slip, a torque is sought */
    /* side: the sign that border + L y has; 0: none, or it has been reached */
    int *place, *side;
    const dtc_exact_hold *hold;                        /* NULL without constant matrices */
} dtc_exact;

#define DTC_EXACT_VIEW(n, m, g, held, h, b, a, w, hold)                                                                \
    {                                                                                                                  \
        (n), (m), (g), (held), (h), (b)->B, (b)->C, (b)->L, (a)->A, (a)->Gamma, (a)->Q, (a)->rate, (w)->f, (w)->s,     \
            (w)->ah, (w)->lambda, (w)->slo, (w)->shi, (w)->rest, (w)->release, (w)->impulse, (w)->border, (w)->drift,  \
            (w)->go, (w)->jump, (w)->next, (w)->term, (w)->place, (w)->side, (hold)                                    \
    }
#define DTC_EXACT_HOLD(c, r, singular)                                                                                 \
    { (c)->P, (c)->G, (c)->W, (c)->F, (c)->p, (r)->W, (r)->F, (r)->d, (r)->column, (r)->p, (singular) }

/* What a law has found, whose elements are those from number `at` on; the impulses of a step of h. borders: also how
 * far beyond its border a slip, a torque is sought. O(m^3) */
static inline void dtc_exact_look(dtc_law *law, int at, dtc_real h, int borders, dtc_exact_found *found)
{
    const int slips = dtc_law_slips(*law->holding, law->list, law->s, law->least_s);

    if (borders)
        dtc_law_borders(law, h, found->rest + at, found->release + at);
    if (slips)
        dtc_law_jump(law, h);
    for (int i = 0; i < law->m; i++) {
        found->impulse[at + i] = slips ? law->jump[i] : (dtc_real)0;
        found->place[at + i] = law->place[i];
        found->s[at + i] = law->s[i];
        found->ah[at + i] = law->ah[i];
        found->lambda[at + i] = law->lambda[i];
        found->slo[at + i] = dtc_min(law->slo[i], law->lo[i]);
        found->shi[at + i] = dtc_max(law->shi[i], law->hi[i]);
    }
}

/* P and G of a law into those of all m elements. O(m^2) */
void dtc_exact_gather(const dtc_law *law, int at, int m, dtc_real *P, dtc_real *G);
/* Those elements are stuck that have a bit in the set of all; to be factored. O(m) */
void dtc_exact_stick(dtc_law *law, int at, int set);

/* Gamma(h); *rate. room: 3 n*n numbers. At most 21 + 2 * 24 products of n x n matrices.
 * Nonzero: faster than 2^24/h, the result has an error. */
int dtc_exact_map(int n, const dtc_real *A, dtc_real h, dtc_real *Gamma, dtc_real *rate, dtc_real *room);

/* Q = P K, and A = A0 - B Q, in which slips of stuck elements do not accelerate; A may be NULL. O(n m (n + m)) */
void dtc_exact_close(int n, int m, const dtc_real *A0, const dtc_real *B, const dtc_real *K, const dtc_real *P,
                     dtc_real *A, dtc_real *Q);

/* With constant matrices, for the places: W and F, factored. 0, or 1 + an element whose torque cannot bring its slip to
 * zero in the time tau (a vibration that is faster and not damped); W and F are then those of an impulse at the end.
 * Gamma: n x n, or NULL when W is there. room: 2 m. O(n m (n + m) + m^3) */
int dtc_exact_grip(int n, int m, dtc_real tau, const dtc_real *Gamma, const dtc_real *B, const dtc_real *C,
                   const dtc_real *P, const dtc_real *G, const int *place, dtc_real *W, dtc_real *F, int *p,
                   dtc_real *room);

/* Each element alone, with constant matrices: 0, or 1 + the last whose torque cannot bring its slip to zero within h. G
 * of all elements. room: 2 m m + n m + 3 m numbers; places: 2 m. O(m (n m (n + m) + m^3)) */
int dtc_exact_hold_check(int n, int m, dtc_real h, const dtc_real *Gamma, const dtc_real *B, const dtc_real *C,
                         const dtc_real *G, dtc_real *room, int *places);

/* The elements that are stuck, into stuck. Nonzero: there are some. *changed becomes 1 if they are others than before.
 */
static inline int dtc_exact_stuck(int m, const int *place, int *stuck, int *changed)
{
    int any = 0;

    for (int i = 0; i < m; i++) {
        const int is = place[i] == DTC_STUCK;
        any |= is;
        *changed |= stuck[i] != is;
        stuck[i] = is;
    }
    return any;
}

/* y after a whole step. 2 n^2 + 2 n m; with constant matrices m^2 + 2 n m more */
void dtc_exact_step(dtc_exact *e, dtc_real *y);

/* y after the time tau. As a step; if tau is not h: up to 16 series of 24 n^2. */
void dtc_exact_reach(dtc_exact *e, dtc_real tau, dtc_real *y);

/* y at the first border within tau, or at tau; returns the time. *cut: nonzero if there is a border; side becomes 0 for
 * the relations that are reached. A border that is crossed and crossed back is found where its rates at both ends show
 * that it may be so. 3 n^2 + 4 n (g + 2 m) multiplications where no border can be; else up to 16 (25 n^2 + (g + 2 m)
 * (25 n + 75)) and 8 zeros of polynomials more, three times that with constant matrices. */
dtc_real dtc_exact_seek(dtc_exact *e, dtc_real tau, dtc_real *y, int *cut);

#ifdef __cplusplus
}
#endif
#endif
