/* sort.c - equations into blocks that are solved one after another.
 *
 * Each equation is matched with an unknown it is solved for, then the equations that need each other are gathered into
 * blocks (graph.c: Karp-Sipser and Hopcroft-Karp, Tarjan). An EQ_SWITCH has its lambda beforehand, so that what remains
 * must be regular with every switching element sliding; what is not is reported with the node that has no inertia, by
 * Dulmage-Mendelsohn.
 *
 * An equation depends on an unknown in one of five ways:
 *     SOLVE   it can be solved for it
 *     NEED    it cannot (a Boolean in a condition, an argument of a discrete equation), but the value must be there
 *     SOFT    a relation or another step function of it: inside a loop the value of the last evaluation is read
 *     SLIP    the law reads the slip: must not depend on the law's own torque
 *     BOUND   the law reads a bound: inside a loop the equation of the bound reads last values
 * Loops over BOUND and SOFT edges are cut in this order, by copies of equations with LAST(v) in place of v; the model's
 * equations stay.
 *
 * Cost: linear in the size of the expressions (matching: graph.c).
 * Requires: index_reduce. Ensures: dae->block in order of solution, in the order of the source where free; each unknown
 * of the step is in exactly one block; block->var[i] is matched with block->eq[i]; kind is final for blocks of one
 * equation that is no law.
 */
#include "expr.h"
#include "graph.h"
#include "reduce.h"
#include "sorter.h"

/* ---- dependencies of an equation ----------------------------------------------------------------------- */

bool ex_is_jump(Dtc *d, Ex e)
{
    return (op_info[ex_op(d, e)].is & OP_JUMPS) && ex_type(d, ex_arg(d, e, 0)) == T_REAL;
}

static void depend(Sorter *s, uint32_t row, Var v, uint32_t kind)
{
    v = var_root(s->f, v, NULL);
    if (v && s->col[v] != NOWHERE)
        vec_push(&s->d->pass, s->edge, ((Edge){ row, s->col[v], kind }));
}

/* All variables in root, each once as needed and once as soft. The memo remembers what was seen: a outside, b inside of
 * jumps. */
static void scan(Sorter *s, uint32_t row, Ex root, bool solvable, Memo *memo)
{
    Dtc *d = s->d;
    memo_start(d, memo, root << 1);
    while (vec_len(memo->stack)) {
        Ex top = vec_pop(memo->stack), e = top >> 1;
        bool soft = top & 1;
        MemoValue seen = memo_has(memo, e) ? memo->value[e] : (MemoValue){ .ex = { 0, 0 } };
        if (soft ? seen.ex.b : seen.ex.a)
            continue;
        if (soft)
            seen.ex.b = 1;
        else
            seen.ex.a = 1;
        memo_set(memo, e, seen);
        Op op = ex_op(d, e);
        if (op == OP_VAR) {
            Var v = ex(d, e)->payload;
            bool discrete = s->f->var[v].type != T_REAL || s->f->var[v].variability == V_DISCRETE;
            depend(s, row, v,
                   soft && !discrete                         ? SOFT
                   : solvable && s->f->var[v].type == T_REAL ? SOLVE
                                                             : NEED);
        } else if (!op_keeps(op)) {
            soft = soft || ex_is_jump(d, e);
            for (uint32_t i = ex_narg(d, e); i-- > 0;)
                vec_push(&d->memos, memo->stack, ex_arg(d, e, i) << 1 | soft);
        }
    }
}

/* Solved for a variable alone on one side. */
static bool is_discrete(Dtc *d, const Equation *q)
{
    return q->kind == EQ_WHEN || (q->kind != EQ_SWITCH && ex_type(d, q->lhs) != T_REAL);
}

Var when_variable(Dtc *d, const Equation *q)
{
    return ex_is_var(d, ex_op(d, q->lhs) == OP_NEG ? ex_arg(d, q->lhs, 0) : q->lhs);
}

