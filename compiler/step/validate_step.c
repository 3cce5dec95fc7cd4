/* validate_step.c - is the step program well formed? A failure is a fault of the compiler, never of the model.
 *
 * What is set can be set: a variable, or a value that is kept of one; to a value of its type. Names of functions are
 * different. Cost: linear in the statements. */
#include "step.h"

static bool fault(const Program *p, const StepFunction *fn, const char *what)
{
    error(p->d, ((Span){ 0, 0 }), NULL, "internal error: the step program: in %s, %s", fn->name, what);
    return false;
}

static bool can_be_set(const Program *p, Ex to)
{
    Op op = ex_op(p->d, to);
    Ex v = op == OP_PRE || op == OP_LAST ? ex_arg(p->d, to, 0) : to;

    return ex_is_var(p->d, v) && ex_is_var(p->d, v) < vec_len(p->f->var);
}

static bool valid(const Program *p, const StepFunction *fn, const Step *s)
{
    if (!s->to || !can_be_set(p, s->to))
        return fault(p, fn, "something is set that is no variable");
    if (!s->value || ex_type(p->d, s->value) != ex_type(p->d, s->to))
        return fault(p, fn, "something is set to a value of another type");
    return true;
}

bool validate_step(const Program *p)
{
    for (Fn i = 1; i < vec_len(p->fn); i++) {
        if (function_of(p, p->fn[i].name) != i)
            return fault(p, &p->fn[i], "the name is used twice");
        for (uint32_t k = 0; k < vec_len(p->fn[i].body); k++)
            if (!valid(p, &p->fn[i], &p->fn[i].body[k]))
                return false;
    }
    return true;
}
