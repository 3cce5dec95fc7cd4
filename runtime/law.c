/* The switching law in a fixed step: one evaluation a step, at most one transition an element a step.
 *
 * The scheme is a set of local rules on what the last evaluation left behind: an element locks when its slip is
 * predicted to cross zero within the step and its torque could stop it there, and is released, one of a coupled group at a time, when its holding torque
 * leaves the static bounds. The slip that is left when an element locks is removed by an impulse, which
 * conserves momentum; it is never clipped. Redundant sets of stuck elements get the holding torques of least norm.
 *
 * Numbers: tolerances are relative to the nominal slip and torque of each element; ranks are decided on
 * G scaled to unit diagonal, by Cholesky factorisation with complete pivoting (Higham, Accuracy and Stability of
 * Numerical Algorithms, section 10.3), and the factor is made into the pseudo-inverse by Gram-Schmidt applied
 * twice (Giraud, Langou, Rozloznik 2005). All sums run in index order.
 *
 * Requires: G symmetric and positive semidefinite (dtc_law_check), nominals > 0.
 * Ensures: ends and stays inside its arrays for any input whatever, NaN and infinities included. */
#include "dtc_law.h"

#define SLIP_TOLERANCE DTC_TOLERANCE(1e-9)     /* of the nominal slip: at rest */
#define RATE_TOLERANCE DTC_TOLERANCE(1e-9)     /* of the slip acceleration that nominal torques give: none */
#define TORQUE_TOLERANCE DTC_TOLERANCE(1e-7)   /* of the nominal torque: beyond its bound */
#define RANK_TOLERANCE DTC_TOLERANCE(1e-10)    /* of the largest pivot: dependent */
#define SHARE_TOLERANCE DTC_TOLERANCE(1e-6)    /* of one: carries nothing for another element */
#define TIE_TOLERANCE DTC_TOLERANCE(1e-9)      /* of a score: no better, the lower index wins */
#define COUPLING_TOLERANCE DTC_TOLERANCE(0.0)  /* of sqrt(G_ii G_jj): not coupled */
#define SYMMETRY_TOLERANCE DTC_TOLERANCE(1e-9) /* of sqrt(G_ii G_jj): not power-conjugate */

/* ---- one element ------------------------------------------------------------------------------ */

static int is_finite(dtc_real x) { return x - x == (dtc_real)0; }

static int slides(int place) { return place == DTC_FWD || place == DTC_BWD; }

static int two_finite_bounds(const dtc_law *w, int e) { return is_finite(w->lo[e]) && is_finite(w->hi[e]); }

static int has_no_capacity(const dtc_law *w, int e)
{
    return two_finite_bounds(w, e) && w->hi[e] - w->lo[e] <= (dtc_real)0;
}

/* The torque of a sliding element; forbidden if it is infinite, for then the element cannot slide that way. */
static dtc_real sliding_torque(const dtc_law *w, int e, int place) { return place == DTC_FWD ? w->lo[e] : w->hi[e]; }

static dtc_real slip_tolerance(const dtc_law *w, int e) { return SLIP_TOLERANCE * w->speed[e]; }

/* Rounding of s' = b + G lambda is that of its largest possible term, which is sqrt(G_ee G_jj) times a
 * nominal torque: the same in any units of the elements. */
static dtc_real rate_tolerance(const dtc_law *w, int e)
{
    dtc_real worst = 0;
    for (int j = 0; j < w->m; j++) {
        dtc_real rate = dtc_sqrt(w->G[j * w->m + j]) * w->torque[j];
        if (rate > worst)
            worst = rate;
    }
    return RATE_TOLERANCE * dtc_sqrt(w->G[e * w->m + e]) * worst;
}

static int at_rest(const dtc_law *w, int e) { return dtc_abs(w->s[e]) <= slip_tolerance(w, e); }

/* The place of an element that comes from nowhere: at the start, or with new capacity. */
static int first_place(const dtc_law *w, int e)
{
    dtc_real es = slip_tolerance(w, e);
    int place = w->s[e] > es ? DTC_FWD : w->s[e] < -es ? DTC_BWD : DTC_STUCK;
    return slides(place) && !is_finite(sliding_torque(w, e, place)) ? DTC_STUCK : place;
}

