/* exact_plan.c - the part of a model that is linear in states and torques of switching elements, with coefficients that
 * are constant between transitions.
 *
 * Differentials of all variables are followed forward from states and torques through the blocks in order, as in
 * builders/jump.c. A term whose factor moves (a state, an input, time) is left out: the method holds it over the step.
 * Coefficients may depend on held relations: pieces of a piecewise affine law, each with its own matrices. The torques
 * must enter rates and slips with coefficients that do not move, and slips must be linear in the states: otherwise a
 * stuck element could not be kept without slip by the matrices of setup.
 *
 * Setup makes a base for each combination of up to 6 relations, and a map for all 2^m sets of stuck elements if they
 * have up to EXACT_NUMBERS numbers (dtc_exact_step.h).
 *
 * Cost: the size of the expressions. Requires: hold_relations, stage.
 */
#include "differential.h"
#include "dtc_exact_step.h"
#include "exact.h"
#include "sort.h"

enum {
    TORQUE = 1,
    MOVES = 2,
    TORQUE_MOVES = 4
}; /* depends on a torque; a state, a torque enters with a factor that moves */

/* Does it change within a structure? still: no, although it is computed in each step (-fno-stage). */
static bool varies(const Equations *e, const Exact *x, Var v) { return e->dae->rate[v] == RATE_STEP && !x->still[v]; }

/* ---- factors ------------------------------------------------------------------------------------------- */

typedef struct { const Equations *e; const Exact *x; } Moving;

static bool node_moves(Dtc *d, Ex x, void *data)
{
    const Moving *m = data;

    return ex_op(d, x) == OP_VAR ? varies(m->e, m->x, root(m->e, ex_is_var(d, x))) : op_moves(ex_op(d, x));
}

static bool factor_moves(const Equations *e, const Exact *x, Ex factor)
{
    Moving m = { e, x };
    return ex_any(e->d, factor, node_moves, &m);
}

bool exact_has(const Equations *e, const Exact *x, Ex factor) { return factor && !factor_moves(e, x, factor); }

/* What of transition rate a coefficient depends on: held relations, or other things as well. */
static void trace(const Equations *e, Exact *x, Ex coefficient)
{
    Var *todo = NULL;

    ex_vars(e->d, coefficient, &todo);
    while (vec_len(todo)) {
        Var v = root(e, vec_pop(todo));
        const Held *held = held_of(e->dae, v);
        if (((e->dae->rate[v] != RATE_TRANSITION && e->dae->rate[v] != RATE_SAMPLE) && !x->still[v]) ||
            x->seen[v])
            continue;
        x->seen[v] = true;
        if (held && held->kind == HELD_RELATION) {
            vec_push(&e->d->run, x->bit, v);
        } else if (x->block_of[v]) {
            const Block *b = &e->dae->block[x->block_of[v] - 1];
            block_reads(e, b, &todo);
        } else {
            x->other = true;
        }
    }
}

/* ---- differentials ------------------------------------------------------------------------------------- */

static void drop(const Equations *e, Exact *x, Ex factor, const char *of)
{
    for (uint32_t i = 0; i < vec_len(x->dropped); i++)
        if (x->dropped[i] == factor)
            return;
    if (vec_len(x->dropped) >= 32)
        return;
    vec_push(&e->d->run, x->dropped, factor);
    vec_push(&e->d->run, x->dropped_in, of);
}

/* Partial derivatives of a value by its variables, those that are not zero. */
static Map partial_derivatives(const Equations *e, Ex value)
{
    Dtc *d = e->d;
    const Partial *p = ex_partials(d, value, ex_diff);
    Map factors = { 0 };

    for (uint32_t i = 0; i < vec_len(p); i++) {
        Ex sum = (Ex)map_get(&factors, p[i].v);
        if (p[i].x)
            map_set(&d->pass, &factors, p[i].v,
                    sum            ? ex_bin(d, p[i].negated ? OP_SUB : OP_ADD, sum, p[i].x)
                    : p[i].negated ? ex_un(d, OP_NEG, p[i].x)
                                   : p[i].x);
    }
    return factors;
}

