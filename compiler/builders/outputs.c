/* outputs.c - declared outputs of the model: each is a member of its own name, and all of them belong to the time
 * of the last evaluation.
 *
 * An output that nothing but the evaluation computes is that member. Any other (a state, a place, a variable of `when`,
 * a parameter, an input, a part of a law, the same as one of these up to sign) is copied at the end of the evaluation;
 * so is an array of which one element is. A state, or a variable of `when`, that is itself an output is kept in a
 * member of its own beside the copy, and listed as a state next(NAME).
 *
 * Requires: storage is decided; the plan before members are named. Cost: a store for each copy.
 */
#include "builders.h"

/* Its storage is written by the evaluation, or by setup, alone. */
static bool evaluated(const Equations *e, const uint8_t *kind, Var v)
{
    Storage s = (Storage)kind[v];
    return !alias_of(e->f, v).of && (s == ST_VARIABLE || s == ST_STRUCTURE || s == ST_CALCULATED);
}

static bool array_evaluated(const Equations *e, const uint8_t *kind, const FlatArray *a)
{
    bool all = true;

    for (uint32_t i = 0; i < a->n; i++)
        all &= evaluated(e, kind, a->first + i) && kind[a->first + i] == kind[a->first];
    return all;
}

bool *output_plan(const Equations *e, const uint8_t *kind)
{
    const Flat *f = e->f;
    bool *has = NEW_N(&e->d->run, bool, vec_len(f->var) + 1);

    for (Var v = 1; v < vec_len(f->var) && !has_events(e); v++) {
        const VarInfo *i = &f->var[v];
        const FlatArray *a = i->array ? &f->array[i->array] : NULL;
        if (!is_output(i) || !kind[root_of(f, v, &(bool){ false })] || (a && a->first != v))
            continue;
        if (a ? array_evaluated(e, kind, a) : evaluated(e, kind, v))
            continue;
        for (uint32_t k = 0; k < (a ? a->n : 1); k++)
            has[v + k] = true;
    }
    return has;
}

void build_outputs(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_outputs, 0, NULL);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->has[AT_output][v])
            do_set(p, member(p, AT_output, v), ex_var(e->d, v));
    function_end(p);
}
