/* jumps.c - which variable may jump, and which of its derivatives.
 *
 * The rank of a variable is the order of the first of its derivatives that may jump: 0 its value does, 1 its rate does
 * (a ramp, a slope of a table), -1 it is the rate of what jumps and has an impulse, of which the equations between
 * events say nothing. The rule:
 *
 * - of an expression by itself (own_rank): Boolean, Integer and discrete variables, pre, sample, floor and the like, a
 *   table with constant segments or with two values at one argument: 0. `if`: 0, but where its values agree at the
 *   borders of its condition (agree.c); then one more than its derivative has. abs, min, max, a table linear between
 *   its rows: 1. smooth(p, ..) is taken at its word: p + 1. All else is smooth, also functions, whose derivatives are
 *   given.
 * - of an unknown: the least of the ranks of what its equation reads, and of the equation by itself. Unknowns that are
 *   solved for together have the least of all. What was differentiated n times has n less than it had by itself.
 * - of what has a derivative: one more than this. So a state over what jumps does not, and the rate of x - y jumps
 *   where der(y) does.
 * - inputs are held by a fixed step: 0. Torques of switching elements: 0. Jumps that come of impacts, locks and reinit
 *   are none here: they are balanced where they arise.
 *
 * Before an equation counts for one that jumps, the definitions of what it reads are put in place, some times over: a
 * table that is repeated by mod or held outside, a Boolean variable as a condition may agree together.
 *
 * Requires: matched structure (index.c). Cost: linear in the equations, times FOREVER; agree.c for those that were
 * differentiated, where they have conditions. Nothing where no equation with a condition was differentiated.
 */
#include <string.h>
#include "expr.h"
#include "jumps.h"
#include "known.h"
#include "reduce.h"

enum { LEAST = -3, EXPANSIONS = 4, LARGEST = 2000 };

static int least(int a, int b) { return a < b ? a : b; }

/* ---- tables -------------------------------------------------------------------------------------------- */

static const char *external_of(Dtc *d, Ex call)
{
    const char *name = d->flat->function[ex(d, call)->payload].external;
    return name ? name : "";
}

bool is_table(Dtc *d, Ex call)
{
    const char *name = external_of(d, call);
    size_t n = strlen(name);
    return strncmp(name, "dtc_table", 9) == 0 && !(n > 4 && strcmp(name + n - 4, "_der") == 0);
}

/* Entries a and b are the same number, as far as that is known. */
static bool same_entry(Dtc *d, const double *value, Ex a, Ex b)
{
    double x, y;
    return a == b || (known_eval(d, a, value, &x) && known_eval(d, b, value, &y) && !(x < y || x > y));
}

/* Of a table over one argument: do the rows have two values, at one argument or one after the other (stairs)? */
static bool rows_jump(Dtc *d, const double *value, const ExNode *call)
{
    const Local *table = &d->flat->function[call->payload].local[0];
    const ExNode *t = ex(d, call->arg[0]);
    double column = 2;
    if (t->op != OP_ARRAY || table->ndim != 2)
        return true;
    bool stairs = strcmp(d->flat->function[call->payload].external, "dtc_table1_stairs") == 0;
    uint32_t rows = table->dim[0], columns = table->dim[1];
    if (call->n == 3 && !known_eval(d, call->arg[1], value, &column))
        return true;
    if (t->n != rows * columns || column < 1 || column > columns)
        return true;
    for (uint32_t i = 1; i < rows; i++) {
        const Ex *before = t->arg + (i - 1) * columns, *row = t->arg + i * columns;
        bool here = stairs || same_entry(d, value, before[0], row[0]);
        if (here && !same_entry(d, value, before[(uint32_t)column - 1], row[(uint32_t)column - 1]))
            return true;
    }
    return false;
}

/* ---- an expression by itself --------------------------------------------------------------------------- */

typedef struct { int rank; bool varies; } Own;
/* agrees: of nodes that agree.c has looked at; follows: no variable jumps, nor what a step has from the last one */
typedef struct { const double *value; Map agrees; bool follows; } Judge;

static Own call_rank(Dtc *d, const double *value, Ex e, Own own)
{
    const ExNode *n = ex(d, e);
    const Function *f = &d->flat->function[n->payload];
    bool map = f->external && strncmp(f->external, "dtc_table2", 10) == 0;
    if (!own.varies)
        return own;
    if (f->external && strncmp(f->external, "dtc_table", 9) == 0)
        own.rank = least(own.rank, is_table(d, e) && (map || !rows_jump(d, value, n)) ? 1 : 0);
    if (n->type != T_REAL)
        own.rank = 0;
    if (f->smooth_order_known)
        own.rank = least(own.rank, f->smooth_order + 1);
    return own;
}

