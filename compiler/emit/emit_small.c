/* emit_small.c - small systems as statements: what dtc_lu_solve and dtc_switched_solve of runtime/block.c do, written out for one block.
 *
 * Up to SMALL unknowns; slip accelerations also where the elimination is fixed. Operations are those of the kernels, without the products that are structurally
 * zero; a coefficient that is a number stands in the statement. The factors are the runtime's (partial pivoting).
 *
 * Cost of the code: n^2 statements, and one for each element. Requires: a torn linear block.
 */
#include <math.h>
#include "emit.h"
#include "emit_small.h"

enum { SMALL = 4, SMALL_PRODUCTS = 96, TERMS = 8 };   /* TERMS: of a sum in one statement */

bool small_system(const Emitter *e, uint32_t n, uint32_t m) { return !e->d->opt.no_unroll && n >= 1 && n <= SMALL && n * m <= SMALL_PRODUCTS; }

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

/* c z, with c an entry of C: its sign goes into what joins it to the sum. */
static void put_term(Emitter *e, const char *at, uint32_t entry, Ex c, const char *z, bool first)
{
    double x;
    bool known = ex_is_num(e->d, c, &x);

    put(e, first ? known && x < 0 ? "-" : "" : known && x < 0 ? " - " : " + ");
    if (!known)
        put(e, "%sC[%u] * ", at, entry);
    else if (fabs(x) != 1)
        put(e, "%s * ", number_text(e->d, fabs(x)));
    put(e, "%s", z);
}

/* af_i = a_i + sum of C_ik z_k */
static void emit_acceleration(Emitter *e, const Block *b, uint32_t i, Ex a, const char *z, const char *at, const char *law)
{
    uint32_t n = block_n(b), terms = 0;

    indented(e);
    put(e, "%s.af[%u] = ", law, i);
    if (!ex_is_zero(e->d, a)) {
        put_ex(e, a);
        terms++;
    }
    for (uint32_t k = 0; k < n; k++) {
        Ex c = b->C[i * n + k];
        if (ex_is_zero(e->d, c))
            continue;
        if (terms == TERMS) {
            put(e, ";\n");
            indented(e);
            put(e, "%s.af[%u] = %s.af[%u]", law, i, law, i);
            terms = 1;
        }
        put_term(e, at, i * n + k, c, internf(e->d, "%s[%u]", z, k), terms++ == 0);
    }
    put(e, terms ? ";\n" : "R(0.0);\n");
    e->statements++;
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

void statements_of_law(Emitter *e, const Block *b, const Ex *a, const char *z, const char *at, const char *law)
{
    uint32_t n = block_n(b), m = block_m(b);

    for (uint32_t i = 0; i < m; i++)
        emit_acceleration(e, b, i, a[i], z, at, law);
    line(e, "DTC_LAW_HOLD(%u, &%s);", m, law);
    if (n > 0)
        add_stuck(e, n, m, z, at, law);
    e->statements += 2;
}
