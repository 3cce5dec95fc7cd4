/* tangent_plan.c - which variables of a variable-step model depend on which states, their differentials, and the
 * pattern of df/dx.
 *
 * Forward mode: differentials of variables are numbered, and each has one expression of others, by exact symbolic
 * differentiation of the blocks in order (calculus.c); in it, differentials are LOCALs. The unknowns of a torn block
 * depend on all that its residuals depend on. last(v), with which a loop was cut, has a number of its own; at the
 * solution it is v, so that sets of states grow until nothing changes. Columns of the pattern that share no row get the
 * same colour and are computed together (Curtis, Powell, Reid 1974: each column in order takes the first colour that
 * fits).
 *
 * Of an FMU the Real inputs are directions as well, beside the states, and outputs are wanted beside the rates; they
 * are not in the pattern.
 *
 * Cost: sizes of the expressions, of the sets, and of the pattern times colours/64. A pattern of more than ENTRIES is
 * given up: the model has no symbolic Jacobian then. Requires: blocks torn and staged.
 */
#include <string.h>
#include "expr.h"
#include "tangent.h"
#include "sort.h"
#include "builders.h"

enum { ENTRIES = 1000000, ROOM = 50000000 };

/* ---- numbers and expressions --------------------------------------------------------------------------- */

static uint32_t new_number(const Equations *e, Tangent *t)
{
    uint32_t *none = NULL;
    vec_push(&e->d->run, t->from, none);
    return tangents(t) - 1;
}

/* The number of a variable, which comes from others. */
static void set_from(const Equations *e, Tangent *t, Var v, uint32_t *from)
{
    uint32_t *of = &t->of[root(e, v)];

    if (*of == 0)
        *of = new_number(e, t);
    t->from[*of] = from;
}

static uint32_t number_of_last(const Equations *e, Tangent *t, Var v)
{
    if (t->of_last[v] == 0) {
        t->of_last[v] = new_number(e, t);
        vec_push(&e->d->run, t->last, v);
    }
    return t->of_last[v];
}

typedef struct { const Equations *e; Tangent *t; } Leaves;

/* Of a VAR or LAST node. */
static Ex leaf(Dtc *d, Ex x, void *data)
{
    const Leaves *leaves = data;
    const Equations *e = leaves->e;
    Tangent *t = leaves->t;
    bool last = ex_op(d, x) == OP_LAST, negated;
    Var v = root_of(e->f, ex_is_var(d, last ? ex_arg(d, x, 0) : x), &negated);
    uint32_t number = e->f->var[v].type != T_REAL ? 0 : last ? number_of_last(e, t, v) : t->of[v];

    if (number == 0)
        return ex_real(d, 0);
    Ex local = ex_local(d, T_REAL, number);
    return negated ? ex_un(d, OP_NEG, local) : local;
}

/* Numbers in an expression, each once. */
static void numbers_in(const Equations *e, Ex x, uint32_t **out)
{
    for (NodeWalk w = node_walk(e->d, x); node_next(&w);)
        if (ex_op(e->d, w.e) == OP_LOCAL)
            vec_push(&e->d->run, *out, ex(e->d, w.e)->payload);
}

/* The differential of an expression; the numbers in it are appended. */
static Ex differential(const Equations *e, Tangent *t, Ex value, uint32_t **from)
{
    Leaves leaves = { e, t };
    Ex x = ex_tangent(e->d, value, leaf, NULL, &leaves);

    vec_push(&e->d->run, t->value, x);
    numbers_in(e, x, from);
    return x;
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

static void number_inner(const Equations *e, Tangent *t, const Block *b, TangentBlock *k)
{
    bool negated;

    k->inner = NEW_N(&e->d->run, Ex, vec_len(b->inner) + 1);
    k->first = NEW_N(&e->d->run, bool, vec_len(b->inner) + 1);
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        const Assign *a = &b->inner[i];
        uint32_t *from = NULL;
        if (e->f->var[a->v].type != T_REAL)
            continue;
        k->inner[i] = differential(e, t, a->value, &from);
        if (ex_is_zero(e->d, k->inner[i]))
            continue;
        (void)root_of(e->f, a->v, &negated);
        if (negated)
            k->inner[i] = ex_un(e->d, OP_NEG, k->inner[i]);
        set_from(e, t, a->v, from);
    }
}

