/* doc_page.c - the page of a class: its doc string, parameters, connectors, variables, equations, its example.
 *
 * Everything comes from the class tree: inherited elements and equations are among the class's own, with the
 * modifications that the class makes. What is protected is shown in the equations alone. Cost: linear in the elements.
 */
#include <ctype.h>
#include <string.h>
#include "doc.h"

typedef struct { Doc *w; Dtc *d; DocPage *page; } Page;

/* ---- blocks -------------------------------------------------------------------------------------------- */

static DocBlock *block_new(Page *p, DocKind kind, const char *title)
{
    vec_push(&p->d->run, p->page->block, ((DocBlock){ .kind = kind, .title = title }));
    return &vec_last(p->page->block);
}

static void add_cell(Page *p, DocBlock *b, const char *text, Class *link)
{
    Class *shown = link && map_get(&p->w->shown, KEY(class_origin(link))) ? class_origin(link) : NULL;

    vec_push(&p->d->run, b->cell,
             ((DocCell){ text ? text : "", shown ? class_path(p->d, shown) : NULL, NULL }));
}

static void paragraph(Page *p, const char *text) { add_cell(p, block_new(p, DOC_PARAGRAPH, NULL), text, NULL); }

static DocBlock *table_new(Page *p, const char *title, const char *const *head, uint32_t columns)
{
    DocBlock *b = block_new(p, DOC_TABLE, title);

    b->columns = columns;
    for (uint32_t i = 0; i < columns; i++)
        add_cell(p, b, head[i], NULL);
    return b;
}

/* A table without rows goes, and so does a column with nothing in it. */
static void table_end(Page *p, DocBlock *b)
{
    const uint32_t n = b->columns, cells = vec_len(b->cell);
    DocCell *left = NULL;
    bool used[DOC_COLUMNS] = { false };
    uint32_t columns = 0;

    for (uint32_t i = n; i < cells; i++)
        used[i % n] |= *b->cell[i].text != 0;
    for (uint32_t i = 0; i < n; i++)
        columns += used[i];
    for (uint32_t i = 0; i < cells; i++)
        if (used[i % n])
            vec_push(&p->d->run, left, b->cell[i]);
    b->cell = left;
    b->columns = columns;
    if (cells == n)
        (void)vec_pop(p->page->block);
}

/* ---- doc strings --------------------------------------------------------------------------------------- */

/* Lines of one paragraph become one line. */
static const char *joined(Dtc *d, const char *from, size_t n)
{
    char *s = NULL;
    bool gap = false;

    for (size_t i = 0; i < n; i++) {
        if (isspace((unsigned char)from[i])) {
            gap = s != NULL;
            continue;
        }
        if (gap)
            vec_push(&d->run, s, ' ');
        vec_push(&d->run, s, from[i]);
        gap = false;
    }
    vec_push(&d->run, s, '\0');
    return s;
}

static size_t paragraph_length(const char *p)
{
    for (const char *end = p;; end++) {
        end += strcspn(end, "\n");
        if (!*end)
            return (size_t)(end - p);
        size_t blank = strspn(end + 1, " \t\r");
        if (end[1 + blank] == '\n' || !end[1 + blank])
            return (size_t)(end - p);
    }
}

static void paragraphs(Page *p, const char *text)
{
    while (*text) {
        size_t n = paragraph_length(text);
        const char *line = joined(p->d, text, n);
        if (*line)
            paragraph(p, line);
        text += n;
        text += strspn(text, "\n");
    }
}

static const char *first_line(Dtc *d, const char *doc)
{
    return doc ? joined(d, doc, strcspn(doc, "\n")) : "";
}

/* What a class is, in a line: of another name without a doc string, whose. */
const char *doc_line(Dtc *d, Class *c)
{
    Class *other = c->doc ? NULL : class_stands_for(d, c);

    return other ? internf(d, "another name for %s", class_path(d, class_origin(other)))
                 : first_line(d, c->doc);
}

