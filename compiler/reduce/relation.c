/* relation.c - for a variable-step run, and for methods of several stages: what may jump becomes a discrete variable
 * that is held between events.
 *
 * Each distinct relation with a Real operand that moves between events, each floor of such a number (and ceil, integer,
 * div, mod and rem, which are written with floor), each Boolean or Integer that a function or an algorithm section
 * makes of such numbers, and each sample() becomes a variable of its own, Dae.held, in the blocks, the conditions and
 * actions of when-clauses, the guards of automata and the conditions of assertions. Not in noEvent() and functions, in
 * smooth() those alone that sort cut (hold_circle); abs, sign, min and max have no events of their own (Modelica 3.6,
 * 8.5). Where sort cut a loop, the relation is on the present value: last(v) becomes v in it, for the held variable
 * cuts the loop.
 *
 * A relation whose difference is linear in time with coefficients that are constant between events, over variables as
 * well, has slope and rest: its instant is computed, not sought. What moves between events: time, states, inputs, and
 * what blocks compute from these other than over held variables.
 *
 * A table over time is a relation of each of its rows: the rows that lie behind are held.
 *
 * For a method with several stages a step all this is decided at the sample, by comparison: nothing has slope and rest,
 * a table that jumps stays on the side of its jumps where the sample is (stretch.c), a sample() is a value like others,
 * and when-clauses and automata, which see samples only, stay as they are.
 *
 * Cost: linear in the nodes of the expressions of each block.
 * Requires: tear (blocks in order); before stage. Ensures: no jump on a moving quantity is left; operands come before
 * operators by their handles.
 */
#include <math.h>
#include <string.h>
#include "relation.h"

/* ---- the variables ------------------------------------------------------------------------------------- */

static Ex present(Holder *h, Ex e) { return ex_rewrite(h->d, &h->present, e); }

/* The largest nominal value of the variables in a and b; one where those that move have none. */
static Ex scale_of(Holder *h, Ex a, Ex b)
{
    Dtc *d = h->d;
    Var *v = NULL;
    Ex scale = 0;
    double x;

    ex_vars(d, a, &v);
    ex_vars(d, b, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        Ex nominal = h->f->var[v[i]].nominal;
        if (nominal && ex_is_num(d, nominal, &x))
            nominal = x != 0 ? ex_real(d, fabs(x)) : 0;
        else if (nominal)
            nominal = ex_un(d, OP_ABS, nominal);
        if (!nominal && var_moves(h, v[i]))
            nominal = ex_real(d, 1);
        if (nominal)
            scale = scale ? ex_bin(d, OP_MAX, scale, nominal) : nominal;
    }
    return scale ? scale : ex_real(d, 1);
}

static Var new_variable(Holder *h, TypeKind type, const char *text)
{
    VarInfo v = { .name = text, .path = h->path ? h->path : "", .type = type, .discrete_state = true };
    return made_discrete(h->d, h->f, h->dae, v);
}

static void add_held(Holder *h, Held held)
{
    while (vec_len(h->dae->held_of) <= held.v)
        vec_push(&h->d->run, h->dae->held_of, 0);
    vec_push(&h->d->run, h->dae->held, held);
    h->dae->held_of[held.v] = vec_len(h->dae->held);
}

/* The variable for key, which is made if it is new; text is that of e, as written. */
static Ex held_variable(Holder *h, Ex key, Held held, TypeKind type, Ex e)
{
    Dtc *d = h->d;
    uint32_t k = (uint32_t)map_get(&h->known, key);
    if (k)
        return ex_var(d, h->dae->held[k - 1].v);
    k = vec_len(h->dae->held) + 1;
    held.text = internz(d, ex_plain(d, present(h, e)));
    held.path = h->path;
    held.v = new_variable(h, type, internf(d, "(%s)", held.text));
    if (held.kind == HELD_SAMPLE)
        held.count = new_variable(h, T_REAL, internf(d, "samples (%s)", held.text));
    add_held(h, held);
    map_set(&d->pass, &h->known, key, k);
    return ex_var(d, held.v);
}

