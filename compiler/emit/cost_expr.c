/* cost_expr.c - expressions of the C that dtc writes: their operations, types, and integers as far as they are known.
 *
 * An operation of two constants is none: a compiler folds it. Integers are ranges, for the bounds of loops and the
 * sizes in calls. Recursive descent by binding power, one token ahead. Cost: linear. Requires, ensures: cost.c. */
#include <stdlib.h>
#include <string.h>
#include "cost.h"

/* ---- symbols ------------------------------------------------------------------------------------------- */

Symbol *find_symbol(const C *c, const char *name)
{
    uint64_t at = name ? map_get(&c->of_function, KEY(name)) : 0;
    at = at || !name ? at : map_get(&c->of_file, KEY(name));
    return at ? c->symbols[at - 1] : NULL;
}

/* The last declaration of a name is the one that counts: none hides another. */
Symbol *declare(C *c, const char *name, Value value)
{
    Symbol *s = NEW(&c->d->pass, Symbol);

    s->value = value;
    vec_push(&c->d->pass, c->symbols, s);
    map_set(&c->d->pass, c->inside ? &c->of_function : &c->of_file, KEY(name), vec_len(c->symbols));
    return s;
}

void unbounded(C *c)
{
    if (vec_len(c->unbounded) == 0 || vec_last(c->unbounded) != c->inside)
        vec_push(&c->d->pass, c->unbounded, c->inside);
}

/* ---- values --------------------------------------------------------------------------------------------- */

Value integer_range(long lo, long hi)
{
    return (Value){ .type = TY_INT, .constant = true, .known = true, .lo = lo, .hi = hi };
}

static Value number(bool constant) { return (Value){ .type = TY_REAL, .constant = constant }; }

static Value read_number(const char *text)
{
    return strpbrk(text, ".eEF") && text[1] != 'x' ? number(true)
                                                   : integer_range(strtol(text, NULL, 10), strtol(text, NULL, 10));
}

/* The operation on two values, counted if it is one of numbers. */
static Value combine(C *c, uint32_t punct, Value a, Value b)
{
    static const char compare[] = "<>";
    bool compares = punct == P2('<', '=') || punct == P2('>', '=') || punct == P2('=', '=') || punct == P2('!', '=') ||
                    punct == (uint32_t)compare[0] || punct == (uint32_t)compare[1];
    Value result = { .type = TY_INT, .decides = a.decides || b.decides };
    Kind kind = compares ? OF_COMPARE : punct == '*' ? OF_MULTIPLY : punct == '/' ? OF_DIVIDE : OF_ADD;

    if (a.type == TY_REAL || b.type == TY_REAL) {
        result = compares ? result : number(a.constant && b.constant);
        if (!(a.constant && b.constant))
            c->sum.step = count_add(c->sum.step, count_one(kind));
        return result;
    }
    if (compares || !a.known || !b.known)
        return result;
    switch (punct) {
    case '+': return integer_range(a.lo + b.lo, a.hi + b.hi);
    case '-': return integer_range(a.lo - b.hi, a.hi - b.lo);
    case '*': return a.lo >= 0 && b.lo >= 0 ? integer_range(a.lo * b.lo, a.hi * b.hi) : result;
    case '/': return a.lo >= 0 && b.lo > 0 ? integer_range(a.lo / b.hi, a.hi / b.lo) : result;
    default: return result;
    }
}

/* ---- calls ---------------------------------------------------------------------------------------------- */

static uint32_t read_arguments(C *c, Value *arg, uint32_t most)
{
    uint32_t n = 0;

    take(c, '(');
    while (!take(c, ')') && c->at + 1 < vec_len(c->token)) {
        Value v = read_expression(c);
        if (n < most)
            arg[n++] = v;
        take(c, ',');
    }
    return n;
}

/* offsetof(Type, a.b) */
static Value read_offset(C *c)
{
    uint64_t offset = 0;

    take(c, '(');
    uint32_t type = read_type(c);
    take(c, ',');
    do {
        const Member *m = find_member(c, type, c->token[c->at].name);
        c->at++;
        offset += m ? m->offset : 0;
        type = m ? m->value.type : TY_OTHER;
    } while (take(c, '.'));
    take(c, ')');
    return integer_range((long)offset, (long)offset);
}

static Value call_function(C *c, Body *b, const char *name)
{
    Value arg[16];

    (void)read_arguments(c, arg, 16);
    if (!b->done && !b->running) {
        const char *inside = c->inside;
        c->inside = name;
        read_function(c, b);
        c->inside = inside;
    }
    Cost cost = b->cost;
    cost.stack += c->locals + c->scalars;
    c->sum = cost_then(c->sum, cost);
    return (Value){ .type = b->type, .decides = strcmp(name, "transition") == 0 };
}

static Value read_call(C *c, const char *name)
{
    uint64_t own = map_get(&c->function, KEY(name));
    Value arg[16], result = (Value){ .type = TY_OTHER };
    Cost cost = { 0 };

    if (own)
        return call_function(c, &c->bodies[own - 1], name);
    if (strcmp(name, "offsetof") == 0)
        return read_offset(c);
    uint32_t n = read_arguments(c, arg, 16);
    if (strcmp(name, "R") == 0 || strcmp(name, "DTC_TOLERANCE") == 0)
        return number(n > 0 && arg[0].constant);
    if (!kernel_cost(c, name, arg, n, &cost, &result)) {
        vec_push(&c->d->pass, c->unknown, name);
        return (Value){ .type = TY_OTHER };
    }
    cost.stack += c->locals + c->scalars;
    c->sum = cost_then(c->sum, cost);
    return result;
}

