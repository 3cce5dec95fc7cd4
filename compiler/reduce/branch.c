/* branch.c - relations on unknowns of their own system of equations, in a fixed step: branches of it.
 *
 * A damper that may not pull, at a node without inertia: which piece of its law holds is known with the speed of the
 * node, which the system gives. sort cut that circle by last(v): the system is linear, and each relation is that of the
 * last solution. Where the expression has one value on both sides of the relation (agree.c) that is a guess only. So
 * the relation becomes a Boolean of its own, Dae.branch, assigned before the system is built; once this is solved, the
 * step compares, and where a comparison says otherwise it goes along the pieces of the system to its solution
 * (builders/branches.c). What jumps at its relation (a trigger) has no such way, and reads the last value.
 *
 * Not in a variable step, which decides relations at events, nor for exact, which ends its steps at borders.
 *
 * Requires: tear. Ensures: Block.branch of linear systems, blocks in order. Cost: linear in the nodes of the
 * expressions, and some hundred evaluations for each relation.
 */
#include "expr.h"
#include "jumps.h"
#include "sort.h"

enum { UNKNOWNS = 32 };                    /* of larger systems the last values count */

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    Map      branch_of;                    /* relation -> its number in Dae.branch plus 1 */
    Rewriter present, branch;
    Block   *made;                         /* vec, by branch: its assignment */
    uint32_t *block_of;                    /* by Var: number of its block plus 1 */
    uint32_t block, told;                  /* the one at hand; plus 1: the last that is too large */
} Branches;

static Ex present(Branches *s, Ex e) { return ex_rewrite(s->d, &s->present, e); }

static bool is_own(Dtc *d, Ex e, void *data)
{
    const Branches *s = data;
    Var v = ex_op(d, e) == OP_LAST ? ex_is_var(d, ex_arg(d, e, 0)) : 0;
    return v && s->block_of[var_root(s->f, v, NULL)] == s->block + 1;
}

static bool is_relation(Dtc *d, Ex e)
{
    Op op = ex_op(d, e);
    return (op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE) &&
           ex_type(d, ex_arg(d, e, 0)) == T_REAL;
}

/* Of a system that is too large the relation stays that of the last step. */
static void add_branch(Branches *s, Eq eq, Ex relation)
{
    Dtc *d = s->d;
    const uint32_t n = vec_len(s->dae->block[s->block].res);
    if (n > UNKNOWNS) {
        if (s->told == s->block + 1)
            return;
        s->told = s->block + 1;
        warning(d, s->f->eq[eq].span, s->f->eq[eq].path,
                "in a fixed step the relation %s is that of the last step: its equations have %u unknowns at "
                "once, more than %d; inertias at its nodes make them fewer",
                ex_plain(d, present(s, relation)), n, UNKNOWNS);
        return;
    }
    const char *name = internf(d, "(%s)", ex_plain(d, present(s, relation)));
    Block made = made_block(d, s->f, s->dae, name, relation, eq, (Block){ .kind = B_ASSIGN });
    OwnBranch b = { made.var[0], ex_op(d, relation), present(s, ex_arg(d, relation, 0)),
                    present(s, ex_arg(d, relation, 1)) };
    vec_push(&d->pass, s->made, made);
    vec_push(&d->run, s->dae->branch, b);
    map_set(&d->pass, &s->branch_of, relation, vec_len(s->dae->branch));
}

/* Relations of one expression of the system, which is continuous at them. */
static void look_at(Branches *s, Ex root, Eq eq)
{
    Dtc *d = s->d;
    Ex *found = NULL;
    for (NodeWalk w = node_walk(d, root); node_next(&w);)
        if (is_relation(d, w.e))
            vec_push(&d->pass, found, w.e);
    for (uint32_t i = 0; i < vec_len(found); i++)
        if (!map_get(&s->branch_of, found[i]) && ex_any(d, found[i], is_own, s) &&
            agrees_somewhere(d, known_values(d, s->f), present(s, root), present(s, found[i])))
            add_branch(s, eq, found[i]);
}

