/* tear.c - blocks into systems as small as can be: tearing variables, the rest in order, residuals and exact matrices.
 *
 * causal.c chooses the tearing variables z; the other unknowns follow one by one (inner) and as many equations remain
 * as residuals (Elmqvist and Otter 1994). The torques lambda of switching elements are given from outside: the runtime
 * finds them. J = d res/dz, B = d res/d lambda, C = da/dz, D = da/d lambda are total derivatives, propagated forward
 * through inner as expressions; a factor that gets long becomes a variable of its own (k1, k2 ...), so that expressions
 * stay short and memory linear on chains of any length.
 *
 * A block whose derivatives contain its own unknowns is not linear: Newton steps, with J as it is; a lambda in such a
 * block is an error. With -fno-tear all unknowns are tearing variables (up to DENSE of them).
 *
 * Cost: linear in the entries times the tearing variables that reach them.
 * Requires: sort. Ensures: tear, res, inner, J, B, C, D of every block; one equation that is linear in its unknown is
 * B_ASSIGN.
 */
#include <math.h>
#include <stdlib.h>
#include "sort.h"
#include "scratch.h"
#include "tear.h"

enum { DENSE = 1000, SHORT = 3 };

/* One block being torn. */
typedef struct {
    Tearing *t; Block *b;
    Eq      *eq; Row *row; uint32_t n;     /* equations that are no laws */
    Var     *unknown;                      /* n, by local number */
    uint32_t m;                            /* laws */
    Causal   causal;
    bool     nonlinear;
    RowEntry **partial;                      /* by local number: vec, of columns */
    Ex      *sum; uint32_t *touched;       /* by column: scratch */
    Block  **out; Var **hoisted;
} Torn;

Tearing *tear_begin(Dtc *d, Flat *f)
{
    Tearing *t = NEW(&d->pass, Tearing);
    *t = (Tearing){ .d = d,
                    .f = f,
                    .value = known_values_apart(d, f),
                    .nlocal = vec_len(f->var),
                    .nholds = ex_count(d) + 1,
                    .stamp = 0 };
    t->local = NEW_N(&d->pass, uint32_t, t->nlocal + 1);
    t->rate = NEW_N(&d->pass, bool, t->nlocal + 1);
    t->entry_of = NEW_N(&d->pass, uint32_t, t->nlocal + 1);
    t->holds = NEW_N(&d->memos, uint32_t, t->nholds);
    for (Var v = 0; v < t->nlocal; v++) {
        t->local[v] = NOT_LOCAL;
        if (f->var[v].is_state)
            t->rate[f->var[v].der] = true;
        if (v && f->var[v].name[0] == 'k')
            map_set(&d->pass, &t->taken, KEY(f->var[v].name), 1);
    }
    return t;
}

/* ---- one equation -------------------------------------------------------------------------------------- */

static void assign(Torn *w, Var v, Ex value, Eq eq, Ex pivot)
{
    Tearing *t = w->t;
    double x;
    vec_push(&t->d->run, w->b->inner,
             ((Assign){ v, value, eq,
                        pivot && ex_is_num(t->d, pivot, &x) && (x == 1 || x == -1) ? 0 : pivot }));
    if (v < t->nlocal && known_eval(t->d, value, t->value, &x))
        t->value[v] = x;
}

/* Is it zero for one value of its conditions? */
static bool vanishes(Dtc *d, Ex e)
{
    while (ex_op(d, e) == OP_NEG)
        e = ex_arg(d, e, 0);
    if (ex_op(d, e) != OP_IF)
        return ex_is_zero(d, e);
    return vanishes(d, ex_arg(d, e, 1)) || vanishes(d, ex_arg(d, e, 2));
}

static bool is_last_real(Dtc *d, Ex e, void *data)
{
    (void)data;
    return ex_op(d, e) == OP_LAST && ex_type(d, e) == T_REAL;
}

/* In a fixed step: has it branches (branch.c)? Then it is a system. */
static bool has_branches(Dtc *d, Ex pivot)
{
    return pivot && !d->opt.hybrid && d->opt.method != M_EXACT && ex_any(d, pivot, is_last_real, NULL);
}

/* A block of one equation. False: it is not linear in its unknown, or that may have no coefficient. */
static bool solve_single(Torn *w)
{
    Tearing *t = w->t;
    const Equation *q = &t->f->eq[w->b->eq[0]];
    Ex pivot = 0, value = 0;
    if (!w->row[0].nonlinear || ex_type(t->d, q->lhs) != T_REAL)
        value = ex_solve(t->d, q->lhs, q->rhs, w->b->var[0], &pivot);
    if (!value || (pivot && vanishes(t->d, pivot)) || has_branches(t->d, pivot))
        return false;
    w->b->kind = B_ASSIGN;
    assign(w, w->b->var[0], value, w->b->eq[0], pivot);
    return true;
}

