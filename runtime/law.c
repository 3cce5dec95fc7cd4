/* The switching law in a fixed step: one evaluation a step, at most one transition an element a step.
 *
 * The places of a step are those of its implicit Euler step with bounds, posed with what the last evaluation left behind: the slip after
 * the step, s + h (a0 + G x), is complementary to l <= x <= u. Its velocities are unique however redundant the elements; several may lock or
 * be released in one sample. It is solved by an active-set method that begins at the places of the last step (Nocedal and Wright, Numerical
 * Optimization, 16.5), with a fixed number of rounds; x stays within its bounds, so that each round gives places that can be used.
 * The torques are then those of the evaluation in the new places. The slip that is left when an element locks is removed by an impulse, which
 * conserves momentum; it is never clipped. Redundant sets of stuck elements get the holding torques of least norm. With time and
 * speeds frozen, local rules decide, one lock and one release of a coupled group at a time, until nothing changes.
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
#define BOX_ROUNDS 3                           /* for each element: locks, releases and their undoing in one step */
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

/* Does a sliding element come to rest in this step (h = 0: now)? */
static int comes_to_rest(const dtc_law *w, int e, dtc_real h)
{
    dtc_real sign = (dtc_real)w->place[e], es = slip_tolerance(w, e);
    dtc_real s = sign * w->s[e], a = sign * w->ah[e];

    if (s < -es || !is_finite(sliding_torque(w, e, w->place[e])))
        return 1;
    return a < -rate_tolerance(w, e) && s + h * a <= (h > (dtc_real)0 ? (dtc_real)0 : es);
}

/* By how much the holding torque of a stuck element is below (FWD) or above (BWD) its static bound. */
static dtc_real violation(const dtc_law *w, int e, int place)
{
    return place == DTC_FWD ? w->slo[e] - w->lh[e] : w->lh[e] - w->shi[e];
}

