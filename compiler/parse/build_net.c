/* build_net.c - nets of the tree: constructors that the grammar calls.
 *
 * Here is checked what a net says by itself: its places are declared once, arcs name them and no place twice on one
 * side, transitions have sources and targets, there is a token to begin with. An automaton is a net of one token, and
 * what would give it more is said to belong to a net. Numbers of tokens are looked at when they are known (flatten).
 * Cost: expected constant time an arc but for the names of one transition, which are compared with each other.
 */
#include <string.h>
#include "parse.h"

static const char *kind(const NetDecl *n) { return n->automaton ? "automaton" : "net"; }

void build_net(Parser *p, Word w, bool automaton, const char *doc)
{
    NetDecl *n = NEW(&p->d->run, NetDecl);

    n->name = w.name;
    n->span = w.span;
    n->doc = doc;
    n->automaton = automaton;
    parse_declare(p, w.name, w.span);
    block_open(p, automaton ? OPEN_AUTOMATON : OPEN_NET, w);
    p->net = n;
}

/* Whether an automaton is none. */
static void one_token(Parser *p, Span at, const char *what)
{
    error(p->d, at, NULL, "the automaton `%s` has one token: %s (write 'net %s')", p->net->name, what,
          p->net->name);
}

void build_places(Parser *p, const PlaceName *place)
{
    for (uint32_t i = 0; i < vec_len(place); i++) {
        parse_declare(p, place[i].name, place[i].span);
        if (place[i].number && p->net->automaton)
            one_token(p, place[i].span, "a place with a capacity is one of a net");
        vec_push(&p->d->run, p->net->place, place[i]);
    }
}

void build_initial_places(Parser *p, const PlaceName *place)
{
    NetDecl *n = p->net;

    for (uint32_t i = 0; i < vec_len(place); i++) {
        if (n->automaton && n->initial) {
            error(p->d, place[i].span, NULL, "the automaton `%s` has an initial place already", n->name);
            note(p->d, n->initial[0].span, NULL, "it is given here");
            return;
        }
        for (uint32_t k = 0; k < vec_len(n->initial); k++) {
            if (n->initial[k].name != place[i].name)
                continue;
            error(p->d, place[i].span, NULL, "the tokens of `%s` are given already", place[i].name);
            note(p->d, n->initial[k].span, NULL, "here; several are '%s(2)'", place[i].name);
        }
        if (place[i].number && n->automaton)
            one_token(p, place[i].span, "several at the beginning are those of a net");
        vec_push(&p->d->run, n->initial, place[i]);
    }
}

static void arcs_are_single(Parser *p, const PlaceName *arc, const char *side)
{
    for (uint32_t i = 0; i < vec_len(arc); i++) {
        if (arc[i].number)
            error(p->d, arc[i].span, NULL, "an arc moves one token: write '%s'", arc[i].name);
        for (uint32_t k = 0; k < i; k++)
            if (arc[k].name == arc[i].name)
                error(p->d, arc[i].span, NULL, "`%s` stands twice among the %s: an arc moves one token",
                      arc[i].name, side);
    }
}

/* Names are checked when the net is complete. */
void build_transition(Parser *p, PlaceName *from, PlaceName *to, Expr *guard, Span at)
{
    if (!from) {
        error(p->d, at, NULL, "a transition takes a token: name its sources, 'from p to ...'");
    } else if (!to) {
        error(p->d, at, NULL, "a transition puts a token somewhere: name its targets, 'to p when ...'");
    } else {
        if (p->net->automaton && vec_len(from) + vec_len(to) > 2)
            one_token(p, vec_len(from) > 1 ? from[1].span : to[1].span,
                      "several sources and targets are those of a net");
        arcs_are_single(p, from, "sources");
        arcs_are_single(p, to, "targets");
        vec_push(&p->d->run, p->net->transition,
                 ((Transition){ from, to, guard, { from[0].span.pos, to[vec_len(to) - 1].span.end } }));
    }
}

static void need_places(Parser *p, const NetDecl *n, const PlaceName *wanted)
{
    const char **names = NULL;

    for (uint32_t i = 0; i < vec_len(wanted); i++) {
        if (map_get(&block_top(p)->names, KEY(wanted[i].name)))
            continue;
        for (uint32_t k = 0; k < vec_len(n->place); k++)
            vec_push(&p->d->pass, names, n->place[k].name);
        const char *near = suggest(p->d, wanted[i].name, names, vec_len(names));
        error(p->d, wanted[i].span, NULL, "the %s `%s` has no place `%s`%s", kind(n), n->name, wanted[i].name,
              near ? internf(p->d, ": did you mean `%s`?", near) : "");
    }
}

static void check_net(Parser *p, const NetDecl *n)
{
    if (vec_len(n->place) == 0) {
        error(p->d, n->span, NULL, "the %s `%s` has no places: write 'place a, b;'", kind(n), n->name);
        return;
    }
    if (!n->initial)
        error(p->d, n->span, NULL, "the %s `%s` has no initial place: write 'initial %s;'", kind(n), n->name,
              n->place[0].name);
    need_places(p, n, n->initial);
    for (uint32_t i = 0; i < vec_len(n->transition); i++) {
        need_places(p, n, n->transition[i].from);
        need_places(p, n, n->transition[i].to);
    }
}

void build_net_end(Parser *p, const char *name, Span at, bool no_lookahead)
{
    if (block_top(p)->errors == p->d->errors)
        check_net(p, p->net);
    p->net->extent = (Span){ p->net->span.pos, at.end };
    block_end(p, name, at, no_lookahead);
    vec_push(&p->d->run, block_top(p)->cls->net, *p->net);
    p->net = NULL;
}
