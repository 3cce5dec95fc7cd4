/* lsp_inlay.c - inlay hints: what parameters come to, where it is not what is written there, and units.
 *
 * Behind a declaration of a parameter, or a modification, whose value is an expression, stands its value with the
 * unit; behind a number its unit; behind a component whose class is replaced the class that it has. Cost: flatten.
 */
#include <string.h>
#include "compile.h"
#include "doc.h"
#include "lsp_uses.h"
#include "lsp_values.h"

typedef struct { Ask *q; json_t *list; uint32_t from, to; const Values *values; Class *model; } Hints;

static void hint(Hints *h, uint32_t pos, const char *text)
{
    json_array_append_new(h->list, json_pack("{s:o, s:s, s:b}", "position", position_json(h->q->d, pos),
                                             "label", text, "paddingLeft", 1));
}

static const char *unit_of(Hints *h, const Thing *t)
{
    const char *unit = t->member ? doc_element(h->q->d, class_origin(t->owner), t->member, t->cls).unit : "";

    return strcmp(unit, "1") == 0 ? "" : unit;
}

/* The value of what is called so, written as `e`. */
static void value_hint(Hints *h, const Expr *e, const Thing *t, const char *path)
{
    if (!e || e->span.end < h->from || e->span.pos > h->to || !t->e || t->e->kind != EL_COMPONENT)
        return;
    const bool number =
        e->kind == E_NUM || (e->kind == E_UNARY && vec_len(e->arg) && e->arg[0]->kind == E_NUM);
    const char *value = number ? NULL : value_of_path(h->values, path);
    const char *unit = number ? unit_of(h, t) : "";

    if (value)
        hint(h, e->span.end, internf(h->q->d, "= %s", value));
    else if (*unit)
        hint(h, e->span.end, unit);
}

static void modifiers(Hints *h, const Modifier *list, Class *of, const char *path)
{
    for (uint32_t i = 0; of && i < vec_len(list); i++) {
        const Modifier *m = &list[i];
        if (!m->name || m->redeclare)
            continue;
        const Thing t = thing_member(h->q->d, of, m->name);
        const char *inner = internf(h->q->d, "%s.%s", path, m->name);
        value_hint(h, m->value, &t, inner);
        modifiers(h, m->sub, t.cls, inner);
    }
}

static void component_hints(Hints *h, Class *c, const Element *e)
{
    Dtc *d = h->q->d;
    const Thing t = thing_of(d, c, e);
    Class *written = resolve_class(d, (Scope){ NULL, c, NULL }, e->type, false);

    if (t.cls && written && class_origin(t.cls) != class_origin(written))
        hint(h, e->span.end, internf(d, ": %s", class_path(d, class_origin(t.cls))));
    if (e->variability >= V_PARAM)
        value_hint(h, e->binding, &t, e->name);
    modifiers(h, e->mod, t.cls, e->name);
}

/* values: of the model that is checked */
static void class_hints(Hints *h, Class *c, const Values *values)
{
    static const Values none;

    for (uint32_t i = 0; i < vec_len(c->element); i++) {
        const Element *e = c->element[i];
        if (source_of(h->q->d, e->span) != h->q->src)
            continue;
        h->values = c == h->model ? values : &none;
        if (e->kind == EL_COMPONENT)
            component_hints(h, c, e);
        else
            class_hints(h, e->cls, values);
    }
}

/* The last one that is written in the text, as `dtc check` takes it. */
static Class *last_written(const Ask *q, const Class *in)
{
    for (uint32_t i = vec_len(in->element); i-- > 0;) {
        Class *c = in->element[i]->kind == EL_CLASS ? in->element[i]->cls : NULL;
        if (!c || source_of(q->d, c->span) != q->src)
            continue;
        Class *model = is_model(c) ? c : last_written(q, c);
        if (model)
            return model;
    }
    return NULL;
}

json_t *answer_inlay(Ask *q)
{
    const json_t *range = json_object_get(q->params, "range");
    Hints h = { .q = q, .list = json_array() };

    ask_read(q);
    if (!q->src || !q->into)
        return h.list;
    const char *text = q->src->text;
    h.from = q->src->base + (uint32_t)position_offset(text, q->src->size, json_object_get(range, "start"));
    h.to = q->src->base + (uint32_t)position_offset(text, q->src->size, json_object_get(range, "end"));
    h.model = last_written(q, q->into);
    const Values values = model_values(q, h.model);
    class_hints(&h, q->into, &values);
    return h.list;
}
