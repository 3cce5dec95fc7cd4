/* equilibrium_cyclic.c - motions that no rate feels: the angle of a shaft, of a chain of springs that turns as a whole.
 *
 * Candidates are states that no rate depends on at the point, and the kernel of the matrix of the linear model
 * (eigen.h). What moves velocities is taken out of it, and what rates feel at three other points, which repeat from
 * run to run: where a spring happens to be slack, or a play is open, it is felt there. Both by elimination with the
 * largest component of each row as pivot.
 *
 * Requires: balance.l at the point. Cost: an LU decomposition of the matrix, three linearisations; with c candidates
 * that are no single states c^2 n.
 */
#include <math.h>
#include <string.h>
#include "dtc_law.h"
#include "dtc_runtime.h"
#include "eigen.h"
#include "equilibrium.h"

enum { POINTS = 3 };
static const double NONE = 1e-9;           /* of the terms of a row: what is zero */

/* single: by kept state: it is one by itself. x: n x count, the others */
typedef struct { Balance *b; uint32_t n, count; bool *single; double *x; } Candidates;

static bool column_is_zero(const cs_di *A, uint32_t j)
{
    for (int k = A->p[j]; k < A->p[j + 1]; k++)
        if (A->x[k] != 0)
            return false;
    return true;
}

/* A, with 1 for each state that is single, so that the kernel is what there is beside them. */
static cs_di *without_singles(const Candidates *c, const cs_di *A)
{
    cs_di *T = cs_di_spalloc(A->m, A->n, A->p[A->n] + A->n + 1, 1, 1), *result;

    for (int j = 0; j < A->n; j++) {
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            if (A->x[k] != 0)
                cs_di_entry(T, A->i[k], j, A->x[k]);
        if (c->single[j])
            cs_di_entry(T, j, j, 1);
    }
    result = cs_di_compress(T);
    cs_di_spfree(T);
    return result;
}

static bool find_candidates(Candidates *c)
{
    Dtc *d = c->b->p->d;
    const cs_di *A = c->b->l->A;
    NullSpace kernel;

    for (uint32_t j = 0; j < c->n; j++)
        c->single[j] = !c->b->velocity[c->b->l->state[j]] && column_is_zero(A, j);
    cs_di *rest = without_singles(c, A);
    Balanced scaled = eigen_balance(d, rest);
    const bool good = eigen_null_space(d, scaled.A, scaled.norm, &kernel);
    c->x = kernel.x;
    c->count = good ? kernel.kernel : 0;
    for (uint32_t j = 0; j < c->count; j++)
        for (uint32_t i = 0; i < c->n; i++)
            c->x[(size_t)j * c->n + i] *= scaled.scale[i];
    cs_di_spfree(scaled.A);
    cs_di_spfree(rest);
    return good;
}

/* A row that is to be zero for all that is left: value of each candidate, size: of its terms. */
static void demand(Candidates *c, double *value, const double *size)
{
    uint32_t pivot = UINT32_MAX;

    for (uint32_t j = 0; j < c->count; j++)
        if (fabs(value[j]) > NONE * size[j] && (pivot == UINT32_MAX || fabs(value[j]) > fabs(value[pivot])))
            pivot = j;
    if (pivot == UINT32_MAX)
        return;
    double *own = c->x + (size_t)pivot * c->n, *last = c->x + (size_t)(c->count - 1) * c->n;
    for (uint32_t j = 0; j < c->count; j++)
        for (uint32_t i = 0; i < c->n && j != pivot; i++)
            c->x[(size_t)j * c->n + i] -= value[j] / value[pivot] * own[i];
    if (own != last)
        memcpy(own, last, c->n * sizeof *own);
    c->count--;
}

static void rest_velocities(Candidates *c)
{
    double value[MOST_RIGID], size[MOST_RIGID];

    for (uint32_t i = 0; i < c->n; i++) {
        if (!c->b->velocity[c->b->l->state[i]])
            continue;
        for (uint32_t j = 0; j < c->count; j++) {
            value[j] = c->x[(size_t)j * c->n + i];
            size[j] = 0;
            for (uint32_t k = 0; k < c->n; k++)
                size[j] = fmax(size[j], fabs(c->x[(size_t)j * c->n + k]));
        }
        demand(c, value, size);
    }
}

/* What the rates of another point feel. */
static void rest_rates(Candidates *c, const cs_di *A)
{
    cs_di *rows = cs_di_transpose(A, 1);

    for (uint32_t j = 0; j < c->n; j++)
        c->single[j] &= column_is_zero(A, j);
    for (uint32_t i = 0; i < c->n; i++) {
        double value[MOST_RIGID], size[MOST_RIGID];
        for (uint32_t j = 0; j < c->count; j++) {
            value[j] = size[j] = 0;
            for (int k = rows->p[i]; k < rows->p[i + 1]; k++) {
                const double x = rows->x[k] * c->x[(size_t)j * c->n + (uint32_t)rows->i[k]];
                value[j] += x;
                size[j] += fabs(x);
            }
        }
        demand(c, value, size);
    }
    cs_di_spfree(rows);
}

/* Numbers from -1/2 to 1/2 that repeat from run to run. */
static double next_number(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (double)*state / 4294967296.0 - 0.5;
}

/* Points that cannot be evaluated, or where other states are kept, say nothing. */
static void look_elsewhere(Candidates *c)
{
    Balance *b = c->b;
    double *x = NEW_N(&b->p->d->run, double, c->n + 1);
    uint32_t seed = 2463534242u;

    for (uint32_t k = 0; k < POINTS; k++) {
        for (uint32_t i = 0; i < c->n; i++)
            x[i] = b->base[i] + next_number(&seed) * fmax(1, fabs(b->base[i]));
        Linear *l = balance_at(b, x) && point_relax(b->p) == DTC_OK ? balance_linear(b) : NULL;
        if (l && l->n == c->n && memcmp(l->state, b->l->state, c->n * sizeof *l->state) == 0)
            rest_rates(c, l->A);
        linear_free(l);
    }
}

static cs_di *motions(const Candidates *c)
{
    cs_di *T = cs_di_spalloc((int)c->n, 0, 1, 1, 1), *result;
    int column = 0;

    for (uint32_t j = 0; j < c->n; j++)
        if (c->single[j])
            cs_di_entry(T, (int)j, column++, 1);
    for (uint32_t j = 0; j < c->count; j++, column++) {
        const double *x = c->x + (size_t)j * c->n;
        double largest = 0;
        for (uint32_t i = 0; i < c->n; i++)
            largest = fabs(x[i]) > fabs(largest) ? x[i] : largest;
        for (uint32_t i = 0; i < c->n; i++)
            if (fabs(x[i]) > 1e-14 * fabs(largest))
                cs_di_entry(T, (int)i, column, x[i] / largest);
    }
    T->m = (int)c->n;
    T->n = column;
    result = cs_di_compress(T);
    cs_di_spfree(T);
    return result;
}

cs_di *cyclic_motions(Balance *b)
{
    Candidates c = { .b = b, .n = b->l->n };

    c.single = NEW_N(&b->p->d->run, bool, c.n + 1);
    if (!find_candidates(&c))
        return NULL;
    rest_velocities(&c);
    look_elsewhere(&c);
    (void)balance_recall(b);
    return balance_at(b, b->base) && point_places(b->p, false) == DTC_OK ? motions(&c) : NULL;
}
