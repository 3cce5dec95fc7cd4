/* ast.c - classes as parsed: making one, and expressions and names as text for messages.
 *
 * Text comes out as Modelica reads it, with the fewest parentheses. Linear in the text.
 */
#include <string.h>
#include "parse.h"

Class *class_new(Dtc *d, ClassKind k, const char *name, Span at, Class *enclosing)
{
    Class *c = NEW(&d->run, Class);
    c->kind = k;
    c->form = CF_LONG;
    c->name = name;
    c->span = at;
    c->enclosing = enclosing;
    return c;
}

const char *class_kind_text(ClassKind k)
{
    static const char *const text[] = { "class",   "model", "block",    "connector", "record",
                                        "package", "type",  "function", "operator" };
    return text[k];
}

const char *class_path(Dtc *d, const Class *c)
{
    const char *text = c->name;
    for (const Class *up = c->enclosing; up && up->name && *up->name; up = up->enclosing)
        text = internf(d, "%s.%s", up->name, text);
    return text;
}

/* ---- names --------------------------------------------------------------------------------------------- */

typedef struct { Dtc *d; char *s; } Text;  /* s: vec */

static void put_text(Text *t, const char *s)
{
    while (*s)
        vec_push(&t->d->run, t->s, *s++);
}

static const char *text_so_far(Text *t)
{
    vec_push(&t->d->run, t->s, '\0');
    return t->s;
}

const char *name_text(Dtc *d, Name n)
{
    Text t = { d, NULL };
    for (uint32_t i = 0; i < vec_len(n.name); i++) {
        if (i)
            put_text(&t, ".");
        if (n.name[i][0])
            put_text(&t, n.name[i]);
    }
    return text_so_far(&t);
}

/* ---- expressions --------------------------------------------------------------------------------------- */

static int level(const Expr *e)
{
    switch (e->kind) {
    case E_IF: return L_IF;
    case E_RANGE: return L_RANGE;
    case E_UNARY: return e->op == OP_NOT ? L_NOT : L_SUM;
    case E_BINARY: return op_info[e->op].binds;
    case E_NUM: return e->num < 0 ? L_SUM : L_PRIMARY;
    case E_STR:
    case E_BOOL:
    case E_REF:
    case E_CALL:
    case E_ARRAY:
    case E_MATRIX:
    case E_TUPLE:
    case E_COLON:
    case E_END: break;
    }
    return L_PRIMARY;
}

static void put_expr(Text *t, const Expr *e, int least);

static void put_list(Text *t, Expr **list, const char *between)
{
    for (uint32_t i = 0; i < vec_len(list); i++) {
        if (i)
            put_text(t, between);
        if (list[i])
            put_expr(t, list[i], L_IF);
    }
}

static void put_iterators(Text *t, const Iter *iter)
{
    for (uint32_t i = 0; i < vec_len(iter); i++) {
        put_text(t, i ? ", " : " for ");
        put_text(t, iter[i].name);
        if (!iter[i].range)
            continue;
        put_text(t, " in ");
        put_expr(t, iter[i].range, L_IF);
    }
}

static void put_reference(Text *t, const Expr *e)
{
    if (e->global)
        put_text(t, ".");
    for (uint32_t i = 0; i < vec_len(e->part); i++) {
        if (i)
            put_text(t, ".");
        put_text(t, e->part[i].name);
        if (!e->part[i].sub)
            continue;
        put_text(t, "[");
        put_list(t, e->part[i].sub, ", ");
        put_text(t, "]");
    }
}

static void put_function(Text *t, const Expr *e) /* der, initial, pure are no references but are written like one */
{
    const char *name = e->part[0].name;
    bool word = vec_len(e->part) == 1 &&
                (strcmp(name, "der") == 0 || strcmp(name, "initial") == 0 || strcmp(name, "pure") == 0);
    if (word)
        put_text(t, name);
    else
        put_reference(t, e);
}

static void put_call(Text *t, const Expr *e)
{
    put_function(t, e);
    put_text(t, "(");
    put_list(t, e->arg, ", ");
    for (uint32_t i = 0; i < vec_len(e->named); i++) {
        if (i || vec_len(e->arg))
            put_text(t, ", ");
        put_text(t, e->named[i].name);
        put_text(t, " = ");
        put_expr(t, e->named[i].value, L_IF);
    }
    put_iterators(t, e->iter);
    put_text(t, ")");
}

