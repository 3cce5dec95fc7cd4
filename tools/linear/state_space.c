/* state_space.c - dense matrices of a linear model. Cost: their size. */
#include <string.h>
#include "state_space.h"

static double *dense(Arena *a, const cs_di *from, uint32_t rows, uint32_t columns)
{
    double *x = NEW_N(a, double, (size_t)rows *columns + 1);

    for (int j = 0; j < from->n; j++)
        for (int k = from->p[j]; k < from->p[j + 1]; k++)
            x[(size_t)from->i[k] * columns + (uint32_t)j] += from->x[k];
    return x;
}

StateSpace *state_space(Linear *l, const Var *input, const Var *output)
{
    Arena *a = &l->p->d->run;
    StateSpace *s = NEW(a, StateSpace);
    const uint32_t n = l->n, m = l->m, k = vec_len(output);

    if (n > STATE_SPACE_MOST) {
        error(l->p->d, ((Span){ 0, 0 }), NULL, "%u states: matrices are written for up to %d", n,
              STATE_SPACE_MOST);
        return NULL;
    }
    *s = (StateSpace){ .l = l, .n = n, .m = m, .k = k, .input = input, .output = output, .time = l->p->time };
    s->A = dense(a, l->A, n, n);
    s->B = dense(a, l->B, n, m);
    s->C = NEW_N(a, double, (size_t)k *n + 1);
    s->D = NEW_N(a, double, (size_t)k *m + 1);
    s->x = NEW_N(a, double, n + 1);
    s->u = NEW_N(a, double, m + 1);
    s->y = NEW_N(a, double, k + 1);
    s->rate = NEW_N(a, double, n + 1);
    linear_rates(l, s->rate);
    for (uint32_t i = 0; i < n; i++)
        s->x[i] = point_of(l->p, l->p->e->dae->state[l->state[i]]);
    for (uint32_t i = 0; i < m; i++)
        s->u[i] = point_of(l->p, input[i]);
    for (uint32_t i = 0; i < k; i++) {
        s->y[i] = point_of(l->p, output[i]);
        linear_row(l, output[i], s->C + (size_t)i * n, s->D + (size_t)i * m);
    }
    return s;
}
