/* cost.c - what the C that dtc writes costs: reads it as a compiler would, and adds up.
 *
 * Operations of numbers are counted where they stand. Of a condition's two sides the larger counts, kind by kind; right
 * operands of && and || always do; a loop counts as often as its bounds say, or the comment before it ("at most 5
 * rounds"). A function is read once, where it is first called. What is guarded by a change of place belongs to the
 * transition. Loops without a bound count once, and their functions are named.
 *
 * The method is that of the timing schema of Park and Shaw (1991). Cost: linear in the text.
 * Requires: text of emit(), in which nothing recurs. Ensures: no input runs as long as the count says more; tests/cost
 * holds it against execution. */
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "dtc_functions.h"

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

Cost cost_then(Cost a, Cost b)
{
    return (Cost){ count_add(a.step, b.step), count_add(a.transition, b.transition), larger(a.stack, b.stack) };
}

Cost cost_either(Cost a, Cost b)
{
    return (Cost){ count_max(a.step, b.step), count_max(a.transition, b.transition), larger(a.stack, b.stack) };
}

static Cost cost_times(Cost a, uint64_t n)
{
    return (Cost){ count_times(a.step, n), count_times(a.transition, n), a.stack };
}

/* All of it at a transition. */
Cost cost_guarded(Cost a) { return (Cost){ { { 0 } }, count_add(a.step, a.transition), a.stack }; }

/* Sets what is read from now on apart; returns what was there. */
Cost count_apart(C *c)
{
    Cost before = c->sum;
    c->sum = (Cost){ 0 };
    return before;
}

