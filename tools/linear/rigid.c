/* rigid.c - rigid motions of a linear model, exactly: from its untorn equations.
 *
 * In the state space stiffnesses are divided by inertias and multiplied by ratios, and its rows no longer add up to
 * zero to the last bit where a motion deforms nothing; a weak spring is lost beside a stiff one. Before, rates are
 * unknowns like others. With all of them zero what is left of the equations says that torques of springs add up to
 * none, that elongations are the torques over the stiffnesses, and how angles and elongations belong together: its null
 * space are the motions under which nothing changes, and no inertia is in it. Then rates that are such motions are
 * allowed for in place of zero, which gives the speeds with which nothing but these motions changes, and so on.
 *
 * An element that sticks keeps its slip, and the gap of a contact, at zero. Cost: an elimination for each level, of
 * which a drivetrain has two or three.
 */
#include <math.h>
#include <string.h>
#include "dtc_law.h"
#include "elimination.h"
#include "linearize.h"
#include "rigid.h"

/* place: by column of the pencil, states first: 1 + the unknown of the elimination; 0: none. rate_of: 1 + the state
 * whose rate it is, negated or not, 0: of none. x: the motions so far, q->n numbers each, of all states */
typedef struct {
    const Linear *l; const Pencil *q;
    uint32_t *place, *rate_of, unknowns;
    bool *minus;
    uint32_t count, before;                /* motions; those of the levels before the last */
    double *x;
} Search;

static bool moves(const Linear *l, uint32_t state)
{
    return l->fate[state] == STATE_KEPT || l->fate[state] == STATE_FOLLOWS;
}

/* Rates of states that nothing reads are free: they are unknowns. */
static void find_rates(Search *s)
{
    for (uint32_t i = 0; i < s->q->n; i++) {
        const Var rate = s->l->p->e->f->var[s->l->p->e->dae->state[i]].der;
        bool negated;
        const uint32_t column = rate ? pencil_column(s->q, rate, &negated) : UINT32_MAX;
        if (s->l->fate[i] == STATE_UNREAD || column >= s->q->n + s->q->k)
            continue;
        s->rate_of[column] = i + 1;
        s->minus[column] = negated;
    }
}

static void place_unknowns(Search *s)
{
    for (uint32_t c = 0; c < s->q->n + s->q->k; c++)
        if (s->rate_of[c] == 0 && (c >= s->q->n || moves(s->l, c)))
            s->place[c] = ++s->unknowns;
}

/* factor times the variable of a column: an unknown, or a rate, which is a sum of motions. */
static void add(const Search *s, Elimination *m, uint32_t row, uint32_t column, double factor)
{
    if (s->place[column])
        elimination_add(m, row, s->place[column] - 1, factor);
    for (uint32_t k = 0; s->rate_of[column] && k < s->count; k++) {
        const double x = s->x[(size_t)k * s->q->n + s->rate_of[column] - 1];
        elimination_add(m, row, s->unknowns + k, s->minus[column] ? -factor * x : factor * x);
    }
}

static void add_zero(const Search *s, Elimination *m, Var v)
{
    bool negated;
    const uint32_t column = v ? pencil_column(s->q, v, &negated) : UINT32_MAX;

    if (column < s->q->n + s->q->k)
        add(s, m, elimination_row(m), column, 1);
}

static void add_row(const Search *s, Elimination *m, const PencilRow *r)
{
    const Switch *w = r->sw ? &s->l->p->e->f->sw[r->sw] : NULL;
    const uint32_t row = elimination_row(m);

    if (w && s->l->redundant[r->sw]) {
        add_zero(s, m, w->lambda);
        return;
    }
    for (uint32_t k = r->first; k < r->end; k++)
        if (s->q->entry[k].column < s->q->n + s->q->k)
            add(s, m, row, s->q->entry[k].column, s->q->entry[k].value);
    if (w && s->l->p->place[r->sw] == DTC_STUCK && !pencil_yields(s->q, w)) {
        add_zero(s, m, w->s);
        add_zero(s, m, w->gap);
    }
}

static bool keep(Search *s, const Elimination *m, uint32_t column, double *all)
{
    double *x = s->x + (size_t)s->count * s->q->n;
    bool any = false;

    elimination_vector(m, column, all);
    memset(x, 0, s->q->n * sizeof *x);
    for (uint32_t c = 0; c < s->q->n; c++) {
        if (s->place[c])
            x[c] = all[s->place[c] - 1];
        for (uint32_t k = 0; s->rate_of[c] && k < s->before; k++) { /* a state that is a rate */
            const double y = s->x[(size_t)k * s->q->n + s->rate_of[c] - 1] * all[s->unknowns + k];
            x[c] += s->minus[c] ? -y : y;
        }
    }
    for (uint32_t i = 0; i < s->l->n; i++)
        any |= x[s->l->state[i]] != 0;
    return any;
}

/* The next motions: at first those under which nothing changes, then speeds of the last ones. false: there are none */
static bool next_level(Search *s)
{
    const uint32_t known = s->count, last = s->unknowns + s->before;
    Elimination m = elimination_new(s->l->p->d, s->unknowns + known, last);
    double *all = NEW_N(&s->l->p->d->pass, double, s->unknowns + known + 1);

    for (uint32_t i = 0; i < s->q->k; i++)
        add_row(s, &m, &s->q->row[i]);
    eliminate_all(&m);
    s->before = known;
    for (uint32_t c = known ? last : 0;
         c < s->unknowns + known && s->count < MOST_RIGID && s->count < s->l->n; c++)
        if (!m.is_pivot[c] && keep(s, &m, c, all))
            s->count++;
    return s->count > known;
}

/* By the states of the linear model, neither scaled nor orthogonal; as NullSpace says, at most MOST_RIGID. */
static NullSpace linear_rigid(const Linear *l)
{
    const Pencil *q = l->q;
    Arena *a = &l->p->d->run;
    const uint32_t columns = q->n + q->k;
    NullSpace found = { .n = l->n };
    Search s = { .l = l,
                 .q = q,
                 .place = NEW_N(a, uint32_t, columns + 1),
                 .rate_of = NEW_N(a, uint32_t, columns + 1),
                 .minus = NEW_N(a, bool, columns + 1),
                 .x = NEW_N(a, double, (size_t)q->n *(MOST_RIGID + 1) + 1) };

    find_rates(&s);
    place_unknowns(&s);
    while (next_level(&s))
        if (found.kernel == 0)
            found.kernel = s.count;
    found.count = s.count;
    found.x = NEW_N(a, double, (size_t)l->n *found.count + 1);
    for (uint32_t k = 0; k < found.count; k++)
        for (uint32_t i = 0; i < l->n; i++)
            found.x[(size_t)k * l->n + i] = s.x[(size_t)k * q->n + l->state[i]];
    return found;
}

bool linear_eigen(const Linear *l, uint32_t wanted, Eigen *e)
{
    const NullSpace rigid = linear_rigid(l);
    return eigen_of(l->p->d, l->A, &rigid, wanted, e);
}
