/* page_thin.c - which rows of a column a page has, where all would be too many.
 *
 * Up to WHOLE values are kept. Of more, each column has the first, the least, the greatest and the last row of each
 * bucket, so that a curve looks as it is, and the rows at events; a column of words has the rows at which it changes,
 * which is all of it. All are rows of the run, with their own times. Where events alone would be too many, only the
 * columns of words have theirs, which the page says.
 * Cost: linear in the values, bucket by bucket, since a row of a file lies together.
 */
#include "page.h"

enum { WHOLE = 4000000, KEPT = 2400000, LEAST_BUCKETS = 50 };

/* ---- events -------------------------------------------------------------------------------------------- */

static bool by_pairs(PageData *p)
{
    const result_table *t = p->run->table;

    for (size_t r = 1; r < t->rows; r++)
        if (result_value(&t->signal[0], r) == result_value(&t->signal[0], r - 1))
            vec_push(&p->d->run, p->event, (uint32_t)r);
    return vec_len(p->event) > 0;
}

/* Of a file without two rows of one time: the rows at which a word changes. */
static void by_words(PageData *p)
{
    const size_t rows = p->run->table->rows;
    bool *changes = NEW_N(&p->d->pass, bool, rows);

    for (uint32_t c = 1; c < vec_len(p->column); c++)
        for (size_t r = 1; p->column[c].words && r < rows; r++)
            changes[r] |= result_value(p->column[c].of, r) != result_value(p->column[c].of, r - 1);
    for (size_t r = 1; r < rows; r++)
        if (changes[r])
            vec_push(&p->d->run, p->event, (uint32_t)r);
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

static void add(PageData *p, PageColumn *c, size_t row)
{
    if (vec_len(c->row) == 0 || vec_last(c->row) < row)
        vec_push(&p->d->run, c->row, (uint32_t)row);
}

static void add_changes(PageData *p, PageColumn *c, size_t rows)
{
    add(p, c, 0);
    for (size_t r = 1; r < rows; r++)
        if (result_value(c->of, r) != result_value(c->of, r - 1)) {
            add(p, c, r - 1);
            add(p, c, r);
        }
    add(p, c, rows - 1);
}

/* The extremes of a bucket, the earlier one first. */
static void extremes(const PageColumn *c, size_t from, size_t to, size_t *one, size_t *other)
{
    size_t least = from, most = from;
    double low = result_value(c->of, from), high = low;

    for (size_t r = from + 1; r < to; r++) {
        const double x = result_value(c->of, r);
        if (x < low || low != low)
            low = x, least = r;
        if (x > high || high != high)
            high = x, most = r;
    }
    *one = least < most ? least : most;
    *other = least < most ? most : least;
}

/* Rows of a bucket: ends, extremes, and of the events from number e on those in it, before and after; the next e. */
static uint32_t add_bucket(PageData *p, PageColumn *c, size_t from, size_t to, uint32_t e)
{
    size_t own[4] = { from, 0, 0, to - 1 };
    const uint32_t events = p->events_thinned ? 0 : vec_len(p->event);
    int next = 0;

    extremes(c, from, to, &own[1], &own[2]);
    for (; e < events && p->event[e] < to; e++) {
        for (; next < 4 && own[next] + 1 < p->event[e]; next++)
            add(p, c, own[next]);
        add(p, c, p->event[e] - 1);
        for (; next < 4 && own[next] <= p->event[e]; next++)
            ;
        add(p, c, p->event[e]);
    }
    for (; next < 4; next++)
        add(p, c, own[next]);
    return e;
}

static void add_buckets(PageData *p)
{
    const size_t rows = p->run->table->rows;

    for (size_t from = 0, e = 0, next = 0; from < rows; from += p->bucket, e = next) {
        const size_t to = from + p->bucket < rows ? from + p->bucket : rows;
        for (uint32_t c = 1; c < vec_len(p->column); c++)
            if (!p->column[c].words)
                next = add_bucket(p, &p->column[c], from, to, (uint32_t)e);
    }
}

void page_thin(PageData *p)
{
    const size_t rows = p->run->table->rows, columns = vec_len(p->column);

    if (!by_pairs(p))
        by_words(p);
    if (rows * columns <= WHOLE)
        return;
    const size_t each = KEPT / columns, at_events = 2 * (size_t)vec_len(p->event);
    p->thinned = true;
    p->events_thinned = at_events > each / 2;
    const size_t buckets = (each - (p->events_thinned ? 0 : at_events)) / 4;
    p->bucket = (uint32_t)((rows - 1) / (buckets > LEAST_BUCKETS ? buckets : LEAST_BUCKETS) + 1);
    for (uint32_t c = 1; c < vec_len(p->column); c++)
        if (p->column[c].words)
            add_changes(p, &p->column[c], rows);
    add_buckets(p);
}
