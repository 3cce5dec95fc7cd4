/* rows.c - what a table of the descriptor has for each variable, message ..., as rows that stand for several.
 *
 * Of an array of components the list has s[1].phi, s[1].c, s[2].phi, s[2].c ...: texts that are equal but for numbers,
 * which go up by one from a repeat to the next, and places that are a fixed number of elements of one array apart. Such
 * a run is as many rows as one repeat has, with texts as patterns (dtc_text() of the runtime); the order stays.
 *
 * A run is found at its first item, from the next ones that are the same but for numbers; of those that are found the
 * one that covers most counts. Cost: the length of the texts, and FAR comparisons for an item that has many like it
 * but is in no run.
 */
#include <stdlib.h>
#include <string.h>
#include "dtc_runtime.h"
#include "rows.h"

enum {
    FAR = 256,                            /* items like one that are looked at */
    CANDIDATES = 4,                        /* runs that are tried */
    LEAST = 8                              /* repeats: short tables are for people to read */
};

/* next: the next item of the same shape, or n; text: room for one that is made and compared. */
typedef struct { Dtc *d; const RowItem *item; uint32_t n, *next; char *text; size_t size; } Items;

/* A run: the rows of one repeat, a vec; how many repeats. */
typedef struct { Row *row; uint32_t times; } Run;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Numbers apart. */
static uint64_t shape_of(const RowItem *x)
{
    uint64_t hash = x->kind ^ x->array;

    for (int i = 0; i < ROW_FIXED; i++)
        hash = (hash ^ KEY(x->fixed[i])) * 0x9e3779b97f4a7c15ULL;
    for (const char *p = x->text[0]; *p; p++)
        if (!is_digit(*p) || !is_digit(p[1]))
            hash = (hash ^ (is_digit(*p) ? '#' : (unsigned char)*p)) * 0x100000001b3ULL;
    return hash | 1;
}

static uint32_t *next_of_shape(Dtc *d, const RowItem *item, uint32_t n)
{
    uint32_t *next = NEW_N(&d->pass, uint32_t, n + 1);
    Map last = { 0 };

    for (uint32_t i = n; i-- > 0;) {
        uint64_t shape = shape_of(&item[i]);
        uint32_t later = (uint32_t)map_get(&last, shape);
        next[i] = later ? later : n;
        map_set(&d->pass, &last, shape, i);
    }
    return next;
}

/* ---- one row ------------------------------------------------------------------------------------------- */

/* The number at the start of s, as dtc_text() writes it; -1: there is none that has at most nine digits. */
static int64_t number_of(const char *s)
{
    size_t n = strspn(s, "0123456789");
    return n == 0 || n > 9 || (*s == '0' && n > 1) ? -1 : strtol(s, NULL, 10);
}

static char *room(Items *x, size_t size)
{
    if (size > x->size) {
        x->size = 2 * size;
        x->text = arena_alloc(&x->d->pass, x->size);
    }
    return x->text;
}

/* a, with a mark at numbers that are one less than those of b; NULL: b is not so. */
static const char *pattern_of(Items *x, const char *a, const char *b)
{
    char *s = room(x, 2 * strlen(a) + 1);
    size_t n = 0;

    while (*a && *b) {
        size_t na = strspn(a, "0123456789"), nb = strspn(b, "0123456789"), same = na > 0 ? na : 1;
        if (na != nb || memcmp(a, b, same) != 0) {
            if (number_of(a) < 0 || number_of(b) != number_of(a) + 1)
                return NULL;
            s[n++] = '%';
        } else if (*a == '%' && is_digit(a[1])) {
            return NULL;
        }
        memcpy(s + n, a, same);
        n += same;
        a += same;
        b += na > 0 ? nb : 1;
    }
    return *a || *b ? NULL : textf(x->d, "%.*s", (int)n, s);
}