/* Does a sliding element come to rest in this step (frozen: now)? */
static int comes_to_rest(const dtc_law *w, int e, dtc_real h, int frozen)
{
    dtc_real sign = (dtc_real)w->place[e], es = slip_tolerance(w, e);
    dtc_real s = sign * w->s[e], a = sign * w->ah[e];

    if (s < -es || !is_finite(sliding_torque(w, e, w->place[e])))
        return 1;
    return a < -rate_tolerance(w, e) && (frozen ? s <= es : s + h * a <= (dtc_real)0);
}

/* By how much the holding torque of a stuck element is below (FWD) or above (BWD) its static bound. */
static dtc_real violation(const dtc_law *w, int e, int place)
{
    return place == DTC_FWD ? w->slo[e] - w->lh[e] : w->lh[e] - w->shi[e];
}

static int wanted_place(const dtc_law *w, int e, dtc_real h, int frozen)
{
    dtc_real el = TORQUE_TOLERANCE * w->torque[e];

    if (has_no_capacity(w, e))
        return DTC_INACTIVE;
    if (w->place[e] == DTC_INACTIVE)
        return first_place(w, e);
    if (slides(w->place[e]))
        return comes_to_rest(w, e, h, frozen) ? DTC_STUCK : w->place[e];
    if (violation(w, e, DTC_FWD) > el)
        return DTC_FWD;
    return violation(w, e, DTC_BWD) > el ? DTC_BWD : DTC_STUCK;
}

/* ---- the rules between elements --------------------------------------------------------------- */

/* Parallel elements have equal scores; rounding must not decide between them. */
static int beats(dtc_real score, dtc_real best) { return score > best * ((dtc_real)1 + TIE_TOLERANCE); }

/* The place of a sliding element with two finite bounds that does not lock although its slip comes to zero. */
static int going_on(const dtc_law *w, int e)
{
    dtc_real s = (dtc_real)w->place[e] * w->s[e];
    return s < -slip_tolerance(w, e) ? -w->place[e] : w->place[e];
}

/* Slip acceleration of e per torque, with the stuck elements holding: a diagonal element of G - G P G. */
static dtc_real mobility(const dtc_law *w, int e)
{
    int m = w->m;
    dtc_real sum = 0;

    for (int i = 0; i < m; i++) {
        dtc_real row = 0;
        for (int j = 0; j < m; j++)
            row += w->P[i * m + j] * w->G[j * m + e];
        sum += w->G[e * m + i] * row;
    }
    return w->G[e * m + e] - sum;
}

/* An element whose full torque, reversed, could not bring its slip to zero by the end of the step goes on: a lock would be a
 * blow that stops something else. Twice the torque, for what else changes in this sample is not known. */
static void only_possible_locks(dtc_law *w, dtc_real h)
{
    for (int e = 0; e < w->m; e++) {
        if (!slides(w->place[e]) || w->want[e] != DTC_STUCK || !two_finite_bounds(w, e))
            continue;
        dtc_real s = (dtc_real)w->place[e] * (w->s[e] + h * w->ah[e]);
        if (s + h * mobility(w, e) * (dtc_real)2 * (w->hi[e] - w->lo[e]) < (dtc_real)0)
            w->want[e] = going_on(w, e);
    }
}

/* Of several elements with two finite bounds that would lock in one group only the one whose slip changes fastest, in the
 * metric of the energy, does so; the others go on, the opposite way if their slip has changed sign. */
static void one_lock_a_group(dtc_law *w)
{
    int m = w->m;

    for (int g = 0; g < m; g++) {
        int winner = -1;
        dtc_real best = 0;
        for (int e = 0; e < m; e++) {
            if (w->group[e] != g || !slides(w->place[e]) || w->want[e] != DTC_STUCK || !two_finite_bounds(w, e))
                continue;
            dtc_real score = w->ah[e] * w->ah[e] / w->G[e * m + e];
            int loser = winner < 0 || beats(score, best) ? winner : e;
            if (loser != e) {
                winner = e;
                best = score;
            }
            if (loser >= 0)
                w->want[loser] = going_on(w, loser);
        }
    }
}

/* Of several elements of a group that would be released only the one with the largest violation is, in the
 * metric of the energy; the others hold for this step. */
