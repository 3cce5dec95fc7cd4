/* The method exact: a part of a model that is linear with constant coefficients, propagated by matrix exponentials.
 *
 * In x' = f(x, t, lambda) the linear part A x + B lambda is exact over a step, all else is held as it is at the start of the step:
 *
 *     x(t + tau) = x + y,   y = jump + Gamma(tau) (f + B dl),   Gamma(tau) = integral of exp(A s) ds from 0 to tau
 *
 * f has the instantaneous torques of the law and the effect of the jump with which a step begins when an element that has just locked still slips
 * (it is that of the law, so that a lock takes energy), dl is what stuck elements need beyond them so that their slips s + C y are zero at the end of the step. A
 * step may end at the first border on the way: a relation that would change, a slip that comes to rest, a holding torque that reaches its bound. */
#ifndef DTC_EXACT_H
#define DTC_EXACT_H

#include "dtc_real.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DTC_EXACT_PARTS 128   /* parts of a sub-step, each with a Taylor series; a model that is faster is not adjusted */

/* n states, m switching elements, g borders; sizes are at least 1. Matrices by rows. */
#define DTC_EXACT_MAP(n, m, g)                                                                                       \
    dtc_real A[(n) * (n)], Gamma[(n) * (n)], B[(n) * (m)], W[(n) * (m)], C[(m) * (n)], K[(m) * (n)], L[(g) * (n)]; \
    dtc_real rate;

/* Of one step: places, slips, what the law has found, borders; and room. */
#define DTC_EXACT_STEP(n, m, g)                                                                                       \
    dtc_real f[n], s[m], ah[m], lh[m], slo[m], shi[m], torque[m], P[(m) * (m)], G[(m) * (m)], border[g];          \
    dtc_real drift[m], go[n], jump[n], room[3 * (n) + (n) * (m) + 2 * (m) * (m) + 4 * (m)];                                           \
    int place[m], side[g], p[m];

typedef struct {
    int n, m, g;
    dtc_real h;                                        /* Gamma and W = Gamma B belong to it */
    const dtc_real *A, *Gamma, *B, *W, *C, *K, *L;     /* C, K: of slips and their accelerations by states; L: of borders */
    dtc_real rate;                                     /* |A^k| <= rate^k for k >= 2 */
    dtc_real *f, *s, *ah, *lh, *slo, *shi, *torque, *P, *G, *border, *drift, *go, *jump, *room;
    int *place, *side, *p;                             /* side: the sign that border + L y has */
    unsigned *singular;
} dtc_exact;

#define DTC_EXACT_VIEW(n, m, g, h, a, w, singular)                                                                     \
    { (n), (m), (g), (h), (a)->A, (a)->Gamma, (a)->B, (a)->W, (a)->C, (a)->K, (a)->L, (a)->rate, (w)->f, (w)->s,     \
      (w)->ah, (w)->lh, (w)->slo, (w)->shi, (w)->torque, (w)->P, (w)->G, (w)->border, (w)->drift, (w)->go, (w)->jump, \
      (w)->room, (w)->place, (w)->side, (w)->p, (singular) }

/* Gamma(h) and W = Gamma B; *rate. room: 3 n*n numbers. O(n^3 (18 + log2(|A| h))) */
void dtc_exact_map(int n, int m, const dtc_real *A, const dtc_real *B, dtc_real h, dtc_real *Gamma, dtc_real *W, dtc_real *rate, dtc_real *room);

/* A of a map with the stuck elements in it: A - B P K, in which slips of stuck elements do not accelerate. n*m numbers of room. O(n m (n + m)) */
void dtc_exact_close(int n, int m, const dtc_real *A, const dtc_real *B, const dtc_real *K, const dtc_real *P, dtc_real *closed, dtc_real *room);

/* 0, or 1 + the first element whose torque cannot bring its slip to zero in a step h: C W against h G. G: m numbers, the diagonal. */
int dtc_exact_check(int n, int m, dtc_real h, const dtc_real *C, const dtc_real *W, const dtc_real *G);

/* y after the time tau. O(n^2), and O(m^3 + n m^2) with stuck elements; 18 O(n^2) for each state vector and part if tau is not h. */
void dtc_exact_reach(dtc_exact *e, dtc_real tau, dtc_real *y);

/* y at the first border within tau, or at tau; returns the time; side becomes 0 for the borders that are reached. Nothing is
 * sought when the model is too fast for sub-steps. At most 1 + 16 (g + m) calls of dtc_exact_reach, one without a border. */
dtc_real dtc_exact_seek(dtc_exact *e, dtc_real tau, dtc_real *y, int *cut);

#ifdef __cplusplus
}
#endif
#endif