/* The row of two items, the second one repeat after the first. */
static bool row_between(Items *x, const RowItem *a, const RowItem *b, Row *row)
{
    *row = (Row){ .item = a, .repeats = true, .stride = (int)b->element - (int)a->element };
    if (a->kind != b->kind || a->array != b->array || memcmp(a->fixed, b->fixed, sizeof a->fixed) != 0)
        return false;
    for (int i = 0; i < ROW_TEXTS && a->text[i]; i++) {
        row->text[i] = pattern_of(x, a->text[i], b->text[i]);
        if (!row->text[i])
            return false;
    }
    return true;
}

static bool is_repeat(Items *x, const Row *row, const RowItem *b, uint32_t k)
{
    const RowItem *a = row->item;
    bool is = a->kind == b->kind && a->array == b->array &&
              memcmp(a->fixed, b->fixed, sizeof a->fixed) == 0 &&
              (int64_t)b->element - a->element == (int64_t)k * row->stride;

    for (int i = 0; is && i < ROW_TEXTS && a->text[i]; i++) {
        size_t n = strlen(b->text[i]);
        char *text = room(x, n + 1);
        is = dtc_text(row->text[i], (int)k, text, n + 1) == n && strcmp(text, b->text[i]) == 0;
    }
    return is;
}

/* ---- runs ---------------------------------------------------------------------------------------------- */

/* The run at item i with this period. */
static Run run_of(Items *x, uint32_t i, uint32_t period)
{
    Run run = { .times = 1 };
    Row row;

    if (i + 2 * (uint64_t)period > x->n)
        return run;
    for (uint32_t k = 0; k < period; k++) {
        if (!row_between(x, &x->item[i + k], &x->item[i + k + period], &row))
            return run;
        vec_push(&x->d->pass, run.row, row);
    }
    for (run.times = 2; i + (run.times + 1) * (uint64_t)period <= x->n; run.times++)
        for (uint32_t k = 0; k < period; k++)
            if (!is_repeat(x, &run.row[k], &x->item[i + run.times * period + k], run.times))
                return run;
    return run;
}

static Run run_at(Items *x, uint32_t i)
{
    Run best = { .times = 1 };
    Row row;
    int tried = 0;

    for (uint32_t next = x->next[i], k = 0; next < x->n && k < FAR && tried < CANDIDATES;
         next = x->next[next], k++) {
        if (!row_between(x, &x->item[i], &x->item[next], &row))
            continue;
        Run run = run_of(x, i, next - i);
        if (run.times >= LEAST &&
            (uint64_t)run.times * vec_len(run.row) > (uint64_t)best.times * vec_len(best.row))
            best = run;
        tried++;
    }
    return best;
}

static void alone(Dtc *d, Rows *out, const RowItem *item, uint32_t i)
{
    uint32_t n = vec_len(out->group);

    if (n == 0 || out->group[n - 1].times > 1)
        vec_push(&d->pass, out->group, ((RowGroup){ i, vec_len(out->row), 0, 1 }));
    vec_last(out->group).rows++;
    vec_push(&d->pass, out->row, ((Row){ .item = item, .text = { item->text[0], item->text[1] } }));
}

Rows rows_of(Dtc *d, const RowItem *item, uint32_t n)
{
    Items x = { .d = d, .item = item, .n = n, .next = next_of_shape(d, item, n) };
    Rows out = { 0 };

    for (uint32_t i = 0; i < n;) {
        Run run = run_at(&x, i);
        if (run.times == 1) {
            alone(d, &out, &item[i], i);
            i++;
            continue;
        }
        vec_push(&d->pass, out.group, ((RowGroup){ i, vec_len(out.row), vec_len(run.row), run.times }));
        for (uint32_t k = 0; k < vec_len(run.row); k++)
            vec_push(&d->pass, out.row, run.row[k]);
        i += run.times * vec_len(run.row);
    }
    return out;
}

void row_place(RowItem *item, const char *member, Home home)
{
    item->member = member;
    item->array = (uint64_t)home.role << 32 | home.of;
    item->element = home.element;
}