/* What stands at `html` as text: of an entity that is known its meaning, else the character. The bytes it takes. */
static size_t character(const char *html, const char **text)
{
    static const struct {
        const char *entity, *text;
    } entities[] = {
        { "&lt;", "<" },       { "&gt;", ">" },    { "&amp;", "&" },   { "&quot;", "\"" },
        { "&nbsp;", " " },     { "&le;", "<=" },   { "&ge;", ">=" },   { "&ne;", "<>" },
        { "&hellip;", "..." }, { "&ndash;", "-" }, { "&mdash;", "-" }, { "&minus;", "-" },
        { "&middot;", "*" },   { "&sdot;", "*" },  { "&rarr;", "->" },
    };

    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strncmp(html, entities[i].entity, strlen(entities[i].entity)) == 0) {
            *text = entities[i].text;
            return strlen(entities[i].entity);
        }
    return 1;
}

/* HTML as text: without its tags; a tag that begins or ends a block begins a paragraph, others are nothing. */
static const char *without_tags(Dtc *d, const char *html)
{
    Text t = { d, NULL };

    while (*html) {
        const char *text = (char[]){ *html, 0 };
        size_t taken = character(html, &text);
        if (*html == '<') {
            text = strchr("phlutdPHLUTD", html[1 + (html[1] == '/')]) ? "\n\n" : "";
            taken = strcspn(html, ">");
            taken += html[taken] != 0;
        }
        text_put(&t, text);
        html += taken;
    }
    return text_end(&t);
}

static void doc_string(Page *p)
{
    const Class *c = p->page->cls;
    const char *rest = c->doc ? c->doc + strcspn(c->doc, "\n") : "";

    if (*p->page->line)
        paragraph(p, p->page->line);
    paragraphs(p, rest);
    for (uint32_t i = 0; i < vec_len(c->annotation); i++)
        for (uint32_t k = 0;
             strcmp(c->annotation[i].name, "Documentation") == 0 && k < vec_len(c->annotation[i].sub); k++) {
            const Modifier *m = &c->annotation[i].sub[k];
            if (strcmp(m->name, "info") == 0 && m->value && m->value->kind == E_STR)
                paragraphs(p, without_tags(p->d, m->value->str));
        }
}

/* ---- what an element has ------------------------------------------------------------------------------- */

Class *doc_type(Dtc *d, const Member *m) { return resolve_class(d, scope_at(m->owner, NULL), m->e->type, false); }

static const Expr *modified(const Mod *list, const char *name)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        for (uint32_t k = 0; k < vec_len(list[i].sub); k++)
            if (strcmp(list[i].sub[k].name, name) == 0 && list[i].sub[k].value)
                return list[i].sub[k].value;
    return NULL;
}

/* By the outermost modification that gives it, else by the type. */
static const Expr *attribute(Dtc *d, const Member *m, Class *type, const char *name)
{
    const Expr *e = modified(m->mod, name);

    if (e || !type)
        return e;
    class_flatten(d, type);
    return modified(info_of(d, type)->attr, name);
}

static const char *unit_of(Dtc *d, const Member *m, Class *type)
{
    const Expr *e = attribute(d, m, type, "unit");

    return !e ? "" : e->kind == E_STR ? e->str : expr_text(d, e);
}

static const Expr *value_of(const Member *m)
{
    for (uint32_t i = 0; i < vec_len(m->mod); i++)
        if (m->mod[i].value)
            return m->mod[i].value;
    return NULL;
}

enum { LONG_VALUE = 72 };

/* As it is written; of a long table the beginning. */
static const char *value_text(Dtc *d, const Expr *e)
{
    const char *s = expr_text(d, e);

    return strlen(s) <= LONG_VALUE ? s : internf(d, "%.*s ...", LONG_VALUE - 4, s);
}

/* Of a record what a modification gives its elements; they have values of their own, or all is to be given. */
static const char *default_of_record(Dtc *d, const Member *m, Class *type)
{
    const char *text = "";

    class_flatten(d, type);
    const Member *member = info_of(d, type)->member;
    for (uint32_t i = 0; i < vec_len(member); i++) {
        const char *name = member[i].e->name;
        const Expr *given = modified(m->mod, name);
        if (!given && member[i].e->kind == EL_COMPONENT && !value_of(&member[i]))
            return "to be given";
        if (given)
            text = internf(d, "%s%s%s = %s", text, *text ? ", " : "", name, value_text(d, given));
    }
    return *text ? text : internf(d, "as in %s", class_origin(type)->name);
}

