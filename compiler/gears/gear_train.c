/* gear_train.c - from kinematic rows to motions: members, elements, freedoms.
 *
 * Variables that rows say are equal, or zero, are put together first (union-find). Rows that define a variable are set
 * aside. What is left, gears that take part in one another, goes through an exact elimination to reduced echelon form.
 * Then each variable is a sum of free ones, and those that flanges need are the freedoms. Flanges with the same sum are
 * one member; with none, the housing.
 *
 * Requires: a flat model that need not be complete: open flanges are free to move. Ensures: motions of the same length.
 * Cost: near-linear in the rows but for the gears: their number times that of the variables in them. Fractions that
 * outgrow 64 bits are an error.
 */
#include <string.h>
#include "flatten.h"
#include "gears.h"

enum { MOST = 200 };                       /* freedoms: a motion has so many numbers, and each flange has one */

typedef struct { uint32_t col; Rational c; } Entry;
typedef Entry *Sparse;                     /* vec, by column */

typedef struct {
    Dtc *d; const Flat *f; Train *t;
    uint32_t *same;                        /* by Var: union-find; 0 is what stands still */
    Sparse *row;                           /* vec: solved, each for its pivot: definitions, then gears */
    uint32_t first_gear;                   /* no gear has the pivot of another */
    uint32_t *pivot_row;                   /* by Var: 1 + row in which it is the pivot */
    uint32_t *freedom;                     /* by Var: 1 + which of the freedoms it is */
    bool overflow;
} Solver;

/* ---- variables of one motion ------------------------------------------------------------------------------------- */

static uint32_t find(Solver *s, uint32_t v)
{
    while (s->same[v] != v)
        v = s->same[v] = s->same[s->same[v]];
    return v;
}

static void join(Solver *s, uint32_t a, uint32_t b)
{
    a = find(s, a), b = find(s, b);
    s->same[a > b ? a : b] = a > b ? b : a;        /* 0 stays what stands still */
}

static Sparse without_zeros(Sparse r)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < vec_len(r); k++)
        if (r[k].c.num != 0)
            r[n++] = r[k];
    while (vec_len(r) > n)
        (void)vec_pop(r);
    return r;
}

/* The row in representatives, without zeros. */
static Sparse collect(Solver *s, const KinematicRow *row)
{
    Sparse out = NULL;

    for (uint32_t i = 0; i < vec_len(row->term); i++) {
        uint32_t col = find(s, row->term[i].var), k = 0;
        if (col == 0)
            continue;
        while (k < vec_len(out) && out[k].col != col)
            k++;
        if (k == vec_len(out))
            vec_push(&s->d->pass, out, ((Entry){ col, row->term[i].factor }));
        else
            s->overflow |= !rat_add(out[k].c, row->term[i].factor, &out[k].c);
    }
    return without_zeros(out);
}

/* x = y or x = 0, again and again until there is no more of it; what is left are the gears. */
static Sparse *join_all(Solver *s, const KinematicRow *rows)
{
    bool *used = NEW_N(&s->d->pass, bool, vec_len(rows) + 1), again = true;
    Sparse *rest = NULL;

    while (again) {
        again = false;
        for (uint32_t i = 0; i < vec_len(rows); i++) {
            Sparse r = used[i] ? NULL : collect(s, &rows[i]);
            uint32_t n = vec_len(r);
            bool equal = n == 2 && r[0].c.num == -r[1].c.num && r[0].c.den == r[1].c.den;
            if (used[i] || (n > 1 && !equal))
                continue;
            used[i] = again = true;
            if (n)
                join(s, r[0].col, equal ? r[1].col : 0);
        }
    }
    for (uint32_t i = 0; i < vec_len(rows); i++)
        if (!used[i]) {
            s->t->decimal |= rows[i].decimal;
            vec_push(&s->d->pass, rest, collect(s, &rows[i]));
        }
    return rest;
}

/* ---- elimination ------------------------------------------------------------------------------------------------- */

static Rational *entry_of(Sparse r, uint32_t col)
{
    for (uint32_t k = 0; k < vec_len(r); k++)
        if (r[k].col == col)
            return &r[k].c;
    return NULL;
}

/* r + factor*by */
static Sparse combined(Solver *s, Sparse r, const Entry *by, Rational factor)
{
    Sparse out = NULL;

    for (uint32_t k = 0; k < vec_len(r); k++)
        vec_push(&s->d->pass, out, r[k]);
    for (uint32_t k = 0; k < vec_len(by); k++) {
        Rational add = { 0, 1 }, *at = entry_of(out, by[k].col);
        s->overflow |= !rat_mul(by[k].c, factor, &add);
        if (at)
            s->overflow |= !rat_add(*at, add, at);
        else
            vec_push(&s->d->pass, out, ((Entry){ by[k].col, add }));
    }
    return without_zeros(out);
}

static Sparse without_pivots(Solver *s, Sparse r)
{
    for (uint32_t k = 0; k < vec_len(r) && !s->overflow;) {
        uint32_t p = s->pivot_row[r[k].col];
        if (p) {
            r = combined(s, r, s->row[p - 1], (Rational){ -r[k].c.num, r[k].c.den });
            k = 0;
        } else {
            k++;
        }
    }
    return r;
}

