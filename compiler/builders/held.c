/* held.c - held relations in the step program: when they are decided, their guards, their instants.
 *
 * A relation (relation.c) is a variable that is decided at events alone. There, it is decided by exact comparison as
 * soon as its operands are there if nothing has read it before, so that one evaluation does in most models: before all
 * blocks if the operands are known (function known), else before the first block that reads it. Function relations
 * decides all, and tells whether one differs: those in loops, and those that blocks of transition rate read, take
 * another round.
 *
 * In a step of several stages function relations decides those only that nothing else has decided: after the kinematic
 * blocks, and for the next step after all.
 *
 * One that is linear in time has an instant, T: it has its later value from T on, and the same expression tells
 * instants and the decision; at the start it is compared as it stands (time > 0 is false there, and T still to come).
 * The others have a guard, with a hysteresis.
 *
 * Requires: hold_relations, stage; relations are in such an order that operands come first. Cost: linear.
 */
#include "blocks.h"
#include "dtc_hybrid.h"
#include "builders.h"
#include "sort.h"


/* ---- where it is decided ------------------------------------------------------------------------------- */

/* at, next: by block, number plus 1 of the first relation that is decided before it; the next one. By relation, bit:
 * which of the members pinned it has, plus 1; first: it is decided before all blocks; late: after all. */
typedef struct HeldPlan { uint32_t *at, *next, *bit; bool *first, *late; } HeldPlan;

/* Blocks are counted from 1. */
enum { KNOWN = 0, LATE = UINT32_MAX };

typedef struct { const Equations *e; uint32_t *first, *block_of; } Plan;

static uint32_t held_number(const Plan *p, Var v)
{
    Var r = root(p->e, v);
    const Held *h = held_of(p->e->dae, r);
    return h ? (uint32_t)(h - p->e->dae->held) + 1 : 0;
}

static void reads(Plan *p, Ex x, uint32_t where)
{
    Var *v = NULL;

    ex_vars(p->e->d, x, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        uint32_t k = held_number(p, v[i]);
        if (k && where < p->first[k - 1])
            p->first[k - 1] = where;
    }
}

/* What is evaluated before the blocks of step rate counts as read by block 0. */
static void reads_of_block(Plan *p, uint32_t b)
{
    const Block *k = &p->e->dae->block[b];
    for (BlockWalk w = block_walk(k, IN_BLOCK); block_next(&w);)
        reads(p, *w.e, (w.at & IN_MATRICES ? k->matrix_rate : k->rate) <= RATE_TRANSITION ? 0 : b + 1);
    for (uint32_t i = 0; i < block_makes(k); i++)
        p->block_of[root(p->e, block_made(k, i))] = b + 1;
}

static const Ex *operands(const Held *h, Ex list[4])
{
    list[0] = h->a;
    list[1] = h->b;
    list[2] = h->slope;
    list[3] = h->rest;
    return list;
}

/* The block before which relation k can be decided, KNOWN or LATE; at[] has those of the relations before it. */
static uint32_t decided_at(const Plan *p, uint32_t k, const uint32_t *at)
{
    const Held *h = &p->e->dae->held[k];
    uint32_t last = 0, nested = 0;
    Var *v = NULL;
    Ex list[4];

    operands(h, list);
    for (uint32_t i = 0; i < 4; i++)
        if (list[i])
            ex_vars(p->e->d, list[i], &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        uint32_t other = held_number(p, v[i]), block = p->block_of[root(p->e, v[i])];
        if (other && at[other - 1] > nested)
            nested = at[other - 1];
        if (block > last)
            last = block;
    }
    if (last == 0 && nested == KNOWN)
        return KNOWN;
    return last < p->first[k] && nested <= p->first[k] && p->first[k] != LATE ? p->first[k] : LATE;
}

