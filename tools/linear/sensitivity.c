/* sensitivity.c - derivatives of eigenvalues by all parameters, exact.
 *
 * With right and left vectors x and l, d lambda = l' dA x/(l' x). A is what the rows of the pencil say: with v all
 * variables along x, and multipliers u from the transposed rows, u' G = l of the rates, l' dA x = -u' dG v, a sum
 * over the entries of the pencil that a parameter is in. Entries that vary with other variables change as these move
 * with the parameter while states and inputs are held: a second transposed solution. Then along definitions to the
 * parameters that others follow from. So all parameters together cost two sparse solutions a mode (adjoint method).
 *
 * Where eigenvalues are multiple l' x vanishes, or single derivatives do not exist: none are given.
 */
#include <complex.h>
#include <math.h>
#include <string.h>
#include "dtc_law.h"
#include "modes.h"

typedef double _Complex Complex;

typedef struct {
    Modes *m; Pencil *q; Dtc *d;
    Curvature *c;
    Entry *entry;                          /* vec: of rows by a parameter, for what moves with it */
    uint32_t size;                         /* rows of the whole: those of the pencil, and the constraints */
    uint32_t *follows;                     /* vec: states that follow from others; index in dae->state */
    uint32_t *held;                        /* vec: of Flat.sw, as many */
    cs_di *G;                              /* transposed rows by unknowns, then states that follow */
    double *scale;                         /* by row */
    cs_dis *s; cs_din *f;
    Complex *change;                       /* by Var: d lambda */
    Var *order;                            /* vec: what is defined by parameters, before what it is defined by */
} Adjoint;

/* ---- rows ---------------------------------------------------------------------------------------------- */

/* The unknown of a column: UINT32_MAX: it is held. */
static uint32_t unknown_of(const Adjoint *a, uint32_t column)
{
    const Linear *l = a->m->l;

    if (column >= a->q->n + a->q->k)
        return UINT32_MAX;
    if (column >= a->q->n)
        return column - a->q->n;
    if (l->fate[column] == STATE_FOLLOWS)
        for (uint32_t i = 0; i < vec_len(a->follows); i++)
            if (a->follows[i] == column)
                return a->q->k + i;
    return UINT32_MAX;
}

/* A stuck element that adds nothing passes no torque that varies. */
static double value_of(const Adjoint *a, const PencilRow *r, const Entry *x)
{
    if (!r->sw || !a->m->l->redundant[r->sw])
        return x->value;
    return x->by.v == a->q->p->e->f->sw[r->sw].lambda ? (x->by.negated ? -1 : 1) : 0;
}

static void add_constraint(Adjoint *a, cs_di *T, uint32_t i)
{
    bool negated;
    const uint32_t column = pencil_column(a->q, a->q->p->e->f->sw[a->held[i]].s, &negated),
                   u = unknown_of(a, column);

    a->scale[a->q->k + i] = 1;
    if (u != UINT32_MAX)
        cs_di_entry(T, (int)u, (int)(a->q->k + i), negated ? -1 : 1);
}

/* The stuck elements whose constraints took out a state: as many. */
static void find_constraints(Adjoint *a)
{
    const Linear *l = a->m->l;

    for (uint32_t i = 0; i < a->q->n; i++)
        if (l->fate[i] == STATE_FOLLOWS)
            vec_push(&a->d->run, a->follows, i);
    for (uint32_t i = 0; i < a->q->k; i++) {
        const uint32_t sw = a->q->row[i].sw;
        const Switch *w = &a->q->p->e->f->sw[sw];
        if (sw && l->p->place[sw] == DTC_STUCK && !l->redundant[sw] && !pencil_yields(a->q, w))
            vec_push(&a->d->run, a->held, sw);
    }
}