static void one_release_a_group(dtc_law *w)
{
    int m = w->m;

    for (int g = 0; g < m; g++) {
        int winner = -1;
        dtc_real best = 0;
        for (int e = 0; e < m; e++) {
            if (w->group[e] != g || w->place[e] != DTC_STUCK || !slides(w->want[e]))
                continue;
            dtc_real score = violation(w, e, w->want[e]) * dtc_sqrt(w->G[e * m + e]);
            int loser = winner < 0 || beats(score, best) ? winner : e;
            if (loser != e) {
                winner = e;
                best = score;
            }
            if (loser >= 0)
                w->want[loser] = DTC_STUCK;
        }
    }
}

/* (P G)_ej: what stuck element e carries of the torque of j. */
static dtc_real share(const dtc_law *w, int e, int j)
{
    dtc_real sum = 0;
    for (int k = 0; k < w->m; k++)
        sum += w->P[e * w->m + k] * w->G[k * w->m + j];
    return sum;
}

/* The element at rest at its limit that can best take over the load of e, which is about to be released: -1 if none. */
static int successor(const dtc_law *w, int e)
{
    int m = w->m, found = -1;
    dtc_real best = SHARE_TOLERANCE * w->G[e * m + e];

    for (int j = 0; j < m; j++) {
        if (!slides(w->place[j]) || w->want[j] != w->place[j] || !at_rest(w, j) ||
            !(dtc_abs(w->ah[j]) <= rate_tolerance(w, j)))
            continue;
        dtc_real alpha = share(w, e, j);
        if (!(alpha * (dtc_real)(w->place[j] * w->want[e]) < (dtc_real)0))
            continue;
        if (beats(alpha * alpha * w->G[j * m + j], best)) {
            best = alpha * alpha * w->G[j * m + j];
            found = j;
        }
    }
    return found;
}

/* A released element at rest that nobody stuck can replace hands over to one that waits at its limit. At
 * most one exchange a step. */
static void exchange(dtc_law *w)
{
    for (int e = 0; e < w->m; e++) {
        if (w->place[e] != DTC_STUCK || !slides(w->want[e]) || !at_rest(w, e))
            continue;
        if (!((dtc_real)1 - share(w, e, e) <= SHARE_TOLERANCE))
            continue;
        int j = successor(w, e);
        if (j >= 0) {
            w->want[j] = DTC_STUCK;
            return;
        }
    }
}

static int move(dtc_law *w)
{
    int changed = 0;

    for (int e = 0; e < w->m; e++) {
        changed |= w->place[e] != w->want[e];
        w->place[e] = w->want[e];
    }
    return changed;
}

/* ---- the samples ------------------------------------------------------------------------------ */

static int transition(dtc_law *w, dtc_real h, int frozen)
{
    for (int e = 0; e < w->m; e++)
        w->want[e] = wanted_place(w, e, h, frozen);
    if (!frozen)
        only_possible_locks(w, h);
    one_lock_a_group(w);
    one_release_a_group(w);
    exchange(w);
    return move(w);
}

int dtc_law_transition(dtc_law *w, dtc_real h)
{
    return transition(w, h, 0);
}

int dtc_law_settle(dtc_law *w, int k)
{
    if (k < DTC_LAW_ROUNDS)
        return transition(w, (dtc_real)0, 1);
    if (k == DTC_LAW_ROUNDS)
        w->count->fallbacks++;
    for (int e = w->m - 1; e >= 0; e--) {
        int want = wanted_place(w, e, (dtc_real)0, 1);
        if (want == w->place[e])
            continue;
        if (k >= 4 * DTC_LAW_ROUNDS) {
            w->count->unsettled++;
            return 0;
        }
        w->place[e] = want;
        return 1;
    }
    return 0;
}

int dtc_law_start(dtc_law *w)
{
    int forbidden = 0;

    w->count->correction = 0;
    w->count->deficiency = w->count->worst_deficiency = 0;
    w->count->fallbacks = w->count->unsettled = 0;
    for (int e = 0; e < w->m; e++) {
        w->place[e] = has_no_capacity(w, e) ? DTC_INACTIVE : first_place(w, e);
        w->lambda[e] = w->lh[e] = w->ah[e] = w->jump[e] = 0;
        if (w->place[e] == DTC_STUCK && !at_rest(w, e) && forbidden == 0)
            forbidden = 1 + e;
    }
    dtc_law_groups(w);
    return forbidden;
}

