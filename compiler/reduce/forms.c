/* forms.c - part of stage: sums of multiples, c1*x1 + c2*x2 + ..., put into one another where that costs nothing.
 *
 * An assignment of step rate is read as such a sum, with factors that are known at init: an exact fraction times a
 * product of parameters. An intermediate variable is replaced by its own sum in those who read it if they need no more
 * additions and multiplications then; what it costs itself counts for the last of them. So a chain of gears ends in one
 * line over the speeds of its states, and the factors of a product are one, made at init. An expression that several
 * multiples are read of (max(0, p)) becomes a variable. A small linear block with numbers as coefficients is solved
 * beforehand, by elimination with fractions. What would not fit 64 bits, or SUM terms, stays as it is.
 *
 * Cost: linear in the assignments and the nodes of their expressions. Requires: rates; readers: how many expressions
 * read a variable (live). Ensures: the same values up to rounding. Variables that are read no more are still computed:
 * live() leaves them out.
 */
#include <stddef.h>
#include <string.h>
#include "expr.h"
#include "sort.h"

enum { SUM = 8, FACTORS = 6, SOLVED = 8 };

typedef struct { Rational r; Ex k, x; } Term;          /* r*k*x; k 0: no parameters; x 0: none, a number */
typedef struct { uint32_t n; Term t[SUM]; } Form;

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    Form    **form; uint32_t *cost;        /* by Var: the sum that an assignment gives it, and what that costs */
    Ex       *value; Assign *pivot;        /* by Var: the assignment */
    uint32_t *readers, *linear; /* by Var: expressions that read it; those of them that are assignments of step rate */
    uint32_t  nvar, named;                 /* variables when the pass began; made */
    Map       names;                       /* in use, with k */
    Form     *scratch;                     /* vec: sums of subexpressions */
    Block    *out;
} Forms;

static const Rational ONE = { 1, 1 }, MINUS = { -1, 1 };

/* ---- terms --------------------------------------------------------------------------------------------- */

static bool small(Dtc *d, Ex k)
{
    Ex stack[2 * FACTORS + 4] = { k };
    for (uint32_t n = 1, seen = 0; n > 0;) {
        Ex x = stack[--n];
        if (++seen > 2 * FACTORS || ex_narg(d, x) > 2)
            return false;
        for (uint32_t i = 0; i < ex_narg(d, x) && ex_op(d, x) != OP_CALL; i++)
            stack[n++] = ex_arg(d, x, i);
    }
    return true;
}

/* t times r*k. */
static bool times(Dtc *d, Term *t, Rational r, Ex k)
{
    if (!rat_mul(t->r, r, &t->r))
        return false;
    if (k)
        t->k = t->k ? ex_bin(d, OP_MUL, t->k, k) : k;
    return !k || small(d, t->k);
}

/* What is known at init as r*k. */
static Term constant_term(Dtc *d, Ex e)
{
    Term t = { ONE, 0, 0 };
    Rational r;
    for (;;) {
        Op op = ex_op(d, e);
        if (ex_is_rational(d, e, &r)) {
            if (!rat_mul(t.r, r, &t.r))
                t.k = e;
            return t;
        }
        if (op == OP_NEG) {
            t.r.num = -t.r.num;
            e = ex_arg(d, e, 0);
        } else if (op == OP_MUL && ex_is_rational(d, ex_arg(d, e, 0), &r) && rat_mul(t.r, r, &r)) {
            t.r = r;
            e = ex_arg(d, e, 1);
        } else {
            t.k = e;
            return t;
        }
    }
}

/* f := f + r*k*g */
static bool add(Dtc *d, Form *f, const Form *g, Rational r, Ex k)
{
    for (uint32_t i = 0; i < g->n; i++) {
        Term t = g->t[i];
        uint32_t j = 0;
        if (!times(d, &t, r, k))
            return false;
        while (j < f->n && (f->t[j].x != t.x || f->t[j].k != t.k))
            j++;
        if (j == f->n && f->n == SUM)
            return false;
        if (j == f->n)
            f->t[f->n++] = t;
        else if (!rat_add(f->t[j].r, t.r, &f->t[j].r))
            return false;
        if (f->t[j].r.num == 0)
            memmove(&f->t[j], &f->t[j + 1], (--f->n - j) * sizeof(Term));
    }
    return true;
}

static bool is_unit(const Term *t) { return !t->k && (t->r.num == 1 || t->r.num == -1) && t->r.den == 1; }