/* What the equation that is followed now has beside its linear part. */
static void keep_held(const Equations *e, Exact *x, Ex factor)
{
    if (map_get(&x->held_in, x->gives))
        return;
    map_set(&e->d->run, &x->held_in, x->gives, 1);
    vec_push(&e->d->run, x->held, ((ExactHeld){ x->now, x->gives, factor }));
}

static void follows(const Equations *e, Exact *x, Eq eq, Var gives)
{
    x->now = eq;
    x->gives = root(e, gives);
}

/* The differential of a value; flags of what it depends on are added. */
RowEntry *exact_terms(const Equations *e, Exact *x, Ex value, const char *of, uint8_t *flag, Ex *why)
{
    RowEntry *term = NULL;
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
        if (factor_moves(e, x, factor)) {
            *flag |= MOVES;
            if (x->flag[v] & TORQUE) {
                *flag |= TORQUE_MOVES;
                *why = factor;
            }
            drop(e, x, factor, of);
            keep_held(e, x, factor);
        } else if (x->local[v]) {
            *flag |= x->flag[v] & TORQUE;
            trace(e, x, factor);
            vec_push(&e->d->run, term,
                     ((RowEntry){ x->local[v], negated ? ex_un(e->d, OP_NEG, factor) : factor }));
        }
    }
    return term;
}

/* A torque beside those of the model acts in its equation: lhs - rhs = 1 by it, so a variable that this gives, and that
 * has the coefficient c there, has 1/c of it. */
static void force_term(const Equations *e, Exact *x, Eq eq, Ex c, RowEntry **term)
{
    const uint32_t force = eq ? (uint32_t)map_get(&x->force_in, eq) : 0;

    if (force && c && !ex_is_zero(e->d, c))
        vec_push(&e->d->run, *term, ((RowEntry){ force, ex_bin(e->d, OP_DIV, ex_real(e->d, 1), c) }));
}

static void assigned(const Equations *e, Exact *x, const Assign *a)
{
    uint8_t flag = 0;
    bool negated;
    Var r = root_of(e->f, a->v, &negated);

    x->still[r] = !factor_moves(e, x, a->value);
    if (e->f->var[r].type != T_REAL)
        return;
    x->why[r] = 0;
    follows(e, x, a->eq, r);
    RowEntry *term = exact_terms(e, x, a->value, e->f->var[a->v].name, &flag, &x->why[r]);
    if (x->force_in.n > 0 && a->eq)
        force_term(e, x, a->eq, coefficient_in(e, a->eq, a->v), &term);
    x->flag[r] = flag;
    x->local[r] = 0;
    if (!term)
        return;
    x->local[r] = ++x->locals;
    vec_push(&e->d->run, x->op, ((ExactOp){ X_SUM, x->locals, 0, 0, negated, term }));
}

static bool matrix_moves(const Equations *e, Exact *x, const Block *b)
{
    if (b->kind == B_NONLINEAR)
        return true;
    for (uint32_t i = 0; i < vec_len(b->J); i++) {
        if (factor_moves(e, x, b->J[i].e))
            return true;
        trace(e, x, b->J[i].e);
    }
    return false;
}

static void clear(const Equations *e, Exact *x, const Block *b)
{
    for (uint32_t i = 0; i < block_size(b); i++) {
        Var v = block_var(e, b, i);
        x->local[v] = x->flag[v] = 0;
        x->why[v] = 0;
    }
}

/* The unknowns of a block do not move if its residuals do not. */
static void rest(const Equations *e, Exact *x, const Block *b, bool still)
{
    for (uint32_t i = 0; i < block_n(b); i++)
        x->still[root(e, b->tear[i])] = still;
}

static bool residuals_rest(const Equations *e, const Exact *x, const Block *b)
{
    for (uint32_t i = 0; i < block_n(b); i++)
        if (factor_moves(e, x, b->res[i]))
            return false;
    return true;
}

