/* stage.c - each computation at the earliest time it can be done, and none that nobody needs.
 *
 * Rates, in order: constant, init (parameters), transition (places, what is held), sample (in a fixed step what
 * when-clauses assign, and what is watched (watch.c): it is computed in its turn, and stays within the step), step
 * (time, inputs, states). An expression
 * varies as the fastest of its variables; a block as its equations; its matrices as their entries. What
 * nobody needs is left out (live.c). The largest parts of an expression that vary less often than it does become
 * variables of their own (k1, k2 ...), evaluated at their rate, and so do the reciprocals of such divisors; parts under
 * `if` that might not be defined when the branch is not taken stay where they are. Look-ups of a table at one argument
 * share the search (search.c).
 *
 * Blocks that depend on no place and no lambda come first (before_switching): slips, bounds and sensors are known when
 * places are decided. What reads the place of a law and is read by another one comes between them, and is evaluated in
 * each step (readers.c). With -fno-stage everything is evaluated at each step and nothing becomes a variable of its
 * own.
 *
 * Cost: linear in the nodes of the expressions of each block.
 * Requires: tear, initial_problem. Ensures: rate of variables, rate and matrix_rate of blocks; what live() ensures.
 */
#include <math.h>
#include <string.h>
#include "expr.h"
#include "graph.h"
#include "scratch.h"
#include "sort.h"

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    const bool *in_step;                   /* by Var: a place whose readers are behind its law (readers.c) */
    uint8_t  *late;                        /* by Var: depends on a place or a lambda (room for variables made here) */
    Map       hoisted, names;              /* expression -> variable; names in use */
    uint32_t  named;
    Block    *out;
} Stage;

/* ---- rates --------------------------------------------------------------------------------------------- */

static void room_for_variables(Dtc *d, const Flat *f, Dae *dae)
{
    uint32_t n = vec_len(f->var);
    if (!dae->rate) {
        dae->rate = vec_reserve(&d->run, NULL, sizeof *dae->rate, n + n / 4);
        dae->used = vec_reserve(&d->run, NULL, sizeof *dae->used, n + n / 4);
    }
    while (vec_len(dae->rate) < n) {
        vec_push(&d->run, dae->rate, RATE_CONST);
        vec_push(&d->run, dae->used, false);
    }
}

Block made_block(Dtc *d, Flat *f, Dae *dae, const char *name, Ex value, Eq eq, Block like)
{
    Var v = add_auxiliary(d, f, name, ex_type(d, value));
    room_for_variables(d, f, dae);
    like.kind = B_ASSIGN;
    vec_push(&d->run, like.var, v);
    vec_push(&d->run, like.eq, eq);
    vec_push(&d->run, like.inner, ((Assign){ v, value, eq, 0 }));
    vec_push(&d->run, dae->hoisted, v);
    return like;
}

Var made_discrete(Dtc *d, Flat *f, Dae *dae, VarInfo v)
{
    v.variability = V_DISCRETE;
    v.protected_ = true;
    vec_push(&d->run, dae->hoisted, add_variable(d, f, v));
    return vec_last(dae->hoisted);
}

static Rate known_rate(const VarInfo *i)
{
    if (i->variability == V_CONST || i->structural)
        return RATE_CONST;
    if (i->variability == V_PARAM)
        return RATE_INIT;
    if (i->is_state || (i->causality == C_INPUT && i->top_level))
        return RATE_STEP;
    return i->discrete_state ? RATE_TRANSITION : RATE_STEP;
}

/* Its rate, and whether it is late. */
static MemoValue node_rate(Dtc *d, const Dae *dae, const uint8_t *late, const Memo *m, Ex e)
{
    const ExNode *n = ex(d, e);
    MemoValue v = { .ex = { RATE_CONST, false } };
    switch ((Op)n->op) {
    case OP_NUM:
    case OP_BOOL:
    case OP_STR: return v;
    case OP_VAR: return (MemoValue){ .ex = { dae->rate[n->payload], late && late[n->payload] } };
    case OP_PRE:
    case OP_INITIAL:
        v.ex.a = d->opt.hybrid ? RATE_TRANSITION : RATE_STEP;
        return v; /* between events it is held */
    case OP_TIME:
    case OP_TERMINAL:
    case OP_LAST: v.ex.a = RATE_STEP; return v;
    case OP_SAMPLE: v.ex.a = RATE_STEP; break;
    case OP_CALL:
        if (d->flat->function[n->payload].cls && d->flat->function[n->payload].cls->impure)
            v.ex.a = RATE_STEP;
        break;
    default: break;
    }
    for (uint32_t i = 0; i < n->n; i++) {
        const MemoValue *part = &m->value[n->arg[i]];
        v.ex.a = part->ex.a > v.ex.a ? part->ex.a : v.ex.a;
        v.ex.b |= part->ex.b;
    }
    return v;
}

