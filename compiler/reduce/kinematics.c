/* kinematics.c - which variables a set of constraints determines: exact, sparse elimination.
 *
 * Rows are equations, columns variables with a rank: a column of low rank is a pivot wherever the rows of the
 * constraints allow it (the choice is a matroid's: greedy by rank is optimal). Within a rank the shortest column goes
 * first (Markowitz, Management Sci. 3, 1957), so that trees of gears need no arithmetic at all; among equal ones the
 * later. Entries are exact where they are numbers (coef.h). A pivot is an entry that cannot vanish: an exact number, or
 * an expression of parameters that is not zero at present; a varying entry is taken only when its row has nothing else.
 *
 * A row that vanishes is a coupling made twice. A column of constants is carried along, so that a redundant one (0 = 0)
 * is told from a contradictory one (0 = 1); the rows that cancelled it give the names of the components. A slip that is
 * zero in a motion of whatever can move is always zero: that element does nothing.
 * Cost: near-linear on chains, trees and their loops; at worst that of sparse elimination.
 */
#include <string.h>
#include "coef.h"
#include "dae.h"
#include "expr.h"
#include "reduce.h"

typedef struct { uint32_t col; Coef c; } Entry;
/* Vecs. rest: what the equation that it was differentiated from has beside columns; own: what it has itself; from:
 * pivot rows it was reduced by; may_vanish: the pivot. */
typedef struct { Entry *entry; Coef rest, own; uint32_t *from; uint32_t pivot; bool may_vanish; } Row;
typedef struct {
    uint32_t *row;
    uint32_t count;
} Column; /* vec, may be stale; rows in use */
typedef struct { uint64_t key; uint32_t col; } Candidate;

struct Kinematics {
    Dtc *d; Flat *f;
    const Eq *eq; const Var *var; const uint8_t *rank;
    uint32_t n, m;
    const double *value;                   /* present values */
    uint32_t *col_of;                      /* by Var: 1 + column */
    Row *row; Column *col;
    uint32_t *where, *stamp, epoch;        /* scatter: index of a column's entry in the present row */
    Candidate *heap;                       /* vec: columns by key, least first */
    uint32_t *order;                       /* vec: rows as they got their pivots */
};

enum { NONE = UINT32_MAX };

/* ---- from an equation to a row ------------------------------------------------------------------------- */

typedef struct { Ex e, c; } Summand;

static bool is_number(Dtc *d, Ex x, const void *data)
{
    (void)data;
    return ex_is_num(d, x, NULL) && !ex_is_zero(d, x);
}

/* A sum is taken apart; what remains is a short term, or one that is not linear. Number of parts, the last one first;
 * 0: it is such a term. */
static uint32_t take_apart(Dtc *d, Summand p, Summand out[2])
{
    Operand part[2];
    const uint32_t n = ex_parts(d, p.e, is_number, NULL, part);

    if (ex_op(d, p.e) == OP_NOEVENT) {
        out[0] = (Summand){ ex_arg(d, p.e, 0), p.c };
        return 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        const Operand *of = &part[n - 1 - i];
        Ex c = of->by ? ex_bin(d, of->over ? OP_DIV : OP_MUL, p.c, of->by) : p.c;
        out[i] = (Summand){ of->x, of->negated ? ex_un(d, OP_NEG, c) : c };
    }
    return n;
}

static void add_entry(Kinematics *k, Row *r, uint32_t col, Coef c)
{
    if (k->stamp[col] != k->epoch) {
        k->stamp[col] = k->epoch;
        k->where[col] = vec_len(r->entry);
        vec_push(&k->d->pass, r->entry, ((Entry){ col, c }));
    } else {
        Entry *e = &r->entry[k->where[col]];
        e->c = coef_add(e->c, c);
    }
}

