/* check_nets.c - part of check: what nets never do, as warnings; what their author may not have meant, as notes.
 *
 * A place has a token at some time only if it has one at the beginning or a transition puts one there all of whose
 * sources have one at some time (ever). What is asked of another place is never so. A place that nothing leaves is an
 * end, and no word is said of it. All else comes from the markings that can be reached (markings.c), guards left out.
 *
 * An automaton, by its word, has no notes: its one token goes where the first guard sends it that holds, as it is
 * written. Cost: linear in places and arcs, and what markings.c needs.
 */
#include "nets.h"
#include "check.h"

bool net_among(const uint32_t *list, uint32_t place)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i] == place)
            return true;
    return false;
}

const char *place_name(const Flat *f, const FlatNet *n, uint32_t place)
{
    return name_last(f->var[n->place[place].v].name);
}

static const char *places_text(Dtc *d, const Flat *f, const FlatNet *n, const uint32_t *place)
{
    const char **names = NULL;

    for (uint32_t i = 0; i < vec_len(place); i++)
        vec_push(&d->pass, names, place_name(f, n, place[i]));
    return text_joined(d, names, ", ", ", ");
}

const char *transition_text(Dtc *d, const Flat *f, const FlatNet *n, uint32_t t)
{
    return internf(d, "from %s to %s", places_text(d, f, n, n->transition[t].from),
                   places_text(d, f, n, n->transition[t].to));
}

/* ---- facts --------------------------------------------------------------------------------------------- */

/* By place, whether a token may ever be there, capacities left out too. */
static bool *ever_marked(Dtc *d, const FlatNet *m)
{
    bool *ever = NEW_N(&d->pass, bool, vec_len(m->place) + 1);
    uint32_t **leaving = NEW_N(&d->pass, uint32_t *, vec_len(m->place) + 1), *next = NULL;
    uint32_t *lacks =
        NEW_N(&d->pass, uint32_t, vec_len(m->transition) + 1); /* sources without a token so far */

    for (uint32_t k = 0; k < vec_len(m->transition); k++) {
        lacks[k] = vec_len(m->transition[k].from);
        for (uint32_t i = 0; i < lacks[k]; i++)
            vec_push(&d->pass, leaving[m->transition[k].from[i]], k);
    }
    for (uint32_t i = 0; i < vec_len(m->place); i++) {
        ever[i] = m->place[i].tokens > 0;
        if (ever[i])
            vec_push(&d->pass, next, i);
    }
    while (vec_len(next)) {
        const uint32_t *out = leaving[vec_pop(next)];
        for (uint32_t k = 0; k < vec_len(out); k++) {
            const uint32_t *to = m->transition[out[k]].to;
            if (--lacks[out[k]] > 0)
                continue;
            for (uint32_t i = 0; i < vec_len(to); i++) {
                if (ever[to[i]])
                    continue;
                ever[to[i]] = true;
                vec_push(&d->pass, next, to[i]);
            }
        }
    }
    return ever;
}

NetFacts net_facts(Dtc *d, const FlatNet *n)
{
    NetFacts facts = { .ever = ever_marked(d, n) };

    explore(d, n, &facts);
    return facts;
}

/* ---- warnings ------------------------------------------------------------------------------------------ */

static void tell_unreached(Dtc *d, const Flat *f, const FlatNet *m, const bool *ever)
{
    for (uint32_t k = 0; k < vec_len(m->place); k++) {
        const VarInfo *v = &f->var[m->place[k].v];
        if (!ever[k])
            warning(d, v->span, v->path, "no transition leads to %s from the initial place%s: it is never %s",
                    v->name, m->alone ? "" : "s", m->alone ? "there" : "marked");
    }
}

/* Transitions that never fire, but for those from places of which it is said already. */
static void tell_dead(Dtc *d, const Flat *f, const FlatNet *m, const NetFacts *facts)
{
    for (uint32_t k = 0; k < vec_len(m->transition) && facts->markings; k++) {
        const FlatTransition *t = &m->transition[k];
        bool told = facts->fires[k];
        for (uint32_t i = 0; i < vec_len(t->from); i++)
            told |= !facts->ever[t->from[i]];
        if (!told)
            warning(d, t->span, m->path, "%s never fires: %s", transition_text(d, f, m, k),
                    facts->has_tokens[k] ? "where its sources have tokens, a target has no room"
                                         : "its sources never have tokens at the same time");
    }
}

/* ---- notes: names are those within the net, so that equal components have one -------------------------- */

static void note_conflicts(Dtc *d, const Flat *f, const FlatNet *m, const NetFacts *facts)
{
    Map told = { 0 };

    for (uint32_t i = 0; i < vec_len(facts->conflict); i++) {
        const Conflict *c = &facts->conflict[i];
        const uint64_t key = (uint64_t)c->second << 32 | c->place << 1 | c->room;
        if (!c->met || map_get(&told, key + 1))
            continue;
        map_set(&d->pass, &told, key + 1, 1);
        diag(d, DIAG_REMARK, m->transition[c->second].span, NULL,
             "where both can fire, %s has the %s %s, not %s: it is written first",
             transition_text(d, f, m, c->first), c->room ? "room in" : "token of", place_name(f, m, c->place),
             transition_text(d, f, m, c->second));
    }
}

static void note_full(Dtc *d, const Flat *f, const FlatNet *m, const NetFacts *facts)
{
    for (uint32_t i = 0; i < vec_len(m->place); i++) {
        const uint32_t by = facts->full[i];
        if (!by || (facts->markings && !facts->fires[by - 1]))
            continue; /* it is said already */
        const char *name = place_name(f, m, i);
        diag(d, DIAG_REMARK, m->transition[by - 1].span, NULL,
             "%s can be full when %s wants to fire, which waits then%s", name,
             transition_text(d, f, m, by - 1),
             m->place[i].counts ? "" : internf(d, " ('place %s(2)' holds two)", name));
    }
}

static void note_facts(Dtc *d, const Flat *f, const FlatNet *m, const NetFacts *facts)
{
    note_conflicts(d, f, m, facts);
    note_full(d, f, m, facts);
    if (!facts->markings)
        diag(d, DIAG_REMARK, m->span, NULL,
             "it can reach more than %d markings: which transitions never fire, which places are full when a "
             "token wants in and which transitions want the same token is not decided",
             MOST_MARKINGS);
}

/* ---- all nets ------------------------------------------------------------------------------------------ */

static void check_net(Dtc *d, const Flat *f, const FlatNet *m)
{
    if (m->word) {
        tell_unreached(d, f, m, ever_marked(d, m));
        return;
    }
    const NetFacts facts = net_facts(d, m);
    tell_unreached(d, f, m, facts.ever);
    tell_dead(d, f, m, &facts);
    if (d->opt.notes)
        note_facts(d, f, m, &facts);
}

void check_places(Dtc *d, const Flat *f)
{
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        check_net(d, f, &f->net[i]);
}
