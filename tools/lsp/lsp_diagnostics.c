/* lsp_diagnostics.c - what `dtc check` says of each model and block of the file that is open, as diagnostics.
 *
 * The text is read once; each model is compiled in a child, for a tree is good for one. A mistake in the text ends
 * nothing: other models are checked all the same, and of its own what names mean is told, but for names that the
 * broken statement has. Cost: the passes, for each model; 0.2 s for 2,000 lines with 70 models, beside the loop.
 *
 * Notes are with the error or warning before them, as related places. What is said of no place is told at the name of
 * the model; what is said of another file, too, with that place. `data` of a diagnostic has what mends it: a list of
 * edits (lsp_actions.c).
 */
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "compile.h"
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

/* False: that is in no file. */
static bool relate(Ask *q, json_t *list, Span at, const char *message)
{
    json_t *location = location_json(q->d, at);

    if (location)
        json_array_append_new(list, json_pack("{s:o, s:s}", "location", location, "message", message));
    return location != NULL;
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
    const char *message = *g->path ? internf(d, "in %s: %s", g->path, g->message) : g->message;
    for (; i < vec_len(d->diagnosis) && d->diagnosis[i].severity == DIAG_NOTE; i++)
        if (!relate(q, related, d->diagnosis[i].shown, d->diagnosis[i].message))
            message = internf(d, "%s\n%s", message, d->diagnosis[i].message);
    json_t *text = json_string(message);
    json_array_append_new(list, json_pack("{s:o, s:i, s:s, s:o, s:o, s:o}", "range",
                                          range_json(d, here ? g->shown : general_place(q)), "severity",
                                          (int)level[g->severity], "source", "dtc", "message",
                                          text ? text : json_string("(not UTF-8)"), "relatedInformation",
                                          related, "data", fixes_of(q, g, dae)));
    return i;
}

/* Those from number i on. */
static json_t *said_from(Ask *q, const Dae *dae, uint32_t i)
{
    json_t *list = json_array();

    while (i < vec_len(q->d->diagnosis))
        i = one(q, dae, list, i);
    return list;
}

/* ---- the models of a file ------------------------------------------------------------------------------ */

/* Models and blocks, of packages too. */
static void collect(const Ask *q, const Class *in, Class ***list)
{
    for (uint32_t i = 0; i < vec_len(in->element); i++) {
        Class *c = in->element[i]->kind == EL_CLASS ? in->element[i]->cls : NULL;
        if (!c || !is_here(q, c->span))
            continue;
        if (is_model(c))
            vec_push(&q->d->run, *list, c);
        else if (c->kind == K_PACKAGE)
            collect(q, c, list);
    }
}

/* A mistake in the text, before anything else was looked at, within the class or, where it has no end, behind it. */
static bool is_broken(const Ask *q, const Class *c, uint32_t mistakes)
{
    bool any = !c->extent.end;

    for (uint32_t i = 0; i < mistakes && !any; i++) {
        const Span at = q->d->diagnosis[i].at;
        any = is_here(q, at) && at.pos >= c->extent.pos && at.pos <= c->extent.end;
    }
    return any;
}

/* The name is a word of a statement in which the text has a mistake: it may be what was declared there. */
static bool is_lost(Ask *q, const char *name, size_t n, uint32_t mistakes)
{
    for (uint32_t i = 0; i < mistakes; i++) {
        const Span at = q->d->diagnosis[i].at;
        if (is_here(q, at) && statement_has(q, at.pos, name, n))
            return true;
    }
    return false;
}

/* Of a class with mistakes in its text, what is said of names that stand elsewhere: the rest of it may follow from what
 * could not be read. */
static json_t *of_broken(Ask *q, uint32_t mistakes)
{
    json_t *list = json_array();
    Dtc *d = q->d;

    flat_model(d);
    for (uint32_t i = mistakes; i < vec_len(d->diagnosis);) {
        const Diagnosis *g = &d->diagnosis[i];
        const char *name = strchr(g->message, '`');
        const size_t n = name ? strcspn(name + 1, "`.[") : 0;
        const bool kept =
            g->severity == DIAG_ERROR && is_here(q, g->shown) && n && !is_lost(q, name + 1, n, mistakes);
        json_t *into = kept ? list : json_array();
        i = one(q, NULL, into, i);
        if (!kept)
            json_decref(into);
    }
    return list;
}

/* What is said of q->model, with all others left out: of the last one all, of others what names, types and units are;
 * whether their equations suffice is seen where they are used, for a model may be meant to be extended. */
static json_t *of_model(Ask *q)
{
    Dtc *d = q->d;
    const uint32_t mistakes = vec_len(d->diagnosis);
    Compiled c = { 0 };
    Cli cli = { .command = CMD_CHECK };

    d->model = q->model;
    d->errors = 0; /* those are told already */
    if (is_broken(q, q->model, mistakes))
        return q->model->extent.end ? of_broken(q, mistakes) : json_array();
    if (q->last) {
        model_compiled(d, &cli, false, &c);
        return said_from(q, &c.dae, mistakes);
    }
    Flat *f = flat_model(d);
    if (f)
        check_units(d, f);
    return d->needs_values ? json_array() : said_from(q, NULL, mistakes);
}

/* Each once: what is said of a base is said of all that have it. known: by what it says, where. */
static void join(json_t *list, json_t *known, json_t *more)
{
    json_t *next;
    size_t i;

    json_array_foreach(more, i, next)
    {
        char *place = json_dumps(json_object_get(next, "range"), JSON_COMPACT), *key = NULL;
        const char *message = json_string_value(json_object_get(next, "message"));
        if (place && asprintf(&key, "%s%s", place, message) >= 0 && !json_object_get(known, key)) {
            json_object_set_new(known, key, json_true());
            json_array_append(list, next);
        }
        free(key);
        free(place);
    }
    json_decref(more);
}

json_t *answer_diagnostics(Ask *q)
{
    json_t *list = json_array(), *known = json_object();
    Class **model = NULL;

    ask_read(q);
    if (!q->src)
        return list;
    join(list, known, said_from(q, NULL, 0));
    collect(q, q->into, &model);
    q->d->opt.component = ALONE_WITH_FLANGES;
    for (uint32_t i = 0; i < vec_len(model); i++) {
        q->model = model[i];
        q->last = i + 1 == vec_len(model);
        join(list, known, q->last ? of_model(q) : answer_apart(q, of_model));
    }
    json_decref(known);
    return list;
}