static Ex hold_relation(Holder *h, Op op, Ex a, Ex b, Ex e)
{
    Dtc *d = h->d;
    if (!expression_moves(h, a) && !expression_moves(h, b))
        return ex_bin(d, op, a, b);
    a = present(h, a);
    b = present(h, b);
    Ex key = ex_bin(d, op, a, b);
    if (ex_op(d, key) != op)
        return key;
    Linear l = instant_of(h, ex_bin(d, OP_SUB, a, b));
    Held held = { .kind = HELD_RELATION, .op = op, .a = a, .b = b, .scale = scale_of(h, a, b) };
    if (l.slope)
        held = (Held){ .kind = HELD_RELATION, .op = op, .slope = l.slope, .rest = l.rest };
    return held_variable(h, key, held, T_BOOL, e);
}

/* floor(a/b), b constant between events. */
static Ex hold_quotient(Holder *h, Ex a, Ex b, Ex e)
{
    Dtc *d = h->d;
    if (expression_moves(h, b)) {
        a = ex_bin(d, OP_DIV, a, b);
        b = ex_real(d, 1);
    }
    Ex key = ex_un(d, OP_FLOOR, ex_bin(d, OP_DIV, a, b));
    if (!expression_moves(h, a) || ex_op(d, key) != OP_FLOOR)
        return key;
    a = present(h, a);
    Linear l = instant_of(h, a);
    if (l.slope)
        a = ex_bin(d, OP_ADD, ex_bin(d, OP_MUL, l.slope, ex_leaf(d, OP_TIME, T_REAL)), l.rest);
    Held held = { .kind = HELD_FLOOR,
                  .op = OP_FLOOR,
                  .a = a,
                  .b = b,
                  .slope = l.slope,
                  .rest = l.slope ? l.rest : 0,
                  .scale = ex_real(d, 1) };
    return held_variable(h, present(h, key), held, T_REAL, e);
}

static Ex hold_floor(Holder *h, Ex a, Ex e)
{
    Dtc *d = h->d;
    return ex_op(d, a) == OP_DIV ? hold_quotient(h, ex_arg(d, a, 0), ex_arg(d, a, 1), e)
                                 : hold_quotient(h, a, ex_real(d, 1), e);
}

/* The quotient, cut towards zero. */
static Ex hold_div(Holder *h, Ex a, Ex b, Ex e)
{
    Dtc *d = h->d;
    Ex positive = hold_relation(h, OP_GE, ex_bin(d, OP_DIV, a, b), ex_real(d, 0), e),
       minus = ex_un(d, OP_NEG, a);
    return ex_if(d, positive, hold_quotient(h, a, b, e), ex_un(d, OP_NEG, hold_quotient(h, minus, b, e)));
}

static Ex hold_sample(Holder *h, Ex start, Ex interval, Ex e)
{
    Held held = {
        .kind = HELD_SAMPLE, .op = OP_SAMPLE, .a = start, .b = interval, .scale = ex_real(h->d, 1)
    };
    if (!h->d->opt.hybrid)
        held = (Held){ .kind = HELD_VALUE, .op = OP_SAMPLE, .a = e };
    return held_variable(h, e, held, T_BOOL, e);
}

Ex time_reached(Dtc *d)
{
    Ex t = ex_leaf(d, OP_TIME, T_REAL);
    return ex_bin(d, OP_ADD, t, ex_bin(d, OP_MUL, ex_real(d, 1e-14), ex_un(d, OP_ABS, t)));
}

/* ---- tables over time ---------------------------------------------------------------------------------- */

typedef enum { ROWS_BEHIND, ROW_INSTANT, WITHIN_ROW } RowCall;

/* Look-up in a table by the runtime, and in an interval that is known (dtc_hybrid.h); arguments behind that of the
 * table: the rate of this one. */
static const struct { const char *look_up, *within; uint32_t behind; } look_ups[] = {
    { "dtc_table1", "dtc_row_value", 0 },
    { "dtc_table1_line", "dtc_row_line", 0 },
    { "dtc_table1_stairs", "dtc_row_stairs", 0 },
    { "dtc_table1_der", "dtc_row_value_der", 1 },
    { "dtc_table1_line_der", "dtc_row_line_der", 1 }
};

static const char *within_row(const Function *f, uint32_t *behind)
{
    for (size_t i = 0; f->external && i < sizeof look_ups / sizeof *look_ups; i++)
        if (strcmp(f->external, look_ups[i].look_up) == 0) {
            *behind = look_ups[i].behind;
            return look_ups[i].within;
        }
    return NULL;
}