/* A discrete equation is solved for a side that is a variable. */
static void scan_discrete(Sorter *s, uint32_t row, const Equation *q, Memo *memo)
{
    Dtc *d = s->d;
    Ex other = q->rhs;
    Var v = q->kind == EQ_WHEN ? when_variable(d, q) : ex_is_var(d, q->lhs);
    if (q->kind != EQ_WHEN && (!v || s->col[v] == NOWHERE)) {
        v = ex_is_var(d, q->rhs);
        other = q->lhs;
    }
    Var w = v && q->kind != EQ_WHEN ? ex_is_var(d, other) : 0;
    if (v)
        depend(s, row, v, SOLVE);
    else
        scan(s, row, q->lhs, false, memo);
    if (w)
        depend(s, row, w, SOLVE); /* v = w */
    else
        scan(s, row, other, false, memo);
}

static void scan_law(Sorter *s, uint32_t row, const Switch *w)
{
    depend(s, row, w->lambda, SOLVE);
    depend(s, row, w->a, NEED);
    depend(s, row, law_slip(w), SLIP);
    depend(s, row, w->lo, BOUND);
    depend(s, row, w->hi, BOUND);
    depend(s, row, w->slo, BOUND);
    depend(s, row, w->shi, BOUND);
    depend(s, row, w->gap, BOUND);
}

static void scan_all(Sorter *s)
{
    Arena *a = &s->d->pass;
    s->col = NEW_N(a, uint32_t, vec_len(s->f->var) + 1);
    for (Var v = 0; v < vec_len(s->f->var); v++)
        s->col[v] = NOWHERE;
    for (uint32_t j = 0; j < s->m; j++)
        s->col[s->unknown[j]] = j;
    s->first = NEW_N(a, uint32_t, s->n + 1);
    for (uint32_t i = 0; i < s->n; i++) {
        const Equation *q = &s->f->eq[s->eq[i]];
        s->first[i] = vec_len(s->edge);
        if (q->kind == EQ_SWITCH) {
            scan_law(s, i, &s->f->sw[q->index]);
            continue;
        }
        Memo *memo = memo_begin(s->d);
        if (is_discrete(s->d, q)) {
            scan_discrete(s, i, q, memo);
        } else {
            scan(s, i, q->lhs, true, memo);
            scan(s, i, q->rhs, true, memo);
        }
        memo_end(s->d);
    }
    s->first[s->n] = vec_len(s->edge);
}

/* ---- matching ------------------------------------------------------------------------------------------ */

/* The law's lambda, if it is an unknown of this system. */
static uint32_t lambda_col(const Sorter *s, uint32_t row)
{
    Var v = var_root(s->f, s->f->sw[s->f->eq[s->eq[row]].index].lambda, NULL);
    return v ? s->col[v] : NOWHERE;
}

/* Entries that an equation can be solved for; rows of laws and their lambdas are left out. */
static Incidence solvable_entries(Sorter *s, const bool *lambda)
{
    Arena *a = &s->d->pass;
    Incidence g = { s->n, s->m, NEW_N(a, uint32_t, s->n + 2), NEW_N(a, uint32_t, vec_len(s->edge) + 1) };
    uint32_t k = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        g.start[i] = k;
        for (uint32_t j = s->first[i]; j < s->first[i + 1] && !is_law(s, i); j++)
            if (s->edge[j].kind == SOLVE && !lambda[s->edge[j].col])
                g.to[k++] = s->edge[j].col;
    }
    g.start[s->n] = k;
    return g;
}

static bool match_all(Sorter *s)
{
    Arena *a = &s->d->pass;
    bool *lambda = NEW_N(a, bool, s->m + 1);
    uint32_t *law_of_col = NEW_N(a, uint32_t, s->m + 1), nlaw = 0;

    for (uint32_t i = 0; i < s->n; i++)
        if (is_law(s, i) && lambda_col(s, i) != NOWHERE)
            lambda[lambda_col(s, i)] = true;
    Incidence g = solvable_entries(s, lambda);
    s->match = graph_match(a, &g);
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t j = is_law(s, i) ? lambda_col(s, i) : NOWHERE;
        if (j == NOWHERE)
            continue;
        if (!law_of_col[j])
            law_of_col[j] = s->f->eq[s->eq[i]].index;
        if (s->match.row_of[j] != NOWHERE)
            continue;
        s->match.row_of[j] = i;
        s->match.col_of[i] = j;
        nlaw++;
    }
    if (s->match.size + nlaw == s->n && s->n == s->m)
        return true;
    report_singular(s, &g, law_of_col);
    return false;
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

