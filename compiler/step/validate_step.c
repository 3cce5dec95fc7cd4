/* validate_step.c - is the step program well formed? A failure is a fault of the compiler, never of the model.
 *
 * What is set can be set: a variable, a value that is kept of one, a scalar object or an element; to a value of its
 * type. Kernels have the arguments that their table says. Names of functions are different.
 * Cost: linear in the statements. */
#include "step.h"

static bool fault(const Program *p, const StepFunction *fn, const char *what)
{
    error(p->d, ((Span){ 0, 0 }), NULL, "internal error: the step program: in %s, %s", fn->name, what);
    return false;
}

/* An object, or one of its elements. */
static bool is_object(const Program *p, Ex x)
{
    const ExNode *n = ex(p->d, x);
    double i;

    if (n->op != OP_OBJ || n->payload == 0 || n->payload >= vec_len(p->object))
        return false;
    return n->n == 0 || (n->n == 1 && ex_is_num(p->d, n->arg[0], &i) && i >= 0 && i < p->object[n->payload].n);
}

static bool can_be_set(const Program *p, Ex to)
{
    Op op = ex_op(p->d, to);
    Ex v = op == OP_PRE || op == OP_LAST ? ex_arg(p->d, to, 0) : to;

    if (op == OP_OBJ)
        return is_object(p, to) && (ex_narg(p->d, to) > 0) == (p->object[ex(p->d, to)->payload].n > 0);
    return ex_is_var(p->d, v) && ex_is_var(p->d, v) < vec_len(p->f->var);
}

static bool valid_kernel(const Program *p, const Step *s)
{
    const Kernel *k = &kernels[s->kernel];
    bool good = vec_len(s->arg) == k->nargs;

    for (uint32_t i = 0; good && i < k->nargs; i++)
        switch ((int)k->arg[i]) {
        case A_SIZE: good = ex_is_num(p->d, s->arg[i], NULL) && ex_type(p->d, s->arg[i]) == T_INT; break;
        case A_VALUE: good = ex_type(p->d, s->arg[i]) == T_REAL; break;
        default: good = is_object(p, s->arg[i]) && p->object[ex(p->d, s->arg[i])->payload].n > 0;
        }
    return good;
}

static bool valid(const Program *p, const StepFunction *fn, const Step *s)
{
    if (!s->to || !can_be_set(p, s->to))
        return fault(p, fn, "something is set that cannot be");
    if (s->kind == DO_KERNEL)
        return valid_kernel(p, s) || fault(p, fn, "a kernel has other arguments");
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
