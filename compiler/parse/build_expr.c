/* build_expr.c - expressions, equations and statements of the tree: constructors that the grammar calls.
 *
 * Each expression knows its depth; one deeper than MAX_NESTED is diagnosed here, so that the later passes may walk
 * expressions recursively. Constant time a node.
 */
#include <string.h>
#include "parse.h"

static uint32_t depth_of(const Expr *e) { return e ? e->depth : 0; }

static void deepen(Expr *e, const Expr *child)
{
    if (child && child->depth >= e->depth)
        e->depth = child->depth + 1;
}

static void deepen_all(Expr *e, Expr **list)
{
    for (uint32_t i = 0; i < vec_len(list); i++)
        deepen(e, list[i]);
}

/* To be called when the node is complete. */
static Expr *finish(Parser *p, Expr *e)
{
    deepen_all(e, e->arg);
    for (uint32_t i = 0; i < vec_len(e->named); i++)
        deepen(e, e->named[i].value);
    for (uint32_t i = 0; i < vec_len(e->iter); i++)
        deepen(e, e->iter[i].range);
    for (uint32_t i = 0; i < vec_len(e->part); i++)
        deepen_all(e, e->part[i].sub);
    if (depth_of(e) > MAX_NESTED) {
        if (!p->too_deep)
            error(p->d, e->span, NULL,
                  "this expression is nested deeper than %d levels: split it, or use sum({...})", MAX_NESTED);
        p->too_deep = true;
        e->depth = 0;
    }
    return e;
}

static Expr *expr_new(Parser *p, ExprKind kind, Span at)
{
    Expr *e = NEW(&p->d->tree, Expr);
    e->kind = kind;
    e->span = at;
    return e;
}

static void push(Parser *p, Expr *e, Expr *arg) { vec_push(&p->d->tree, e->arg, arg); }

Name build_name(Parser *p, const Word *w, bool global, Span at)
{
    Name n = { NULL, at };
    if (global)
        vec_push(&p->d->run, n.name, internz(p->d, ""));
    for (uint32_t i = 0; i < vec_len(w); i++)
        vec_push(&p->d->run, n.name, w[i].name);
    return n;
}

/* "a" + "b": one string. */
const char *build_strings(Parser *p, const char **piece)
{
    uint32_t n = vec_len(piece);
    if (n == 1)
        return piece[0];
    size_t size = 1;
    for (uint32_t i = 0; i < n; i++)
        size += strlen(piece[i]);
    char *text = arena_alloc(&p->d->run, size), *o = text;
    for (uint32_t i = 0; i < n; i++) {
        size_t k = strlen(piece[i]);
        memcpy(o, piece[i], k);
        o += k;
    }
    return text;
}

/* ---- expressions --------------------------------------------------------------------------------------- */

Expr *build_number(Parser *p, Number n, Span at)
{
    Expr *e = expr_new(p, E_NUM, at);
    e->num = n.num;
    e->integer = n.integer;
    e->is_int = n.is_int;
    return e;
}

Expr *build_string(Parser *p, const char *text, Span at)
{
    Expr *e = expr_new(p, E_STR, at);
    e->str = text;
    return e;
}

Expr *build_boolean(Parser *p, bool b, Span at)
{
    Expr *e = expr_new(p, E_BOOL, at);
    e->boolean = b;
    return e;
}

Expr *build_no_condition(Parser *p, Span at) { return build_boolean(p, false, at); }

Expr *build_reference(Parser *p, Part *part, bool global, Span at)
{
    Expr *e = expr_new(p, E_REF, at);
    e->part = part;
    e->global = global;
    return finish(p, e);
}

Expr *build_call(Parser *p, const Expr *function, Args a, Span at)
{
    Expr *e = expr_new(p, E_CALL, at);
    e->part = function->part;
    e->global = function->global;
    e->arg = a.arg;
    e->named = a.named;
    e->iter = a.iter;
    for (uint32_t i = 0; i < vec_len(e->part); i++)
        if (e->part[i].sub)
            error(p->d, e->part[i].span, NULL, "the name of a function has no subscripts");
    return finish(p, e);
}

Expr *build_call_named(Parser *p, Word function, Args a, Span at)
{
    Part *part = NULL;
    vec_push(&p->d->tree, part, ((Part){ internz(p->d, function.name), NULL, function.span }));
    return build_call(p, build_reference(p, part, false, function.span), a, at);
}

Args build_positional(Parser *p, Args a, Expr *e)
{
    if (a.named)
        error(p->d, e->span, NULL, "an argument without name cannot follow one with name");
    vec_push(&p->d->tree, a.arg, e);
    return a;
}

Args build_named(Parser *p, Args a, Word w, Expr *e)
{
    vec_push(&p->d->tree, a.named, ((NamedArg){ w.name, e, w.span }));
    return a;
}

Expr *build_unary(Parser *p, Op op, Expr *a, Span at)
{
    Expr *e = expr_new(p, E_UNARY, at);
    e->op = op;
    push(p, e, a);
    return finish(p, e);
}

Expr *build_sign(Parser *p, Operator o, Expr *a, Span at)
{
    return o.op == OP_SUB ? build_unary(p, OP_NEG, a, at) : a;
}

static Expr *operation(Parser *p, Operator o, Expr *a, Expr *b, Span at)
{
    Expr *e = expr_new(p, E_BINARY, at);
    e->op = o.op;
    e->elementwise = o.elementwise;
    push(p, e, a);
    push(p, e, b);
    return finish(p, e);
}