enum { K_HARD = 1 << SOLVE | 1 << NEED | 1 << SLIP };

/* Components over edges of the given kinds (a set); dropped edges have kind NOWHERE. */
static uint32_t components(Sorter *s, uint32_t kinds, uint32_t *comp)
{
    Arena *a = &s->d->pass;
    Incidence g = { s->n, s->n, NEW_N(a, uint32_t, s->n + 2), NEW_N(a, uint32_t, vec_len(s->edge) + 1) };
    uint32_t k = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        g.start[i] = k;
        for (uint32_t j = s->first[i]; j < s->first[i + 1]; j++)
            if (s->edge[j].kind != NOWHERE && kinds >> s->edge[j].kind & 1)
                g.to[k++] = s->match.row_of[s->edge[j].col];
    }
    g.start[s->n] = k;
    return graph_components(a, &g, comp);
}

/* Order by (coarse, fine) without comparing: stable counting sort. */
static uint32_t *order_by(Arena *a, uint32_t n, const uint32_t *key, uint32_t nkey, const uint32_t *before)
{
    uint32_t *start = NEW_N(a, uint32_t, nkey + 2), *out = NEW_N(a, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        start[key[i] + 1]++;
    for (uint32_t k = 0; k < nkey; k++)
        start[k + 1] += start[k];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = before ? before[i] : i;
        out[start[key[r]]++] = r;
    }
    return out;
}

/* Rewrites e with LAST(v) for v in cut: 1 = under jumps only, 2 = anywhere. */
static Ex last_of(Dtc *d, Ex root, const uint8_t *cut)
{
    Memo *memo = memo_begin(d);
    memo_start(d, memo, root << 1);
    while (vec_len(memo->stack)) {
        Ex top = vec_last(memo->stack), e = top >> 1, r = e;
        bool soft = top & 1, ready = true, inside = soft || ex_is_jump(d, e);
        MemoValue value = memo_has(memo, e) ? memo->value[e] : (MemoValue){ .ex = { 0, 0 } };
        Op op = ex_op(d, e);
        uint32_t n = op_keeps(op) ? 0 : ex_narg(d, e);
        Ex *arg = NEW_N(&d->pass, Ex, n + 1);
        for (uint32_t i = 0; i < n && !(soft ? value.ex.b : value.ex.a); i++) {
            Ex x = ex_arg(d, e, i);
            arg[i] = memo_has(memo, x) ? inside ? memo->value[x].ex.b : memo->value[x].ex.a : 0;
            if (arg[i])
                continue;
            vec_push(&d->memos, memo->stack, x << 1 | inside);
            ready = false;
        }
        if (!ready)
            continue;
        (void)vec_pop(memo->stack);
        if (soft ? value.ex.b : value.ex.a)
            continue;
        if (op == OP_VAR && (cut[ex(d, e)->payload] == 2 || (soft && cut[ex(d, e)->payload])))
            r = ex_new(d, OP_LAST, ex_type(d, e), 0, &e, 1);
        else if (n) {
            ExNode node = *ex(d, e);
            r = ex_new(d, (Op)node.op, (TypeKind)node.type, node.payload, arg, n);
        }
        if (soft)
            value.ex.b = r;
        else
            value.ex.a = r;
        memo_set(memo, e, value);
    }
    Ex result = memo->value[root].ex.a;
    memo_end(d);
    return result;
}

/* A copy of equation e, out of the model's own list, that reads last values. */
static Eq cut_equation(Dtc *d, Flat *f, Eq e, const uint8_t *cut)
{
    Equation copy = f->eq[e];
    copy.lhs = last_of(d, copy.lhs, cut);
    copy.rhs = last_of(d, copy.rhs, cut);
    copy.extra = true;
    add_equation(d, f, copy);
    return vec_len(f->eq) - 1;
}

/* Bounds that depend on their own law: their equations read last values (see the head). A bound that is an unknown of
 * the law's own block is read as it was. */
