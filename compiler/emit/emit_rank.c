/* emit_rank.c - for a variable-step run: how far the systems of equations that change as it runs are from losing their
 * rank.
 *
 * A number for each, zero where the rank is lost and of one sign as long as it is not: the determinant of a torn
 * block's matrix as it was factored last, or what a single equation is divided by. The solver (runtime/host/rank.c)
 * looks for its zeros.
 *
 * Requires: tear, stage. Ensures: function ranks, if there is anything to look at. Cost: n multiplications a block.
 */
#include "emit.h"
#include "emit_rank.h"
#include "sort.h"

static bool moves(Emitter *e, Ex x)
{
    Var *v = NULL;
    bool negated;

    if (x)
        ex_vars(e->d, x, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        const VarInfo *w = &e->f->var[root_of(e->f, v[i], &negated)];
        if (w->variability < V_PARAM && w->rate == RATE_STEP && !w->discrete_state)
            return true;
    }
    return false;
}

static const char *divisor_text(Emitter *e, const Assign *a)
{
    const Equation *q = a->eq && a->eq < vec_len(e->f->eq) ? &e->f->eq[a->eq] : NULL;
    const char *path = q && q->path && *q->path ? q->path : "the model", *name = e->f->var[a->v].name;

    if (!q || !q->lhs)
        return internf(e->d, "equations of %s for %s: %s is zero", path, name, ex_plain(e->d, a->pivot));
    return internf(e->d, "equation of %s for %s, whose coefficient in it is zero: %s = %s", path, name,
                   ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs));
}

uint32_t emit_ranks(Emitter *e)
{
    const char **text = NULL;

    chunk_with(e, "ranks", internf(e->d, "%s *m, double *r", e->model), "m, r");
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        bool varies =
            k->kind == B_NONLINEAR ? k->rate == RATE_STEP : k->kind != B_ASSIGN && k->matrix_rate == RATE_STEP;
        if (varies && !k->fixed && block_n(k) > 0) {
            chunk_room(e);
            line(e, "r[%u] = dtc_determinant(%u, m->block_%u.A, m->block_%u.p);", vec_len(text), block_n(k), b, b);
            vec_push(&e->d->pass, text, block_text(e, k));
            e->statements++;
        }
        for (uint32_t i = 0; i < vec_len(k->inner); i++) {
            if (!moves(e, k->inner[i].pivot))
                continue;
            chunk_room(e);
            emit_set(e, internf(e->d, "r[%u]", vec_len(text)), k->inner[i].pivot);
            vec_push(&e->d->pass, text, divisor_text(e, &k->inner[i]));
            e->statements++;
        }
    }
    chunk_end(e);
    put(e, "\nstatic const char *const rank_texts[] = {\n");
    for (uint32_t i = 0; i < vec_len(text); i++)
        put(e, "    %s,\n", c_string(e->d, comment_text(e->d, text[i])));
    put(e, vec_len(text) ? "};\n" : "    \"\"\n};\n");
    return vec_len(text);
}