static Rate find_rates(Dtc *d, const Dae *dae, const uint8_t *late, Memo *m, Ex root)
{
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;)
        memo_set(m, e, node_rate(d, dae, late, m, e));
    return (Rate)m->value[root].ex.a;
}

Rate rates(Dtc *d, const Dae *dae, Memo *m, Ex root) { return find_rates(d, dae, NULL, m, root); }

static void set_rates(Stage *s, Block *b)
{
    Rate rate = RATE_CONST, matrix = RATE_CONST;
    bool late = vec_len(b->sw) > 0;
    for (uint32_t i = 0; i < block_makes(b); i++)
        s->dae->rate[block_made(b, i)] = RATE_CONST;
    Memo *memo = memo_begin(s->d);
    for (BlockWalk w = block_walk(b, IN_BLOCK); block_next(&w);) {
        const Rate r = find_rates(s->d, s->dae, s->late, memo, *w.e);
        Rate *to = w.at & IN_MATRICES ? &matrix : &rate;
        late |= memo->value[*w.e].ex.b;
        if (r > *to)
            *to = r;
    }
    memo_end(s->d);
    if (rate < matrix)
        rate = matrix;
    if (vec_len(b->sw) || s->d->opt.no_stage)
        rate = RATE_STEP;
    if (b->kind == B_NONLINEAR)
        matrix = rate;
    b->rate = stays_in_step(s->f, b) ? RATE_SAMPLE : rate;
    b->matrix_rate = s->d->opt.no_stage ? RATE_STEP : matrix;
    b->before_switching = !late;
    for (uint32_t i = 0; i < block_makes(b); i++) {
        s->dae->rate[block_made(b, i)] = (uint8_t)b->rate;
        s->late[block_made(b, i)] = late;
    }
}

static void place_rate(Stage *s, Var v)
{
    v = var_root(s->f, v, NULL);
    s->late[v] = 1;
    s->dae->rate[v] = s->in_step[v] ? RATE_STEP : RATE_TRANSITION;
}

static void all_rates(Stage *s)
{
    Flat *f = s->f;
    for (uint32_t i = 0; i < vec_len(s->dae->block); i++)
        s->dae->block[i].watched = false;
    s->late = NEW_N(&s->d->pass, uint8_t, vec_len(f->var) + 1);
    for (Var v = 1; v < vec_len(f->var); v++)
        s->dae->rate[v] = (uint8_t)known_rate(&f->var[v]);
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        for (int k = 0; k < SWITCH_PLACES; k++)
            place_rate(s, f->sw[i].shown[k]);
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < net_sets(&f->net[i]); k++)
            place_rate(s, net_set(&f->net[i], k));
    for (int again = 0; again == 0 || (again == 1 && watch(s->d, f, s->dae)); again++)
        for (uint32_t i = 0; i < vec_len(s->dae->block); i++)
            set_rates(s, &s->dae->block[i]);
    for (uint32_t i = 0; i < vec_len(s->dae->init); i++)
        s->dae->init[i].rate = s->dae->init[i].matrix_rate = RATE_INIT;
    for (Var v = 1; v < vec_len(f->var); v++) {
        Var root = var_root(f, v, NULL);
        if (root && root != v)
            s->dae->rate[v] = s->dae->rate[root];
        else if (alias_of(f, v).constant)
            s->dae->rate[v] = RATE_INIT;
    }
}

/* ---- parts that vary less often ------------------------------------------------------------------------ */

typedef struct { Memo *rate, *image; Block *block; } Hoist;

static bool trivial(Dtc *d, Ex e)
{
    while (ex_op(d, e) == OP_NEG || ex_op(d, e) == OP_NOT || ex_op(d, e) == OP_REAL)
        e = ex_arg(d, e, 0);
    return ex_narg(d, e) == 0 || ex_op(d, e) == OP_ARRAY || ex_type(d, e) == T_STRING;
}

