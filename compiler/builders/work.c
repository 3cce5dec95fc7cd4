/* work.c - the work of impulses, for the energy account of a run with a fixed step (tools/sim/account.c).
 *
 * The account integrates powers. A power P = f v is a product of torques f and speeds v, and an impulse F, with which
 * the speeds go from v- to v+, has the work F (v- + v+)/2: only so its work upon all bodies is what their energies
 * change by (Thomson and Tait's theorem). v+ is v with what the impulses of the step add, dv. v- is v where elements of
 * finite capacity pass the impulse: that takes time, in which a given motion that has jumped has its new speed, and
 * what slips makes heat. Elements that pass on any torque (dogs, freewheels, closed contacts) pass the jump itself, and
 * v- is v - dg, without what the jump makes of it. Both are motions that the couplings allow, so that what is put in,
 * lost, and stored adds up for each element apart.
 *
 * F, dv and dg are differentials: of torques through the blocks behind a law, of velocities through early blocks, as
 * positions follow them in jump.c, of given motions likewise. F dv is the differential along dv of that along F.
 *
 * The torques of a step have its impulses in them (over h), and so has P in methods of one stage; what is added is the
 * difference. Finite torques act with the speeds after the impulses, as positions move with them.
 *
 * An inertia that follows a motion rigidly has the impulse J dg where that jumps, and no law has it: its cause is the
 * rate of the motion, which equations have without it (reduce/impulse.c), followed on to the torque of its source.
 *
 * Cost: the blocks between, a few times each. Requires: blocks torn and staged. Nothing without Options.audit, and
 * nothing in a variable step, which has the two sides of an event.
 */
#include "blocks.h"
#include "exact.h"
#include "sort.h"
#include "work.h"

/* The integral of a power; what computes that. */
typedef struct { Var integral, power; Ex value; bool negated; } Power;
/* A motion that is given and jumps, and its rate. */
typedef struct { Var x, rate; } Motion;
struct Works {
    Power *power; Motion *motion;          /* vecs */
    bool *booked, *before;                 /* by Var: integrals of powers; what is kept of the step before */
    uint32_t **behind;                     /* by block of a law: vec, those between its torques and powers */
    uint32_t *rigid;                       /* vec: those between rates of motions and powers */
    uint32_t *cone, *motion_cone;          /* vecs: early ones, from velocities, motions to the speeds in powers */
    Var *speed;                            /* vec: what powers read that is no state, and known before torques */
};

bool has_works(const Works *w) { return w && vec_len(w->power) > 0; }

bool is_booked(const Works *w, Var state) { return w && w->booked[state]; }

const bool *works_before(const Works *w) { return w ? w->before : NULL; }

/* ---- plan ---------------------------------------------------------------------------------------------- */

/* By root of a variable: its value where that is assigned. */
static void take_values(const Equations *e, Ex *value)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; i < vec_len(k->inner); i++) {
            bool negated;
            Var r = root_of(e->f, k->inner[i].v, &negated);
            value[r] = negated ? ex_un(e->d, OP_NEG, k->inner[i].value) : k->inner[i].value;
        }
    }
}

static void add_power(const Equations *e, Works *w, Var integral, const Ex *value)
{
    Power p = { .integral = root(e, integral) };

    if (!e->f->var[p.integral].is_state || !e->f->var[p.integral].der)
        return;
    p.power = root_of(e->f, e->f->var[p.integral].der, &p.negated);
    p.value = value[p.power];
    w->booked[p.integral] = true;
    if (!p.value || has_events(e))
        return;
    vec_push(&e->d->run, w->power, p);
}

