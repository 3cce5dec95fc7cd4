/* check_nets.c - part of check: places of nets and automata that no transitions lead to.
 *
 * A place has a token at some time only if it has one at the beginning or a transition puts one there all of whose
 * sources have one at some time. What is asked of another place is never so. A place that nothing leaves is an end, and
 * no word is said of it. Cost: linear in places and arcs.
 */
#include "check.h"

/* By place, whether a token may ever be there, guards and capacities left out. */
static bool *ever_marked(Dtc *d, const FlatNet *m)
{
    bool *ever = NEW_N(&d->pass, bool, vec_len(m->place) + 1);
    uint32_t **leaving = NEW_N(&d->pass, uint32_t *, vec_len(m->place) + 1), *next = NULL;
    uint32_t *lacks = NEW_N(&d->pass, uint32_t, vec_len(m->transition) + 1);   /* sources without a token so far */

    for (uint32_t k = 0; k < vec_len(m->transition); k++) {
        lacks[k] = vec_len(m->transition[k].from);
        for (uint32_t i = 0; i < lacks[k]; i++) vec_push(&d->pass, leaving[m->transition[k].from[i]], k);
    }
    for (uint32_t i = 0; i < vec_len(m->place); i++) {
        ever[i] = m->place[i].tokens > 0;
        if (ever[i]) vec_push(&d->pass, next, i);
    }
    while (vec_len(next)) {
        const uint32_t *out = leaving[vec_pop(next)];
        for (uint32_t k = 0; k < vec_len(out); k++) {
            const uint32_t *to = m->transition[out[k]].to;
            if (--lacks[out[k]] > 0) continue;
            for (uint32_t i = 0; i < vec_len(to); i++) {
                if (ever[to[i]]) continue;
                ever[to[i]] = true;
                vec_push(&d->pass, next, to[i]);
            }
        }
    }
    return ever;
}

static void check_net(Dtc *d, const Flat *f, const FlatNet *m)
{
    const bool *ever = ever_marked(d, m);

    for (uint32_t k = 0; k < vec_len(m->place); k++) {
        const VarInfo *v = &f->var[m->place[k].v];
        if (!ever[k])
            warning(d, v->span, v->path, "no transition leads to %s from the initial place%s: it is never %s", v->name,
                    m->alone ? "" : "s", m->alone ? "there" : "marked");
    }
}

void check_places(Dtc *d, const Flat *f)
{
    for (uint32_t i = 0; i < vec_len(f->net); i++) check_net(d, f, &f->net[i]);
}
