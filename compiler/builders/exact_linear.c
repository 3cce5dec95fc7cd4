/* exact_linear.c - the method exact: what its matrices and its borders are made of, as statements.
 *
 *     linear          differentials of rates, slips, their accelerations and borders along a direction of states and
 *                     torques, as far as the coefficients are constant (exact_plan.c)
 *     configuration   the number of the linear part that belongs to the relations as they are
 *     configure       the relations of such a number
 *     borders         how far the relations that are linear in the states are from changing, and on which side
 *     turn            those change whose border has been reached
 *     look            what the evaluation has found in the laws
 *     gather          P and G of all laws together
 *     stick           places of a set of stuck elements, and the factors of the laws
 *     impacts         what stops at a border; nonzero: velocities are to jump
 *     rest            places for the rest of a step
 *     decide          places at a border, with time frozen
 *     add, less       a change of the states is added; the change that they have made
 *
 * and the constant any_exact: what dtc_exact_step.h knows of the model.
 *
 * What of the differentials nobody reads is left out by dead_stores.c.
 *
 * Requires: exact_plan, blocks. Cost: linear in the terms.
 */
#include "blocks.h"
#include "differential.h"
#include "dtc_exact.h"
#include "exact.h"

typedef struct { const Emitter *e; Program *p; Dtc *d; const Exact *x; Ex *of; Ex *z; } Linear;

/* Elements of an array that is there even if it has none. */
static uint32_t room(uint32_t n) { return n ? n : 1; }

/* ---- differentials ------------------------------------------------------------------------------------- */

static Ex sum_of(const Linear *l, const RowEntry *term)
{
    Ex sum = 0;

    for (uint32_t i = 0; i < vec_len(term); i++) {
        Ex product = ex_bin(l->d, OP_MUL, term[i].x, l->of[term[i].of]);
        sum = sum ? ex_bin(l->d, OP_ADD, sum, product) : product;
    }
    return sum ? sum : ex_real(l->d, 0);
}

/* A leaf is its own name. */
static void differential(const Linear *l, const ExactOp *op, Ex value)
{
    value = op->negated ? ex_un(l->d, OP_NEG, value) : value;
    if (ex_op(l->d, value) != OP_OBJ && ex_op(l->d, value) != OP_NUM) {
        Ex name = local(l->p, T_REAL, 0, internf(l->d, "d%u", op->local));
        do_set(l->p, name, value);
        value = name;
    }
    l->of[op->local] = value;
}

static void statement(const Linear *l, const ExactOp *op)
{
    uint32_t n = block_n(&l->e->dae->block[op->block]);
    Ex *z = &l->z[op->block];

    switch (op->kind) {
    case X_SUM: differential(l, op, sum_of(l, op->term)); break;
    case X_ENTRY:
        *z = *z ? *z : local(l->p, T_REAL, n, internf(l->d, "z%u", op->block));
        do_set(l->p, elem(l->p, *z, op->index), sum_of(l, op->term));
        break;
    case X_SOLVE: do_inverse(l->e->program, op->block, *z); break;
    case X_TEAR: differential(l, op, elem(l->p, *z, op->index)); break;
    }
}

static void results(const Linear *l, Ex array, RowEntry *const *term, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        do_set(l->p, elem(l->p, array, i), sum_of(l, term[i]));
}

static void result_lines(const Linear *l, Ex array)
{
    for (uint32_t i = 0; i < exact_borders(l->x); i++)
        do_set(l->p, elem(l->p, array, i), sum_of(l, l->x->border[i].line));
}

