/* class_text.c - classes, declarations, equations and statements as text in the language.
 *
 * What was parsed comes out as legal dtm, one declaration or equation a line, in the order in which it was written;
 * comments of the source are lost. An annotation is left out, but `experiment`. Cost: linear in the text.
 */
#include <string.h>
#include "doc.h"

void text_put(Text *t, const char *s)
{
    while (*s)
        vec_push(&t->d->run, t->s, *s++);
}

/* A line, with two blanks for each level of indentation. */
static void text_line(Text *t, int indent, const char *s)
{
    for (int i = 0; i < indent; i++)
        text_put(t, "  ");
    text_put(t, s);
    text_put(t, "\n");
}

const char *text_end(Text *t)
{
    vec_push(&t->d->run, t->s, '\0');
    return t->s;
}

static const char *quoted(Dtc *d, const char *doc)
{
    if (!doc)
        return "";
    size_t n = strcspn(doc, "\n");
    return internf(d, " %s", expr_text(d, &(Expr){ .kind = E_STR, .str = intern(d, doc, n) }));
}

/* ---- declarations -------------------------------------------------------------------------------------- */

static const char *dimensions_text(Dtc *d, Expr *const *dim)
{
    const char *s = "";

    for (uint32_t i = 0; i < vec_len(dim); i++)
        s = internf(d, "%s%s%s", s, i ? ", " : "[", expr_text(d, dim[i]));
    return *s ? internf(d, "%s]", s) : s;
}

static const char *modifiers_text(Dtc *d, const Modifier *m);

static const char *short_class_text(Dtc *d, const Class *c)
{
    const char **list = NULL;

    if (c->form == CF_ENUM) {
        for (uint32_t i = 0; i < vec_len(c->literal); i++)
            vec_push(&d->pass, list, internf(d, "%s%s", c->literal[i], quoted(d, c->literal_doc[i])));
        return internf(d, "%s = enumeration(%s)", c->name,
                       c->enum_open ? ":" : text_joined(d, list, ", ", ", "));
    }
    const char *input = c->base_causality == C_INPUT  ? "input "
                      : c->base_causality == C_OUTPUT ? "output "
                                                      : "";
    return internf(d, "%s = %s%s%s%s%s", c->name, input, c->base_flow ? "flow " : "", name_text(d, c->base),
                   dimensions_text(d, c->base_dim), modifiers_text(d, c->base_mod));
}

static const char *modifier_text(Dtc *d, const Modifier *m)
{
    const Element *e = m->redeclare;
    const char *prefix = internf(d, "%s%s", m->each ? "each " : "", m->final ? "final " : "");

    if (e && e->kind == EL_CLASS)
        return internf(d, "%sredeclare %s %s", prefix, class_kind_text(e->cls->kind),
                       short_class_text(d, e->cls));
    if (e)
        return internf(d, "%sredeclare %s", prefix, element_text(d, e));
    return internf(d, "%s%s%s%s%s", prefix, m->name, modifiers_text(d, m->sub), m->value ? " = " : "",
                   m->value ? expr_text(d, m->value) : "");
}

static const char *modifiers_text(Dtc *d, const Modifier *m)
{
    const char **list = NULL;

    for (uint32_t i = 0; i < vec_len(m); i++)
        vec_push(&d->pass, list, modifier_text(d, &m[i]));
    return list ? internf(d, "(%s)", text_joined(d, list, ", ", ", ")) : "";
}

const char *element_text(Dtc *d, const Element *e)
{
    static const char *const varies[] = { "", "discrete ", "parameter ", "constant " };
    static const char *const causes[] = { "", "input ", "output " };
    const char *prefix = internf(d, "%s%s%s%s%s%s%s", e->final ? "final " : "", e->inner ? "inner " : "",
                                 e->outer ? "outer " : "", e->replaceable ? "replaceable " : "",
                                 e->flow ? "flow " : "", varies[e->variability], causes[e->causality]);

    return internf(d, "%s%s %s%s%s%s%s%s%s", prefix, name_text(d, e->type), e->name,
                   dimensions_text(d, e->dim), modifiers_text(d, e->mod), e->binding ? " = " : "",
                   e->binding ? expr_text(d, e->binding) : "", e->condition ? " if " : "",
                   e->condition ? expr_text(d, e->condition) : "");
}

