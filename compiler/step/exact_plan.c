/* exact_plan.c - the part of a model that is linear in states and torques of switching elements, with coefficients that
 * are constant between transitions.
 *
 * Differentials of all variables are followed forward from states and torques through the blocks in order, as in
 * step/jump.c. A term whose factor moves (a state, an input, time) is left out: the method holds it over the step.
 * Coefficients may depend on held relations: pieces of a piecewise affine law, each with its own matrices. The torques
 * must enter rates and slips with coefficients that do not move, and slips must be linear in the states: otherwise a
 * stuck element could not be kept without slip by the matrices of setup.
 *
 * Setup makes a base for each combination of up to 6 relations, and a map for all 2^m sets of stuck elements if they
 * have up to EXACT_NUMBERS numbers (dtc_exact_step.h).
 *
 * Cost: the size of the expressions. Requires: hold_relations, stage.
 */
#include "blocks.h"
#include "dtc_exact_step.h"
#include "exact.h"
#include "setup.h"
#include "sort.h"

enum {
    TORQUE = 1,
    MOVES = 2,
    TORQUE_MOVES = 4
}; /* depends on a torque; a state, a torque enters with a factor that moves */

/* Does it change within a structure? still: no, although it is computed in each step (-fno-stage). */
static bool varies(Emitter *e, Var v) { return e->dae->rate[v] == RATE_STEP && !e->exact->still[v]; }

/* ---- factors ----------------------------------------------------------------------------------------------------- */

static bool node_moves(Dtc *d, Ex x, void *data)
{
    Emitter *e = data;

    switch (ex_op(d, x)) {
    case OP_VAR: return varies(e, root(e, ex_is_var(d, x)));
    case OP_TIME: case OP_TERMINAL: case OP_LAST: case OP_SAMPLE: case OP_PRE: case OP_INITIAL: return true;
    default: return false;
    }
}

static bool factor_moves(Emitter *e, Ex factor) { return ex_any(e->d, factor, node_moves, e); }

/* What of transition rate a coefficient depends on: held relations, or other things as well. */
static void trace(Emitter *e, Ex coefficient)
{
    Exact *x = e->exact;
    Var *todo = NULL;

    ex_vars(e->d, coefficient, &todo);
    while (vec_len(todo)) {
        Var v = root(e, vec_pop(todo));
        const Held *held = held_of(e->dae, v);
        if (((e->dae->rate[v] != RATE_TRANSITION && e->dae->rate[v] != RATE_SAMPLE) && !x->still[v]) || x->seen[v])
            continue;
        x->seen[v] = true;
        if (held && held->kind == HELD_RELATION) {
            vec_push(&e->d->run, x->bit, v);
        } else if (x->block_of[v]) {
            const Block *b = &e->dae->block[x->block_of[v] - 1];
            block_reads(e, b, &todo);
            for (uint32_t k = 0; k < vec_len(b->J); k++)
                ex_vars(e->d, b->J[k].e, &todo);
        } else {
            x->other = true;
        }
    }
}

/* ---- differentials ----------------------------------------------------------------------------------------------- */

static void drop(Emitter *e, Ex factor, const char *of)
{
    Exact *x = e->exact;

    for (uint32_t i = 0; i < vec_len(x->dropped); i++)
        if (x->dropped[i] == factor)
            return;
    if (vec_len(x->dropped) >= 32)
        return;
    vec_push(&e->d->run, x->dropped, factor);
    vec_push(&e->d->run, x->dropped_in, of);
}

/* Partial derivatives of a value by its variables, those that are not zero: term by term of a sum, so that a long sum
 * costs its length. */
static Map partial_derivatives(Emitter *e, Ex value)
{
    typedef struct { Ex x; bool minus; } Term;
    Dtc *d = e->d;
    Arena *a = &d->pass;
    Map factors = { 0 };
    Term *todo = NULL;

    vec_push(a, todo, ((Term){ value, false }));
    while (vec_len(todo)) {
        Term t = vec_pop(todo);
        Op op = ex_op(d, t.x);
        Var *vars = NULL;
        if (op == OP_ADD || op == OP_SUB)
            vec_push(a, todo, ((Term){ ex_arg(d, t.x, 1), t.minus ^ (op == OP_SUB) }));
        if (op == OP_ADD || op == OP_SUB || op == OP_NEG) {
            vec_push(a, todo, ((Term){ ex_arg(d, t.x, 0), t.minus ^ (op == OP_NEG) }));
            continue;
        }
        ex_vars(d, t.x, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++) {
            Ex sum = (Ex)map_get(&factors, vars[i]), factor = ex_diff(d, t.x, vars[i]);
            if (factor && !ex_is_zero(d, factor))
                map_set(a, &factors, vars[i],
                        sum       ? ex_bin(d, t.minus ? OP_SUB : OP_ADD, sum, factor)
                        : t.minus ? ex_un(d, OP_NEG, factor)
                                  : factor);
        }
    }
    return factors;
}

