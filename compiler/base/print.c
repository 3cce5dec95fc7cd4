/* print.c - expressions as dtm text, with as few parentheses as the grammar allows.
 *
 * Numbers are printed with the fewest digits that read back as the same double, fractions as 35/73. Reading the
 * text gives the same expression. The traversal has a stack of its own, so long sums do not recurse.
 * Cost: the size of the text; ex_plain stops after PLAIN_LIMIT characters, since messages are for people.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "expr.h"
#include "flat.h"
#include "result_number.h"

enum { PLAIN_LIMIT = 400, PLAIN_ELEMENTS = 6 };

/* To be printed: a literal text, or an expression that must bind at least as `level` (shape: an array's, for its
 * braces). */
typedef struct Item { const char *text; Ex e; Level level; const Local *shape; } Item;

typedef struct {
    Dtc *d;
    char *text;
    size_t len, cap, limit;
    Item *todo;
    bool plain;
    const Function *function;
    Ex whole;
} Printer; /* whole: a call as such, not its first scalar */

static void put_text(Printer *p, const char *s)
{
    size_t n = strlen(s);
    if (p->len + n + 1 > p->cap) {
        size_t cap = 2 * (p->len + n + 1);
        char *text = arena_alloc(&p->d->pass, cap);
        if (p->len)
            memcpy(text, p->text, p->len);
        p->text = text;
        p->cap = cap;
    }
    memcpy(p->text + p->len, s, n + 1);
    p->len += n;
}

static void later(Printer *p, Item i)                { vec_push(&p->d->run, p->todo, i); }
static void later_text(Printer *p, const char *s)    { later(p, (Item){ s, 0, L_IF, NULL }); }
static void later_ex(Printer *p, Ex e, Level least)  { later(p, (Item){ NULL, e, least, NULL }); }

/* ---- leaves -------------------------------------------------------------------------------------------- */

NumberText number_shortest(double x, int whole)
{
    NumberText n;
    n.text[shortest_text(x, whole, n.text)] = 0;
    return n;
}

static void put_double(Printer *p, double x)
{
    put_text(p, isinf(x) ? x > 0 ? "1e999" : "-1e999" : number_shortest(x, 15).text);
}

static void put_number(Printer *p, const Number *n)
{
    char s[60];
    if (!n->exact) {
        put_double(p, n->x);
        return;
    }
    if (n->r.den == 1)
        snprintf(s, sizeof s, "%lld", (long long)n->r.num);
    else
        snprintf(s, sizeof s, "%lld/%lld", (long long)n->r.num, (long long)n->r.den);
    put_text(p, s);
}

static void put_string(Printer *p, const char *s)
{
    put_text(p, "\"");
    for (; *s; s++) {
        char c[3] = { *s, 0, 0 };
        if (*s == '"' || *s == '\\') {
            c[0] = '\\';
            c[1] = *s;
        }
        if (*s == '\n') {
            c[0] = '\\';
            c[1] = 'n';
        }
        if (*s == '\t') {
            c[0] = '\\';
            c[1] = 't';
        }
        put_text(p, c);
    }
    put_text(p, "\"");
}

static void put_quoted(Printer *p, const char *name)
{
    put_text(p, "'");
    for (; *name; name++) {
        char c[3] = { *name, 0, 0 };
        if (*name == '\'' || *name == '\\') {
            c[0] = '\\';
            c[1] = *name;
        }
        put_text(p, c);
    }
    put_text(p, "'");
}

static void put_name(Printer *p, const char *name)
{
    if (p->plain || name_is_plain(name) || name_is_quoted(name))
        put_text(p, name);
    else
        put_quoted(p, name);
}

/* Quotes go around the name of what is declared: 'a.b'[2] of an array, 'c1.law'.stuck of a switching element or
 * net. When a place was entered is since(its name). */
static void put_variable(Printer *p, Var v)
{
    const VarInfo *x = &p->d->flat->var[v];
    const char *head = p->plain  ? NULL
                     : x->array  ? p->d->flat->array[x->array].name
                     : x->member ? x->path
                                 : NULL;
    if (x->entered) {
        put_text(p, "since(");
        put_variable(p, x->entered);
        put_text(p, ")");
        return;
    }
    if (!head) {
        put_name(p, x->name);
        return;
    }
    put_name(p, head);
    if (x->words && x->path == x->name)
        return; /* the place has its name */
    put_text(p, x->member ? "." : "");
    if (x->member)
        put_name(p, x->name + strlen(head) + 1);
    else
        put_text(p, x->name + strlen(head));
}