static Own leaf_rank(Dtc *d, const ExNode *n)
{
    const VarInfo *v = n->op == OP_VAR ? &d->flat->var[n->payload] : NULL;
    bool varies = v ? v->variability < V_PARAM
                    : n->op == OP_TIME || n->op == OP_INITIAL || n->op == OP_TERMINAL || op_keeps((Op)n->op);
    bool jumps =
        v ? v->discrete_state || v->variability == V_DISCRETE || v->type != T_REAL : n->op != OP_TIME;
    return (Own){ varies && jumps ? 0 : FOREVER, varies };
}

/* What jumps by itself where operands do not: its value is compared on both sides. */
static bool has_border(const ExNode *n)
{
    return op_info[n->op].is & OP_JUMPS || n->op == OP_MOD || n->op == OP_REM;
}

static int border_rank(const Judge *j, Ex e)
{
    uint64_t a = map_get(&j->agrees, e);
    return a == 1 + NEVER_CHANGES ? FOREVER : a == 1 + AGREES;
}

static Own node_rank(Dtc *d, const Judge *j, const Memo *m, Ex e)
{
    const ExNode *n = ex(d, e);
    double p;
    if ((n->op == OP_LAST || n->op == OP_VAR) && j->follows)
        return (Own){ FOREVER, leaf_rank(d, n).varies };
    if (n->n == 0 || op_keeps((Op)n->op))
        return leaf_rank(d, n);
    Own own = { FOREVER, n->op == OP_SAMPLE };
    for (uint32_t i = 0; i < n->n; i++) {
        MemoValue v = m->value[n->arg[i]];
        own.rank = least(own.rank, (int)v.ex.a);
        own.varies |= v.ex.b;
    }
    if (!own.varies)
        return own;
    switch ((Op)n->op) {
    case OP_SAMPLE: own.rank = 0; break;
    case OP_ABS:
    case OP_MIN:
    case OP_MAX: own.rank = least(own.rank, 1); break;
    case OP_SMOOTH:
        if (ex_is_num(d, n->arg[0], &p) && p + 1 > own.rank)
            own.rank = least((int)p + 1, FOREVER);
        break;
    case OP_CALL: return call_rank(d, j->value, e, own);
    default:
        if (has_border(n))
            own.rank = least(own.rank, border_rank(j, e));
    }
    return own;
}

static Own judged(Dtc *d, const Judge *j, Ex root, Ex **border)
{
    Memo *m = memo_begin(d);
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;) {
        Own own = node_rank(d, j, m, e);
        if (border && own.varies && has_border(ex(d, e)))
            vec_push(&d->pass, *border, e);
        memo_set(m, e, (MemoValue){ .ex = { (Ex)own.rank, own.varies } });
    }
    memo_end(d);
    return (Own){ (int)m->value[root].ex.a, m->value[root].ex.b };
}

static int rank_by_form(Dtc *d, const double *value, Ex e)
{
    return judged(d, &(Judge){ .value = value }, e, NULL).rank;
}

/* told: it is known that it jumps, if it does. */
static int rank_by_value(Dtc *d, const double *value, Ex e, bool *told)
{
    enum { MOST = 64 };
    Judge j = { .value = value };
    Ex *border = NULL;
    int rank = judged(d, &j, e, &border).rank;
    *told = true;
    if (rank > 0)
        return rank;
    if (vec_len(border) > MOST) {
        *told = false;
        return 0;
    }
    for (uint32_t i = 0; i < vec_len(border); i++) {
        Agreement a = agrees_at(d, value, e, border[i]);
        map_set(&d->pass, &j.agrees, border[i], 1 + a);
        *told &= a != UNTOLD;
        if (a == DISAGREES)
            break;
    }
    return judged(d, &j, e, NULL).rank;
}

bool jumps_in_time(Dtc *d, const double *value, Ex e)
{
    Judge j = { .value = value, .follows = true };
    Ex *border = NULL;
    if (judged(d, &j, e, &border).rank > 0)
        return false;
    for (uint32_t i = 0; i < vec_len(border); i++) {
        bool between = ex_any(d, border[i], moves_with_states, NULL);
        map_set(&d->pass, &j.agrees, border[i], 1 + (between ? AGREES : agrees_at(d, value, e, border[i])));
    }
    return judged(d, &j, e, NULL).rank == 0;
}

