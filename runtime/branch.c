/* The solution of a system that is linear in pieces, along its pieces.
 *
 * Branches, relations on the unknowns, say in which piece a point lies. From a point in the piece of its branches the
 * way goes to where the equations of that piece hold. If that is in the piece, it is the solution; else the way ends at
 * its first border, the branch there changes, and goes on in the next piece with what is left of the residuals
 * (Katzenelson 1965). Where the next piece leads back over the border, at a fold, it is followed away from it, with
 * growing residuals, until another piece leads on (Chien and Kuh 1976). Pieces meet at their borders: what jumps there
 * has no such way, and is given up.
 *
 * Ensures: stays inside its arrays for any numbers, NaN included. */
#include "dtc_runtime.h"

#define ZERO ((dtc_real)0)
#define ONE ((dtc_real)1)
#define ROUNDING DTC_TOLERANCE(1e-13)      /* of the terms of a difference: it says nothing */
#define MEETS DTC_TOLERANCE(1e-7)          /* of the terms of a residual, at a border */

enum { AT_START, ON_WAY, AT_BORDER };
enum { GO_ON = 0, ARRIVED = 1, PIECE_SINGULAR = -1, NO_WAY = -2 };

/* Does the difference contradict its branch? */
static int is_wrong(dtc_real difference, dtc_real size, int branch)
{
    return branch ? difference < -ROUNDING * size : difference > ROUNDING * size;
}

/* Are the residuals at the border what the piece before it has left of them? */
static int meets(int n, const dtc_real *A, const dtc_real *r, const dtc_real *z, const dtc_real *left)
{
    for (int i = 0; i < n; i++) {
        dtc_real size = dtc_abs(left[i]);
        for (int j = 0; j < n; j++)
            size += dtc_abs(A[i * n + j] * z[j]);
        if (!(dtc_abs(r[i] - left[i]) <= MEETS * size))
            return 0;
    }
    return 1;
}

/* To where the equations of this piece hold. */
static int set_off(int n, int k, dtc_real *A, int *p, const dtc_real *r, dtc_real *z, dtc_real *dz, const dtc_real *g,
                   dtc_real *from, int *branch)
{
    if (dtc_lu_factor(n, A, p) != 0)
        return PIECE_SINGULAR;
    for (int i = 0; i < n; i++)
        dz[i] = from[k + i] = r[i];
    dtc_lu_solve(n, A, p, dz);
    for (int i = 0; i < n; i++)
        z[i] -= dz[i];
    for (int i = 0; i < k; i++)
        from[i] = branch[k + i] ? ZERO : g[i];
    branch[2 * k] = ON_WAY;
    return GO_ON;
}

/* The part of the way at which difference i changes its sign; negative: it does not. way: 1, or -1 against it. */
static dtc_real crossing(dtc_real way, dtc_real from, dtc_real to, dtc_real size, int branch, int is_new)
{
    const dtc_real by = way * (to - from);

    if (is_new && way < ZERO)
        return -ONE;
    if (way < ZERO ? !(branch ? by < ZERO : by > ZERO) : !is_wrong(to, size, branch))
        return -ONE;
    return branch == (from > ZERO) ? -from / by : ZERO;
}

/* Back to the first border of the way, where the branch changes. */
static int turn(int n, int k, dtc_real *z, const dtc_real *dz, const dtc_real *g, dtc_real *from, int *branch)
{
    dtc_real way = ONE, first = -ONE;

    for (int i = 0; i < k; i++)
        if (branch[k + i] && is_wrong(g[i], g[k + i], branch[i]))
            way = -ONE;
    for (int i = 0; i < k; i++) {
        const dtc_real at = crossing(way, from[i], g[i], g[k + i], branch[i], branch[k + i]);
        if (at >= ZERO && (first < ZERO || at < first))
            first = at;
    }
    if (!(first >= ZERO))
        return NO_WAY;
    for (int i = 0; i < k; i++) {
        const dtc_real at = crossing(way, from[i], g[i], g[k + i], branch[i], branch[k + i]);
        branch[k + i] = at >= ZERO && at <= first;
        branch[i] ^= branch[k + i];
    }
    for (int i = 0; i < n; i++) {
        z[i] += (ONE - way * first) * dz[i];
        from[k + i] *= ONE - way * first;
    }
    branch[2 * k] = AT_BORDER;
    return GO_ON;
}

int dtc_branch_step(int n, int k, dtc_real *A, int *p, const dtc_real *r, dtc_real *z, dtc_real *dz, const dtc_real *g,
                    dtc_real *from, int *branch)
{
    int any = 0;

    for (int i = 0; i < k; i++)
        any |= is_wrong(g[i], g[k + i], branch[i]);
    if (branch[2 * k] == ON_WAY)
        return any ? turn(n, k, z, dz, g, from, branch) : ARRIVED;
    if (branch[2 * k] == AT_BORDER && !meets(n, A, r, z, from + k))
        return NO_WAY;
    for (int i = 0; i < k && branch[2 * k] == AT_START; i++)
        branch[i] ^= is_wrong(g[i], g[k + i], branch[i]);
    return any && branch[2 * k] == AT_START ? GO_ON : set_off(n, k, A, p, r, z, dz, g, from, branch);
}