/* Entries of a term. vars: its variables. */
static void add_term(Kinematics *k, Row *r, Summand p, const Var *vars)
{
    Dtc *d = k->d;
    Ex a, b;
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        uint32_t col = k->col_of[vars[i]];
        if (col == 0)
            continue;
        Coef c = { .kind = VARYING };
        if (ex_linear(d, p.e, vars[i], &a, &b))
            c = coef_of(d, ex_bin(d, OP_MUL, p.c, a), k->value);
        add_entry(k, r, col - 1, c);
    }
}

/* What an equation has beside unknowns: exact, or varying. */
static Coef rest_of_term(Kinematics *k, Summand p, const Var *vars)
{
    Dtc *d = k->d;
    Ex a, b = p.e;
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        if (k->f->var[vars[i]].variability >= V_PARAM)
            continue;
        if (!ex_linear(d, b, vars[i], &a, &b) || coef_of(d, a, k->value).kind == VARYING)
            return (Coef){ .kind = VARYING };
    }
    return coef_of(d, ex_bin(d, OP_MUL, p.c, b), k->value);
}

/* The same, where all that is no column varies. */
static Coef own_rest(Kinematics *k, Summand p, const Var *vars)
{
    for (uint32_t i = 0; i < vec_len(vars); i++)
        if (!k->col_of[vars[i]] && k->f->var[vars[i]].variability < V_PARAM)
            return (Coef){ .kind = VARYING };
    return rest_of_term(k, p, vars);
}

/* Walks over the terms of an equation; row gets entries and what is left, or (base) the rest. */
static void scan(Kinematics *k, Row *r, const Equation *q, bool base)
{
    Dtc *d = k->d;
    Summand *stack = NULL, out[2];
    Var *vars = NULL;
    vec_push(&d->pass, stack, ((Summand){ q->rhs, ex_real(d, -1) }));
    vec_push(&d->pass, stack, ((Summand){ q->lhs, ex_real(d, 1) }));
    while (vec_len(stack)) {
        Summand p = vec_pop(stack);
        uint32_t parts = take_apart(d, p, out);
        for (uint32_t i = 0; i < parts; i++)
            vec_push(&d->pass, stack, out[i]);
        if (parts)
            continue;
        vec_clear(vars);
        ex_vars(d, p.e, &vars);
        if (base)
            r->rest = coef_add(r->rest, rest_of_term(k, p, vars));
        else
            add_term(k, r, p, vars), r->own = coef_add(r->own, own_rest(k, p, vars));
    }
}

static void make_row(Kinematics *k, uint32_t i)
{
    Row *r = &k->row[i];
    Eq base = k->eq[i];
    while (k->f->eq[base].derived_from)
        base = k->f->eq[base].derived_from;
    r->pivot = NONE;
    r->rest = r->own = coef_of(k->d, ex_real(k->d, 0), k->value);
    k->epoch++;
    scan(k, r, &k->f->eq[k->eq[i]], false);
    scan(k, r, &k->f->eq[base], true);
    uint32_t kept = 0;
    for (uint32_t j = 0; j < vec_len(r->entry); j++) {
        if (coef_is_zero(r->entry[j].c))
            continue;
        Column *c = &k->col[r->entry[j].col];
        r->entry[kept++] = r->entry[j];
        c->count++;
        vec_push(&k->d->pass, c->row, i);
    }
    while (vec_len(r->entry) > kept)
        (void)vec_pop(r->entry);
}

/* ---- order of the columns: a heap whose keys may be out of date ---------------------------------------- */

static uint64_t key_of(const Kinematics *k, uint32_t col)
{
    return (uint64_t)k->rank[col] << 56 | (uint64_t)(k->col[col].count & 0xffffff) << 32 | (k->m - col);
}

static void offer(Kinematics *k, uint32_t col)
{
    Candidate c = { key_of(k, col), col };
    vec_push(&k->d->pass, k->heap, c);
    uint32_t i = vec_len(k->heap) - 1;
    for (; i > 0 && k->heap[(i - 1) / 2].key > c.key; i = (i - 1) / 2)
        k->heap[i] = k->heap[(i - 1) / 2];
    k->heap[i] = c;
}

