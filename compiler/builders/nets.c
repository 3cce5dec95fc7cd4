/* nets.c - the function transition: one step of each net; places of switching elements are to be decided in the
 * evaluation that follows.
 *
 * Transitions come in the order of writing. One fires if its sources hold tokens of before the step that none has taken
 * yet, its targets have room of before the step that none has filled yet, and its guard holds. A place on both sides
 * keeps its token: it must be there, and no other transition takes it. Guards of nets see the states of now and, for
 * the rest, the values of the last evaluation; all see the tokens before the step. In a variable-step run transition is
 * that of the nets alone, at the end of a pass: guards see pre() of before, states are reinitialised and pre() is kept
 * between guards and places. Gives whether a place has changed.
 *
 * An automaton, one token, needs the number of its next place alone. Other nets have by place the tokens that are left
 * to take, the room that is left, and the tokens of afterwards.
 *
 * A quiet step (quiet.c) asks the same guards, and whether anything fires.
 *
 * Requires: the functions of laws, reinits and remember. Cost: linear in the arcs, the guards and the laws.
 */
#include "blocks.h"
#include "builders.h"

/* next: by automaton, the place it goes to, -1: it stays, or as many as it has: it stays by a transition. left, room,
 * after: by place of the other nets; moves: by these; quiet: 0, or what becomes false where something would fire */
typedef struct { const Emitter *e; Program *p; Dtc *d; Ex next, left, room, after, moves, changed, quiet; } Deciding;

static Ex number(const Deciding *t, int64_t x) { return ex_int(t->d, x); }

static const char *places_text(const Deciding *t, const FlatNet *n, const uint32_t *place)
{
    const char **names = NULL;

    for (uint32_t i = 0; i < vec_len(place); i++)
        vec_push(&t->d->pass, names, t->e->f->var[n->place[place[i]].v].name);
    return text_joined(t->d, names, ", ", ", ");
}

static void note_transition(const Deciding *t, const FlatNet *n, const FlatTransition *tr)
{
    do_note(t->p, n->name,
            internf(t->d, "from %s to %s when %s", places_text(t, n, tr->from), places_text(t, n, tr->to),
                    ex_plain(t->d, tr->guard)));
}

/* ---- automata ------------------------------------------------------------------------------------------ */

static bool has_loop(const FlatNet *n)
{
    for (uint32_t i = 0; i < vec_len(n->transition); i++)
        if (n->transition[i].from[0] == n->transition[i].to[0])
            return true;
    return false;
}

static void fires(const Deciding *t) { do_give_up(t->p, t->quiet); }

/* Is it asked alone whether a transition fires, of which each leads to another place? */
static bool asks_alone(const Deciding *t, const FlatNet *n) { return t->quiet && !has_loop(n); }

static void guards(const Deciding *t, const FlatNet *n, uint32_t k)
{
    Ex next = elem(t->p, t->next, k);

    for (uint32_t i = 0; i < vec_len(n->transition); i++) {
        const FlatTransition *tr = &n->transition[i];
        const uint32_t from = tr->from[0], to = tr->to[0];
        note_transition(t, n, tr);
        Ex open = ex_bin(t->d, OP_LT, next, number(t, 0)), here = ex_var(t->d, n->place[from].v);
        if (asks_alone(t, n)) {
            do_if(t->p, ex_bin(t->d, OP_AND, here, tr->guard));
            fires(t);
        } else {
            do_if(t->p, ex_bin(t->d, OP_AND, ex_bin(t->d, OP_AND, open, here), tr->guard));
            do_set(t->p, next, number(t, from == to ? vec_len(n->place) : to));
        }
        do_end(t->p);
    }
}

