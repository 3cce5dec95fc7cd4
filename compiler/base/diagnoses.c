/* diagnoses.c - diagnoses as data: those of Dtc.diagnosis as JSON.
 *
 * Lines and columns count from 1, columns in bytes; the end of a range is the first byte behind it. Notes are with the
 * error or warning before them. Cost: linear in what is said, and a search for each place.
 */
#include <string.h>
#include "json.h"

static void range(Dtc *d, Json *j, const char *key, Span at)
{
    const Span end = { at.end > at.pos ? at.end : at.pos, 0 };
    const char *file;
    uint32_t line, column;

    source_where(d, at, &file, &line, &column);
    if (!file) {
        json_nothing(j, key);
        return;
    }
    json_begin(j, key, '{');
    json_text(j, "file", file);
    json_whole(j, "line", line);
    json_whole(j, "column", column);
    source_where(d, end, &file, &line, &column);
    json_whole(j, "end_line", line);
    json_whole(j, "end_column", column);
    json_end(j);
}

static void related(Dtc *d, Json *j, Span at, const char *message)
{
    json_begin(j, NULL, '{');
    range(d, j, "place", at);
    json_text(j, "message", message);
    json_end(j);
}

/* Number i with the notes behind it; the next. */
static uint32_t one(Dtc *d, Json *j, uint32_t i)
{
    static const char *const word[] = { "error", "warning", "note", "note" };
    const Diagnosis *g = &d->diagnosis[i++];

    json_begin(j, NULL, '{');
    json_text(j, "severity", word[g->severity]);
    range(d, j, "place", g->shown);
    json_text(j, "component", *g->path ? g->path : NULL);
    json_text(j, "message", g->message);
    json_begin(j, "related", '[');
    if (g->shown.pos != g->at.pos && g->severity != DIAG_REMARK)
        related(d, j, g->at, diagnosis_origin);
    for (; i < vec_len(d->diagnosis) && d->diagnosis[i].severity == DIAG_NOTE; i++)
        related(d, j, d->diagnosis[i].shown, d->diagnosis[i].message);
    json_end(j);
    json_begin(j, "fixes", '[');
    for (uint32_t k = 0; k < vec_len(g->fix); k++) {
        json_begin(j, NULL, '{');
        range(d, j, "place", g->fix[k].at);
        json_text(j, "text", g->fix[k].text);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    return i;
}

void diagnoses_json(Dtc *d, Json *j)
{
    json_begin(j, "diagnoses", '[');
    for (uint32_t i = 0; i < vec_len(d->diagnosis);)
        i = one(d, j, i);
    json_end(j);
}
