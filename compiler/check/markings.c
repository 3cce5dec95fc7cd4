/* markings.c - the markings that a net can reach, guards left out: which transitions can fire, which places can be full
 * when another token wants in, which transitions can want the same token.
 *
 * What a sample does is some of its transitions one after the other, in any order: they take tokens of before the step
 * and room of before the step. So all markings come from firing one transition at a time. They are kept packed, each
 * place with as many bits as its capacity needs, in a table by hash (Knuth, 6.4). Cost: by marking, the arcs and the
 * words of a successor each; at most MOST_MARKINGS markings. An automaton has as many as places that it can reach.
 */
#include <string.h>
#include "nets.h"

typedef struct { uint32_t word, shift; uint64_t mask; } Field;

typedef struct {
    Dtc *d; const FlatNet *n; NetFacts *facts;
    Field *field;                          /* by place */
    uint32_t words;                        /* of a marking */
    uint64_t *marking, *after;             /* vec: all, one after the other; one of afterwards */
    uint32_t count;
    uint32_t *slot, slots;                 /* 1 + marking, by hash; a power of two */
    uint32_t *tokens;                      /* of the marking at hand, by place */
    bool *enabled;                         /* there, by transition */
} Explorer;

/* ---- packed markings ----------------------------------------------------------------------------------- */

static void lay_fields(Explorer *x)
{
    uint32_t word = 0, used = 0;

    x->field = NEW_N(&x->d->pass, Field, vec_len(x->n->place) + 1);
    for (uint32_t i = 0; i < vec_len(x->n->place); i++) {
        uint32_t bits = 1;
        while ((uint64_t)x->n->place[i].capacity >> bits)
            bits++;
        if (used + bits > 64)
            word++, used = 0;
        x->field[i] = (Field){ word, used, ((uint64_t)1 << bits) - 1 };
        used += bits;
    }
    x->words = word + 1;
}

static void put_marking(const Explorer *x, uint64_t *marking, uint32_t place, uint32_t tokens)
{
    const Field f = x->field[place];
    marking[f.word] = (marking[f.word] & ~(f.mask << f.shift)) | (uint64_t)tokens << f.shift;
}

static uint32_t get(const Explorer *x, const uint64_t *marking, uint32_t place)
{
    const Field f = x->field[place];
    return (uint32_t)(marking[f.word] >> f.shift & f.mask);
}

/* Where it is, or would be. */
static uint32_t *slot_of(const Explorer *x, const uint64_t *marking)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < x->words; i++) {
        hash = (hash ^ marking[i]) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 29;
    }
    for (uint32_t at = (uint32_t)(hash >> 20);; at++) {
        uint32_t *s = &x->slot[at & (x->slots - 1)];
        if (*s == 0 ||
            memcmp(&x->marking[(size_t)(*s - 1) * x->words], marking, x->words * sizeof *marking) == 0)
            return s;
    }
}

/* Twice as many, as soon as half of them are taken. */
static void grow(Explorer *x)
{
    if (x->slots > 2 * x->count)
        return;
    x->slots = x->slots ? 2 * x->slots : 64;
    x->slot = NEW_N(&x->d->pass, uint32_t, x->slots);
    for (uint32_t i = 0; i < x->count; i++)
        *slot_of(x, &x->marking[(size_t)i * x->words]) = i + 1;
}

/* false: there are too many. */
static bool add(Explorer *x, const uint64_t *marking)
{
    grow(x);
    uint32_t *s = slot_of(x, marking);
    if (*s)
        return true;
    if (x->count == MOST_MARKINGS)
        return false;
    *s = ++x->count;
    for (uint32_t i = 0; i < x->words; i++)
        vec_push(&x->d->pass, x->marking, marking[i]);
    return true;
}

/* ---- what a marking tells ------------------------------------------------------------------------------ */

static bool sources_have(const Explorer *x, const FlatTransition *t)
{
    for (uint32_t i = 0; i < vec_len(t->from); i++)
        if (x->tokens[t->from[i]] == 0)
            return false;
    return true;
}

static bool is_full(const Explorer *x, const FlatTransition *t, uint32_t place)
{
    return !net_among(t->from, place) && x->tokens[place] >= x->n->place[place].capacity;
}

static void look_at_transitions(Explorer *x)
{
    for (uint32_t k = 0; k < vec_len(x->n->transition); k++) {
        const FlatTransition *t = &x->n->transition[k];
        x->enabled[k] = sources_have(x, t);
        x->facts->has_tokens[k] |= x->enabled[k];
        for (uint32_t i = 0, has = x->enabled[k]; has && i < vec_len(t->to); i++) {
            if (!is_full(x, t, t->to[i]))
                continue;
            x->enabled[k] = false;
            if (!x->facts->full[t->to[i]])
                x->facts->full[t->to[i]] = k + 1;
        }
        x->facts->fires[k] |= x->enabled[k];
    }
}