static Map what_powers_read(const Equations *e, const Works *w)
{
    Map wanted = { 0 };
    Var *vars = NULL;

    for (uint32_t i = 0; i < vec_len(w->power); i++)
        ex_vars(e->d, w->power[i].value, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        map_set(&e->d->pass, &wanted, root(e, vars[i]), 1);
    return wanted;
}

/* Of a list of blocks in order those stay that lead to powers. */
static void lead_to_powers(const Equations *e, const Works *w, uint32_t *list)
{
    uint32_t kept = 0;
    Var *vars = NULL;
    Map wanted = what_powers_read(e, w);

    for (uint32_t k = vec_len(list); k-- > 0;) {
        const Block *b = &e->dae->block[list[k]];
        bool leads = false;
        for (uint32_t i = 0; i < block_size(b); i++)
            leads |= map_get(&wanted, block_var(e, b, i)) != 0;
        vec_clear(vars);
        if (leads)
            block_reads(e, b, &vars);
        else
            list[k] = UINT32_MAX;
        for (uint32_t i = 0; i < vec_len(vars); i++)
            map_set(&e->d->pass, &wanted, root(e, vars[i]), 1);
    }
    for (uint32_t k = 0; k < vec_len(list); k++)
        if (list[k] != UINT32_MAX)
            list[kept++] = list[k];
    vec_cut(list, kept);
}

void power_jumps(const Works *w, bool *jumps)
{
    for (uint32_t i = 0; w && i < vec_len(w->power); i++)
        jumps[w->power[i].integral] = true;
}

/* What is known before torques, and is no state. */
static void find_speeds(const Equations *e, const Store *store, Works *w, const uint32_t *owner)
{
    Map wanted = what_powers_read(e, w);

    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (map_get(&wanted, v) && owner[v] && e->dae->block[owner[v] - 1].before_switching &&
            is_stored(store, v) && e->f->var[v].type == T_REAL) {
            vec_push(&e->d->run, w->speed, v);
            w->before[v] = true;
        }
}

/* Rates of motions that follow from no other such rate. */
static void find_motions(const Equations *e, const Store *store, Works *w, const uint32_t *owner, const Ex *value)
{
    Map seen = { 0 };

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        Var rate = e->f->var[v].der ? root(e, e->f->var[v].der) : 0, x = root(e, v), *vars = NULL;
        bool first = rate && e->f->var[rate].impulse && owner[rate] && value[rate] && !e->f->var[x].is_state;
        if (!first || e->dae->block[owner[rate] - 1].kind != B_ASSIGN || map_get(&seen, rate))
            continue;
        ex_vars(e->d, value[rate], &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            first &= !e->f->var[root(e, vars[i])].impulse;
        if (!first || !is_stored(store, x))
            continue;
        map_set(&e->d->pass, &seen, rate, 1);
        w->before[x] = true;
        w->before[rate] = is_stored(store, rate) && !ex_is_zero(e->d, value[rate]);
        vec_push(&e->d->run, w->motion, ((Motion){ x, e->f->var[v].der }));
    }
}

/* What follows from the rates of motions, without a law. */
static uint32_t *behind_motions(const Equations *e, const Works *w)
{
    Map reached = { 0 };
    uint32_t *list = NULL;
    Var *vars = NULL;

    for (uint32_t i = 0; i < vec_len(w->motion); i++)
        map_set(&e->d->pass, &reached, root(e, w->motion[i].rate), 1);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        bool reads = false;
        if (k->kind != B_ASSIGN && (k->kind != B_LINEAR || k->rate != RATE_STEP))
            continue;
        vec_clear(vars);
        block_reads(e, k, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            reads |= map_get(&reached, root(e, vars[i])) != 0;
        for (uint32_t i = 0; i < block_size(k) && reads; i++)
            map_set(&e->d->pass, &reached, block_var(e, k, i), 1);
        if (reads)
            vec_push(&e->d->run, list, b);
    }
    return list;
}

Works *work_plan(const Equations *e, const Store *store)
{
    uint32_t n = vec_len(e->f->var) + 1;
    Ex *value;

    if (!vec_len(e->f->audit))
        return NULL;
    Works *w = NEW(&e->d->run, Works);
    w->before = NEW_N(&e->d->run, bool, n);
    w->booked = NEW_N(&e->d->run, bool, n);
    w->behind = NEW_N(&e->d->run, uint32_t *, vec_len(e->dae->block) + 1);
    value = NEW_N(&e->d->pass, Ex, n);
    const uint32_t *owner = block_owners(e);
    take_values(e, value);
    for (uint32_t i = 0; i < vec_len(e->f->audit); i++)
        for (int k = 0; k < 2; k++) /* put in, lost */
            if (e->f->audit[i].var[k])
                add_power(e, w, e->f->audit[i].var[k], value);
    if (!has_works(w))
        return w;
    find_speeds(e, store, w, owner);
    find_motions(e, store, w, owner, value);
    w->rigid = behind_motions(e, w);
    lead_to_powers(e, w, w->rigid);
    return w;
}

void work_of_law(const Equations *e, Works *w, const Readers *r, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    Var *from = NULL;

    for (uint32_t i = 0; i < block_size(b); i++)
        vec_push(&e->d->pass, from, block_var(e, b, i));
    for (uint32_t i = 0; i < block_m(b); i++)
        vec_push(&e->d->pass, from, e->f->sw[b->sw[i]].lambda);
    w->behind[index] = late_reach(e, r, from);
    lead_to_powers(e, w, w->behind[index]);
}

void work_planned(const Equations *e, Works *w, const Readers *r, const bool *changes)
{
    Var *velocity = NULL, *motion = NULL;

    for (uint32_t i = 0; i < vec_len(w->motion); i++)
        vec_push(&e->d->pass, motion, w->motion[i].x);
    w->motion_cone = velocity_cone(e, r, motion);
    lead_to_powers(e, w, w->motion_cone);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (changes[x]) {
            vec_push(&e->d->pass, velocity, x);
            w->before[x] = true;
        }
    }
    w->cone = velocity_cone(e, r, velocity);
    lead_to_powers(e, w, w->cone);
}

