/* lsp_wish.c - what may be written at a position, by the tokens of its statement.
 *
 * A declaration is prefixes, a type, names with modifications; an open bracket behind a name is one of these until an
 * `=` comes, then it is one of an expression. So brackets are gone through from the outermost inwards, with the class
 * whose members they modify. Cost: linear in the statement.
 */
#include <string.h>
#include "lsp_wish.h"

static bool is_prefix(int kind)
{
    switch (kind) {
    case FINAL:
    case INNER:
    case OUTER:
    case REPLACEABLE:
    case REDECLARE:
    case EACH:
    case FLOW:
    case STREAM:
    case DISCRETE:
    case PARAMETER:
    case CONSTANT:
    case INPUT:
    case OUTPUT:
    case PARTIAL:
    case ENCAPSULATED: return true;
    default: return false;
    }
}

static uint32_t prefixes_end(const Token *t, uint32_t from, uint32_t to)
{
    while (from < to && is_prefix(t[from].kind))
        from++;
    return from;
}

/* ---- arguments in brackets ----------------------------------------------------------------------------- */

/* Where the argument begins that token `to` is in, of the bracket at `open`; *count: how many are before it. */
static uint32_t argument_begin(const Token *t, uint32_t open, uint32_t to, uint32_t *count)
{
    uint32_t from = open + 1;
    int depth = 0;

    *count = 0;
    for (uint32_t i = open + 1; i < to; i++) {
        depth += t[i].kind == '(' || t[i].kind == '[' || t[i].kind == '{';
        depth -= t[i].kind == ')' || t[i].kind == ']' || t[i].kind == '}';
        if (t[i].kind == ',' && depth == 0)
            from = i + 1, ++*count;
    }
    return from;
}

/* A token of this kind between, outside of brackets that are closed there; `to`: none. */
static uint32_t find_kind(const Token *t, uint32_t from, uint32_t to, int kind)
{
    int depth = 0;

    for (uint32_t i = from; i < to; i++) {
        if (t[i].kind == kind && depth == 0)
            return i;
        depth += t[i].kind == '(' || t[i].kind == '[' || t[i].kind == '{';
        depth -= t[i].kind == ')' || t[i].kind == ']' || t[i].kind == '}';
    }
    return to;
}

static uint32_t assigned(const Token *t, uint32_t from, uint32_t to)
{
    const uint32_t a = find_kind(t, from, to, '='), b = find_kind(t, from, to, ASSIGN);

    return a < b ? a : b;
}

/* Names that begin an argument of the bracket. */
static void given_in(Ask *q, Wish *w, const Token *t, uint32_t open, uint32_t n)
{
    int depth = 0;

    for (uint32_t i = open + 1; i < n; i++) {
        const uint32_t name = prefixes_end(t, i, n);
        const bool begins = depth == 0 && (i == open + 1 || t[i - 1].kind == ',');
        if (begins && name + 1 < n && t[name].kind == IDENT)
            vec_push(&q->d->run, w->given, t[name].value.text);
        depth += t[i].kind == '(' || t[i].kind == '[' || t[i].kind == '{';
        depth -= t[i].kind == ')' || t[i].kind == ']' || t[i].kind == '}';
    }
}

/* ---- expressions --------------------------------------------------------------------------------------- */

/* In brackets from number k on: the call around, if the innermost are its arguments. */
static void in_expression(Ask *q, Wish *w, const Place *p, uint32_t k)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t);
    uint32_t begin, open;

    w->want = WANT_EXPRESSION;
    if (vec_len(p->open) <= k)
        return;
    open = vec_last(p->open);
    if (t[open].kind != '(' || open == 0)
        return;
    Part *name = chain_before(q->d, t, open, &begin);
    w->called = name ? vec_last(name).name : t[open - 1].kind == DER ? "der" : NULL;
    if (!w->called)
        return;
    const Thing f = thing_named(q->d, w->scope, name, vec_len(name));
    w->function = f.cls;
    const uint32_t from = argument_begin(t, open, n, &w->argument), equals = find_kind(t, from, n, '=');
    w->argument_begins = from == n;
    w->value = (Thing){ 0 };
    if (equals < n && from + 1 == equals && t[from].kind == IDENT)
        w->value = thing_member(q->d, w->function, t[from].value.text);
    given_in(q, w, t, open, n);
}

/* ---- modifications ------------------------------------------------------------------------------------- */

