/* storage.c - how variables are stored, and in which members.
 *
 * Every variable that something reads is a member of one struct, or an element of an array there.
 *
 * Requires: reads.c. Ensures: Store.kind, .home, .array_whole, .has. Cost: linear.
 */
#include "blocks.h"
#include "sort.h"
#include "builders.h"
#include "work.h"

/* What steps compute only now and then, or compare with its value of before. */
static bool is_between(uint8_t rate) { return rate == RATE_TRANSITION || rate == RATE_SAMPLE; }

static Storage storage_of(const Equations *e, Var v)
{
    const VarInfo *i = &e->f->var[v];

    if (i->type == T_STRING || alias_of(e->f, v).of)
        return ST_NONE;
    if (alias_of(e->f, v).constant)
        return ST_CALCULATED;
    if (i->variability >= V_PARAM) {
        bool from_init = i->has_fixed && !i->fixed;
        bool tunable = i->variability == V_PARAM && !i->structural && !i->final && !from_init;
        return tunable && (!i->binding || is_number_literal(e->d, i->binding, NULL)) ? ST_PARAMETER
                                                                                     : ST_CALCULATED;
    }
    if (is_input(i))
        return ST_INPUT;
    if (i->is_state)
        return ST_STATE;
    return i->discrete_state ? ST_DISCRETE : is_between(e->dae->rate[v]) ? ST_STRUCTURE : ST_VARIABLE;
}

static uint8_t *kinds(const Equations *e, const bool *read)
{
    uint8_t *kind = NEW_N(&e->d->run, uint8_t, vec_len(e->f->var) + 1);

    for (Var v = 1; v < vec_len(e->f->var); v++)
        kind[v] = (uint8_t)(read[v] ? storage_of(e, v) : ST_NONE);
    for (uint32_t i = 0; i < vec_len(e->dae->kept); i++)
        kind[e->dae->kept[i].kept] = ST_NONE; /* its member is that of pre(v) */
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; k->kind == B_NONLINEAR && i < block_n(k); i++)
            kind[root(e, k->tear[i])] = ST_STRUCTURE; /* warm start */
        for (uint32_t i = 0; i < block_m(k); i++) {
            const Var *shown = e->f->sw[k->sw[i]].shown;
            for (int q = 0; q < SWITCH_PLACES; q++)
                if (shown[q] && kind[root(e, shown[q])])
                    kind[root(e, shown[q])] = ST_DISCRETE;
        }
    }
    for (uint32_t i = 0; i < vec_len(e->f->net); i++)
        for (uint32_t k = 0; k < net_sets(&e->f->net[i]); k++)
            if (net_set(&e->f->net[i], k))
                kind[root(e, net_set(&e->f->net[i], k))] = ST_DISCRETE;
    return kind;
}

static bool is_parameter(Storage s) { return s == ST_PARAMETER || s == ST_CALCULATED; }

/* Arrays whose elements are all stored alike are C arrays. Among parameters some may follow from others: where the
 * array is looked up it need not be copied. */
static void find_arrays(const Equations *e, Store *s)
{
    const Flat *f = e->f;

    for (uint32_t k = 1; k < vec_len(f->array); k++) {
        const FlatArray *a = &f->array[k];
        Storage first = (Storage)s->kind[a->first];
        bool whole = a->n > 0 && first != ST_NONE, same = true;
        for (uint32_t i = 1; whole && i < a->n; i++) {
            Storage own = (Storage)s->kind[a->first + i];
            same &= own == first;
            whole = (own == first || (is_parameter(own) && is_parameter(first))) &&
                    f->var[a->first + i].type == f->var[a->first].type;
        }
        if (!whole)
            continue;
        s->array_whole[k] = same ? 1 : 2;
        for (uint32_t i = 0; i < a->n; i++)
            s->home[a->first + i] = (Home){ AT_array, k, i };
    }
}

Store *store_plan(const Equations *e, const Reads *reads)
{
    Arena *a = &e->d->run;
    Store *s = NEW(a, Store);

    s->kind = kinds(e, reads->read);
    s->home = NEW_N(a, Home, vec_len(e->f->var) + 1);
    s->array_whole = NEW_N(a, uint8_t, vec_len(e->f->array) + 1);
    s->has[AT_output] = output_plan(e, s->kind);
    find_arrays(e, s);
    const Home *in_law = law_homes(e, s);
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        if (in_law[v].role != AT_NOWHERE)
            s->home[v] = in_law[v];
        else if (s->kind[v] != ST_NONE && !is_stored(s, v))
            s->home[v] = (Home){ AT_variable, v, 0 };
    }
    return s;
}

/* What is read of the last evaluation, before the next one, belongs to the state: operands of guards and of held
 * relations, and slips and bounds that a decision takes from there. */
static void keep_for_decisions(const Equations *e, Store *s, const bool *sensed)
{
    bool *array = NEW_N(&e->d->pass, bool, vec_len(e->f->array) + 1);
    Var *vars = NULL;

    for (uint32_t k = 0; k < vec_len(e->f->net); k++)
        for (uint32_t i = 0; i < vec_len(e->f->net[k].transition); i++)
            ex_vars(e->d, e->f->net[k].transition[i].guard, &vars);
    for (uint32_t k = 0; has_stages(e) && k < vec_len(e->dae->held); k++)
        for (int q = 0; q < 2; q++)
            if (q ? e->dae->held[k].b : e->dae->held[k].a)
                ex_vars(e->d, q ? e->dae->held[k].b : e->dae->held[k].a, &vars);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (!sensed[b])
            decision_reads(e, &e->dae->block[b], &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root(e, vars[i]);
        array[e->f->var[v].array] |= s->kind[v] == ST_VARIABLE;
        if (s->kind[v] == ST_VARIABLE && !is_kept_in_law(s, v))
            s->kind[v] = ST_STRUCTURE;
    }
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->f->var[v].array && array[e->f->var[v].array] && s->kind[v] == ST_VARIABLE &&
            !is_kept_in_law(s, v))
            s->kind[v] = ST_STRUCTURE;
}

/* Members that go with a variable: its last value, its jump. */
static void find_companions(const Equations *e, Store *s, const Impulses *impulses, const Works *works)
{
    const bool *before = works_before(works);
    uint32_t n = vec_len(e->f->var);

    for (int role = AT_pre_of; role <= AT_held_of; role++)
        s->has[role] = NEW_N(&e->d->run, bool, n + 1);
    for (Var v = 1; v < n; v++) {
        s->pre[v] |= before && before[v];
        if (!is_stored(s, v))
            continue;
        s->has[AT_pre_of][v] = s->pre[v];
        if (has_events(e))
            s->has[AT_last_of][v] = s->last[v];
        s->has[AT_jump_of][v] = impulses->jumps[v];
        s->has[AT_held_of][v] =
            s->has[AT_jump_of][v] && has_stages(e) && has_works(works) && is_booked(works, v);
    }
    for (uint32_t i = 0; i < vec_len(e->dae->kept); i++)
        if (s->has[AT_pre_of][e->dae->kept[i].v])
            s->home[e->dae->kept[i].kept] = (Home){ AT_pre_of, e->dae->kept[i].v, 0 };
}

void store_rest(const Equations *e, Store *s, const Reads *reads, const bool *sensed, const Impulses *impulses,
                const Works *works)
{
    s->pre = reads->pre;
    s->last = reads->last;
    if (!has_events(e))
        keep_for_decisions(e, s, sensed);
    find_companions(e, s, impulses, works);
}
