/* watch.c - part of stage: matrices that change now and then, by what they are made of.
 *
 * A ratio that depends on the number of a gear, a stiffness on the side of a kink: values that are made of Integers,
 * Booleans and pre() of discrete variables alone go in steps, though no place and no when-clause sets them. Where all
 * of a matrix is made so, the first of what it is made of (the number of the gear, not the ratio) are compared with
 * their values of before, and have the rate of what when-clauses assign: the matrix is made anew where one of them is
 * another one. In a method whose step is one evaluation an Integer or Boolean may be made of anything, of Reals that
 * move, too; in others those are held by relation.c, but for what is in noEvent(), which follows the stages.
 *
 * Cost: linear in the nodes of the expressions of assignments and matrices.
 * Requires: rates of variables and blocks without watched ones. Ensures: Block.watched.
 */
#include <string.h>
#include "expr.h"
#include "sort.h"

typedef struct {
    Dtc *d; const Flat *f; Dae *dae;
    bool     *steps;                       /* by Var: made of what goes in steps */
    uint32_t *block_of;                    /* by Var: the assignment that makes it, plus 1 */
    bool     *seen;                        /* by block */
} Watch;

static bool node_steps(const Watch *w, const Memo *m, Ex e)
{
    const ExNode *n = ex(w->d, e);
    bool all = true;
    switch ((Op)n->op) {
    case OP_VAR: return w->dae->rate[n->payload] < RATE_STEP || w->steps[n->payload];
    case OP_INITIAL: return true;
    case OP_PRE: {
        const VarInfo *v = &w->f->var[ex_is_var(w->d, n->arg[0])];
        return v->type != T_REAL || v->variability == V_DISCRETE || v->discrete_state;
    }
    case OP_TIME:
    case OP_TERMINAL:
    case OP_LAST:
    case OP_SAMPLE: return false;
    default: break;
    }
    if (n->op == OP_CALL && w->f->function[n->payload].cls && w->f->function[n->payload].cls->impure)
        return false;
    if (w->d->opt.method == M_EULER && n->n > 0 && (TypeKind)n->type != T_REAL)
        return true;
    for (uint32_t i = 0; i < n->n; i++)
        all &= m->value[n->arg[i]].ex.a != 0;
    return all;
}

static bool in_steps(const Watch *w, Ex root)
{
    Memo *m = memo_begin(w->d);
    memo_start(w->d, m, root);
    for (Ex e; (e = memo_next(w->d, m)) != 0;)
        memo_set(m, e, (MemoValue){ .ex = { node_steps(w, m, e), 0 } });
    bool is = m->value[root].ex.a != 0;
    memo_end(w->d);
    return is;
}

static bool is_of_variables(const Watch *w, Ex e)
{
    Var *v = NULL;
    bool good = in_steps(w, e);
    ex_vars(w->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v) && good; i++)
        good = w->dae->rate[v[i]] < RATE_STEP || w->block_of[v[i]];
    return good;
}

/* Assignments that e reads and that go in steps, into `found`. False: it is made of other things as well. */
static bool sources(Watch *w, Ex root, uint32_t **found)
{
    bool only = true;
    for (NodeWalk n = node_walk(w->d, root); node_next(&n);) {
        const Op op = ex_op(w->d, n.e);
        const Var v = op == OP_VAR ? ex_is_var(w->d, n.e) : 0;
        if (op == OP_PRE || op == OP_INITIAL)
            only = false;
        if (!v || w->dae->rate[v] < RATE_STEP)
            continue;
        if (w->block_of[v])
            vec_push(&w->d->pass, *found, w->block_of[v] - 1);
        else
            only = false;
    }
    return only;
}

/* Watched is what those are made of in the end. */
static void watch_sources(Watch *w, Ex e)
{
    uint32_t *found = NULL;
    (void)sources(w, e, &found);
    while (vec_len(found)) {
        const uint32_t at = vec_pop(found), before = vec_len(found);
        if (w->seen[at])
            continue;
        w->seen[at] = true;
        w->dae->block[at].watched = !sources(w, w->dae->block[at].inner[0].value, &found);
        if (w->dae->block[at].watched)
            vec_cut(found, before);
    }
}

bool watch(Dtc *d, const Flat *f, Dae *dae)
{
    Watch w = { .d = d, .f = f, .dae = dae };
    bool any = false;
    if (d->opt.hybrid || d->opt.no_stage)
        return false;
    w.steps = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    w.seen = NEW_N(&d->pass, bool, vec_len(dae->block) + 1);
    w.block_of = NEW_N(&d->pass, uint32_t, vec_len(f->var) + 1);
    for (Var v = 1; v < vec_len(f->var); v++)
        w.steps[v] = f->var[v].type != T_REAL && f->var[v].top_level && f->var[v].causality == C_INPUT;
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        const Block *b = &dae->block[i];
        if (b->kind != B_ASSIGN || b->rate != RATE_STEP || assigns_branch(dae, b))
            continue;
        w.steps[b->inner[0].v] = in_steps(&w, b->inner[0].value);
        w.block_of[b->inner[0].v] = w.steps[b->inner[0].v] ? i + 1 : 0;
    }
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        const Block *b = &dae->block[i];
        if ((b->kind != B_LINEAR && b->kind != B_SWITCHED) || b->matrix_rate != RATE_STEP)
            continue;
        bool good = true;
        for (BlockWalk k = block_walk(b, IN_MATRICES); good && block_next(&k);)
            good = is_of_variables(&w, *k.e);
        for (BlockWalk k = block_walk(b, IN_MATRICES); good && block_next(&k);)
            watch_sources(&w, *k.e);
        any |= good;
    }
    return any;
}