/* Additions and multiplications. */
static uint32_t cost(const Form *f)
{
    uint32_t n = f->n > 0 ? f->n - 1 : 0;
    for (uint32_t i = 0; i < f->n; i++)
        n += f->t[i].x && !is_unit(&f->t[i]);
    return n;
}

static Ex term_value(Dtc *d, const Term *t)
{
    Rational r = { t->r.num < 0 ? -t->r.num : t->r.num, t->r.den };
    Ex c = ex_rational(d, r);
    if (t->k)
        c = ex_is_one(d, c) ? t->k : ex_bin(d, OP_MUL, c, t->k);
    return !t->x ? c : ex_is_one(d, c) ? t->x : ex_bin(d, OP_MUL, c, t->x);
}

static Ex value(Dtc *d, const Form *f)
{
    Ex sum = 0;
    for (int negative = 0; negative < 2; negative++)
        for (uint32_t i = 0; i < f->n; i++) {
            if ((f->t[i].r.num < 0) != (negative == 1))
                continue;
            Ex x = term_value(d, &f->t[i]);
            sum = sum ? ex_bin(d, negative ? OP_SUB : OP_ADD, sum, x) : negative ? ex_un(d, OP_NEG, x) : x;
        }
    return sum ? sum : ex_real(d, 0);
}

/* ---- an expression as a sum ---------------------------------------------------------------------------- */

typedef struct { Forms *s; Memo *rate, *memo; } Reading;      /* memo: index in scratch plus 1; 0: a term by itself */

static bool is_slow(const Reading *q, Ex e) { return q->rate->value[e].ex.a <= RATE_INIT; }

static Form form_at(const Reading *q, Ex e)
{
    uint32_t i = q->memo->value[e].ex.a;
    if (i)
        return q->s->scratch[i - 1];
    return (Form){ 1, { is_slow(q, e) ? constant_term(q->s->d, e) : (Term){ ONE, 0, e } } };
}

static bool product(const Reading *q, Ex a, Ex b, Form *out)
{
    Dtc *d = q->s->d;
    Form f = form_at(q, a), g = form_at(q, b);
    if (is_slow(q, a))
        return add(d, out, &g, f.t[0].r, f.t[0].k);
    if (is_slow(q, b))
        return add(d, out, &f, g.t[0].r, g.t[0].k);
    if (f.n != 1 || g.n != 1 || !f.t[0].x || !g.t[0].x)
        return false;
    *out = (Form){ 1, { { f.t[0].r, f.t[0].k, ex_bin(d, OP_MUL, f.t[0].x, g.t[0].x) } } };
    return times(d, &out->t[0], g.t[0].r, g.t[0].k);
}

static bool quotient(const Reading *q, Ex a, Ex b, Form *out)
{
    Dtc *d = q->s->d;
    Form f = form_at(q, a);
    Rational inverse;
    if (is_slow(q, b)) {
        Term t = constant_term(d, b);
        return rat_div(ONE, t.r, &inverse) &&
               add(d, out, &f, inverse, t.k ? ex_bin(d, OP_DIV, ex_real(d, 1), t.k) : 0);
    }
    if (f.n != 1 || !f.t[0].x)
        return false;
    *out = (Form){ 1, { { f.t[0].r, f.t[0].k, ex_bin(d, OP_DIV, f.t[0].x, b) } } };
    return true;
}

static bool sum_at(const Reading *q, Ex e, Form *out)
{
    Dtc *d = q->s->d;
    Op op = ex_op(d, e);
    *out = (Form){ 0 };
    if (is_slow(q, e) || ex_type(d, e) != T_REAL)
        return false;
    switch (op) {
    case OP_MUL: return product(q, ex_arg(d, e, 0), ex_arg(d, e, 1), out);
    case OP_DIV: return quotient(q, ex_arg(d, e, 0), ex_arg(d, e, 1), out);
    case OP_NEG:
    case OP_ADD:
    case OP_SUB: break;
    default: return false;
    }
    Form f = form_at(q, ex_arg(d, e, 0));
    if (op == OP_NEG)
        return add(d, out, &f, MINUS, 0);
    Form g = form_at(q, ex_arg(d, e, 1));
    return add(d, out, &f, ONE, 0) && add(d, out, &g, op == OP_SUB ? MINUS : ONE, 0);
}

