/* validate_dae.c - are the blocks in order? A failure is a fault of the compiler, never of the model.
 *
 * Each variable is determined once; each expression reads known variables, earlier blocks or its own block; within a
 * block inner variables come in order; matrices have their sizes; states have a derivative that is known or determined.
 * Cost: linear.
 */
#include "sort.h"

typedef struct { Dtc *d; Flat *f; bool *have, *unread; } Check;     /* unread: left out of its block */

static bool fault(Check *c, const char *what, const char *name)
{
    error(c->d, ((Span){ 0, 0 }), NULL, "internal error: %s (%s)", what, name);
    return false;
}

static bool readable(Check *c, Ex e)
{
    Var *v = NULL;
    if (!e)
        return fault(c, "an expression is missing", "");
    ex_vars(c->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (!c->have[v[i]])
            return fault(c, "a variable is read before it is determined", c->f->var[v[i]].name);
    return true;
}

static bool determine(Check *c, Var v)
{
    if (!v || v >= vec_len(c->f->var))
        return fault(c, "a block determines a variable that does not exist", "");
    if (c->have[v])
        return fault(c, "a variable is determined twice", c->f->var[v].name);
    c->have[v] = true;
    return true;
}

static bool valid_block(Check *c, const Block *b)
{
    uint32_t n = vec_len(b->tear), m = vec_len(b->sw);
    const char *name = vec_len(b->var) ? c->f->var[b->var[0]].name : "";
    if (vec_len(b->eq) != vec_len(b->var) || vec_len(b->res) != n || vec_len(b->res_eq) != n)
        return fault(c, "a block is not square", name);
    if (b->kind == B_ASSIGN)
        return vec_len(b->inner) == 1 && readable(c, b->inner[0].value) && determine(c, b->inner[0].v);
    for (uint32_t i = 0; i < n; i++)
        if (!determine(c, b->tear[i]))
            return false;
    for (uint32_t i = 0; i < m; i++) {
        Var lambda = var_root(c->f, c->f->sw[b->sw[i]].lambda, NULL);
        if (!determine(c, lambda))
            return false;
    }
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        if (!readable(c, b->inner[i].value) || !determine(c, b->inner[i].v))
            return false;
    for (uint32_t i = 0; i < vec_len(b->var); i++)
        if (!c->have[b->var[i]] && !c->unread[b->var[i]])
            return fault(c, "a block does not determine its variable", c->f->var[b->var[i]].name);
    for (BlockWalk w = block_walk(b, IN_RESIDUALS | IN_MATRICES); block_next(&w);)
        if (!readable(c, *w.e))
            return false;
    return true;
}

bool validate_dae(Dtc *d, Flat *f, Dae *dae)
{
    Check c = { d, f, NEW_N(&d->pass, bool, vec_len(f->var) + 1),
                NEW_N(&d->pass, bool, vec_len(f->var) + 1) };
    Var *unknown = step_unknowns(d, f);
    for (Var v = 1; v < vec_len(f->var); v++)
        c.have[v] = true;
    for (uint32_t i = 0; i < vec_len(unknown); i++)
        c.have[unknown[i]] = false;
    for (uint32_t i = 0; i < vec_len(dae->unread); i++)
        c.unread[dae->unread[i]] = true;
    for (uint32_t i = 0; i < vec_len(dae->hoisted); i++)
        c.have[dae->hoisted[i]] = f->var[dae->hoisted[i]].discrete_state;
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        if (!valid_block(&c, &dae->block[i]))
            return false;
    for (uint32_t i = 0; i < vec_len(dae->state); i++) {
        Var der = f->var[dae->state[i]].der;
        if (!der)
            return fault(&c, "a state has no derivative", f->var[dae->state[i]].name);
        Var root = var_root(f, der, NULL);
        if (root && !c.have[root])
            return fault(&c, "the derivative of a state is not determined", f->var[dae->state[i]].name);
    }
    return true;
}
