/* unreached.c - part of check: places of automata to which no transitions lead from the initial one.
 *
 * What is asked of such a place is never so. A place that nothing leaves is an end, and no word is said of it. Cost:
 * linear in places and transitions.
 */
#include "check.h"

static void check_automaton(Dtc *d, const Flat *f, const Automaton *m)
{
    const uint32_t places = vec_len(m->place), transitions = vec_len(m->transition);
    bool *reached = NEW_N(&d->pass, bool, places + 1);
    uint32_t **leaving = NEW_N(&d->pass, uint32_t *, places + 1), *next = NULL;

    if (m->initial >= places) return;
    for (uint32_t k = 0; k < transitions; k++) vec_push(&d->pass, leaving[m->transition[k].from], m->transition[k].to);
    reached[m->initial] = true;
    vec_push(&d->pass, next, m->initial);
    while (vec_len(next)) {
        const uint32_t *to = leaving[vec_pop(next)];
        for (uint32_t k = 0; k < vec_len(to); k++) {
            if (reached[to[k]]) continue;
            reached[to[k]] = true;
            vec_push(&d->pass, next, to[k]);
        }
    }
    for (uint32_t k = 0; k < places; k++) {
        const VarInfo *v = &f->var[m->place[k]];
        if (!reached[k])
            warning(d, v->span, v->path, "no transition leads to %s from the initial place: it is never there",
                    v->name);
    }
}

void check_places(Dtc *d, const Flat *f)
{
    for (uint32_t i = 0; i < vec_len(f->automaton); i++) check_automaton(d, f, &f->automaton[i]);
}