static Ex differential_of_bound(const Equations *e, Tangent *t, Var v, bool infinite, uint32_t **from)
{
    return infinite || !v ? 0 : differential(e, t, var_value(e->d, e->f, v), from);
}

/* Residuals, and what the law needs; the unknowns have one number in common from which they come. */
static void number_torn(const Equations *e, Tangent *t, const Block *b, TangentBlock *k)
{
    Arena *a = &e->d->run;
    uint32_t n = block_n(b), m = block_m(b), *from = NULL, *solve = NULL;

    k->solve = new_number(e, t);
    vec_push(a, solve, k->solve);
    for (uint32_t i = 0; i < n; i++)
        set_from(e, t, b->tear[i], solve);
    for (uint32_t i = 0; i < m; i++)
        set_from(e, t, e->f->sw[b->sw[i]].lambda, solve);
    number_inner(e, t, b, k);
    k->res = NEW_N(a, Ex, n + 1);
    k->lo = NEW_N(a, Ex, m + 1);
    k->hi = NEW_N(a, Ex, m + 1);
    for (uint32_t i = 0; i < n; i++)
        k->res[i] = differential(e, t, b->res[i], &from);
    for (uint32_t i = 0; i < m; i++) {
        const Switch *w = &e->f->sw[b->sw[i]];
        uint32_t rate = t->of[root(e, w->a)];
        if (rate)
            vec_push(a, from, rate);
        k->lo[i] = differential_of_bound(e, t, w->lo, w->lo_infinite, &from);
        k->hi[i] = differential_of_bound(e, t, w->hi, w->hi_infinite, &from);
    }
    t->from[k->solve] = from;
}

/* The inner variables without which the residuals cannot be computed. */
static void mark_first(const Equations *e, Tangent *t, const Block *b, TangentBlock *k)
{
    Map wanted = { 0 };
    const uint32_t *from = t->from[k->solve];

    for (uint32_t i = 0; i < vec_len(from); i++)
        map_set(&e->d->pass, &wanted, from[i], 1);
    for (uint32_t i = vec_len(b->inner); i-- > 0;) {
        uint32_t number = t->of[root(e, b->inner[i].v)];
        k->first[i] = number && map_get(&wanted, number);
        from = k->first[i] ? t->from[number] : NULL;
        for (uint32_t q = 0; q < vec_len(from); q++)
            map_set(&e->d->pass, &wanted, from[q], 1);
    }
}

static void differentiate_blocks(const Equations *e, Tangent *t)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        if (k->rate != RATE_STEP)
            continue;
        if (block_n(k) == 0 && block_m(k) == 0) {
            number_inner(e, t, k, &t->block[b]);
        } else {
            number_torn(e, t, k, &t->block[b]);
            mark_first(e, t, k, &t->block[b]);
        }
    }
}

/* ---- sets of states ------------------------------------------------------------------------------------ */

static bool holds(Set a, Set b)
{
    uint32_t i = 0;

    if (b.n > a.n || a.at == b.at)
        return a.at == b.at && b.n <= a.n;
    for (uint32_t k = 0; k < b.n; k++) {
        while (i < a.n && a.at[i] < b.at[k])
            i++;
        if (i == a.n || a.at[i] != b.at[k])
            return false;
    }
    return true;
}

static Set united(const Equations *e, Tangent *t, Set a, Set b)
{
    if (holds(a, b))
        return a;
    if (holds(b, a))
        return b;
    uint32_t *all = NEW_N(&e->d->run, uint32_t, a.n + b.n), n = 0, i = 0, k = 0;
    while (i < a.n || k < b.n) {
        uint32_t x = k == b.n || (i < a.n && a.at[i] < b.at[k]) ? a.at[i] : b.at[k];
        i += i < a.n && a.at[i] == x;
        k += k < b.n && b.at[k] == x;
        all[n++] = x;
    }
    t->room += n;
    return (Set){ n, all };
}