static const char *places_text(Dtc *d, const PlaceName *place)
{
    const char **names = NULL;

    for (uint32_t i = 0; i < vec_len(place); i++)
        vec_push(&d->pass, names,
                 place[i].number ? internf(d, "%s(%s)", place[i].name, expr_text(d, place[i].number))
                                 : place[i].name);
    return text_joined(d, names, ", ", ", ");
}

static void put_net(Text *t, const NetDecl *a, int indent)
{
    text_line(t, indent,
              internf(t->d, "%s %s%s", a->automaton ? "automaton" : "net", a->name, quoted(t->d, a->doc)));
    text_line(t, indent + 1, internf(t->d, "place %s;", places_text(t->d, a->place)));
    text_line(t, indent + 1, internf(t->d, "initial %s;", places_text(t->d, a->initial)));
    for (uint32_t i = 0; i < vec_len(a->transition); i++) {
        const Transition *k = &a->transition[i];
        text_line(t, indent + 1,
                  internf(t->d, "from %s to %s when %s;", places_text(t->d, k->from),
                          places_text(t->d, k->to), expr_text(t->d, k->guard)));
    }
    text_line(t, indent, internf(t->d, "end %s;", a->name));
}

const char *net_text(Dtc *d, const NetDecl *a)
{
    Text t = { d, NULL };

    put_net(&t, a, 0);
    return text_end(&t);
}

/* ---- equations and statements -------------------------------------------------------------------------- */

static void put_statements(Text *t, Stmt *const *list, int indent, bool algorithm);

static const char *iterators_text(Dtc *d, const Iter *iter)
{
    const char *s = "";

    for (uint32_t i = 0; i < vec_len(iter); i++)
        s = internf(d, "%s%s%s%s%s", s, i ? ", " : "", iter[i].name, iter[i].range ? " in " : "",
                    iter[i].range ? expr_text(d, iter[i].range) : "");
    return s;
}

/* first: "if"; next: "elseif"; then: "then". A branch without condition is `else`. */
static void put_branches(Text *t, const Stmt *s, const char *first, const char *then, int indent, bool algorithm)
{
    for (uint32_t i = 0; i < vec_len(s->branch); i++) {
        const Expr *cond = s->branch[i].cond;
        const char *word = internf(t->d, "%s%s", i ? "else" : "", first);
        text_line(t, indent, cond ? internf(t->d, "%s %s %s", word, expr_text(t->d, cond), then) : "else");
        put_statements(t, s->branch[i].body, indent + 1, algorithm);
    }
    text_line(t, indent, internf(t->d, "end %s;", first));
}

static void put_statement(Text *t, const Stmt *s, int indent, bool algorithm)
{
    const char *lhs = s->lhs ? expr_text(t->d, s->lhs) : "", *rhs = s->rhs ? expr_text(t->d, s->rhs) : "";

    switch (s->kind) {
    case S_EQUAL: text_line(t, indent, internf(t->d, "%s %s %s;", lhs, algorithm ? ":=" : "=", rhs)); break;
    case S_CONNECT: text_line(t, indent, internf(t->d, "connect(%s, %s);", lhs, rhs)); break;
    case S_CALL: text_line(t, indent, internf(t->d, "%s;", lhs)); break;
    case S_BREAK: text_line(t, indent, "break;"); break;
    case S_RETURN: text_line(t, indent, "return;"); break;
    case S_IF: put_branches(t, s, "if", "then", indent, algorithm); break;
    case S_WHEN: put_branches(t, s, "when", "then", indent, algorithm); break;
    case S_WHILE: put_branches(t, s, "while", "loop", indent, algorithm); break;
    case S_FOR:
        text_line(t, indent, internf(t->d, "for %s loop", iterators_text(t->d, s->iter)));
        put_statements(t, s->branch[0].body, indent + 1, algorithm);
        text_line(t, indent, "end for;");
        break;
    }
}