/* J dz = -dr, with dr the differentials of the residuals at dz = 0; the rest of the block follows. */
static void torn(const Equations *e, Exact *x, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    uint32_t n = block_n(b);
    uint8_t flag = 0;
    bool moves = matrix_moves(e, x, b), any = false;
    Ex why = 0;

    clear(e, x, b);
    rest(e, x, b, true);
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        assigned(e, x, &b->inner[i]);
    rest(e, x, b, !moves && residuals_rest(e, x, b));
    uint32_t first = vec_len(x->op);
    for (uint32_t i = 0; i < n; i++) {
        follows(e, x, b->res_eq[i], b->tear[i]);
        RowEntry *term = exact_terms(e, x, b->res[i], e->f->var[b->tear[i]].name, &flag, &why);
        force_term(e, x, b->res_eq[i], ex_real(e->d, -1), &term);
        any |= term != NULL;
        vec_push(&e->d->run, x->op, ((ExactOp){ X_ENTRY, 0, index, i, false, term }));
    }
    clear(e, x, b);
    if (moves && any) {
        follows(e, x, b->res_eq[0], b->tear[0]);
        keep_held(e, x, 0);
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
        assigned(e, x, &b->inner[i]);
}

void exact_follow(const Equations *e, Exact *x)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        if (k->rate != RATE_STEP && x->force_in.n == 0)
            continue;
        if (block_n(k) > 0)
            torn(e, x, b);
        else
            for (uint32_t i = 0; i < vec_len(k->inner); i++)
                assigned(e, x, &k->inner[i]);
    }
}

/* ---- what is wanted of them ---------------------------------------------------------------------------- */

static void need(bool *wanted, const RowEntry *term)
{
    for (uint32_t i = 0; i < vec_len(term); i++)
        wanted[term[i].of] = true;
}

/* Statements that lead to what is wanted, from the last one back. */
static void lead_to(const Equations *e, const Exact *x, bool *wanted)
{
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
static Ex definition(const Equations *e, const Exact *x, Var v)
{
    const Block *b = &e->dae->block[x->block_of[v] - 1];

    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        if (root(e, b->inner[i].v) == v)
            return b->inner[i].value;
    return 0;
}

/* The first variable with a name of its own by which a factor varies; 0: it is time. */
static Var varying(const Equations *e, const Exact *x, Ex factor)
{
    Var *todo = NULL;

    ex_vars(e->d, factor, &todo);
    for (uint32_t i = 0; i < vec_len(todo); i++) {
        Var v = root(e, todo[i]);
        if (!varies(e, x, v))
            continue;
        if (!e->made[v] || !x->block_of[v] || !definition(e, x, v))
            return v;
        ex_vars(e->d, definition(e, x, v), &todo);
    }
    return 0;
}

static void refuse_rate(const Equations *e, const Exact *x, const VarInfo *v, Ex why)
{
    const VarInfo *by = why && varying(e, x, why) ? &e->f->var[varying(e, x, why)] : NULL;

    error(e->d, v->span, v->path,
          "the method exact needs torques of switching elements that change speeds by constant factors; what "
          "changes %s varies with %s: use euler, semi or rosenbrock",
          v->name, by ? by->name : "time");
    if (by && by->span.end)
        note(e->d, by->span, by->path, "this is where %s is declared", by->name);
}

static bool find_slips(const Equations *e, Exact *x)
{
    for (uint32_t i = 0; i < x->m; i++) {
        const Switch *w = x->sw[i];
        uint8_t flag = 0, ignored = 0;
        Ex why = 0, none = 0;
        x->slip[i] = exact_terms(e, x, var_value(e->d, e->f, law_slip(w)), w->name, &flag, &why);
        x->accel[i] = exact_terms(e, x, var_value(e->d, e->f, w->a), w->name, &ignored, &none);
        if (!(flag & MOVES))
            continue;
        const char *which = w->lo_infinite && w->hi_infinite ? "a constraint on the positions has none"
                                                             : internf(e->d, "that of %s is not", w->name);
        error(e->d, w->span, w->path,
              "the method exact needs slips that are linear in the speeds; %s: use the variable step "
              "(cvode), rk4, rosenbrock or semi",
              which);
        return false;
    }
    return true;
}

/* Which states slips are made of, by local. */
static bool *find_motions(const Equations *e, const Exact *x)
{
    bool *wanted = NEW_N(&e->d->pass, bool, x->locals + 1);

    for (uint32_t i = 0; i < x->m; i++)
        need(wanted, x->slip[i]);
    lead_to(e, x, wanted);
    return wanted;
}

/* Torques must change the speeds that slips are made of by constant factors; what they change beside (heat, work) is
 * held over the step as it is. */
static bool find_rates(const Equations *e, Exact *x)
{
    const bool *motion = find_motions(e, x);

    for (uint32_t i = 0; i < x->n; i++) {
        const VarInfo *v = &e->f->var[e->dae->state[i]];
        uint8_t flag = 0;
        Ex why = 0;
        x->rate[i] = exact_terms(e, x, var_value(e->d, e->f, v->der), v->name, &flag, &why);
        if (flag & TORQUE_MOVES && motion[1 + i]) {
            refuse_rate(e, x, v, why);
            return false;
        }
    }
    return true;
}

static void find_borders(const Equations *e, const Store *store, Exact *x)
{
    for (uint32_t k = 0; k < vec_len(e->dae->held); k++) {
        const Held *h = &e->dae->held[k];
        uint8_t flag = 0;
        Ex why = 0;
        if (h->kind != HELD_RELATION || !h->a || !is_stored(store, h->v) || h->op < OP_LT || h->op > OP_GE)
            continue;
        RowEntry *term = exact_terms(e, x, ex_bin(e->d, OP_SUB, h->a, h->b), h->text, &flag, &why);
        if (!term || flag & (MOVES | TORQUE))
            continue;
        vec_push(&e->d->run, x->border, ((ExactBorder){ .held = k, .line = term }));
    }
}

/* Gaps of contacts: borders as well. */
static bool find_gaps(const Equations *e, Exact *x)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++) {
            const Switch *w = &e->f->sw[e->dae->block[b].sw[i]];
            uint8_t flag = 0;
            Ex why = 0;
            if (!w->gap)
                continue;
            if (e->d->opt.no_adjust) {
                error(e->d, w->span, w->path,
                      "the method exact closes the gap of %s within a step: leave -fno-adjust out, or use "
                      "euler, semi or rosenbrock",
                      w->name);
                return false;
            }
            RowEntry *line = exact_terms(e, x, var_value(e->d, e->f, w->gap), w->name, &flag, &why);
            vec_push(&e->d->run, x->border,
                     ((ExactBorder){ .block = b, .i = i, .contact = w, .line = line }));
            if (!(flag & (MOVES | TORQUE)))
                continue;
            error(e->d, w->span, w->path,
                  "the method exact needs gaps that are linear in the positions; that of %s is not: use "
                  "euler, semi or rosenbrock",
                  w->name);
            return false;
        }
    return true;
}