/* What the element would do alone. */
static int wanted_place(const dtc_law *w, int e, dtc_real h)
{
    dtc_real el = TORQUE_TOLERANCE * w->torque[e];

    if (has_no_capacity(w, e))
        return DTC_INACTIVE;
    if (w->place[e] == DTC_INACTIVE)
        return first_place(w, e);
    if (slides(w->place[e]))
        return comes_to_rest(w, e, h) ? DTC_STUCK : w->place[e];
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

/* Of the elements of a group with a score >= 0 only the best changes its place; the others hold, or go on sliding. */
static void one_a_group(dtc_law *w, const dtc_real *score)
{
    for (int g = 0; g < w->m; g++) {
        int winner = -1;
        for (int e = 0; e < w->m; e++) {
            if (w->group[e] != g || !(score[e] >= (dtc_real)0))
                continue;
            int loser = winner < 0 || beats(score[e], score[winner]) ? winner : e;
            if (loser != e)
                winner = e;
            if (loser >= 0)
                w->want[loser] = slides(w->place[loser]) ? going_on(w, loser) : DTC_STUCK;
        }
    }
}

/* Of several elements with two finite bounds that would lock the one whose slip changes fastest, in the metric of the energy, does so. */
static void one_lock_a_group(dtc_law *w)
{
    dtc_real *score = w->work;

    for (int e = 0; e < w->m; e++) {
        int locks = slides(w->place[e]) && w->want[e] == DTC_STUCK && two_finite_bounds(w, e);
        score[e] = locks ? w->ah[e] * w->ah[e] / w->G[e * w->m + e] : (dtc_real)-1;
    }
    one_a_group(w, score);
}

/* Of several elements that would be released that with the largest violation is, in the metric of the energy. */
static void one_release_a_group(dtc_law *w)
{
    dtc_real *score = w->work;

    for (int e = 0; e < w->m; e++) {
        int leaves = w->place[e] == DTC_STUCK && slides(w->want[e]);
        score[e] = leaves ? violation(w, e, w->want[e]) * dtc_sqrt(w->G[e * w->m + e]) : (dtc_real)-1;
    }
    one_a_group(w, score);
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

/* ---- all places of a step at once ------------------------------------------------------------- */

/* The step as a problem with bounds: the slip after it, s + h (a0 + G x), is complementary to l <= x <= u. a0 is that of
 * the last evaluation. The x of the n elements in `free` are between their bounds and make their slips zero; L L' = G of these. */
typedef struct {
    dtc_law *w;
    dtc_real h, *L, *slip, *x, *d, *l, *u;
    int n, *free;
} Box;

static int is_free(const Box *b, int e)
{
    for (int i = 0; i < b->n; i++)
        if (b->free[i] == e)
            return 1;
    return 0;
}

static void box_move(Box *b, int e, dtc_real to)
{
    const dtc_law *w = b->w;
    dtc_real change = b->h * (to - b->x[e]);

    b->x[e] = to;
    for (int i = 0; i < w->m; i++)
        b->slip[i] += w->G[i * w->m + e] * change;
}

/* The row of L that e would have, and what G_ee has left: 0 if the free ones fix the slip of e. */
static dtc_real box_row(const Box *b, int e)
{
    int m = b->w->m;
    dtc_real *row = b->L + b->n * m, whole = b->w->G[e * m + e], rest = whole;

    if (b->n >= m)
        return 0;
    for (int i = 0; i < b->n; i++) {
        row[i] = b->w->G[e * m + b->free[i]];
        for (int k = 0; k < i; k++)
            row[i] -= b->L[i * m + k] * row[k];
        row[i] /= b->L[i * m + i];
        rest -= row[i] * row[i];
    }
    return rest > RANK_TOLERANCE * whole ? rest : (dtc_real)0;
}

static int box_enter(Box *b, int e)
{
    dtc_real rest = box_row(b, e);

    if (!(rest > (dtc_real)0))
        return 0;
    b->L[b->n * b->w->m + b->n] = dtc_sqrt(rest);
    b->free[b->n++] = e;
    return 1;
}

static void box_leave(Box *b, int i)
{
    int n = b->n;

    b->n = i;
    for (int k = i + 1; k < n; k++)
        box_enter(b, b->free[k]);
}

static void set_bounds(Box *b, int e, int holds)
{
    const dtc_law *w = b->w;
    dtc_real el = holds ? TORQUE_TOLERANCE * w->torque[e] : (dtc_real)0;

    b->l[e] = (holds ? w->slo[e] : w->lo[e]) - el;
    b->u[e] = (holds ? w->shi[e] : w->hi[e]) + el;
    if (has_no_capacity(w, e))
        b->l[e] = b->u[e] = 0;
}

static dtc_real clamp(const Box *b, int e, dtc_real x) { return x < b->l[e] ? b->l[e] : x > b->u[e] ? b->u[e] : x; }

static void box_start(Box *b)
{
    const dtc_law *w = b->w;

    for (int e = 0; e < w->m; e++) {
        b->slip[e] = w->s[e] + b->h * w->a0[e];
        b->x[e] = 0;
    }
    for (int e = 0; e < w->m; e++) {
        int place = w->place[e] == DTC_INACTIVE ? first_place(w, e) : w->place[e];
        set_bounds(b, e, place == DTC_STUCK);
        dtc_real x = slides(place) ? sliding_torque(w, e, place) : w->lambda[e];
        box_move(b, e, clamp(b, e, is_finite(x) ? x : (dtc_real)0));
    }
    b->n = 0;
    for (int e = 0; e < w->m; e++)
        if (w->place[e] == DTC_STUCK && b->x[e] > b->l[e] && b->x[e] < b->u[e])
            box_enter(b, e);
}

/* The change of the free x that brings their slips to zero, as far as the bounds let it. Returns the one that meets its
 * bound first, or -1. */
static int box_step(Box *b)
{
    int n = b->n, m = b->w->m, hit = -1;
    dtc_real *d = b->d, part = 1;

    for (int i = 0; i < n; i++) {
        d[i] = -b->slip[b->free[i]] / b->h;
        for (int k = 0; k < i; k++)
            d[i] -= b->L[i * m + k] * d[k];
        d[i] /= b->L[i * m + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            d[i] -= b->L[k * m + i] * d[k];
        d[i] /= b->L[i * m + i];
    }
    for (int i = 0; i < n; i++) {
        int e = b->free[i];
        dtc_real to = b->x[e] + d[i], room = clamp(b, e, to) - b->x[e];
        if ((to < b->l[e] || to > b->u[e]) && (hit < 0 || room / d[i] < part)) {
            part = room / d[i];
            hit = i;
        }
    }
    for (int i = 0; i < n; i++) {
        int e = b->free[i];
        box_move(b, e, i == hit ? clamp(b, e, b->x[e] + d[i]) : clamp(b, e, b->x[e] + part * d[i]));
    }
    return hit;
}

/* No slip after the step? */
static int box_rests(const Box *b, int e)
{
    return dtc_abs(b->slip[e]) <= slip_tolerance(b->w, e) + b->h * rate_tolerance(b->w, e);
}

static dtc_real box_score(const Box *b, int e)
{
    return b->slip[e] * b->slip[e] / b->w->G[e * b->w->m + e];
}

/* The element whose x must leave its bound: that with the largest slip the wrong way, in the metric of the energy; or -1. */
static int box_pulled(const Box *b)
{
    int found = -1;

    for (int e = 0; e < b->w->m; e++) {
        int wrong = b->slip[e] > (dtc_real)0 ? b->x[e] > b->l[e] : b->x[e] < b->u[e];
        if (!wrong || box_rests(b, e) || is_free(b, e))
            continue;
        if ((found < 0 || beats(box_score(b, e), box_score(b, found))) && box_row(b, e) > (dtc_real)0)
            found = e;
    }
    return found;
}

/* A stuck element that moves under its static bound gets the kinetic one. */
static int box_breaks_away(Box *b)
{
    const dtc_law *w = b->w;
    int found = -1;

    for (int e = 0; e < w->m; e++) {
        int held = b->l[e] < w->lo[e] || b->u[e] > w->hi[e];
        if (held && !has_no_capacity(w, e) && !box_rests(b, e) && (found < 0 || beats(box_score(b, e), box_score(b, found))))
            found = e;
    }
    if (found < 0)
        return 0;
    set_bounds(b, found, 0);
    box_move(b, found, clamp(b, found, b->x[found]));
    return 1;
}

static void box_solve(Box *b)
{
    box_start(b);
    for (int round = 0; round < BOX_ROUNDS * b->w->m; round++) {
        int e = box_step(b);
        if (e >= 0)
            box_leave(b, e);
        else if ((e = box_pulled(b)) >= 0)
            box_enter(b, e);
        else if (!box_breaks_away(b))
            break;
    }
}

static int box_place(const Box *b, int e)
{
    const dtc_law *w = b->w;
    int locks = slides(w->place[e]) && !at_rest(w, e) && box_rests(b, e);

    if (has_no_capacity(w, e))
        return DTC_INACTIVE;
    if (is_free(b, e) || locks)
        return DTC_STUCK;
    return b->x[e] <= b->l[e] ? DTC_FWD : b->x[e] >= b->u[e] ? DTC_BWD : DTC_STUCK;
}

/* Of the stuck elements that would be released at rest, which changes torques alone, one a group is at a time. */
static void box_places(const Box *b)
{
    dtc_law *w = b->w;

    for (int e = 0; e < w->m; e++)
        w->want[e] = box_place(b, e);
    for (int e = 0; e < w->m; e++) {
        int leaves = w->place[e] == DTC_STUCK && slides(w->want[e]) && box_rests(b, e);
        b->d[e] = leaves ? dtc_abs(b->x[e] - w->lh[e]) * dtc_sqrt(w->G[e * w->m + e]) : (dtc_real)-1;
    }
    one_a_group(w, b->d);
}

/* ---- the samples ------------------------------------------------------------------------------ */

static int settle(dtc_law *w)
{
    for (int e = 0; e < w->m; e++)
        w->want[e] = wanted_place(w, e, (dtc_real)0);
    one_lock_a_group(w);
    one_release_a_group(w);
    exchange(w);
    return move(w);
}

int dtc_law_transition(dtc_law *w, dtc_real h)
{
    int m = w->m, changes = 0;
    dtc_real *v = w->work + m * m;
    Box b = {w, h, w->work, v, v + m, v + 2 * m, v + 3 * m, v + 4 * m, 0, w->order};

    for (int e = 0; e < m; e++)
        changes |= wanted_place(w, e, h) != w->place[e];
    if (!changes)
        return 0;
    box_solve(&b);
    box_places(&b);
    return move(w);
}

int dtc_law_settle(dtc_law *w, int k)
{
    if (k < DTC_LAW_ROUNDS)
        return settle(w);
    if (k == DTC_LAW_ROUNDS)
        w->count->fallbacks++;
    for (int e = w->m - 1; e >= 0; e--) {
        int want = wanted_place(w, e, (dtc_real)0);
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
