/* emit_sparse.c - linear systems whose elimination is fixed: factors and solution as straight-line C.
 *
 * Gaussian elimination row by row (Doolittle) in the order of eliminate.c, with the reciprocals of the pivots on the diagonal. Every entry
 * of the factors has a place of its own, there are no indices and no search at run time; what is zero costs nothing. Parts of the block
 * triangular form are solved from the last to the first. Functions of bounded length: factor_block_3(m), solve_block_3(a, z).
 *
 * Cost: one statement an operation. Requires: eliminate. Ensures: as many operations at each call.
 */
#include <string.h>
#include "eliminate.h"
#include "emit.h"
#include "emit_zero.h"

enum { TERMS = 8 };                        /* products in a statement */

const char *block_name(Emitter *e, const Block *b)
{
    const Dae *dae = e->dae;

    if (b >= dae->block && b < dae->block + vec_len(dae->block))
        return internf(e->d, "block_%u", (uint32_t)(b - dae->block));
    return internf(e->d, "init_%u", (uint32_t)(b - dae->init));
}

void emit_fixed_members(Emitter *e, const Block *b, const char *name, const char *path)
{
    uint32_t n = b->fixed->n, m = vec_len(b->sw);

    put(e, "    struct { dtc_real a[%u], z[%u], scale", elimination_size(b->fixed), n);
    if (m > 0)
        put(e, ", X[%u], C[%u]", n * m, m * n);
    if (m > 0 && rest_at_zero(e, b).bare)
        put(e, ", B[%u], D[%u]", n * m, m * m);
    put(e, "; int low; } %s; /* %u equations of %s, factors in a fixed order */\n", name, vec_len(b->eq), comment_text(e->d, path));
}

/* ---- calls ---------------------------------------------------------------------------------------------------------- */

void emit_fixed_factor(Emitter *e, const char *name) { line(e, "factor_%s(m);", name); }

void emit_inverse(Emitter *e, const Block *b, const char *z)
{
    const char *name = block_name(e, b);

    if (b->fixed) {
        line(e, "solve_%s(m->%s.a, %s);", name, name, z);
    } else {
        line(e, "dtc_lu_solve(%u, m->%s.A, m->%s.p, %s);", block_n(b), name, name, z);
    }
}

void emit_negative_inverse(Emitter *e, const Block *b, const char *z)
{
    line(e, "for (int k = 0; k < %u; k++)", block_n(b));
    line(e, "    %s[k] = -%s[k];", z, z);
    emit_inverse(e, b, z);
}

/* ---- factors ---------------------------------------------------------------------------------------------------------- */

/* Own entries of row i, which begin at number k of J; returns the first of the next row. */
static uint32_t emit_own(Emitter *e, const Block *b, const char *a, uint32_t i, uint32_t k)
{
    const Elimination *x = b->fixed;

    for (uint32_t at = x->start[i]; at < x->start[i + 1]; at++) {
        bool own = k < vec_len(b->J) && b->J[k].row == i && b->J[k].col == x->col[at];
        Ex value = own ? b->J[k++].e : ex_real(e->d, 0);
        chunk_room(e);
        scope_begin(e, &value, 1);
        put(e, "%*s%s[%u] = ", 4 * e->indent, "", a, at);
        put_ex(e, value);
        put(e, ";\n");
        temps_end(e);
        e->statements++;
    }
    return k;
}

/* Row i less its multiple of row k, whose place in row i is `at`. Both are in ascending order of columns. */
static void emit_less(Emitter *e, const Elimination *x, const char *a, uint32_t at, uint32_t k)
{
    uint32_t to = at + 1;

    chunk_room(e);
    line(e, "%s[%u] *= %s[%u];", a, at, a, x->diagonal[k]);
    for (uint32_t from = x->diagonal[k] + 1; from < x->start[k + 1] && x->col[from] < x->end[k]; from++) {
        while (x->col[to] < x->col[from])
            to++;
        line(e, "%s[%u] -= %s[%u] * %s[%u];", a, to, a, at, a, from);
        e->statements++;
    }
    e->statements++;
}

static void emit_row(Emitter *e, const Elimination *x, const char *name, uint32_t i)
{
    const char *a = internf(e->d, "m->%s.a", name);
    uint32_t n = x->start[i + 1] - x->start[i], right = x->start[i + 1] - x->diagonal[i];

    line(e, "m->%s.scale = dtc_largest(%u, &%s[%u]);", name, n, a, x->start[i]);
    for (uint32_t at = x->start[i]; at < x->diagonal[i]; at++)
        emit_less(e, x, a, at, x->col[at]);
    chunk_room(e);
    line(e, "m->%s.low |= dtc_pivot(%u, &%s[%u], m->%s.scale);", name, right, a, x->diagonal[i], name);
    e->statements += 2;
}

static void emit_factors(Emitter *e, const Block *b, const char *name)
{
    const char *a = internf(e->d, "m->%s.a", name);

    chunk_begin(e, internf(e->d, "factor_%s", name));
    chunk_room(e);
    line(e, "m->%s.low = 0;", name);
    for (uint32_t i = 0, k = 0; i < b->fixed->n; i++) {
        k = emit_own(e, b, a, i, k);
        emit_row(e, b->fixed, name, i);
    }
    chunk_end(e);
}

/* ---- the solution ------------------------------------------------------------------------------------------------------- */

/* z[i] = (z[i] - sum of a z over these entries) times the diagonal, if asked for. */
static void emit_sum(Emitter *e, const Elimination *x, uint32_t i, uint32_t from, uint32_t to, bool divide)
{
    for (uint32_t at = from; at < to;) {
        chunk_room(e);
        put(e, "    z[%u] = z[%u]", i, i);
        for (uint32_t k = 0; k < TERMS && at < to; k++, at++)
            put(e, " - a[%u] * z[%u]", at, x->col[at]);
        put(e, ";\n");
        e->statements++;
    }
    chunk_room(e);
    if (divide)
        line(e, "z[%u] *= a[%u];", i, x->diagonal[i]);
    e->statements++;
}

/* The entry of row i from which on columns are beyond its part. */
static uint32_t beyond(const Elimination *x, uint32_t i)
{
    uint32_t at = x->start[i + 1];

    while (x->col[at - 1] >= x->end[i])
        at--;
    return at;
}

static void emit_solver(Emitter *e, const Elimination *x, const char *name)
{
    chunk_with(e, internf(e->d, "solve_%s", name), "const dtc_real *a, dtc_real *z", "a, z");
    for (uint32_t end = x->n, first; end > 0; end = first) {
        for (first = end; first > 0 && x->end[first - 1] == end;)
            first--;
        for (uint32_t i = first; i < end; i++) {
            emit_sum(e, x, i, beyond(x, i), x->start[i + 1], false);
            emit_sum(e, x, i, x->start[i], x->diagonal[i], false);
        }
        for (uint32_t i = end; i-- > first;)
            emit_sum(e, x, i, x->diagonal[i] + 1, beyond(x, i), true);
    }
    chunk_end(e);
}

/* ---- all ------------------------------------------------------------------------------------------------------------------- */

static void emit_elimination(Emitter *e, const Block *b)
{
    const char *name = block_name(e, b);

    if (!b->fixed)
        return;
    emit_factors(e, b, name);
    emit_solver(e, b->fixed, name);
}

void emit_eliminations(Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        emit_elimination(e, &e->dae->block[b]);
    for (uint32_t b = 0; b < vec_len(e->dae->init); b++)
        emit_elimination(e, &e->dae->init[b]);
}
