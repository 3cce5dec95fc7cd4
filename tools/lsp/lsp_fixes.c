/* lsp_fixes.c - edits that mend a diagnosis: the name that was meant; `fixed = true` for start values; the factor
 * between two units; a connect for what is connected to nothing, with the connector that fits best.
 *
 * Edits are made of what the parser has: a modification goes behind the name of its component, into brackets that are
 * there. Only declarations of the document itself are edited. Cost: linear in the model's own class.
 */
#include <string.h>
#include "flat.h"
#include "inst.h"
#include "lsp_fixes.h"
#include "lsp_thing.h"

static bool is_here(const Ask *q, Span at) { return at.pos && source_of(q->d, at) == q->d->input; }

static const char *text_at(const Ask *q, uint32_t pos) { return q->d->input->text + (pos - q->d->input->base); }

static void put_edit(Ask *q, json_t *edits, Span at, const char *text)
{
    json_array_append_new(edits, json_pack("{s:o, s:s}", "range", range_json(q->d, at), "newText", text));
}

static void put_fix(json_t *list, const char *title, json_t *edits)
{
    if (json_array_size(edits))
        json_array_append_new(list, json_pack("{s:s, s:o}", "title", title, "edits", edits));
    else
        json_decref(edits);
}

/* ---- fixed = true -------------------------------------------------------------------------------------- */

/* Behind the bracket that opens after a name, which ends at pos, and its dimensions; 0: there is none. */
static uint32_t behind_bracket(const Ask *q, uint32_t pos)
{
    const char *p = text_at(q, pos);

    p += strspn(p, " \t\r\n");
    if (*p == '[' && strchr(p, ']'))
        p = strchr(p, ']') + 1;
    p += strspn(p, " \t\r\n");
    return *p == '(' ? pos + (uint32_t)(p + 1 - text_at(q, pos)) : 0;
}

/* The end of a name at pos with its dimensions. */
static uint32_t name_end(const Ask *q, uint32_t pos, const char *name)
{
    const char *p = text_at(q, pos) + strlen(name);
    const char *close = *p == '[' ? strchr(p, ']') : NULL;

    return pos + (uint32_t)((close ? close + 1 : p) - text_at(q, pos));
}

/* `path` of what is called `name` at pos, which has these modifications, gets one: fixed = true. */
static void add_fixed(Ask *q, json_t *edits, uint32_t pos, const char *name, const Modifier *list, const char *path)
{
    const size_t n = name_head(path);
    const uint32_t end = name_end(q, pos, name), open = behind_bracket(q, end);

    for (uint32_t i = 0; i < vec_len(list) && *path; i++) {
        const bool same = strlen(list[i].name) == n && strncmp(list[i].name, path, n) == 0;
        if (!same || list[i].redeclare)
            continue;
        add_fixed(q, edits, list[i].span.pos, list[i].name, list[i].sub, path[n] ? path + n + 1 : "");
        return;
    }
    const char *text = *path ? internf(q->d, "%s(fixed = true)", path) : "fixed = true";
    if (open && vec_len(list))
        put_edit(q, edits, (Span){ open, open }, internf(q->d, "%s, ", text));
    else if (open)
        put_edit(q, edits, (Span){ open, open }, text);
    else
        put_edit(q, edits, (Span){ end, end }, internf(q->d, "(%s)", text));
}

/* The declaration in the document of the component with which a path begins; *rest: what follows. */
static const Element *declared_here(Ask *q, const char *path, const char **rest)
{
    const size_t n = name_head(path);
    const Inst *in = q->d->instance ? inst_member(q->d->instance, intern(q->d, path, n)) : NULL;

    *rest = path[n] ? path + n + 1 : "";
    return in && in->is->decl && is_here(q, in->is->decl->span) && !strchr(path, '[') ? in->is->decl : NULL;
}