/* Locals of one function that share a name (two loops over i) keep their numbers apart. */
static void put_local(Printer *p, uint32_t i)
{
    char s[32];
    const Local *l = p->function ? p->function->local : NULL;
    bool named = i < vec_len(l) && l[i].name;
    for (uint32_t k = 0; k < i && named; k++)
        named = !l[k].name || strcmp(l[k].name, l[i].name) != 0;
    snprintf(s, sizeof s, "local%u", (unsigned)i);
    if (named)
        put_name(p, l[i].name);
    else
        put_text(p, s);
}

static void put_leaf(Printer *p, const ExNode *n)
{
    switch ((Op)n->op) {
    case OP_NUM: put_number(p, &p->d->ex->num[n->payload]); return;
    case OP_BOOL: put_text(p, n->payload ? "true" : "false"); return;
    case OP_STR: put_string(p, p->d->ex->str[n->payload]); return;
    case OP_VAR: put_variable(p, n->payload); return;
    case OP_OBJ: put_text(p, p->d->object[n->payload]); return;
    case OP_TIME:
    case OP_INITIAL:
    case OP_TERMINAL: put_text(p, op_info[n->op].text); return;
    default: put_local(p, n->payload);
    }
}

/* ---- operators ----------------------------------------------------------------------------------------- */

/* -2*x: reads as -(2*x), which folds to the same. */
static bool negative_factor(Printer *p, const ExNode *n)
{
    double x;
    return (n->op == OP_MUL || n->op == OP_DIV) && ex_is_num(p->d, n->arg[0], &x) && x < 0;
}

static Level level_of(Printer *p, const ExNode *n)
{
    switch ((Op)n->op) {
    case OP_NUM: {
        const Number *x = &p->d->ex->num[n->payload];
        return x->x < 0 ? L_SUM : x->exact && x->r.den != 1 ? L_TERM : L_PRIMARY;
    }
    case OP_MUL:
    case OP_DIV: return negative_factor(p, n) ? L_SUM : L_TERM;
    default: return (Level)op_info[n->op].binds;
    }
}

static const char *name_called(Dtc *d, const ExNode *n)
{
    return n->op == OP_CALL ? d->flat->function[n->payload].name : op_info[n->op].text;
}

static void later_list(Printer *p, const char *open, const ExNode *n, const char *close)
{
    uint32_t shown = p->plain && n->op == OP_ARRAY && n->n > PLAIN_ELEMENTS ? PLAIN_ELEMENTS : n->n;
    later_text(p, close);
    if (shown < n->n)
        later_text(p, ", ...");
    for (uint32_t i = shown; i-- > 0;) {
        later_ex(p, n->arg[i], L_IF);
        if (i > 0)
            later_text(p, ", ");
    }
    put_text(p, open);
}

/* The array of which n is all elements in order, or NULL. */
static const FlatArray *array_as_whole(Printer *p, const ExNode *n, const Local *shape)
{
    const Flat *f = p->d->flat;
    Var first = n->n ? ex_is_var(p->d, n->arg[0]) : 0;
    const FlatArray *a = first && f->var[first].array ? &f->array[f->var[first].array] : NULL;
    if (!a || a->first != first || a->n != n->n || a->ndim != (shape ? shape->ndim : 1))
        return NULL;
    if (shape && memcmp(shape->dim, a->dim, a->ndim * sizeof *a->dim) != 0)
        return NULL;
    for (uint32_t i = 0; i < n->n; i++)
        if (ex_is_var(p->d, n->arg[i]) != first + i)
            return NULL;
    return a;
}

Ex whole_output(Dtc *d, Ex array)
{
    const ExNode *n = ex(d, array);
    Ex call = n->n ? n->arg[0] : 0;
    if (!call || ex_op(d, call) != OP_CALL)
        return 0;
    const Function *f = &d->flat->function[ex(d, call)->payload];
    if (f->local[f->nin].ndim == 0 || f->local[f->nin].n != n->n)
        return 0;
    for (uint32_t i = 1; i < n->n; i++) {
        const ExNode *out = ex(d, n->arg[i]);
        if (out->op != OP_OUT || out->payload != i + 1 || out->arg[0] != call)
            return 0;
    }
    return call;
}

