/* equilibrium_newton.c - Newton's iteration for the equations of equilibrium at given places.
 *
 * KINSOL with line search (SUNDIALS), its linear systems by KLU; where these are singular, by the step of least norm
 * that leaves least (LAPACK, dgelsy). Tables have kinks at which a search along a line comes to a stop, so that full
 * steps are tried next (a semismooth Newton's iteration), then steps of Euler in time with h from 1 ms on to 1e9 s,
 * which go where the model goes (pseudo-transient continuation).
 *
 * Unknowns are in nominal values, equations in the sum of their terms. After KINSOL full steps are made as long as they
 * make the residual less, down to rounding.
 *
 * Sources: A. C. Hindmarsh et al., SUNDIALS, ACM TOMS 31 (2005); T. Davis and E. Palamadai Natarajan, Algorithm 907:
 * KLU, ACM TOMS 37 (2010); C. T. Kelley and D. E. Keyes, Convergence analysis of pseudo-transient continuation, SIAM J.
 * Numer. Anal. 35 (1998). Cost: a linearisation and an LU decomposition a step; singular: cubic, up to DENSE unknowns.
 */
#include <klu.h>
#include <kinsol/kinsol.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include "equilibrium.h"
#include "lapack_load.h"

enum { DENSE = 1500, STEPS = 200, POLISH = 12, MARCH = 200 };
static const double FAR = 1e5;             /* of the size at the start: no point of the model */
static const double MOST_WORK = 5e10;      /* cubes of unknowns: of all singular systems together */
static const double ILL = 1e-13, RANK = 1e-11, GOOD = 1e-12;           /* reciprocal condition; singular values; rows */

/* ---- linear systems ------------------------------------------------------------------------------------ */

static cs_di *matrix_copy(const cs_di *J)
{
    cs_di *A = cs_di_spalloc(J->m, J->n, J->p[J->n] + 1, 1, 0);

    memcpy(A->p, J->p, ((size_t)J->n + 1) * sizeof *A->p);
    memcpy(A->i, J->i, (size_t)J->p[J->n] * sizeof *A->i);
    memcpy(A->x, J->x, (size_t)J->p[J->n] * sizeof *A->x);
    return A;
}