static void linear(const Emitter *e)
{
    const Exact *x = e->exact;
    Program *p = e->program;
    uint32_t n = x->n, m = x->m, g = exact_borders(x);
    Linear l = { e,
                 p,
                 e->d,
                 x,
                 NEW_N(&e->d->pass, Ex, x->locals + 1),
                 NEW_N(&e->d->pass, Ex, vec_len(e->dae->block) + 1) };

    function_begin(p, FN_linear, 0,
                   "Differentials of rates, slips, their accelerations and borders by states and torques, as "
                   "far as the coefficients are constant.");
    Ex dx = param_in(p, T_REAL, n, "dx"), dl = param_in(p, T_REAL, room(m), "dl"),
       df = param(p, T_REAL, n, "df"), ds = param(p, T_REAL, room(m), "ds"),
       da = param(p, T_REAL, room(m), "da"), dg = param(p, T_REAL, room(g), "dg");
    for (uint32_t i = 0; i < n + m; i++)
        l.of[i + 1] = i < n ? elem(p, dx, i) : elem(p, dl, i - n);
    do_block(p);
    for (uint32_t i = 0; i < vec_len(x->dropped); i++)
        do_note(p, x->dropped_in[i],
                internf(e->d, "a factor that moves, held over the step: %s", ex_plain(e->d, x->dropped[i])));
    for (uint32_t i = 0; i < vec_len(x->op); i++)
        statement(&l, &x->op[i]);
    results(&l, df, x->rate, n);
    results(&l, ds, x->slip, m);
    results(&l, da, x->accel, m);
    result_lines(&l, dg);
    do_end(p);
    function_end(p);
}

/* ---- relations ----------------------------------------------------------------------------------------- */

static void configuration(const Emitter *e)
{
    const Exact *x = e->exact;
    Program *p = e->program;

    function_begin(p, FN_configuration, 0,
                   "The number of the base that belongs to the relations as they are.");
    gives(p, GIVES_INT);
    do_block(p);
    Ex k = local(p, T_INT, 0, "k");
    do_set(p, k, ex_int(e->d, 0));
    for (uint32_t i = 0; i < vec_len(x->bit); i++) {
        do_if(p, ex_var(e->d, x->bit[i]));
        do_op(p, k, OP_OR, ex_int(e->d, (int64_t)1 << i));
        do_end(p);
    }
    do_return(p, k);
    do_end(p);
    function_end(p);
}

static void configure(const Emitter *e)
{
    const Exact *x = e->exact;
    Program *p = e->program;
    Dtc *d = e->d;

    function_begin(p, FN_configure, 0, NULL);
    Ex k = param(p, T_INT, 0, "k");
    for (uint32_t i = 0; i < vec_len(x->bit); i++) {
        Ex bit = ex_bin(d, OP_REM, ex_bin(d, OP_DIVI, k, ex_int(d, (int64_t)1 << i)), ex_int(d, 2));
        do_set(p, ex_var(d, x->bit[i]), ex_bin(d, OP_NE, bit, ex_int(d, 0)));
    }
    function_end(p);
}

/* A relation that is a border. */
static Ex border(const Emitter *e, uint32_t k) { return ex_var(e->d, e->dae->held[e->exact->border[k].held].v); }

static Ex is_open(const Emitter *e, const ExactBorder *b)
{
    return ex_bin(e->d, OP_EQ, place_in_law(e, b->block, b->i), constant(e->program, C_INACTIVE));
}

/* A contact is watched while it is open. What rounding has made of a gap that opens is none: so it counts from there,
 * or from a little below zero on. */
static void gap(const Emitter *e, const ExactBorder *b, Ex value, Ex side)
{
    Ex slack = ex_bin(e->d, OP_MUL, ex_real(e->d, DTC_LAW_TOUCH),
                      elem(e->program, member(e->program, AT_law_speed, b->block), b->i)),
       positive = ex_bin(e->d, OP_MAX, var_value(e->d, e->f, b->contact->gap), ex_real(e->d, 0));

    do_note(e->program, NULL, internf(e->d, "gap of %s", b->contact->name));
    do_set(e->program, value, ex_bin(e->d, OP_ADD, positive, slack));
    do_set(e->program, side, ex_if(e->d, is_open(e, b), ex_int(e->d, 1), ex_int(e->d, 0)));
}

static void borders(const Emitter *e)
{
    Program *p = e->program;
    Dtc *d = e->d;
    uint32_t g = exact_borders(e->exact);

    function_begin(p, FN_borders, 0, "How far relations are from changing, and the sign that this has.");
    Ex value = param(p, T_REAL, room(g), "border"), side = param(p, T_INT, room(g), "side");
    for (uint32_t k = 0; k < g; k++) {
        if (e->exact->border[k].contact) {
            gap(e, &e->exact->border[k], elem(p, value, k), elem(p, side, k));
            continue;
        }
        const Held *h = &e->dae->held[e->exact->border[k].held];
        int above = h->op == OP_GT || h->op == OP_GE ? 1 : -1;
        do_note(p, NULL, h->text);
        do_set(p, elem(p, value, k), ex_bin(d, OP_SUB, h->a, h->b));
        do_set(p, elem(p, side, k), ex_if(d, border(e, k), ex_int(d, above), ex_int(d, -above)));
    }
    function_end(p);
}

