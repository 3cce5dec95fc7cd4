/* automata.c - the function transition: automata make at most one transition each; places of switching elements are to
 * be decided in the evaluation that follows.
 *
 * Guards of automata see the states of now and, for the rest, the values of the last evaluation; all see the places
 * before the transition. In a variable-step run it is that of the automata alone, at the end of a pass: guards see
 * pre() of before, states are reinitialised and pre() is kept between guards and places. Gives whether a place has
 * changed.
 *
 * Requires: the functions of laws, reinits and remember. Cost: linear in the guards and the laws.
 */
#include "blocks.h"
#include "builders.h"

typedef struct { Emitter *e; Program *p; Dtc *d; Ex next, changed; } Deciding;

static Ex number(const Deciding *t, int64_t x) { return ex_int(t->d, x); }

static void guards(const Deciding *t, uint32_t k)
{
    const Automaton *a = &t->e->f->automaton[k];
    Ex next = elem(t->p, t->next, k);

    for (uint32_t i = 0; i < vec_len(a->transition); i++) {
        const FlatTransition *from = &a->transition[i];
        do_note(t->p, a->name,
                internf(t->d, "from %s to %s when %s", t->e->f->var[a->place[from->from]].name,
                        t->e->f->var[a->place[from->to]].name, ex_plain(t->d, from->guard)));
        Ex open = ex_bin(t->d, OP_LT, next, number(t, 0)), here = ex_var(t->d, a->place[from->from]);
        do_if(t->p, ex_bin(t->d, OP_AND, ex_bin(t->d, OP_AND, open, here), from->guard));
        do_set(t->p, next, number(t, from->to));
        do_end(t->p);
    }
}

static void places(const Deciding *t, uint32_t k)
{
    const Automaton *a = &t->e->f->automaton[k];
    Ex next = elem(t->p, t->next, k);

    do_if(t->p, ex_bin(t->d, OP_GE, next, number(t, 0)));
    for (uint32_t i = 0; i < vec_len(a->place); i++)
        do_set(t->p, ex_var(t->d, a->place[i]), ex_bin(t->d, OP_EQ, next, number(t, i)));
    do_set(t->p, t->changed, number(t, 1));
    do_end(t->p);
}

void build_automata(Emitter *e)
{
    Program *p = &e->program;
    uint32_t n = vec_len(e->f->automaton);
    Deciding t = { .e = e, .p = p, .d = e->d };

    function_begin(p, FN_transition, 0, NULL);
    gives(p, GIVES_INT);
    do_block(p);
    t.changed = that_decides(p, local(p, T_INT, 0, "changed"));
    t.next = n > 0 ? local(p, T_INT, n, "next") : 0;
    do_set(p, t.changed, has_events(e) ? number(&t, 0) : changed(e));
    for (uint32_t k = 0; k < n; k++)
        do_set(p, elem(p, t.next, k), number(&t, -1));
    for (uint32_t k = 0; k < n; k++)
        guards(&t, k);
    for (uint32_t b = 0; b < vec_len(e->dae->block) && !has_events(e); b++)
        if (decides(e, b))
            do_set(p, again_in_law(e, b), number(&t, 1));
    if (has_events(e)) {
        do_call_if(p, FN_reinits);
        do_call_if(p, FN_remember);
    }
    for (uint32_t k = 0; k < n; k++)
        places(&t, k);
    if (!has_events(e))
        do_set(p, changed(e), assigns_in_steps(e) ? t.changed : number(&t, 0));
    do_return(p, t.changed);
    do_end(p);
    function_end(p);
    if (any_laws(e) && !has_events(e))
        build_released(e);
}
