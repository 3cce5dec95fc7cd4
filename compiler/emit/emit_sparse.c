/* emit_sparse.c - linear systems whose elimination is fixed: their members, and the calls of sparse.c's functions. */
#include "eliminate.h"
#include "emit.h"
#include "emit_zero.h"

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
    put(e, "; int low; } %s; /* %u equations of %s, factors in a fixed order */\n", name, vec_len(b->eq),
        comment_text(e->d, path));
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

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
