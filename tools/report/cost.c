/* cost.c - what the step program costs: a fold over functions and statements.
 *
 * Operations of numbers are counted where they stand. Of the two sides of an `if` the larger counts, kind by kind; a
 * loop counts as often as its bound says; a function once for each call. What is guarded by a change of place belongs
 * to the transition. Loops without a bound count once, and their functions are named. The stack is that of the frames:
 * arrays may not be shared by what comes after, scalars end with their block.
 *
 * The method is that of the timing schema of Park and Shaw (1991). Cost: linear in the program.
 * Requires: all passes. Ensures: no input runs as long as the count says more; tests/cost holds it against execution.
 */
#include "cost_kernel.h"
#include "dtc_law.h"
#include "layout.h"

enum { POINTER = 8 };                      /* bytes */

static void body_cost(Fold *f, const Statement *body);

/* ---- counts -------------------------------------------------------------------------------------------- */

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

Cost cost_then(Cost a, Cost b)
{
    return (Cost){ count_add(a.step, b.step), count_add(a.transition, b.transition), larger(a.stack, b.stack),
                   count_add(a.once, b.once), count_add(a.asked, b.asked) };
}

/* With a transition the dearer of the two as a whole: what they have beyond a step need not be of the same one. */
Cost cost_either(Cost a, Cost b)
{
    const Count step = count_max(a.step, b.step),
                both = count_max(count_add(a.step, a.transition), count_add(b.step, b.transition));

    return (Cost){ step, count_less(both, step), larger(a.stack, b.stack), count_max(a.once, b.once),
                   count_max(a.asked, b.asked) };
}

static Cost cost_times(Cost a, uint64_t n)
{
    return (Cost){ count_times(a.step, n), count_times(a.transition, n), a.stack, a.once, a.asked };
}

Cost cost_guarded(Cost a)
{
    return (
        Cost){ { { 0 } }, count_add(a.step, a.transition), a.stack, count_add(a.once, a.asked), { { 0 } } };
}

static Cost cost_once(Cost a)
{
    return (Cost){ .stack = a.stack,
                   .once = count_add(a.once, a.transition),
                   .asked = count_add(a.asked, a.step) };
}

void add_cost(Fold *f, Cost cost)
{
    cost.stack += f->locals + f->scalars;
    f->sum = cost_then(f->sum, cost);
}

void unbounded(Fold *f)
{
    if (vec_len(f->unbounded) == 0 || vec_last(f->unbounded) != f->inside)
        vec_push(&f->d->pass, f->unbounded, f->inside);
}

