/* ranks.c - for a variable-step run: how far the systems of equations that change as it runs are from losing their
 * rank.
 *
 * A number for each, zero where the rank is lost and of one sign as long as it is not: the determinant of a torn
 * block's matrix as it was factored last, or what a single equation is divided by. The solver (runtime/host/rank.c)
 * looks for its zeros.
 *
 * Requires: tear, stage. Ensures: function ranks, if there is anything to look at. Cost: n multiplications a block.
 */
#include "blocks.h"
#include "builders.h"
#include "sort.h"

static bool moves(const Emitter *e, Ex x)
{
    Var *v = NULL;

    if (x)
        ex_vars(e->d, x, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        Var root = root_of(e->f, v[i], NULL);
        const VarInfo *w = &e->f->var[root];
        if (w->variability < V_PARAM && e->dae->rate[root] == RATE_STEP && !w->discrete_state)
            return true;
    }
    return false;
}

static const char *divisor_text(const Emitter *e, const Assign *a)
{
    const Equation *q = a->eq && a->eq < vec_len(e->f->eq) ? &e->f->eq[a->eq] : NULL;
    const char *path = q && q->path && *q->path ? q->path : "the model", *name = e->f->var[a->v].name;

    if (!q || !q->lhs)
        return internf(e->d, "equations of %s for %s: %s is zero", path, name, ex_plain(e->d, a->pivot));
    return internf(e->d, "equation of %s for %s, whose coefficient in it is zero: %s = %s", path, name,
                   ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs));
}

static bool matrix_varies(const Block *b)
{
    bool varies =
        b->kind == B_NONLINEAR ? b->rate == RATE_STEP : b->kind != B_ASSIGN && b->matrix_rate == RATE_STEP;
    return varies && !b->fixed && block_n(b) > 0;
}

/* The number of texts so far is that of the next value. */
static void rank_of(const Emitter *e, uint32_t index, Ex r)
{
    const Block *b = &e->dae->block[index];
    Program *p = e->program;
    uint32_t n = block_n(b);

    if (matrix_varies(b)) {
        Ex A = member(p, AT_block_A, index), pivots = member(p, AT_block_p, index);
        do_kernel(p, elem(p, r, vec_len(e->program->rank)), K_DETERMINANT, ex_int(e->d, n), A, pivots);
        vec_push(&e->d->run, e->program->rank, block_text(e, b));
    }
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        if (moves(e, b->inner[i].pivot)) {
            do_set(p, elem(p, r, vec_len(e->program->rank)), b->inner[i].pivot);
            vec_push(&e->d->run, e->program->rank, divisor_text(e, &b->inner[i]));
        }
}

void build_ranks(const Emitter *e)
{
    Program *p = e->program;
    uint32_t most = 1;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        most += 1 + vec_len(e->dae->block[b].inner);
    function_begin(p, FN_ranks, 0, NULL);
    stays(p);
    Ex r = param_double(p, most, "r");
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        rank_of(e, b, r);
    function_end(p);
}