static bool factor(Adjoint *a)
{
    const Pencil *q = a->q;

    find_constraints(a);
    a->size = q->k + vec_len(a->held);
    a->scale = NEW_N(&a->d->run, double, a->size + 1);
    if (vec_len(a->held) != vec_len(a->follows))
        return false;
    cs_di *T = cs_di_spalloc((int)a->size, (int)a->size, (int)vec_len(q->entry) + 1, 1, 1);
    for (uint32_t i = 0; i < q->k; i++) {
        double size = 0;
        for (uint32_t k = q->row[i].first; k < q->row[i].end; k++)
            size = fmax(size, fabs(value_of(a, &q->row[i], &q->entry[k])));
        a->scale[i] = size > 0 ? 1 / size : 1;
        for (uint32_t k = q->row[i].first; k < q->row[i].end; k++) {
            const double x = value_of(a, &q->row[i], &q->entry[k]);
            const uint32_t u = unknown_of(a, q->entry[k].column);
            if (x != 0 && u != UINT32_MAX)
                cs_di_entry(T, (int)u, (int)i, x * a->scale[i]);
        }
    }
    for (uint32_t i = 0; i < vec_len(a->held); i++)
        add_constraint(a, T, i);
    a->G = cs_di_compress(T);
    cs_di_spfree(T);
    cs_di_dupl(a->G);
    a->s = cs_di_sqr(2, a->G, 0);
    a->f = a->s ? cs_di_lu(a->G, a->s, 0.1) : NULL;
    return a->f != NULL;
}

/* u with G' u = b, b by unknowns; in place, by rows then. */
static void solve(const Adjoint *a, double *b)
{
    double *x = NEW_N(&a->d->pass, double, a->size + 1);
    const int n = (int)a->size;

    cs_di_ipvec(a->f->pinv, b, x, n);
    cs_di_lsolve(a->f->L, x);
    cs_di_usolve(a->f->U, x);
    cs_di_ipvec(a->s->q, x, b, n);
    for (int i = 0; i < n; i++)
        b[i] *= a->scale[i];
}

static Complex *solve_complex(const Adjoint *a, const Complex *b)
{
    double *re = NEW_N(&a->d->pass, double, a->size + 1), *im = NEW_N(&a->d->pass, double, a->size + 1);
    Complex *u = NEW_N(&a->d->pass, Complex, a->size + 1);

    for (uint32_t i = 0; i < a->size; i++) {
        re[i] = creal(b[i]);
        im[i] = cimag(b[i]);
    }
    solve(a, re);
    solve(a, im);
    for (uint32_t i = 0; i < a->size; i++)
        u[i] = re[i] + im[i] * I;
    return u;
}

/* ---- entries by parameters ----------------------------------------------------------------------------- */

static bool is_parameter(const Adjoint *a, Var v)
{
    const VarInfo *i = &a->q->p->e->f->var[v];
    return i->type == T_REAL && !i->array && pencil_column(a->q, v, NULL) == UINT32_MAX &&
           (i->variability == V_PARAM || alias_of(a->q->p->e->f, v).constant);
}

static void add_entry(Adjoint *a, uint32_t row, Partial by)
{
    if (by.v && is_parameter(a, by.v))
        vec_push(&a->d->run, a->entry, ((Entry){ row, UINT32_MAX, by, 0 }));
}

/* Of a law: a bound, or the compliance, that is a parameter. */
static void find_law_entries(Adjoint *a, uint32_t row)
{
    const Switch *w = &a->q->p->e->f->sw[a->q->row[row].sw];
    const int place = a->m->l->p->place[a->q->row[row].sw];
    const Var bound = place == DTC_FWD ? w->lo : place == DTC_BWD ? w->hi : 0;

    add_entry(a, row, (Partial){ bound, true, ex_real(a->d, 1) });
    if (place == DTC_STUCK && pencil_yields(a->q, w))
        add_entry(a, row, (Partial){ w->compliance, false, ex_var(a->d, w->lambda) });
}