/* The pivot gets factor 1. */
static void solve_for(Solver *s, Sparse r, uint32_t pivot)
{
    Rational inverse = { 1, 1 }, one = { 1, 1 };

    s->overflow |= !rat_div(one, *entry_of(r, pivot), &inverse);
    for (uint32_t k = 0; k < vec_len(r); k++)
        s->overflow |= !rat_mul(r[k].c, inverse, &r[k].c);
    vec_push(&s->d->pass, s->row, r);
    s->pivot_row[pivot] = vec_len(s->row);
}

/* A gear, without the pivots of others; its own leaves them. */
static void add_row(Solver *s, Sparse r)
{
    r = without_pivots(s, r);
    if (!vec_len(r) || s->overflow)
        return;
    uint32_t pivot = r[vec_len(r) - 1].col, before = vec_len(s->row);
    solve_for(s, r, pivot);
    for (uint32_t i = s->first_gear; i < before; i++) {
        Rational *c = entry_of(s->row[i], pivot);
        if (c && !s->overflow)
            s->row[i] = combined(s, s->row[i], r, (Rational){ -c->num, c->den });
    }
}

/* Those of flanges, which others are to be expressed by. */
static bool *of_flanges(Solver *s)
{
    bool *is = NEW_N(&s->d->pass, bool, vec_len(s->f->var) + 1);

    for (uint32_t i = 0; i < vec_len(s->t->flange); i++)
        is[find(s, s->t->flange[i].var)] = true;
    return is;
}

/* Rows with a variable that is in no other: it is what they define, such as a slip. With them set aside others have
 * such a variable, until what is left are gears that take part in one another. NULL in place of a row that was. */
static void set_definitions_aside(Solver *s, Sparse *rows)
{
    uint32_t n = vec_len(s->f->var), *count = NEW_N(&s->d->pass, uint32_t, n), *last = NEW_N(&s->d->pass, uint32_t, n);
    uint32_t *ready = NULL;                /* last: exclusive or of the rows that a variable is in */
    const bool *flange = of_flanges(s);

    for (uint32_t i = 0; i < vec_len(rows); i++)
        for (uint32_t k = 0; k < vec_len(rows[i]); k++) {
            count[rows[i][k].col]++;
            last[rows[i][k].col] ^= i;
        }
    for (Var v = 1; v < n; v++)
        if (count[v] == 1 && !flange[v])
            vec_push(&s->d->pass, ready, v);
    while (vec_len(ready) && !s->overflow) {
        uint32_t col = vec_pop(ready), i = last[col];
        Sparse r = count[col] == 1 ? rows[i] : NULL;
        for (uint32_t k = 0; k < vec_len(r); k++) {
            last[r[k].col] ^= i;
            if (--count[r[k].col] == 1 && !flange[r[k].col])
                vec_push(&s->d->pass, ready, r[k].col);
        }
        if (r) {
            solve_for(s, r, col);
            rows[i] = NULL;
        }
    }
}

/* ---- motions ----------------------------------------------------------------------------------------------------- */

/* A variable as a sum of free ones. */
static Sparse sum_of(Solver *s, Var v)
{
    uint32_t col = find(s, v);
    Sparse out = NULL;

    if (col)
        vec_push(&s->d->pass, out, ((Entry){ col, { 1, 1 } }));
    return without_pivots(s, out);
}

static void count_freedoms(Solver *s, Var v)
{
    Sparse sum = sum_of(s, v);

    for (uint32_t k = 0; k < vec_len(sum); k++)
        if (!s->freedom[sum[k].col])
            s->freedom[sum[k].col] = ++s->t->freedoms;
}

/* Of a slip: only as far as flanges move. */
static Rational *motion_of(Solver *s, Var v)
{
    Rational *m = NEW_N(&s->d->run, Rational, s->t->freedoms + 1);
    Sparse sum = sum_of(s, v);

    for (uint32_t i = 0; i < s->t->freedoms; i++)
        m[i] = (Rational){ 0, 1 };
    for (uint32_t k = 0; k < vec_len(sum); k++)
        if (s->freedom[sum[k].col])
            m[s->freedom[sum[k].col] - 1] = sum[k].c;
    return m;
}

static bool is_within(const char *path, const char *sub)
{
    size_t n = strlen(sub);
    return n == 0 || (strncmp(path, sub, n) == 0 && (path[n] == '.' || path[n] == '['));
}

/* Flanges: what connectors have that is equal where they meet, beside a torque or force. */
static void find_flanges(Solver *s, const Inst *in, const char *sub)
{
    const Inst *potential = NULL;
    bool flow = false;

    if (!present(in))
        return;
    for (uint32_t k = 0; in->ndim && in->elem && k < in->size; k++)
        find_flanges(s, in->elem[k], sub);
    if (in->ndim && in->elem)
        return;
    for (uint32_t i = 0; i < vec_len(in->child); i++) {
        const Inst *c = in->child[i];
        if (is_connector_class(in) && c->type == T_REAL && !c->ndim && present(c)) {
            flow |= c->flow;
            potential = c->flow || potential ? potential : c;
        } else {
            find_flanges(s, c, sub);
        }
    }
    if (flow && potential && potential->first && is_within(in->path, sub))
        vec_push(&s->d->run, s->t->flange, ((Flange){ in->path, potential->first, 0 }));
}