static Ex branch_value(Dtc *d, Ex e, void *data)
{
    const Branches *s = data;
    if (ex_op(d, e) == OP_LAST)
        return e;
    uint32_t k = is_relation(d, e) ? (uint32_t)map_get(&s->branch_of, e) : 0;
    return k ? ex_var(d, s->dae->branch[k - 1].v) : 0;
}

/* The assignment of a branch comes before what reads it first: e. */
static void place_before(const Branches *s, Ex e, bool *placed, Block **out)
{
    Var *v = NULL;
    ex_vars(s->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        for (uint32_t k = 0; k < vec_len(s->dae->branch); k++) {
            if (placed[k] || s->dae->branch[k].v != v[i])
                continue;
            placed[k] = true;
            vec_push(&s->d->run, *out, s->made[k]);
        }
}

static void look_at_block(Branches *s, Block *b)
{
    uint32_t before = vec_len(s->dae->branch);
    if (b->kind != B_LINEAR)
        return;
    for (BlockWalk w = block_walk(b, IN_VALUES | IN_RESIDUALS); block_next(&w);)
        look_at(s, *w.e, w.eq);
    for (uint32_t k = before; k < vec_len(s->dae->branch); k++)
        vec_push(&s->d->run, b->branch, k);
}

void find_branches(Dtc *d, Flat *f, Dae *dae)
{
    Branches s = { .d = d, .f = f, .dae = dae, .present = { .fn = last_as_present } };
    s.branch = (Rewriter){ .fn = branch_value, .data = &s };
    s.block_of = NEW_N(&d->pass, uint32_t, vec_len(f->var) + 1);
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        for (uint32_t k = 0; k < vec_len(dae->block[i].var); k++)
            s.block_of[dae->block[i].var[k]] = i + 1;
    for (s.block = 0; s.block < vec_len(dae->block); s.block++)
        look_at_block(&s, &dae->block[s.block]);
    if (!vec_len(dae->branch))
        return;
    bool *placed = NEW_N(&d->pass, bool, vec_len(dae->branch));
    Block *out = NULL;
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        for (BlockWalk w = block_walk(&dae->block[i], IN_BLOCK); block_next(&w);) {
            *w.e = ex_rewrite(d, &s.branch, *w.e);
            place_before(&s, *w.e, placed, &out);
        }
        vec_push(&d->run, out, dae->block[i]);
    }
    vec_drop(dae->block);
    dae->block = out;
}

/* ---- noEvent ------------------------------------------------------------------------------------------- */

typedef struct { const Flat *f; const Block *b; } Within;

static bool is_unknown_of(Dtc *d, Ex e, void *data)
{
    const Within *w = data;
    Var v = ex_is_var(d, ex_op(d, e) == OP_LAST ? ex_arg(d, e, 0) : e);
    for (uint32_t i = 0; v && i < vec_len(w->b->var); i++)
        if (w->b->var[i] == var_root(w->f, v, NULL))
            return true;
    return false;
}

static bool is_own_relation(Dtc *d, Ex e, void *data) { return is_relation(d, e) && ex_any(d, e, is_unknown_of, data); }

static bool chooses(Dtc *d, Ex e, void *data)
{
    return ex_op(d, e) == OP_NOEVENT && ex_any(d, e, is_own_relation, data);
}

void note_choices(Dtc *d, const Flat *f, const Dae *dae)
{
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        const Block *b = &dae->block[i];
        Within w = { .f = f, .b = b };
        for (uint32_t k = 0; (b->kind == B_NONLINEAR || b->kind == B_LINEAR) && k < vec_len(b->eq); k++) {
            const Equation *q = &f->eq[b->eq[k]];
            if (!ex_any(d, q->lhs, chooses, &w) && !ex_any(d, q->rhs, chooses, &w))
                continue;
            note(d, q->span, q->path,
                 "noEvent with a relation on unknowns of its own equations: where these have several "
                 "solutions, any may come; without noEvent the one that held is kept");
        }
    }
}
