/* plot_lane.c - what the numbers of a discrete variable mean, in words: where each lasts, and when one changes.
 *
 * A file with units has the words in place of one: "-1=slip- 0=stuck 1=slip+ 2=open", "1=true". A CSV without units has
 * none: there a column NAME.law with no other numbers than these is a switching element. Events are the times that a
 * file has twice, as a variable step writes them; of a file without such, the times at which a word changes.
 * Cost: linear in the rows for each lane; n log n in the events.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

/* ---- words --------------------------------------------------------------------------------------------- */

static bool is_place(const result_table *t, const result_signal *s)
{
    bool all = strcmp(name_last(s->name), "law") == 0;

    for (size_t r = 0; all && r < t->rows; r++) {
        double x = result_value(s, r);
        all = x == -1 || x == 0 || x == 1 || x == 2;
    }
    return all;
}

const char *plot_words(const result_table *t, const result_signal *s)
{
    if (s->unit)
        return strchr(s->unit, '=') ? s->unit : NULL;
    return is_place(t, s) ? RESULT_PLACES : NULL;
}

static const char *word_at(const Plot *p, const PlotLine *lane, size_t row)
{
    const char *word = NULL;

    for (uint32_t k = 0; k < vec_len(lane->part) && !word; k++)
        word = word_for(p->d, lane->part[k].words, result_value(lane->part[k].of, row));
    return word;
}

/* ---- where each lasts ---------------------------------------------------------------------------------- */

/* Does a row begin something else than the row before? */
static bool changes(const PlotLine *lane, size_t row)
{
    bool other = row == 0;

    for (uint32_t k = 0; k < vec_len(lane->part) && !other; k++)
        other = result_value(lane->part[k].of, row) != result_value(lane->part[k].of, row - 1);
    return other;
}

PlotSpan *plot_spans(const Plot *p, const PlotLine *lane)
{
    const result_table *t = &p->table[lane->file];
    const result_signal *x = p->x[lane->file];
    PlotSpan *span = NULL;
    const char *word = NULL;
    size_t begin = 0;

    for (size_t r = 0; r <= t->rows; r++) {
        if (r < t->rows && !changes(lane, r))
            continue;
        double from = result_value(x, begin), to = result_value(x, r < t->rows ? r : t->rows - 1);
        if (word && to > from)
            vec_push(&p->d->run, span, ((PlotSpan){ from, to, word }));
        word = r < t->rows ? word_at(p, lane, r) : NULL;
        begin = r;
    }
    return span;
}

static bool is_in(const char **list, const char *text)
{
    bool found = false;

    for (uint32_t i = 0; i < vec_len(list) && !found; i++)
        found = list[i] == text;
    return found;
}

const char **plot_all_words(const Plot *p, const PlotPanel *lanes)
{
    const char **all = NULL, *word;
    double number;

    for (uint32_t i = 0; i < vec_len(lanes->line); i++)
        for (uint32_t k = 0; k < vec_len(lanes->line[i].part); k++)
            for (const char *at = lanes->line[i].part[k].words; word_next(p->d, &at, &number, &word);)
                if (!is_in(all, word))
                    vec_push(&p->d->run, all, word);
    return all;
}

/* ---- events -------------------------------------------------------------------------------------------- */

static bool by_pairs(Plot *p, const result_table *t)
{
    const uint32_t before = vec_len(p->event);

    for (size_t r = 1; r < t->rows; r++)
        if (result_value(&t->signal[0], r) == result_value(&t->signal[0], r - 1))
            vec_push(&p->d->run, p->event, result_value(&t->signal[0], r));
    return vec_len(p->event) > before;
}

static void by_words(Plot *p, const result_table *t)
{
    for (size_t i = 1; i < t->signals; i++) {
        const result_signal *s = &t->signal[i];
        if (s->stride == 0 || !plot_words(t, s))
            continue;
        for (size_t r = 1; r < t->rows; r++)
            if (result_value(s, r) != result_value(s, r - 1))
                vec_push(&p->d->run, p->event, result_value(&t->signal[0], r));
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void plot_events(Plot *p)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->o->files; i++)
        if (!by_pairs(p, &p->table[i]))
            by_words(p, &p->table[i]);
    if (p->event)
        qsort(p->event, vec_len(p->event), sizeof *p->event, ascending);
    for (uint32_t i = 0; i < vec_len(p->event); i++)
        if (n == 0 || p->event[i] > p->event[n - 1])
            p->event[n++] = p->event[i];
    while (vec_len(p->event) > n)
        (void)vec_pop(p->event);
}