static void cut_bounds(Sorter *s, const uint32_t *hard, uint8_t *how)
{
    uint32_t *both = NEW_N(&s->d->pass, uint32_t, s->n + 1);
    for (uint32_t k = 0; k < vec_len(s->edge); k++) {
        Edge *e = &s->edge[k];
        if (e->kind == BOUND && hard[s->match.row_of[e->col]] == hard[e->row])
            e->kind = NOWHERE;
    }
    components(s, K_HARD | 1 << BOUND, both);
    bool *loop = NEW_N(&s->d->pass, bool, s->n + 1);
    for (uint32_t k = 0; k < vec_len(s->edge); k++) {
        const Edge *e = &s->edge[k];
        uint32_t r = s->match.row_of[e->col];
        if (e->kind == BOUND && both[r] == both[e->row])
            loop[r] = true;
    }
    for (uint32_t k = 0; k < vec_len(s->edge); k++) {
        Edge *e = &s->edge[k];
        uint32_t r = s->match.row_of[e->col];
        if (e->kind == NOWHERE || !loop[e->row] || r == e->row || both[r] != both[e->row])
            continue;
        if (loop[r] && hard[r] != hard[e->row])
            continue; /* one bound from another: both are cut where they leave the law's block */
        e->kind = NOWHERE;
        how[k] = 2;
    }
}

/* Applies the cuts to the equations: how[k] for edge k. Returns the equations to solve. */
static Eq *apply_cuts(Sorter *s, const uint8_t *how)
{
    Eq *eq = NEW_N(&s->d->pass, Eq, s->n + 1);
    uint8_t *cut = NEW_N(&s->d->pass, uint8_t, vec_len(s->f->var) + 1);
    for (uint32_t i = 0; i < s->n; i++) {
        bool any = false;
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++) {
            any |= how[k] != 0;
            if (how[k] > cut[s->unknown[s->edge[k].col]])
                cut[s->unknown[s->edge[k].col]] = how[k];
        }
        eq[i] = any ? cut_equation(s->d, s->f, s->eq[i], cut) : s->eq[i];
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++)
            cut[s->unknown[s->edge[k].col]] = 0;
    }
    return eq;
}

static Var *block_vars(Sorter *s, uint32_t comp)
{
    Var *v = NULL;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->comp[i] == comp)
            vec_push(&s->d->pass, v, s->unknown[s->match.col_of[i]]);
    return v;
}

/* The equations of a component but the one that the error is about. Those that say when a clause acts are one. */
static void note_loop(Sorter *s, uint32_t comp, uint32_t but)
{
    enum { SHOWN = 8 };
    Dtc *d = s->d;
    Span last = s->f->eq[s->eq[but]].span;
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        const Equation *q = &s->f->eq[s->eq[i]];
        const VarInfo *v = &s->f->var[s->unknown[s->match.col_of[i]]];
        if (s->comp[i] != comp || i == but || q->span.pos == last.pos)
            continue;
        last = q->span;
        if (++found > SHOWN)
            continue;
        if (v->made)
            note(d, q->span, q->path, "the loop goes over this condition");
        else
            note(d, q->span, q->path, "here %s is determined", v->name);
    }
    if (found > SHOWN)
        note(d, NO_SPAN, NULL, "and %u more", found - SHOWN);
}

/* Loops that nothing may cut: a slip over its own torque, discrete variables over each other. A Real that a when-clause
 * assigns may be solved for with others. */
