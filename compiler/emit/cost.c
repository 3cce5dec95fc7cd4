/* cost.c - what the C that dtc writes costs: reads it as a compiler would, and adds up.
 *
 * Operations of numbers are counted where they stand. Of a condition's two sides the larger counts, kind by kind; right operands of && and || always do; a
 * loop counts as often as its bounds say, or the comment before it ("at most 5 rounds"). A function is read once, where it is first called. What is
 * guarded by a change of place belongs to the transition. Loops without a bound count once, and their functions are named.
 *
 * The method is that of the timing schema of Park and Shaw (1991). Cost: linear in the text.
 * Requires: text of emit(), in which nothing recurs. Ensures: no input runs as long as the count says more; tests/cost holds it against execution. */
#include <stdlib.h>
#include <string.h>
#include "cost.h"

enum { FRAME = 192 };                                      /* of a call: return address, kept registers, and what else does not fit into registers */

static void statement(C *c);

/* ---- counts ------------------------------------------------------------------------------------------- */

Count count_one(Kind k)
{
    Count one = { { 0 } };
    one.of[k] = 1;
    return one;
}

Count count_add(Count a, Count b)
{
    for (int k = 0; k < OF_COUNT; k++)
        a.of[k] += b.of[k];
    return a;
}

Count count_times(Count a, uint64_t n)
{
    for (int k = 0; k < OF_COUNT; k++)
        a.of[k] *= n;
    return a;
}

Count count_max(Count a, Count b)
{
    for (int k = 0; k < OF_COUNT; k++)
        a.of[k] = a.of[k] > b.of[k] ? a.of[k] : b.of[k];
    return a;
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

Cost cost_then(Cost a, Cost b) { return (Cost){ count_add(a.step, b.step), count_add(a.transition, b.transition), larger(a.stack, b.stack) }; }

static Cost cost_either(Cost a, Cost b) { return (Cost){ count_max(a.step, b.step), count_max(a.transition, b.transition), larger(a.stack, b.stack) }; }

static Cost cost_times(Cost a, uint64_t n) { return (Cost){ count_times(a.step, n), count_times(a.transition, n), a.stack }; }

/* All of it at a transition. */
static Cost cost_guarded(Cost a) { return (Cost){ { { 0 } }, count_add(a.step, a.transition), a.stack }; }

/* Sets what is read from now on apart; returns what was there. */
static Cost apart(C *c)
{
    Cost before = c->sum;
    c->sum = (Cost){ 0 };
    return before;
}

static Cost joined(C *c, Cost before)
{
    Cost part = c->sum;
    c->sum = before;
    return part;
}

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

static const Value unknown = { .type = TY_OTHER };

static Value integer(long lo, long hi) { return (Value){ .type = TY_INT, .constant = true, .known = true, .lo = lo, .hi = hi }; }

static Value number(bool constant) { return (Value){ .type = TY_REAL, .constant = constant }; }

static Value read_number(const char *text)
{
    return strpbrk(text, ".eEF") && text[1] != 'x' ? number(true) : integer(strtol(text, NULL, 10), strtol(text, NULL, 10));
}

/* The operation on two values, counted if it is one of numbers. */
static Value combine(C *c, uint32_t punct, Value a, Value b)
{
    static const char compare[] = "<>";
    bool compares = punct == P2('<', '=') || punct == P2('>', '=') || punct == P2('=', '=') || punct == P2('!', '=') || punct == (uint32_t)compare[0] ||
                    punct == (uint32_t)compare[1];
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
    case '+': return integer(a.lo + b.lo, a.hi + b.hi);
    case '-': return integer(a.lo - b.hi, a.hi - b.lo);
    case '*': return a.lo >= 0 && b.lo >= 0 ? integer(a.lo * b.lo, a.hi * b.hi) : result;
    case '/': return a.lo >= 0 && b.lo > 0 ? integer(a.lo / b.hi, a.hi / b.lo) : result;
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
    return integer((long)offset, (long)offset);
}

static void read_function(C *c, Body *b);

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
    Value arg[16], result = unknown;
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
        return unknown;
    }
    cost.stack += c->locals + c->scalars;
    c->sum = cost_then(c->sum, cost);
    return result;
}

/* ---- expressions ------------------------------------------------------------------------------------------ */

static Value unary(C *c);
static Value conditional(C *c);

static Value read_cast(C *c)
{
    uint32_t type = read_type(c);
    bool pointer = false;

    while (take(c, '*'))
        pointer = true;
    take(c, ')');
    Value v = unary(c);
    if (pointer || type == TY_OTHER)
        return v;
    if (type == TY_REAL || v.type == TY_REAL)
        return (Value){ .type = type, .constant = v.constant };
    v.type = type;
    return v;
}

