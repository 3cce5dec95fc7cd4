/* live.c - part of stage: what nobody needs is not computed, neither a block nor a variable inside one.
 *
 * Needed is what outputs, guards, switching elements, when-clauses, asserts, observed variables and states read,
 * directly or not. A state that only integrates another state (an angle nobody looks at) is needed only if it is read.
 * A torn block is solved for its tearing variables as soon as one of its variables is needed; for that its residuals,
 * and slip accelerations, have to be known with the unknowns at zero. After the solution only those inner variables
 * follow whose values something reads: used. An inner variable that neither needs is left out.
 *
 * Where the matrix of a block moves with the step and the method takes differentials of its solution (rosenbrock,
 * exact), what leads to its residuals is needed as well: they have inner variables as factors then. With reinit
 * (impulses are looked for in the equations of a block), in the flavour for a variable-step run, and with -fno-live a
 * block is needed as a whole.
 *
 * Cost: linear in the nodes of the expressions of each block.
 * Requires: tear, initial_problem, rates of variables and matrices. Ensures: used of variables; dae->state, blocks and
 * their inner hold what is needed, dae->unread what was left out of inner. May be called again.
 */
#include <string.h>
#include "chosen.h"
#include "expr.h"
#include "sort.h"

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    bool      whole;                       /* blocks are needed as a whole */
    uint32_t *block_of, *inner_of;         /* by Var: index of its block, in it of its inner variable; plus 1 */
    Var      *kept_of;                     /* by Var: what stands for pre() of it in the initialisation */
    uint32_t *init_of;                     /* by Var: index of its block of the initialisation, plus 1 */
    bool     *solved, *init;               /* by block, block of the initialisation: needed */
    bool     *at_zero;                     /* by Var: an inner variable without which its block cannot be solved */
    uint32_t *readers;                     /* by Var: how often it was asked for */
    Var      *todo, *zero;                 /* still to be followed: needed variables, those at_zero */
} Live;

/* ---- needed values ------------------------------------------------------------------------------------- */

static void need(Live *s, Var v)
{
    s->readers[v]++;
    if (v == 0 || s->dae->used[v])
        return;
    s->dae->used[v] = true;
    vec_push(&s->d->pass, s->todo, v);
}

/* Variables of an expression, also those read as PRE or LAST; these come second. */
static void variables(Live *s, Ex root, Var **plain, Var **last)
{
    Dtc *d = s->d;
    for (NodeWalk w = node_walk(d, root); node_next(&w);) {
        bool kept = op_keeps(ex_op(d, w.e));
        Var v = ex_is_var(d, kept ? ex_arg(d, w.e, 0) : w.e);
        if (v && kept)
            vec_push(&d->pass, *last, v);
        else if (v)
            vec_push(&d->pass, *plain, v);
    }
}