static void fix_starts(Ask *q, json_t *list, const Dae *dae)
{
    json_t *all = json_array();
    const Element *before = NULL;
    bool alone = true; /* no component is edited twice where there are no brackets yet */

    for (uint32_t i = 0; q->d->flat && i < vec_len(dae->start_taken); i++) {
        const char *name = q->d->flat->var[dae->start_taken[i]].name, *rest;
        const Element *e = declared_here(q, name, &rest);
        if (!e)
            continue;
        json_t *edits = json_array();
        add_fixed(q, edits, e->span.pos, e->name, e->mod, rest);
        alone &= e != before || vec_len(e->mod) > 0;
        before = e;
        json_array_extend(all, edits);
        put_fix(list, internf(q->d, "fixed = true for %s", name), edits);
    }
    if (alone && json_array_size(all) > 1)
        json_array_insert_new(list, 0,
                              json_pack("{s:s, s:O}", "title", "fixed = true for all of them", "edits", all));
    json_decref(all);
}

/* ---- a factor ------------------------------------------------------------------------------------------ */

static bool same_place(Span a, Span b) { return a.pos == b.pos && a.end == b.end; }

/* The right side of the equation, or the value, at a place. */
static const Expr *side_in(Stmt *const *list, Span at)
{
    const Expr *e = NULL;

    for (uint32_t i = 0; i < vec_len(list) && !e; i++) {
        if (list[i]->kind == S_EQUAL && same_place(list[i]->span, at))
            return list[i]->rhs;
        for (uint32_t k = 0; k < vec_len(list[i]->branch) && !e; k++)
            e = side_in(list[i]->branch[k].body, at);
    }
    return e;
}

static const Expr *modified_value(const Modifier *list, Span at)
{
    const Expr *e = NULL;

    for (uint32_t i = 0; i < vec_len(list) && !e; i++)
        e = list[i].value && same_place(list[i].value->span, at) ? list[i].value
                                                                 : modified_value(list[i].sub, at);
    return e;
}

static const Expr *side_at(const Ask *q, const Class *c, Span at)
{
    const Expr *e = NULL;

    for (uint32_t i = 0; i < vec_len(c->section) && !e; i++)
        e = side_in(c->section[i].body, at);
    for (uint32_t i = 0; i < vec_len(c->element) && !e; i++) {
        const Element *m = c->element[i];
        if (m->kind == EL_CLASS)
            e = is_here(q, m->span) || m->cls->folder ? side_at(q, m->cls, at) : NULL;
        else if (m->binding && (same_place(m->binding->span, at) || same_place(m->span, at)))
            e = m->binding;
        else
            e = modified_value(m->mod, at);
    }
    return e;
}

static void fix_factor(Ask *q, json_t *list, const Diagnosis *g)
{
    const Expr *e = is_here(q, g->at) ? side_at(q, q->d->root, g->at) : NULL;
    const char *factor = textf(q->d, "%.10g", g->about.factor);
    json_t *edits = json_array();

    if (e && (e->kind == E_REF || e->kind == E_NUM || e->kind == E_CALL)) {
        put_edit(q, edits, (Span){ e->span.end, e->span.end }, internf(q->d, "*%s", factor));
    } else if (e) {
        put_edit(q, edits, (Span){ e->span.pos, e->span.pos }, "(");
        put_edit(q, edits, (Span){ e->span.end, e->span.end }, internf(q->d, ")*%s", factor));
    }
    put_fix(list, internf(q->d, "Multiply by %s", factor), edits);
}

/* ---- a connect ----------------------------------------------------------------------------------------- */

/* Is `path` an argument of a connect? */
static bool is_connected(Dtc *d, Stmt *const *list, const char *path)
{
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Stmt *s = list[i];
        if (s->kind == S_CONNECT &&
            (strcmp(expr_text(d, s->lhs), path) == 0 || strcmp(expr_text(d, s->rhs), path) == 0))
            return true;
        for (uint32_t k = 0; k < vec_len(s->branch); k++)
            if (is_connected(d, s->branch[k].body, path))
                return true;
    }
    return false;
}

/* Connectors fit whose elements are called alike; of signals an input fits an output. */
static bool fits(Dtc *d, const Inst *a, const Inst *b)
{
    const Class *x = class_origin(end_of_chain(d, a->is->cls)),
                *y = class_origin(end_of_chain(d, b->is->cls));

    if (a->is->type != T_COMPOSITE || b->is->type != T_COMPOSITE)
        return a->is->type == b->is->type && a->is->causality == C_INPUT && b->is->causality == C_OUTPUT &&
               !a->is->ndim && !b->is->ndim;
    if (x->kind != K_CONNECTOR || y->kind != K_CONNECTOR || vec_len(x->element) != vec_len(y->element))
        return false;
    for (uint32_t i = 0; i < vec_len(x->element); i++)
        if (x->element[i]->name != y->element[i]->name)
            return false;
    return true;
}