/* Of statements by themselves. */
static Cost apart(Fold *f, const Statement *body)
{
    Cost before = f->sum, own;

    f->sum = (Cost){ 0 };
    body_cost(f, body);
    own = f->sum;
    f->sum = before;
    return own;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void local_cost(Fold *f, Ex x)
{
    const Object *o = object_of(f->p, x);
    uint64_t one = o->type == T_REAL && !(f->d->opt.single && !o->wide) ? 8 : 4;
    uint64_t bytes = o->law ? sizeof(dtc_law) : one * (o->n ? o->n : 1);

    *(bytes > 8 ? &f->locals : &f->scalars) += bytes;
    f->sum.stack = larger(f->sum.stack, f->locals + f->scalars);
}

static void block_cost(Fold *f, const Statement *s)
{
    uint64_t scalars = f->scalars;

    for (uint32_t i = 0; i < vec_len(s->local); i++)
        local_cost(f, s->local[i]);
    body_cost(f, s->body);
    f->scalars = scalars;
}

static void guard(Fold *f, const Statement *s, bool decides)
{
    Cost either = cost_either(apart(f, s->body), apart(f, s->other));

    if (s->kind == DO_IF && cost_is_once(f, s->value))
        either = cost_once(either);
    f->sum = cost_then(f->sum, decides ? cost_guarded(either) : either);
}

/* to op= value */
static void assignment_cost(Fold *f, const Statement *s)
{
    static const Kind kind[OP_COUNT] = { [OP_SUB] = OF_ADD, [OP_MUL] = OF_MULTIPLY, [OP_DIV] = OF_DIVIDE };

    if (s->op && s->to && ex_type(f->d, s->to) == T_REAL)
        f->sum.step = count_add(f->sum.step, count_one(kind[s->op]));
}

/* Of a law, its elements; of a constant of a struct type, its first member. */
static long size_of(Fold *f, Ex x)
{
    const Table *t = x && ex_op(f->d, x) == OP_OBJ ? table_at(f->p, x) : NULL;
    long n = 0;

    if (t && t->record)
        return integer_most(f, t->part[0], &n) ? n : 0;
    return ex_op(f->d, x) == OP_OBJ ? (long)object_of(f->p, x)->n : 0;
}

/* Of a law: how many of its elements are independent at most; 0: not known. */
static long most_of(Fold *f, Ex x)
{
    const Object *o = x && ex_op(f->d, x) == OP_OBJ ? object_of(f->p, x) : NULL;

    if (o && o->law)
        o = object_of(f->p, o->law);
    return o && o->kind == OBJ_MEMBER && o->role == AT_law ? (long)independent_elements(f->e->of, o->of) : 0;
}

static void kernel_statement(Fold *f, const Statement *s)
{
    const char *letter = kernels[s->kernel].arguments;
    Call k = { .f = f, .single = f->d->opt.single };
    Cost cost;

    for (uint32_t i = 0; i < vec_len(s->arg); i++) {
        if (strchr("nvb", letter[i]))
            expression_cost(f, s->arg[i]);
        give_size(&k, strchr("nb", letter[i]) ? s->arg[i] : 0);
    }
    k.view = size_of(f, s->arg[0]);
    k.most = most_of(f, s->arg[0]);
    if (kernel_cost(&k, s->kernel, &cost))
        add_cost(f, cost);
    else
        vec_push(&f->d->pass, f->unknown, kernels[s->kernel].name);
    assignment_cost(f, s);
    guard(f, s, s->kernel == K_LAW_DECIDE || s->kernel == K_SWITCHED_DECIDE);
}

static void loop_cost(Fold *f, const Statement *s)
{
    const Object *i = object_of(f->p, s->to);
    double rounds = i->most;

    if (!ex_is_num(f->d, s->count, &rounds) && i->most == INT32_MAX) {
        unbounded(f);
        rounds = 1;
    }
    expression_cost(f, s->count);
    Cost body = apart(f, s->body), before = f->sum;
    f->sum = (Cost){ 0 };
    expression_cost(f, s->value);
    Cost test = f->sum;
    f->sum = cost_then(before, test);
    f->sum = cost_then(f->sum, cost_times(cost_then(test, body), (uint64_t)rounds));
}

static void statement_cost(Fold *f, const Statement *s)
{
    switch (s->kind) {
    case DO_SET:
        expression_cost(f, s->value);
        expression_cost(f, s->to);
        assignment_cost(f, s);
        break;
    case DO_KERNEL: kernel_statement(f, s); break;
    case DO_CALL:
        for (uint32_t i = 0; i < vec_len(s->arg) && !s->value; i++)
            expression_cost(f, s->arg[i]);
        if (s->value)
            expression_cost(f, s->value);
        else
            add_cost(f, function_cost(f, s->fn));
        break;
    case DO_IF:
        expression_cost(f, s->value);
        guard(f, s, is_decision(f, s->value));
        break;
    case DO_LOOP: loop_cost(f, s); break;
    case DO_BLOCK: block_cost(f, s); break;
    case DO_RETURN: expression_cost(f, s->value); break;
    case DO_CLEAR:
    case DO_COPY:
    case DO_BREAK:
    case DO_NOTE: break;
    }
}

static void body_cost(Fold *f, const Statement *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++)
        statement_cost(f, &body[i]);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

/* A part has a frame of its own. */
static Cost part_cost(Fold *f, const ProgramFunction *fn, const FunctionPart *part)
{
    f->sum = (Cost){ .stack = FRAME };
    f->locals = FRAME;
    f->scalars = fn->role < FN_IN_TABLE && vec_len(fn->part) == 1 ? POINTER : 0;
    for (uint32_t i = part->from; i < part->end; i++)
        statement_cost(f, &fn->body[i]);
    return f->sum;
}

Cost function_cost(Fold *f, Fn fn)
{
    const ProgramFunction *function = &f->p->fn[fn];
    const Fold around = *f;
    Cost sum = { 0 };

    if (f->done[fn])
        return f->of[fn];
    f->inside = function_label(f->p, function->role, function->of);
    for (uint32_t k = 0; k < vec_len(function->part); k++)
        sum = cost_then(sum, part_cost(f, function, &function->part[k]));
    if (vec_len(function->part) > 1)
        sum.stack += FRAME + (function->role < FN_IN_TABLE ? POINTER : 0);
    f->sum = around.sum;
    f->locals = around.locals;
    f->scalars = around.scalars;
    f->inside = around.inside;
    f->done[fn] = true;
    return f->of[fn] = sum;
}