/* What a modification of `of` in tokens from .. to names: a member, or with a type before it what is redeclared. */
static Thing modified_by(Ask *q, const Token *t, uint32_t from, uint32_t to, Class *of, Class *scope)
{
    uint32_t begin;

    from = prefixes_end(t, from, to);
    Part *name = chain_before(q->d, t, to, &begin);
    if (begin > from) {
        Part *type = chain_before(q->d, t, begin, &begin);
        const Thing by = thing_named(q->d, scope, type, vec_len(type));
        return (Thing){ .cls = by.cls };
    }
    Thing m = { .cls = of };
    for (uint32_t i = 0; i < vec_len(name); i++)
        m = thing_member(q->d, m.cls, name[i].name);
    return m;
}

/* Bracket number k modifies `of`. */
static void in_modification(Ask *q, Wish *w, const Place *p, uint32_t k, Class *of)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t);

    for (; k < vec_len(p->open); k++) {
        const uint32_t open = p->open[k], to = k + 1 < vec_len(p->open) ? p->open[k + 1] : n;
        uint32_t count, begin;
        const uint32_t from = argument_begin(t, open, to, &count), equals = assigned(t, from, to);
        if (open > 0 && t[open - 1].kind == ANNOTATION) {
            w->want = WANT_ANNOTATION;
            return;
        }
        if (equals < to) {
            w->value = modified_by(q, t, from, equals, of, w->scope);
            in_expression(q, w, p, k + 1);
            return;
        }
        if (to == n) {
            const uint32_t name = prefixes_end(t, from, n);
            const bool redeclares = name > from && t[name - 1].kind == REDECLARE;
            w->redeclared = redeclares && name < n && t[n - 1].kind == IDENT; /* the type is there */
            w->want = w->redeclared                    ? WANT_MODIFIER
                    : redeclares                       ? WANT_TYPE
                    : name < n && t[n - 1].kind != '.' ? WANT_NOTHING
                                                       : WANT_MODIFIER;
            w->modified = of;
            Part *path = name < n && t[n - 1].kind == '.' ? chain_before(q->d, t, n - 1, &begin) : NULL;
            for (uint32_t i = 0; i < vec_len(path) && !redeclares; i++)
                w->modified = thing_member(q->d, w->modified, path[i].name).cls;
            given_in(q, w, t, open, n);
            return;
        }
        if (t[to].kind != '(') {
            in_expression(q, w, p, k + 1);
            return;
        }
        of = modified_by(q, t, from, to, of, w->scope).cls;
    }
}

/* ---- statements ---------------------------------------------------------------------------------------- */

/* Of the type that begins at token i: the token behind it; n: it is not complete. */
static uint32_t type_end(const Token *t, uint32_t i, uint32_t n)
{
    i += i < n && t[i].kind == '.';
    while (i < n && t[i].kind == IDENT && i + 1 < n && t[i + 1].kind == '.')
        i += 2;
    if (i >= n || t[i].kind != IDENT)
        return n;
    i++;
    if (i < n && t[i].kind == '[')
        i = find_kind(t, i + 1, n, ']') + 1;
    return i > n ? n : i;
}

/* Behind the type, at token i: declarators. */
static void in_declarators(Ask *q, Wish *w, const Place *p, uint32_t i, Class *type)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t), outer = vec_len(p->open) ? p->open[0] : n;

    for (uint32_t comma; (comma = find_kind(t, i, outer, ',')) < outer;)
        i = comma + 1; /* the last declarator */
    if (i >= n) {
        w->want = WANT_NEW_NAME;
        return;
    }
    const uint32_t equals = assigned(t, i, outer), condition = find_kind(t, i, outer, IF);
    if (equals < outer || condition < outer) {
        w->value = equals < outer ? (Thing){ .cls = type } : (Thing){ 0 };
        in_expression(q, w, p, 0);
    } else if (!vec_len(p->open)) {
        w->want = WANT_AFTER_NAME;
    } else if (t[outer].kind == '(') {
        in_modification(q, w, p, 0, type);
    } else {
        in_expression(q, w, p, 0);
    }
}

/* A short class, behind its name: token i. */
static void in_short_class(Ask *q, Wish *w, const Place *p, uint32_t i)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t), equals = find_kind(t, i, n, '=');
    const uint32_t from = prefixes_end(t, equals < n ? equals + 1 : n, n), end = type_end(t, from, n);
    uint32_t begin;

    w->want = equals < n ? WANT_TYPE : WANT_NOTHING;
    if (end >= n || !vec_len(p->open))
        return;
    Part *base = chain_before(q->d, t, end, &begin);
    in_modification(q, w, p, 0, thing_named(q->d, w->scope, base, vec_len(base)).cls);
}

static void in_extends(Ask *q, Wish *w, const Place *p, uint32_t i)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t), end = type_end(t, i, n);
    uint32_t begin;

    w->want = end >= n && !(n > i && t[n - 1].kind == IDENT) ? WANT_TYPE : WANT_AFTER_NAME;
    if (!vec_len(p->open))
        return;
    Part *base = chain_before(q->d, t, p->open[0], &begin);
    in_modification(q, w, p, 0, thing_named(q->d, w->scope, base, vec_len(base)).cls);
}