/* ---- the matrix ------------------------------------------------------------------------------- */

/* What |G_ij| cannot exceed. */
static dtc_real coupling_scale(const dtc_law *w, int i, int j)
{
    return dtc_sqrt(w->G[i * w->m + i]) * dtc_sqrt(w->G[j * w->m + j]);
}

int dtc_law_check(const dtc_law *w)
{
    int m = w->m;

    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            dtc_real a = w->G[i * m + j], b = w->G[j * m + i], scale = coupling_scale(w, i, j);
            dtc_real slack = SYMMETRY_TOLERANCE * scale;
            if (!(dtc_abs(a - b) <= slack) || !(dtc_abs(a) <= scale + slack))
                return 1 + i * m + j;
        }
    return 0;
}

void dtc_law_groups(dtc_law *w)
{
    int m = w->m;

    for (int i = 0; i < m; i++) {
        w->group[i] = i;
        for (int j = 0; j < i; j++) {
            int from = w->group[j], to = w->group[i];
            if (from == to || dtc_abs(w->G[i * m + j]) <= COUPLING_TOLERANCE * coupling_scale(w, i, j))
                continue;
            for (int k = 0; k <= i; k++)
                if (w->group[k] == from)
                    w->group[k] = to;
        }
    }
}

/* The stuck elements into want[0..n). */
static int stuck_elements(dtc_law *w)
{
    int n = 0;

    for (int e = 0; e < w->m; e++)
        if (w->place[e] == DTC_STUCK)
            w->want[n++] = e;
    return n;
}

/* G of the n stuck elements (want) as B B', B of full column rank. B is n rows of m; returns the rank. rest: n numbers.
 * The matrix is scaled to unit diagonal for the decision on the rank, B is not. */
static int cholesky(const dtc_law *w, int n, dtc_real *B, dtc_real *rest)
{
    int m = w->m, rank = 0;

    for (int i = 0; i < n; i++)
        rest[i] = w->G[w->want[i] * m + w->want[i]] > (dtc_real)0 ? (dtc_real)1 : (dtc_real)0;
    for (; rank < n; rank++) {
        int p = 0;
        for (int i = 1; i < n; i++)
            if (rest[i] > rest[p])
                p = i;
        if (!(rest[p] > RANK_TOLERANCE))
            break;
        dtc_real diagonal = dtc_sqrt(w->G[w->want[p] * m + w->want[p]]), pivot = dtc_sqrt(rest[p]) * diagonal;
        for (int i = 0; i < n; i++) {
            dtc_real scale = dtc_sqrt(w->G[w->want[i] * m + w->want[i]]);
            dtc_real x = w->G[w->want[i] * m + w->want[p]];
            for (int k = 0; k < rank; k++)
                x -= B[i * m + k] * B[p * m + k];
            x = rest[i] > (dtc_real)0 ? x / pivot : (dtc_real)0;
            B[i * m + rank] = x;
            if (i != p && scale > (dtc_real)0)
                rest[i] -= x / scale * (x / scale);
        }
        rest[p] = 0;
    }
    return rank;
}

/* The r columns of B become orthonormal, R (r x r in rows of m) takes the factor. */
static void orthogonalize(int m, int n, int r, dtc_real *B, dtc_real *R)
{
    for (int c = 0; c < r; c++) {
        for (int k = 0; k < c; k++)
            R[k * m + c] = 0;
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < c; k++) {
                dtc_real dot = 0;
                for (int i = 0; i < n; i++)
                    dot += B[i * m + k] * B[i * m + c];
                for (int i = 0; i < n; i++)
                    B[i * m + c] -= dot * B[i * m + k];
                R[k * m + c] += dot;
            }
        dtc_real norm = 0;
        for (int i = 0; i < n; i++)
            norm += B[i * m + c] * B[i * m + c];
        norm = dtc_sqrt(norm);
        R[c * m + c] = norm;
        for (int i = 0; i < n; i++)
            B[i * m + c] /= norm;
    }
}