/* The differential of a value; flags of what it depends on are added. */
static ExactTerm *terms_of(Emitter *e, Ex value, const char *of, uint8_t *flag, Ex *why)
{
    Exact *x = e->exact;
    ExactTerm *term = NULL;
    Var *vars = NULL;
    Map factors = partial_derivatives(e, value);

    ex_vars(e->d, value, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        bool negated;
        Var v = root_of(e->f, vars[i], &negated);
        if (x->local[v] == 0 && x->flag[v] == 0)
            continue;
        Ex factor = (Ex)map_get(&factors, vars[i]);
        if (!factor || ex_is_zero(e->d, factor))
            continue;
        *flag |= x->flag[v] & (MOVES | TORQUE_MOVES);
        *why = x->why[v] ? x->why[v] : *why;
        if (factor_moves(e, factor)) {
            *flag |= MOVES;
            if (x->flag[v] & TORQUE) {
                *flag |= TORQUE_MOVES;
                *why = factor;
            }
            drop(e, factor, of);
        } else if (x->local[v]) {
            *flag |= x->flag[v] & TORQUE;
            trace(e, factor);
            vec_push(&e->d->run, term, ((ExactTerm){ negated ? ex_un(e->d, OP_NEG, factor) : factor, x->local[v] }));
        }
    }
    return term;
}

/* Variable v = value. */
static void assigned(Emitter *e, Var v, Ex value)
{
    Exact *x = e->exact;
    uint8_t flag = 0;
    bool negated;
    Var r = root_of(e->f, v, &negated);

    x->still[r] = !factor_moves(e, value);
    if (e->f->var[r].type != T_REAL)
        return;
    x->why[r] = 0;
    ExactTerm *term = terms_of(e, value, e->f->var[v].name, &flag, &x->why[r]);
    x->flag[r] = flag;
    x->local[r] = 0;
    if (!term)
        return;
    x->local[r] = ++x->locals;
    vec_push(&e->d->run, x->op, ((ExactOp){ X_SUM, x->locals, 0, 0, negated, term }));
}

static bool matrix_moves(Emitter *e, const Block *b)
{
    if (b->kind == B_NONLINEAR)
        return true;
    for (uint32_t i = 0; i < vec_len(b->J); i++) {
        if (factor_moves(e, b->J[i].e))
            return true;
        trace(e, b->J[i].e);
    }
    return false;
}

static void clear(Emitter *e, const Block *b)
{
    Exact *x = e->exact;

    for (uint32_t i = 0; i < block_size(b); i++) {
        Var v = block_var(e, b, i);
        x->local[v] = x->flag[v] = 0;
        x->why[v] = 0;
    }
}

/* The unknowns of a block do not move if its residuals do not. */
static void rest(Emitter *e, const Block *b, bool still)
{
    for (uint32_t i = 0; i < block_n(b); i++)
        e->exact->still[root(e, b->tear[i])] = still;
}

static bool residuals_rest(Emitter *e, const Block *b)
{
    for (uint32_t i = 0; i < block_n(b); i++)
        if (factor_moves(e, b->res[i]))
            return false;
    return true;
}

/* J dz = -dr, with dr the differentials of the residuals at dz = 0; the rest of the block follows. */
static void torn(Emitter *e, uint32_t index)
{
    Exact *x = e->exact;
    const Block *b = &e->dae->block[index];
    uint32_t n = block_n(b);
    uint8_t flag = 0;
    bool moves = matrix_moves(e, b), any = false;
    Ex why = 0;

    clear(e, b);
    rest(e, b, true);
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        assigned(e, b->inner[i].v, b->inner[i].value);
    rest(e, b, !moves && residuals_rest(e, b));
    uint32_t first = vec_len(x->op);
    for (uint32_t i = 0; i < n; i++) {
        ExactTerm *term = terms_of(e, b->res[i], e->f->var[b->tear[i]].name, &flag, &why);
        any |= term != NULL;
        vec_push(&e->d->run, x->op, ((ExactOp){ X_ENTRY, 0, index, i, false, term }));
    }
    clear(e, b);
    if (moves && any) {
        why = flag & TORQUE && !why && vec_len(b->J) ? b->J[0].e : why;
        flag = (uint8_t)(flag | MOVES | (flag & TORQUE ? TORQUE_MOVES : 0));
    }
    if (moves || !any)
        while (vec_len(x->op) > first)
            (void)vec_pop(x->op);
    else
        vec_push(&e->d->run, x->op, ((ExactOp){ X_SOLVE, 0, index, 0, false, NULL }));
    for (uint32_t i = 0; i < n; i++) {
        bool negated;
        Var v = root_of(e->f, b->tear[i], &negated);
        x->flag[v] = flag;
        x->why[v] = why;
        if (moves || !any)
            continue;
        x->local[v] = ++x->locals;
        vec_push(&e->d->run, x->op, ((ExactOp){ X_TEAR, x->locals, index, i, !negated, NULL }));
    }
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        assigned(e, b->inner[i].v, b->inner[i].value);
}