static const char *default_text(Dtc *d, const Member *m, Class *type)
{
    const Expr *value = value_of(m), *start = attribute(d, m, type, "start");

    return value ? value_text(d, value)
         : start ? internf(d, "to be given, else %s", value_text(d, start))
         : type && class_origin(type)->kind == K_RECORD ? default_of_record(d, m, type)
                                                        : "to be given";
}

static const char *attribute_text(Dtc *d, const Member *m, Class *type, const char *name)
{
    const Expr *e = attribute(d, m, type, name);

    return e ? expr_text(d, e) : NULL;
}

const char *doc_range(Dtc *d, const DocElement *e)
{
    return e->least && e->most ? internf(d, "%s to %s", e->least, e->most)
         : e->least            ? internf(d, ">= %s", e->least)
         : e->most             ? internf(d, "<= %s", e->most)
                               : "";
}

static const char *element_title(Dtc *d, const Element *e)
{
    const char *s = e->name;

    for (uint32_t i = 0; i < vec_len(e->dim); i++)
        s = internf(d, "%s%s%s", s, i ? ", " : "[", expr_text(d, e->dim[i]));
    return vec_len(e->dim) ? internf(d, "%s]", s) : s;
}

static const char *meaning_of(Dtc *d, const Element *e)
{
    const char *doc = e->doc ? joined(d, e->doc, strlen(e->doc)) : "";

    return e->condition ? internf(d, "%s%sif %s", doc, *doc ? "; " : "", expr_text(d, e->condition)) : doc;
}

/* ---- tables of elements -------------------------------------------------------------------------------- */

static DocRole role_of(Dtc *d, const Class *c, const Member *m, Class *type)
{
    const Element *e = m->e;

    if (e->kind != EL_COMPONENT || (m->protected_ && !(type && is_switching_class(type))))
        return DOC_HIDDEN;
    if (e->variability == V_CONST || (e->variability == V_PARAM && e->final))
        return DOC_CONSTANT;
    if (e->variability == V_PARAM)
        return DOC_PARAMETER;
    if (!type)
        return DOC_VARIABLE;
    if (is_switching_class(type))
        return DOC_LAW;
    if (type->kind == K_CONNECTOR)
        return DOC_CONNECTOR;
    if (e->causality != C_LOCAL)
        return e->causality == C_INPUT ? DOC_INPUT : DOC_OUTPUT;
    class_flatten(d, type);
    return info_of(d, type)->builtin || c->kind == K_CONNECTOR || c->kind == K_RECORD ? DOC_VARIABLE
                                                                                      : DOC_PART;
}

static const char *type_of_member(Dtc *d, const Member *m)
{
    return internf(d, "%s%s", m->e->flow ? "flow " : "", name_text(d, m->e->type));
}

DocElement doc_element(Dtc *d, const Class *c, const Member *m, Class *type)
{
    const DocRole role = role_of(d, c, m, type);
    DocElement e = { .role = role,
                     .name = element_title(d, m->e),
                     .type = type_of_member(d, m),
                     .value = "",
                     .unit = unit_of(d, m, type),
                     .meaning = meaning_of(d, m->e),
                     .cls = type,
                     .flow = m->e->flow };

    if (role == DOC_PARAMETER)
        e.value = default_text(d, m, type);
    else if (role == DOC_CONSTANT && value_of(m))
        e.value = value_text(d, value_of(m));
    e.least = attribute_text(d, m, type, "min");
    e.most = attribute_text(d, m, type, "max");
    e.nominal = attribute_text(d, m, type, "nominal");
    e.start = attribute_text(d, m, type, "start");
    return e;
}

