/* unknowns.c - part of sort: what an evaluation of a step knows, what it determines, and by which equations.
 *
 * Known are time, parameters, inputs, states, and places of laws and nets (docs/internals/equations.md).
 * Cost: linear. Requires: index_reduce.
 */
#include "sort.h"

bool var_known(const Flat *f, Var v)
{
    const VarInfo *i = &f->var[v];
    return i->variability >= V_PARAM || i->is_state || i->discrete_state ||
           (i->causality == C_INPUT && i->top_level) || i->type == T_STRING;
}

/* Places of laws and nets are known whether flatten said so or not. */
static void mark_places(const Flat *f, bool *known)
{
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        for (int k = 0; k < SWITCH_PLACES; k++)
            known[var_root(f, f->sw[i].shown[k], NULL)] = true;
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < net_sets(&f->net[i]); k++)
            known[var_root(f, net_set(&f->net[i], k), NULL)] = true;
}

Var *step_unknowns(Dtc *d, const Flat *f)
{
    bool *known = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    Var *out = NULL;

    mark_places(f, known);
    for (Var v = 1; v < vec_len(f->var); v++)
        if (!known[v] && !is_alias(f, v) && !var_known(f, v))
            vec_push(&d->pass, out, v);
    return out;
}

Eq *step_equations(Dtc *d, const Flat *f)
{
    Eq *out = NULL;
    for (Eq e = 1; e < vec_len(f->eq); e++)
        if (is_of_model(&f->eq[e]))
            vec_push(&d->pass, out, e);
    return out;
}

/* Variables that the compiler has made are left out where there are others. */
const char *variable_names(Dtc *d, const Flat *f, const Var *v, uint32_t n)
{
    enum { SHOWN = 6 };
    const char *s = "";
    Var *shown = NULL;
    for (uint32_t i = 0; i < n; i++)
        if (!f->var[v[i]].made)
            vec_push(&d->pass, shown, v[i]);
    if (shown) {
        v = shown;
        n = vec_len(shown);
    }
    for (uint32_t i = 0; i < n && i < SHOWN; i++)
        s = internf(d, "%s%s%s", s, i == 0 ? "" : i + 1 == n ? " and " : ", ", f->var[v[i]].name);
    return n > SHOWN ? internf(d, "%s and %u more", s, n - SHOWN) : s;
}