static void follow_blocks(Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        if (k->rate != RATE_STEP)
            continue;
        if (block_n(k) > 0)
            torn(e, b);
        else
            for (uint32_t i = 0; i < vec_len(k->inner); i++)
                assigned(e, k->inner[i].v, k->inner[i].value);
    }
}

/* ---- what is wanted of them -------------------------------------------------------------------------------------- */

static void need(bool *wanted, const ExactTerm *term)
{
    for (uint32_t i = 0; i < vec_len(term); i++)
        wanted[term[i].local] = true;
}

/* Statements that lead to what is wanted, from the last one back. */
static void lead_to(Emitter *e, bool *wanted)
{
    Exact *x = e->exact;
    bool *solved = NEW_N(&e->d->pass, bool, vec_len(e->dae->block) + 1);

    for (uint32_t i = vec_len(x->op); i-- > 0;) {
        const ExactOp *op = &x->op[i];
        bool needed = op->kind == X_ENTRY || op->kind == X_SOLVE ? solved[op->block] : wanted[op->local];
        if (needed && op->kind == X_TEAR)
            solved[op->block] = true;
        if (needed)
            need(wanted, op->term);
    }
}

/* What an equation makes it; 0: it is one of several unknowns. */
static Ex definition(Emitter *e, Var v)
{
    const Block *b = &e->dae->block[e->exact->block_of[v] - 1];

    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        if (root(e, b->inner[i].v) == v)
            return b->inner[i].value;
    return 0;
}

/* The first variable with a name of its own by which a factor varies; 0: it is time. */
static Var varying(Emitter *e, Ex factor)
{
    Exact *x = e->exact;
    Var *todo = NULL;

    ex_vars(e->d, factor, &todo);
    for (uint32_t i = 0; i < vec_len(todo); i++) {
        Var v = root(e, todo[i]);
        if (!varies(e, v))
            continue;
        if (!e->made[v] || !x->block_of[v] || !definition(e, v))
            return v;
        ex_vars(e->d, definition(e, v), &todo);
    }
    return 0;
}

static void refuse_rate(Emitter *e, const VarInfo *v, Ex why)
{
    const VarInfo *by = why && varying(e, why) ? &e->f->var[varying(e, why)] : NULL;

    error(e->d, v->span, v->path,
          "the method exact needs torques of switching elements that change speeds by constant factors; what changes "
          "%s varies with %s: use euler, "
          "semi or rosenbrock",
          v->name, by ? by->name : "time");
    if (by && by->span.end)
        note(e->d, by->span, by->path, "this is where %s is declared", by->name);
}

static bool find_slips(Emitter *e)
{
    Exact *x = e->exact;

    for (uint32_t i = 0; i < x->m; i++) {
        const Switch *w = x->sw[i];
        uint8_t flag = 0, ignored = 0;
        Ex why = 0, none = 0;
        x->slip[i] = terms_of(e, var_value(e->d, e->f, w->s), w->name, &flag, &why);
        x->accel[i] = terms_of(e, var_value(e->d, e->f, w->a), w->name, &ignored, &none);
        if (!(flag & MOVES))
            continue;
        error(e->d, w->span, w->path,
              "the method exact needs slips that are linear in the speeds; that of %s is not: use euler, semi or "
              "rosenbrock",
              w->name);
        return false;
    }
    return true;
}

/* Which states slips are made of, by local. */
static bool *find_motions(Emitter *e)
{
    Exact *x = e->exact;
    bool *wanted = NEW_N(&e->d->pass, bool, x->locals + 1);

    for (uint32_t i = 0; i < x->m; i++)
        need(wanted, x->slip[i]);
    lead_to(e, wanted);
    return wanted;
}

/* Torques must change the speeds that slips are made of by constant factors; what they change beside (heat, work) is
 * held over the step as it is. */
