/* rank.c - after tearing: linear systems that have no unique solution with the present values of the parameters.
 *
 * Structure cannot tell that x + y = 1 and 2*x + 2*y = 3 are the same line twice. Where all entries of a torn matrix
 * are known while compiling, it is factored here (Gauss, partial pivoting, rows scaled), and what setup would only call
 * singular is named by equations and variables. Larger systems than LARGEST are left to setup. What inner equations are
 * divided by is looked at likewise: an inertia that is zero, say, is named where it is declared. Cost: n^3 of each
 * system, n at most LARGEST.
 *
 * Requires: tear. Ensures: nothing changes.
 */
#include <math.h>
#include <string.h>
#include "sort.h"

enum { LARGEST = 64, SHOWN = 6 };

/* The first column without a pivot; n: regular. A is destroyed. */
static uint32_t deficient(double *A, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        double scale = 0;
        for (uint32_t j = 0; j < n; j++)
            scale = fmax(scale, fabs(A[i * n + j]));
        for (uint32_t j = 0; j < n && scale > 0; j++)
            A[i * n + j] /= scale;
    }
    for (uint32_t j = 0; j < n; j++) {
        uint32_t p = j;
        for (uint32_t i = j + 1; i < n; i++)
            if (fabs(A[i * n + j]) > fabs(A[p * n + j]))
                p = i;
        if (fabs(A[p * n + j]) < 1e-13)
            return j;
        for (uint32_t c = j; c < n; c++) {
            double t = A[j * n + c];
            A[j * n + c] = A[p * n + c];
            A[p * n + c] = t;
        }
        for (uint32_t i = j + 1; i < n; i++) {
            double f = A[i * n + j] / A[j * n + j];
            for (uint32_t c = j; c < n; c++)
                A[i * n + c] -= f * A[j * n + c];
        }
    }
    return n;
}

/* Does it have a product of p and an unknown of the block? */
typedef struct { const Flat *f; const Block *b; Var p; } Product;

static bool is_unknown_var(Dtc *d, Ex e, void *data)
{
    const Product *of = data;
    for (uint32_t i = 0; i < vec_len(of->b->var); i++)
        if (ex_is_var(d, e) == of->b->var[i])
            return true;
    return false;
}

static bool multiplies(Dtc *d, Ex e, void *data)
{
    const Product *of = data;
    if (ex_op(d, e) != OP_MUL)
        return false;
    for (uint32_t k = 0; k < 2; k++)
        if (ex_is_var(d, ex_arg(d, e, k)) == of->p && ex_any(d, ex_arg(d, e, 1 - k), is_unknown_var, data))
            return true;
    return false;
}

/* A parameter that is zero before an unknown: the inertia of a shaft. 0: there is none. */
static Var zero_factor(Dtc *d, const Flat *f, const Block *b, const double *value)
{
    for (uint32_t i = 0; i < vec_len(b->eq); i++) {
        const Equation *q = &f->eq[b->eq[i]];
        Var *v = NULL;
        if (!q->lhs)
            continue;
        ex_vars(d, q->lhs, &v);
        ex_vars(d, q->rhs, &v);
        for (uint32_t k = 0; k < vec_len(v); k++) {
            Product of = { f, b, v[k] };
            if (f->var[v[k]].variability == V_PARAM && value[v[k]] == 0 &&
                (ex_any(d, q->lhs, multiplies, &of) || ex_any(d, q->rhs, multiplies, &of)))
                return v[k];
        }
    }
    return 0;
}

static void tell(Dtc *d, const Flat *f, const Block *b, const double *value)
{
    const char *names = "";
    uint32_t n = vec_len(b->var);
    for (uint32_t i = 0; i < n && i < SHOWN; i++)
        names = textf(d, "%s%s%s", names, i ? ", " : "", f->var[b->var[i]].name);
    const Equation *q = &f->eq[b->res_eq[0]];
    const Var zero = zero_factor(d, f, b, value);
    if (zero) {
        const VarInfo *v = &f->var[zero];
        error(d, given_at(d, v->name, v->span), v->path,
              "%s is zero: nothing determines %s%s then; it is to be above zero, or what it belongs to left "
              "out",
              v->name, names, n > SHOWN ? ", ..." : "");
    } else
        error(d, q->span, q->path,
              "these equations do not determine %s%s: some of them say the same, or contradict each other",
              names, n > SHOWN ? ", ..." : "");
    for (uint32_t i = 0; i < vec_len(b->eq) && i < SHOWN; i++) {
        q = &f->eq[b->eq[i]];
        if (q->lhs)
            note(d, q->span, q->path, "equation %s = %s", ex_plain(d, q->lhs), ex_plain(d, q->rhs));
    }
}

/* What is divided by, once each. At the parameter that it begins with, and notes at the others. */
static void check_pivots(Dtc *d, const Flat *f, const Block *b, const double *value, Map *told)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        Ex pivot = b->inner[i].pivot;
        Var *v = NULL;
        double x;
        if (!pivot || map_get(told, pivot) || !known_eval(d, pivot, value, &x) || x != 0)
            continue;
        map_set(&d->pass, told, pivot, 1);
        ex_vars(d, pivot, &v);
        if (!v)
            continue;
        error(d, f->var[v[0]].span, f->var[v[0]].path, "%s is zero, and equations are divided by it",
              ex_plain(d, pivot));
        for (uint32_t k = 1; k < vec_len(v); k++)
            note(d, f->var[v[k]].span, NULL, "%s is here", f->var[v[k]].name);
    }
}

bool check_rank(Dtc *d, const Flat *f, const Dae *dae)
{
    uint32_t before = d->errors;
    double *value = known_values_apart(d, f), x;
    Map told = { 0 };
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        const Block *b = &dae->block[i];
        uint32_t n = vec_len(b->tear);
        check_pivots(d, f, b, value, &told);
        if (b->kind == B_ASSIGN && isnan(value[b->inner[0].v]) && known_eval(d, b->inner[0].value, value, &x))
            value[b->inner[0].v] = x;
        if ((b->kind != B_LINEAR && b->kind != B_SWITCHED) || n == 0 || n > LARGEST)
            continue;
        double *A = NEW_N(&d->pass, double, n *n);
        bool known = true;
        for (uint32_t k = 0; k < vec_len(b->J) && known; k++)
            known = known_eval(d, b->J[k].e, value, &A[b->J[k].row * n + b->J[k].col]);
        if (known && deficient(A, n) < n)
            tell(d, f, b, value);
    }
    return d->errors == before;
}