static void in_element(Ask *q, Wish *w, const Place *p)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t), i = prefixes_end(t, p->first, n);
    uint32_t begin;

    w->want = i == p->first ? WANT_ELEMENT : WANT_TYPE;
    if (i >= n)
        return;
    if (t[i].kind == IMPORT || t[i].kind == WITHIN) {
        w->want = WANT_IMPORT;
    } else if (t[i].kind == EXTENDS) {
        in_extends(q, w, p, i + 1);
    } else if (is_class_word(t[i].kind)) {
        in_short_class(q, w, p, i + 1);
    } else if (t[i].kind == ANNOTATION || t[i].kind == EXTERNAL) {
        w->want = WANT_ANNOTATION;
    } else {
        const uint32_t end = type_end(t, i, n);
        if (end >= n && t[n - 1].kind == '.')
            return; /* still in the type */
        uint32_t behind = end;
        while (behind > i && t[behind - 1].kind != IDENT)
            behind--;
        Part *type = chain_before(q->d, t, behind, &begin);
        w->type = type ? vec_last(type).name : NULL;
        in_declarators(q, w, p, end, thing_named(q->d, w->scope, type, vec_len(type)).cls);
    }
}

static void in_connect(Ask *q, Wish *w, const Place *p, uint32_t open)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t);
    uint32_t begin;

    w->want = WANT_CONNECTOR;
    (void)argument_begin(t, open, n, &w->argument);
    if (w->argument == 0)
        return;
    Part *first = chain_before(q->d, t, find_kind(t, open + 1, n, ','), &begin);
    w->other = thing_named(q->d, w->scope, first, vec_len(first));
}

/* On the right of `a.b = ` a value of its type is wanted. */
static void left_side(Ask *q, Wish *w, const Place *p)
{
    const uint32_t n = vec_len(p->token), equals = assigned(p->token, p->first, n);
    uint32_t begin;

    if (equals == n || vec_len(p->open))
        return;
    Part *left = chain_before(q->d, p->token, equals, &begin);
    if (left && begin == p->first)
        w->value = (Thing){ .cls = thing_named(q->d, w->scope, left, vec_len(left)).cls };
}

static void in_equation(Ask *q, Wish *w, const Place *p)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t), outer = vec_len(p->open) ? p->open[0] : n;

    if (n > p->first && t[p->first].kind == CONNECT && outer < n && vec_len(p->open) == 1)
        in_connect(q, w, p, outer);
    else if (outer < n && outer > 0 && t[outer - 1].kind == ANNOTATION)
        w->want = WANT_ANNOTATION;
    else if (n == p->first)
        w->want = WANT_EQUATION;
    else
        in_expression(q, w, p, 0), left_side(q, w, p);
}

static void in_net(Ask *q, Wish *w, const Place *p)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t), when = find_kind(t, p->first, n, WHEN);

    if (when < n)
        in_expression(q, w, p, 0);
    else
        w->want = n == p->first ? WANT_NET : WANT_PLACE;
}

Wish wish_at(Ask *q, const Place *p)
{
    const Token *t = p->token;
    const uint32_t n = vec_len(t);
    const SectionKind section = vec_len(p->level) ? vec_last(p->level).section : IN_FILE;
    Wish w = { .scope = class_around(q, p) };
    uint32_t begin;

    if (p->in_comment)
        return w;
    if (n && t[n - 1].kind == '.')
        w.of = chain_before(q->d, t, n - 1, &begin);
    if (n > 1 && t[n - 1].kind == IDENT && t[n - 2].kind == FOR) {
        w.want = WANT_IN;
    } else if (n && t[n - 1].kind == END && !vec_len(p->open)) {
        w.want = WANT_END;
    } else if (p->in_string) {
        const bool value = n > 1 && t[n - 1].kind == '=' && t[n - 2].kind == IDENT;
        const char *name = value ? t[n - 2].value.text : "";
        w.want = strcmp(name, "unit") == 0 || strcmp(name, "displayUnit") == 0 ? WANT_UNIT : WANT_NOTHING;
    } else if (section == IN_FILE) {
        w.want = n > p->first ? WANT_IMPORT : WANT_CLASS;
    } else if (section == IN_ELEMENTS) {
        in_element(q, &w, p);
    } else if (section == IN_NET) {
        in_net(q, &w, p);
    } else {
        in_equation(q, &w, p);
    }
    const int last = n ? t[n - 1].kind : ';';
    if (w.want == WANT_EXPRESSION &&
        (last == IDENT || last == NUMBER || last == ')' || last == ']' || last == '}'))
        w.want = WANT_OPERATOR;
    return w;
}