/* A call of a function of dtc_hybrid.h with n arguments, the first of which is the table of function `of`. */
static Ex row_call(Holder *h, uint32_t of, RowCall which, TypeKind type, const Ex *arg, uint32_t n)
{
    Dtc *d = h->d;
    uint64_t key = (uint64_t)of * 4 + which;
    uint32_t behind, index = (uint32_t)map_get(&h->row_function, key);
    if (!index) {
        const char *name = which == ROWS_BEHIND ? "dtc_rows_behind"
                         : which == ROW_INSTANT ? "dtc_row_instant"
                                                : within_row(&h->f->function[of], &behind);
        Function f = { .name = name, .external = name, .span = h->f->function[of].span, .nin = n, .nout = 1 };
        vec_push(&d->run, f.local, h->f->function[of].local[0]);
        for (uint32_t i = 1; i < n; i++)
            vec_push(&d->run, f.local,
                     ((Local){ .name = "x", .type = ex_type(d, arg[i]), .n = 1, .causality = C_INPUT }));
        vec_push(&d->run, f.local, ((Local){ .name = "y", .type = type, .n = 1, .causality = C_OUTPUT }));
        index = vec_len(h->f->function);
        vec_push(&d->run, h->f->function, f);
        map_set(&d->pass, &h->row_function, key, index);
    }
    return ex_new(d, OP_CALL, type, index, arg, n);
}

/* A table whose argument is linear in time has its rows as instants; between them it is entered in the interval that is
 * held, so that of two rows with the same argument each counts on its side. 0: no such table. */
static Ex hold_look_up(Holder *h, Ex e, const ExNode *n, const Ex *arg)
{
    Dtc *d = h->d;
    uint32_t behind;
    bool known =
        d->opt.hybrid && within_row(&h->f->function[n->payload], &behind) && !expression_moves(h, arg[0]);
    Ex u = known ? arg[n->n - 1 - behind] : 0, list[5] = { arg[0] };
    Linear l = known ? linear_in_time(h, present(h, u)) : (Linear){ 0, 0 };
    if (!l.slope)
        return 0;
    Ex count = row_call(h, n->payload, ROWS_BEHIND, T_INT,
                        (const Ex[]){ arg[0], l.slope, l.rest, time_reached(d) }, 4);
    Ex row =
        held_variable(h, count,
                      (Held){ .kind = HELD_ROW, .op = OP_CALL, .a = count, .slope = l.slope, .rest = l.rest },
                      T_INT, e);
    Ex next = row_call(h, n->payload, ROW_INSTANT, T_REAL, (const Ex[]){ arg[0], row, l.slope, l.rest }, 4);
    h->dae->held[map_get(&h->known, count) - 1].b = next;
    uint32_t k = 1;
    if (n->n == 3 + behind)
        list[k++] = arg[1]; /* the column */
    list[k++] = row;
    list[k++] = u;
    if (behind)
        list[k++] = arg[n->n - 1];
    return row_call(h, n->payload, WITHIN_ROW, T_REAL, list, k);
}

/* In the stages of a method stairs are held as they are at the sample; another table stays in the stretch without a
 * jump in which the sample is. */
static Ex hold_stretch(Holder *h, const ExNode *n, const Ex *arg)
{
    Dtc *d = h->d;
    uint32_t behind;
    const bool stages = !d->opt.hybrid && d->opt.method != M_EXACT;
    if (!stages || !within_row(&h->f->function[n->payload], &behind))
        return 0;
    const uint32_t at = n->n - 1 - behind;
    if (!expression_moves(h, arg[at]))
        return 0;
    if (strcmp(h->f->function[n->payload].external, "dtc_table1_stairs") == 0) {
        const Ex call = present(h, ex_new(d, OP_CALL, T_REAL, n->payload, arg, n->n));
        return held_variable(h, call, (Held){ .kind = HELD_VALUE, .op = OP_CALL, .a = call }, T_REAL, call);
    }
    const Local *table = &h->f->function[n->payload].local[0];
    const Ex u = present(h, arg[at]),
             stretches = table_stretches(d, known_values(d, h->f), arg[0], table->dim[1]);
    if (!stretches)
        return 0;
    Ex side[2], list[5];
    for (int last = 0; last < 2; last++) {
        const Ex call = end_of_stretch(d, h->f, stretches, last, u);
        side[last] =
            held_variable(h, call, (Held){ .kind = HELD_VALUE, .op = OP_CALL, .a = call }, T_REAL, call);
    }
    memcpy(list, arg, n->n * sizeof *arg);
    list[at] = ex_bin(d, OP_MAX, side[0], ex_bin(d, OP_MIN, arg[at], side[1]));
    return ex_new(d, OP_CALL, (TypeKind)n->type, n->payload, list, n->n);
}

