/* storage.c - how variables are stored, and what their members are called.
 *
 * Every variable that something reads is a member of one struct; its names are those of the model, flat.
 *
 * Requires: reads.c. Ensures: Emitter.storage, .member, .pre_name, .last_name, .jump_name. Cost: linear.
 */
#include "blocks.h"
#include "sort.h"
#include "builders.h"
#include "work.h"

/* What steps compute only now and then, or compare with its value of before. */
static bool is_between(uint8_t rate) { return rate == RATE_TRANSITION || rate == RATE_SAMPLE; }

static Storage storage_of(const Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];

    if (i->type == T_STRING || alias_of(e->f, v).of)
        return ST_NONE;
    if (alias_of(e->f, v).constant)
        return ST_CALCULATED;
    if (i->variability >= V_PARAM) {
        bool from_init = i->has_fixed && !i->fixed;
        bool tunable = i->variability == V_PARAM && !i->structural && !i->final && !from_init;
        return tunable && (!i->binding || is_literal(e->d, i->binding, NULL)) ? ST_PARAMETER : ST_CALCULATED;
    }
    if (is_input(i))
        return ST_INPUT;
    if (i->is_state)
        return ST_STATE;
    return i->discrete_state ? ST_DISCRETE : is_between(e->dae->rate[v]) ? ST_STRUCTURE : ST_VARIABLE;
}

void decide_storage(const Emitter *e, const bool *read)
{
    for (Var v = 1; v < vec_len(e->f->var); v++)
        e->store->kind[v] = (uint8_t)(read[v] ? storage_of(e, v) : ST_NONE);
    for (uint32_t i = 0; i < vec_len(e->dae->kept); i++)
        e->store->kind[e->dae->kept[i].kept] = ST_NONE;        /* its member is that of pre(v) */
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; k->kind == B_NONLINEAR && i < block_n(k); i++)
            e->store->kind[root(e, k->tear[i])] = ST_STRUCTURE;      /* warm start */
        for (uint32_t i = 0; i < block_m(k); i++) {
            const Var *shown = e->f->sw[k->sw[i]].shown;
            for (int q = 0; q < SWITCH_PLACES; q++)
                if (shown[q] && e->store->kind[root(e, shown[q])])
                    e->store->kind[root(e, shown[q])] = ST_DISCRETE;
        }
    }
    for (uint32_t i = 0; i < vec_len(e->f->net); i++)
        for (uint32_t k = 0; k < net_sets(&e->f->net[i]); k++)
            if (net_set(&e->f->net[i], k))
                e->store->kind[root(e, net_set(&e->f->net[i], k))] = ST_DISCRETE;
}

/* What is read of the last evaluation, before the next one, belongs to the state: operands of guards and of held
 * relations, and slips and bounds that a decision takes from there. */
void state_plan(const Emitter *e)
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
        if (!e->sensed[b])
            decision_reads(e, &e->dae->block[b], &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root(e, vars[i]);
        array[e->f->var[v].array] |= e->store->kind[v] == ST_VARIABLE;
        if (e->store->kind[v] == ST_VARIABLE && !e->store->in_law[v])
            e->store->kind[v] = ST_STRUCTURE;
    }
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->f->var[v].array && array[e->f->var[v].array] && e->store->kind[v] == ST_VARIABLE && !e->store->in_law[v])
            e->store->kind[v] = ST_STRUCTURE;
}

const char *new_name(const Emitter *e, const char *wanted)
{
    const char *name = internz(e->d, wanted);

    while (map_get(&e->store->names, KEY(name)) || c_is_macro(name))
        name = internf(e->d, "%s_", name);
    map_set(&e->d->run, &e->store->names, KEY(name), 1);
    return name;
}

static void reserve(const Emitter *e, const char *const *word)
{
    for (; *word; word++)
        map_set(&e->d->run, &e->store->names, KEY(internz(e->d, *word)), 1);
}

static void reserve_names(const Emitter *e)
{
    static const char *const own[] = { "steps", "time",  "changed", "fault", "count", "initial", "finite",
                                       "stop",  "ready", "shown", "warned", "committed", "taken", "refused",
                                       NULL };
    static const char *const flags[] = {
        "exact", "again", "pinned", "tangent", "rosenbrock", "stale", "behind", "ahead", "matrices", "last",
        "cuts",  "cut",   NULL
    };
    static const char *const of_fmu[] = { "start", NULL };

    reserve(e, c_words);
    reserve(e, own);
    if (holds_relations(e))
        reserve(e, flags);
    if (e->d->opt.fmu)
        reserve(e, of_fmu);
}