static void turn(const Emitter *e)
{
    Program *p = e->program;
    uint32_t g = exact_borders(e->exact);

    function_begin(p, FN_turn, 0, "Relations that have reached their borders change; contacts there touch.");
    Ex side = param_in(p, T_INT, g, "side");
    for (uint32_t k = 0; k < g; k++) {
        const ExactBorder *b = &e->exact->border[k];
        Ex reached = ex_bin(e->d, OP_EQ, elem(p, side, k), ex_int(e->d, 0));
        do_if(p, b->contact ? ex_bin(e->d, OP_AND, reached, is_open(e, b)) : reached);
        if (b->contact)
            do_set(p, open_in_law(e, b->block, b->i), ex_int(e->d, 0));
        else
            do_set(p, border(e, k), ex_un(e->d, OP_NOT, border(e, k)));
        do_end(p);
    }
    function_end(p);
}

/* ---- states -------------------------------------------------------------------------------------------- */

/* add: x := x + y; less: y := x - y */
static void change(const Emitter *e, bool add)
{
    Program *p = e->program;
    uint32_t n = e->exact->n;

    function_begin(p, add ? FN_add : FN_less, 0, NULL);
    Ex y = add ? param_in(p, T_REAL, n, "y") : param(p, T_REAL, n, "y");
    for (uint32_t i = 0; i < n; i++) {
        Ex x = ex_var(e->d, e->dae->state[i]), yi = elem(p, y, i);
        do_set(p, add ? x : yi, ex_bin(e->d, add ? OP_ADD : OP_SUB, x, yi));
    }
    function_end(p);
}

/* ---- laws ---------------------------------------------------------------------------------------------- */

/* with: what is done with a law whose first element is number `at` of all. */
static void each_law(const Emitter *e, void (*with)(const Emitter *, uint32_t block, uint32_t at, const Ex *arg),
                     const Ex *arg)
{
    uint32_t at = 0;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        if (block_m(&e->dae->block[b]) == 0)
            continue;
        do_block(e->program);
        with(e, b, at, arg);
        do_end(e->program);
        at += block_m(&e->dae->block[b]);
    }
}

static Ex step(const Emitter *e) { return constant(e->program, C_STEP); }

static bool yields(const Emitter *e, uint32_t block, uint32_t i)
{
    return e->f->sw[e->dae->block[block].sw[i]].compliance != 0;
}

/* The torque of an element with compliance is that of the sample, implicit in its step (comply.c), and is held over it:
 * to the exact motion it is none that holds or slides. */
static void look_at(const Emitter *e, uint32_t block, uint32_t at, const Ex *arg)
{
    Program *p = e->program;
    Ex law = view(p, law_of(e, block));

    do_kernel(p, 0, K_EXACT_LOOK, law, ex_int(e->d, at), ex_int(e->d, e->exact->m), step(e),
              ex_int(e->d, exact_adjusts(e)), arg[0], arg[1]);
    for (uint32_t i = 0; i < block_m(&e->dae->block[block]); i++)
        if (yields(e, block, i))
            do_set(p, elem(p, arg[1], at + i), constant(p, C_INACTIVE));
}

/* Factors without the elements of a law that have a compliance; they get their places again. */
static void gather_from(const Emitter *e, uint32_t block, uint32_t at, const Ex *arg)
{
    Program *p = e->program;
    uint32_t m = block_m(&e->dae->block[block]), apart = 0;
    Ex kept = local(p, T_INT, m, "kept"), law = view(p, law_of(e, block));

    for (uint32_t i = 0; i < m; i++) {
        if (!yields(e, block, i))
            continue;
        apart++;
        do_set(p, elem(p, kept, i), place_in_law(e, block, i));
        do_set(p, place_in_law(e, block, i), constant(p, C_INACTIVE));
    }
    if (apart)
        do_kernel(p, 0, K_LAW_FACTOR, law);
    do_kernel(p, 0, K_EXACT_GATHER, law, ex_int(e->d, at), ex_int(e->d, e->exact->m), arg[0], arg[1]);
    for (uint32_t i = 0; i < m; i++)
        if (yields(e, block, i))
            do_set(p, place_in_law(e, block, i), elem(p, kept, i));
    if (apart)
        do_kernel(p, 0, K_LAW_FACTOR, law);
}