/* ---- rewriting ----------------------------------------------------------------------------------------- */

/* A Boolean or Integer that a function gives is a relation of its own: also one of an algorithm section. The image is
 * that of e. */
static Ex as_value(Holder *h, Ex image, Ex e)
{
    Dtc *d = h->d;
    Op op = ex_op(d, image);
    if ((op != OP_CALL && op != OP_OUT) || ex_type(d, image) == T_REAL || ex_type(d, image) == T_STRING ||
        !expression_moves(h, image))
        return image;
    image = present(h, image);
    return held_variable(h, image, (Held){ .kind = HELD_VALUE, .op = op, .a = image }, ex_type(d, image), e);
}

static bool closed(Op op) { return op_keeps(op) || op == OP_NOEVENT || op == OP_SMOOTH; }

static bool is_last(Dtc *d, Ex e, void *data) { (void)data; return ex_op(d, e) == OP_LAST; }

/* In smooth(): a relation on what follows from it is held as others are. It says which solution of its equations
 * holds, and by comparison alone that would be any one, that of the point that was looked at before. */
static Ex hold_circle(Dtc *d, Ex e, void *data)
{
    Holder *h = data;
    ExNode n = *ex(d, e);
    if (n.op == OP_NOEVENT || op_keeps((Op)n.op))
        return e;
    if (n.op != OP_LT && n.op != OP_LE && n.op != OP_GT && n.op != OP_GE)
        return 0;
    bool circle = ex_type(d, n.arg[0]) == T_REAL && ex_any(d, e, is_last, NULL);
    return circle ? hold_relation(h, (Op)n.op, n.arg[0], n.arg[1], e) : 0;
}

/* The image of a node whose operands have the images arg. */
static Ex image_of(Holder *h, Ex e, const ExNode *n, const Ex *arg)
{
    Dtc *d = h->d;
    bool real = n->n > 0 && ex_type(d, n->arg[0]) == T_REAL;
    switch (real || n->op == OP_SAMPLE ? (Op)n->op : OP_NONE) {
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE: return hold_relation(h, (Op)n->op, arg[0], arg[1], e);
    case OP_FLOOR: return hold_floor(h, arg[0], e);
    case OP_CEIL: return ex_un(d, OP_NEG, hold_floor(h, ex_un(d, OP_NEG, arg[0]), e));
    case OP_INTEGER: return ex_un(d, OP_INTEGER, hold_floor(h, arg[0], e));
    case OP_DIVI: return hold_div(h, arg[0], arg[1], e);
    case OP_MOD:
        return ex_bin(d, OP_SUB, arg[0], ex_bin(d, OP_MUL, hold_quotient(h, arg[0], arg[1], e), arg[1]));
    case OP_REM: return ex_bin(d, OP_SUB, arg[0], ex_bin(d, OP_MUL, hold_div(h, arg[0], arg[1], e), arg[1]));
    case OP_SAMPLE: return hold_sample(h, arg[0], arg[1], e);
    default: break;
    }
    Ex held = n->op == OP_CALL ? hold_look_up(h, e, n, arg) : 0;
    if (!held && n->op == OP_CALL)
        held = hold_stretch(h, n, arg);
    return held ? held
         : memcmp(arg, n->arg, n->n * sizeof *arg) == 0
             ? e
             : ex_new(d, (Op)n->op, (TypeKind)n->type, n->payload, arg, n->n);
}