static Candidate take(Kinematics *k)
{
    Candidate least = k->heap[0], last = vec_pop(k->heap);
    uint32_t n = vec_len(k->heap), i = 0;
    while (n > 0) {
        uint32_t child = 2 * i + 1;
        if (child + 1 < n && k->heap[child + 1].key < k->heap[child].key)
            child++;
        if (child >= n || k->heap[child].key >= last.key) {
            k->heap[i] = last;
            break;
        }
        k->heap[i] = k->heap[child];
        i = child;
    }
    return least;
}

/* ---- elimination --------------------------------------------------------------------------------------- */

static Entry *entry_in(Row *r, uint32_t col)
{
    for (uint32_t i = 0; i < vec_len(r->entry); i++)
        if (r->entry[i].col == col)
            return &r->entry[i];
    return NULL;
}

/* The shortest row that can have its pivot in the column, or NONE. */
static uint32_t pivot_row(Kinematics *k, uint32_t col, bool varying)
{
    uint32_t best = NONE;
    for (uint32_t i = 0; i < vec_len(k->col[col].row); i++) {
        uint32_t r = k->col[col].row[i];
        Row *row = &k->row[r];
        if (row->pivot != NONE)
            continue;
        Entry *e = entry_in(row, col);
        if (!e || (e->c.kind == VARYING && !varying))
            continue;
        if (best == NONE || vec_len(row->entry) < vec_len(k->row[best].entry))
            best = r;
    }
    return best;
}

/* row r = row r - factor * row p, which clears the pivot's column. */
static void reduce(Kinematics *k, uint32_t r, uint32_t p, uint32_t col)
{
    Row *row = &k->row[r], *pivot = &k->row[p];
    Coef factor = coef_neg(coef_div(entry_in(row, col)->c, entry_in(pivot, col)->c));
    uint32_t before = vec_len(row->entry), kept = 0;
    k->epoch++;
    for (uint32_t i = 0; i < before; i++) {
        k->stamp[row->entry[i].col] = k->epoch;
        k->where[row->entry[i].col] = i;
    }
    for (uint32_t i = 0; i < vec_len(pivot->entry); i++)
        if (pivot->entry[i].col != col)
            add_entry(k, row, pivot->entry[i].col, coef_mul(factor, pivot->entry[i].c));
    for (uint32_t i = 0; i < vec_len(row->entry); i++) {
        Entry e = row->entry[i];
        Column *c = &k->col[e.col];
        bool gone = e.col == col || coef_is_zero(e.c);
        if (gone && i < before) {
            c->count--;
            offer(k, e.col);
        }
        if (!gone && i >= before) {
            c->count++;
            vec_push(&k->d->pass, c->row, r);
        }
        if (!gone)
            row->entry[kept++] = e;
    }
    while (vec_len(row->entry) > kept)
        (void)vec_pop(row->entry);
    row->rest = coef_add(row->rest, coef_mul(factor, pivot->rest));
    row->own = coef_add(row->own, coef_mul(factor, pivot->own));
    vec_push(&k->d->pass, row->from, p);
}

static void eliminate(Kinematics *k, uint32_t p, uint32_t col)
{
    vec_push(&k->d->pass, k->order, p);
    k->row[p].pivot = col;
    k->row[p].may_vanish = entry_in(&k->row[p], col)->c.kind == VARYING;
    for (uint32_t i = 0; i < vec_len(k->row[p].entry); i++) {
        uint32_t c = k->row[p].entry[i].col;
        k->col[c].count--;
        if (c != col)
            offer(k, c);
    }
    uint32_t rows = vec_len(k->col[col].row);
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t r = k->col[col].row[i];
        if (k->row[r].pivot == NONE && entry_in(&k->row[r], col))
            reduce(k, r, p, col);
    }
    k->col[col].count = 0;
}