static void put_number(Text *t, const Expr *e)
{
    if (e->is_int) {
        put_text(t, internf(t->d, "%lld", (long long)e->integer));
        return;
    }
    const NumberText n = number_shortest(e->num, 6);
    put_text(t, n.text);
    if (!strpbrk(n.text, ".en"))
        put_text(t, ".0");
}

static void put_string(Text *t, const char *s)
{
    static const char escape[] = "\"\\abfnrtv", meaning[] = "\"\\\a\b\f\n\r\t\v";
    put_text(t, "\"");
    for (; *s; s++) {
        const char *k = strchr(meaning, *s);
        char c[3] = { *s, 0, 0 };
        if (k)
            c[0] = '\\', c[1] = escape[k - meaning];
        put_text(t, c);
    }
    put_text(t, "\"");
}

static void put_binary(Text *t, const Expr *e)
{
    int at = level(e);
    bool tight = at >= L_TERM, left_first = at == L_SUM || at == L_TERM || at == L_OR || at == L_AND;
    put_expr(t, e->arg[0], left_first ? at : at + 1);
    if (!tight)
        put_text(t, " ");
    if (e->elementwise)
        put_text(t, ".");
    put_text(t, op_info[e->op].text);
    if (!tight)
        put_text(t, " ");
    put_expr(t, e->arg[1], at + 1);
}

static void put_if(Text *t, const Expr *e)
{
    uint32_t n = vec_len(e->arg);
    for (uint32_t i = 0; i + 1 < n; i += 2) {
        put_text(t, i ? " elseif " : "if ");
        put_expr(t, e->arg[i], L_IF);
        put_text(t, " then ");
        put_expr(t, e->arg[i + 1], L_IF);
    }
    put_text(t, " else ");
    put_expr(t, e->arg[n - 1], L_IF);
}

static void put_bare(Text *t, const Expr *e)
{
    switch (e->kind) {
    case E_NUM: put_number(t, e); break;
    case E_STR: put_string(t, e->str); break;
    case E_BOOL: put_text(t, e->boolean ? "true" : "false"); break;
    case E_REF: put_reference(t, e); break;
    case E_CALL: put_call(t, e); break;
    case E_UNARY:
        put_text(t, e->op == OP_NOT ? "not " : "-");
        put_expr(t, e->arg[0], e->op == OP_NOT ? L_REL : L_TERM);
        break;
    case E_BINARY: put_binary(t, e); break;
    case E_IF: put_if(t, e); break;
    case E_ARRAY:
        put_text(t, "{");
        put_list(t, e->arg, ", ");
        put_iterators(t, e->iter);
        put_text(t, "}");
        break;
    case E_MATRIX:
        put_text(t, "[");
        for (uint32_t i = 0; i < vec_len(e->arg); i++) {
            if (i)
                put_text(t, "; ");
            put_list(t, e->arg[i]->arg, ", ");
        }
        put_text(t, "]");
        break;
    case E_RANGE:
        for (uint32_t i = 0; i < vec_len(e->arg); i++) {
            if (i)
                put_text(t, ":");
            put_expr(t, e->arg[i], L_OR);
        }
        break;
    case E_TUPLE:
        put_text(t, "(");
        put_list(t, e->arg, ", ");
        put_text(t, ")");
        break;
    case E_COLON: put_text(t, ":"); break;
    case E_END: put_text(t, "end"); break;
    }
}

/* In parentheses if it binds less than `least`. */
static void put_expr(Text *t, const Expr *e, int least)
{
    bool parentheses = level(e) < least;
    if (parentheses)
        put_text(t, "(");
    put_bare(t, e);
    if (parentheses)
        put_text(t, ")");
}

const char *expr_text(Dtc *d, const Expr *e)
{
    Text t = { d, NULL };
    put_expr(&t, e, L_IF);
    return text_so_far(&t);
}

/* ---- annotations --------------------------------------------------------------------------------------- */

#define NAME_OF(name) #name,
const char *const annotation_names[ANNOTATIONS] = { DTC_ANNOTATIONS(NAME_OF) };
#undef NAME_OF

const Modifier *next_annotation(const Modifier *list, Annotation which, uint32_t *from)
{
    uint32_t first = 0, *i = from ? from : &first;

    while (*i < vec_len(list)) {
        const Modifier *m = &list[(*i)++];
        if (m->name && strcmp(m->name, annotation_names[which]) == 0)
            return m;
    }
    return NULL;
}

bool annotation_says(const Modifier *list, Annotation which, bool otherwise)
{
    const Modifier *m = next_annotation(list, which, NULL);
    return m && m->value && m->value->kind == E_BOOL ? m->value->boolean : otherwise;
}
