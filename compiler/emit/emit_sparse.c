/* emit_sparse.c - the solution of a torn block's linear system, as text. */
#include "emit.h"

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