const HeldPlan *held_plan(const Equations *e, const Store *store, const uint32_t *loose)
{
    Arena *a = &e->d->pass;
    uint32_t n = vec_len(e->dae->held), nb = vec_len(e->dae->block), *at = NEW_N(a, uint32_t, n + 1);
    Plan p = { e, NEW_N(a, uint32_t, n + 1), NEW_N(a, uint32_t, vec_len(e->f->var) + 1) };
    HeldPlan *plan = NEW(&e->d->run, HeldPlan);

    plan->bit = NEW_N(&e->d->run, uint32_t, n + 1);
    for (uint32_t k = 0; k < vec_len(loose); k++)
        plan->bit[loose[k]] = k + 1;
    plan->at = NEW_N(&e->d->run, uint32_t, nb + 1);
    plan->next = NEW_N(&e->d->run, uint32_t, n + 1);
    plan->first = NEW_N(&e->d->run, bool, n + 1);
    plan->late = NEW_N(&e->d->run, bool, n + 1);
    for (uint32_t k = 0; k < n; k++)
        p.first[k] = LATE;
    for (uint32_t b = 0; b < nb; b++)
        reads_of_block(&p, b);
    for (uint32_t k = n; k-- > 0;) {
        Ex list[4];
        operands(&e->dae->held[k], list);
        for (int i = 0; i < 4; i++)
            if (list[i])
                reads(&p, list[i], p.first[k]);
    }
    for (uint32_t k = 0; k < n; k++)
        at[k] = e->dae->held[k].kind == HELD_SAMPLE ? KNOWN : decided_at(&p, k, at);
    for (uint32_t k = n; k-- > 0;) {
        plan->late[k] = at[k] == LATE;
        if (!is_stored(store, e->dae->held[k].v) || e->dae->held[k].kind == HELD_SAMPLE || at[k] == LATE)
            continue;
        if (at[k] == KNOWN) {
            plan->first[k] = true;
        } else {
            plan->next[k] = plan->at[at[k] - 1];
            plan->at[at[k] - 1] = k + 1;
        }
    }
    return plan;
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* The instant at which slope*time + rest = level. */
static Ex instant(Dtc *d, const Held *h, Ex level)
{
    Ex difference = ex_is_zero(d, level) ? ex_un(d, OP_NEG, h->rest) : ex_bin(d, OP_SUB, level, h->rest);
    return ex_is_one(d, h->slope) ? difference : ex_bin(d, OP_DIV, difference, h->slope);
}

/* Instants that are the same but for rounding are one: at the first of them all are reached. */
static Ex time_now(Dtc *d) { return time_reached(d); }

static Ex sign_if(Dtc *d, Ex x, Ex positive, Ex negative, Ex zero)
{
    Ex none = ex_real(d, 0);
    return ex_if(d, ex_bin(d, OP_GT, x, none), positive, ex_if(d, ex_bin(d, OP_LT, x, none), negative, zero));
}

/* From its instant on, of a relation that has one. */
static Ex later_value(Dtc *d, const Held *h)
{
    bool less = h->op == OP_LT || h->op == OP_LE;
    Ex at = instant(d, h, ex_real(d, 0)), before = ex_bin(d, OP_LT, time_now(d), at),
       after = ex_bin(d, OP_GE, time_now(d), at);
    return sign_if(d, h->slope, less ? before : after, less ? after : before,
                   ex_bin(d, h->op, h->rest, ex_real(d, 0)));
}

static Ex relation_value(const Emitter *e, const Held *h)
{
    Dtc *d = e->d;
    if (!h->slope)
        return ex_bin(d, h->op, h->a, h->b);
    Ex difference = ex_bin(d, OP_ADD, ex_bin(d, OP_MUL, h->slope, ex_leaf(d, OP_TIME, T_REAL)), h->rest),
       starts = ex_bin(d, OP_NE, member(e->program, AT_initial, 0), ex_int(d, 0));
    return ex_if(d, starts, ex_bin(d, h->op, difference, ex_real(d, 0)), later_value(d, h));
}

/* The instant at which floor(a/b) comes to q, or leaves it when it falls. */
static Ex floor_instant(Dtc *d, const Held *h, Ex q) { return instant(d, h, ex_bin(d, OP_MUL, q, h->b)); }

static Ex above(Dtc *d, Ex q) { return ex_bin(d, OP_ADD, q, ex_real(d, 1)); }

static Ex floor_value(Dtc *d, const Held *h)
{
    Ex q = ex_un(d, OP_FLOOR, ex_bin(d, OP_DIV, h->a, h->b)), none = ex_real(d, 0), one = ex_real(d, 1),
       minus = ex_real(d, -1);
    if (!h->slope)
        return q;
    Ex at = floor_instant(d, h, q), next = floor_instant(d, h, above(d, q)), t = time_now(d);
    Ex rising = ex_if(d, ex_bin(d, OP_GE, t, next), one, ex_if(d, ex_bin(d, OP_LT, t, at), minus, none));
    Ex falling = ex_if(d, ex_bin(d, OP_GE, t, at), minus, ex_if(d, ex_bin(d, OP_LT, t, next), one, none));
    return ex_bin(d, OP_ADD, q, sign_if(d, ex_bin(d, OP_DIV, h->slope, h->b), rising, falling, none));
}

/* Not negative as long as the value lasts, with a hysteresis. */
static Ex guard_of(Dtc *d, const Held *h)
{
    Ex v = ex_var(d, h->v);
    if (h->kind == HELD_VALUE)
        return ex_if(d, ex_bin(d, OP_EQ, h->a, v), ex_real(d, 1), ex_real(d, -1));
    Ex tolerance = ex_bin(d, OP_MUL, ex_real(d, DTC_HYSTERESIS), h->scale);
    if (h->kind == HELD_FLOOR) {
        Ex u = ex_bin(d, OP_DIV, h->a, h->b);
        return ex_bin(d, OP_ADD,
                      ex_bin(d, OP_MIN, ex_bin(d, OP_SUB, u, v), ex_bin(d, OP_SUB, above(d, v), u)),
                      tolerance);
    }
    bool less = h->op == OP_LT || h->op == OP_LE;
    Ex up = ex_bin(d, OP_SUB, h->a, h->b), down = ex_bin(d, OP_SUB, h->b, h->a);
    return ex_bin(d, OP_ADD, ex_if(d, v, less ? down : up, less ? up : down), tolerance);
}

/* In the function that is being built; flag: becomes 1 if the value is another one. */
static void decide(const Emitter *e, const Held *h, MemberRole flag)
{
    Ex value = h->kind == HELD_FLOOR    ? floor_value(e->d, h)
             : h->kind == HELD_RELATION ? relation_value(e, h)
                                        : h->a;
    Program *p = e->program;

    uint32_t bit = e->held->bit[h - e->dae->held];

    do_note(p, NULL, h->text);
    if (bit)
        do_kernel(p, 0, K_DECIDE, ex_var(e->d, h->v), value, member(p, flag, 0),
                  elem(p, member_n(p, AT_pinned, 0, 3 * vec_len(e->loops->loose)), bit - 1),
                  ex_bin(e->d, OP_GE, guard_of(e->d, h), ex_real(e->d, 0)));
    else
        do_kernel(p, 0, e->f->var[h->v].type == T_REAL ? K_HOLD_REAL : K_HOLD, ex_var(e->d, h->v), value,
                  member(p, flag, 0));
}

void build_held_before(const Emitter *e, uint32_t b)
{
    if (!e->held || !e->held->at[b])
        return;
    do_if(e->program, member(e->program, AT_exact, 0));
    for (uint32_t k = e->held->at[b]; k; k = e->held->next[k - 1])
        decide(e, &e->dae->held[k - 1], AT_changed);
    do_end(e->program);
}

static void decisions(const Emitter *e, FunctionRole role, bool known)
{
    function_begin(e->program, role, 0, NULL);
    for (uint32_t k = 0; k < vec_len(e->dae->held); k++) {
        const Held *h = &e->dae->held[k];
        if (is_stored(e->store, h->v) && h->kind != HELD_SAMPLE &&
            (known ? e->held->first[k] : !has_stages(e->of) || e->held->late[k]))
            decide(e, h, known ? AT_changed : AT_again);
    }
    function_end(e->program);
}

/* ---- samples and instants ------------------------------------------------------------------------------ */

static Ex sample_instant(Dtc *d, const Held *h)
{
    return ex_bin(d, OP_ADD, h->a, ex_bin(d, OP_MUL, ex_var(d, h->count), h->b));
}

Ex changed(const Emitter *e) { return that_decides(e->program, member(e->program, AT_changed, 0)); }

/* What rounding makes of an instant, which is start + count*interval: instants of one time are reached together. */
static Ex rounding(Dtc *d, const Held *h)
{
    Ex t = ex_leaf(d, OP_TIME, T_REAL), size = ex_bin(d, OP_ADD, ex_un(d, OP_ABS, t), ex_un(d, OP_ABS, h->a));
    return ex_bin(d, OP_MUL, ex_real(d, 1e-14), size);
}

/* Samples before the start count as done. */
static void first_tick(const Emitter *e, const Held *h)
{
    Dtc *d = e->d;
    Ex past = ex_bin(d, OP_SUB, ex_bin(d, OP_SUB, ex_leaf(d, OP_TIME, T_REAL), h->a), rounding(d, h)),
       before = ex_un(d, OP_CEIL, ex_bin(d, OP_DIV, past, h->b));

    do_set(e->program, ex_var(d, h->count), ex_bin(d, OP_MAX, ex_real(d, 0), before));
}

/* A sample is due now. */
static void tick(const Emitter *e, const Held *h)
{
    Dtc *d = e->d;
    Program *p = e->program;

    Ex reached = ex_bin(d, OP_ADD, ex_leaf(d, OP_TIME, T_REAL), rounding(d, h));
    do_if(p, ex_bin(d, OP_GE, reached, sample_instant(d, h)));
    do_op(p, ex_var(d, h->count), OP_ADD, ex_real(d, 1));
    do_set(p, ex_var(d, h->v), ex_bool(d, true));
    do_set(p, changed(e), ex_int(d, 1));
    do_end(p);
}

/* It was. */
static void tock(const Emitter *e, const Held *h)
{
    do_op(e->program, changed(e), OP_OR, ex_var(e->d, h->v));
    do_set(e->program, ex_var(e->d, h->v), ex_bool(e->d, false));
}

static void each_sample(const Emitter *e, FunctionRole role, void (*with)(const Emitter *, const Held *))
{
    function_begin(e->program, role, 0, NULL);
    for (uint32_t k = 0; k < vec_len(e->dae->held); k++)
        if (is_stored(e->store, e->dae->held[k].v) && e->dae->held[k].kind == HELD_SAMPLE)
            with(e, &e->dae->held[k]);
    function_end(e->program);
}

/* 0: it has none. */
static Ex next_instant(Dtc *d, const Held *h)
{
    if (h->kind == HELD_SAMPLE)
        return sample_instant(d, h);
    if (h->kind == HELD_ROW)
        return h->b;
    if (!h->slope)
        return 0;
    if (h->kind == HELD_RELATION)
        return instant(d, h, ex_real(d, 0));
    Ex v = ex_var(d, h->v);
    return ex_if(d, ex_bin(d, OP_GT, ex_bin(d, OP_DIV, h->slope, h->b), ex_real(d, 0)),
                 floor_instant(d, h, above(d, v)), floor_instant(d, h, v));
}

/* Instants after now count; that of a relation which has not come to its later value is still to come. */
static Ex instants_after(Dtc *d, const Held *h, Ex then)
{
    Ex now = ex_leaf(d, OP_TIME, T_REAL);
    if (h->kind != HELD_RELATION)
        return now;
    Ex pending = ex_bin(d, OP_NE, ex_var(d, h->v), later_value(d, h));
    return ex_if(d, pending, ex_bin(d, OP_SUB, then, ex_real(d, 1)), now);
}

static void instants(const Emitter *e)
{
    Program *p = e->program;

    function_begin(p, FN_instants, 0, NULL);
    Ex next = param_double(p, 1, "next");
    for (uint32_t k = 0; k < vec_len(e->dae->held); k++) {
        const Held *h = &e->dae->held[k];
        Ex then = is_stored(e->store, h->v) ? next_instant(e->d, h) : 0;
        if (!then)
            continue;
        do_note(p, NULL, h->text);
        do_kernel(p, 0, K_SOONER, next, then, instants_after(e->d, h, then));
    }
    function_end(p);
}

void build_relations(const Emitter *e)
{
    decisions(e, FN_known, true);
    decisions(e, FN_relations, false);
    each_sample(e, FN_first_tick, first_tick);
    each_sample(e, FN_tick, tick);
    each_sample(e, FN_tock, tock);
    if (has_events(e->of))
        instants(e);
}

/* ---- guards -------------------------------------------------------------------------------------------- */

bool has_guard(const Emitter *e, const Held *h)
{
    return is_stored(e->store, h->v) && h->kind != HELD_SAMPLE && h->kind != HELD_WHEN && !h->slope;
}

/* Of the elements of a law, from number n on. */
static void law_guards(const Emitter *e, Ex g, uint32_t block, uint32_t n)
{
    Program *p = e->program;

    do_block(p);
    Ex law = view(p, law_of(e, block));
    Ex i = do_loop(p, "i", ex_int(e->d, block_m(&e->dae->block[block])), 0, 0);
    do_kernel(p, elem_at(p, g, ex_bin(e->d, OP_ADD, ex_int(e->d, n), i)), K_LAW_GUARD, law, i);
    do_end(p);
    do_end(p);
}

uint32_t build_guards(const Emitter *e)
{
    Program *p = e->program;
    uint32_t n = 0, all = 0;

    for (uint32_t k = 0; k < vec_len(e->dae->held); k++)
        all += has_guard(e, &e->dae->held[k]);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        all += block_m(&e->dae->block[b]);
    function_begin(p, FN_guards, 0, NULL);
    stays(p);
    Ex g = param_double(p, all ? all : 1, "g");
    for (uint32_t k = 0; k < vec_len(e->dae->held); k++)
        if (has_guard(e, &e->dae->held[k])) {
            do_note(p, NULL, e->dae->held[k].text);
            do_set(p, elem(p, g, n++), guard_of(e->d, &e->dae->held[k]));
        }
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED) {
            law_guards(e, g, b, n);
            n += block_m(&e->dae->block[b]);
        }
    function_end(p);
    return n;
}