/* Additions and multiplications of an expression as it is written, without those of its terms. */
static uint32_t written(const Reading *q, Ex root)
{
    Dtc *d = q->s->d;
    Ex *stack = NULL;
    uint32_t n = 0;
    vec_push(&d->pass, stack, root);
    while (vec_len(stack)) {
        Ex e = vec_pop(stack);
        if (is_slow(q, e) || !q->memo->value[e].ex.a)
            continue;
        Ex a = ex_arg(d, e, 0), b = ex_op(d, e) == OP_NEG ? a : ex_arg(d, e, 1);
        bool both = !is_slow(q, a) && !is_slow(q, b);
        n += ex_op(d, e) == OP_ADD || ex_op(d, e) == OP_SUB || !both;
        vec_push(&d->pass, stack, a);
        if (b != a && (ex_op(d, e) != OP_DIV || !both))
            vec_push(&d->pass, stack, b);
    }
    return n;
}

/* The sum that e is, and what e costs as it is written. */
static Form read_sum(Forms *s, Ex e, uint32_t *cost_written)
{
    Dtc *d = s->d;
    Reading q = { s, memo_begin(d), NULL };
    Form f;
    (void)rates(d, s->dae, q.rate, e);
    q.memo = memo_begin(d);
    memo_start(d, q.memo, e);
    vec_clear(s->scratch);
    for (Ex x; (x = memo_next(d, q.memo)) != 0;) {
        bool is = sum_at(&q, x, &f);
        if (is)
            vec_push(&d->pass, s->scratch, f);
        memo_set(q.memo, x, (MemoValue){ .ex = { is ? vec_len(s->scratch) : 0, 0 } });
    }
    f = form_at(&q, e);
    *cost_written = written(&q, e);
    memo_end(d);
    memo_end(d);
    return f;
}

/* ---- putting one into another -------------------------------------------------------------------------- */

/* An expression that is to be computed: neither a variable nor a leaf. */
static bool is_work(Dtc *d, Ex x) { return x && ex_narg(d, x) > 0; }