/* ---- differentials ------------------------------------------------------------------------------------- */

/* A differential of its own; outer: what it goes on from. */
static Differential straight(const Emitter *e, const Differential *outer)
{
    return (Differential){ .e = e->of, .p = e->program, .outer = outer, .straight = true };
}

static void follow(Differential *t, const uint32_t *list)
{
    for (uint32_t k = 0; k < vec_len(list); k++)
        differentiate_block(t, list[k]);
}

static Ex half(const Emitter *e, Ex x) { return ex_bin(e->d, OP_MUL, ex_real(e->d, 0.5), x); }

static Ex less_before(const Emitter *e, Var v)
{
    Ex now = ex_var(e->d, v);
    return ex_bin(e->d, OP_SUB, now, ex_un(e->d, OP_PRE, now));
}

/* By more than their rates make of them in a step: by the rate before it, unless a change of that on the way explains
 * what is left. */
static Ex jump_of_motion(const Emitter *e, const Motion *m)
{
    Dtc *d = e->d;
    Program *p = e->program;
    Ex rate = ex_var(d, root(e->of, m->rate)), h = constant(p, C_STEP),
       jump = local(p, T_REAL, 0, internf(d, "j%u", ++p->serial));

    do_set(p, jump, less_before(e, m->x));
    if (!e->works->before[root(e->of, m->rate)])
        return jump;
    Ex change = half(e, ex_bin(d, OP_MUL, h, less_before(e, root(e->of, m->rate))));
    do_op(p, jump, OP_SUB, ex_bin(d, OP_MUL, h, ex_un(d, OP_PRE, rate)));
    do_if(p, ex_bin(d, OP_LT, ex_un(d, OP_ABS, ex_bin(d, OP_SUB, jump, change)),
                    half(e, ex_un(d, OP_ABS, change))));
    do_op(p, jump, OP_SUB, change);
    do_end(p);
    return jump;
}

/* What the jump of given motions makes of speeds. Of what has no rate (inputs, which are held): by what they are more
 * than states have made of them. */
static void motions_before(const Emitter *e, Differential *g)
{
    const Works *w = e->works;
    Differential own = straight(e, NULL);

    for (uint32_t i = 0; i < vec_len(w->motion); i++)
        set_differential(g, w->motion[i].x, jump_of_motion(e, &w->motion[i]));
    follow(g, w->motion_cone);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        if (e->impulses->changes[e->dae->state[i]])
            set_differential(&own, e->dae->state[i], less_before(e, e->dae->state[i]));
    follow(&own, w->cone);
    for (uint32_t i = 0; i < vec_len(w->speed); i++) {
        Var v = w->speed[i];
        if (ex_is_zero(e->d, differential_of(g, v)))
            set_differential(g, v, ex_bin(e->d, OP_SUB, less_before(e, v), differential_of(&own, v)));
    }
}

static void book(const Emitter *e, MemberRole to, const Power *p, Ex work)
{
    if (!ex_is_zero(e->d, work))
        do_op(e->program, member(e->program, to, p->integral), p->negated ? OP_SUB : OP_ADD, work);
}

/* ---- impulses of laws ---------------------------------------------------------------------------------- */

typedef struct { Differential *f; const Exact *x; } Along;

static Ex along(Dtc *d, Ex x, void *data)
{
    const Along *a = data;
    Var v = ex_is_var(d, x);
    return v ? differential_of(a->f, v) : ex_real(d, 0);
}