/* in_place: the value is held by its block. */
static Ex hold(Holder *h, Ex root, bool in_place)
{
    Dtc *d = h->d;
    if (!root)
        return 0;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    while (vec_len(m->stack)) {
        Ex e = vec_last(m->stack);
        ExNode n = *ex(d, e);
        uint32_t waiting = vec_len(m->stack);
        if (!memo_has(m, e) && !closed((Op)n.op))
            for (uint32_t i = n.n; i-- > 0;)
                if (!memo_has(m, n.arg[i]))
                    vec_push(&d->run, m->stack, n.arg[i]);
        if (vec_len(m->stack) > waiting)
            continue;
        (void)vec_pop(m->stack);
        if (memo_has(m, e))
            continue;
        Ex image = e;
        if (n.op == OP_SMOOTH)
            image = ex_rewrite(d, &h->circle, e);
        else if (n.n && !closed((Op)n.op)) {
            Ex few[4], *arg = n.n <= 4 ? few : NEW_N(&d->pass, Ex, n.n);
            for (uint32_t i = 0; i < n.n; i++)
                arg[i] =
                    n.op == OP_OUT ? m->value[n.arg[i]].ex.a : as_value(h, m->value[n.arg[i]].ex.a, n.arg[i]);
            image = image_of(h, e, &n, arg);
        }
        memo_set(m, e, (MemoValue){ .ex = { image, 0 } });
    }
    memo_end(d);
    return in_place ? m->value[root].ex.a : as_value(h, m->value[root].ex.a, root);
}

static const char *path_of(const Holder *h, Eq e) { return e < vec_len(h->f->eq) ? h->f->eq[e].path : NULL; }

static void hold_block(Holder *h, Block *b)
{
    const bool when = assigns_when(h->f, b);
    bool moves = vec_len(b->sw) > 0;

    for (BlockWalk w = block_walk(b, IN_BLOCK); block_next(&w);) {
        if (!(w.at & IN_MATRICES))
            h->path = path_of(h, w.eq);
        *w.e = hold(h, *w.e, !h->d->opt.hybrid && when);
        moves |= w.at == IN_VALUES && expression_moves(h, *w.e);
    }
    for (BlockWalk w = block_walk(b, IN_RESIDUALS); !moves && block_next(&w);)
        moves = expression_moves(h, *w.e);
    for (uint32_t i = 0; i < block_makes(b); i++)
        h->moves[block_made(b, i)] = moves && !when;
    if (b->kind == B_ASSIGN && moves && !when)
        h->linear[b->inner[0].v] = linear_in_time(h, b->inner[0].value);
}

static void hold_events(Holder *h)
{
    Flat *f = h->f;
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            WhenBranch *b = &f->when[i].branch[k];
            h->path = f->when[i].path;
            b->cond = hold(h, b->cond, false);
            for (uint32_t q = 0; q < vec_len(b->action); q++)
                b->action[q].value = hold(h, b->action[q].value, false);
        }
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++) {
            h->path = f->net[i].path;
            f->net[i].transition[k].guard = hold(h, f->net[i].transition[k].guard, false);
        }
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        h->path = f->assert[i].path;
        f->assert[i].cond = hold(h, f->assert[i].cond, false);
    }
}

/* In a variable step what a when-clause assigns is held as relations are, and its block goes. */
static void hold_assigned(Holder *h)
{
    Dae *dae = h->dae;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < vec_len(dae->block); i++) {
        const Block *b = &dae->block[i];
        if (!assigns_when(h->f, b)) {
            dae->block[kept++] = *b;
            continue;
        }
        const Assign *a = &b->inner[0];
        change_variable(h->f, a->v)->discrete_state = true;
        add_held(h, (Held){ .kind = HELD_WHEN, .op = OP_NONE, .v = a->v, .a = present(h, a->value) });
        vec_last(dae->held).text = internz(h->d, ex_plain(h->d, vec_last(dae->held).a));
        vec_last(dae->held).path = path_of(h, a->eq);
    }
    while (vec_len(dae->block) > kept)
        (void)vec_pop(dae->block);
}

bool hold_relations(Dtc *d, Flat *f, Dae *dae)
{
    Holder h = { .d = d, .f = f, .dae = dae, .present = { .fn = last_as_present } };
    h.circle = (Rewriter){ .fn = hold_circle, .data = &h };
    find_moving(&h);
    for (uint32_t i = 0; i < vec_len(dae->block); i++)
        hold_block(&h, &dae->block[i]);
    if (d->opt.hybrid) {
        hold_events(&h);
        hold_assigned(&h);
    }
    return true;
}