static void need_in(Live *s, Ex root)
{
    Var *v = NULL;
    variables(s, root, &v, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        need(s, v[i]);
}

/* ---- torn blocks --------------------------------------------------------------------------------------- */

/* What has to be known of v before block b (index plus 1) is solved. */
static void need_at_zero(Live *s, uint32_t b, Var v)
{
    if (s->block_of[v] != b) {
        need(s, v);
    } else if (s->inner_of[v] && !s->at_zero[v]) {
        s->at_zero[v] = true;
        vec_push(&s->d->pass, s->zero, v);
    }
}

/* Are its inner variables factors of differentials, or of a matrix that is not linear? */
static bool are_factors(const Dtc *d, const Block *b)
{
    bool differentials = method_keeps(d->opt.method) || d->opt.method == M_EXACT;
    return b->kind == B_NONLINEAR || (differentials && b->matrix_rate == RATE_STEP);
}

static void solve_with(Live *s, uint32_t b, Ex e)
{
    Var *v = NULL, *last = NULL;
    variables(s, e, &v, &last);
    for (uint32_t i = 0; i < vec_len(last); i++)
        need(s, last[i]);
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (are_factors(s->d, &s->dae->block[b - 1]))
            need(s, v[i]);
        else
            need_at_zero(s, b, v[i]);
}

static void need_law(Live *s, const Switch *w)
{
    const Var v[] = { law_slip(w), w->lambda, w->lo, w->hi, w->slo, w->shi, w->gap, w->place };
    for (uint32_t i = 0; i < sizeof v / sizeof *v; i++)
        need(s, v[i]);
    need_in(s, w->nominal_s);
    need_in(s, w->nominal_lambda);
    need_in(s, w->restitution);
}

static void need_whole(Live *s, const Block *b)
{
    for (uint32_t i = 0; i < block_makes(b); i++)
        need(s, block_made(b, i));
}

/* What the block of v reads to be solved. */
static void solve(Live *s, Var of)
{
    uint32_t index = s->block_of[of];
    if (!index || s->solved[index - 1])
        return;
    const Block *b = &s->dae->block[index - 1];
    s->solved[index - 1] = true;
    if ((s->whole && b->kind != B_ASSIGN) || vec_len(b->branch))
        need_whole(s, b);
    for (uint32_t i = 0; i < vec_len(b->branch); i++) {
        need_in(s, s->dae->branch[b->branch[i]].a);
        need_in(s, s->dae->branch[b->branch[i]].b);
    }
    for (BlockWalk w = block_walk(b, IN_RESIDUALS | IN_MATRICES); block_next(&w);)
        solve_with(s, index, *w.e);
    for (uint32_t i = 0; i < vec_len(b->sw); i++) {
        const Switch *w = &s->f->sw[b->sw[i]];
        need_law(s, w);
        solve_with(s, index, var_value(s->d, s->f, w->a));
    }
}

static void need_value(Live *s, Var v)
{
    if (s->inner_of[v])
        need_in(s, s->dae->block[s->block_of[v] - 1].inner[s->inner_of[v] - 1].value);
}

/* ---- the initialisation -------------------------------------------------------------------------------- */

/* Its blocks are computed for their own sake: what they read of each other need not be known in a step. */
static void need_at_start(Live *s, Var v)
{
    uint32_t *todo = NULL;
    Var *vars = NULL;
    if (s->init_of[v] && !s->init[s->init_of[v] - 1])
        vec_push(&s->d->pass, todo, s->init_of[v] - 1);
    while (vec_len(todo)) {
        uint32_t index = vec_pop(todo);
        const Block *b = &s->dae->init[index];
        if (s->init[index])
            continue;
        s->init[index] = true;
        if (s->whole)
            need_whole(s, b);
        vec_clear(vars);
        for (BlockWalk w = block_walk(b, IN_BLOCK); block_next(&w);)
            variables(s, *w.e, &vars, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++) {
            const VarInfo *u = &s->f->var[vars[i]];
            if (s->init_of[vars[i]])
                vec_push(&s->d->pass, todo, s->init_of[vars[i]] - 1);
            if (!s->init_of[vars[i]] || u->is_state || u->discrete_state || u->variability >= V_PARAM)
                need(s, vars[i]);
        }
    }
}

/* ---- roots --------------------------------------------------------------------------------------------- */

static bool matches(Dtc *d, const char *name)
{
    if (!d->opt.vars || d->opt.beside_vars)
        return d->opt.observe_all;
    for (uint32_t i = 0; i < vec_len(d->opt.vars); i++)
        if (name_chosen(d->opt.vars[i], name))
            return true;
    return false;
}

/* A state that is nothing but the integral of another one, and not asked for. */
static bool only_integrates(Live *s, Var v)
{
    const VarInfo *i = &s->f->var[v];
    Var rate = i->der ? var_root(s->f, i->der, NULL) : 0;
    return rate && s->f->var[rate].is_state && i->state_select != SS_ALWAYS;
}

static void need_when(Live *s, const When *w)
{
    for (uint32_t i = 0; i < vec_len(w->branch); i++) {
        need_in(s, w->branch[i].cond);
        for (uint32_t k = 0; k < vec_len(w->branch[i].action); k++) {
            const WhenAction *a = &w->branch[i].action[k];
            s->whole |= a->kind == W_REINIT;
            need(s, a->var);
            need_in(s, a->value);
            need_in(s, a->message);
        }
    }
}

static void need_roots(Live *s)
{
    Flat *f = s->f;
    for (Var v = 1; v < vec_len(f->var); v++) {
        const VarInfo *i = &f->var[v];
        if ((i->causality == C_OUTPUT && i->top_level) || i->kept || matches(s->d, i->name))
            need(s, v);
    }
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        need_law(s, &f->sw[i]);
    for (uint32_t i = 0; i < vec_len(f->net); i++) {
        const FlatNet *a = &f->net[i];
        for (uint32_t k = 0; k < net_sets(a); k++)
            need(s, net_set(a, k));
        for (uint32_t k = 0; k < vec_len(a->transition); k++)
            need_in(s, a->transition[k].guard);
    }
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        need_when(s, &f->when[i]);
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        need_in(s, f->assert[i].cond);
        need_in(s, f->assert[i].message);
    }
    for (uint32_t i = 0; i < vec_len(s->dae->state); i++)
        if (!only_integrates(s, s->dae->state[i]))
            need(s, s->dae->state[i]);
}