/* An array of more than one dimension is a nest of braces: its shape is that of the function's input. */
static void put_braces(Printer *p, const ExNode *n, const Local *shape)
{
    later_text(p, "}");
    for (uint32_t i = n->n; i-- > 0;) {
        uint32_t block = 1;
        for (uint32_t k = shape->ndim; k-- > 1;) { /* close and open what ends after element i */
            block *= shape->dim[k];
            if (block && (i + 1) % block == 0)
                later_text(p, "}");
        }
        later_ex(p, n->arg[i], L_IF);
        block = 1;
        for (uint32_t k = shape->ndim; k-- > 1;) {
            block *= shape->dim[k];
            if (block && i % block == 0)
                later_text(p, "{");
        }
        if (i > 0)
            later_text(p, ", ");
    }
    put_text(p, "{");
}

const char *output_name(Dtc *d, const Function *f, uint32_t output)
{
    return internf(d, "%s_out%u_f", f->name, (unsigned)output);
}

/* output: the scalar that is meant, from 1; 0: all of them. */
static void later_call(Printer *p, const ExNode *n, uint32_t output)
{
    const Function *f = &p->d->flat->function[n->payload];
    later_text(p, ")");
    for (uint32_t i = n->n; i-- > 0;) {
        later_ex(p, n->arg[i], L_IF);
        if (i < vec_len(f->local) && f->local[i].ndim > 1)
            vec_last(p->todo).shape = &f->local[i];
        if (i > 0)
            later_text(p, ", ");
    }
    put_name(p, p->plain && f->cls && f->cls->name ? f->cls->name
                : output && !p->plain              ? output_name(p->d, f, output)
                                                   : f->name);
    put_text(p, "(");
}

static void later_string(Printer *p, const ExNode *n)
{
    const char *form = n->payload ? p->d->ex->str[ex(p->d, n->payload)->payload] : NULL;
    if (form && ex_type(p->d, n->arg[0]) == T_BOOL) /* "-6s" */
        later_text(p, internf(p->d, ", minimumLength = %d, leftJustified = %s)", abs(atoi(form)),
                              *form == '-' ? "true" : "false"));
    else
        later_text(p, form ? internf(p->d, ", format = %s)", text_string(p->d, form)) : ")");
    later_ex(p, n->arg[0], L_IF);
    put_text(p, "String(");
}

static void later_if(Printer *p, const ExNode *n)
{
    later_ex(p, n->arg[2], L_IF);
    later_text(p, " else ");
    later_ex(p, n->arg[1], L_IF);
    later_text(p, " then ");
    later_ex(p, n->arg[0], L_IF);
    put_text(p, "if ");
}

static void later_infix(Printer *p, const ExNode *n, Level level)
{
    bool chains = level != L_REL && level != L_FACTOR; /* a < b < c and a^b^c are no Modelica */
    bool spaced = op_info[n->op].binds < L_TERM;
    later_ex(p, n->arg[1], level + 1);
    if (spaced)
        later_text(p, " ");
    later_text(p, op_info[n->op].text);
    if (spaced)
        later_text(p, " ");
    later_ex(p, n->arg[0], negative_factor(p, n) ? L_SUM : chains ? level : level + 1);
}

static bool first_is_array(Dtc *d, const ExNode *call)
{
    const Function *f = &d->flat->function[call->payload];
    return f->nout && f->local[f->nin].ndim;
}