/* There are fewer tokens, or less room, than transitions that want them. */
static bool is_short(const Explorer *x, const Conflict *c)
{
    const uint32_t has = x->tokens[c->place];
    uint32_t left = c->room ? x->n->place[c->place].capacity - has : has, wanted = 0;

    for (uint32_t k = 0; k < vec_len(x->n->transition); k++) {
        const FlatTransition *t = &x->n->transition[k];
        if (!x->enabled[k])
            continue;
        wanted += c->room ? net_among(t->to, c->place) && !net_among(t->from, c->place)
                          : net_among(t->from, c->place);
    }
    return wanted > left;
}

static void look_at_conflicts(Explorer *x)
{
    for (uint32_t i = 0; i < vec_len(x->facts->conflict); i++) {
        Conflict *c = &x->facts->conflict[i];
        if (!c->met && x->enabled[c->first] && x->enabled[c->second])
            c->met = is_short(x, c);
    }
}

/* ---- the enumeration ----------------------------------------------------------------------------------- */

static bool successors(Explorer *x, uint32_t from)
{
    uint64_t *after = x->after;
    const uint64_t *here = &x->marking[(size_t)from * x->words];
    bool good = true;

    for (uint32_t i = 0; i < vec_len(x->n->place); i++)
        x->tokens[i] = get(x, here, i);
    look_at_transitions(x);
    look_at_conflicts(x);
    for (uint32_t k = 0; k < vec_len(x->n->transition) && good; k++) {
        const FlatTransition *t = &x->n->transition[k];
        if (!x->enabled[k])
            continue;
        memcpy(after, &x->marking[(size_t)from * x->words], x->words * sizeof *after);
        for (uint32_t i = 0; i < vec_len(t->from); i++)
            if (!net_among(t->to, t->from[i]))
                put_marking(x, after, t->from[i], x->tokens[t->from[i]] - 1);
        for (uint32_t i = 0; i < vec_len(t->to); i++)
            if (!net_among(t->from, t->to[i]))
                put_marking(x, after, t->to[i], x->tokens[t->to[i]] + 1);
        good = add(x, after);
    }
    return good;
}

static void enumerate(Explorer *x)
{
    bool all = true;

    lay_fields(x);
    x->after = NEW_N(&x->d->pass, uint64_t, x->words);
    x->tokens = NEW_N(&x->d->pass, uint32_t, vec_len(x->n->place) + 1);
    x->enabled = NEW_N(&x->d->pass, bool, vec_len(x->n->transition) + 1);
    for (uint32_t i = 0; i < vec_len(x->n->place); i++)
        put_marking(x, x->after, i, x->n->place[i].tokens);
    add(x, x->after);
    for (uint32_t i = 0; i < x->count && all; i++)
        all = successors(x, i);
    x->facts->markings = all ? x->count : 0;
}

/* Of one token a marking is a place. */
static void look_at_places(const FlatNet *n, NetFacts *facts)
{
    for (uint32_t i = 0; i < vec_len(n->place); i++)
        facts->markings += facts->ever[i];
    for (uint32_t k = 0; k < vec_len(n->transition); k++)
        facts->fires[k] = facts->has_tokens[k] = facts->ever[n->transition[k].from[0]];
    for (uint32_t i = 0; i < vec_len(facts->conflict); i++) {
        Conflict *c = &facts->conflict[i];
        c->met = !c->room && facts->ever[c->place];
    }
}

/* ---- transitions for one token, or one room ------------------------------------------------------------ */

static void add_conflicts(Dtc *d, const FlatNet *n, NetFacts *facts, uint32_t place, bool room)
{
    uint32_t *want = NULL;

    for (uint32_t k = 0; k < vec_len(n->transition); k++) {
        const FlatTransition *t = &n->transition[k];
        bool takes = net_among(t->from, place), puts = net_among(t->to, place);
        if (room ? puts && !takes : takes)
            vec_push(&d->pass, want, k);
    }
    for (uint32_t b = 1; b < vec_len(want); b++)
        for (uint32_t a = 0; a < b; a++) {
            const FlatTransition *first = &n->transition[want[a]], *second = &n->transition[want[b]];
            if (guards_exclude(d, first->guard, second->guard))
                continue;
            vec_push(&d->pass, facts->conflict, ((Conflict){ want[a], want[b], place, room, false }));
        }
}

void explore(Dtc *d, const FlatNet *n, NetFacts *facts)
{
    const uint32_t places = vec_len(n->place), transitions = vec_len(n->transition);
    Explorer x = { .d = d, .n = n, .facts = facts };

    facts->fires = NEW_N(&d->pass, bool, transitions + 1);
    facts->has_tokens = NEW_N(&d->pass, bool, transitions + 1);
    facts->full = NEW_N(&d->pass, uint32_t, places + 1);
    for (uint32_t i = 0; i < places; i++) {
        add_conflicts(d, n, facts, i, false);
        if (!n->alone)
            add_conflicts(d, n, facts, i, true);
    }
    if (n->alone)
        look_at_places(n, facts);
    else
        enumerate(&x);
}