/* ---- the plan ------------------------------------------------------------------------------------------ */

Exact *exact_begin(const Equations *e)
{
    Arena *a = &e->d->run;
    uint32_t n = vec_len(e->f->var) + 1;
    Exact *x = NEW(a, Exact);

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
        for (uint32_t i = 0; i < block_makes(k) && k->rate >= RATE_TRANSITION; i++)
            x->block_of[root(e, block_made(k, i))] = b + 1;
    }
    x->m = vec_len(x->sw);
    x->rate = NEW_N(a, RowEntry *, x->n + 1);
    x->slip = NEW_N(a, RowEntry *, x->m + 1);
    x->accel = NEW_N(a, RowEntry *, x->m + 1);
    for (uint32_t i = 0; i < x->n; i++)
        x->local[e->dae->state[i]] = ++x->locals;
    for (uint32_t i = 0; i < x->m; i++) {
        Var lambda = root(e, x->sw[i]->lambda);
        x->local[lambda] = ++x->locals;
        x->flag[lambda] = TORQUE;
    }
    return x;
}

const Exact *exact_plan(const Equations *e, const Store *store)
{
    Exact *x = exact_begin(e);

    if (x->n > EXACT_STATES) {
        const Span nowhere = { 0, 0 };
        error(e->d, nowhere, NULL,
              "the method exact is for models of up to %d states; this one has %u: use euler or semi, or "
              "rosenbrock, where fewer than 500 depend on each other",
              EXACT_STATES, x->n);
        return NULL;
    }
    exact_follow(e, x);
    if (!find_slips(e, x) || !find_rates(e, x))
        return NULL;
    find_borders(e, store, x);
    if (!find_gaps(e, x))
        return NULL;
    uint64_t numbers = 2ULL * x->n * x->n + 4ULL * x->n * x->m;
    x->table = !x->other && vec_len(x->bit) <= EXACT_BITS && numbers << vec_len(x->bit) <= EXACT_NUMBERS;
    return x;
}
