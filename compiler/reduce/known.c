/* known.c - values that are known while compiling: constants, parameters with a value, and what depends on them alone.
 *
 * The present value of a parameter tells whether a pivot vanishes and whether start values agree. It may be changed
 * after compilation: whoever builds on it keeps the expression, and setup checks it again.
 *
 * Bindings are evaluated once each, operands first, with a stack, and kept with the model until a variable of it
 * changes (flat.c). Cost: linear in the size of the bindings.
 */
#include <math.h>
#include <string.h>
#include "expr.h"
#include "known.h"
#include "scratch.h"

static Ex value_expression(const Flat *f, Var x)
{
    const VarInfo *v = &f->var[x];
    Ex constant = alias_of(f, x).constant;
    if (constant)
        return constant;
    if (v->variability < V_PARAM || (v->has_fixed && !v->fixed))
        return 0;
    return v->binding ? v->binding : v->start;
}

bool known_eval(Dtc *d, Ex e, const double *value, double *x)
{
    bool known = true;
    if (ex_is_num(d, e, x))
        return true;
    Memo *m = memo_begin(d);
    memo_start(d, m, e);
    for (Ex part; known && (part = memo_next(d, m)) != 0;) {
        *x = node_value(d, part, m->value, value);
        memo_set(m, part, (MemoValue){ .x = *x });
        known = !isnan(*x) || !ex_is_var(d, part);
    }
    memo_end(d);
    return known && isfinite(*x);
}

/* Pushes what e waits for; false: nothing. */
static bool wait_for(Dtc *d, const Flat *f, Ex e, const uint8_t *state, Var **stack)
{
    Var *v = NULL;
    uint32_t before = vec_len(*stack);
    ex_vars(d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (state[v[i]] == 0 && (alias_of(f, v[i]).of || value_expression(f, v[i])))
            vec_push(&d->pass, *stack, v[i]);
    return vec_len(*stack) > before;
}

/* Of variables from number `from` on. */
static void find_values(Dtc *d, const Flat *f, uint32_t from, double *value)
{
    enum { NEW, OPEN, DONE };
    const uint32_t n = vec_len(f->var);
    Scratch own = scratch_begin(d);
    uint8_t *state = NEW_N(&d->pass, uint8_t, n + 1);
    Var *stack = NULL;

    memset(state, DONE, from);
    for (Var first = from; first < n; first++) {
        Ex given = alias_of(f, first).of || state[first] == DONE ? 0 : value_expression(f, first);
        if (given && ex_is_num(d, given, &value[first]))
            state[first] = DONE;
        else if (given)
            vec_push(&d->pass, stack, first);
        while (vec_len(stack)) {
            Var v = vec_last(stack);
            Alias a = alias_of(f, v);
            Ex e = a.of ? ex_var(d, a.of) : value_expression(f, v);
            if (state[v] == NEW) {
                state[v] = OPEN;
                if (wait_for(d, f, e, state, &stack))
                    continue;
            }
            (void)vec_pop(stack);
            if (state[v] == DONE)
                continue;
            state[v] = DONE;
            double x;
            if (known_eval(d, e, value, &x) || ex_is_num(d, ex_fold(d, e), &x))
                value[v] = a.of && a.negated ? -x : x;
        }
    }
    scratch_end(d, own);
}

const double *known_values(Dtc *d, const Flat *f)
{
    const uint32_t from = vec_len(f->known), n = vec_len(f->var);
    double **kept = &((Flat *)(uintptr_t)f)->known;
    if (from == n)
        return *kept;
    *kept = vec_reserve(&d->run, *kept, sizeof **kept, n - from + n / 8);
    for (Var v = from; v < n; v++)
        vec_push(&d->run, *kept, NAN);
    find_values(d, f, from ? from : 1, *kept);
    return *kept;
}

double *known_values_apart(Dtc *d, const Flat *f)
{
    const uint32_t n = vec_len(f->var);
    return memcpy(NEW_N(&d->pass, double, n + 1), known_values(d, f), n * sizeof(double));
}

/* ---- parameters with fixed = false, and what follows from them ----------------------------------------- */

bool is_free(const Flat *f, Var v)
{
    const VarInfo *i = &f->var[v];
    return i->variability == V_PARAM && i->has_fixed && !i->fixed && !is_alias(f, v);
}

static Ex follows_from(Dtc *d, const Flat *f, Var v)
{
    Alias a = alias_of(f, v);
    if (a.of)
        return ex_var(d, a.of);
    if (a.constant)
        return a.constant;
    return f->var[v].variability >= V_PARAM && !is_free(f, v) ? f->var[v].binding : 0;
}

/* From the free parameters along the reversed edges of definitions. */
bool *free_dependants(Dtc *d, const Flat *f)
{
    typedef struct {
        Var v;
        uint32_t next;
    } Reader;
    uint32_t n = vec_len(f->var), *first = NULL;
    bool *depends = NEW_N(&d->pass, bool, n + 1);
    Reader *reader = NULL;
    Var *todo = NULL, *reads = NULL;

    for (Var v = 1; v < n; v++)
        if (is_free(f, v))
            vec_push(&d->pass, todo, v);
    if (!todo)
        return depends;
    first = NEW_N(&d->pass, uint32_t, n + 1);
    vec_push(&d->pass, reader, ((Reader){ 0, 0 }));
    for (Var v = 1; v < n; v++) {
        Ex e = follows_from(d, f, v);
        vec_clear(reads);
        if (e)
            ex_vars(d, e, &reads);
        for (uint32_t i = 0; i < vec_len(reads); i++) {
            vec_push(&d->pass, reader, ((Reader){ v, first[reads[i]] }));
            first[reads[i]] = vec_len(reader) - 1;
        }
    }
    while (vec_len(todo))
        for (uint32_t i = first[vec_pop(todo)]; i; i = reader[i].next) {
            if (depends[reader[i].v])
                continue;
            depends[reader[i].v] = true;
            vec_push(&d->pass, todo, reader[i].v);
        }
    return depends;
}