static bool exact_keeps(Dtc *d, Ex factor, void *data)
{
    const Along *a = data;
    (void)d;
    return exact_has(a->f->e, a->x, factor);
}

/* What the matrices of the method exact make of impulses themselves. */
static Ex exact_part(const Exact *x, Differential *f, Ex value)
{
    Along a = { f, x };
    return ex_tangent(f->e->d, value, along, exact_keeps, &a);
}

/* Impulses, with the speeds between those of the sample and those after the step. f: of torques, v: of speeds */
static void book_impulses(const Emitter *e, Differential *f, Differential *v, Ex h)
{
    Dtc *d = e->d;

    for (uint32_t i = 0; i < vec_len(e->works->power); i++) {
        const Power *p = &e->works->power[i];
        Ex by_torque = differentiate(f, p->value), by_speed = differentiate(v, p->value),
           by_both = differentiate(v, by_torque);
        if (e->exact) {
            book(e, AT_jump_of, p, ex_bin(d, OP_SUB, by_torque, exact_part(e->exact, f, p->value)));
            book(e, AT_jump_of, p, half(e, by_both));
            continue;
        }
        book(e, AT_jump_of, p, ex_bin(d, OP_SUB, ex_bin(d, OP_MUL, h, by_speed), half(e, by_both)));
        if (has_stages(e->of)) {
            book(e, AT_jump_of, p, by_torque);
            book(e, AT_held_of, p, by_torque);
        }
    }
}

/* Impulses of elements that pass on the jump itself stay in the law: on that side they have no bound. */
void without_bound(const Emitter *e, uint32_t index)
{
    Program *p = e->program;
    Dtc *d = e->d;
    Ex i = do_loop(p, "i", ex_int(d, block_m(&e->dae->block[index])), 0, 0);
    Ex jump = elem_at(p, member(p, AT_law_jump, index), i), hi = elem_at(p, member(p, AT_law_hi, index), i),
       lo = elem_at(p, member(p, AT_law_lo, index), i),
       bound = ex_if(d, ex_bin(d, OP_GT, jump, ex_real(d, 0)), hi, ex_un(d, OP_NEG, lo));

    do_if(p, ex_bin(d, OP_LT, bound, constant(p, C_UNBOUNDED)));
    do_set(p, jump, ex_real(d, 0));
    do_end(p);
    do_end(p);
}

void do_work(const Emitter *e, uint32_t index, Differential *t, Ex h)
{
    const Impulse *j = &e->impulses->of[index].impulse;
    Differential f = straight(e, t), v = straight(e, NULL);

    follow(&f, e->works->behind[index]);
    for (uint32_t i = 0; i < vec_len(j->velocity); i++)
        set_differential(&v, j->velocity[i], differential_of(t, e->f->var[j->velocity[i]].der));
    follow(&v, e->works->cone);
    book_impulses(e, &f, &v, h);
}

void do_work_before(const Emitter *e, uint32_t index, Differential *t)
{
    Differential f = straight(e, t), g = straight(e, NULL);

    follow(&f, e->works->behind[index]);
    motions_before(e, &g);
    for (uint32_t i = 0; i < vec_len(e->works->power); i++) {
        const Power *p = &e->works->power[i];
        Ex work = differentiate(&g, differentiate(&f, p->value));
        book(e, AT_jump_of, p, ex_un(e->d, OP_NEG, half(e, work)));
    }
}

/* ---- motions that jump with what follows them rigidly -------------------------------------------------- */

void do_work_of_motions(const Emitter *e)
{
    Differential f = straight(e, NULL), g = straight(e, NULL);

    if (!vec_len(e->works->motion))
        return;
    do_block(e->program);
    motions_before(e, &g);
    for (uint32_t i = 0; i < vec_len(e->works->motion); i++)
        set_differential(&f, e->works->motion[i].rate, differential_of(&g, e->works->motion[i].x));
    follow(&f, e->works->rigid);
    for (uint32_t i = 0; i < vec_len(e->works->power); i++) {
        const Power *p = &e->works->power[i];
        Ex by_torque = differentiate(&f, p->value), by_both = differentiate(&g, by_torque);
        book(e, AT_jump_of, p, ex_bin(e->d, OP_SUB, by_torque, half(e, by_both)));
    }
    do_end(e->program);
}