/* ---- partial derivatives ------------------------------------------------------------------------------- */

/* Has the expression at most SHORT nodes? */
static bool is_short(Dtc *d, Ex e)
{
    Ex stack[2 * SHORT + 4] = { e };
    for (uint32_t n = 1, seen = 0; n > 0;) {
        Ex x = stack[--n];
        if (++seen > SHORT || ex_narg(d, x) > 2)
            return false;
        for (uint32_t i = 0; i < ex_narg(d, x); i++)
            stack[n++] = ex_arg(d, x, i);
    }
    return true;
}

/* A variable for a factor that got long; in a block that is not linear it is evaluated with the block's inner
 * variables. */
static Ex shorten(Torn *w, Ex e, Eq eq)
{
    Tearing *t = w->t;
    Dtc *d = t->d;
    const char *name;
    if (is_short(d, e))
        return e;
    if (ex_op(d, e) == OP_NEG)
        return ex_un(d, OP_NEG, shorten(w, ex_arg(d, e, 0), eq));
    do
        name = internf(d, "k%u", ++t->named);
    while (map_get(&t->taken, KEY(name)));
    Var v = add_auxiliary(d, t->f, name, ex_type(d, e));
    vec_push(&d->run, *w->hoisted, v);
    if (w->nonlinear) {
        vec_push(&d->run, w->b->inner, ((Assign){ v, e, eq, 0 }));
    } else {
        Block one = { .kind = B_ASSIGN };
        vec_push(&d->run, one.var, v);
        vec_push(&d->run, one.eq, eq);
        vec_push(&d->run, one.inner, ((Assign){ v, e, eq, 0 }));
        vec_push(&d->run, *w->out, one);
    }
    return ex_var(d, v);
}

static void add_to(Torn *w, uint32_t col, Ex e)
{
    if (!w->sum[col]) {
        w->sum[col] = e;
        vec_push(&w->t->d->pass, w->touched, col);
    } else {
        w->sum[col] = factor_add(w->t->d, w->sum[col], e);
    }
}

/* Adds factor times the derivatives of what the entries stand for, except those of unknown `not`. */
static void add_entries(Torn *w, const Row *r, uint32_t not, Ex over)
{
    Dtc *d = w->t->d;
    for (uint32_t k = 0; k < vec_len(r->entry) + vec_len(r->torque); k++) {
        const Entry *e = k < vec_len(r->entry) ? &r->entry[k] : &r->torque[k - vec_len(r->entry)];
        if (e->local == not || ex_is_zero(d, e->c))
            continue;
        Ex factor = over ? factor_neg(d, factor_div(d, e->c, over)) : e->c;
        for (uint32_t i = 0; i < vec_len(w->partial[e->local]); i++) {
            RowEntry p = w->partial[e->local][i];
            add_to(w, p.of, factor_mul(d, factor, p.x));
        }
    }
}

/* The sums, as a vec of nonzero ones. */
static RowEntry *take_sums(Torn *w, Eq eq, bool shortened)
{
    Dtc *d = w->t->d;
    RowEntry *out = NULL;
    for (uint32_t i = 0; i < vec_len(w->touched); i++) {
        uint32_t c = w->touched[i];
        if (!ex_is_zero(d, w->sum[c]))
            vec_push(&d->pass, out, ((RowEntry){ c, shortened ? shorten(w, w->sum[c], eq) : w->sum[c] }));
        w->sum[c] = 0;
    }
    vec_clear(w->touched);
    return out;
}

static const Entry *entry_of(const Row *r, uint32_t local)
{
    for (uint32_t k = 0; k < vec_len(r->entry); k++)
        if (r->entry[k].local == local)
            return &r->entry[k];
    return NULL;
}

/* ---- solving ------------------------------------------------------------------------------------------- */

static Ex *zeros(Dtc *d, uint32_t n)
{
    Ex *v = NEW_N(&d->run, Ex, n + 1);
    for (uint32_t i = 0; i < n; i++)
        v[i] = ex_real(d, 0);
    return v;
}