static void count(Forms *s, Ex e, int change)
{
    Var *v = NULL;
    ex_vars(s->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (v[i] < s->nvar) {
            s->readers[v[i]] += (uint32_t)change;
            s->linear[v[i]] += (uint32_t)change;
        }
}

/* Is variable y read by this sum alone, and there in one term alone? */
static bool is_last(Forms *s, const Form *f, Var y)
{
    Var *inside = NULL;
    if (s->readers[y] != 1 || s->linear[y] != 1)
        return false;
    for (uint32_t i = 0; i < f->n; i++)
        if (is_work(s->d, f->t[i].x))
            ex_vars(s->d, f->t[i].x, &inside);
    for (uint32_t i = 0; i < vec_len(inside); i++)
        if (inside[i] == y)
            return false;
    return true;
}

/* Puts the sum of a variable in place of term i; true: that pays. What is saved elsewhere is added to *saved. */
static bool expand_term(Forms *s, Form *f, uint32_t i, uint32_t *saved)
{
    Term t = f->t[i];
    Var y = t.x ? ex_is_var(s->d, t.x) : 0;
    const Form *g = y && y < s->nvar ? s->form[y] : NULL;
    if (!g)
        return false;
    Form out = *f;
    uint32_t own = is_last(s, f, y) ? s->cost[y] : 0, twice = 0;
    for (uint32_t k = 0; k < g->n && !is_last(s, f, y); k++)
        twice += is_work(s->d, g->t[k].x);
    memmove(&out.t[i], &out.t[i + 1], (--out.n - i) * sizeof(Term));
    if (!add(s->d, &out, g, t.r, t.k) || cost(&out) + 2 * twice > cost(f) + own)
        return false;
    *saved += own;
    *f = out;
    return true;
}

static Var make_variable(Forms *s, const Block *like, Ex value_of)
{
    Dtc *d = s->d;
    const char *name;
    do
        name = internf(d, "k%u", ++s->named);
    while (map_get(&s->names, KEY(name)));
    Block b = { .rate = like->rate,
                .matrix_rate = like->matrix_rate,
                .before_switching = like->before_switching };
    vec_push(&d->run, s->out, made_block(d, s->f, s->dae, name, value_of, like->eq[0], b));
    return vec_last(s->out).var[0];
}

static void replace(Forms *s, Assign *a, const Form *f)
{
    Dtc *d = s->d;
    Var *old = NULL;
    Ex by = value(d, f);
    ex_vars(d, a->value, &old);
    count(s, a->value, -1);
    count(s, by, 1);
    a->value = by;
    for (uint32_t i = 0; i < vec_len(old); i++) {
        Var y = old[i];
        if (y >= s->nvar || !s->form[y] || s->readers[y] > 0)
            continue;
        count(s, s->value[y], -1);
        if (s->pivot[y].pivot)
            vec_push(&d->run, s->dae->divided, s->pivot[y]);
    }
}

static void change(Forms *s, Block *b)
{
    Dtc *d = s->d;
    Assign *a = &b->inner[0];
    uint32_t before, saved = 0;
    Form f = read_sum(s, a->value, &before);
    bool changed = false;
    if (f.n == 1 && is_work(d, f.t[0].x) && !is_unit(&f.t[0]) && s->readers[a->v] > 1 &&
        s->readers[a->v] == s->linear[a->v]) {
        f.t[0].x = ex_var(d, make_variable(s, b, f.t[0].x));
        changed = true;
    }
    for (uint32_t i = 0, rounds = 0; i < f.n && rounds < 4 * SUM;)
        if (expand_term(s, &f, i, &saved))
            i = 0, rounds++, changed = true;
        else
            i++;
    bool better = changed ? cost(&f) <= before + saved : cost(&f) < before;
    if (better)
        replace(s, a, &f);
    else
        f = read_sum(s, a->value, &before);
    s->cost[a->v] = better ? cost(&f) : before;
    s->form[a->v] = arena_alloc(&d->pass, offsetof(Form, t) + f.n * sizeof(Term));
    memcpy(s->form[a->v], &f, offsetof(Form, t) + f.n * sizeof(Term));
    s->value[a->v] = a->value;
    s->pivot[a->v] = *a;
}

/* ---- blocks with numbers as coefficients --------------------------------------------------------------- */

typedef struct { uint32_t n; Rational a[SOLVED][SOLVED]; Form rest[SOLVED]; } System;       /* a*tear + rest = 0 */

/* The sum of an expression over what is known outside the block and its tearing variables; local: sums of its inner
 * variables, by Var. */
static bool read_local(Forms *s, const Map *local, const Form *inner, Ex e, Form *out)
{
    Dtc *d = s->d;
    uint32_t ignored;
    Form f = read_sum(s, e, &ignored);
    Var *hidden = NULL;
    *out = (Form){ 0 };
    for (uint32_t i = 0; i < f.n; i++) {
        Var y = f.t[i].x ? ex_is_var(d, f.t[i].x) : 0;
        uint64_t k = y ? map_get(local, y) : 0;
        bool is_inner = k > SOLVED;
        if (!y && f.t[i].x)
            ex_vars(d, f.t[i].x, &hidden);
        if (!add(d, out, is_inner ? &inner[k - SOLVED - 1] : &(Form){ 1, { { ONE, 0, f.t[i].x } } }, f.t[i].r,
                 f.t[i].k))
            return false;
    }
    for (uint32_t i = 0; i < vec_len(hidden); i++)
        if (map_get(local, hidden[i]))
            return false;
    return true;
}

static bool read_system(Forms *s, const Block *b, System *q)
{
    Dtc *d = s->d;
    Map local = { 0 }; /* 1 .. SOLVED: a tearing variable; above: an inner one */
    Form *inner = NEW_N(&d->pass, Form, vec_len(b->inner) + 1), f;
    q->n = vec_len(b->tear);
    for (uint32_t i = 0; i < q->n; i++)
        map_set(&d->pass, &local, b->tear[i], i + 1);
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        if (!read_local(s, &local, inner, b->inner[i].value, &inner[i]))
            return false;
        map_set(&d->pass, &local, b->inner[i].v, SOLVED + 1 + i);
    }
    for (uint32_t i = 0; i < q->n; i++) {
        if (!read_local(s, &local, inner, b->res[i], &f))
            return false;
        for (uint32_t j = 0; j < q->n; j++)
            q->a[i][j] = (Rational){ 0, 1 };
        q->rest[i] = (Form){ 0 };
        for (uint32_t k = 0; k < f.n; k++) {
            Var y = f.t[k].x ? ex_is_var(d, f.t[k].x) : 0;
            uint64_t at = y ? map_get(&local, y) : 0;
            if (at && f.t[k].k)
                return false;
            if (at)
                q->a[i][at - 1] = f.t[k].r;
            else
                q->rest[i].t[q->rest[i].n++] = f.t[k];
        }
    }
    return true;
}

/* row i := row i + r * row k */
static bool add_row(Dtc *d, System *q, uint32_t i, uint32_t k, Rational r)
{
    for (uint32_t j = 0; j < q->n; j++) {
        Rational x;
        if (!rat_mul(r, q->a[k][j], &x) || !rat_add(q->a[i][j], x, &q->a[i][j]))
            return false;
    }
    return add(d, &q->rest[i], &q->rest[k], r, 0);
}

