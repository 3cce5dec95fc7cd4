/* elimination.c - the null space of a sparse matrix, by elimination.
 *
 * The pivot is in the shortest row, of its large entries that in the shortest column (Markowitz 1957). Each entry has
 * the sum of the magnitudes of the terms that have made it: what is no more than rounding leaves of these is zero. So
 * no small number is taken for none, and relations whose factors are exact stay so. A row of which nothing is left says
 * nothing new. Cost: the entries and what elimination adds to them, few where couplings are local.
 */
#include <math.h>
#include <string.h>
#include "elimination.h"

static const double ROUNDING = 1e-12, LARGE = 0.1;

Elimination elimination_new(Dtc *d, uint32_t columns, uint32_t late)
{
    return (Elimination){
        .d = d, .columns = columns, .late = late, .is_pivot = NEW_N(&d->pass, bool, columns + 1)
    };
}

uint32_t elimination_row(Elimination *m)
{
    vec_push(&m->d->pass, m->row, NULL);
    return vec_len(m->row) - 1;
}

void elimination_add(Elimination *m, uint32_t row, uint32_t column, double x)
{
    Cell **list = &m->row[row];

    for (uint32_t i = 0; i < vec_len(*list); i++)
        if ((*list)[i].column == column) {
            Cell *c = &(*list)[i];
            c->size += fabs(x);
            c->x = fabs(c->x + x) > ROUNDING * c->size ? c->x + x : 0;
            return;
        }
    if (x != 0)
        vec_push(&m->d->pass, *list, ((Cell){ column, x, fabs(x) }));
}

/* ---- the work ------------------------------------------------------------------------------------------ */

/* readers: by column, vec of rows that have had it; count: by column, of its rows; at: by column, 1 + its place in the
 * row that is being changed; queue: by length, vec of rows; done: by row */
typedef struct {
    Elimination *m;
    uint32_t **readers, *count, *at, **queue, longest;
    bool *done, late;
} Work;

static bool counts(const Work *w, uint32_t column) { return w->late || column < w->m->late; }

static uint32_t length(const Work *w, uint32_t row)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(w->m->row[row]); i++)
        n += counts(w, w->m->row[row][i].column);
    return n;
}

/* Long rows wait together. */
static void wait(Work *w, uint32_t row)
{
    const uint32_t n = length(w, row);

    if (n > 0)
        vec_push(&w->m->d->pass, w->queue[n < w->longest ? n : w->longest], row);
}

/* Zeros go; the largest entry of each row becomes 1. */
static void scale_rows(Elimination *m)
{
    for (uint32_t r = 0; r < vec_len(m->row); r++) {
        double largest = 0;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < vec_len(m->row[r]); i++)
            largest = fmax(largest, fabs(m->row[r][i].x));
        for (uint32_t i = 0; i < vec_len(m->row[r]); i++)
            if (m->row[r][i].x != 0)
                m->row[r][kept++] =
                    (Cell){ m->row[r][i].column, m->row[r][i].x / largest, m->row[r][i].size / largest };
        while (vec_len(m->row[r]) > kept)
            (void)vec_pop(m->row[r]);
    }
}

static void enter(Work *w, uint32_t row, uint32_t column)
{
    vec_push(&w->m->d->pass, w->readers[column], row);
    w->count[column]++;
}

static const Cell *choose(const Work *w, uint32_t row)
{
    const Cell *list = w->m->row[row], *best = NULL;
    double largest = 0;

    for (uint32_t i = 0; i < vec_len(list); i++)
        if (counts(w, list[i].column))
            largest = fmax(largest, fabs(list[i].x));
    for (uint32_t i = 0; i < vec_len(list); i++)
        if (counts(w, list[i].column) && fabs(list[i].x) >= LARGE * largest &&
            (!best || w->count[list[i].column] < w->count[best->column]))
            best = &list[i];
    return best;
}

static void drop(Work *w, uint32_t row, uint32_t place)
{
    Cell *list = w->m->row[row];

    w->count[list[place].column]--;
    list[place] = vec_last(list);
    (void)vec_pop(w->m->row[row]);
}