/* Columns by rank and length; those that have varying entries only come back in a second round. */
static void choose_pivots(Kinematics *k)
{
    uint32_t *again = NULL;
    for (uint32_t c = 0; c < k->m; c++)
        offer(k, c);
    for (int varying = 0; varying <= 1; varying++) {
        while (vec_len(k->heap)) {
            Candidate t = take(k);
            if (k->col[t.col].count == 0)
                continue;
            if (t.key != key_of(k, t.col)) {
                offer(k, t.col);
                continue;
            }
            uint32_t p = pivot_row(k, t.col, false);
            if (p == NONE && varying)
                p = pivot_row(k, t.col, true);
            if (p != NONE)
                eliminate(k, p, t.col);
            else if (!varying)
                vec_push(&k->d->pass, again, t.col);
        }
        for (uint32_t i = 0; !varying && i < vec_len(again); i++)
            offer(k, again[i]);
    }
}

/* ---- what went wrong ----------------------------------------------------------------------------------- */

static Eq base_of(const Flat *f, Eq e)
{
    while (f->eq[e].derived_from)
        e = f->eq[e].derived_from;
    return e;
}

/* The equations that cancelled row r: those it was reduced by, theirs, and so on. */
static Eq *cancelled_by(Kinematics *k, uint32_t r)
{
    bool *seen = NEW_N(&k->d->pass, bool, k->n);
    uint32_t *queue = NULL;
    Eq *out = NULL;
    vec_push(&k->d->pass, queue, r);
    seen[r] = true;
    for (uint32_t i = 0; i < vec_len(queue); i++) {
        const Row *row = &k->row[queue[i]];
        for (uint32_t j = 0; j < vec_len(row->from); j++) {
            if (seen[row->from[j]])
                continue;
            seen[row->from[j]] = true;
            vec_push(&k->d->pass, queue, row->from[j]);
            vec_push(&k->d->pass, out, base_of(k->f, k->eq[row->from[j]]));
        }
    }
    return out;
}

static void report_dependent(Kinematics *k, uint32_t r)
{
    const Equation *q = &k->f->eq[base_of(k->f, k->eq[r])];
    Eq *others = cancelled_by(k, r);
    const char *who = components_of(k->d, k->f, others, vec_len(others), q->path);
    const char *self = q->path && *q->path && q->kind != EQ_CONNECT ? q->path : "this equation";
    const char *made = *who ? internf(k->d, "the coupling made by %s", who) : "what it says itself";
    Coef rest = k->row[r].rest;
    const char *does = coef_is_zero(rest)   ? "repeats"
                     : rest.kind == VARYING ? "repeats or contradicts"
                                            : "contradicts";
    error(k->d, q->span, q->path, "%s %s %s", self, does, made);
    note(k->d, NO_SPAN, NULL,
         "the torque in this rigid loop is undetermined: remove one of them, or put a spring in it");
}

/* A loop of couplings of which each can turn, and all together cannot: row r says that its pivot is zero, and only with
 * the help of others. */
static bool locks(const Kinematics *k, uint32_t r)
{
    const Row *row = &k->row[r];
    uint32_t left = 0;
    for (uint32_t j = 0; j < vec_len(row->entry); j++)
        left += !coef_is_zero(row->entry[j].c);
    return row->pivot != NONE && vec_len(row->from) > 0 && left == 1 && row->rest.kind == EXACT &&
           coef_is_zero(row->rest) && !k->f->eq[k->eq[r]].derived_from;
}

static void report_lock(Kinematics *k, uint32_t r)
{
    const Equation *q = &k->f->eq[k->eq[r]];
    Eq *others = cancelled_by(k, r);
    const char *who = components_of(k->d, k->f, others, vec_len(others), q->path);
    const char *self = q->path && *q->path && q->kind != EQ_CONNECT ? q->path : "this equation";
    warning(k->d, q->span, q->path, "%s contradicts the coupling made by %s: together they let nothing turn",
            self, *who ? who : "other equations");
    note(k->d, NO_SPAN, NULL,
         "the ratios around this rigid loop do not agree: correct one, remove one, or put a spring or a "
         "clutch in it");
}