/* What is guarded by it belongs to a transition: a change of place, matrices to be made anew, a border within the step. */
static bool is_decision(const char *name) { return strcmp(name, "changed") == 0 || strcmp(name, "stale") == 0 || strcmp(name, "cut") == 0; }

static Value read_name(C *c)
{
    const char *name = c->token[c->at++].name;
    const Symbol *s;

    if (next_is(c, '('))
        return read_call(c, name);
    if (strcmp(name, "STEP") == 0 || strcmp(name, "START") == 0 || strcmp(name, "INFINITY") == 0 || strcmp(name, "NAN") == 0)
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
            (void)unary(c);
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
    return unknown;
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

static Value unary(C *c)
{
    if (take(c, '-')) {
        Value v = unary(c);
        return v.known ? integer(-v.hi, -v.lo) : v;
    }
    if (take(c, '!')) {
        Value v = unary(c);
        return (Value){ .type = TY_INT, .decides = v.decides };
    }
    if (take(c, '&') || take(c, '*') || take(c, '+') || take(c, P2('+', '+')) || take(c, P2('-', '-')))
        return unary(c);
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

static Value binary(C *c, int least)
{
    Value a = unary(c);

    for (;;) {
        uint32_t p = c->token[c->at].punct;
        int own = power(p);
        if (own == 0 || own < least)
            return a;
        c->at++;
        Value b = binary(c, own + 1);
        a = own <= 3 ? (Value){ .type = TY_INT, .decides = a.decides || b.decides } : combine(c, p, a, b);
    }
}

static Value conditional(C *c)
{
    Value v = binary(c, 1);

    if (!take(c, '?'))
        return v;
    Cost before = apart(c);
    Value a = read_expression(c);
    Cost first = joined(c, before);
    take(c, ':');
    before = apart(c);
    Value b = read_expression(c);
    Cost second = joined(c, before);
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
    if (p == P2('+', '=') || p == P2('-', '=') || p == P2('*', '=') || p == P2('/', '=') || p == P2('|', '=') || p == P2('&', '=')) {
        c->at++;
        Value v = read_expression(c);
        return combine(c, p & 0xff, to, v);
    }
    return to;
}

static void expressions(C *c)
{
    do {
        (void)read_expression(c);
    } while (take(c, ','));
}

/* ---- declarations ------------------------------------------------------------------------------------------- */

static void keep_view(C *c, Symbol *s)
{
    uint32_t k = 0;

    for (take(c, '('); !take(c, ')') && c->at + 1 < vec_len(c->token); take(c, ',')) {
        Value v = read_expression(c);
        if (k < 4 && v.known)
            s->size[k++] = v.hi;
    }
}

/* { ... }: the integers in it, or names of arrays of a view. */
static uint64_t keep_list(C *c, Symbol *s)
{
    uint32_t depth = 0, parts = 0, sizes = 0;
    uint64_t n = 0;

    do {
        const Token *t = &c->token[c->at];
        depth += t->punct == '{';
        depth -= t->punct == '}';
        if (t->number) {
            long sign = c->token[c->at - 1].punct == '-' ? -1 : 1, x = sign * strtol(t->number, NULL, 10);
            vec_push(&c->d->pass, s->number, x);
            if (sizes < 3)
                s->size[sizes++] = x;
        } else if (t->name && parts < 9 && find_symbol(c, t->name)) {
            s->part[parts++] = t->name;
        }
        n += t->punct == ',' && depth == 1 && c->token[c->at + 1].punct != '}';
        c->at++;
    } while (depth > 0 && c->at + 1 < vec_len(c->token));
    return n + 1;
}

static void initialize(C *c, Symbol *s, uint64_t *elements, bool constant)
{
    if (!take(c, '='))
        return;
    if (next_is(c, '{')) {
        uint64_t n = keep_list(c, s);
        *elements = *elements ? *elements : n;
    } else if (next_name(c, "DTC_LAW_VIEW") || next_name(c, "DTC_EXACT_VIEW")) {
        c->at++;
        keep_view(c, s);
    } else {
        Value v = read_expression(c);
        if (constant && s->value.type == TY_INT && v.known)
            s->value = v;
    }
}

/* One or several variables, from their type. */
static void declaration(C *c, bool of_file)
{
    bool constant = false, is_static = of_file;

    for (uint32_t i = c->at; c->token[i].name; i++) {
        constant |= strcmp(c->token[i].name, "const") == 0;
        is_static |= strcmp(c->token[i].name, "static") == 0;
    }
    uint32_t type = read_type(c);
    do {
        bool pointer = false, array = false;
        uint64_t elements = 0;
        for (; take(c, '*') || take_name(c, "const");)
            pointer = true;
        const char *name = c->token[c->at].name;
        if (!name)
            break;
        c->at++;
        Symbol *s = declare(c, name, (Value){ .type = type });
        for (; take(c, '['); take(c, ']')) {
            array = true;
            Value n = next_is(c, ']') ? integer(0, 0) : read_expression(c);
            elements = (elements ? elements : 1) * (uint64_t)(n.known ? n.hi : 0);
        }
        s->pointer = pointer;
        initialize(c, s, &elements, constant && !array);
        s->bytes = (pointer ? 8 : type_size(c, type)) * (array ? elements : 1);
        if (!is_static)
            *(s->bytes > 8 ? &c->locals : &c->scalars) += s->bytes;
        else if (type == TY_REAL || type == TY_INT)
            c->constants += s->bytes;
    } while (take(c, ','));
    take(c, ';');
    c->sum.stack = larger(c->sum.stack, c->locals + c->scalars);
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

/* At its end its scalars are gone; arrays and structs may not be shared by what comes after. */
static void block(C *c)
{
    uint64_t scalars = c->scalars;

    take(c, '{');
    while (!take(c, '}') && c->at + 1 < vec_len(c->token))
        statement(c);
    c->scalars = scalars;
}

static void read_if(C *c)
{
    take(c, '(');
    Value v = read_expression(c);
    take(c, ')');
    Cost before = apart(c);
    statement(c);
    Cost first = joined(c, before), second = { 0 };
    if (take_name(c, "else")) {
        before = apart(c);
        statement(c);
        second = joined(c, before);
    }
    Cost either = cost_either(first, second);
    c->sum = cost_then(c->sum, v.decides ? cost_guarded(either) : either);
}

/* What a condition i < n says of the last i; false: it is none of this kind. */
static bool last_of(C *c, const char **name, long *lo, long *hi)
{
    uint32_t at = c->at, p = c->token[at].name ? c->token[at + 1].punct : 0;
    bool up = p == '<' || p == P2('<', '='), down = p == '>' || p == P2('>', '=');
    Cost sum = c->sum;

    if (!up && !down)
        return false;
    *name = c->token[at].name;
    c->at += 2;
    Value v = binary(c, 6);
    c->at = at;
    c->sum = sum;
    *lo = v.lo + (p == '>');
    *hi = v.hi - (p == '<');
    return v.known;
}

/* Rounds of for (i = first; i < n; i += step), and i within its bounds from now on; -1: not known. */
static long rounds_of(C *c, uint32_t condition, uint32_t increment, Value first)
{
    const char *name;
    long lo = 0, hi = 0, rounds, step = 1;
    uint32_t at = c->at;

    c->at = condition;
    bool known = last_of(c, &name, &lo, &hi) && first.known;
    c->at = at;
    if (!known)
        return -1;
    for (uint32_t i = increment; !c->token[i].number && c->token[i].punct != ')'; i++)
        if (c->token[i + 1].number)
            step = strtol(c->token[i + 1].number, NULL, 10);
    uint32_t p = c->token[condition + 1].punct;
    bool up = p == '<' || p == P2('<', '=');
    rounds = (up ? hi - first.lo : first.hi - lo) / (step > 0 ? step : 1) + 1;
    Symbol *s = find_symbol(c, name);
    if (s)
        s->value = up ? integer(first.lo, hi) : integer(lo, first.hi);
    return rounds > 0 ? rounds : 0;
}

/* The first value of the loop's variable. */
static Value loop_start(C *c)
{
    bool declares = at_type(c);

    if (declares)
        (void)read_type(c);
    if (take(c, ';'))
        return unknown;
    const char *name = c->token[c->at].name;
    if (declares && name)
        declare(c, name, (Value){ .type = TY_INT });
    (void)unary(c);
    take(c, '=');
    Value first = read_expression(c);
    take(c, ';');
    return first;
}

static void add_loop(C *c, long rounds, Cost each)
{
    if (rounds < 0) {
        unbounded(c);
        rounds = 1;
    }
    c->sum = cost_then(c->sum, cost_times(each, (uint64_t)rounds));
}

static void read_for(C *c, long said)
{
    uint64_t scalars = c->scalars;
    Cost before;

    take(c, '(');
    Value first = loop_start(c);
    uint32_t condition = c->at;
    before = apart(c);
    if (!next_is(c, ';'))
        (void)read_expression(c);
    Cost test = joined(c, before);
    take(c, ';');
    uint32_t increment = c->at;
    while (!next_is(c, ')')) {
        if (next_is(c, '('))
            skip_group(c);
        else
            c->at++;
    }
    take(c, ')');
    long rounds = rounds_of(c, condition, increment, first);
    before = apart(c);
    statement(c);
    Cost body = joined(c, before);
    add_loop(c, said > 0 ? said : rounds, cost_then(test, body));
    c->sum = cost_then(c->sum, test);
    Symbol *s = find_symbol(c, c->token[condition].name);
    if (s && rounds >= 0)
        s->value.known = s->value.constant = false;
    c->scalars = scalars;
}

static void read_do(C *c, long said)
{
    Cost before = apart(c);

    statement(c);
    take_name(c, "while");
    take(c, '(');
    expressions(c);
    take(c, ')');
    take(c, ';');
    Cost each = joined(c, before);
    add_loop(c, said > 0 ? said : -1, each);
}

static void statement(C *c)
{
    long said = c->token[c->at].rounds;

    if (next_is(c, '{')) {
        block(c);
    } else if (take_name(c, "if")) {
        read_if(c);
    } else if (take_name(c, "for")) {
        read_for(c, said);
    } else if (take_name(c, "do")) {
        read_do(c, said);
    } else if (take_name(c, "return")) {
        if (!next_is(c, ';'))
            expressions(c);
        take(c, ';');
    } else if (next_name(c, "goto") || next_name(c, "break") || next_name(c, "continue")) {
        while (!take(c, ';') && c->at + 1 < vec_len(c->token))
            c->at++;
    } else if (c->token[c->at].name && c->token[c->at + 1].punct == ':') {
        c->at += 2;
    } else if (at_type(c)) {
        declaration(c, false);
    } else if (!take(c, ';')) {
        expressions(c);
        if (!take(c, ';'))
            c->at++;                                       /* nothing that dtc writes */
    }
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void read_parameters(C *c)
{
    for (take(c, '('); !take(c, ')') && c->at + 1 < vec_len(c->token); take(c, ',')) {
        uint32_t type = read_type(c);
        bool pointer = false;
        while (take(c, '*') || take_name(c, "const"))
            pointer = true;
        const char *name = c->token[c->at].name;
        if (!name)
            continue;
        c->at++;
        declare(c, name, (Value){ .type = type })->pointer = pointer;
    }
}

/* Reads the body with the sum set apart. */
static void read_function(C *c, Body *b)
{
    uint32_t at = c->at;
    uint64_t locals = c->locals, scalars = c->scalars;
    Map symbols = c->of_function;
    Cost before = apart(c);

    b->running = true;
    c->locals = FRAME;
    c->scalars = 0;
    c->of_function = (Map){ 0 };
    c->at = b->params;
    read_parameters(c);
    c->at = b->body;
    block(c);
    b->cost = joined(c, before);
    b->cost.stack = larger(b->cost.stack, FRAME);
    b->done = true;
    c->locals = locals;
    c->scalars = scalars;
    c->at = at;
    c->of_function = symbols;
}

/* At the level of the file: notes a function, reads a declaration or a typedef. */
static void external(C *c)
{
    uint32_t at = c->at;

    if (take_name(c, "typedef")) {
        read_typedef(c);
        return;
    }
    uint32_t type = read_type(c);
    while (take(c, '*') || take_name(c, "const"))
        ;
    const char *name = c->token[c->at].name;
    if (!name) {
        c->at += c->at == at || next_is(c, ';');
        return;
    }
    if (c->token[c->at + 1].punct != '(') {
        c->at = at;
        declaration(c, true);
        return;
    }
    Body b = { .type = type, .params = ++c->at };
    skip_group(c);
    if (next_is(c, '{')) {
        b.body = c->at;
        skip_group(c);
        vec_push(&c->d->pass, c->bodies, b);
        map_set(&c->d->pass, &c->function, KEY(name), vec_len(c->bodies));
    }
    take(c, ';');
}

static Cost function_cost(C *c, const char *name)
{
    uint64_t at = map_get(&c->function, KEY(internz(c->d, name)));

    if (!at)
        return (Cost){ 0 };
    Body *b = &c->bodies[at - 1];
    c->inside = name;
    if (!b->done)
        read_function(c, b);
    return b->cost;
}

ModelCost model_cost(Dtc *d, const char *model, const char *header, const char *text)
{
    C c = { .d = d };
    ModelCost m = { 0 };

    add_prelude(&c);
    read_tokens(&c, header);
    read_tokens(&c, text);
    vec_push(&d->pass, c.token, (Token){ 0 });
    while (c.at + 1 < vec_len(c.token))
        external(&c);
    m.setup = function_cost(&c, internf(d, "%s_setup", model));
    m.step = function_cost(&c, internf(d, "%s_step", model));
    m.instance = type_size(&c, type_named(&c, internz(d, model)));
    m.constants = c.constants;
    m.unbounded = c.unbounded;
    m.unknown = c.unknown;
    return m;
}