static void places(const Deciding *t, const FlatNet *n, uint32_t k)
{
    Ex next = elem(t->p, t->next, k), goes = ex_bin(t->d, OP_GE, next, number(t, 0));

    if (asks_alone(t, n))
        return;
    if (has_loop(n))
        goes = ex_bin(t->d, OP_AND, goes, ex_bin(t->d, OP_LT, next, number(t, vec_len(n->place))));
    do_if(t->p, goes);
    if (t->quiet) {
        fires(t);
        do_end(t->p);
        return;
    }
    for (uint32_t i = 0; i < vec_len(n->place); i++)
        do_set(t->p, ex_var(t->d, n->place[i].v), ex_bin(t->d, OP_EQ, next, number(t, i)));
    for (uint32_t i = 0; i < vec_len(n->place); i++) {
        if (!n->place[i].since)
            continue;
        do_if(t->p, ex_var(t->d, n->place[i].v));
        do_set(t->p, ex_var(t->d, n->place[i].since), ex_leaf(t->d, OP_TIME, T_REAL));
        do_end(t->p);
    }
    do_set(t->p, t->changed, number(t, 1));
    do_end(t->p);
}

/* ---- other nets ---------------------------------------------------------------------------------------- */

static Ex tokens(const Deciding *t, const NetPlace *p)
{
    Ex v = ex_var(t->d, p->v);

    return p->counts ? v : ex_if(t->d, v, number(t, 1), number(t, 0));
}

static Ex room(const Deciding *t, const NetPlace *p)
{
    return ex_bin(t->d, OP_SUB, number(t, p->capacity), tokens(t, p));
}

static void before(const Deciding *t, const FlatNet *n, uint32_t first, uint32_t k)
{
    for (uint32_t i = 0; i < vec_len(n->place); i++) {
        do_set(t->p, elem(t->p, t->left, first + i), tokens(t, &n->place[i]));
        do_set(t->p, elem(t->p, t->room, first + i), room(t, &n->place[i]));
        do_set(t->p, elem(t->p, t->after, first + i), tokens(t, &n->place[i]));
    }
    do_set(t->p, elem(t->p, t->moves, k), number(t, 0));
}

static bool among(const uint32_t *list, uint32_t place)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (list[i] == place)
            return true;
    return false;
}

static void add(const Deciding *t, Ex array, uint32_t place, int by)
{
    Ex x = elem(t->p, array, place);

    do_set(t->p, x, ex_bin(t->d, by < 0 ? OP_SUB : OP_ADD, x, number(t, 1)));
}

static Ex enabled(const Deciding *t, const FlatTransition *tr, uint32_t first)
{
    Ex all = 0;

    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t *place = side ? tr->to : tr->from;
        for (uint32_t i = 0; i < vec_len(place); i++) {
            if (side && among(tr->from, place[i]))
                continue;
            Ex some =
                ex_bin(t->d, OP_GT, elem(t->p, side ? t->room : t->left, first + place[i]), number(t, 0));
            all = all ? ex_bin(t->d, OP_AND, all, some) : some;
        }
    }
    return ex_bin(t->d, OP_AND, all, tr->guard);
}

static void fire(const Deciding *t, const FlatNet *n, uint32_t first, uint32_t k)
{
    for (uint32_t i = 0; i < vec_len(n->transition); i++) {
        const FlatTransition *tr = &n->transition[i];
        bool moves = false;
        note_transition(t, n, tr);
        do_if(t->p, enabled(t, tr, first));
        for (uint32_t q = 0; q < vec_len(tr->from); q++) {
            add(t, t->left, first + tr->from[q], -1);
            if (among(tr->to, tr->from[q]))
                continue;
            add(t, t->after, first + tr->from[q], -1);
            moves = true;
        }
        for (uint32_t q = 0; q < vec_len(tr->to); q++) {
            if (among(tr->from, tr->to[q]))
                continue;
            add(t, t->room, first + tr->to[q], -1);
            add(t, t->after, first + tr->to[q], 1);
            moves = true;
        }
        if (moves)
            do_set(t->p, elem(t->p, t->moves, k), number(t, 1));
        do_end(t->p);
    }
}

