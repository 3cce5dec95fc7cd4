/* nominal.c - sizes of variables, for tolerances: what the model says, and what follows for others.
 *
 * Of the nominal values that a variable and its aliases are given, the smallest counts. A variable that has none gets
 * one over equations that are linear, with known coefficients, in two unknowns: y = a*x + b makes |a| times that of x
 * the nominal value of y. The nearest one is taken, over the fewest equations (breadth first); the smallest among
 * equally near ones. Parameters count as they are while compiling.
 *
 * Cost: linear in the nodes of the equations. Requires: index_reduce.
 */
#include <math.h>
#include "reduce.h"
#include "sort.h"

/* |a| = ratio * |b| apart from a constant. */
typedef struct { Var a, b; double ratio; } Relation;

typedef struct {
    Dtc *d; const Flat *f;
    const double *value;                   /* known ones */
    double *size;                          /* by Var: nominal value, 0: none so far */
    Relation *relation;                    /* vec */
} Nominal;

static void smallest(double *to, double x)
{
    if (x > 0 && isfinite(x) && (*to == 0 || x < *to))
        *to = x;
}

static void read_given(Nominal *s)
{
    for (Var v = 1; v < vec_len(s->f->var); v++) {
        Ex e = s->f->var[v].nominal;
        double x;
        Var root = e ? var_root(s->f, v, NULL) : 0;
        if (root && known_eval(s->d, e, s->value, &x))
            smallest(&s->size[root], fabs(x));
    }
}

/* The unknowns of an equation, if they are Reals and at most two. */
static uint32_t two_unknowns(Nominal *s, const Equation *q, Var of[2])
{
    Var *v = NULL;
    uint32_t n = 0;
    if (ex_type(s->d, q->lhs) != T_REAL)
        return 0;
    ex_vars(s->d, q->lhs, &v);
    ex_vars(s->d, q->rhs, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        Var r = var_root(s->f, v[i], NULL);
        const VarInfo *w = &s->f->var[r];
        if (!r || w->variability >= V_PARAM || (n > 0 && r == of[0]) || (n > 1 && r == of[1]))
            continue;
        if (n == 2 || w->type != T_REAL || w->discrete_state || !var_is_unknown(w))
            return 0;
        of[n++] = r;
    }
    return n;
}

static void read_relations(Nominal *s)
{
    Tearing *t = tear_begin(s->d, (Flat *)s->f); /* for numbers alone, which add nothing to it */
    for (Eq e = 1; e < vec_len(s->f->eq); e++) {
        const Equation *q = &s->f->eq[e];
        Var v[2];
        double c[3];
        if (!is_of_model(q) || q->kind == EQ_SWITCH || !q->lhs || two_unknowns(s, q, v) != 2 ||
            !tear_numbers(t, e, v, 2, c))
            continue;
        if (c[0] != 0 && c[1] != 0)
            vec_push(&s->d->pass, s->relation, ((Relation){ v[0], v[1], fabs(c[1] / c[0]) }));
    }
}

/* Relations by variable: those of v are at[start[v]] to at[start[v + 1] - 1]. */
typedef struct { uint32_t *start, *at; } Index;

static Index index_relations(Nominal *s)
{
    uint32_t n = vec_len(s->f->var), m = vec_len(s->relation);
    Index x = { NEW_N(&s->d->pass, uint32_t, n + 2), NEW_N(&s->d->pass, uint32_t, 2 * m + 1) };
    for (uint32_t i = 0; i < m; i++)
        x.start[s->relation[i].a + 1]++, x.start[s->relation[i].b + 1]++;
    for (Var v = 0; v < n; v++)
        x.start[v + 1] += x.start[v];
    for (uint32_t i = 0; i < m; i++) { /* each start moves to the next one's place, then all move back */
        x.at[x.start[s->relation[i].a]++] = i;
        x.at[x.start[s->relation[i].b]++] = i;
    }
    for (Var v = n; v > 0; v--)
        x.start[v] = x.start[v - 1];
    x.start[0] = 0;
    return x;
}

/* Layer by layer from those that have one. */
static void spread(Nominal *s)
{
    Arena *a = &s->d->pass;
    Index x = index_relations(s);
    uint32_t n = vec_len(s->f->var), *layer = NEW_N(a, uint32_t, n + 1);
    Var *queue = NULL;
    for (Var v = 1; v < n; v++)
        if (s->size[v] > 0) {
            layer[v] = 1;
            vec_push(a, queue, v);
        }
    for (uint32_t i = 0; i < vec_len(queue); i++) {
        Var v = queue[i];
        for (uint32_t k = x.start[v]; k < x.start[v + 1]; k++) {
            const Relation *r = &s->relation[x.at[k]];
            Var other = r->a == v ? r->b : r->a;
            if (layer[other] == 0) {
                layer[other] = layer[v] + 1;
                vec_push(a, queue, other);
            }
            if (layer[other] == layer[v] + 1)
                smallest(&s->size[other], r->a == v ? s->size[v] / r->ratio : s->size[v] * r->ratio);
        }
    }
}

double *nominal_values(Dtc *d, const Flat *f)
{
    Nominal s = {
        .d = d, .f = f, .value = known_values(d, f), .size = NEW_N(&d->pass, double, vec_len(f->var) + 1)
    };
    read_given(&s);
    read_relations(&s);
    spread(&s);
    return s.size;
}