/* ---- following ----------------------------------------------------------------------------------------- */

/* What the value of a held relation is decided by. */
static void need_held(Live *s, const Held *h)
{
    const Ex e[] = { h->a, h->b, h->slope, h->rest, h->scale };
    for (uint32_t i = 0; i < sizeof e / sizeof *e; i++)
        need_in(s, e[i]);
    need(s, h->count);
}

static void follow_needed(Live *s, Var v)
{
    const VarInfo *i = &s->f->var[v];
    Alias a = alias_of(s->f, v);
    if (a.of)
        need(s, a.of);
    need_in(s, a.constant);
    need_in(s, i->binding);
    if (i->is_state)
        need(s, i->der);
    if (s->kept_of[v])
        need(s, s->kept_of[v]);
    if (held_of(s->dae, v))
        need_held(s, held_of(s->dae, v));
    solve(s, v);
    need_value(s, v);
    need_at_start(s, v);
}

static void follow(Live *s)
{
    while (vec_len(s->todo) || vec_len(s->zero)) {
        if (vec_len(s->todo)) {
            follow_needed(s, vec_pop(s->todo));
        } else {
            Var v = vec_pop(s->zero);
            uint32_t b = s->block_of[v];
            solve_with(s, b, s->dae->block[b - 1].inner[s->inner_of[v] - 1].value);
        }
    }
}

/* ---- leaving out --------------------------------------------------------------------------------------- */

static uint32_t *owners(Live *s, const Block *block, uint32_t *inner)
{
    uint32_t *of = NEW_N(&s->d->pass, uint32_t, vec_len(s->f->var) + 1);
    for (uint32_t i = 0; i < vec_len(block); i++) {
        for (uint32_t k = 0; k < vec_len(block[i].var); k++)
            of[block[i].var[k]] = i + 1;
        for (uint32_t k = 0; k < vec_len(block[i].inner); k++) {
            of[block[i].inner[k].v] = i + 1;
            if (inner)
                inner[block[i].inner[k].v] = k + 1;
        }
    }
    return of;
}

static void leave_out(Live *s, Block *b)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        Var v = b->inner[i].v;
        if (s->dae->used[v] || s->at_zero[v])
            b->inner[kept++] = b->inner[i];
        else
            vec_push(&s->d->run, s->dae->unread, v);
    }
    while (vec_len(b->inner) > kept)
        (void)vec_pop(b->inner);
}

static void keep_blocks(Block *block, const bool *needed)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < vec_len(block); i++)
        if (needed[i])
            block[kept++] = block[i];
    while (vec_len(block) > kept)
        (void)vec_pop(block);
}

static void keep_states(Live *s)
{
    Var *state = s->dae->state;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < vec_len(state); i++)
        if (s->dae->used[state[i]])
            state[kept++] = state[i];
    while (vec_len(state) > kept)
        (void)vec_pop(state);
}

uint32_t *live(Dtc *d, Flat *f, Dae *dae)
{
    Arena *a = &d->pass;
    Live s = { .d = d, .f = f, .dae = dae, .whole = d->opt.hybrid || d->opt.no_live };
    s.inner_of = NEW_N(a, uint32_t, vec_len(f->var) + 1);
    s.block_of = owners(&s, dae->block, s.inner_of);
    s.init_of = owners(&s, dae->init, NULL);
    s.kept_of = NEW_N(a, Var, vec_len(f->var) + 1);
    for (uint32_t i = 0; i < vec_len(dae->kept); i++)
        s.kept_of[dae->kept[i].v] = dae->kept[i].kept;
    s.solved = NEW_N(a, bool, vec_len(dae->block) + 1);
    s.init = NEW_N(a, bool, vec_len(dae->init) + 1);
    s.at_zero = NEW_N(a, bool, vec_len(f->var) + 1);
    s.readers = NEW_N(a, uint32_t, vec_len(f->var) + 1);
    for (Var v = 1; v < vec_len(f->var); v++)
        dae->used[v] = false;
    need_roots(&s);
    follow(&s);
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        leave_out(&s, &dae->block[i]);
    keep_blocks(dae->block, s.solved);
    keep_blocks(dae->init, s.init);
    keep_states(&s);
    return s.readers;
}
