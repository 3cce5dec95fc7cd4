/* The switching law, its linear algebra in each step: coupled groups, torques and impulses. The pseudo-inverse of the
 * stuck elements, which it applies: law_inverse.c.
 *
 * Requires, ensures: law_private.h. Cost: dtc_law.h. */
#include "law_private.h"

#define COUPLING_TOLERANCE DTC_TOLERANCE(0.0)  /* of sqrt(G_ii G_jj): not coupled */
#define SYMMETRY_TOLERANCE DTC_TOLERANCE(1e-9) /* of sqrt(G_ii G_jj): not power-conjugate */

/* ---- the matrix ---------------------------------------------------------------------------------------- */

/* What |G_ij| cannot exceed. */
static dtc_real coupling_scale(const dtc_law *w, int i, int j)
{
    return dtc_sqrt(w->G[i * w->m + i]) * dtc_sqrt(w->G[j * w->m + j]);
}

/* The 2 x 2 minor of G with unit diagonal, where the law takes it for none and rounding hardly makes it. */
static void note_pair(const dtc_law *w, int j, int i)
{
    dtc_real own = w->G[i * w->m + i], other = w->G[j * w->m + j], both = w->G[i * w->m + j], rest;

    if (!(own > (dtc_real)0 && other > (dtc_real)0))
        return;
    rest = (dtc_real)1 - both / own * (both / other);
    if (!(rest <= w->rank[i]) || !law_is_above(w, i, rest, LAW_RULE_PAIR) ||
        !law_is_above(w, j, rest, LAW_RULE_PAIR))
        return;
    if (w->count->doubtful.pairs++ == 0) {
        w->count->doubtful.pair[0] = j;
        w->count->doubtful.pair[1] = i;
    }
}

int dtc_law_check(const dtc_law *w)
{
    int m = w->m;

    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            dtc_real a = w->G[i * m + j], b = w->G[j * m + i], scale = coupling_scale(w, i, j);
            dtc_real slack = SYMMETRY_TOLERANCE * scale + LAW_ROUNDING * w->bulk[i] * w->bulk[j];
            if (!(dtc_abs(a - b) <= slack) || !(dtc_abs(a) <= scale + slack))
                return 1 + i * m + j;
        }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++)
            note_pair(w, j, i);
    return 0;
}

void dtc_law_tolerances(dtc_law *w)
{
    int m = w->m;

    w->group[0] = DTC_LAW_NO_GROUPS;
    w->root[m] = 0;
    for (int e = 0; e < m; e++) {
        w->root[e] = dtc_sqrt(w->G[e * m + e]);
        if (w->root[e] * w->torque[e] > w->root[m])
            w->root[m] = w->root[e] * w->torque[e];
    }
    for (int e = 0; e < m; e++) {
        dtc_real own = w->G[e * m + e];
        w->least_s[e] = LAW_SLIP * w->speed[e];
        w->least_a[e] = law_rate(w, e, LAW_RATE);
        w->least_l[e] = LAW_TORQUE * w->torque[e];
        w->rank[e] = LAW_ROUNDING * (w->whole[e] > own ? w->whole[e] : own);
        w->rank[e] = w->rank[e] > LAW_RANK * own ? w->rank[e] / own : LAW_RANK;
    }
}

/* Groups and bulk, which decisions need. */
static void couple(dtc_law *w)
{
    int m = w->m;

    for (int i = 0; i < m; i++) {
        w->bulk[i] = w->whole[i] > w->G[i * m + i] ? dtc_sqrt(w->whole[i]) : w->root[i];
        w->group[i] = i;
        for (int j = 0; j < i; j++) {
            int from = w->group[j], to = w->group[i];
            if (from == to || dtc_abs(w->G[i * m + j]) <= COUPLING_TOLERANCE * (w->root[i] * w->root[j]))
                continue;
            for (int k = 0; k <= i; k++)
                if (w->group[k] == from)
                    w->group[k] = to;
        }
    }
}

void dtc_law_tolerances_due(dtc_law *w)
{
    if (w->group[0] == DTC_LAW_NO_TOLERANCES)
        dtc_law_tolerances(w);
}

void dtc_law_groups_due(dtc_law *w)
{
    dtc_law_tolerances_due(w);
    if (w->group[0] == DTC_LAW_NO_GROUPS)
        couple(w);
}

void dtc_law_groups(dtc_law *w)
{
    *w->updates = LAW_UPDATES; /* P is of another G */
    dtc_law_tolerances(w);
    couple(w);
}

/* ---- the evaluation ------------------------------------------------------------------------------------ */

int dtc_law_solve(dtc_law *w)
{
    dtc_real zero = 0;

    dtc_law_hold_elements(w->m, *w->holding, *w->sliding, *w->rough, w->list, w->P, w->G, w->af, w->lambda,
                          w->ah);
    for (int k = 0; k < *w->holding + *w->sliding; k++) {
        int e = w->list[k];
        zero += (w->lambda[e] - w->lambda[e]) + (w->ah[e] - w->ah[e]); /* NaN if one of them is not finite */
    }
    return !law_finite(zero);
}

void dtc_law_hold(const dtc_law *w, dtc_real *x, const dtc_real *y, dtc_real *r)
{
    dtc_law_hold_elements(w->m, *w->holding, 0, *w->rough, w->list, w->P, w->G, y, x, r);
}