/* Of all rows: what of them varies with a parameter, where their variables are held. */
static void find_entries(Adjoint *a)
{
    const Flat *f = a->q->p->e->f;

    for (uint32_t i = 0; i < a->q->k; i++) {
        const PencilRow *r = &a->q->row[i];
        if (r->sw)
            find_law_entries(a, i);
        if (r->sw || r->defined)
            continue;
        const Ex row = ex_bin(a->d, OP_SUB, f->eq[r->eq].lhs, f->eq[r->eq].rhs);
        const Partial *by = ex_partials(a->d, row, ex_partial);
        for (uint32_t k = 0; k < vec_len(by); k++)
            add_entry(a, i, by[k]);
    }
    for (uint32_t k = 0; k < vec_len(a->entry); k++) {
        const double x = entry_at(a->q->p, &a->entry[k]);
        a->entry[k].value = isfinite(x) ? x : 0;
    }
}

/* ---- definitions between parameters -------------------------------------------------------------------- */

static Ex definition(const Adjoint *a, Var v)
{
    const Flat *f = a->q->p->e->f;
    return alias_of(f, v).constant          ? alias_of(f, v).constant
         : f->var[v].variability == V_PARAM ? f->var[v].binding
                                            : 0;
}

/* Depth first: what a definition reads comes before it; read from the end. */
static void find_order(Adjoint *a)
{
    const uint32_t n = vec_len(a->q->p->e->f->var);
    uint8_t *state = NEW_N(&a->d->run, uint8_t, n + 1);
    Var *stack = NULL;

    for (Var first = 1; first < n; first++) {
        vec_push(&a->d->run, stack, first);
        while (vec_len(stack)) {
            const Var v = vec_last(stack);
            Var *read = NULL;
            if (state[v]++ == 0 && a->q->p->e->f->var[v].type == T_REAL && definition(a, v))
                ex_vars(a->d, definition(a, v), &read);
            for (uint32_t i = 0; i < vec_len(read); i++)
                if (state[read[i]] == 0)
                    vec_push(&a->d->run, stack, read[i]);
            if (vec_last(stack) != v)
                continue;
            (void)vec_pop(stack);
            if (state[v] <= 2 && definition(a, v))
                vec_push(&a->d->run, a->order, v);
            state[v] = 3;
        }
    }
}

static void follow_definitions(Adjoint *a)
{
    for (uint32_t i = vec_len(a->order); i-- > 0;) {
        const Var v = a->order[i];
        Var *read = NULL;
        if (a->change[v] == 0 || a->q->p->e->f->var[v].type != T_REAL)
            continue;
        ex_vars(a->d, definition(a, v), &read);
        for (uint32_t k = 0; k < vec_len(read); k++) {
            const double x = point_value(a->q->p, ex_partial(a->d, definition(a, v), read[k]));
            bool negated = false;
            const Var of = root_of(a->q->p->e->f, read[k], &negated);
            if (isfinite(x))
                a->change[of] += (negated ? -x : x) * a->change[v];
        }
        if (vec_len(read) > 0)
            a->change[v] = 0; /* it is no parameter that can be changed by itself */
    }
}

/* ---- one eigenvalue ------------------------------------------------------------------------------------ */

/* l of the rates, by unknowns: l' rates = sum of b over the unknowns that are rates. */
static Complex *load(const Adjoint *a, const EigenPair *p, Complex *normal)
{
    const Linear *l = a->m->l;
    Complex *b = NEW_N(&a->d->pass, Complex, a->size + 1);

    *normal = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        bool negated;
        const Var rate = l->p->e->f->var[l->p->e->dae->state[l->state[i]]].der;
        const uint32_t column = pencil_column(a->q, rate, &negated),
                       u = column == UINT32_MAX ? UINT32_MAX : unknown_of(a, column);
        const Complex left = p->l[i] + p->li[i] * I;
        *normal += left * (p->x[i] + p->xi[i] * I);
        if (u != UINT32_MAX)
            b[u] += negated ? -left : left;
    }
    return b;
}