/* With T the nominal torques and T B = Q R, the pseudo-inverse in the metric of lambda/T of
 * G_SS = B B' is  T Q inv(R') inv(R) Q' T = X' X. */
void dtc_law_factor(dtc_law *w)
{
    int m = w->m, n = stuck_elements(w);
    dtc_real *B = w->work, *R = w->work + m * m, *rest = w->work + 2 * m * m;
    int r = cholesky(w, n, B, rest);

    w->count->deficiency = n - r;
    if (n - r > w->count->worst_deficiency)
        w->count->worst_deficiency = n - r;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < r; k++)
            B[i * m + k] *= w->torque[w->want[i]];
    orthogonalize(m, n, r, B, R);
    for (int i = 0; i < n; i++) /* row i of B: that of Q becomes that of T Q inv(R') */
        for (int k = r - 1; k >= 0; k--) {
            dtc_real x = B[i * m + k] * w->torque[w->want[i]];
            for (int l = k + 1; l < r; l++)
                x -= R[k * m + l] * B[i * m + l];
            B[i * m + k] = x / R[k * m + k];
        }
    for (int i = 0; i < m * m; i++)
        w->P[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            dtc_real sum = 0;
            for (int k = 0; k < r; k++)
                sum += B[i * m + k] * B[j * m + k];
            w->P[w->want[i] * m + w->want[j]] = sum;
        }
}

/* ---- the evaluation --------------------------------------------------------------------------- */

/* y_i += sum over j of A_ij x_j */
static void add_product(int m, dtc_real *y, const dtc_real *A, const dtc_real *x)
{
    for (int i = 0; i < m; i++) {
        dtc_real sum = 0;
        for (int j = 0; j < m; j++)
            sum += A[i * m + j] * x[j];
        y[i] += sum;
    }
}

/* x = -P y and one step of refinement, so that y + G x is zero at the stuck elements to rounding even when they are
 * nearly dependent. r: m numbers. */
static void hold(const dtc_law *w, dtc_real *x, const dtc_real *y, dtc_real *r)
{
    for (int e = 0; e < w->m; e++)
        x[e] = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int e = 0; e < w->m; e++)
            r[e] = y[e];
        add_product(w->m, r, w->G, x);
        for (int e = 0; e < w->m; e++)
            r[e] = -r[e];
        add_product(w->m, x, w->P, r);
    }
}

int dtc_law_solve(dtc_law *w)
{
    int m = w->m, trouble = 0;
    dtc_real *b = w->work;

    for (int e = 0; e < m; e++) {
        b[e] = w->a0[e];
        w->lambda[e] = slides(w->place[e]) ? sliding_torque(w, e, w->place[e]) : (dtc_real)0;
    }
    add_product(m, b, w->G, w->lambda);
    hold(w, w->lh, b, w->work + m);
    for (int e = 0; e < m; e++)
        w->ah[e] = b[e];
    add_product(m, w->ah, w->G, w->lh);
    for (int e = 0; e < m; e++) {
        w->lambda[e] = w->place[e] == DTC_STUCK ? w->lh[e] : w->lambda[e];
        trouble |= !is_finite(w->lambda[e]) || !is_finite(w->ah[e]);
    }
    return trouble;
}

static void count_correction(dtc_law *w, dtc_real h)
{
    for (int e = 0; e < w->m; e++) {
        dtc_real capacity = (w->hi[e] - w->lo[e]) * (dtc_real)0.5;
        if (!two_finite_bounds(w, e) || !(dtc_abs(w->jump[e]) > h * TORQUE_TOLERANCE * w->torque[e]))
            continue;
        if (dtc_abs(w->jump[e]) > w->count->correction * capacity * h)
            w->count->correction = dtc_abs(w->jump[e]) / (capacity * h);
    }
}

void dtc_law_jump(dtc_law *w, dtc_real h)
{
    dtc_real *slip = w->work;

    for (int e = 0; e < w->m; e++) {
        int stuck = w->place[e] == DTC_STUCK && !(dtc_abs(w->s[e]) < DTC_FLUSH);
        slip[e] = stuck ? w->s[e] : (dtc_real)0;
    }
    hold(w, w->jump, slip, w->work + w->m);
    if (h > (dtc_real)0)
        count_correction(w, h);
}