Cost count_joined(C *c, Cost before)
{
    Cost part = c->sum;
    c->sum = before;
    return part;
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
    } else if (next_name(c, "DTC_LAW_VIEW")) {
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
            Value n = next_is(c, ']') ? integer_range(0, 0) : read_expression(c);
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
    Cost before = count_apart(c);
    statement(c);
    Cost first = count_joined(c, before), second = { 0 };
    if (take_name(c, "else")) {
        before = count_apart(c);
        statement(c);
        second = count_joined(c, before);
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
    Value v = read_binary(c, 6);
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
        s->value = up ? integer_range(first.lo, hi) : integer_range(lo, first.hi);
    return rounds > 0 ? rounds : 0;
}

/* The first value of the loop's variable. */
static Value loop_start(C *c)
{
    bool declares = at_type(c);

    if (declares)
        (void)read_type(c);
    if (take(c, ';'))
        return (Value){ .type = TY_OTHER };
    const char *name = c->token[c->at].name;
    if (declares && name)
        declare(c, name, (Value){ .type = TY_INT });
    (void)read_unary(c);
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
    before = count_apart(c);
    if (!next_is(c, ';'))
        (void)read_expression(c);
    Cost test = count_joined(c, before);
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
    before = count_apart(c);
    statement(c);
    Cost body = count_joined(c, before);
    add_loop(c, said > 0 ? said : rounds, cost_then(test, body));
    c->sum = cost_then(c->sum, test);
    Symbol *s = find_symbol(c, c->token[condition].name);
    if (s && rounds >= 0)
        s->value.known = s->value.constant = false;
    c->scalars = scalars;
}

static void read_do(C *c, long said)
{
    Cost before = count_apart(c);

    statement(c);
    take_name(c, "while");
    take(c, '(');
    read_expressions(c);
    take(c, ')');
    take(c, ';');
    Cost each = count_joined(c, before);
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
            read_expressions(c);
        take(c, ';');
    } else if (next_name(c, "goto") || next_name(c, "break") || next_name(c, "continue")) {
        while (!take(c, ';') && c->at + 1 < vec_len(c->token))
            c->at++;
    } else if (c->token[c->at].name && c->token[c->at + 1].punct == ':') {
        c->at += 2;
    } else if (at_type(c)) {
        declaration(c, false);
    } else if (!take(c, ';')) {
        read_expressions(c);
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
void read_function(C *c, Body *b)
{
    uint32_t at = c->at;
    uint64_t locals = c->locals, scalars = c->scalars;
    Map symbols = c->of_function;
    Cost before = count_apart(c);

    b->running = true;
    c->locals = FRAME;
    c->scalars = 0;
    c->of_function = (Map){ 0 };
    c->at = b->params;
    read_parameters(c);
    c->at = b->body;
    block(c);
    b->cost = count_joined(c, before);
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

static Cost scaled(Cost a, uint64_t step, uint64_t transition)
{
    return (Cost){ count_times(a.step, step),
                   count_add(count_times(a.transition, step), count_times(count_add(a.step, a.transition), transition)),
                   step + transition > 0 ? a.stack : 0 };
}

/* Of a function of the table: its name in C is another one where the model has it, or where it is no statement. */
static Cost entry_cost(C *c, const char *name)
{
    const char *const form[] = { "%s", "any_%s", "%s_" };
    Cost sum = { 0 };

    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        sum = cost_then(sum, function_cost(c, internf(c->d, form[i], name)));
    return sum;
}

/* What control flow calls, as often as runtime/dtc_functions.h says, from a function of the user's. */
static Cost flow_cost(C *c, const char *caller, const Flow *w, bool in_setup)
{
    const uint32_t holds = w->holds, stages = w->stages, first = w->first, rounds = w->rounds, keeps = w->keeps,
                   waits = w->waits, laws = w->laws, jumps = w->jumps, cuts = w->cuts, frozen = w->frozen,
                   bases = w->bases, unstaged = w->unstaged, sets = w->sets, directions = w->directions,
                   first_directions = w->first_directions, closings = w->closings, first_closings = w->first_closings;
    Cost own = function_cost(c, caller), sum = { 0 };

#define X(result, name, parameters, step, transition, setup)                                                           \
    sum = cost_then(sum, scaled(entry_cost(c, #name), in_setup ? setup : step, in_setup ? 0 : transition));
    DTC_STEP_FUNCTIONS(X)
#undef X
    (void)keeps, (void)waits, (void)laws, (void)jumps;
    (void)cuts, (void)frozen, (void)bases, (void)unstaged, (void)sets, (void)directions, (void)first_directions;
    (void)closings, (void)first_closings;
    if (w->linear.n)
        sum = cost_of_exact(c, w, in_setup, sum);
    else if (w->implicit && !in_setup)
        sum = cost_of_implicit(c, w, sum);
    sum.stack += own.stack;
    return cost_then(sum, own);
}

/* Of dtc_advance: the time; sums of a Runge-Kutta method, and the times of its stages. */
static Cost own_cost(const Flow *w)
{
    const uint64_t stages = w->implicit ? 0 : w->stages;
    Cost own = { 0 };

    own.step.of[OF_ADD] = 1 + w->behind + stages * (w->states + 1);
    own.step.of[OF_MULTIPLY] = 1 + (stages ? 2ULL * w->states * (stages + 1) + stages : 0);
    return own;
}

ModelCost model_cost(Dtc *d, const char *model, const char *header, const char *text, const Flow *flow)
{
    C c = { .d = d };
    ModelCost m = { 0 };

    add_prelude(&c);
    read_tokens(&c, header);
    read_tokens(&c, text);
    vec_push(&d->pass, c.token, (Token){ 0 });
    while (c.at + 1 < vec_len(c.token))
        external(&c);
    m.setup = flow_cost(&c, internf(d, "%s_setup", model), flow, true);
    if (flow->events)
        vec_push(&d->pass, c.unbounded, "the passes at the start");
    else
        m.step = cost_then(flow_cost(&c, internf(d, "%s_step", model), flow, false), own_cost(flow));
    m.instance = flow->instance;
    m.constants = c.constants;
    m.unbounded = c.unbounded;
    m.unknown = c.unknown;
    return m;
}