/* A column of T takes what is left of slip accelerations of stuck elements, rest, away. */
static void hold_column(const dtc_law *w, int n, const dtc_real *X, const dtc_real *rest, dtc_real *column)
{
    for (int k = 0; k < *w->holding; k++) {
        const int e = w->list[k];
        const dtc_real torque = -dtc_law_product(w->P + e * w->m, rest, w->list, *w->holding);
        column[n + e] += torque;
        for (int i = 0; i < n; i++)
            column[i] -= X[e * n + i] * torque;
    }
}

/* Slip acceleration of element e in a column: own is what acts on it directly. Of unknowns that hardly move little is
 * lost here, whatever light parts would do without stuck elements: so what is left in each sample is rounding, and not
 * always in one direction. */
static dtc_real left_in_column(const dtc_law *w, int n, const dtc_real *C, const dtc_real *D, int e, dtc_real own,
                               const dtc_real *column)
{
    dtc_real sum = own + dtc_law_product(D + e * w->m, column + n, w->list, *w->holding);

    for (int k = 0; k < n; k++)
        sum += C[e * n + k] * column[k];
    return sum;
}

void dtc_law_response(dtc_law *w, int n, int c, const dtc_real *X, const dtc_real *C, const dtc_real *D,
                      const dtc_real *unit, dtc_real *T)
{
    const int m = w->m, held = *w->holding, sliding = *w->sliding;
    dtc_real *rest = w->work;

    for (int j = 0; j < c + sliding; j++) {
        const int cause = j < c, f = cause ? 0 : w->list[held + j - c];
        const dtc_real *of = unit + j * (n + m);
        dtc_real *column = T + (cause ? j : c + f) * (n + m);
        for (int i = 0; i < n; i++)
            column[i] = cause ? of[i] : -X[f * n + i];
        for (int e = 0; e < m; e++)
            column[n + e] = 0;
        for (int pass = 0; pass < DTC_RESPONSE_PASSES; pass++) {
            for (int k = 0; k < held; k++) {
                const int e = w->list[k];
                rest[e] = left_in_column(w, n, C, D, e, cause ? of[n + e] : D[e * m + f], column);
            }
            hold_column(w, n, X, rest, column);
        }
        for (int k = held; k < m; k++) {
            const int e = w->list[k];
            if (k < held + sliding || law_is_contact(w, e))
                column[n + e] = left_in_column(w, n, C, D, e, cause ? of[n + e] : D[e * m + f], column);
        }
    }
    for (int k = held + sliding; k < m; k++)
        w->lambda[w->list[k]] = 0;
    *w->responds = *w->serial;
}

/* Of one that slides; one that an infinite bound forbids is none. */
static dtc_real pushes(int place, dtc_real lo, dtc_real hi)
{
    const dtc_real torque = place == DTC_FWD ? lo : hi;
    return law_is_bound(torque) ? torque : (dtc_real)0;
}

void dtc_law_add_slides(int rows, int sliding, const int *list, const int *place, const dtc_real *lo,
                        const dtc_real *hi, const dtc_real *T, dtc_real *slides)
{
    for (int i = 0; i < rows; i++)
        slides[i] = 0;
    for (int k = 0; k < sliding; k++) {
        const int e = list[k];
        const dtc_real torque = pushes(place[e], lo[e], hi[e]), *column = T + e * rows;
        slides[rows + e] = torque;
        for (int i = 0; i < rows; i++)
            slides[i] += column[i] * torque;
    }
}

void dtc_law_respond(dtc_law *w, int n, int c, const dtc_real *T, const dtc_real *x, dtc_real *slides, dtc_real *y)
{
    const int rows = n + w->m, *slide = w->list + *w->holding;

    dtc_law_slide(rows, *w->sliding, slide, w->place, w->lo, w->hi, T + c * rows, slides);
    for (int i = 0; i < rows; i++)
        y[i] = c > 0 ? T[i] * x[0] : (dtc_real)0;
    for (int j = 1; j < c; j++)
        for (int i = 0; i < rows; i++)
            y[i] += T[j * rows + i] * x[j];
    for (int i = 0; i < rows; i++)
        y[i] += slides[i];
    for (int k = 0; k < *w->holding; k++)
        w->lambda[w->list[k]] = y[n + w->list[k]];
    for (int k = 0; k < *w->sliding; k++) {
        w->lambda[slide[k]] = pushes(w->place[slide[k]], w->lo[slide[k]], w->hi[slide[k]]);
        w->ah[slide[k]] = y[n + slide[k]];
    }
}

void dtc_law_tangent(const dtc_law *w, const dtc_real *a, dtc_real *l)
{
    dtc_real *y = w->work;
    const int *sliding = w->list + *w->holding;

    for (int e = 0; e < w->m; e++)
        if (!law_slides(w->place[e]))
            l[e] = 0;
    for (int k = 0; k < *w->holding; k++) {
        int e = w->list[k];
        y[e] = a[e] + dtc_law_product(w->G + e * w->m, l, sliding, *w->sliding);
    }
    dtc_law_hold(w, l, y, w->work + w->m);
}

void dtc_law_jump(dtc_law *w, dtc_real h)
{
    dtc_real *slip = w->work;
    const int made = h > (dtc_real)0 && *w->moved; /* by the decision of the sample */

    *w->moved = 0;
    for (int e = 0; e < w->m && !made; e++)
        w->jump[e] = 0;
    if (h > (dtc_real)0)
        return;
    for (int k = 0; k < *w->holding; k++) {
        int e = w->list[k];
        slip[e] = dtc_flush(w->s[e] - w->target[e]);
    }
    dtc_law_hold(w, w->jump, slip, w->work + w->m);
}