static void find_elements(Page *p)
{
    Class *c = p->page->cls;
    Dtc *d = p->d;
    const Member *member = info_of(d, c)->member;

    for (uint32_t i = 0; i < vec_len(member); i++) {
        const Member *m = &member[i];
        Class *type = m->e->kind == EL_COMPONENT ? doc_type(d, m) : NULL;
        const DocElement e = doc_element(d, c, m, type);
        if (e.role == DOC_HIDDEN || e.role == DOC_LAW)
            continue;
        vec_push(&d->run, p->page->element, e);
    }
}

static void elements(Page *p, DocRole role, const char *title)
{
    static const char *const head[] = { "name", "type", "default", "unit", "range", "meaning" };
    DocBlock *b = table_new(p, title, head, 6);

    b->elements = true;
    for (uint32_t i = 0; i < vec_len(p->page->element); i++) {
        const DocElement *e = &p->page->element[i];
        if (e->role != role)
            continue;
        add_cell(p, b, e->name, NULL);
        add_cell(p, b, e->type, e->cls);
        add_cell(p, b, e->value, NULL);
        add_cell(p, b, e->unit, NULL);
        add_cell(p, b, doc_range(p->d, e), NULL);
        add_cell(p, b, e->meaning, NULL);
    }
    table_end(p, b);
}

static void literals(Page *p)
{
    static const char *const head[] = { "name", "meaning" };
    const Class *c = p->page->cls;
    DocBlock *b = table_new(p, "Values", head, 2);

    for (uint32_t i = 0; i < vec_len(c->literal); i++) {
        add_cell(p, b, c->literal[i], NULL);
        add_cell(p, b, c->literal_doc[i], NULL);
    }
    table_end(p, b);
}

static void contents(Page *p)
{
    static const char *const head[] = { "name", "kind", "what it is" };
    Class **member = doc_members(p->d, p->page->cls);
    DocBlock *b = table_new(p, "Contents", head, 3);

    for (uint32_t i = 0; i < vec_len(member); i++) {
        add_cell(p, b, member[i]->name, member[i]);
        vec_last(b->cell).icon = has_icon(p->d, member[i]) ? member[i] : NULL;
        add_cell(p, b, class_kind_text(member[i]->kind), NULL);
        add_cell(p, b, doc_line(p->d, member[i]), NULL);
    }
    table_end(p, b);
}

/* ---- equations ----------------------------------------------------------------------------------------- */

/* Switching laws and values of variables, as they are declared. */
static void declared(Page *p, Text *t)
{
    Class *c = p->page->cls;
    const Member *member = info_of(p->d, c)->member;

    for (uint32_t i = 0; i < vec_len(member); i++) {
        const Member *m = &member[i];
        Class *type = m->e->kind == EL_COMPONENT ? doc_type(p->d, m) : NULL;
        const DocRole role = role_of(p->d, c, m, type);
        if (role == DOC_LAW)
            text_put(t, internf(p->d, "%s;\n", element_text(p->d, m->e)));
        else if (value_of(m) && (role == DOC_VARIABLE || role == DOC_CONNECTOR))
            text_put(t, internf(p->d, "%s = %s;\n", m->e->name, expr_text(p->d, value_of(m))));
    }
}

static void equations(Page *p)
{
    const ClassInfo *info = info_of(p->d, p->page->cls);
    const Section *before = NULL;
    Text t = { p->d, NULL };

    declared(p, &t);
    for (uint32_t i = 0; i < vec_len(info->net); i++)
        text_put(&t, net_text(p->d, info->net[i].decl));
    for (uint32_t i = 0; i < vec_len(info->section); i++) {
        const Section *now = info->section[i].section;
        const char *text = section_text(p->d, now);
        const bool goes_on = before && before->initial == now->initial && before->algorithm == now->algorithm;
        text_put(&t, goes_on ? text + strcspn(text, "\n") + 1 : text);
        before = now;
    }
    if (p->page->cls->external_call)
        text_put(&t, internf(p->d, "external \"C\" %s;\n", expr_text(p->d, p->page->cls->external_call)));
    if (vec_len(t.s))
        block_new(p, DOC_CODE, p->page->cls->kind == K_FUNCTION ? "Algorithm" : "Equations")->code =
            text_end(&t);
}