/* Might e be undefined for some values of its operands? */
static bool partial(Dtc *d, Ex root)
{
    bool found = false;
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; !found && (e = memo_next(d, m)) != 0; memo_set(m, e, (MemoValue){ .x = 0 })) {
        double x;
        Op op = ex_op(d, e);
        found = op_info[op].is & OP_DIVIDES ? !ex_is_num(d, ex_arg(d, e, 1), &x) || x == 0
                                            : op == OP_CALL || op == OP_OUT || !op_defined(op, NAN, NAN);
    }
    memo_end(d);
    return found;
}

static Ex split_slow(Stage *s, Hoist *h, Ex root, Rate rate);

/* e with its own slower parts taken out. */
static Ex split_apart(Stage *s, const Hoist *h, Ex e, Rate rate)
{
    if (rate <= RATE_INIT)
        return e;
    Hoist inner = { .block = h->block };
    inner.rate = memo_begin(s->d);
    (void)find_rates(s->d, s->dae, s->late, inner.rate, e);
    inner.image = memo_begin(s->d);
    e = split_slow(s, &inner, e, rate);
    memo_end(s->d);
    memo_end(s->d);
    return e;
}

/* Of e; of: it, or the operand that says how it varies. */
static Ex make_variable(Stage *s, const Hoist *h, Ex e, Ex of)
{
    Dtc *d = s->d;
    const char *name;
    Var v = (Var)map_get(&s->hoisted, e);
    if (v)
        return ex_var(d, v);
    const bool late = h->rate->value[of].ex.b;
    Rate rate = (Rate)h->rate->value[of].ex.a;
    Ex value = split_apart(s, h, e, rate);
    do
        name = internf(d, "k%u", ++s->named);
    while (map_get(&s->names, KEY(name)));
    if (rate < RATE_INIT)
        rate = RATE_INIT;
    Block like = { .rate = rate, .matrix_rate = rate, .before_switching = !late };
    vec_push(&d->run, s->out, made_block(d, s->f, s->dae, name, value, h->block->eq[0], like));
    v = vec_last(s->out).var[0];
    s->dae->used[v] = true;
    s->dae->rate[v] = (uint8_t)rate;
    map_set(&d->pass, &s->hoisted, e, v);
    return ex_var(d, v);
}

/* Handles are shifted by one bit: 1 = under a branch of `if`. */
static Ex image_of(const Memo *m, Ex e, bool guarded)
{
    return !memo_has(m, e) ? 0 : guarded ? m->value[e].ex.b : m->value[e].ex.a;
}

static Ex take_out(Stage *s, const Hoist *h, Ex e, bool guarded, Rate rate)
{
    Dtc *d = s->d;
    if ((Rate)h->rate->value[e].ex.a >= rate || trivial(d, e) || ex_op(d, e) == OP_CALL)
        return 0;
    if (guarded && partial(d, e))
        return 0;
    return make_variable(s, h, e, e);
}

/* x/p, where p varies less often: the reciprocal of p once, then a product. */
static bool is_quotient(Stage *s, const Hoist *h, Ex e, bool guarded)
{
    Dtc *d = s->d;
    double x;
    if (d->opt.no_reciprocal || ex_op(d, e) != OP_DIV || ex_type(d, e) != T_REAL)
        return false;
    Ex p = ex_arg(d, e, 1);
    return ex_is_num(d, p, &x) ? x != 0 : !guarded && h->rate->value[p].ex.a < h->rate->value[e].ex.a;
}

static Ex reciprocal(Stage *s, const Hoist *h, Ex p)
{
    Dtc *d = s->d;
    double x;
    Ex value = ex_bin(d, OP_DIV, ex_real(d, 1), p);
    return ex_is_num(d, p, &x) ? value : make_variable(s, h, value, p);
}

/* Nothing is taken out of it. The interval of a sample is told as it is written where it is none. */
static bool is_whole(Op op) { return op_keeps(op) || op == OP_ARRAY || op == OP_SAMPLE; }

/* Pushes operands without image; false: all have one. */
static bool push_operands(Stage *s, const Hoist *h, Ex e, bool guarded)
{
    Dtc *d = s->d;
    Op op = ex_op(d, e);
    uint32_t before = vec_len(h->image->stack);
    if (is_whole(op))
        return false;
    for (uint32_t i = is_quotient(s, h, e, guarded) ? 1 : ex_narg(d, e); i-- > 0;) {
        bool below = guarded || (op == OP_IF && i > 0);
        Ex x = ex_arg(d, e, i);
        if (!image_of(h->image, x, below))
            vec_push(&d->run, h->image->stack, x << 1 | below);
    }
    return vec_len(h->image->stack) > before;
}

