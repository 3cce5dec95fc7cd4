/* lsp_signature.c - what goes in the brackets in which the position is: the inputs of a function, or the parameters of
 * the class that is modified, with units and defaults, and which of them is at work.
 */
#include <string.h>
#include "doc.h"
#include "lsp_wish.h"

typedef struct { Ask *q; json_t *parameter; const char *label; int active; } Signature;

static void put_parameter(Signature *s, const Class *of, const Member *m)
{
    Dtc *d = s->q->d;
    Class *type = doc_type(d, m);
    const DocElement e = doc_element(d, of, m, type);
    const char *value = *e.value && strncmp(e.value, "to be", 5) != 0 ? internf(d, " = %s", e.value) : "";
    const char *text =
        internf(d, "%s%s%s%s%s", e.name, value, *e.unit ? " [" : "", e.unit, *e.unit ? "]" : "");
    const bool first = json_array_size(s->parameter) == 0;

    json_array_append_new(s->parameter, json_pack("{s:s, s:s}", "label", text, "documentation",
                                                  e.meaning ? e.meaning : ""));
    s->label = internf(d, "%s%s%s", s->label, first ? "" : ", ", text);
}

static void function_inputs(Signature *s, const Wish *w, Class *f)
{
    class_flatten(s->q->d, f);
    const Member *m = info_of(s->q->d, f)->member;
    s->active = (int)w->argument;
    for (uint32_t i = 0; i < vec_len(m); i++) {
        if (m[i].e->kind != EL_COMPONENT || m[i].e->causality != C_INPUT)
            continue;
        if (w->value.e && w->value.e == m[i].e)
            s->active = (int)json_array_size(s->parameter);
        put_parameter(s, class_origin(f), &m[i]);
    }
}

/* value: the one whose value is being written */
static void class_parameters(Signature *s, Class *c, const Element *value)
{
    class_flatten(s->q->d, c);
    const Member *m = info_of(s->q->d, c)->member;
    s->active = -1;
    for (uint32_t i = 0; i < vec_len(m); i++) {
        if (m[i].e->kind != EL_COMPONENT || m[i].protected_ || m[i].e->final ||
            m[i].e->variability != V_PARAM)
            continue;
        if (value == m[i].e)
            s->active = (int)json_array_size(s->parameter);
        put_parameter(s, class_origin(c), &m[i]);
    }
}

json_t *answer_signature(Ask *q)
{
    ask_read(q);
    if (!q->src)
        return json_null();
    const Place p = place_at(q, ask_position(q));
    const Wish w = wish_at(q, &p);
    Signature s = { .q = q, .parameter = json_array(), .label = "", .active = -1 };
    Class *of = w.function && w.function->kind == K_FUNCTION ? w.function : NULL;
    Class *modified = w.modified                                  ? w.modified
                    : w.value.member && w.want == WANT_EXPRESSION ? w.value.owner
                                                                  : NULL;

    if (of)
        function_inputs(&s, &w, of);
    else if (modified && modified->form != CF_PREDEFINED)
        class_parameters(&s, of = modified, w.value.e);
    if (!of || json_array_size(s.parameter) == 0)
        return json_null();
    json_t *one =
        json_pack("{s:s, s:s, s:o}", "label", internf(q->d, "%s(%s)", class_origin(of)->name, s.label),
                  "documentation", doc_line(q->d, of), "parameters", s.parameter);
    if (s.active >= 0)
        json_object_set_new(one, "activeParameter", json_integer(s.active));
    return json_pack("{s:[o], s:i, s:i}", "signatures", one, "activeSignature", 0, "activeParameter",
                     s.active >= 0 ? s.active : 0);
}
