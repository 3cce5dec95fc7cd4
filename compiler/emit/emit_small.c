/* emit_small.c - small systems as statements: what dtc_lu_solve and dtc_switched_solve of runtime/block.c do, written
 * out for one block.
 *
 * Up to SMALL unknowns; slip accelerations also where the elimination is fixed. Operations are those of the kernels,
 * without the products that are structurally zero; a coefficient that is a number stands in the statement. The factors
 * are the runtime's (partial pivoting); where they last for some steps, a step multiplies by the inverse, which has
 * neither quotients nor exchanges of rows one after another.
 *
 * Cost of the code: n^2 statements, and one for each element. Requires: a torn linear block.
 */
#include <math.h>
#include <string.h>
#include "emit.h"
#include "emit_small.h"

enum { SMALL = 4, SMALL_PRODUCTS = 96, TERMS = 8 };   /* TERMS: of a sum in one statement */

bool small_system(const Emitter *e, uint32_t n, uint32_t m)
{
    return !e->d->opt.no_unroll && n >= 1 && n <= SMALL && n * m <= SMALL_PRODUCTS;
}

/* Is there an inverse beside the factors, made with them? Where these last for some steps; the initial problem is
 * solved once. */
bool has_inverse(const Emitter *e, const Block *b, bool initial)
{
    return !initial && !b->fixed && (b->kind == B_LINEAR || b->kind == B_SWITCHED) && b->matrix_rate <= RATE_TRANSITION
        && small_system(e, block_n(b), block_m(b));
}

/* z becomes Y z, with Y by columns. */
void small_product(Emitter *e, uint32_t n, const char *at)
{
    open_scope(e);
    for (uint32_t i = 0; i < n; i++)
        line(e, "const dtc_real r%u = z[%u];", i, i);
    for (uint32_t i = 0; i < n; i++) {
        indented(e);
        put(e, "z[%u] =", i);
        for (uint32_t j = 0; j < n; j++)
            put(e, "%s %sY[%u] * r%u", j ? " +" : "", at, j * n + i, j);
        put(e, ";\n");
        e->statements++;
    }
    close_scope(e);
}

/* z becomes inv(A) z. Without pivot (singular) an unknown is zero; l below it is zero as well. */
void small_solve(Emitter *e, uint32_t n, const char *at)
{
    for (uint32_t k = 0; k + 1 < n; k++)
        line(e, "dtc_swap(&z[%u], &z[%sp[%u]]);", k, at, k);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            line(e, "z[%u] -= %sA[%u] * z[%u];", i, at, i * n + j, j);
            e->statements++;
        }
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t j = i + 1; j < n; j++) {
            line(e, "z[%u] -= %sA[%u] * z[%u];", i, at, i * n + j, j);
            e->statements++;
        }
        line(e, "z[%u] = dtc_quotient(z[%u], %sA[%u]);", i, i, at, i * n + i);
        e->statements++;
    }
}

/* A sum that is being written: ` + c x` or ` - c x`, with c an entry of a matrix; a new statement after TERMS of them.
 */
typedef struct { const char *to; uint32_t terms; } Sum;

static void put_term(Emitter *e, Sum *s, bool minus, Ex c, const char *entry, const char *x)
{
    double value;
    bool known = ex_is_num(e->d, c, &value);

    if (ex_is_zero(e->d, c))
        return;
    if (s->terms == TERMS) {
        put(e, ";\n");
        indented(e);
        put(e, "%s = %s", s->to, s->to);
        s->terms = 1;
    }
    minus ^= known && value < 0;
    put(e, s->terms++ == 0 ? minus ? "-" : "" : minus ? " - " : " + ");
    if (!known)
        put(e, "%s * ", entry);
    else if (fabs(value) != 1)
        put(e, "%s * ", number_text(e->d, fabs(value)));
    put(e, "%s", x);
}

static Sum sum_begin(Emitter *e, const char *to, Ex first)
{
    Sum s = { to, 0 };

    indented(e);
    put(e, "%s = ", to);
    if (!ex_is_zero(e->d, first)) {
        put_ex(e, first);
        s.terms = 1;
    }
    return s;
}

