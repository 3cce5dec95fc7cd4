/* flat_nets.c - part of flatten: nets, and automata among them.
 *
 * A net becomes one FlatNet: a variable a place, known in an evaluation, which holds its tokens (a Boolean, or an
 * Integer where a capacity is declared), and transitions with their arcs by number. One token that moves from place to
 * place makes an automaton, whether it was written as one or not: the place it is in has a number, by the net's name.
 *
 * Requires: the Vars of all components exist when guards are read (net_transitions). Cost: linear in places and arcs.
 */
#include <string.h>
#include "flatten.h"
#include "lower.h"

/* The names were checked with the class. */
static uint32_t place_number(const NetDecl *n, const char *name)
{
    for (uint32_t i = 0; i < vec_len(n->place); i++)
        if (n->place[i].name == name)
            return i;
    return 0;
}

/* ---- tokens -------------------------------------------------------------------------------------------- */

static const uint32_t MOST_TOKENS = 1000000000;      /* so that sums of them are Integers */

/* A number of tokens, from least on; one where none is given. */
static uint32_t number_of(Flattener *fl, Inst *in, const InstNet *net, const PlaceName *p, uint32_t least,
                          const char *what)
{
    Scope s = { in, net->cls, NULL };
    int64_t n = 1;

    if (!p->number || !eval_int(fl->d, s, p->number, &n))
        return 1;
    if (n >= least && n <= MOST_TOKENS)
        return (uint32_t)n;
    error(fl->d, p->number->span, in->path, "the %s of %s is %lld: it is %u%s", what, p->name, (long long)n,
          n < least ? least : MOST_TOKENS, n < least ? " at least" : " at most");
    return least;
}