static void put_node(Printer *p, Ex e, Level least, const Local *shape)
{
    const Shared *shared = p->plain || e == p->whole ? NULL : ex_table(p->d)->shared;
    uint64_t name = shared ? map_get(&shared->name, e) : 0;
    if (name) {
        put_name(p, (const char *)(uintptr_t)name);
        return;
    }
    ExNode n = *ex(p->d, e);
    while (n.op == OP_REAL)
        n = *ex(p->d, e = n.arg[0]); /* the conversion is implied */
    Level level = level_of(p, &n);
    if (level < least) {
        later_text(p, ")");
        put_text(p, "(");
    }
    const FlatArray *whole = n.op == OP_ARRAY ? array_as_whole(p, &n, shape) : NULL;
    Ex call = n.op == OP_ARRAY ? whole_output(p->d, e) : 0;
    if (whole)
        put_name(p, whole->name);
    else if (call && !p->plain)
        later_call(p, ex(p->d, call), 0);
    else if (n.op == OP_ARRAY && shape && !p->plain)
        put_braces(p, &n, shape);
    else if (n.op == OP_ARRAY)
        later_list(p, "{", &n, "}");
    else if (n.op == OP_CALL)
        later_call(p, &n, e != p->whole && first_is_array(p->d, &n));
    else if (n.op == OP_INDEX || n.op == OP_OBJ) {
        put_leaf(p, &n);
        later_list(p, "[", &n, "]");
    } else if (n.n == 0)
        put_leaf(p, &n);
    else if (n.op == OP_STRING)
        later_string(p, &n);
    else if (n.op == OP_IF)
        later_if(p, &n);
    else if (n.op == OP_NEG) {
        put_text(p, "-");
        later_ex(p, n.arg[0], L_TERM);
    } else if (n.op == OP_NOT) {
        put_text(p, "not ");
        later_ex(p, n.arg[0], L_REL);
    } else if (n.op == OP_OUT && !p->plain)
        later_call(p, ex(p->d, n.arg[0]), n.payload);
    else if (n.op == OP_OUT) {
        char s[32];
        snprintf(s, sizeof s, "output%u(", (unsigned)n.payload);
        later_list(p, s, &n, ")");
    } else if (n.n == 2 && op_info[n.op].binds != L_PRIMARY)
        later_infix(p, &n, level);
    else {
        put_text(p, name_called(p->d, &n));
        later_list(p, "(", &n, ")");
    }
}

static const char *text(Dtc *d, const Function *f, const Local *shape, Ex e, bool plain, bool whole)
{
    char start[256];
    Item *todo = ex_table(d)->todo; /* kept from text to text */
    ex_table(d)->todo = NULL;
    vec_clear(todo);
    Printer p = { .d = d,
                  .text = start,
                  .cap = sizeof start,
                  .todo = todo,
                  .function = f,
                  .whole = whole ? e : 0,
                  .plain = plain,
                  .limit = plain ? PLAIN_LIMIT : SIZE_MAX };
    put_text(&p, "");
    if (e)
        later(&p, (Item){ NULL, e, L_IF, shape });
    while (vec_len(p.todo)) {
        Item i = vec_pop(p.todo);
        if (i.e)
            put_node(&p, i.e, i.level, i.shape);
        else
            put_text(&p, i.text);
        if (p.len > p.limit) {
            put_text(&p, " ...");
            break;
        }
    }
    ex_table(d)->todo = p.todo;
    return p.text == start ? memcpy(arena_alloc(&d->pass, p.len + 1), start, p.len + 1) : p.text;
}

const char *ex_text(Dtc *d, Ex e)  { return text(d, NULL, NULL, e, false, false); }
const char *ex_plain(Dtc *d, Ex e) { return text(d, NULL, NULL, e, true, false); }
const char *ex_text_in(Dtc *d, const Function *f, const Local *shape, Ex e)
{
    return text(d, f, shape, e, false, true);
}

const char *equation_text(Dtc *d, const Flat *f, const Equation *q)
{
    if (q->kind == EQ_SWITCH || q->kind == EQ_PLACE)
        return internf(d, "law of %s", f->sw[q->index].name);
    return internf(d, "%s = %s", ex_plain(d, q->lhs), ex_plain(d, q->rhs));
}

const char *text_name(Dtc *d, const char *name)
{
    Printer p = { .d = d, .limit = SIZE_MAX };
    put_name(&p, name);
    return p.text;
}

const char *text_quoted(Dtc *d, const char *name)
{
    Printer p = { .d = d, .limit = SIZE_MAX };
    put_quoted(&p, name);
    return p.text;
}

const char *text_string(Dtc *d, const char *string)
{
    Printer p = { .d = d, .limit = SIZE_MAX };
    put_string(&p, string);
    return p.text;
}