static bool find_rates(Emitter *e)
{
    Exact *x = e->exact;
    const bool *motion = find_motions(e);

    for (uint32_t i = 0; i < x->n; i++) {
        const VarInfo *v = &e->f->var[e->dae->state[i]];
        uint8_t flag = 0;
        Ex why = 0;
        x->rate[i] = terms_of(e, var_value(e->d, e->f, v->der), v->name, &flag, &why);
        if (flag & TORQUE_MOVES && motion[1 + i]) {
            refuse_rate(e, v, why);
            return false;
        }
    }
    return true;
}

static void find_borders(Emitter *e)
{
    Exact *x = e->exact;

    for (uint32_t k = 0; k < vec_len(e->dae->held); k++) {
        const Held *h = &e->dae->held[k];
        uint8_t flag = 0;
        Ex why = 0;
        if (h->kind != HELD_RELATION || !h->a || !e->member[h->v] || h->op < OP_LT || h->op > OP_GE)
            continue;
        ExactTerm *term = terms_of(e, ex_bin(e->d, OP_SUB, h->a, h->b), h->text, &flag, &why);
        if (!term || flag & (MOVES | TORQUE))
            continue;
        vec_push(&e->d->run, x->border, ((ExactBorder){ .held = k, .line = term }));
    }
}

/* Gaps of contacts: borders as well. */
static bool find_gaps(Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++) {
            const Switch *w = &e->f->sw[e->dae->block[b].sw[i]];
            uint8_t flag = 0;
            Ex why = 0;
            if (!w->gap)
                continue;
            ExactTerm *line = terms_of(e, var_value(e->d, e->f, w->gap), w->name, &flag, &why);
            vec_push(&e->d->run, e->exact->border, ((ExactBorder){ .block = b, .i = i, .contact = w, .line = line }));
            if (!(flag & (MOVES | TORQUE)))
                continue;
            error(e->d, w->span, w->path,
                  "the method exact needs gaps that are linear in the positions; that of %s is not: use euler, semi or "
                  "rosenbrock", w->name);
            return false;
        }
    return true;
}

/* ---- the plan ---------------------------------------------------------------------------------------------------- */

static void begin(Emitter *e)
{
    Arena *a = &e->d->run;
    uint32_t n = vec_len(e->f->var) + 1;
    Exact *x = e->exact = NEW(a, Exact);

    x->n = vec_len(e->dae->state);
    x->local = NEW_N(a, uint32_t, n);
    x->flag = NEW_N(a, uint8_t, n);
    x->why = NEW_N(a, Ex, n);
    x->block_of = NEW_N(a, uint32_t, n);
    x->seen = NEW_N(a, bool, n);
    x->still = NEW_N(a, bool, n);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; i < vec_len(k->sw); i++)
            vec_push(a, x->sw, &e->f->sw[k->sw[i]]);
        for (uint32_t i = 0; i < vec_len(k->inner) && k->rate >= RATE_TRANSITION; i++)
            x->block_of[root(e, k->inner[i].v)] = b + 1;
        for (uint32_t i = 0; i < vec_len(k->var) && k->rate >= RATE_TRANSITION; i++)
            x->block_of[root(e, k->var[i])] = b + 1;
    }
    x->m = vec_len(x->sw);
    x->rate = NEW_N(a, ExactTerm *, x->n + 1);
    x->slip = NEW_N(a, ExactTerm *, x->m + 1);
    x->accel = NEW_N(a, ExactTerm *, x->m + 1);
    for (uint32_t i = 0; i < x->n; i++)
        x->local[e->dae->state[i]] = ++x->locals;
    for (uint32_t i = 0; i < x->m; i++) {
        Var lambda = root(e, x->sw[i]->lambda);
        x->local[lambda] = ++x->locals;
        x->flag[lambda] = TORQUE;
    }
}

bool exact_plan(Emitter *e)
{
    begin(e);
    Exact *x = e->exact;
    if (x->n > EXACT_STATES) {
        const Span nowhere = { 0, 0 };
        error(e->d, nowhere, NULL,
              "the method exact is for models of up to %d states; this one has %u: use euler or semi, or rosenbrock, "
              "where fewer than 500 depend on each other",
              EXACT_STATES, x->n);
        return false;
    }
    follow_blocks(e);
    if (!find_slips(e) || !find_rates(e))
        return false;
    find_borders(e);
    if (!find_gaps(e))
        return false;
    uint64_t numbers = 2ULL * x->n * x->n + 4ULL * x->n * x->m;
    x->table = !x->other && vec_len(x->bit) <= EXACT_BITS && numbers << vec_len(x->bit) <= EXACT_NUMBERS;
    return true;
}