static void stick_in(const Emitter *e, uint32_t block, uint32_t at, const Ex *arg)
{
    Ex law = view(e->program, law_of(e, block));

    do_kernel(e->program, 0, K_EXACT_STICK, law, ex_int(e->d, at), arg[0]);
    do_kernel(e->program, 0, K_LAW_FACTOR, law);
}

static void decide_in(const Emitter *e, uint32_t block, uint32_t at, const Ex *arg)
{
    Program *p = e->program;
    Ex law = view(p, law_of(e, block));

    (void)at;
    do_law(e, FN_keep, block);
    do_law(e, FN_size, block);
    do_if_kernel(p, false, K_LAW_SETTLE, law, step(e), arg[0]);
    do_kernel(p, 0, K_LAW_UPDATE, law);
    do_law(e, FN_show, block);
    do_set(p, arg[1], ex_int(e->d, 1));
    do_end(p);
}

/* arg: how long the rest of the step is, has a place changed. */
static void rest_in(const Emitter *e, uint32_t block, uint32_t at, const Ex *arg)
{
    Program *p = e->program;
    Ex law = view(p, law_of(e, block));

    (void)at;
    do_law(e, FN_keep, block);
    do_law(e, FN_size, block);
    do_if_kernel(p, false, K_LAW_DECIDE, law, step(e), arg[0], ex_int(e->d, 0));
    do_law(e, FN_show, block);
    do_set(p, arg[1], ex_int(e->d, 1));
    do_end(p);
}

static void look(const Emitter *e)
{
    Program *p = e->program;
    uint32_t m = e->exact->m;

    function_begin(p, FN_look_at_laws, 0, NULL);
    Ex found = param(p, T_REAL, DTC_EXACT_FOUND * m, "found"), place = param(p, T_INT, m, "place");
    for (uint32_t b = 0; b < vec_len(e->dae->block) && exact_adjusts(e); b++)
        if (block_m(&e->dae->block[b]) > 0)
            do_law(e, FN_size, b);
    each_law(e, look_at, (Ex[]){ found, place });
    function_end(e->program);
}

static void gather(const Emitter *e)
{
    Program *p = e->program;
    uint32_t m = e->exact->m;

    function_begin(p, FN_gather, 0, "P and G of all laws together, where they are not zero.");
    Ex P = param(p, T_REAL, m * m, "P"), G = param(p, T_REAL, m * m, "G");
    each_law(e, gather_from, (Ex[]){ P, G });
    function_end(p);
}

static void stick(const Emitter *e)
{
    function_begin(e->program, FN_stick, 0, "The elements of a set are stuck.");
    Ex set = param(e->program, T_INT, 0, "set");
    each_law(e, stick_in, &set);
    function_end(e->program);
}

/* arg: are borders sought no more, has something stopped. */
static void impact_in(const Emitter *e, uint32_t block, uint32_t at, const Ex *arg)
{
    Program *p = e->program;
    Ex law = view(p, law_of(e, block));

    (void)at;
    do_law(e, FN_keep, block);
    do_if_kernel(p, false, K_LAW_IMPACT, law, arg[0]);
    do_kernel(p, 0, K_LAW_FACTOR, law);
    do_law(e, FN_show, block);
    do_set(p, arg[1], ex_int(e->d, 1));
    do_end(p);
}

/* A function of all laws that gives whether one of them has done something; it has a parameter. */
static void any_law(const Emitter *e, FunctionRole role, const char *what, TypeKind type, const char *parameter,
                    void (*with)(const Emitter *, uint32_t, uint32_t, const Ex *))
{
    Program *p = e->program;

    function_begin(p, role, 0, what);
    gives(p, GIVES_INT);
    Ex k = param(p, type, 0, parameter);
    do_block(p);
    Ex any = that_decides(p, local(p, T_INT, 0, "changed"));
    do_set(p, any, ex_int(e->d, 0));
    each_law(e, with, (Ex[]){ k, any });
    do_return(p, any);
    do_end(p);
    function_end(p);
}