/* Rows and columns of size 1. */
static cs_di *scaled(const Balance *b)
{
    cs_di *A = matrix_copy(b->J);

    for (uint32_t j = 0; j < b->size; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            A->x[k] *= b->scale[j] / b->row[A->i[k]];
    return A;
}

/* x: right-hand side, then the solution. false: singular */
static bool solve_sparse(const cs_di *A, double *x)
{
    klu_common c;
    bool good = false;

    klu_defaults(&c);
    c.halt_if_singular = 1;
    klu_symbolic *symbolic = klu_analyze(A->n, A->p, A->i, &c);
    klu_numeric *numeric = symbolic ? klu_factor(A->p, A->i, A->x, symbolic, &c) : NULL;
    if (numeric && c.status == KLU_OK && klu_condest(A->p, A->x, symbolic, numeric, &c) &&
        c.condest * ILL < 1)
        good = klu_solve(symbolic, numeric, A->n, 1, x, &c) != 0;
    klu_free_numeric(&numeric, &c);
    klu_free_symbolic(&symbolic, &c);
    return good;
}

/* By columns; to be freed. */
static double *dense(const cs_di *A)
{
    double *x = cs_di_calloc(A->m * A->n + 1, sizeof *x);

    for (int j = 0; j < A->n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            x[(size_t)j * (size_t)A->m + (size_t)A->i[k]] += A->x[k];
    return x;
}

static bool solve_dense(Balance *b, const cs_di *A, double *x)
{
    Lapack lapack;
    int rank = 0;

    if (b->size > DENSE || b->work > MOST_WORK || !lapack_load(b->p->d, &lapack))
        return false;
    b->work += pow(b->size, 3);
    double *a = dense(A);
    int *order = cs_di_calloc(A->n + 1, sizeof *order);
    const int wrong =
        lapack.LAPACKE_dgelsy(LAPACK_COL_MAJOR, A->n, A->n, 1, a, A->n, x, A->n, order, RANK, &rank);
    cs_di_free(a);
    cs_di_free(order);
    return wrong == 0;
}

/* Of each vector of the kernel the largest component. */
static void find_free(Balance *b, const cs_di *A, uint32_t **out)
{
    const size_t n = b->size;
    Lapack lapack;

    if (n > DENSE || !lapack_load(b->p->d, &lapack))
        return;
    double *a = dense(A), *s = cs_di_calloc(A->n + 1, sizeof *s),
           *V = cs_di_calloc(A->n * A->n + 1, sizeof *V), *rest = cs_di_calloc(A->n + 1, sizeof *rest), U[1];
    const int wrong =
        lapack.LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', A->n, A->n, a, A->n, s, U, 1, V, A->n, rest);
    for (size_t i = 0; i < n && !wrong; i++) {
        size_t largest = 0;
        if (s[i] > RANK * s[0])
            continue;
        for (size_t j = 0; j < b->n + b->m; j++)
            if (fabs(V[i + n * j]) > fabs(V[i + n * largest]) * (1 + 1e-6))
                largest = j;
        vec_push(&b->p->d->run, *out, (uint32_t)largest);
    }
    cs_di_free(a);
    cs_di_free(s);
    cs_di_free(V);
    cs_di_free(rest);
}

bool newton_step(Balance *b, const double *F, double *dx, uint32_t **free, double *left)
{
    cs_di *A = scaled(b);
    double *r = NEW_N(&b->p->d->pass, double, b->size + 1);
    bool good = true;

    for (uint32_t i = 0; i < b->size; i++)
        r[i] = dx[i] = -F[i] / b->row[i];
    if (!solve_sparse(A, dx)) {
        memcpy(dx, r, b->size * sizeof *dx);
        good = solve_dense(b, A, dx);
        if (good && free)
            find_free(b, A, free);
    }
    for (uint32_t j = 0; j < b->size && left; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            r[A->i[k]] -= A->x[k] * dx[j];
    for (uint32_t i = 0; i < b->size; i++) {
        if (left)
            *left = fmax(i ? *left : 0, fabs(r[i]));
        good &= isfinite(dx[i]);
        dx[i] *= b->scale[i];
    }
    cs_di_spfree(A);
    return good;
}

/* ---- KINSOL -------------------------------------------------------------------------------------------- */

static int function(N_Vector u, N_Vector f, void *data)
{
    return balance_residual(data, N_VGetArrayPointer(u), N_VGetArrayPointer(f)) ? 0 : 1;
}

/* The point is that of the last evaluation, which may be another trial. */
static int jacobian(N_Vector u, N_Vector f, SUNMatrix M, void *data, N_Vector work1, N_Vector work2)
{
    Balance *b = data;

    (void)f, (void)work2;
    if (!balance_residual(b, N_VGetArrayPointer(u), N_VGetArrayPointer(work1)) || !balance_jacobian(b))
        return 1;
    const sunindextype entries = b->J->p[b->size];
    if (SM_NNZ_S(M) < entries && SUNSparseMatrix_Reallocate(M, entries))
        return -1;
    for (uint32_t j = 0; j <= b->size; j++)
        SM_INDEXPTRS_S(M)[j] = b->J->p[j];
    for (sunindextype k = 0; k < entries; k++) {
        SM_INDEXVALS_S(M)[k] = b->J->i[k];
        SM_DATA_S(M)[k] = b->J->x[k];
    }
    return 0;
}

static SUNLinearSolver_Type solver_type(SUNLinearSolver s)
{
    (void)s;
    return SUNLINEARSOLVER_DIRECT;
}

static int solver_setup(SUNLinearSolver s, SUNMatrix M)
{
    (void)s, (void)M;
    return 0;
}

/* J x = r */
static int solver_solve(SUNLinearSolver s, SUNMatrix M, N_Vector x, N_Vector r, realtype tolerance)
{
    Balance *b = s->content;
    double *F = NEW_N(&b->p->d->pass, double, b->size + 1);

    (void)M, (void)tolerance;
    for (uint32_t i = 0; i < b->size; i++)
        F[i] = -N_VGetArrayPointer(r)[i];
    return newton_step(b, F, N_VGetArrayPointer(x), NULL, NULL) ? 0 : 1;
}

static int solver_free(SUNLinearSolver s)
{
    s->content = NULL;
    SUNLinSolFreeEmpty(s);
    return 0;
}

static SUNLinearSolver linear_solver(Balance *b, SUNContext context)
{
    SUNLinearSolver s = SUNLinSolNewEmpty(context);

    if (!s)
        return NULL;
    s->content = b;
    s->ops->gettype = solver_type;
    s->ops->setup = solver_setup;
    s->ops->solve = solver_solve;
    s->ops->free = solver_free;
    return s;
}

static void silent(int code, const char *module, const char *name, char *message, void *data)
{
    (void)code, (void)module, (void)name, (void)message, (void)data;
}

typedef struct { SUNContext context; N_Vector u, us, fs; SUNMatrix M; SUNLinearSolver solver; void *kin; } Kinsol;

static bool prepare(Kinsol *k, Balance *b, double *u)
{
    const sunindextype n = (sunindextype)b->size;

    if (SUNContext_Create(NULL, &k->context))
        return false;
    k->u = N_VMake_Serial(n, u, k->context);
    k->us = N_VNew_Serial(n, k->context);
    k->fs = N_VNew_Serial(n, k->context);
    k->M = SUNSparseMatrix(n, n, b->J->p[b->size] + 1, CSC_MAT, k->context);
    k->solver = linear_solver(b, k->context);
    k->kin = KINCreate(k->context);
    if (!k->u || !k->us || !k->fs || !k->M || !k->solver || !k->kin)
        return false;
    for (uint32_t i = 0; i < b->size; i++) {
        N_VGetArrayPointer(k->us)[i] = 1 / b->scale[i];
        N_VGetArrayPointer(k->fs)[i] = 1 / b->row[i];
    }
    return KINInit(k->kin, function, k->u) == KIN_SUCCESS && KINSetUserData(k->kin, b) == KIN_SUCCESS &&
           KINSetErrHandlerFn(k->kin, silent, NULL) == KIN_SUCCESS &&
           KINSetLinearSolver(k->kin, k->solver, k->M) == KIN_SUCCESS &&
           KINSetJacFn(k->kin, jacobian) == KIN_SUCCESS && KINSetMaxSetupCalls(k->kin, 1) == KIN_SUCCESS &&
           KINSetNumMaxIters(k->kin, STEPS) == KIN_SUCCESS &&
           KINSetFuncNormTol(k->kin, 1e-11) == KIN_SUCCESS &&
           KINSetScaledStepTol(k->kin, 1e-13) == KIN_SUCCESS &&
           KINSetMaxNewtonStep(k->kin, 1e4 * sqrt((double)b->size)) == KIN_SUCCESS;
}

static void end(Kinsol *k)
{
    if (k->kin)
        KINFree(&k->kin);
    if (k->solver)
        SUNLinSolFree(k->solver);
    if (k->M)
        SUNMatDestroy(k->M);
    if (k->fs)
        N_VDestroy(k->fs);
    if (k->us)
        N_VDestroy(k->us);
    if (k->u)
        N_VDestroy(k->u);
    if (k->context)
        SUNContext_Free(&k->context);
}

/* way: KIN_LINESEARCH, KIN_NONE */
static void iterate_newton(Balance *b, double *u, int way)
{
    Kinsol k = { 0 };

    if (prepare(&k, b, u))
        (void)KINSol(k.kin, k.u, way, k.us, k.fs);
    end(&k);
}

/* ---- the iteration ------------------------------------------------------------------------------------- */

static double largest_row(const Balance *b, const double *F)
{
    double largest = 0;

    for (uint32_t i = 0; i < b->size; i++)
        largest = fmax(largest, fabs(F[i]) / b->row[i]);
    return largest;
}

/* Full steps down to rounding; the point is at u. */
static bool polish(Balance *b, double *u, double *residual)
{
    Arena *a = &b->p->d->run;
    double *F = NEW_N(a, double, b->size + 1), *dx = NEW_N(a, double, b->size + 1),
           *next = NEW_N(a, double, b->size + 1);
    bool more = true;

    if (!balance_residual(b, u, F) || !balance_jacobian(b))
        return false;
    *residual = largest_row(b, F);
    for (int k = 0; k < POLISH && more && *residual > 1e-17 && newton_step(b, F, dx, NULL, NULL); k++) {
        for (uint32_t i = 0; i < b->size; i++)
            next[i] = u[i] + dx[i];
        more = balance_residual(b, next, F) && largest_row(b, F) < *residual;
        if (!more)
            break;
        *residual = largest_row(b, F);
        memcpy(u, next, b->size * sizeof *u);
        if (!balance_jacobian(b))
            return false;
    }
    return balance_residual(b, u, F) && balance_jacobian(b);
}

static bool runs_away(const Balance *b, const double *u)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (fabs(u[i]) > FAR * b->scale[i])
            return true;
    return false;
}

/* Linearly implicit steps of Euler through the model's own time, each longer than the one before. */
static bool march(Balance *b, double *u)
{
    Arena *a = &b->p->d->run;
    double *F = NEW_N(a, double, b->size + 1), *dx = NEW_N(a, double, b->size + 1),
           *next = NEW_N(a, double, b->size + 1);
    bool good = true;

    b->damping = 1e3;
    for (int k = 0; k < MARCH && good && b->damping > 1e-9; k++) {
        good = balance_residual(b, u, F) && balance_jacobian(b);
        good = good && newton_step(b, F, dx, NULL, NULL);
        for (uint32_t i = 0; i < b->size; i++)
            next[i] = u[i] + dx[i];
        if (good && runs_away(b, next)) {
            good = false;
        } else if (good && balance_residual(b, next, F)) {
            memcpy(u, next, b->size * sizeof *u);
            b->damping /= 1.3;
        } else {
            b->damping *= 4;
        }
    }
    b->damping = 0;
    return good;
}

/* J as it was, and a step of Newton's that leaves what there is: no other way leads on. */
static bool is_hopeless(Balance *b, const cs_di *before, const double *u, double residual)
{
    double *F = NEW_N(&b->p->d->run, double, b->size + 1), *dx = NEW_N(&b->p->d->run, double, b->size + 1),
           left = 0;
    const int entries = b->J->p[b->size];

    if (entries != before->p[b->size])
        return false;
    for (int k = 0; k < entries; k++)
        if (b->J->i[k] != before->i[k] || !(fabs(b->J->x[k] - before->x[k]) <= 1e-9 * fabs(before->x[k])))
            return false;
    return balance_residual(b, u, F) && newton_step(b, F, dx, NULL, &left) && left > 0.5 * residual;
}

static bool newton_ways(Balance *b, double *u, double *residual, const cs_di *before)
{
    double *F = NEW_N(&b->p->d->run, double, b->size + 1), *start = NEW_N(&b->p->d->run, double, b->size + 1);

    memcpy(start, u, b->size * sizeof *u);
    for (int way = 0; way < 3; way++) {
        double left, *x = way == 0 ? u : NEW_N(&b->p->d->run, double, b->size + 1);
        memcpy(x, start, b->size * sizeof *x);
        if (!balance_residual(b, x, F) || !balance_jacobian(b))
            return false;
        if (way < 2)
            iterate_newton(b, x, way == 0 ? KIN_LINESEARCH : KIN_NONE);
        else if ((b->m > 0 && !b->keep) || !march(b, x))
            continue;
        if (!polish(b, x, &left) || !(left < *residual))
            continue;
        memcpy(u, x, b->size * sizeof *u);
        if ((*residual = left) <= GOOD)
            return true;
        if (way == 0 && (b->hopeless = is_hopeless(b, before, u, left)))
            return false;
    }
    return false;
}

bool newton(Balance *b, double *u, double *residual)
{
    double *F = NEW_N(&b->p->d->run, double, b->size + 1);

    b->hopeless = false;
    *residual = b->size == 0 ? 0 : INFINITY;
    if (b->size == 0)
        return true;
    if (!balance_residual(b, u, F) || !balance_jacobian(b))
        return false;
    cs_di *before = matrix_copy(b->J);
    const bool good = newton_ways(b, u, residual, before);
    cs_di_spfree(before);
    return good;
}