/* What is held, or is a branch, has an expression as its name. */
static void name_held(const Emitter *e)
{
    for (uint32_t i = 0; i < vec_len(e->dae->branch); i++)
        if (e->store->kind[e->dae->branch[i].v] != ST_NONE)
            e->store->member[e->dae->branch[i].v] = new_name(e, internf(e->d, "branch_%u", i + 1));
    for (uint32_t i = 0; i < vec_len(e->dae->held); i++) {
        const Held *h = &e->dae->held[i];
        if (e->store->kind[h->v] != ST_NONE && h->kind != HELD_WHEN)
            e->store->member[h->v] = new_name(e, internf(e->d, "held_%u", i + 1));
        if (h->count && e->store->kind[h->count] != ST_NONE)
            e->store->member[h->count] = new_name(e, internf(e->d, "count_%u", i + 1));
    }
}

static bool is_parameter(Storage s) { return s == ST_PARAMETER || s == ST_CALCULATED; }

/* Of what moves on while an output of its name stays. */
static const char *storage_name(const Emitter *e, Var v, const char *name)
{
    Storage s = (Storage)e->store->kind[v];
    return internf(e->d, "%s%s", e->store->output[v] && (s == ST_STATE || s == ST_DISCRETE) ? "next_" : "",
                   c_name(e->d, name));
}

/* Arrays whose elements are all stored alike are C arrays. Among parameters some may follow from others: where the
 * array is looked up it need not be copied. */
static void name_arrays(const Emitter *e)
{
    const Flat *f = e->f;

    for (uint32_t k = 1; k < vec_len(f->array); k++) {
        const FlatArray *a = &f->array[k];
        Storage first = (Storage)e->store->kind[a->first];
        bool whole = a->n > 0 && first != ST_NONE, same = true;
        for (uint32_t i = 1; whole && i < a->n; i++) {
            Storage s = (Storage)e->store->kind[a->first + i];
            same &= s == first;
            whole = (s == first || (is_parameter(s) && is_parameter(first))) &&
                    f->var[a->first + i].type == f->var[a->first].type;
        }
        if (!whole)
            continue;
        e->store->array_whole[k] = same ? 1 : 2;
        e->store->array_member[k] = new_name(e, storage_name(e, a->first, a->name));
        for (uint32_t i = 0; i < a->n; i++)
            e->store->member[a->first + i] = internf(e->d, "%s[%u]", e->store->array_member[k], i);
    }
}

void name_members(const Emitter *e)
{
    reserve_names(e);
    output_plan(e);
    name_held(e);
    name_arrays(e);
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->store->kind[v] != ST_NONE && !e->store->member[v])
            e->store->member[v] = new_name(e, storage_name(e, v, e->f->var[v].name));
}

static const char *companion_name(const Emitter *e, const char *what, Var v)
{
    const char *name = e->store->output[v] ? e->f->var[v].name : e->store->member[v];
    return new_name(e, internf(e->d, "%s_%s", what, c_name(e->d, name)));
}

/* Members that go with a variable: its last value, its jump. */
void name_companions(const Emitter *e)
{
    uint32_t n = vec_len(e->f->var);

    e->store->pre_name = NEW_N(&e->d->run, const char *, n + 1);
    e->store->last_name = has_events(e) ? NEW_N(&e->d->run, const char *, n + 1) : e->store->pre_name;
    e->store->jump_name = NEW_N(&e->d->run, const char *, n + 1);
    e->store->held_name = NEW_N(&e->d->run, const char *, n + 1);
    for (Var v = 1; v < n; v++) {
        if (e->store->pre[v] && e->store->member[v])
            e->store->pre_name[v] = companion_name(e, "pre", v);
        if (has_events(e) && e->store->last[v] && e->store->member[v])
            e->store->last_name[v] = companion_name(e, "last", v);
        if (e->impulses->jumps[v] && e->store->member[v])
            e->store->jump_name[v] = companion_name(e, "jump", v);
        if (e->impulses->jumps[v] && e->store->member[v] && has_stages(e) && has_works(e) && is_booked(e, v))
            e->store->held_name[v] = companion_name(e, "held", v);
    }
    for (uint32_t i = 0; i < vec_len(e->dae->kept); i++)
        e->store->member[e->dae->kept[i].kept] = e->store->pre_name[e->dae->kept[i].v];
}

/* Consecutive members that are one array: its name. */
const char *whole_array(const Emitter *e, Ex x)
{
    uint32_t n = ex_narg(e->d, x);
    bool negated;
    Var first = n ? ex_is_var(e->d, ex_arg(e->d, x, 0)) : 0;

    first = first ? root_of(e->f, first, &negated) : 0;
    if (!first || negated)
        return NULL;
    uint32_t array = e->f->var[first].array;
    if (!array || !e->store->array_whole[array] || e->f->array[array].first != first || e->f->array[array].n != n)
        return NULL;
    for (uint32_t i = 0; i < n; i++) {
        Var v = ex_is_var(e->d, ex_arg(e->d, x, i));
        if (!v || root_of(e->f, v, &negated) != first + i || negated)
            return NULL;
    }
    return e->store->array_member[array];
}
