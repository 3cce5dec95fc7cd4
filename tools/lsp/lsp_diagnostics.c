/* lsp_diagnostics.c - what `dtc check` says of the file that is open, as diagnostics.
 *
 * Notes are with the error or warning before them, as related places. What is said of no place is told at the name of
 * the model; what is said of another file, too, with that place. `data` of a diagnostic has what mends it: a list of
 * edits (lsp_actions.c).
 */
#include <string.h>
#include "command.h"
#include "lsp_fixes.h"

typedef enum { ERROR = 1, WARNING, INFORMATION, HINT } Weight;

static bool is_here(const Ask *q, Span at) { return at.pos && source_of(q->d, at) == q->d->input; }

/* The name of the model; without one the begin of the file. */
static Span general_place(const Ask *q)
{
    const Source *src = q->d->input;

    if (q->d->model && is_here(q, q->d->model->span))
        return q->d->model->span;
    return src ? (Span){ src->base, src->base } : (Span){ 0, 0 };
}

static void relate(Ask *q, json_t *list, Span at, const char *message)
{
    json_t *location = location_json(q->d, at);

    if (location)
        json_array_append_new(list, json_pack("{s:o, s:s}", "location", location, "message", message));
}

/* Number i with the notes behind it; the next. */
static uint32_t one(Ask *q, const Dae *dae, json_t *list, uint32_t i)
{
    static const Weight level[] = { ERROR, WARNING, INFORMATION, INFORMATION };
    Dtc *d = q->d;
    const Diagnosis *g = &d->diagnosis[i++];
    const bool here = is_here(q, g->shown);
    json_t *related = json_array();

    if (!here)
        relate(q, related, g->shown, g->message);
    if (g->shown.pos != g->at.pos && g->severity != DIAG_REMARK)
        relate(q, related, g->at, diagnosis_origin);
    for (; i < vec_len(d->diagnosis) && d->diagnosis[i].severity == DIAG_NOTE; i++)
        relate(q, related, d->diagnosis[i].shown, d->diagnosis[i].message);
    const char *message = *g->path ? internf(d, "in %s: %s", g->path, g->message) : g->message;
    json_t *text = json_string(message);
    json_array_append_new(list, json_pack("{s:o, s:i, s:s, s:o, s:o, s:o}", "range",
                                          range_json(d, here ? g->shown : general_place(q)), "severity",
                                          (int)level[g->severity], "source", "dtc", "message",
                                          text ? text : json_string("(not UTF-8)"), "relatedInformation",
                                          related, "data", fixes_of(q, g, dae)));
    return i;
}

json_t *answer_diagnostics(Ask *q)
{
    Compiled c = { 0 };
    Cli cli = { .command = CMD_CHECK };
    json_t *list = json_array();

    q->d->opt.component = ALONE_WITH_FLANGES;
    model_compiled(q->d, &cli, false, &c);
    for (uint32_t i = 0; i < vec_len(q->d->diagnosis);)
        i = one(q, &c.dae, list, i);
    return list;
}