static void warn_of_vanishing(Kinematics *k, uint32_t r, Var v)
{
    const Equation *q = &k->f->eq[k->eq[r]];
    warning(k->d, q->span, q->path,
            "this constraint is used to determine %s, whose coefficient in it can vanish: the simulation "
            "stops where it does",
            k->f->var[v].name);
    note(k->d, NO_SPAN, NULL, "other states may do better: say which with stateSelect");
}

/* ---- slips that are always zero ------------------------------------------------------------------------ */

/* A number in [0.5, 1) that has nothing to do with those of other columns: bits multiplied and mixed. */
static Coef some_number(uint64_t x)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    for (int round = 0; round < 3; round++)
        x = (x + odd) * odd, x ^= x >> 32;
    return (Coef){ PRESENT, { 0, 1 }, 0.5 + (double)(x >> 12) * 0x1p-53, 0 };
}

/* By column: its value in one motion that the constraints allow, in which whatever can move does so. Pivots follow from
 * columns that came later, or never: from those backwards. */
static Coef *some_motion(const Kinematics *k)
{
    Coef *at = NEW_N(&k->d->pass, Coef, k->m + 1);
    for (uint32_t j = 0; j < k->m; j++)
        at[j] = some_number(j);
    for (uint32_t i = vec_len(k->order); i-- > 0;) {
        const Row *r = &k->row[k->order[i]];
        Coef sum = r->own, own = { .kind = VARYING };
        for (uint32_t j = 0; j < vec_len(r->entry); j++) {
            const Entry *e = &r->entry[j];
            if (e->col == r->pivot)
                own = e->c;
            else
                sum = coef_add(sum, coef_mul(e->c, at[e->col]));
        }
        at[r->pivot] = coef_neg(coef_div(sum, own));
    }
    return at;
}

/* The equations that determine a column, and what they take. */
static Eq *determined_by(const Kinematics *k, uint32_t col)
{
    Arena *a = &k->d->pass;
    uint32_t *row_of = NEW_N(a, uint32_t, k->m + 1), *queue = NULL;
    bool *seen = NEW_N(a, bool, k->m + 1);
    Eq *out = NULL;
    for (uint32_t i = 0; i < vec_len(k->order); i++)
        row_of[k->row[k->order[i]].pivot] = k->order[i] + 1;
    vec_push(a, queue, col);
    seen[col] = true;
    for (uint32_t h = 0; h < vec_len(queue); h++) {
        uint32_t r = row_of[queue[h]];
        if (r == 0)
            continue;
        vec_push(a, out, base_of(k->f, k->eq[r - 1]));
        for (uint32_t j = 0; j < vec_len(k->row[r - 1].entry); j++) {
            uint32_t c = k->row[r - 1].entry[j].col;
            if (!seen[c])
                vec_push(a, queue, c);
            seen[c] = true;
        }
    }
    return out;
}

static void warn_of_still(const Kinematics *k, const Switch *w)
{
    const char *path = w->path && *w->path ? w->path : w->name;
    Eq *eq = determined_by(k, k->col_of[w->s] - 1);
    const char *who = components_of(k->d, k->f, eq, vec_len(eq), path);
    warning(k->d, w->span, path,
            "the slip of %s is always zero, so that it has no effect: its sides are one rigid body, or are "
            "held",
            path);
    if (*who)
        note(k->d, NO_SPAN, NULL, "the couplings of %s see to that", who);
    note_meant(k->d, path);
}

