/* transfer.c - the frequency response of a linear model, by a sparse complex solution at each frequency.
 *
 * jw I - A is balanced and factored by KLU (Davis and Palamadai Natarajan 2010), with the pivots of the first frequency
 * as long as they do: a solution that leaves much is refined once, and where it then still leaves more than rounding
 * makes of its terms (backward error of Skeel), pivots are chosen anew. Derivatives by w are exact: with (jw I - A) x =
 * b they solve the same system for -j x and -2j x'. Cost: linear in the factors, for each frequency.
 */
#include <math.h>
#include <string.h>
#include "transfer.h"

/* of the terms of a row: what is not worth refining; what a good solution may leave */
static const double SMALL = 1e-15, LEFT = 1e-13;

/* ---- matrices ------------------------------------------------------------------------------------------ */

/* With an entry for each part of the diagonal. */
static cs_di *with_diagonal(const cs_di *A)
{
    cs_di *eye = cs_di_spalloc(A->n, A->n, A->n + 1, 1, 1), *one, *sum;

    for (int i = 0; i < A->n; i++)
        cs_di_entry(eye, i, i, 1);
    one = cs_di_compress(eye);
    sum = cs_di_add(A, one, 1, 0);
    cs_di_spfree(eye);
    cs_di_spfree(one);
    return sum;
}

static cs_di *balanced_inputs(const Linear *l, const double *scale)
{
    cs_di *B = cs_di_add(l->B, l->B, 1, 0);

    for (int k = 0; k < B->p[B->n]; k++)
        B->x[k] /= scale[B->i[k]];
    return B;
}

/* A column for each output. */
static cs_di *balanced_outputs(const Linear *l, const Var *output, const double *scale, double *D)
{
    const uint32_t n = l->n, k = vec_len(output);
    double *row = NEW_N(&l->p->d->run, double, n + 1);
    cs_di *C = cs_di_spalloc((int)n, (int)k, (int)n + 1, 1, 0);
    int used = 0;

    for (uint32_t i = 0; i < k; i++) {
        linear_row(l, output[i], row, D + (size_t)i * l->m);
        C->p[i] = used;
        for (uint32_t j = 0; j < n; j++) {
            if (row[j] == 0)
                continue;
            if (used >= C->nzmax)
                cs_di_sprealloc(C, 2 * C->nzmax);
            C->i[used] = (int)j;
            C->x[used++] = row[j] * scale[j];
        }
    }
    C->p[k] = used;
    return C;
}

bool transfer_new(const Linear *l, const Var *output, Transfer *t)
{
    Dtc *d = l->p->d;

    *t = (Transfer){ .d = d, .n = l->n, .m = l->m, .k = vec_len(output) };
    t->b = eigen_balance(d, l->A);
    t->S = with_diagonal(t->b.A);
    t->B = balanced_inputs(l, t->b.scale);
    t->D = NEW_N(&d->run, double, (size_t)t->k * t->m + 1);
    t->C = balanced_outputs(l, output, t->b.scale, t->D);
    t->value = NEW_N(&d->run, double, 2 * (size_t)t->S->p[t->n] + 2);
    t->x = NEW_N(&d->run, double, 2 * (size_t)t->n + 2);
    t->r = NEW_N(&d->run, double, 2 * (size_t)t->n + 2);
    t->size = NEW_N(&d->run, double, t->n + 1);
    klu_defaults(&t->c);
    t->c.scale = 0; /* it is balanced */
    t->symbolic = t->n ? klu_analyze((int)t->n, t->S->p, t->S->i, &t->c) : NULL;
    if (t->symbolic || t->n == 0)
        return true;
    error(d, ((Span){ 0, 0 }), NULL, "the matrix of the linear model cannot be factored");
    return false;
}

void transfer_free(Transfer *t)
{
    klu_free_numeric(&t->numeric, &t->c);
    klu_free_symbolic(&t->symbolic, &t->c);
    cs_di_spfree(t->b.A);
    cs_di_spfree(t->S);
    cs_di_spfree(t->B);
    cs_di_spfree(t->C);
}

/* ---- a solution ---------------------------------------------------------------------------------------- */

static void fill(Transfer *t, double w)
{
    for (int j = 0; j < t->S->n; j++)
        for (int k = t->S->p[j]; k < t->S->p[j + 1]; k++) {
            t->value[2 * k] = -t->S->x[k];
            t->value[2 * k + 1] = t->S->i[k] == j ? w : 0;
        }
}

static bool factor_anew(Transfer *t)
{
    klu_free_numeric(&t->numeric, &t->c);
    t->numeric = klu_z_factor(t->S->p, t->S->i, t->value, t->symbolic, &t->c);
    t->factors++;
    return t->numeric != NULL;
}

static bool factor(Transfer *t, double w)
{
    fill(t, w);
    if (!t->numeric)
        return factor_anew(t);
    return (klu_z_refactor(t->S->p, t->S->i, t->value, t->symbolic, t->numeric, &t->c) &&
            t->c.status == KLU_OK) ||
           factor_anew(t);
}