static bool is_zero(const Train *t, const Rational *m)
{
    for (uint32_t i = 0; i < t->freedoms; i++)
        if (m[i].num != 0)
            return false;
    return true;
}

static bool is_same(const Train *t, const Rational *a, const Rational *b)
{
    for (uint32_t i = 0; i < t->freedoms; i++)
        if (a[i].num != b[i].num || a[i].den != b[i].den)
            return false;
    return true;
}

static uint32_t member_of(Train *t, const Rational *motion, const char *name)
{
    for (uint32_t k = 0; k < vec_len(t->member); k++)
        if (is_same(t, t->member[k].motion, motion))
            return k;
    vec_push(&t->d->run, t->member, ((Member){ name, motion, is_zero(t, motion) }));
    return vec_len(t->member) - 1;
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

/* Variable -> its equation v = ... */
static Map definitions(Dtc *d, const Flat *f)
{
    Map of = { 0 };

    for (Eq e = 1; e < vec_len(f->eq); e++)
        if (f->eq[e].lhs && ex_is_var(d, f->eq[e].lhs))
            map_set(&d->pass, &of, ex_is_var(d, f->eq[e].lhs), e);
    return of;
}

/* A bound that is 0 in the model's own words: no torque of that sign. */
static bool is_never(const Solver *s, const Map *definition, Var bound)
{
    Eq e = (Eq)map_get(definition, bound);

    return e && s->f->eq[e].rhs && ex_is_zero(s->d, ex_fold(s->d, s->f->eq[e].rhs));
}

/* The members whose flanges the component has. */
static void connect_element(const Train *t, ShiftElement *e, const char *component)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(t->flange) && n < 2; i++)
        if (is_within(t->flange[i].path, component) && (n == 0 || t->flange[i].member != e->connects[0]))
            e->connects[n++] = t->flange[i].member;
}

static void find_elements(Solver *s, const char *sub)
{
    const Map definition = definitions(s->d, s->f);

    for (uint32_t i = 1; i < vec_len(s->f->sw); i++) {
        const Switch *w = &s->f->sw[i];
        if (!is_within(w->path, sub) && *sub)
            continue;
        const char *dot = strrchr(w->name, '.');
        const char *component = dot ? intern(s->d, w->name, (size_t)(dot - w->name)) : w->name;
        bool backward = !is_never(s, &definition, w->lo), forward = !is_never(s, &definition, w->hi);
        ShiftElement e = { .name = component, .span = w->span, .motion = motion_of(s, w->s),
                           .backward = w->lo_infinite || backward, .forward = w->hi_infinite || forward,
                           .one_way = w->lo_infinite != w->hi_infinite || backward != forward,
                           .dog = w->lo_infinite && w->hi_infinite };
        e.idle = is_zero(s->t, e.motion);
        connect_element(s->t, &e, component);
        if (e.idle)
            e.connects[1] = e.connects[0];
        vec_push(&s->d->run, s->t->element, e);
    }
}

bool train_of(Dtc *d, const Flat *f, const Inst *root, const char *sub, Train *t)
{
    uint32_t n = vec_len(f->var);
    Solver s = { .d = d, .f = f, .t = t, .same = NEW_N(&d->pass, uint32_t, n) };

    s.pivot_row = NEW_N(&d->pass, uint32_t, n);
    s.freedom = NEW_N(&d->pass, uint32_t, n);

    *t = (Train){ .d = d, .f = f, .sub = sub };
    for (uint32_t v = 0; v < n; v++)
        s.same[v] = v;
    Sparse *gears = join_all(&s, kinematic_rows(d, f));
    find_flanges(&s, root, sub);
    set_definitions_aside(&s, gears);
    s.first_gear = vec_len(s.row);
    for (uint32_t i = 0; i < vec_len(gears) && !s.overflow; i++)
        add_row(&s, gears[i]);
    for (uint32_t i = 0; i < vec_len(t->flange) && t->freedoms <= MOST; i++)
        count_freedoms(&s, t->flange[i].var);
    if (s.overflow || t->freedoms > MOST) {
        if (s.overflow)
            error(d, root->span, sub, "the ratios of this gear train are no fractions of 64 bits");
        else
            error(d, root->span, sub, "this gear train has more than %d freedoms: choose a part of it, --sub PATH",
                  MOST);
        return false;
    }
    (void)member_of(t, motion_of(&s, 0), "housing");
    for (uint32_t i = 0; i < vec_len(t->flange); i++)
        t->flange[i].member = member_of(t, motion_of(&s, t->flange[i].var), t->flange[i].path);
    find_elements(&s, sub);
    return true;
}