/* row := row - factor*pivot, without the pivot's column. */
static void subtract(Work *w, uint32_t row, const Cell *pivot_row, uint32_t column, double factor)
{
    Cell **list = &w->m->row[row];

    for (uint32_t i = 0; i < vec_len(*list); i++)
        w->at[(*list)[i].column] = i + 1;
    for (uint32_t i = 0; i < vec_len(pivot_row); i++) {
        const Cell *p = &pivot_row[i];
        if (p->column == column)
            continue;
        if (w->at[p->column] == 0) {
            vec_push(&w->m->d->pass, *list, ((Cell){ p->column, 0, 0 }));
            w->at[p->column] = vec_len(*list);
            enter(w, row, p->column);
        }
        Cell *c = &(*list)[w->at[p->column] - 1];
        c->x -= factor * p->x;
        c->size += fabs(factor) * p->size;
    }
    for (uint32_t i = vec_len(*list); i-- > 0;) {
        const Cell c = (*list)[i];
        w->at[c.column] = 0;
        if (c.column == column || !(fabs(c.x) > ROUNDING * c.size))
            drop(w, row, i);
    }
}

static void take(Work *w, uint32_t row)
{
    const Cell pivot = *choose(w, row);
    const uint32_t *readers = w->readers[pivot.column];

    w->done[row] = true;
    vec_push(&w->m->d->pass, w->m->pivot, ((EliminationPivot){ row, pivot.column, pivot.x }));
    w->m->is_pivot[pivot.column] = true;
    for (uint32_t k = 0; k < vec_len(readers); k++) {
        const uint32_t other = readers[k];
        double x = 0;
        for (uint32_t i = 0; !w->done[other] && i < vec_len(w->m->row[other]); i++)
            if (w->m->row[other][i].column == pivot.column)
                x = w->m->row[other][i].x;
        if (x == 0)
            continue;
        subtract(w, other, w->m->row[row], pivot.column, x / pivot.x);
        wait(w, other);
    }
}

/* The shortest row that waits; UINT32_MAX: there is none. An entry of the queue may be out of date. */
static uint32_t next_row(Work *w)
{
    for (uint32_t n = 1; n <= w->longest; n++)
        while (vec_len(w->queue[n]) > 0) {
            const uint32_t row = vec_pop(w->queue[n]), is = w->done[row] ? 0 : length(w, row);
            if (is == n || (n == w->longest && is > n))
                return row;
        }
    return UINT32_MAX;
}

static void run(Work *w)
{
    uint32_t row;

    for (uint32_t r = vec_len(w->m->row); r-- > 0;)
        if (!w->done[r])
            wait(w, r);
    while ((row = next_row(w)) != UINT32_MAX)
        take(w, row);
}

void eliminate_all(Elimination *m)
{
    Arena *a = &m->d->pass;
    Work w = { .m = m,
               .longest = 40,
               .readers = NEW_N(a, uint32_t *, m->columns + 1),
               .count = NEW_N(a, uint32_t, m->columns + 1),
               .at = NEW_N(a, uint32_t, m->columns + 1),
               .done = NEW_N(a, bool, vec_len(m->row) + 1) };

    w.queue = NEW_N(a, uint32_t *, w.longest + 1);
    scale_rows(m);
    for (uint32_t r = 0; r < vec_len(m->row); r++)
        for (uint32_t i = 0; i < vec_len(m->row[r]); i++)
            enter(&w, r, m->row[r][i].column);
    run(&w);
    w.late = true;
    run(&w);
}

void elimination_vector(const Elimination *m, uint32_t column, double *x)
{
    memset(x, 0, m->columns * sizeof *x);
    x[column] = 1;
    for (uint32_t k = vec_len(m->pivot); k-- > 0;) {
        const EliminationPivot *p = &m->pivot[k];
        double sum = 0, size = 0;
        for (uint32_t i = 0; i < vec_len(m->row[p->row]); i++) {
            const Cell *c = &m->row[p->row][i];
            if (c->column == p->column)
                continue;
            sum += c->x * x[c->column];
            size += fabs(c->x * x[c->column]);
        }
        x[p->column] = fabs(sum) > ROUNDING * size ? -sum / p->x : 0;
    }
}
