/* dump_nets.c - --dump=nets: what is known of each net while compiling, guards left out.
 *
 * Its size, the sums of tokens that stay (invariants.c), and of the markings that it can reach (markings.c) transitions
 * that never fire, places that are full when another token wants in, and transitions for one token or one room whose
 * guards may hold together. Where there are too many markings it says what was met, and of each place whether an
 * invariant keeps it from being full. Cost: that of these, and the text.
 */
#include "nets.h"
#include "check.h"

typedef struct { Dtc *d; const Flat *f; const FlatNet *n; NetFacts facts; FILE *out; } Dump;

static void put_invariant(const Dump *p, const Invariant *v)
{
    bool first = true;

    fprintf(p->out, "  stays      ");
    for (uint32_t i = 0; i < vec_len(p->n->place); i++) {
        const long long c = v->of[i], size = c < 0 ? -c : c;
        if (c == 0)
            continue;
        fprintf(p->out, "%s", first ? (c < 0 ? "-" : "") : c < 0 ? " - " : " + ");
        if (size != 1)
            fprintf(p->out, "%lld ", size);
        fprintf(p->out, "%s", place_name(p->f, p->n, i));
        first = false;
    }
    fprintf(p->out, " = %lld\n", (long long)v->sum);
}

static void put_dead(const Dump *p)
{
    for (uint32_t k = 0; k < vec_len(p->n->transition); k++) {
        bool never = !p->facts.fires[k] && p->facts.markings;
        for (uint32_t i = 0; i < vec_len(p->n->transition[k].from); i++)
            never |= !p->facts.ever[p->n->transition[k].from[i]];
        if (never || !p->facts.fires[k])
            fprintf(p->out, "  never      %s%s\n", transition_text(p->d, p->f, p->n, k),
                    never ? "" : ": not decided");
    }
}

static void put_full(const Dump *p, const Invariant *basis)
{
    for (uint32_t i = 0; i < vec_len(p->n->place); i++) {
        const char *name = place_name(p->f, p->n, i);
        const bool bounded = invariant_bound(basis, vec_len(p->n->place), i) <= p->n->place[i].capacity;
        if (p->facts.full[i])
            fprintf(p->out, "  full       %s, when %s wants to fire\n", name,
                    transition_text(p->d, p->f, p->n, p->facts.full[i] - 1));
        else if (!p->facts.markings && !bounded)
            fprintf(p->out, "  full       %s: not decided\n", name);
    }
}

static void put_conflicts(const Dump *p)
{
    for (uint32_t i = 0; i < vec_len(p->facts.conflict); i++) {
        const Conflict *c = &p->facts.conflict[i];
        if (c->met || !p->facts.markings)
            fprintf(p->out, "  conflict   %s before %s, for the %s %s%s\n",
                    transition_text(p->d, p->f, p->n, c->first), transition_text(p->d, p->f, p->n, c->second),
                    c->room ? "room in" : "token of", place_name(p->f, p->n, c->place),
                    c->met ? "" : ": not decided");
    }
}

static void dump_net(Dump *p)
{
    const FlatNet *n = p->n;
    bool good;
    const Invariant *basis = net_invariants(p->d, n, &good);

    fprintf(p->out, "%s %s: %u places, %u transitions, ", n->word ? "automaton" : "net", n->name,
            vec_len(n->place), vec_len(n->transition));
    if (p->facts.markings)
        fprintf(p->out, "%u markings\n", p->facts.markings);
    else
        fprintf(p->out, "more than %d markings: not decided\n", MOST_MARKINGS);
    for (uint32_t k = 0; k < vec_len(basis); k++)
        put_invariant(p, &basis[k]);
    if (!good)
        fprintf(p->out, "  stays      not decided: numbers beyond 64 bits\n");
    put_dead(p);
    put_full(p, basis);
    put_conflicts(p);
}

void dump_nets(Dtc *d, const Flat *f, FILE *out)
{
    for (uint32_t i = 0; i < vec_len(f->net); i++) {
        Dump p = { d, f, &f->net[i], net_facts(d, &f->net[i]), out };
        dump_net(&p);
    }
}
