/* used.c - the functions that a flat model uses, in order of first use: roots in the order of the dump, callers before
 * what they call.
 *
 * A function that was executed while compiling only, or lost its last call to folding, is not among them. Each
 * expression is visited once, with an explicit stack. Cost: the size of the model.
 */
#include "flat.h"

typedef struct Use { Dtc *d; const Flat *f; bool *seen_ex, *seen_function; uint32_t *out; uint32_t count; } Use;

static void use_function(Use *u, uint32_t index);

static void use_expression(Use *u, Ex root)
{
    Dtc *d = u->d;
    Ex *stack = NULL;
    if (!root)
        return;
    vec_push(&d->pass, stack, root);
    while (vec_len(stack)) {
        Ex e = vec_pop(stack);
        if (e > u->count || u->seen_ex[e])
            continue;
        u->seen_ex[e] = true;
        const ExNode *n = ex(d, e);
        for (uint32_t i = n->n; i-- > 0;)
            vec_push(&d->pass, stack, n->arg[i]);
        if (n->op == OP_CALL)
            use_function(u, n->payload);
    }
}

static void use_body(Use *u, const FStmt *body)
{
    for (uint32_t i = 0; i < vec_len(body); i++) {
        const FStmt *s = &body[i];
        const Ex own[] = { s->value, s->from, s->step, s->to, s->call };
        for (uint32_t k = 0; k < vec_len(s->sub); k++)
            use_expression(u, s->sub[k]);
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            use_expression(u, own[k]);
        for (uint32_t k = 0; k < vec_len(s->branch); k++) {
            use_expression(u, s->branch[k].cond);
            use_body(u, s->branch[k].body);
        }
    }
}

/* Functions do not call each other in a circle, and lower.c bounds how deep they do. */
static void use_function(Use *u, uint32_t index)
{
    if (index == 0 || u->seen_function[index])
        return;
    u->seen_function[index] = true;
    vec_push(&u->d->pass, u->out, index);
    use_body(u, u->f->function[index].body);
    for (uint32_t i = 0; i < vec_len(u->f->function[index].derivative); i++)
        use_function(u, u->f->function[index].derivative[i].function);
}

static void use_equations(Use *u, const Equation *eq)
{
    for (uint32_t i = 1; i < vec_len(eq); i++) {
        if (!is_of_model(&eq[i]))
            continue;
        use_expression(u, eq[i].lhs);
        use_expression(u, eq[i].rhs);
    }
}

static void use_when(Use *u, const When *w)
{
    for (uint32_t i = 0; i < vec_len(w->branch); i++) {
        use_expression(u, w->branch[i].cond);
        for (uint32_t k = 0; k < vec_len(w->branch[i].action); k++) {
            use_expression(u, w->branch[i].action[k].value);
            use_expression(u, w->branch[i].action[k].message);
        }
    }
}

uint32_t *functions_used(Dtc *d, const Flat *f)
{
    Use u = { .d = d, .f = f, .count = ex_count(d) };
    u.seen_ex = NEW_N(&d->pass, bool, u.count + 1);
    u.seen_function = NEW_N(&d->pass, bool, vec_len(f->function) + 1);
    for (uint32_t i = 1; i < vec_len(f->var); i++) {
        const VarInfo *v = &f->var[i];
        const Ex own[] = { v->binding, v->start, v->min, v->max, v->nominal };
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            use_expression(&u, own[k]);
    }
    use_equations(&u, f->ieq);
    use_equations(&u, f->eq);
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++)
            use_expression(&u, f->net[i].transition[k].guard);
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        use_when(&u, &f->when[i]);
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        use_expression(&u, f->assert[i].cond);
        use_expression(&u, f->assert[i].message);
    }
    return u.out;
}