/* The set of a number from those in its expression. True: it has grown. */
static bool gather(const Equations *e, Tangent *t, uint32_t number)
{
    uint32_t before = t->states[number].n;

    for (uint32_t i = 0; i < vec_len(t->from[number]) && t->room < ROOM; i++)
        t->states[number] = united(e, t, t->states[number], t->states[t->from[number][i]]);
    return t->states[number].n > before;
}

static void gather_inner(const Equations *e, Tangent *t, const Block *b)
{
    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        uint32_t number = t->of[root(e, b->inner[i].v)];
        if (number && t->from[number])
            (void)gather(e, t, number);
    }
}

static void gather_block(const Equations *e, Tangent *t, uint32_t index)
{
    const Block *b = &e->dae->block[index];
    uint32_t solve = t->block[index].solve;

    if (b->rate != RATE_STEP)
        return;
    gather_inner(e, t, b);
    if (solve == 0)
        return;
    (void)gather(e, t, solve);
    for (uint32_t i = 0; i < block_n(b); i++)
        t->states[t->of[root(e, b->tear[i])]] = t->states[solve];
    for (uint32_t i = 0; i < block_m(b); i++)
        t->states[t->of[root(e, e->f->sw[b->sw[i]].lambda)]] = t->states[solve];
    gather_inner(e, t, b);
}

static void gather_all(const Equations *e, Tangent *t)
{
    bool more;

    do {
        more = false;
        for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
            gather_block(e, t, b);
        for (uint32_t i = 0; i < vec_len(t->last); i++)
            more |= gather(e, t, t->of_last[t->last[i]]);
    } while (more && t->room < ROOM);
}

/* ---- the pattern --------------------------------------------------------------------------------------- */

static uint32_t rate_number(const Equations *e, Tangent *t, uint32_t state)
{
    return t->of[root(e, e->f->var[e->dae->state[state]].der)];
}

/* How many states are in it. */
static uint32_t states_in(const Equations *e, Set s)
{
    uint32_t n = s.n;

    while (n > 0 && s.at[n - 1] >= vec_len(e->dae->state))
        n--;
    return n;
}

/* By columns, from the sets, which are the rows. */
static bool find_pattern(const Equations *e, Tangent *t)
{
    uint32_t n = vec_len(e->dae->state);
    uint64_t entries = 0;

    for (uint32_t i = 0; i < n; i++)
        entries += states_in(e, t->states[rate_number(e, t, i)]);
    if (entries > ENTRIES || t->room >= ROOM)
        return false;
    t->column = NEW_N(&e->d->run, uint32_t, n + 2);
    t->row = NEW_N(&e->d->run, uint32_t, entries + 1);
    for (uint32_t i = 0; i < n; i++) {
        Set s = t->states[rate_number(e, t, i)];
        for (uint32_t k = 0; k < states_in(e, s); k++)
            t->column[s.at[k] + 2]++;
    }
    for (uint32_t j = 0; j < n; j++)
        t->column[j + 2] += t->column[j + 1];
    for (uint32_t i = 0; i < n; i++) {
        Set s = t->states[rate_number(e, t, i)];
        for (uint32_t k = 0; k < states_in(e, s); k++)
            t->row[t->column[s.at[k] + 1]++] = i;
    }
    return true;
}

/* Colours in use in a row, one bit each. */
typedef struct { uint64_t *bits; uint32_t words; } Used;

static void use(const Equations *e, Used *u, uint32_t colour)
{
    uint32_t word = colour / 64;

    if (word >= u->words) {
        uint64_t *bits = NEW_N(&e->d->pass, uint64_t, 2 * word + 1);
        if (u->words)
            memcpy(bits, u->bits, u->words * sizeof *bits);
        u->bits = bits;
        u->words = 2 * word + 1;
    }
    u->bits[word] |= UINT64_C(1) << colour % 64;
}