/* What stands for the derivative of a variable where only its being continuous counts. */
static Ex derivative_like(Dtc *d, Var v, void *data)
{
    (void)data;
    const VarInfo *i = &d->flat->var[v];
    return i->variability >= V_PARAM || i->discrete_state ? ex_real(d, 0) : ex_var(d, i->der ? i->der : v);
}

/* Of the derivative of e of that order: what e and its derivatives up to it do by themselves. */
static int derivative_rank(Dtc *d, const double *value, Ex e, int order, bool *told)
{
    int i = 0;
    for (int rank; i < order; i += rank) {
        rank = rank_by_value(d, value, e, told);
        if (rank == 0)
            return i - order;
        for (int k = 0; k < rank && e; k++)
            e = ex_dt(d, e, derivative_like, NULL);
        if (!e)
            return least(FOREVER, i + rank) - order;
    }
    return i > order ? least(FOREVER, i - order) : rank_by_form(d, value, e);
}

static Eq base_of(const Flat *f, Eq e, int *times)
{
    for (*times = 0; f->eq[e].derived_from; e = f->eq[e].derived_from)
        ++*times;
    return e;
}

/* Both sides of an equation. */
static Ex residual(Dtc *d, const Equation *q) { return ex_bin(d, OP_SUB, q->lhs, q->rhs); }

int own_rank(Dtc *d, const double *value, Eq e, bool by_value, bool *told)
{
    int times;
    Ex base = residual(d, &d->flat->eq[base_of(d->flat, e, &times)]);
    *told = true;
    int rank = rank_by_form(d, value, base);
    if (rank > times)
        return rank >= FOREVER ? FOREVER : rank - times;
    if (!by_value)
        return rank - times;
    return times ? derivative_rank(d, value, base, times, told) : rank_by_value(d, value, base, told);
}

/* ---- the equations ------------------------------------------------------------------------------------- */

/* What an equation reads: its rank counts less that much; decides: only in a condition, so only where it jumps. */
typedef struct { Var v; int less; bool decides; } Read;

/* An equation of the highest derivatives. own: its rank by itself */
typedef struct { int own; bool told; Read *read; uint32_t block; } Row;

struct Jumps {
    Dtc *d; Flat *f;
    Structure s;
    const double *value;
    Row      *row;
    uint32_t *order;                       /* rows by block */
    int8_t   *rank;                        /* by Var */
    uint32_t *column;                      /* by Var: + 1; 0: none */
    /* by block */
    struct Cause { uint32_t row; Var read; bool told; } *cause;
    Ex       *definition;                  /* by Var */
};

static void add_read(Jumps *j, Row *r, Read read)
{
    const VarInfo *i = &j->f->var[read.v];
    if (i->variability < V_PARAM && i->type == T_REAL && !i->discrete_state)
        vec_push(&j->d->pass, r->read, read);
}

static bool is_if(Dtc *d, Ex e, void *data)
{
    if (ex_op(d, e) == OP_IF)
        ex_vars(d, ex_arg(d, e, 0), data);
    return false;
}

/* What a derivative reads; and what its equation decides by, which jumps with it. */
static void read_row(Jumps *j, uint32_t k)
{
    Dtc *d = j->d;
    Row *r = &j->row[k];
    int times;
    const Equation *q = &j->f->eq[j->s.row[k]], *base = &j->f->eq[base_of(j->f, j->s.row[k], &times)];
    Var *v = NULL, *decides = NULL;
    r->own = own_rank(d, j->value, j->s.row[k], times > 0, &r->told);
    if (times) {
        ex_smooth_vars(d, q->lhs, &v);
        ex_smooth_vars(d, q->rhs, &v);
        ex_any(d, base->lhs, is_if, &decides);
        ex_any(d, base->rhs, is_if, &decides);
    } else {
        ex_vars(d, q->lhs, &v);
        ex_vars(d, q->rhs, &v);
    }
    for (uint32_t i = 0; i < vec_len(v); i++)
        add_read(j, r, (Read){ v[i], 0, false });
    for (uint32_t i = 0; i < vec_len(decides); i++)
        add_read(j, r, (Read){ decides[i], times, true });
}