/* ---- expressions ------------------------------------------------------------------------------------------ */

static Value conditional(C *c);

static Value read_cast(C *c)
{
    uint32_t type = read_type(c);
    bool pointer = false;

    while (take(c, '*'))
        pointer = true;
    take(c, ')');
    Value v = read_unary(c);
    if (pointer || type == TY_OTHER)
        return v;
    if (type == TY_REAL || v.type == TY_REAL)
        return (Value){ .type = type, .constant = v.constant };
    v.type = type;
    return v;
}

/* What is guarded by it belongs to a transition: a change of place. */
static bool is_decision(const char *name) { return strcmp(name, "changed") == 0; }

static Value read_name(C *c)
{
    const char *name = c->token[c->at++].name;
    const Symbol *s;

    if (next_is(c, '('))
        return read_call(c, name);
    if (strcmp(name, "STEP") == 0 || strcmp(name, "START") == 0 || strcmp(name, "INFINITY") == 0 ||
        strcmp(name, "NAN") == 0)
        return number(true);
    s = find_symbol(c, name);
    if (!s)
        return (Value){ .type = TY_INT };
    Value v = s->value;
    v.symbol = s;
    v.decides = is_decision(name);
    return v;
}

static Value primary(C *c)
{
    const Token *t = &c->token[c->at];

    if (t->number) {
        c->at++;
        return read_number(t->number);
    }
    if (t->name && strcmp(t->name, "sizeof") == 0) {
        c->at++;
        if (next_is(c, '('))
            skip_group(c);
        else
            (void)read_unary(c);
        return (Value){ .type = TY_INT };
    }
    if (t->name)
        return read_name(c);
    if (take(c, '(')) {
        if (at_type(c))
            return read_cast(c);
        Value v = read_expression(c);
        while (take(c, ','))
            v = read_expression(c);
        take(c, ')');
        return v;
    }
    c->at++;                                               /* nothing that dtc writes */
    return (Value){ .type = TY_OTHER };
}

static Value postfix(C *c)
{
    Value v = primary(c);

    for (;;) {
        if (take(c, '[')) {
            (void)read_expression(c);
            take(c, ']');
            v = (Value){ .type = v.type };
        } else if (take(c, '.') || take(c, P2('-', '>'))) {
            const char *name = c->token[c->at++].name;
            const Member *m = find_member(c, v.type, name);
            v = (Value){ .type = m ? m->value.type : TY_INT, .decides = name && is_decision(name) };
        } else if (take(c, P2('+', '+')) || take(c, P2('-', '-'))) {
            v.known = false;
        } else {
            return v;
        }
    }
}

Value read_unary(C *c)
{
    if (take(c, '-')) {
        Value v = read_unary(c);
        return v.known ? integer_range(-v.hi, -v.lo) : v;
    }
    if (take(c, '!')) {
        Value v = read_unary(c);
        return (Value){ .type = TY_INT, .decides = v.decides };
    }
    if (take(c, '&') || take(c, '*') || take(c, '+') || take(c, P2('+', '+')) || take(c, P2('-', '-')))
        return read_unary(c);
    return postfix(c);
}

/* Left-associative levels, by binding power. */
static int power(uint32_t p)
{
    if (p == '*' || p == '/' || p == '%') return 7;
    if (p == '+' || p == '-') return 6;
    if (p == '<' || p == '>' || p == P2('<', '=') || p == P2('>', '=')) return 5;
    if (p == P2('=', '=') || p == P2('!', '=')) return 4;
    if (p == '&' || p == '|' || p == '^') return 3;
    if (p == P2('&', '&')) return 2;
    return p == P2('|', '|') ? 1 : 0;
}

Value read_binary(C *c, int least)
{
    Value a = read_unary(c);

    for (;;) {
        uint32_t p = c->token[c->at].punct;
        int own = power(p);
        if (own == 0 || own < least)
            return a;
        c->at++;
        Value b = read_binary(c, own + 1);
        a = own <= 3 ? (Value){ .type = TY_INT, .decides = a.decides || b.decides } : combine(c, p, a, b);
    }
}

static Value conditional(C *c)
{
    Value v = read_binary(c, 1);

    if (!take(c, '?'))
        return v;
    Cost before = count_apart(c);
    Value a = read_expression(c);
    Cost first = count_joined(c, before);
    take(c, ':');
    before = count_apart(c);
    Value b = read_expression(c);
    Cost second = count_joined(c, before);
    Cost either = cost_either(first, second);
    c->sum = cost_then(c->sum, v.decides ? cost_guarded(either) : either);
    return (Value){ .type = a.type == TY_REAL || b.type == TY_REAL ? TY_REAL : a.type };
}

Value read_expression(C *c)
{
    Value to = conditional(c);
    uint32_t p = c->token[c->at].punct;

    if (p == '=') {
        c->at++;
        Value v = read_expression(c);
        return (Value){ .type = to.type, .decides = v.decides };
    }
    if (p == P2('+', '=') || p == P2('-', '=') || p == P2('*', '=') || p == P2('/', '=') || p == P2('|', '=') ||
        p == P2('&', '=')) {
        c->at++;
        Value v = read_expression(c);
        return combine(c, p & 0xff, to, v);
    }
    return to;
}

void read_expressions(C *c)
{
    do {
        (void)read_expression(c);
    } while (take(c, ','));
}
