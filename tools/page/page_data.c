/* page_data.c - the values of a run as text that a browser reads back bit by bit.
 *
 * Of a column its doubles are taken as 64-bit integers, of which each is written as its difference to the one before
 * (of the time: the difference of differences), since neighbours share their leading bits; first all lowest bytes, then
 * the next ones (of which the last are mostly zero); deflated, in base64. Row numbers are written likewise, with 32
 * bits. A signal that is equal to another, or to its negative, is no column of its own: files say so by one place.
 * Cost: linear in the values.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "page.h"
#include "sha256.h"

/* room: bytes for one column: plain and deflated */
typedef struct { PageData *p; FILE *out; unsigned char *plain, *small; uint64_t *bits; uLong room; } Writer;

bool page_shown(const PageRun *run, size_t signal) { return !run->left_out || !run->left_out[signal]; }

/* ---- columns ------------------------------------------------------------------------------------------- */

static void find_columns(PageData *p)
{
    const result_table *t = p->run->table;

    for (size_t i = 0; i < t->signals; i++) {
        const result_signal *s = &t->signal[i];
        if ((s->stride == 0 && i > 0) || !page_shown(p->run, i) || map_get(&p->number, KEY(s->value)))
            continue;
        vec_push(&p->d->run, p->column, ((PageColumn){ .of = s, .words = i > 0 && plot_words(t, s) }));
        map_set(&p->d->run, &p->number, KEY(s->value), vec_len(p->column));
    }
}

/* ---- bytes --------------------------------------------------------------------------------------------- */

/* n numbers of so many bytes, as integers of which each is less what was before it. */
static PagePiece place_piece(Writer *w, uint32_t n, int bytes)
{
    PagePiece piece = { .at = w->p->length, .count = n };
    uLongf size = w->room;

    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < bytes; k++)
            w->plain[(size_t)k * n + i] = (unsigned char)(w->bits[i] >> 8 * k);
    if (compress2(w->small, &size, w->plain, (uLong)n * (uLong)bytes, 6) != Z_OK) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
    base64_put(w->out, w->small, size);
    piece.length = (size + 2) / 3 * 4;
    w->p->length += piece.length;
    return piece;
}

static void differences(uint64_t *bits, uint32_t n)
{
    for (uint32_t i = n; i-- > 1;)
        bits[i] -= bits[i - 1];
}

static PagePiece put_rows(Writer *w, const uint32_t *row)
{
    for (uint32_t i = 0; i < vec_len(row); i++)
        w->bits[i] = row[i];
    differences(w->bits, vec_len(row));
    return place_piece(w, vec_len(row), 4);
}

/* Values as the file has them: the sign is that of a signal. */
static void put_column(Writer *w, PageColumn *c)
{
    const uint32_t n = c->row ? vec_len(c->row) : (uint32_t)w->p->run->table->rows;

    for (uint32_t i = 0; i < n; i++)
        memcpy(&w->bits[i], &c->of->value[(c->row ? c->row[i] : i) * c->of->stride], sizeof *w->bits);
    differences(w->bits, n);
    if (c == w->p->column)
        differences(w->bits, n);
    c->values = place_piece(w, n, 8);
    if (c->row)
        c->rows = put_rows(w, c->row);
}

void page_data(Dtc *d, const PageRun *run, PageData *p)
{
    const size_t rows = run->table->rows;

    *p = (PageData){ .d = d, .run = run };
    find_columns(p);
    page_thin(p);
    size_t length = 0;
    Writer w = { .p = p, .room = compressBound((uLong)rows * 8) };
    w.out = open_memstream(&p->text, &length);
    w.plain = malloc(rows * 8 + 1);
    w.bits = malloc(rows * 8 + 1);
    w.small = malloc(w.room);
    if (!w.out || !w.plain || !w.bits || !w.small) {
        fputs("dtc: out of memory\n", stderr);
        exit(1);
    }
    for (uint32_t c = 0; c < vec_len(p->column); c++)
        put_column(&w, &p->column[c]);
    p->events = put_rows(&w, p->event);
    fclose(w.out);
    free(w.plain);
    free(w.bits);
    free(w.small);
}

void page_data_free(PageData *p) { free(p->text); }