static void find_blocks(Jumps *j)
{
    Arena *a = &j->d->pass;
    const Structure *s = &j->s;
    uint32_t n = s->g.nrow, *component = NEW_N(a, uint32_t, n + 1), *start = NEW_N(a, uint32_t, n + 2);
    Incidence g = { n, n, NEW_N(a, uint32_t, n + 2), NEW_N(a, uint32_t, s->g.start[n] + 1) };
    for (uint32_t i = 0; i < n; i++) {
        g.start[i + 1] = g.start[i];
        for (uint32_t k = s->g.start[i]; k < s->g.start[i + 1]; k++)
            if (s->m.row_of[s->g.to[k]] != NOWHERE)
                g.to[g.start[i + 1]++] = s->m.row_of[s->g.to[k]];
    }
    graph_components(a, &g, component);
    for (uint32_t i = 0; i < n; i++)
        start[component[i] + 1]++;
    for (uint32_t i = 0; i < n; i++)
        start[i + 1] += start[i];
    j->order = NEW_N(a, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        j->row[i].block = component[i];
        j->order[start[component[i]]++] = i;
    }
}

/* ---- ranks --------------------------------------------------------------------------------------------- */

static int rank_now(const Jumps *j, Var v)
{
    int above = 0;
    for (; j->f->var[v].der; v = j->f->var[v].der)
        above++;
    return least(FOREVER, j->rank[v] + above);
}

static bool lower_block(Jumps *j, uint32_t first, uint32_t end)
{
    uint32_t block = j->row[j->order[first]].block;
    struct Cause cause = { 0 };
    bool lowered = false;
    int rank = FOREVER;
    for (uint32_t k = first; k < end; k++) {
        uint32_t at = j->order[k];
        const Row *r = &j->row[at];
        if (r->own < rank)
            rank = r->own, cause = (struct Cause){ at, 0, r->told };
        for (uint32_t i = 0; i < vec_len(r->read); i++) {
            const Read *read = &r->read[i];
            uint32_t column = j->column[read->v];
            if (column && j->row[j->s.m.row_of[column - 1]].block == block)
                continue;
            int of = rank_now(j, read->v);
            if (read->decides && of > 0)
                continue;
            if (of < FOREVER)
                of -= read->less;
            if (of < rank)
                rank = of, cause = (struct Cause){ at, read->v, true };
        }
    }
    if (rank < LEAST)
        rank = LEAST;
    for (uint32_t k = first; k < end; k++) {
        Var v = j->s.column[j->s.m.col_of[j->order[k]]];
        if (rank >= j->rank[v])
            continue;
        j->rank[v] = (int8_t)rank;
        j->cause[block] = cause;
        lowered = true;
    }
    return lowered;
}

/* What is known at first: nothing jumps but inputs and torques of switching elements. Then ranks go down only. */
static void find_ranks(Jumps *j)
{
    uint32_t n = j->s.g.nrow;
    bool lowered = true;
    for (Var v = 1; v < vec_len(j->f->var); v++) {
        const VarInfo *i = &j->f->var[v];
        bool held = i->variability < V_PARAM && (j->s.lambda[v] || !var_is_unknown(i));
        j->rank[v] = held ? 0 : FOREVER;
    }
    while (lowered) {
        lowered = false;
        for (uint32_t k = 0, end; k < n; k = end) {
            for (end = k + 1; end < n && j->row[j->order[end]].block == j->row[j->order[k]].block;)
                end++;
            lowered |= lower_block(j, k, end);
        }
    }
}

/* ---- definitions in place of what jumps ---------------------------------------------------------------- */

static void define(Jumps *j, Ex v, Ex by)
{
    Var x = ex_is_var(j->d, v);
    if (x && !j->definition[x] && x < vec_len(j->f->var))
        j->definition[x] = by;
}

static void find_definitions(Jumps *j)
{
    j->definition = NEW_N(&j->d->pass, Ex, vec_len(j->f->var) + 1);
    for (Eq e = 1; e < vec_len(j->f->eq); e++) {
        const Equation *q = &j->f->eq[e];
        if (q->removed || q->derived_from || !q->lhs)
            continue;
        define(j, q->lhs, q->rhs);
        define(j, q->rhs, q->lhs);
    }
}

static Ex defined(Dtc *d, Var v, void *data)
{
    const Jumps *j = data;
    const VarInfo *i = &j->f->var[v];
    bool may = i->variability < V_PARAM && !i->discrete_state && j->definition[v];
    return may ? j->definition[v] : ex_var(d, v);
}