/* ---- the page ------------------------------------------------------------------------------------------ */

static void bases(Page *p)
{
    Class *c = p->page->cls;
    const ClassInfo *info = info_of(p->d, c);
    DocBlock *b = NULL;

    if (c->form == CF_ENUM)
        return;
    for (uint32_t i = 0; i < vec_len(info->base); i++) {
        const char *name = name_text(p->d, base_clause(c, i).base);
        if (i == 0) {
            b = block_new(p, DOC_PARAGRAPH, NULL);
            add_cell(p, b, c->form == CF_SHORT ? "Another name for " : "Extends ", NULL);
        } else {
            add_cell(p, b, ", ", NULL);
        }
        add_cell(p, b, info->base[i] ? class_path(p->d, class_origin(info->base[i])) : name, info->base[i]);
    }
    if (b)
        add_cell(p, b, ".", NULL);
}

static const char *type_facts(Page *p)
{
    static const char *const shown[] = { "unit", "displayUnit", "min", "max" };
    const Class *builtin = info_of(p->d, p->page->cls)->builtin;
    const char *s = builtin ? builtin->name : "";

    for (int i = 0; builtin && i < 4; i++) {
        const Expr *e = modified(info_of(p->d, p->page->cls)->attr, shown[i]);
        if (e)
            s = internf(p->d, "%s, %s = %s", s, shown[i], expr_text(p->d, e));
    }
    return *s ? internf(p->d, "%s.", s) : s;
}

static Class *example_of(const Page *p) { return (Class *)(uintptr_t)map_get(&p->w->example, KEY(p->page->cls)); }

static void run_of(Page *p, Class *e, const char *title)
{
    block_new(p, DOC_CODE, title)->code = class_text(p->d, e);
    block_new(p, DOC_CODE, NULL)->code =
        internf(p->d, "dtc sim %s%s--model %s -o out.csv\n", p->w->file ? p->w->file : "",
                p->w->file ? " " : "", class_path(p->d, e));
}

static void example(Page *p)
{
    Class *e = example_of(p);

    if (!e)
        return;
    DocBlock *b = block_new(p, DOC_PARAGRAPH, "Example");
    add_cell(p, b, class_path(p->d, e), e);
    add_cell(p, b, internf(p->d, ": %s", first_line(p->d, e->doc)), NULL);
    run_of(p, e, NULL);
}

static void everything(Page *p)
{
    if (info_of(p->d, p->page->cls)->builtin)
        paragraph(p, type_facts(p));
    contents(p);
    find_elements(p);
    elements(p, DOC_INPUT, "Inputs");
    elements(p, DOC_OUTPUT, "Outputs");
    elements(p, DOC_PARAMETER, "Parameters");
    elements(p, DOC_CONSTANT, "Constants");
    elements(p, DOC_CONNECTOR, "Connectors");
    elements(p, DOC_VARIABLE, "Variables");
    elements(p, DOC_PART, "Parts");
    equations(p);
    example(p);
}

static void fill(Page *p)
{
    Class *c = p->page->cls;

    class_flatten(p->d, c);
    doc_string(p);
    bases(p);
    if (c->form == CF_ENUM)
        literals(p);
    else if (example_of(p) == c)
        run_of(p, c, "Model");
    else
        everything(p);
}

DocPage *doc_pages(Doc *w, Class **all)
{
    DocPage *pages = NULL;

    for (uint32_t i = 0; i < vec_len(all); i++)
        map_set(&w->d->run, &w->shown, KEY(all[i]), 1);
    for (uint32_t i = 0; i < vec_len(all); i++) {
        const char *path = class_path(w->d, all[i]);
        DocPage page = { all[i],
                         path,
                         internf(w->d, "%s%s", all[i]->partial ? "partial " : "",
                                 class_kind_text(all[i]->kind)),
                         first_line(w->d, all[i]->doc),
                         name_depth(path),
                         NULL,
                         NULL };
        fill(&(Page){ w, w->d, &page });
        vec_push(&w->d->run, pages, page);
    }
    return pages;
}