/* ---- what control flow knows of it --------------------------------------------------------------------- */

/* The number of the message before those of all elements. */
static uint32_t messages_before(const Emitter *e, const char *text)
{
    uint32_t first = 0;

    for (uint32_t i = 0; i < e->exact->m; i++) {
        uint32_t k = message_add(e->program, internf(e->d, text, e->exact->sw[i]->name));
        first = i == 0 ? k : first;
    }
    return first - 1;
}

static uint32_t weak_alone(const Emitter *e)
{
    return messages_before(e, "%s cannot be held by the method exact with constant matrices: a vibration of "
                              "the shaft on it is faster than the step and not damped; leave out "
                              "-fconstant-matrices, or take a shorter step, or more damping");
}

static uint32_t weak(const Emitter *e)
{
    return messages_before(e, "%s cannot be held by the method exact with constant matrices together with "
                              "what else is stuck: a vibration of the shafts between them is faster than the "
                              "step and not damped; it was held by impulses");
}

static void keep(const Emitter *e, Ex **part, MemberRole role, uint32_t of)
{
    vec_push(&e->d->run, *part, offset_of(e->program, role, of));
    vec_push(&e->d->run, *part, bytes_of(e->program, role, of));
}

/* What goes on after the borders of a step: relations and places, and what is counted. */
static Ex kept(const Emitter *e, uint32_t *parts)
{
    Ex *part = NULL;

    keep(e, &part, AT_fault, 0);
    keep(e, &part, AT_count, 0);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (block_m(&e->dae->block[b]) > 0)
            keep(e, &part, AT_law, b);
    for (uint32_t k = 0; k < exact_borders(e->exact); k++)
        if (!e->exact->border[k].contact)
            keep(e, &part, AT_variable, e->dae->held[e->exact->border[k].held].v);
    *parts = vec_len(part) / 2;
    return record_list(e->program, R_BYTES, TABLE_kept, part);
}

static void plan(const Emitter *e)
{
    const Exact *x = e->exact;
    Program *p = e->program;
    const bool fixed = exact_constant(e);
    uint32_t parts = 0,
             too_fast = message_add(e->program, "the linear part of the model is faster than the method "
                                                "exact can be at this step; take a shorter one");
    Ex zero = ex_int(e->d, 0), *part = NULL, list = exact_adjusts(e) ? kept(e, &parts) : 0;
    const uint32_t number[] = { x->n,
                                x->m,
                                exact_borders(x),
                                exact_gaps(x),
                                exact_bases(x),
                                exact_sets(e),
                                exact_adjusts(e),
                                fixed,
                                !x->table,
                                e->d->opt.no_stage,
                                too_fast,
                                fixed ? weak_alone(e) : 0,
                                fixed ? weak(e) : 0 };
    const Ex where[] = { offset_of(p, AT_ahead, 0), offset_of(p, AT_matrices, 0),
                         exact_follows(e) ? offset_of(p, AT_last, 0) : zero, list, ex_int(e->d, parts) };

    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        vec_push(&e->d->run, part, ex_int(e->d, number[i]));
    for (size_t i = 0; i < sizeof where / sizeof *where; i++)
        vec_push(&e->d->run, part, where[i]);
    record(p, R_EXACT_PLAN, TABLE_exact, part);
}

void build_exact(const Emitter *e)
{
    if (!e->exact || e->exact->n == 0)
        return;
    linear(e);
    if (exact_bases(e->exact) > 1) {
        configuration(e);
        configure(e);
    }
    if (e->exact->m) {
        look(e);
        gather(e);
    }
    if (exact_sets(e) > 1)
        stick(e);
    plan(e);
    if (!exact_adjusts(e))
        return;
    if (exact_borders(e->exact)) {
        borders(e);
        turn(e);
    }
    if (e->exact->m) {
        any_law(e, FN_impacts, "What stops with time frozen; velocities are to jump.", T_INT, "last",
                impact_in);
        if (exact_adjusts(e))
            any_law(e, FN_rest, "Places for the rest of a step, without borders.", T_REAL, "left", rest_in);
        any_law(e, FN_decide, "Places with time frozen, round k.", T_INT, "k", decide_in);
    }
    change(e, true);
    change(e, false);
}