static bool solve(Transfer *t, double *x)
{
    return klu_z_solve(t->symbolic, t->numeric, (int)t->n, 1, x, &t->c) && t->c.status == KLU_OK;
}

/* r = b - (jw I - A) x; the largest part of it, over the size of its terms. */
static double residual(Transfer *t, uint32_t input, const double *x)
{
    double worst = 0;

    memset(t->r, 0, 2 * (size_t)t->n * sizeof *t->r);
    memset(t->size, 0, t->n * sizeof *t->size);
    for (int k = t->B->p[input]; k < t->B->p[input + 1]; k++) {
        t->r[2 * t->B->i[k]] += t->B->x[k];
        t->size[t->B->i[k]] += fabs(t->B->x[k]);
    }
    for (int j = 0; j < t->S->n; j++)
        for (int k = t->S->p[j]; k < t->S->p[j + 1]; k++) {
            const int i = t->S->i[k];
            const double re = t->value[2 * k], im = t->value[2 * k + 1];
            t->r[2 * i] -= re * x[2 * j] - im * x[2 * j + 1];
            t->r[2 * i + 1] -= re * x[2 * j + 1] + im * x[2 * j];
            t->size[i] += (fabs(re) + fabs(im)) * (fabs(x[2 * j]) + fabs(x[2 * j + 1]));
        }
    for (uint32_t i = 0; i < t->n; i++) {
        const double left = fabs(t->r[2 * i]) + fabs(t->r[2 * i + 1]);
        if (!(left <= worst * t->size[i]))
            worst = t->size[i] > 0 ? left / t->size[i] : left > 0 ? INFINITY : worst;
    }
    return worst;
}

/* The column of the input, solved, and refined once if that helps; what it leaves then. */
static double solve_column(Transfer *t, uint32_t input)
{
    memset(t->x, 0, 2 * (size_t)t->n * sizeof *t->x);
    for (int k = t->B->p[input]; k < t->B->p[input + 1]; k++)
        t->x[2 * t->B->i[k]] += t->B->x[k];
    if (!solve(t, t->x))
        return INFINITY;
    const double first = residual(t, input, t->x);
    if (first <= SMALL)
        return first;
    if (!isfinite(first) || !solve(t, t->r))
        return INFINITY;
    for (uint32_t i = 0; i < 2 * t->n; i++)
        t->x[i] += t->r[i];
    return residual(t, input, t->x);
}

/* x := factor * solution for x */
static bool turn_and_solve(Transfer *t, Complex by)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const Complex x = by * (t->x[2 * i] + t->x[2 * i + 1] * I);
        t->x[2 * i] = creal(x);
        t->x[2 * i + 1] = cimag(x);
    }
    return solve(t, t->x);
}

static Complex output_of(const Transfer *t, uint32_t output)
{
    double re = 0, im = 0;

    for (int k = t->C->p[output]; k < t->C->p[output + 1]; k++) {
        re += t->C->x[k] * t->x[2 * t->C->i[k]];
        im += t->C->x[k] * t->x[2 * t->C->i[k] + 1];
    }
    return re + im * I;
}

static bool respond(Transfer *t, uint32_t input, bool derivatives, Response *out)
{
    double left = solve_column(t, input);

    if (!(left <= LEFT) && factor_anew(t))
        left = solve_column(t, input);
    if (!isfinite(left))
        return false;
    for (uint32_t i = 0; i < t->k; i++)
        out[i * t->m + input].h = output_of(t, i) + t->D[i * t->m + input];
    if (!derivatives)
        return true;
    bool good = turn_and_solve(t, -I);
    for (uint32_t i = 0; i < t->k; i++)
        out[i * t->m + input].h1 = output_of(t, i);
    good = good && turn_and_solve(t, -2 * I);
    for (uint32_t i = 0; i < t->k; i++)
        out[i * t->m + input].h2 = output_of(t, i);
    return good;
}

bool transfer_at(Transfer *t, double w, bool derivatives, Response *out)
{
    if (t->n == 0) {
        for (uint32_t i = 0; i < t->k * t->m; i++)
            out[i] = (Response){ .h = t->D[i] };
        return true;
    }
    if (!factor(t, w))
        return false;
    for (uint32_t input = 0; input < t->m; input++)
        if (!respond(t, input, derivatives, out))
            return false;
    return true;
}

Complex transfer_residue(const Transfer *t, const EigenPair *p, uint32_t output, uint32_t input)
{
    Complex c = 0, b = 0, both = 0;

    for (int k = t->C->p[output]; k < t->C->p[output + 1]; k++) {
        const int i = t->C->i[k];
        c += t->C->x[k] / t->b.scale[i] * (p->x[i] + p->xi[i] * I);
    }
    for (int k = t->B->p[input]; k < t->B->p[input + 1]; k++) {
        const int i = t->B->i[k];
        b += t->B->x[k] * t->b.scale[i] * (p->l[i] + p->li[i] * I);
    }
    for (uint32_t i = 0; i < t->n; i++)
        both += (p->l[i] + p->li[i] * I) * (p->x[i] + p->xi[i] * I);
    return c * b / both;
}
