/* store.c - where the value of a variable lives: what the plan of storage.c says when it is asked.
 *
 * Requires: store; home_at, the layout. Cost: constant; whole_array, the length of the array.
 */
#include <string.h>
#include "store.h"

bool is_output(const VarInfo *v)
{
    return ((v->top_level && v->causality == C_OUTPUT) || v->watched) && v->type != T_STRING;
}

bool is_way_to(const VarInfo *v)
{
    return v->made || (v->member && !v->words) || strncmp(v->name, "der(der(", 8) == 0;
}

bool is_own_output(const Emitter *e, Var v)
{
    return is_output(&e->f->var[v]) && !has_events(e->of) && !e->store->has[AT_output][v] &&
           (e->store->kind[v] == ST_VARIABLE || e->store->kind[v] == ST_CALCULATED);
}

Home home_of(const Emitter *e, Op op, Var v)
{
    const MemberRole role = kept_as(e, op);

    return role == AT_variable ? e->store->home[v]
                               : (Home){ e->store->has[role][v] ? role : AT_NOWHERE, v, 0 };
}

Home home_of_output(const Emitter *e, Var v)
{
    const uint32_t array = e->f->var[v].array;
    return array ? (Home){ AT_output_array, array, v - e->f->array[array].first } : (Home){ AT_output, v, 0 };
}

bool home_at(const Emitter *e, Home home, uint64_t *at)
{
    if (home.role == AT_NOWHERE || !laid_at(e->layout, home.role, home.of, at))
        return false;
    if (home.element)
        *at += home.element * laid_element(e->layout, home.role, home.of);
    return true;
}

/* Consecutive members that are one array. */
uint32_t whole_array(const Emitter *e, Ex x)
{
    uint32_t n = ex_narg(e->d, x);
    bool negated;
    Var first = n ? ex_is_var(e->d, ex_arg(e->d, x, 0)) : 0;

    first = first ? root_of(e->f, first, &negated) : 0;
    if (!first || negated)
        return 0;
    uint32_t array = e->f->var[first].array;
    if (!array || !e->store->array_whole[array] || e->f->array[array].first != first ||
        e->f->array[array].n != n)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        Var v = ex_is_var(e->d, ex_arg(e->d, x, i));
        if (!v || root_of(e->f, v, &negated) != first + i || negated)
            return 0;
    }
    return array;
}