static bool is_used(const Tangent *t, const Used *used, uint32_t column, uint32_t word, uint64_t *bits)
{
    *bits = 0;
    for (uint32_t k = t->column[column]; k < t->column[column + 1]; k++)
        if (word < used[t->row[k]].words)
            *bits |= used[t->row[k]].bits[word];
    return *bits == UINT64_MAX;
}

static void find_colours(const Equations *e, Tangent *t)
{
    uint32_t n = vec_len(e->dae->state);
    Used *used = NEW_N(&e->d->pass, Used, n + 1);

    t->colour = NEW_N(&e->d->run, uint32_t, n + 1);
    for (uint32_t j = 0; j < n; j++) {
        uint32_t word = 0, colour = 0;
        uint64_t bits;
        while (is_used(t, used, j, word, &bits))
            word++;
        while (bits >> colour & 1)
            colour++;
        t->colour[j] = colour += 64 * word;
        if (colour >= t->colours)
            t->colours = colour + 1;
        for (uint32_t k = t->column[j]; k < t->column[j + 1]; k++)
            use(e, &used[t->row[k]], colour);
    }
}

/* What the rates of the states depend on, and itself depends on states. */
static void find_needed(const Equations *e, Tangent *t)
{
    uint32_t *todo = NULL;

    t->needed = NEW_N(&e->d->run, bool, tangents(t) + 1);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        vec_push(&e->d->pass, todo, rate_number(e, t, i));
    for (Var v = 1; e->d->opt.fmu && v < vec_len(e->f->var); v++)
        if (is_output(&e->f->var[v]) && t->of[root(e, v)])
            vec_push(&e->d->pass, todo, t->of[root(e, v)]);
    while (vec_len(todo)) {
        uint32_t number = vec_pop(todo);
        if (t->needed[number] || t->states[number].n == 0)
            continue;
        t->needed[number] = true;
        for (uint32_t i = 0; i < vec_len(t->from[number]); i++)
            vec_push(&e->d->pass, todo, t->from[number][i]);
    }
}

const Tangent *tangent_plan(const Equations *e)
{
    Arena *a = &e->d->run;
    Tangent *t = NEW(a, Tangent);
    uint32_t n = vec_len(e->f->var) + 1, *none = NULL;

    t->of = NEW_N(a, uint32_t, n);
    t->of_last = NEW_N(a, uint32_t, n);
    t->block = NEW_N(a, TangentBlock, vec_len(e->dae->block) + 1);
    vec_push(a, t->from, none);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        set_from(e, t, e->dae->state[i], NULL);
    for (Var v = 1; e->d->opt.fmu && has_events(e) && v < vec_len(e->f->var); v++)
        if (is_input(&e->f->var[v]) && e->f->var[v].type == T_REAL && !is_alias(e->f, v)) {
            set_from(e, t, v, NULL);
            vec_push(a, t->input, v);
        }
    differentiate_blocks(e, t);
    t->states = NEW_N(a, Set, tangents(t) + 1);
    for (uint32_t i = 0, n_states = vec_len(e->dae->state); i < n_states + vec_len(t->input); i++) {
        uint32_t *own = NEW(a, uint32_t);
        *own = i;
        t->states[t->of[i < n_states ? e->dae->state[i] : t->input[i - n_states]]] = (Set){ 1, own };
    }
    for (uint32_t i = 0; i < vec_len(t->last); i++)
        if (has_events(e) && t->of[t->last[i]]) /* a fixed step holds it */
            vec_push(a, t->from[t->of_last[t->last[i]]], t->of[t->last[i]]);
    gather_all(e, t);
    if (vec_len(e->dae->state) > 0 && find_pattern(e, t))
        find_colours(e, t);
    else
        t->column = NULL;
    find_needed(e, t);
    return t;
}

int *tangent_places(const Emitter *e)
{
    const Tangent *t = e->tangent;
    int *place = NEW_N(&e->d->run, int, tangents(t) + 1), next = 0;

    place[0] = -1;
    for (uint32_t i = 1; i < tangents(t); i++)
        place[i] = t->needed[i] ? next++ : -1;
    return place;
}