static void sum_end(Emitter *e, const Sum *s)
{
    put(e, s->terms ? ";\n" : "R(0.0);\n");
    e->statements++;
}

/* + or - the torques, by row i of a matrix of m columns. */
static void put_torques(Emitter *e, Sum *s, bool minus, const Ex *row, const char *matrix, uint32_t i, uint32_t m,
                        const char *law)
{
    for (uint32_t j = 0; j < m; j++)
        put_term(e, s, minus, row[j], internf(e->d, "%s[%u]", matrix, i * m + j),
                 internf(e->d, "%s.lambda[%u]", law, j));
}

void bare_residuals(Emitter *e, const Block *b, const Ex *res, const char *z, const char *at, const char *law)
{
    uint32_t n = block_n(b), m = block_m(b);

    for (uint32_t i = 0; i < n; i++) {
        scope_begin(e, &res[i], 1);
        Sum s = sum_begin(e, internf(e->d, "%s[%u]", z, i), res[i]);
        put_torques(e, &s, true, b->B + i * m, internf(e->d, "%sB", at), i, m, law);
        sum_end(e, &s);
        temps_end(e);
    }
}

/* The first element with the slip acceleration of i. */
static uint32_t same_acceleration(const Block *b, const Rest *r, uint32_t i)
{
    uint32_t n = block_n(b), m = block_m(b), k = 0;

    while (r->a[k] != r->a[i] || memcmp(b->C + k * n, b->C + i * n, n * sizeof(Ex)) != 0 ||
           (r->bare && memcmp(b->D + k * m, b->D + i * m, m * sizeof(Ex)) != 0))
        k++;
    return k;
}

/* af_i = a_i + sum of D_ij lambda_j + sum of C_ik z_k */
static void emit_acceleration(Emitter *e, const Block *b, const Rest *r, uint32_t i, const char *z, const char *at,
                              const char *law)
{
    uint32_t n = block_n(b), m = block_m(b), same = same_acceleration(b, r, i);

    if (same < i) {
        line(e, "%s.af[%u] = %s.af[%u];", law, i, law, same);
        e->statements++;
        return;
    }
    Sum s = sum_begin(e, internf(e->d, "%s.af[%u]", law, i), r->a[i]);
    if (r->bare)
        put_torques(e, &s, false, b->D + i * m, internf(e->d, "%sD", at), i, m, law);
    for (uint32_t k = 0; k < n; k++)
        put_term(e, &s, false, b->C[i * n + k], internf(e->d, "%sC[%u]", at, i * n + k), internf(e->d, "%s[%u]", z, k));
    sum_end(e, &s);
}

/* z -= X lambda of the stuck elements */
static void add_stuck(Emitter *e, uint32_t n, uint32_t m, const char *z, const char *at, const char *law)
{
    comment(e, NULL, internf(e->d, "what the torques of stuck elements add: at most %u rounds", m));
    line(e, "for (int k = 0; k < %s.holding; k++) {", law);
    e->indent++;
    line(e, "const int j = %s.list[k];", law);
    for (uint32_t i = 0; i < n && n <= SMALL; i++)
        line(e, "%s[%u] -= %sX[%u * j + %u] * %s.lambda[j];", z, i, at, n, i, law);
    if (n > SMALL) {
        line(e, "for (int i = 0; i < %u; i++)", n);
        line(e, "    %s[i] -= %sX[%u * j + i] * %s.lambda[j];", z, at, n, law);
    }
    close_scope(e);
}

void statements_of_law(Emitter *e, const Block *b, const Rest *r, const char *z, const char *at, const char *law)
{
    uint32_t n = block_n(b), m = block_m(b);

    for (uint32_t i = 0; i < m; i++)
        emit_acceleration(e, b, r, i, z, at, law);
    line(e, "DTC_LAW_HOLD(%u, &%s);", m, law);
    if (n > 0)
        add_stuck(e, n, m, z, at, law);
    e->statements += 2;
}
