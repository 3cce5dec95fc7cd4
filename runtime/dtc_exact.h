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
    /* sub-steps, each with a series; borders are sought in a time t with |A| t <= 48, 3 in a sub-step. A step has up to
     * a step more that was carried over */
    DTC_EXACT_PARTS = 16,
    DTC_EXACT_SEARCHED = 3 * DTC_EXACT_PARTS,
    DTC_EXACT_DOUBLINGS = 24,  /* of a matrix exponential */
    DTC_EXACT_SEARCH = 24,     /* evaluations of a series to find a zero of it */
    DTC_EXACT_SEARCHES = 8,    /* zeros that are sought in one sub-step */
    DTC_EXACT_ROUNDS = 3       /* torques and time of a border, with constant matrices */
};

/* Numbers in the struct of a model, of n states, m switching elements, g borders of relations: of each linear part the
 * matrices A, B, C, K, L; of each map A, Gamma, Q, rate; with constant matrices P, G, W, F of the grip. */
#define DTC_EXACT_BASE(n, m, g) ((n) * ((n) + 3 * (m) + (g)))
#define DTC_EXACT_MAP(n, m) (2 * (n) * (n) + (m) * (n) + 1)
#define DTC_EXACT_GRIP(n, m) (3 * (m) * (m) + (n) * (m) + (m))

/* Room of a step: what the law has found, borders; with constant matrices what another time than a step needs; what
 * makes a map, or a base; what checks whether elements can be held. */
#define DTC_EXACT_STEP(n, m, g) ((DTC_EXACT_TERMS + 5) * (n) + 9 * (m) + (g))
#define DTC_EXACT_OWN(n, m) ((n) * (m) + (m) * (m) + 3 * (m) + (n))
#define DTC_EXACT_MAKE(n, m, g) (3 * (n) * (n) + 2 * (m) * (m) + 2 * (n) + 3 * (m) + (g))
#define DTC_EXACT_CHECK(n, m) (4 * (m) * (m) + (n) * (m) + 3 * (m))

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

typedef struct {
    int n, m, g, held;                                 /* held: with constant matrices */
    dtc_real h;                                        /* Gamma belongs to it */
    const dtc_real *B, *C, *L;                         /* C: of slips by states; L: of borders */
    const dtc_real *A, *Gamma, *Q;
    dtc_real rate;                                     /* |A^k| <= rate^k for k >= 2 */
    dtc_real *f, *s, *ah, *lambda, *slo, *shi, *rest, *release, *impulse, *border, *drift, *go, *jump, *next, *term;
    int terms;                                         /* of the series in term */
    /* rest, release: how far beyond its border a slip, a torque is sought */
    /* side: the sign that border + L y has; 0: none, or it has been reached */
    int *place, *side;
    const dtc_exact_hold *hold;                        /* NULL without constant matrices */
} dtc_exact;

/* What a law has found, whose elements are those from number `at` on of all m; the impulses of a step of h. found: m
 * numbers each of s, ah, lambda, slo, shi, rest, release, impulse (dtc_exact). borders: also how far beyond its border
 * a slip, a torque is sought. O(m^3) */
enum { DTC_EXACT_FOUND = 8 };
static inline void dtc_exact_look(dtc_law *law, int at, int m, dtc_real h, int borders, dtc_real *found, int *place)
{
    const int own = law->m, slips = dtc_law_slips(*law->holding, law->list, law->s, law->least_s);
    dtc_real *to = found + at;

    if (borders)
        dtc_law_borders(law, h, to + 5 * m, to + 6 * m);
    if (slips)
        dtc_law_jump(law, (dtc_real)0);
    for (int i = 0; i < own; i++, to++) {
        to[7 * m] = (dtc_real)0;
        place[at + i] = law->place[i];
        to[0] = law->s[i];
        to[m] = law->ah[i];
        to[2 * m] = law->lambda[i];
        to[3 * m] = dtc_min(law->slo[i], law->lo[i]);
        to[4 * m] = dtc_max(law->shi[i], law->hi[i]);
    }
    if (slips)
        memcpy(found + 7 * m + at, law->jump, (size_t)own * sizeof *found);
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

/* By what stuck elements are held with constant matrices: what there is, and W and F, factored with p. room: 2 m
 * numbers. */
typedef struct {
    int n, m;
    const dtc_real *B, *C, *P, *G;
    const int *place;
    dtc_real *W, *F;
    int *p;
    dtc_real *room;
} dtc_exact_gripping;

/* W and F for the places. 0, or 1 + an element whose torque cannot bring its slip to zero in the time tau (a vibration
 * that is faster and not damped); W and F are then those of an impulse at the end. Gamma: n x n, or NULL when W is
 * there. O(n m (n + m) + m^3) */
int dtc_exact_grip(const dtc_exact_gripping *r, dtc_real tau, const dtc_real *Gamma);

/* Each element alone: 0, or 1 + the last whose torque cannot bring its slip to zero within h. of: n, m, B, C, and G of
 * all elements. room: 2 m m + n m + 3 m numbers; places: 2 m. O(m (n m (n + m) + m^3)) */
int dtc_exact_hold_check(const dtc_exact_gripping *of, dtc_real h, const dtc_real *Gamma, dtc_real *room, int *places);

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

/* Nonzero: contacts, the last so many of the relations, would overlap where y is reached, after tau; their side becomes
 * 0. (n + 4) gaps */
int dtc_exact_overlap(dtc_exact *e, int gaps, dtc_real tau, const dtc_real *y);

#ifdef __cplusplus
}
#endif
#endif