/* Without jumps, with e in place of what v is: false if e has some. */
static bool is_continuous(Jumps *j, Row *r, Ex e, Var v, int times)
{
    Var *reads = NULL;
    ex_vars(j->d, e, &reads);
    for (uint32_t i = 0; i < vec_len(reads); i++)
        if (reads[i] == v)
            return false;
    bool told;
    int rank = derivative_rank(j->d, j->value, e, times, &told);
    for (uint32_t i = 0; i < vec_len(reads); i++)
        if (j->f->var[reads[i]].type == T_REAL && j->f->var[reads[i]].variability < V_PARAM)
            rank = least(rank, rank_now(j, reads[i]) - times);
    if (rank < 0)
        return false;
    vec_clear(r->read);
    for (uint32_t i = 0; i < vec_len(reads); i++)
        add_read(j, r, (Read){ reads[i], times, false });
    r->own = rank;
    return true;
}

static bool unfold(Jumps *j, Row *r, const Equation *base, int times)
{
    Var v = ex_is_var(j->d, base->lhs), other = ex_is_var(j->d, base->rhs);
    Ex e = v ? base->rhs : other ? base->lhs : 0;
    uint32_t size = ex_count(j->d);
    for (int i = 0; e && i < EXPANSIONS && ex_count(j->d) < size + LARGEST; i++) {
        Ex before = e;
        e = ex_replace(j->d, e, defined, j);
        if (e == before)
            return false;
        if (is_continuous(j, r, e, v ? v : other, times))
            return true;
    }
    return false;
}

static bool expand_rows(Jumps *j)
{
    bool any = false;
    find_definitions(j);
    for (uint32_t k = 0; k < j->s.g.nrow; k++) {
        int times;
        Eq base = base_of(j->f, j->s.row[k], &times);
        if (times && j->rank[j->s.column[j->s.m.col_of[k]]] < 0)
            any |= unfold(j, &j->row[k], &j->f->eq[base], times);
    }
    return any;
}

/* ---- the analysis -------------------------------------------------------------------------------------- */

/* Is there an equation that was differentiated, and may have jumped before? */
static bool any_impulse(Dtc *d, const Flat *f, const double *value)
{
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        bool told;
        if (f->eq[e].derived_from && !f->eq[e].removed && own_rank(d, value, e, false, &told) < 0)
            return true;
    }
    return false;
}

Jumps *find_jumps(Dtc *d, Flat *f)
{
    const double *value = known_values(d, f);
    if (!any_impulse(d, f, value))
        return NULL;
    Arena *a = &d->pass;
    Jumps *j = NEW(a, Jumps);
    *j = (Jumps){ .d = d, .f = f, .s = structure_of(d, f, HIGHEST), .value = value };
    uint32_t n = j->s.g.nrow;
    if (j->s.m.size < n || j->s.g.ncol != n)
        return NULL;
    j->row = NEW_N(a, Row, n + 1);
    j->cause = NEW_N(a, struct Cause, n + 1);
    j->rank = NEW_N(a, int8_t, vec_len(f->var) + 1);
    j->column = NEW_N(a, uint32_t, vec_len(f->var) + 1);
    for (uint32_t k = 0; k < n; k++)
        j->column[j->s.column[k]] = k + 1;
    find_blocks(j);
    for (uint32_t k = 0; k < n; k++)
        read_row(j, k);
    find_ranks(j);
    if (expand_rows(j))
        find_ranks(j);
    return j;
}

int jump_rank(const Jumps *j, Var v) { return !j || v >= vec_len(j->f->var) ? FOREVER : rank_now(j, v); }

/* ---- where it comes from ------------------------------------------------------------------------------- */

static uint32_t block_of(const Jumps *j, Var v)
{
    while (j->f->var[v].der)
        v = j->f->var[v].der;
    return j->column[v] ? j->row[j->s.m.row_of[j->column[v] - 1]].block : NOWHERE;
}

const Equation *jump_origin(const Jumps *j, Var v, Var **way, bool *told)
{
    uint32_t block = block_of(j, v);
    *told = true;
    for (uint32_t steps = 0; block != NOWHERE && steps <= j->s.g.nrow; steps++) {
        const struct Cause *c = &j->cause[block];
        int times;
        vec_push(&j->d->pass, *way, v);
        if (!c->read) {
            *told = c->told;
            return &j->f->eq[base_of(j->f, j->s.row[c->row], &times)];
        }
        v = c->read;
        block = block_of(j, v);
    }
    return NULL;
}