static bool check_loops(Sorter *s, const uint32_t *size)
{
    Dtc *d = s->d;
    bool *solvable = NEW_N(&d->pass, bool, s->ncomp + 1);
    for (uint32_t i = 0; i < s->n; i++)
        solvable[s->comp[i]] |= !is_discrete(d, &s->f->eq[s->eq[i]]);
    for (uint32_t i = 0; i < s->n; i++) {
        const Equation *q = &s->f->eq[s->eq[i]];
        bool discrete = is_discrete(d, q) && (ex_type(d, q->lhs) != T_REAL || !solvable[s->comp[i]]),
             self = size[s->comp[i]] > 1;
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++) {
            const Edge *e = &s->edge[k];
            if (e->kind == NOWHERE || s->comp[s->match.row_of[e->col]] != s->comp[i])
                continue;
            self |= e->kind == NEED;
            if (e->kind != SLIP)
                continue;
            const Switch *w = &s->f->sw[q->index];
            Var *v = block_vars(s, s->comp[i]);
            error(d, w->span, w->path,
                  "the slip of %s depends on its own torque, over %s: a damper in series needs an inertia "
                  "between the two",
                  w->name, variable_names(d, s->f, v, vec_len(v)));
            return false;
        }
        if (discrete && self) {
            Var *v = block_vars(s, s->comp[i]);
            uint32_t written = 0;
            for (uint32_t k = 0; k < vec_len(v); k++)
                written += !s->f->var[v[k]].made;
            bool alone = written <= 1;
            error(d, q->span, q->path,
                  "%s depend%s on %s: a loop of discrete variables; use pre() to read the value of the last "
                  "step",
                  variable_names(d, s->f, v, vec_len(v)), alone ? "s" : "", alone ? "itself" : "each other");
            note_loop(s, s->comp[i], i);
            return false;
        }
    }
    return true;
}

static void make_blocks(Sorter *s, const uint32_t *order, const Eq *eq, Block **out)
{
    Arena *a = &s->d->run;
    uint32_t last = NOWHERE;
    for (uint32_t k = 0; k < s->n; k++) {
        uint32_t i = order[k];
        if (s->comp[i] != last) {
            last = s->comp[i];
            vec_push(a, *out, ((Block){ .kind = B_ASSIGN }));
        }
        Block *b = &vec_last(*out);
        vec_push(a, b->eq, eq[i]);
        vec_push(a, b->var, s->unknown[s->match.col_of[i]]);
        if (is_law(s, i)) {
            vec_push(a, b->sw, s->f->eq[s->eq[i]].index);
            b->kind = B_SWITCHED;
        } else if (vec_len(b->eq) > 1 && b->kind == B_ASSIGN) {
            b->kind = B_LINEAR;
        }
    }
}

static bool blocks(Sorter *s, Block **out)
{
    Arena *a = &s->d->pass;
    uint32_t *all = NEW_N(a, uint32_t, s->n + 1), *hard = NEW_N(a, uint32_t, s->n + 1);
    uint8_t *how = NEW_N(a, uint8_t, vec_len(s->edge) + 1);
    s->comp = NEW_N(a, uint32_t, s->n + 1);

    uint32_t nall = components(s, K_HARD | 1 << SOFT | 1 << BOUND, all);
    components(s, K_HARD, hard);
    cut_bounds(s, hard, how);
    s->ncomp = components(s, K_HARD | 1 << BOUND, s->comp);
    for (uint32_t k = 0; k < vec_len(s->edge); k++) {
        const Edge *e = &s->edge[k];
        uint32_t r = s->match.row_of[e->col];
        if (e->kind == SOFT && all[r] == all[e->row] && s->comp[r] >= s->comp[e->row])
            how[k] = 1;
    }
    uint32_t *size = NEW_N(a, uint32_t, s->ncomp + 1);
    for (uint32_t i = 0; i < s->n; i++)
        size[s->comp[i]]++;
    if (!check_loops(s, size))
        return false;
    uint32_t *order = order_by(a, s->n, s->comp, s->ncomp, NULL);
    order = order_by(a, s->n, all, nall, order);
    make_blocks(s, order, apply_cuts(s, how), out);
    return true;
}

bool sort_system(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const Var *unknown, uint32_t m, Block **out)
{
    Sorter s = { .d = d, .f = f, .eq = eq, .n = n, .unknown = unknown, .m = m };
    scan_all(&s);
    return match_all(&s) && blocks(&s, out);
}

Incidence sort_entries(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const Var *unknown, uint32_t m)
{
    Sorter s = { .d = d, .f = f, .eq = eq, .n = n, .unknown = unknown, .m = m };
    scan_all(&s);
    return solvable_entries(&s, NEW_N(&d->pass, bool, m + 1));
}

bool sort(Dtc *d, Flat *f, Dae *dae)
{
    Eq *eq = step_equations(d, f);
    Var *unknown = step_unknowns(d, f);
    return sort_system(d, f, eq, vec_len(eq), unknown, vec_len(unknown), &dae->block);
}