/* Does `a o b` go on with the chain a of terms? Those of + and -, and, or. */
static bool continues(const Expr *a, Operator o)
{
    bool sum = o.op == OP_ADD || o.op == OP_SUB;
    if (a->kind != E_BINARY || a->elementwise != o.elementwise)
        return false;
    return sum ? a->op == OP_ADD || a->op == OP_SUB : (o.op == OP_AND || o.op == OP_OR) && a->op == o.op;
}

/* Chains are nested to the left. One of MAX_CHAIN terms gets the next MAX_CHAIN as a chain of their own at its right,
 * and so on, so that 20,000 terms, which machines write, are nested some 500 deep. */
Expr *build_operation(Parser *p, Operator o, Expr *a, Expr *b, Span at)
{
    if (depth_of(a) < MAX_CHAIN || !continues(a, o))
        return operation(p, o, a, b, at);
    Operator join = { o.op == OP_SUB ? OP_ADD : o.op, o.elementwise };
    Expr *last = a->arg[1];
    if (a->joins && depth_of(last) < MAX_CHAIN) {
        b = operation(p, o, last, b, at);
        a = a->arg[0];
    } else if (o.op == OP_SUB) {
        b = build_unary(p, OP_NEG, b, b->span);
    }
    a = operation(p, join, a, b, at);
    a->joins = true;
    return a;
}

Expr *build_binary(Parser *p, Op op, Expr *a, Expr *b, Span at)
{
    return build_operation(p, (Operator){ op, false }, a, b, at);
}

Expr *build_if(Parser *p, Expr *cond, Expr *then, Expr **elseif, Expr *otherwise, Span at)
{
    Expr *e = expr_new(p, E_IF, at);
    push(p, e, cond);
    push(p, e, then);
    for (uint32_t i = 0; i < vec_len(elseif); i++)
        push(p, e, elseif[i]);
    push(p, e, otherwise);
    return finish(p, e);
}

/* start:stop, or start:step:stop. */
Expr *build_range(Parser *p, Expr *start, Expr *step, Expr *stop, Span at)
{
    Expr *e = expr_new(p, E_RANGE, at);
    push(p, e, start);
    if (step)
        push(p, e, step);
    push(p, e, stop);
    return finish(p, e);
}

Expr *build_list(Parser *p, ExprKind kind, Expr **arg, Iter *iter, Span at)
{
    Expr *e = expr_new(p, kind, at);
    e->arg = arg;
    e->iter = iter;
    return finish(p, e);
}

Expr *build_comprehension(Parser *p, Expr *value, Iter *iter, Span at)
{
    Expr **arg = NULL;
    vec_push(&p->d->tree, arg, value);
    return build_list(p, E_ARRAY, arg, iter, at);
}

/* ---- equations and statements -------------------------------------------------------------------------- */

Stmt *build_statement(Parser *p, StmtKind kind, Comment c, Span at)
{
    Stmt *s = NEW(&p->d->tree, Stmt);
    s->kind = kind;
    s->span = at;
    s->doc = c.doc;
    s->annotation = c.annotation;
    return s;
}

Stmt *build_comment(Stmt *s, Comment c)
{
    s->doc = c.doc;
    return s;
}

Stmt *build_equal(Parser *p, Expr *lhs, Expr *rhs, Comment c, Span at)
{
    Stmt *s = build_statement(p, S_EQUAL, c, at);
    s->lhs = lhs;
    s->rhs = rhs;
    if (lhs->kind == E_TUPLE && rhs->kind != E_CALL)
        error(p->d, rhs->span, NULL,
              "a list in parentheses on the left needs a call of a function with several outputs on the "
              "right");
    return s;
}

Expr *build_target(Parser *p, Expr *e)
{
    for (uint32_t i = 0, n = e->kind == E_TUPLE ? vec_len(e->arg) : 1; i < n; i++) {
        const Expr *t = e->kind == E_TUPLE ? e->arg[i] : e;
        if (t && t->kind != E_REF)
            error(p->d, t->span, NULL, "only a variable can be assigned to");
    }
    return e;
}

void build_wrong_sign(Parser *p, Span at, const char *where, const char *sign)
{
    error(p->d, at, NULL, "%s is written with '%s'", where, sign);
}

Stmt *build_connect(Parser *p, Expr *a, Expr *b, Comment c, Span at)
{
    Stmt *s = build_statement(p, S_CONNECT, c, at);
    s->lhs = a;
    s->rhs = b;
    return s;
}

Stmt *build_call_statement(Parser *p, Expr *call, Comment c, Span at)
{
    Stmt *s = build_statement(p, S_CALL, c, at);
    s->lhs = call;
    if (call->kind == E_BINARY && call->op == OP_EQ)
        error(p->d, at, NULL, "'==' compares two values: an equation is written with '='");
    else if (call->kind != E_CALL)
        error(p->d, at, NULL, "this is an expression, not an equation: '=' and the other side are missing");
    return s;
}

Branch *build_branch(Parser *p, Branch *list, Expr *cond, Stmt **body)
{
    vec_push(&p->d->tree, list, ((Branch){ cond, body }));
    return list;
}

Stmt *build_branches(Parser *p, StmtKind kind, Branch *list, Span at)
{
    Stmt *s = build_statement(p, kind, (Comment){ NULL, NULL }, at);
    s->branch = list;
    return s;
}

Stmt *build_for(Parser *p, Iter *iter, Stmt **body, Span at)
{
    Stmt *s = build_statement(p, S_FOR, (Comment){ NULL, NULL }, at);
    s->iter = iter;
    s->branch = build_branch(p, NULL, NULL, body);
    return s;
}