/* Gauss and Jordan; row[j]: the row that is left with unknown j alone. */
static bool eliminate(Dtc *d, System *q, uint32_t *row)
{
    bool done[SOLVED] = { false };
    for (uint32_t j = 0; j < q->n; j++) {
        uint32_t p = 0;
        while (p < q->n && (done[p] || q->a[p][j].num == 0))
            p++;
        if (p == q->n)
            return false;
        done[p] = true;
        row[j] = p;
        for (uint32_t i = 0; i < q->n; i++) {
            Rational r;
            if (i == p || q->a[i][j].num == 0)
                continue;
            if (!rat_div(q->a[i][j], q->a[p][j], &r) || !add_row(d, q, i, p, (Rational){ -r.num, r.den }))
                return false;
        }
    }
    return true;
}

static void assignment(Forms *s, const Block *of, Assign a)
{
    Block b = {
        .kind = B_ASSIGN, .rate = of->rate, .matrix_rate = of->rate, .before_switching = of->before_switching
    };
    vec_push(&s->d->run, b.var, a.v);
    vec_push(&s->d->run, b.eq, a.eq);
    vec_push(&s->d->run, b.inner, a);
    vec_push(&s->d->run, s->out, b);
}

/* The block as assignments. False: it is no such block. */
static bool solve_block(Forms *s, const Block *b)
{
    Dtc *d = s->d;
    uint32_t n = vec_len(b->tear), row[SOLVED];
    System q;
    if (b->kind != B_LINEAR || b->rate != RATE_STEP || n == 0 || n > SOLVED || vec_len(b->inner) > 8 * SOLVED)
        return false;
    for (uint32_t i = 0; i < vec_len(b->J); i++)
        if (!ex_is_rational(d, b->J[i].e, &(Rational){ 0, 1 }))
            return false;
    if (!read_system(s, b, &q) || !eliminate(d, &q, row))
        return false;
    Form z[SOLVED];
    for (uint32_t j = 0; j < n; j++) {
        Rational r;
        z[j] = (Form){ 0 };
        if (!rat_div(MINUS, q.a[row[j]][j], &r) || !add(d, &z[j], &q.rest[row[j]], r, 0))
            return false;
    }
    for (uint32_t j = 0; j < n; j++)
        assignment(s, b, (Assign){ b->tear[j], value(d, &z[j]), b->res_eq[row[j]], 0 });
    for (uint32_t i = 0; i < vec_len(b->inner); i++)
        if (s->dae->used[b->inner[i].v])
            assignment(s, b, b->inner[i]);
    return true;
}

/* ---- the pass ------------------------------------------------------------------------------------------ */

static bool may_change(const Forms *s, const Block *b)
{
    return b->kind == B_ASSIGN && b->rate == RATE_STEP && s->f->var[b->inner[0].v].type == T_REAL;
}

static void solve_blocks(Forms *s)
{
    Block *in = s->dae->block;
    s->out = NULL;
    for (uint32_t i = 0; i < vec_len(in); i++)
        if (!solve_block(s, &in[i]))
            vec_push(&s->d->run, s->out, in[i]);
    vec_drop(in);
    s->dae->block = s->out;
}

void forms(Dtc *d, Flat *f, Dae *dae, uint32_t *readers)
{
    Arena *a = &d->pass;
    uint32_t n = vec_len(f->var);
    Forms s = { .d = d, .f = f, .dae = dae, .readers = readers, .nvar = n };
    s.form = NEW_N(a, Form *, n);
    s.cost = NEW_N(a, uint32_t, n);
    s.value = NEW_N(a, Ex, n);
    s.pivot = NEW_N(a, Assign, n);
    s.linear = NEW_N(a, uint32_t, n);
    for (Var v = 1; v < n; v++)
        if (f->var[v].name[0] == 'k')
            map_set(a, &s.names, KEY(f->var[v].name), 1);
    solve_blocks(&s);
    Block *in = dae->block;
    for (uint32_t i = 0; i < vec_len(in); i++) {
        Var *v = NULL;
        if (!may_change(&s, &in[i]))
            continue;
        ex_vars(d, in[i].inner[0].value, &v);
        for (uint32_t k = 0; k < vec_len(v); k++)
            s.linear[v[k]]++;
    }
    s.out = NULL;
    for (uint32_t i = 0; i < vec_len(in); i++) {
        if (may_change(&s, &in[i]))
            change(&s, &in[i]);
        vec_push(&d->run, s.out, in[i]);
    }
    vec_drop(in);
    dae->block = s.out;
}