static Ex rebuild(Stage *s, const Hoist *h, Ex e, bool guarded)
{
    Dtc *d = s->d;
    ExNode n = *ex(d, e);
    if (n.n == 0 || is_whole((Op)n.op))
        return e;
    if (is_quotient(s, h, e, guarded))
        return ex_bin(d, OP_MUL, image_of(h->image, n.arg[0], guarded), reciprocal(s, h, n.arg[1]));
    Ex *arg = NEW_N(&d->pass, Ex, n.n);
    for (uint32_t i = 0; i < n.n; i++)
        arg[i] = image_of(h->image, n.arg[i], guarded || (n.op == OP_IF && i > 0));
    return memcmp(arg, n.arg, n.n * sizeof *arg) == 0
             ? e
             : ex_new(d, (Op)n.op, (TypeKind)n.type, n.payload, arg, n.n);
}

static Ex split_slow(Stage *s, Hoist *h, Ex root, Rate rate)
{
    Dtc *d = s->d;
    memo_start(d, h->image, root << 1);
    while (vec_len(h->image->stack)) {
        Ex top = vec_last(h->image->stack), e = top >> 1;
        bool guarded = top & 1;
        Ex image = image_of(h->image, e, guarded);
        if (!image)
            image = take_out(s, h, e, guarded, rate);
        if (!image) {
            if (push_operands(s, h, e, guarded))
                continue;
            image = rebuild(s, h, e, guarded);
        }
        MemoValue v = memo_has(h->image, e) ? h->image->value[e] : (MemoValue){ .ex = { 0, 0 } };
        if (guarded)
            v.ex.b = image;
        else
            v.ex.a = image;
        memo_set(h->image, e, v);
        (void)vec_pop(h->image->stack);
    }
    return h->image->value[root].ex.a;
}

static void hoist(Stage *s)
{
    Block *in = s->dae->block;
    for (Var v = 1; v < vec_len(s->f->var); v++)
        if (s->f->var[v].name[0] == 'k')
            map_set(&s->d->pass, &s->names, KEY(s->f->var[v].name), 1);
    for (uint32_t i = 0; i < vec_len(in); i++) {
        for (BlockWalk w = block_walk(&in[i], IN_BLOCK); block_next(&w);)
            *w.e = split_apart(s, &(Hoist){ .block = &in[i] }, *w.e,
                               w.at & IN_MATRICES ? in[i].matrix_rate : in[i].rate);
        vec_push(&s->d->run, s->out, in[i]);
    }
    vec_drop(in);
    s->dae->block = s->out;
}

/* Blocks known before the switching come first; each group keeps its order. */
static void order(Stage *s)
{
    Block *sorted = vec_reserve(&s->d->run, NULL, sizeof *sorted, vec_len(s->dae->block));
    for (int early = 1; early >= 0; early--)
        for (uint32_t i = 0; i < vec_len(s->dae->block); i++)
            if (s->dae->block[i].before_switching == (early == 1))
                vec_push(&s->d->run, sorted, s->dae->block[i]);
    vec_drop(s->dae->block);
    s->dae->block = sorted;
}

static void live_forms(Stage *s, bool with_forms)
{
    Scratch own = scratch_begin(s->d);
    uint32_t *readers = live(s->d, s->f, s->dae);
    if (with_forms)
        forms(s->d, s->f, s->dae, readers);
    scratch_end(s->d, own);
}

static bool searched(Stage *s)
{
    Scratch own = scratch_begin(s->d);
    bool any = searches(s->d, s->f, s->dae);
    scratch_end(s->d, own);
    return any;
}

bool stage(Dtc *d, Flat *f, Dae *dae)
{
    Scratch own = scratch_begin(d);
    Stage s = { .d = d, .f = f, .dae = dae };
    const bool with_forms = !d->opt.no_forms && !d->opt.no_stage && !d->opt.hybrid;
    room_for_variables(d, f, dae);
    s.in_step = read_behind(d, f, dae);
    all_rates(&s);
    live_forms(&s, with_forms);
    if (with_forms) {
        all_rates(&s);
        live_forms(&s, false);
    }
    if (!d->opt.no_search && !d->opt.no_stage && searched(&s))
        all_rates(&s);
    if (!d->opt.no_stage)
        hoist(&s);
    order(&s);
    scratch_end(d, own);
    return true;
}