/* The sum over entries that vary: by parameters into change, by unknowns into bent. */
static bool sum_entries(Adjoint *a, const Mode *o, const Complex *u, Complex *bent)
{
    bool bends = false;

    for (uint32_t i = 0; i < vec_len(a->c->entry); i++) {
        const Entry *x = &a->c->entry[i], *of = &a->q->entry[x->row];
        if (of->column >= a->q->n + a->q->k)
            continue;
        const Complex part =
            -u[of->row] * (o->all[2 * of->column] + o->all[2 * of->column + 1] * I) * x->value;
        const uint32_t unknown = x->column == UINT32_MAX ? UINT32_MAX : unknown_of(a, x->column);
        if (x->column == UINT32_MAX) {
            a->change[root(a->q->p->e->of, x->by.v)] += part;
        } else if (unknown != UINT32_MAX && unknown < a->q->k) {
            bent[unknown] += part;
            bends |= part != 0;
        }
    }
    return bends;
}

static Slope *slopes_at(Adjoint *a, const Mode *o)
{
    const uint32_t n = vec_len(a->q->p->e->f->var);
    Complex normal, *b = load(a, o->at, &normal), *bent = NEW_N(&a->d->pass, Complex, a->size + 1);
    Slope *out = NULL;
    double lsize = 0, xsize = 0, largest = 0;

    for (uint32_t i = 0; i < a->m->l->n; i++) {
        lsize += o->at->l[i] * o->at->l[i] + o->at->li[i] * o->at->li[i];
        xsize += o->at->x[i] * o->at->x[i] + o->at->xi[i] * o->at->xi[i];
    }
    if (!(cabs(normal) > 1e-12 * sqrt(lsize * xsize)))
        return NULL;
    memset(a->change, 0, (n + 1) * sizeof *a->change);
    if (sum_entries(a, o, solve_complex(a, b), bent)) {
        const Complex *u = solve_complex(a, bent);
        for (uint32_t k = 0; k < vec_len(a->entry); k++)
            a->change[a->entry[k].by.v] -= u[a->entry[k].row] * a->entry[k].value;
    }
    follow_definitions(a);
    for (Var v = 1; v < n; v++)
        largest = fmax(largest, cabs(a->change[v] / normal * point_of(a->q->p, v)));
    for (Var v = 1; v < n; v++) {
        const Complex x = a->change[v] / normal;
        if (x != 0 && cabs(x) * fabs(point_of(a->q->p, v)) >= 1e-9 * largest &&
            !a->q->p->e->f->var[v].structural)
            vec_push(&a->d->run, out, ((Slope){ v, creal(x), cimag(x) }));
    }
    if (!out)
        out = vec_reserve(&a->d->run, NULL, sizeof *out, 1);
    return out;
}

static bool is_multiple(const Modes *m, const Mode *o)
{
    for (uint32_t i = 0; i < vec_len(m->eigen.pair); i++) {
        const EigenPair *p = &m->eigen.pair[i];
        if (p != o->at && p->im >= 0 &&
            hypot(p->re - o->at->re, p->im - o->at->im) <= 1e-8 * hypot(o->at->re, o->at->im))
            return true;
    }
    return false;
}

Slope **mode_slopes(Modes *m)
{
    Dtc *d = m->l->p->d;
    Adjoint a = { .m = m, .q = m->l->q, .d = d, .c = curvature_new(m->l->q, true) };
    Slope **all = NEW_N(&d->run, Slope *, vec_len(m->mode) + 1);

    (void)curvature_values(a.c);
    if (factor(&a)) {
        a.change = NEW_N(&d->run, Complex, vec_len(m->l->p->e->f->var) + 1);
        find_entries(&a);
        find_order(&a);
        for (uint32_t i = 0; i < vec_len(m->mode); i++)
            if (!m->mode[i].at->zero && !is_multiple(m, &m->mode[i])) {
                all[i] = slopes_at(&a, &m->mode[i]);
                forget_pass(d);
            }
    }
    cs_di_sfree(a.s);
    cs_di_nfree(a.f);
    cs_di_spfree(a.G);
    return all;
}