static void solve_inner(Torn *w)
{
    Tearing *t = w->t;
    for (uint32_t i = 0; i < vec_len(w->causal.solved); i++) {
        Solved s = w->causal.solved[i];
        const Row *r = &w->row[s.row];
        const Equation *q = &t->f->eq[w->eq[s.row]];
        Ex pivot = 0, value = ex_solve(t->d, q->lhs, q->rhs, w->unknown[s.local], &pivot);
        assign(w, w->unknown[s.local], value, w->eq[s.row], pivot);
        add_entries(w, r, s.local, entry_of(r, s.local)->c);
        w->partial[s.local] = take_sums(w, w->eq[s.row], true);
    }
}

static int by_column(const void *a, const void *b)
{
    uint32_t x = ((const RowEntry *)a)->of, y = ((const RowEntry *)b)->of;
    return x < y ? -1 : x > y;
}

static void make_residuals(Torn *w)
{
    Tearing *t = w->t;
    Block *b = w->b;
    uint32_t n = vec_len(w->causal.tear);
    b->B = zeros(t->d, n * w->m);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = w->causal.residual[i];
        const Equation *q = &t->f->eq[w->eq[r]];
        vec_push(&t->d->run, b->res_eq, w->eq[r]);
        vec_push(&t->d->run, b->res, ex_bin(t->d, OP_SUB, q->lhs, q->rhs));
        add_entries(w, &w->row[r], NOT_LOCAL, 0);
        RowEntry *p = take_sums(w, w->eq[r], false);
        if (p)
            qsort(p, vec_len(p), sizeof *p, by_column);
        for (uint32_t k = 0; k < vec_len(p); k++)
            if (p[k].of < n)
                vec_push(&t->d->run, b->J, ((Coefficient){ i, p[k].of, p[k].x }));
            else
                b->B[i * w->m + p[k].of - n] = p[k].x;
    }
}

/* C and D: the slip accelerations over tearing variables and torques. */
static void make_accelerations(Torn *w)
{
    Tearing *t = w->t;
    Block *b = w->b;
    uint32_t n = vec_len(w->causal.tear);
    b->C = zeros(t->d, w->m * n);
    b->D = zeros(t->d, w->m * w->m);
    for (uint32_t i = 0; i < w->m; i++) {
        bool minus;
        Var a = var_root(t->f, t->f->sw[b->sw[i]].a, &minus);
        if (!a || t->local[a] == NOT_LOCAL)
            continue;
        RowEntry *p = w->partial[t->local[a]];
        for (uint32_t k = 0; k < vec_len(p); k++)
            *(p[k].of < n ? &b->C[i * n + p[k].of] : &b->D[i * w->m + p[k].of - n]) =
                minus ? factor_neg(t->d, p[k].x) : p[k].x;
    }
}

/* Columns: tearing variables, then lambdas (with the sign of the law's own). */
static void unit_partials(Torn *w)
{
    Tearing *t = w->t;
    Dtc *d = t->d;
    uint32_t n = vec_len(w->causal.tear);
    w->sum = NEW_N(&d->pass, Ex, n + w->m + 1);
    w->partial = NEW_N(&d->pass, RowEntry *, w->n + w->m + 1);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t v = w->causal.tear[k];
        vec_push(&d->run, w->b->tear, w->unknown[v]);
        vec_push(&d->pass, w->partial[v], ((RowEntry){ k, ex_real(d, 1) }));
    }
    for (uint32_t k = 0; k < w->m; k++) {
        bool minus;
        var_root(t->f, t->f->sw[w->b->sw[k]].lambda, &minus);
        vec_push(&d->pass, w->partial[w->n + k], ((RowEntry){ n + k, ex_real(d, minus ? -1 : 1) }));
    }
}

/* ---- a block ------------------------------------------------------------------------------------------- */

static void enter(Torn *w)
{
    Tearing *t = w->t;
    Block *b = w->b;
    Arena *a = &t->d->pass;
    w->m = vec_len(b->sw);
    w->n = vec_len(b->eq) - w->m;
    w->eq = NEW_N(a, Eq, w->n + 1);
    w->unknown = NEW_N(a, Var, w->n + 1);
    w->row = NEW_N(a, Row, w->n + 1);
    t->nunknown = w->n;
    t->stamp++;
    for (uint32_t i = 0, k = 0, law = 0; i < vec_len(b->eq); i++) {
        bool is_law = t->f->eq[b->eq[i]].kind == EQ_SWITCH;
        t->local[b->var[i]] = is_law ? w->n + law++ : k;
        if (is_law)
            continue;
        w->eq[k] = b->eq[i];
        w->unknown[k++] = b->var[i];
    }
}

static void leave(Torn *w)
{
    for (uint32_t i = 0; i < vec_len(w->b->var); i++)
        w->t->local[w->b->var[i]] = NOT_LOCAL;
}

