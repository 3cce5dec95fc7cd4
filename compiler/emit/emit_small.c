/* emit_small.c - small systems as statements: what dtc_lu_solve and dtc_switched_solve of runtime/block.c do, written out for one block.
 *
 * Up to SMALL unknowns. Operations and their order are those of the kernels, without the products that are structurally zero; a coefficient that is a number
 * stands in the statement. The factors are the runtime's (partial pivoting).
 *
 * Cost of the code: n^2 + 2 n m statements. Requires: a torn linear block.
 */
#include "emit.h"
#include "emit_small.h"

enum { SMALL = 4, SMALL_PRODUCTS = 96 };

bool small_system(const Emitter *e, uint32_t n, uint32_t m) { return !e->d->opt.no_unroll && n >= 1 && n <= SMALL && n * m <= SMALL_PRODUCTS; }

static void statement(Emitter *e, uint64_t flops)
{
    e->statements++;
    count_ops(e, flops);
}

/* z becomes inv(A) z. Without pivot (singular) an unknown is zero; l below it is zero as well. */
void small_solve(Emitter *e, uint32_t n, const char *at)
{
    for (uint32_t k = 0; k + 1 < n; k++)
        line(e, "dtc_swap(&z[%u], &z[%sp[%u]]);", k, at, k);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            line(e, "z[%u] -= %sA[%u] * z[%u];", i, at, i * n + j, j);
            statement(e, 2);
        }
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t j = i + 1; j < n; j++) {
            line(e, "z[%u] -= %sA[%u] * z[%u];", i, at, i * n + j, j);
            statement(e, 2);
        }
        line(e, "z[%u] = dtc_quotient(z[%u], %sA[%u]);", i, i, at, i * n + i);
        statement(e, 1);
    }
}

/* a0_i += C_ik z_k */
static void add_unknowns(Emitter *e, const Block *b, const char *at, const char *law, uint32_t n, uint32_t m)
{
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t k = 0; k < n; k++) {
            Ex c = b->C[i * n + k];
            double x;
            if (ex_is_zero(e->d, c))
                continue;
            if (ex_is_one(e->d, c))
                line(e, "%s.a0[%u] += z[%u];", law, i, k);
            else if (ex_is_num(e->d, c, &x))
                line(e, "%s.a0[%u] += %s * z[%u];", law, i, number_text(e->d, x), k);
            else
                line(e, "%s.a0[%u] += %sC[%u] * z[%u];", law, i, at, i * n + k, k);
            statement(e, 2);
        }
}

/* Does element j act on the system? Then it acts on all its unknowns, in general. */
static bool acts(Emitter *e, const Block *b, uint32_t n, uint32_t m, uint32_t j)
{
    for (uint32_t k = 0; k < n; k++)
        if (!ex_is_zero(e->d, b->B[k * m + j]))
            return true;
    return false;
}

void small_switched(Emitter *e, const Block *b, const char *at, const char *law)
{
    uint32_t n = block_n(b), m = block_m(b);

    for (uint32_t k = 0; k < n; k++)
        line(e, "z[%u] = -z[%u];", k, k);
    small_solve(e, n, at);
    add_unknowns(e, b, at, law, n, m);
    line(e, "(void)dtc_law_solve(&law);");
    for (uint32_t j = 0; j < m; j++)
        for (uint32_t k = 0; k < n && acts(e, b, n, m, j); k++) {
            line(e, "z[%u] -= %sX[%u] * %s.lambda[%u];", k, at, j * n + k, law, j);
            statement(e, 2);
        }
}