/* ---- what follows from it ---------------------------------------------------------------------------------------- */

uint32_t exact_bases(const Exact *x) { return x->table ? 1u << vec_len(x->bit) : 1; }

uint32_t exact_borders(const Exact *x) { return vec_len(x->border); }

bool exact_adjusts(Emitter *e) { return !e->d->opt.no_adjust && (exact_borders(e->exact) > 0 || e->exact->m > 0); }

bool exact_constant(Emitter *e) { return e->d->opt.constant_matrices && e->exact->m > 0; }

uint32_t exact_sets(Emitter *e)
{
    const Exact *x = e->exact;
    uint32_t bits = x->m + vec_len(x->bit);
    uint64_t numbers = 2ULL * x->n * x->n + (uint64_t)x->n * x->m + 1;
    bool all = !e->d->opt.constant_matrices && x->table && bits <= EXACT_SETS && numbers << bits <= EXACT_NUMBERS;

    return all ? 1u << x->m : 1;
}

bool exact_follows(Emitter *e) { return e->exact->m > 0 && exact_sets(e) == 1; }

ExactSizes exact_sizes(Emitter *e)
{
    const Exact *x = e->exact;
    const uint32_t n = x->n, m = x->m, g = exact_borders(x), bases = exact_bases(x), sets = exact_sets(e);
    const bool constant = exact_constant(e), follows = exact_follows(e), adjusts = exact_adjusts(e);
    const uint32_t make = DTC_EXACT_MAKE(n, m, g), check = constant ? DTC_EXACT_CHECK(n, m) : 0,
                   remake = !x->table || (follows && !constant) ? make : constant ? 2 * m : 0;

    if (n == 0)
        return (ExactSizes){ 0 };
    return (ExactSizes){ .matrices = bases * DTC_EXACT_BASE(n, m, g) + (bases * sets + follows) * DTC_EXACT_MAP(n, m) +
                                     (constant ? DTC_EXACT_GRIP(n, m) : 0),
                         .last = follows ? 1 + m + constant * m : 0,
                         .step = n + DTC_EXACT_STEP(n, m, g) + (constant ? DTC_EXACT_OWN(n, m) : 0) +
                                 (adjusts ? n : 0) + remake,
                         .places = 1 + m + g + constant * m,
                         .setup = check > make ? check : make,
                         .check = 1 + constant * 2 * m };
}

/* From ahead on what setup makes, and what is made when the structure changes. */
void lay_exact(Emitter *e)
{
    const ExactSizes size = exact_sizes(e);
    Layout *l = &e->layout;

    lay(l, MT_INT, 0, "stale", NULL);
    lay(l, MT_REAL, 0, "ahead", "s: how far ahead locks are predicted");
    if (size.matrices)
        lay(l, MT_REAL, size.matrices, "matrices", "of the linear part: bases, and maps (dtc_exact_step.h)");
    if (size.last)
        lay(l, MT_INT, size.last, "last", "what the last map belongs to: its base, which elements are stuck in it");
}

uint32_t exact_gaps(const Exact *x)
{
    uint32_t gaps = 0;

    for (uint32_t k = 0; k < exact_borders(x); k++)
        gaps += x->border[k].contact != NULL;
    return gaps;
}

void exact_flow(Emitter *e, Flow *w)
{
    const Exact *x = e->exact;
    const uint32_t bases = exact_bases(x), sets = exact_sets(e),
                   rounds = exact_adjusts(e) ? DTC_EXACT_CUTS(exact_gaps(x)) + 2 : 0,
                   again = rounds && exact_gaps(x) > 0 ? DTC_EXACT_FROZEN - 1 : 0, /* the last border */
                   directions = x->n + x->m;

    if (x->n == 0)
        return;
    w->cuts = rounds + again;
    w->frozen = any_laws(e) ? DTC_EXACT_FROZEN * (rounds + again) : 0;
    w->bases = bases > 1 ? bases : 0;
    w->unstaged = e->d->opt.no_stage ? w->bases : 0;
    w->directions = x->table ? 0 : (1 + rounds) * directions;
    w->first_directions = bases * directions;
    w->sets = bases * (sets - 1);
    w->closings = exact_follows(e) ? 1 + rounds : 0;
    w->first_closings = exact_constant(e) ? bases : w->sets;
    w->linear = (LinearFlow){ x->n, x->m, exact_adjusts(e) ? exact_borders(x) : 0, bases, !x->table, exact_constant(e),
                              exact_adjusts(e) };
}