static void put_tokens(Flattener *fl, Inst *in, const InstNet *net, FlatNet *m)
{
    const NetDecl *decl = net->decl;
    uint64_t all = 0;

    for (uint32_t i = 0; i < vec_len(decl->initial); i++) {
        const PlaceName *p = &decl->initial[i];
        NetPlace *place = &m->place[place_number(decl, p->name)];
        place->tokens = number_of(fl, in, net, p, 0, "number of tokens");
        all += place->tokens;
        if (place->tokens <= place->capacity)
            continue;
        error(fl->d, p->span, in->path, "%s has %u tokens to begin with: it holds %u", p->name, place->tokens,
              place->capacity);
        note(fl->d, fl->f->var[place->v].span, NULL, "a capacity is declared as 'place %s(%u)'", p->name,
             place->tokens);
        place->tokens = place->capacity;
    }
    if (decl->initial && all == 0)
        error(fl->d, decl->initial[0].span, in->path,
              "the net %s has no token to begin with: nothing moves in it", decl->name);
    m->alone = all == 1;
    for (uint32_t i = 0; i < vec_len(m->place); i++)
        m->alone &= !m->place[i].counts;
    for (uint32_t i = 0; i < vec_len(decl->transition); i++)
        m->alone &= vec_len(decl->transition[i].from) == 1 && vec_len(decl->transition[i].to) == 1;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

/* Which of the places from .. from + n - 1 it is in, from 1; 0: in none. A sum of halves: compilers of C do not like
 * what is deep. */
static Ex place_among(Dtc *d, const FlatNet *m, uint32_t from, uint32_t n)
{
    if (n == 1)
        return ex_if(d, ex_var(d, m->place[from].v), ex_int(d, from + 1), ex_int(d, 0));
    return ex_bin(d, OP_ADD, place_among(d, m, from, n / 2), place_among(d, m, from + n / 2, n - n / 2));
}

/* Of an automaton. */
static void number_places(Flattener *fl, const FlatNet *m, const char *doc)
{
    Dtc *d = fl->d;
    const char **words = NULL;
    uint32_t first = 0;

    for (uint32_t i = 0; i < vec_len(m->place); i++) {
        vec_push(&d->pass, words,
                 internf(d, "%u=%s", i + 1, fl->f->var[m->place[i].v].name + strlen(m->name) + 1));
        if (m->place[i].tokens)
            first = i;
    }
    Ex number = place_among(d, m, 0, vec_len(m->place));
    VarInfo v = { .name = m->name,
                  .doc = doc ? doc : "Place of the automaton",
                  .span = m->span,
                  .words = text_joined(d, words, " ", " "),
                  .has_start = true,
                  .start = ex_int(d, first + 1) };
    place_as(fl, v, number);
}

/* Of a net each place is looked at by itself: its tokens have words. */
static const char *token_words(Dtc *d, const char *place, uint32_t capacity)
{
    enum { MOST = 9 };
    const char **words = NULL;

    for (uint32_t k = 1; k <= capacity && k <= MOST; k++)
        vec_push(&d->pass, words, k == 1 ? internf(d, "1=%s", place) : internf(d, "%u=%s*%u", k, place, k));
    return text_joined(d, words, " ", " ");
}

static Var place_variable(Flattener *fl, const FlatNet *m, const PlaceName *p)
{
    Dtc *d = fl->d;
    VarInfo v = { .name = internf(d, "%s.%s", m->name, p->name),
                  .path = m->name,
                  .span = p->span,
                  .type = p->number ? T_INT : T_BOOL,
                  .variability = V_DISCRETE,
                  .discrete_state = true,
                  .member = true };

    return new_var(fl, v);
}

static void declare_net(Flattener *fl, Inst *in, InstNet *net)
{
    Dtc *d = fl->d;
    const NetDecl *decl = net->decl;
    FlatNet m = { .name = *in->path ? internf(d, "%s.%s", in->path, decl->name) : decl->name,
                  .span = decl->span,
                  .path = in->path,
                  .word = decl->automaton };

    for (uint32_t i = 0; i < vec_len(decl->place); i++) {
        const PlaceName *p = &decl->place[i];
        NetPlace place = { .v = place_variable(fl, &m, p),
                           .capacity = number_of(fl, in, net, p, 1, "capacity"),
                           .counts = p->number != NULL };
        vec_push(&d->run, m.place, place);
        map_set(&d->pass, &fl->place, place.v, (uint64_t)vec_len(fl->f->net) << 32 | vec_len(m.place));
        if (net->inst && i < vec_len(net->inst->child))
            net->inst->child[i]->first = place.v;
    }
    put_tokens(fl, in, net, &m);
    if (m.alone)
        number_places(fl, &m, decl->doc);
    for (uint32_t i = 0; i < vec_len(m.place) && !m.alone; i++) {
        VarInfo *v = change_variable(fl->f, m.place[i].v);
        v->words = token_words(d, decl->place[i].name, m.place[i].capacity);
        v->doc = decl->doc;
    }
    vec_push(&d->run, fl->f->net, m);
    net->index = vec_len(fl->f->net);
}

void net_variables(Flattener *fl, Inst *in)
{
    for (uint32_t i = 0; i < vec_len(in->has->net); i++)
        declare_net(fl, in, &in->has->net[i]);
}

/* ---- times of entry ------------------------------------------------------------------------------------ */

static Var entry_variable(Flattener *fl, const char *of, const FlatNet *m, Var place, const char *doc)
{
    VarInfo v = { .name = internf(fl->d, "%s.since", of),
                  .path = m->path,
                  .span = m->span,
                  .unit = "s",
                  .doc = doc,
                  .type = T_REAL,
                  .variability = V_DISCRETE,
                  .discrete_state = true,
                  .has_start = true,
                  .start = ex_real(fl->d, fl->f->start_time),
                  .entered = place };

    return new_var(fl, v);
}

Var place_entered(void *flattener, Var place)
{
    Flattener *fl = flattener;
    const uint64_t known = map_get(&fl->place, place);

    if (!known)
        return 0;
    FlatNet *m = &fl->f->net[known >> 32];
    NetPlace *p = &m->place[(uint32_t)known - 1];
    if (!p->since)
        p->since = entry_variable(fl, fl->f->var[place].name, m, place, "When a token came last");
    return p->since;
}

/* ---- transitions --------------------------------------------------------------------------------------- */

/* What guards ask of their net. */
typedef struct { Flattener *fl; uint32_t net; const NetDecl *decl; const uint32_t *from; } Asked;

/* When the place of an automaton was entered, for guards that ask how long ago that was: a clause keeps it. */
static Var since(Flattener *fl, uint32_t net)
{
    Dtc *d = fl->d;
    FlatNet *m = &fl->f->net[net];
    if (m->since)
        return m->since;
    Var entered = entry_variable(fl, m->name, m, 0, "When its place was entered");
    WhenAction keep = {
        .kind = W_ASSIGN, .var = entered, .value = ex_leaf(d, OP_TIME, T_REAL), .span = m->span
    };
    When clause = { .span = m->span, .path = m->path };
    for (uint32_t i = 0; i < vec_len(m->place); i++) {
        WhenBranch branch = { ex_var(d, m->place[i].v), NULL };
        vec_push(&d->run, branch.action, keep);
        vec_push(&d->run, clause.branch, branch);
        if (strcmp(name_last(fl->f->var[m->place[i].v].name), "since") == 0)
            error(d, fl->f->var[m->place[i].v].span, m->path,
                  "after(T) needs a variable %s.since: the place needs another name", m->name);
    }
    vec_push(&d->run, fl->f->when, clause);
    return m->since = entered;
}

static Var source_entered(void *of, uint32_t i)
{
    const Asked *asked = of;
    const FlatNet *m = &asked->fl->f->net[asked->net];

    return m->alone ? since(asked->fl, asked->net) : place_entered(asked->fl, m->place[asked->from[i]].v);
}

static Var own_place(void *of, const char *name)
{
    const Asked *asked = of;
    const uint32_t i = place_number(asked->decl, name);

    return asked->decl->place[i].name == name ? asked->fl->f->net[asked->net].place[i].v : 0;
}

static uint32_t *arcs(Dtc *d, const NetDecl *n, const PlaceName *to)
{
    uint32_t *list = NULL;

    for (uint32_t i = 0; i < vec_len(to); i++)
        vec_push(&d->run, list, place_number(n, to[i].name));
    return list;
}

void net_transitions(Flattener *fl, Inst *in)
{
    Dtc *d = fl->d;

    for (uint32_t i = 0; i < vec_len(in->has->net); i++) {
        const NetDecl *n = in->has->net[i].decl;
        Scope s = { in, in->has->net[i].cls, NULL };
        for (uint32_t k = 0; k < vec_len(n->transition); k++) {
            const Transition *t = &n->transition[k];
            FlatTransition flat = { .from = arcs(d, n, t->from), .to = arcs(d, n, t->to), .span = t->span };
            Asked asked = { fl, in->has->net[i].index - 1, n, flat.from };
            uint32_t sources = fl->f->net[asked.net].alone ? 1 : vec_len(flat.from);
            lower_state(d)->guards = &(Guards){ source_entered, own_place, &asked, sources };
            bool good = lower_scalar(d, s, t->guard, T_BOOL, &flat.guard);
            lower_state(d)->guards = NULL;
            if (good)
                vec_push(&d->run, fl->f->net[asked.net].transition, flat);
        }
    }
}