static bool is_of(const char *path, const Inst *in)
{
    const size_t n = strlen(in->path);
    return strncmp(path, in->path, n) == 0 && path[n] == '.';
}

/* Does a connect join these two components already? */
static bool are_joined(Dtc *d, Stmt *const *list, const Inst *a, const Inst *b)
{
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const Stmt *s = list[i];
        if (s->kind != S_CONNECT)
            continue;
        const char *x = expr_text(d, s->lhs), *y = expr_text(d, s->rhs);
        if ((is_of(x, a) && is_of(y, b)) || (is_of(x, b) && is_of(y, a)))
            return true;
    }
    return false;
}

/* The connector of another component that fits, of one that is not joined to this one yet, one that is connected to
 * nothing before others; NULL: there is none. */
static const char *partner(Ask *q, const Class *c, const Inst *loose)
{
    const Inst *root = q->d->instance;
    const char *best = NULL;

    for (uint32_t i = 0; i < vec_len(root->child); i++) {
        const Inst *in = root->child[i];
        bool joined = false;
        for (uint32_t s = 0; s < vec_len(c->section) && in != loose->parent; s++)
            joined |= are_joined(q->d, c->section[s].body, in, loose->parent);
        for (uint32_t k = 0; in != loose->parent && k < vec_len(in->child) && !joined; k++) {
            const Inst *other = in->child[k];
            bool used = false;
            if (other->is->protected_ || other->is->absent || !fits(q->d, loose, other))
                continue;
            for (uint32_t s = 0; s < vec_len(c->section); s++)
                used |= is_connected(q->d, c->section[s].body, other->path);
            if (!used)
                return other->path;
            best = best ? best : other->path;
        }
    }
    return best;
}

static void fix_loose(Ask *q, json_t *list, const Diagnosis *g)
{
    const char *path = g->about.path, *rest;
    const Element *e = declared_here(q, path, &rest);
    const Class *c = q->d->model ? class_origin(q->d->model) : NULL;
    const Inst *in = e ? inst_member(q->d->instance, e->name) : NULL;
    const Inst *loose = in && *rest && !strchr(rest, '.') ? inst_member(in, internz(q->d, rest)) : NULL;
    bool equations = false;

    if (!loose || !c || e->owner != c || !c->extent.end)
        return;
    const char *other = partner(q, c, loose);
    if (!other)
        return;
    for (uint32_t i = 0; i < vec_len(c->section); i++)
        equations |= !c->section[i].initial && !c->section[i].algorithm;
    uint32_t end = c->extent.end - (uint32_t)strlen(c->name);
    while (end > c->extent.pos && strncmp(text_at(q, end), "end", 3) != 0)
        end--;
    while (end > c->extent.pos && strchr(" \t", *text_at(q, end - 1)))
        end--;
    json_t *edits = json_array();
    put_edit(q, edits, (Span){ end, end },
             internf(q->d, "%s  connect(%s, %s);\n", equations ? "" : "equation\n", path, other));
    put_fix(list, internf(q->d, "connect(%s, %s)", path, other), edits);
}

json_t *fixes_of(Ask *q, const Diagnosis *g, const Dae *dae)
{
    json_t *list = json_array();

    for (uint32_t i = 0; i < vec_len(g->fix); i++) {
        json_t *edits = json_array();
        if (is_here(q, g->fix[i].at))
            put_edit(q, edits, g->fix[i].at, g->fix[i].text);
        put_fix(list, internf(q->d, "Write %s", g->fix[i].text), edits);
    }
    switch (g->about.kind) {
    case ABOUT_NOTHING: break;
    case ABOUT_STARTS: fix_starts(q, list, dae); break;
    case ABOUT_FACTOR: fix_factor(q, list, g); break;
    case ABOUT_LOOSE: fix_loose(q, list, g); break;
    }
    return list;
}