static void read_rows(Torn *w)
{
    for (uint32_t i = 0; i < w->n; i++) {
        const Equation *q = &w->t->f->eq[w->eq[i]];
        if (ex_type(w->t->d, q->lhs) == T_REAL)
            w->row[i] = coefficient_row(w->t, q->lhs, q->rhs);
        w->nonlinear |= w->row[i].nonlinear;
    }
}

static bool check_block(Torn *w)
{
    Tearing *t = w->t;
    for (uint32_t i = 0; i < w->n; i++) {
        const Equation *q = &t->f->eq[w->eq[i]];
        if (w->row[i].no_derivative) {
            error(t->d, q->span, q->path,
                  "%s must be solved from an equation with a function that has no derivative: %s = %s; give "
                  "the function annotation(derivative = ...)",
                  variable_names(t->d, t->f, w->unknown, w->n), ex_plain(t->d, q->lhs),
                  ex_plain(t->d, q->rhs));
            return false;
        }
        if (w->row[i].nonlinear && w->m) {
            const Switch *s = &t->f->sw[w->b->sw[0]];
            error(t->d, s->span, s->path, "the torque of %s is part of a system that is not linear, over %s",
                  s->name, variable_names(t->d, t->f, w->unknown, w->n));
            note(t->d, q->span, q->path, "not linear: %s = %s", ex_plain(t->d, q->lhs),
                 ex_plain(t->d, q->rhs));
            return false;
        }
    }
    return true;
}

static Causal choose_all(Torn *w)
{
    Causal c = { 0 };
    for (uint32_t i = 0; i < w->n; i++) {
        vec_push(&w->t->d->pass, c.tear, i);
        vec_push(&w->t->d->pass, c.residual, i);
    }
    return c;
}

static void choose(Torn *w)
{
    Tearing *t = w->t;
    bool *preferred = NEW_N(&t->d->pass, bool, w->n + 1);
    for (uint32_t i = 0; i < w->n; i++) {
        preferred[i] = t->rate[w->unknown[i]];
    }
    bool dense = (t->d->opt.no_tear && w->n <= DENSE) || (w->n == 1 && w->m == 0);
    w->causal = dense ? choose_all(w) : causalize(&t->d->pass, w->row, w->n, preferred);
}

bool tear_numbers(Tearing *t, Eq e, const Var *v, uint32_t n, double *c)
{
    const Equation *q = &t->f->eq[e];
    Scratch own = scratch_begin(t->d);
    t->nunknown = n;
    t->stamp++;
    for (uint32_t i = 0; i < n; i++)
        t->local[v[i]] = i, c[i] = 0;
    Row r = coefficient_row(t, q->lhs, q->rhs);
    bool good = !r.nonlinear;
    for (uint32_t i = 0; i < n; i++)
        t->local[v[i]] = NOT_LOCAL, t->value[v[i]] = 0;
    for (uint32_t k = 0; k < vec_len(r.entry) && good; k++)
        good = known_eval(t->d, r.entry[k].c, t->value, &c[r.entry[k].local]);
    good = good && known_eval(t->d, ex_bin(t->d, OP_SUB, q->lhs, q->rhs), t->value, &c[n]);
    for (uint32_t i = 0; i < n; i++)
        t->value[v[i]] = NAN;
    scratch_end(t->d, own);
    return good;
}

bool tear_next(Tearing *t, Block *b, Var **hoisted, Block **out)
{
    Torn w = { .t = t, .b = b, .out = out, .hoisted = hoisted };
    Scratch own = scratch_begin(t->d);
    enter(&w);
    read_rows(&w);
    bool good = check_block(&w);
    if (good && !(w.n == 1 && w.m == 0 && solve_single(&w))) {
        choose(&w);
        unit_partials(&w);
        solve_inner(&w);
        make_residuals(&w);
        make_accelerations(&w);
        b->kind = w.m ? B_SWITCHED : w.nonlinear ? B_NONLINEAR : B_LINEAR;
    }
    leave(&w);
    scratch_end(t->d, own);
    vec_push(&t->d->run, *out, *b);
    return good;
}

bool tear(Dtc *d, Flat *f, Dae *dae)
{
    Tearing *t = tear_begin(d, f);
    Block *in = dae->block;
    dae->block = NULL;
    bool good = true;
    for (uint32_t i = 0; i < vec_len(in) && good; i++)
        good = tear_next(t, &in[i], &dae->hoisted, &dae->block);
    vec_drop(in);
    return good;
}
