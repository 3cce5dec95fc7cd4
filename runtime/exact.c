/* The method exact: matrices of a step.
 *
 * Gamma(h) = h phi_1(hA) is a Taylor series at h/2^s with |A| h/2^s <= 1, doubled s times: Gamma(2t) = Gamma(t) (2I + A
 * Gamma(t)) (scaling and modified squaring of Skaflestad and Wright, 2009; phi_1 itself, for Phi = I + A Gamma and Phi
 * x + Gamma (f - A x) = x + Gamma f). |A| is max(|A^2|^(1/2), |A^3|^(1/3)) of the balanced matrix, which bounds the
 * terms from the second on (Al-Mohy and Higham, 2009) and is about the largest frequency.
 *
 * Ensures: bounded operation counts, stays inside its arrays for any numbers. */
#include "dtc_exact.h"
#include "dtc_runtime.h"

#define ZERO ((dtc_real)0)
#define ONE ((dtc_real)1)
#define WEAK ((dtc_real)0.02)          /* of h G: what E must be */

enum { TERMS = 18, SWEEPS = 6, POWERS = 60 };

/* C = A B for n x m and m x k. */
static void product(int n, int m, int k, const dtc_real *A, const dtc_real *B, dtc_real *C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            dtc_real sum = ZERO;
            for (int l = 0; l < m; l++)
                sum += A[i * m + l] * B[l * k + j];
            C[i * k + j] = sum;
        }
}

/* The largest sum of a column. */
static dtc_real norm(int n, const dtc_real *A)
{
    dtc_real largest = ZERO;

    for (int j = 0; j < n; j++) {
        dtc_real sum = ZERO;
        for (int i = 0; i < n; i++)
            sum += dtc_abs(A[i * n + j]);
        if (!(sum <= largest))
            largest = sum;
    }
    return largest;
}

/* S = inv(D) A D with D of powers of two, so that norms mean the same in all units (Parlett and Reinsch, 1969; SWEEPS
 * times). */
static void balance(int n, const dtc_real *A, dtc_real *S)
{
    memcpy(S, A, (size_t)(n * n) * sizeof *S);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < n; i++) {
            dtc_real column = ZERO, line = ZERO, factor = ONE;
            for (int j = 0; j < n; j++)
                if (j != i) {
                    column += dtc_abs(S[j * n + i]);
                    line += dtc_abs(S[i * n + j]);
                }
            if (!(column > ZERO && line > ZERO))
                continue;
            for (int k = 0; k < POWERS && column < line * (dtc_real)0.5;
                 k++, column *= (dtc_real)2, line *= (dtc_real)0.5)
                factor *= (dtc_real)2;
            for (int k = 0; k < POWERS && line < column * (dtc_real)0.5;
                 k++, column *= (dtc_real)0.5, line *= (dtc_real)2)
                factor *= (dtc_real)0.5;
            for (int j = 0; j < n; j++) {
                S[j * n + i] *= factor;
                S[i * n + j] /= factor;
            }
        }
}

/* Gamma(t) by Horner's rule: t (I + tA/2 (I + tA/3 (...))). */
static void taylor(int n, const dtc_real *A, dtc_real t, dtc_real *Gamma, dtc_real *room)
{
    for (int i = 0; i < n * n; i++)
        Gamma[i] = i % (n + 1) == 0 ? ONE : ZERO;
    for (int k = TERMS; k > 1; k--) {
        product(n, n, n, A, Gamma, room);
        for (int i = 0; i < n * n; i++)
            Gamma[i] = room[i] * (t / (dtc_real)k) + (i % (n + 1) == 0 ? ONE : ZERO);
    }
    for (int i = 0; i < n * n; i++)
        Gamma[i] *= t;
}

int dtc_exact_map(int n, const dtc_real *A, dtc_real h, dtc_real *Gamma, dtc_real *rate, dtc_real *room)
{
    dtc_real *square = room, *cube = room + n * n, *balanced = room + 2 * n * n, t = h;
    int doublings = 0, fast;

    balance(n, A, balanced);
    product(n, n, n, balanced, balanced, square);
    product(n, n, n, balanced, square, cube);
    *rate = dtc_max(dtc_sqrt(norm(n, square)), dtc_pow(norm(n, cube), ONE / (dtc_real)3));
    for (; doublings<DTC_EXACT_DOUBLINGS && * rate * t> ONE; doublings++)
        t *= (dtc_real)0.5;
    fast = !(*rate * t <= ONE);
    taylor(n, A, t, Gamma, room);
    for (; doublings > 0; doublings--) {
        product(n, n, n, A, Gamma, square);
        for (int i = 0; i < n; i++)
            square[i * n + i] += (dtc_real)2;
        product(n, n, n, Gamma, square, cube);
        memcpy(Gamma, cube, (size_t)(n * n) * sizeof *Gamma);
    }
    return fast;
}