static void put_statements(Text *t, Stmt *const *list, int indent, bool algorithm)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        put_statement(t, list[i], indent, algorithm);
}

static void put_section(Text *t, const Section *s, int indent)
{
    text_line(t, indent,
              internf(t->d, "%s%s", s->initial ? "initial " : "", s->algorithm ? "algorithm" : "equation"));
    put_statements(t, s->body, indent + 1, s->algorithm);
}

const char *section_text(Dtc *d, const Section *s)
{
    Text t = { d, NULL };

    put_section(&t, s, 0);
    return text_end(&t);
}

/* ---- a class ------------------------------------------------------------------------------------------- */

static const char *import_text(Dtc *d, const Import *i)
{
    const char *name = name_text(d, i->name);

    return i->kind == IMPORT_WILD   ? internf(d, "import %s.*;", name)
         : i->kind == IMPORT_RENAME ? internf(d, "import %s = %s;", i->alias, name)
                                    : internf(d, "import %s;", name);
}

static void put_class(Text *t, const Class *c, int indent);

static void put_element(Text *t, const Element *e, int indent)
{
    if (e->kind == EL_CLASS)
        put_class(t, e->cls, indent);
    else
        text_line(t, indent, internf(t->d, "%s%s;", element_text(t->d, e), quoted(t->d, e->doc)));
}

/* Elements, with the extends clauses and automata that stand before each; of public and protected ones in turn. */
static void put_elements(Text *t, const Class *c, int indent)
{
    uint32_t x = 0, a = 0;
    bool hidden = false;

    for (uint32_t i = 0; i <= vec_len(c->element); i++) {
        const Element *e = i < vec_len(c->element) ? c->element[i] : NULL;
        for (; x < vec_len(c->extends) && (!e || c->extends[x].span.pos < e->span.pos); x++)
            text_line(t, indent,
                      internf(t->d, "extends %s%s;", name_text(t->d, c->extends[x].base),
                              modifiers_text(t->d, c->extends[x].mod)));
        for (; a < vec_len(c->net) && (!e || c->net[a].span.pos < e->span.pos); a++)
            put_net(t, &c->net[a], indent);
        if (e && e->protected_ != hidden)
            text_line(t, indent - 1, e->protected_ ? "protected" : "public");
        if (e)
            hidden = e->protected_, put_element(t, e, indent);
    }
}

static void put_class(Text *t, const Class *c, int indent)
{
    const char *head = internf(t->d, "%s%s", c->partial ? "partial " : "", class_kind_text(c->kind));

    if (c->form != CF_LONG) {
        text_line(t, indent,
                  internf(t->d, "%s %s%s;", head, short_class_text(t->d, c), quoted(t->d, c->doc)));
        return;
    }
    text_line(t, indent, internf(t->d, "%s %s%s", head, c->name, quoted(t->d, c->doc)));
    for (uint32_t i = 0; i < vec_len(c->import); i++)
        text_line(t, indent + 1, import_text(t->d, &c->import[i]));
    put_elements(t, c, indent + 1);
    for (uint32_t i = 0; i < vec_len(c->section); i++)
        put_section(t, &c->section[i], indent);
    if (c->external_call)
        text_line(t, indent,
                  internf(t->d, "external \"C\" %s%s%s;",
                          c->external_result ? expr_text(t->d, c->external_result) : "",
                          c->external_result ? " = " : "", expr_text(t->d, c->external_call)));
    for (uint32_t i = 0; i < vec_len(c->annotation); i++)
        if (strcmp(c->annotation[i].name, "experiment") == 0)
            text_line(t, indent + 1,
                      internf(t->d, "annotation(%s);", modifier_text(t->d, &c->annotation[i])));
    text_line(t, indent, internf(t->d, "end %s;", c->name));
}

const char *class_text(Dtc *d, const Class *c)
{
    Text t = { d, NULL };

    put_class(&t, c, 0);
    return text_end(&t);
}