static void afterwards(const Deciding *t, const FlatNet *n, uint32_t first, uint32_t k)
{
    do_if(t->p, ex_bin(t->d, OP_GT, elem(t->p, t->moves, k), number(t, 0)));
    if (t->quiet) {
        fires(t);
        do_end(t->p);
        return;
    }
    for (uint32_t i = 0; i < vec_len(n->place); i++) {
        const NetPlace *p = &n->place[i];
        Ex after = elem(t->p, t->after, first + i);
        if (p->since) {
            do_if(t->p, ex_bin(t->d, OP_LT, elem(t->p, t->room, first + i), room(t, p)));
            do_set(t->p, ex_var(t->d, p->since), ex_leaf(t->d, OP_TIME, T_REAL));
            do_end(t->p);
        }
        do_set(t->p, ex_var(t->d, p->v), p->counts ? after : ex_bin(t->d, OP_GT, after, number(t, 0)));
    }
    do_set(t->p, t->changed, number(t, 1));
    do_end(t->p);
}

/* ---- all of them --------------------------------------------------------------------------------------- */

/* places: of nets; tokens: at most, in one of them */
typedef struct { uint32_t automata, nets, places, tokens; } Number;

static void locals(Deciding *t, Number n)
{
    if (n.automata > 0)
        t->next = local(t->p, T_INT, n.automata, "next");
    if (n.nets == 0)
        return;
    t->left = local_counts(t->p, n.places, "left", n.tokens + 1);
    t->room = local_counts(t->p, n.places, "room", n.tokens + 1);
    t->after = local_counts(t->p, n.places, "after", n.tokens + 1);
    t->moves = that_decides(t->p, local(t->p, T_INT, n.nets, "moves"));
}

typedef enum { BEFORE, FIRE, AFTERWARDS } Phase;

static void each_net(const Deciding *t, Phase phase)
{
    Number n = { 0 };

    for (uint32_t i = 0; i < vec_len(t->e->f->net); i++) {
        const FlatNet *net = &t->e->f->net[i];
        if (net->alone) {
            if (phase == BEFORE)
                do_set(t->p, elem(t->p, t->next, n.automata), number(t, -1));
            else
                (phase == FIRE ? guards : places)(t, net, n.automata);
            n.automata++;
            continue;
        }
        (phase == BEFORE ? before : phase == FIRE ? fire : afterwards)(t, net, n.places, n.nets);
        n.nets++;
        n.places += vec_len(net->place);
    }
}

static Number number_of(const Emitter *e)
{
    Number n = { 0 };

    for (uint32_t i = 0; i < vec_len(e->f->net); i++) {
        const FlatNet *net = &e->f->net[i];
        n.automata += net->alone;
        n.nets += !net->alone;
        n.places += net->alone ? 0 : vec_len(net->place);
        for (uint32_t k = 0; k < vec_len(net->place); k++)
            n.tokens = n.tokens > net->place[k].capacity ? n.tokens : net->place[k].capacity;
    }
    return n;
}

void do_ask_nets(const Emitter *e, Ex quiet)
{
    Deciding t = { .e = e, .p = e->program, .d = e->d, .quiet = quiet };

    if (vec_len(e->f->net) == 0)
        return;
    do_block(t.p);
    locals(&t, number_of(e));
    each_net(&t, BEFORE);
    each_net(&t, FIRE);
    each_net(&t, AFTERWARDS);
    do_end(t.p);
}

void build_nets(const Emitter *e)
{
    Program *p = e->program;
    Deciding t = { .e = e, .p = p, .d = e->d };

    function_begin(p, FN_transition, 0, NULL);
    gives(p, GIVES_INT);
    do_block(p);
    t.changed = that_decides(p, local(p, T_INT, 0, "changed"));
    locals(&t, number_of(e));
    do_set(p, t.changed, has_events(e->of) ? number(&t, 0) : changed(e));
    each_net(&t, BEFORE);
    each_net(&t, FIRE);
    for (uint32_t b = 0; b < vec_len(e->dae->block) && !has_events(e->of); b++)
        if (decides(e->of, b))
            do_set(p, again_in_law(e, b), number(&t, 1));
    if (has_events(e->of)) {
        do_call_if(p, FN_reinits);
        do_call_if(p, FN_remember);
    }
    each_net(&t, AFTERWARDS);
    if (!has_events(e->of))
        do_set(p, changed(e), assigns_in_steps(e) ? t.changed : number(&t, 0));
    do_return(p, t.changed);
    do_end(p);
    function_end(p);
    if (any_laws(e) && !has_events(e->of))
        build_released(e);
}