/* Switching elements within one rigid body: the slip is zero in a motion of everything that can move. */
static void find_still(const Kinematics *k)
{
    enum { SHOWN = 10 };
    Coef *at = vec_len(k->f->sw) > 1 ? some_motion(k) : NULL;
    for (uint32_t i = 1, told = 0; i < vec_len(k->f->sw) && told < SHOWN; i++) {
        const Switch *w = &k->f->sw[i];
        uint32_t col = k->col_of[w->s];
        if (col == 0 || !coef_is_zero(at[col - 1]))
            continue;
        if (map_get(&k->f->idle, KEY(w->path)) || is_meant(k->d, w->path, "idle"))
            continue;
        warn_of_still(k, w);
        told++;
    }
}

Kinematics *kinematics(Dtc *d, Flat *f, const Eq *eq, const Var *var, const uint8_t *rank)
{
    Arena *a = &d->pass;
    const uint32_t n = vec_len(eq), m = vec_len(var);
    Kinematics *k = NEW(a, Kinematics);
    *k = (Kinematics){ .d = d,
                       .f = f,
                       .eq = eq,
                       .var = var,
                       .rank = rank,
                       .n = n,
                       .m = m,
                       .value = present_values(d, f),
                       .col_of = NEW_N(a, uint32_t, vec_len(f->var)),
                       .row = NEW_N(a, Row, n + 1),
                       .col = NEW_N(a, Column, m + 1),
                       .where = NEW_N(a, uint32_t, m + 1),
                       .stamp = NEW_N(a, uint32_t, m + 1) };
    for (uint32_t j = 0; j < m; j++)
        k->col_of[var[j]] = j + 1;
    for (uint32_t i = 0; i < n; i++)
        make_row(k, i);
    choose_pivots(k);
    return k;
}

Var determined_variable(const Kinematics *k, uint32_t i)
{
    return k->row[i].pivot == NONE ? 0 : k->var[k->row[i].pivot];
}

bool may_vanish(const Kinematics *k, uint32_t i) { return k->row[i].may_vanish; }

bool couplings_agree(Kinematics *k)
{
    enum { REPORTS = 10 };
    uint32_t dependent = 0, locked = 0;
    Map told = { 0 };
    for (uint32_t i = 0; i < k->n; i++) {
        const Var v = determined_variable(k, i);
        if (v && may_vanish(k, i) && !k->f->eq[k->eq[i]].derived_from)
            warn_of_vanishing(k, i, v);
        if (locks(k, i) && locked++ < REPORTS)
            report_lock(k, i);
        if (v)
            continue;
        Eq base = base_of(k->f, k->eq[i]); /* a coupling of angles is one of speeds as well: once is enough */
        if (!map_get(&told, base) && dependent++ < REPORTS)
            report_dependent(k, i);
        map_set(&k->d->pass, &told, base, 1);
    }
    if (dependent == 0 && locked == 0)
        find_still(k);
    return dependent == 0;
}

/* ---- names for messages -------------------------------------------------------------------------------- */

static bool named_already(const char *const *names, uint32_t n, const char *s)
{
    for (uint32_t i = 0; i < n; i++)
        if (names[i] == s || strcmp(names[i], s) == 0)
            return true;
    return false;
}

const char *components_of(Dtc *d, Flat *f, const Eq *eq, uint32_t n, const char *except)
{
    enum { SHOWN = 6 };
    const char *names[SHOWN], *s = "";
    uint32_t count = 0;
    for (int connections = 0; connections <= 1 && count == 0; connections++)
        for (uint32_t i = 0; i < n && count < SHOWN; i++) {
            const Equation *q = &f->eq[eq[i]];
            const char *path = q->path ? q->path : "";
            if ((q->kind == EQ_CONNECT) != connections || !*path || (except && strcmp(path, except) == 0))
                continue;
            if (!named_already(names, count, path))
                names[count++] = path;
        }
    for (uint32_t i = 0; i < count; i++)
        s = internf(d, "%s%s%s", s,
                    i == 0           ? ""
                    : i + 1 < count  ? ", "
                    : count == SHOWN ? ", "
                                     : " and ",
                    names[i]);
    return count == SHOWN ? internf(d, "%s and others", s) : s;
}
