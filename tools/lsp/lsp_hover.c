/* lsp_hover.c - what a name means, in a few lines of Markdown.
 *
 * A class has its page of the reference, with parameters and equations; a component its declaration, with the value
 * that it has in the model around, its unit, and what it is for.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "doc.h"
#include "lsp_uses.h"
#include "lsp_values.h"
#include "lsp_wish.h"

static const char *class_page(Dtc *d, Class *c)
{
    Doc w = { .d = d };
    Class **one = NULL;
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);

    vec_push(&d->run, one, class_origin(c));
    doc_write_markdown(d, f, doc_pages(&w, one));
    fclose(f);
    const char *page = internz(d, text);
    free(text);
    return page;
}

static const char *prefix_of(const Element *e)
{
    return e->variability == V_PARAM    ? "parameter "
         : e->variability == V_CONST    ? "constant "
         : e->causality == C_INPUT      ? "input "
         : e->causality == C_OUTPUT     ? "output "
         : e->variability == V_DISCRETE ? "discrete "
                                        : "";
}

static const char *component_text(Ask *q, const Use *u)
{
    Dtc *d = q->d;
    const Thing *t = &u->thing;
    const Member *m = t->member;

    if (!m)
        return internf(d, "```modelica\n%s\n```", element_text(d, t->e));
    const DocElement e = doc_element(d, class_origin(t->owner), m, t->cls);
    const char *own = e.role == DOC_PARAMETER || e.role == DOC_CONSTANT ? e.value : "";
    const char *text =
        internf(d, "```modelica\n%s%s %s%s%s\n```\n", prefix_of(t->e), e.type, e.name,
                *own && strncmp(own, "to be", 5) != 0 ? " = " : "", strncmp(own, "to be", 5) != 0 ? own : "");
    const Values v = t->e->variability >= V_PARAM ? model_values(q, u->within) : (Values){ .d = d };
    const char *value = value_of_path(&v, u->path);
    if (*e.meaning)
        text = internf(d, "%s\n%s\n", text, e.meaning);
    if (value)
        text = internf(d, "%s\nHere: `%s`\n", text, value);
    else if (*e.unit)
        text = internf(d, "%s\nUnit: `%s`\n", text, e.unit);
    if (e.least || e.most)
        text = internf(d, "%s\nAllowed: `%s`\n", text, doc_range(d, &e));
    if (t->cls && t->cls->form == CF_LONG)
        text = internf(d, "%s\n`%s`: %s\n", text, class_path(d, class_origin(t->cls)), doc_line(d, t->cls));
    return internf(d, "%s\nof `%s`\n", text, class_path(d, class_origin(t->owner)));
}

static const char *text_of(Ask *q, const Use *u)
{
    switch (u->kind) {
    case USE_CLASS: return class_page(q->d, u->thing.cls);
    case USE_COMPONENT: return component_text(q, u);
    case USE_ITERATOR: return "an iterator";
    case USE_LITERAL:
        return u->thing.cls ? internf(q->d, "a literal of `%s`", class_path(q->d, u->thing.cls))
                            : "a literal";
    case USE_NET: return "an automaton or net";
    case USE_PLACE: return "a place";
    }
    return "";
}

/* The name at a position in a statement that the parser could make nothing of, by the tokens before it. */
static const Use *use_in_broken(Ask *q, uint32_t at)
{
    const char *end = q->src->text + (at - q->src->base);

    while (isalnum((unsigned char)*end) || *end == '_')
        end++;
    const Place p = place_at(q, q->src->base + (uint32_t)(end - q->src->text));
    const Wish w = wish_at(q, &p);
    Use *u = NEW(&q->d->run, Use);
    *u = (Use){ .at = p.word, .within = w.scope, .path = p.typed };
    if (!*p.typed || p.in_comment || p.in_string || w.want == WANT_NEW_NAME)
        return NULL;
    if (w.want == WANT_MODIFIER) {
        u->thing = thing_member(q->d, w.modified, p.typed);
    } else {
        Part *path = NULL;
        for (uint32_t i = 0; i < vec_len(w.of); i++)
            vec_push(&q->d->run, path, w.of[i]);
        vec_push(&q->d->run, path, ((Part){ p.typed, NULL, p.word }));
        u->thing = thing_named(q->d, w.scope, path, vec_len(path));
    }
    u->kind = u->thing.e && u->thing.e->kind == EL_COMPONENT ? USE_COMPONENT : USE_CLASS;
    return u->thing.cls || u->kind == USE_COMPONENT ? u : NULL;
}

json_t *answer_hover(Ask *q)
{
    ask_read(q);
    const uint32_t at = q->src ? ask_position(q) : 0;
    const Use *u = q->src ? use_at(uses_of(q->d, q->src, q->d->root), at) : NULL;

    if (!u && q->src)
        u = use_in_broken(q, at);
    if (!u)
        return json_null();
    return json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind", "markdown", "value", text_of(q, u), "range",
                     range_json(q->d, u->at));
}