void dtc_exact_close(int n, int m, const dtc_real *A0, const dtc_real *B, const dtc_real *K, const dtc_real *P,
                     dtc_real *A, dtc_real *Q)
{
    product(m, m, n, P, K, Q);
    if (!A)
        return;
    product(n, m, n, B, Q, A);
    for (int i = 0; i < n * n; i++)
        A[i] = A0[i] - A[i];
}

/* F = E P / tau + I - G P; rows of others than stuck elements: I. */
static void end_matrix(const dtc_exact_gripping *r, dtc_real tau)
{
    const int n = r->n, m = r->m;
    dtc_real *d = r->room;

    for (int i = 0; i < m; i++) {
        for (int k = 0; k < m; k++) {
            d[k] = ZERO;
            if (r->place[i] != DTC_STUCK || r->place[k] != DTC_STUCK)
                continue;
            for (int q = 0; q < n; q++)
                d[k] += r->C[i * n + q] * r->W[q * m + k];
            d[k] = d[k] / tau - r->G[i * m + k];
        }
        for (int j = 0; j < m; j++) {
            dtc_real sum = i == j ? ONE : ZERO;
            for (int k = 0; k < m; k++)
                sum += d[k] * r->P[k * m + j];
            r->F[i * m + j] = sum;
        }
    }
}

/* 0, or 1 + the first element that has too little of F = I, or a weak pivot. */
static int factor(int m, dtc_real *F, int *p)
{
    int weak = 0, singular;

    for (int i = m; i-- > 0;)
        if (!(F[i * m + i] >= WEAK))
            weak = 1 + i;
    singular = dtc_lu_factor(m, F, p);
    for (int i = m; i-- > 0 && !weak;)
        if (!(dtc_abs(F[i * m + i]) >= WEAK))
            singular = 1 + i;
    return weak ? weak : singular;
}

int dtc_exact_grip(const dtc_exact_gripping *r, dtc_real tau, const dtc_real *Gamma)
{
    int weak;

    if (Gamma)
        product(r->n, r->n, r->m, Gamma, r->B, r->W);
    end_matrix(r, tau);
    weak = factor(r->m, r->F, r->p);
    if (weak) {
        for (int i = 0; i < r->n * r->m; i++)
            r->W[i] = tau * r->B[i];
        end_matrix(r, tau);
        (void)factor(r->m, r->F, r->p);
    }
    return weak;
}

void dtc_exact_gather(const dtc_law *law, int at, int m, dtc_real *P, dtc_real *G)
{
    for (int i = 0; i < law->m; i++)
        for (int j = 0; j < law->m; j++) {
            P[(at + i) * m + at + j] = law->P[i * law->m + j];
            G[(at + i) * m + at + j] = law->G[i * law->m + j];
        }
}

void dtc_exact_stick(dtc_law *law, int at, int set)
{
    for (int i = 0; i < law->m; i++)
        law->place[i] = set >> (at + i) & 1 ? DTC_STUCK : DTC_INACTIVE;
}

int dtc_exact_hold_check(const dtc_exact_gripping *of, dtc_real h, const dtc_real *Gamma, dtc_real *room, int *places)
{
    const int n = of->n, m = of->m;
    dtc_real *P = room, *F = P + m * m, *W = F + m * m + m;
    const dtc_exact_gripping r = { n, m, of->B, of->C, P, of->G, places, W, F, places + m, W + n * m };
    int weak = 0;

    for (int i = 0; i < m; i++) {
        const dtc_real diagonal = of->G[i * m + i];
        for (int j = 0; j < m; j++)
            places[j] = j == i ? DTC_STUCK : DTC_INACTIVE;
        memset(P, 0, (size_t)(m * m) * sizeof *P);
        P[i * m + i] = diagonal > ZERO ? ONE / diagonal : ZERO;
        if (dtc_exact_grip(&r, h, Gamma))
            weak = 1 + i;
    }
    return weak;
}
