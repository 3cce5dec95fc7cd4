/* validate.c - between passes: is the flat model in order? A failure is a fault of the compiler, never of the model.
 *
 * Handles in range, both sides of an equation of one type, operands before their expressions, as many equations as
 * unknowns (a variable that is linked as the derivative of another one needs no equation of its own). Cost: linear.
 */
#include "check.h"

static bool fault(Dtc *d, Span at, const char *path, const char *what)
{
    error(d, at, path, "internal error: %s", what);
    return false;
}

static bool valid_expressions(Dtc *d, const Flat *f)
{
    for (Ex e = 1; e <= ex_count(d); e++) {
        const ExNode *n = ex(d, e);
        for (uint32_t i = 0; i < n->n; i++)
            if (!n->arg[i] || n->arg[i] >= e)
                return fault(d, (Span){ 0, 0 }, NULL, "an expression precedes its operands");
        if (n->op == OP_VAR && (!n->payload || n->payload >= vec_len(f->var)))
            return fault(d, (Span){ 0, 0 }, NULL, "an expression reads a variable that does not exist");
        if (n->op == OP_CALL && (!n->payload || n->payload >= vec_len(f->function)))
            return fault(d, (Span){ 0, 0 }, NULL, "an expression calls a function that does not exist");
    }
    return true;
}

static bool valid_equation(Dtc *d, const Flat *f, const Equation *q)
{
    if (!is_of_model(q))
        return true;
    if (q->kind == EQ_SWITCH)
        return q->index && q->index < vec_len(f->sw)
                 ? true
                 : fault(d, q->span, q->path, "a switching element does not exist");
    if (!q->lhs || !q->rhs || q->lhs > ex_count(d) || q->rhs > ex_count(d))
        return fault(d, q->span, q->path, "an equation without a side");
    if (ex_type(d, q->lhs) != ex_type(d, q->rhs))
        return fault(d, q->span, q->path, "the sides of an equation differ in type");
    return true;
}

bool validate_flat(Dtc *d, Flat *f)
{
    int64_t unknowns = 0, equations = 0;
    bool *derivative = NEW_N(&d->pass, bool, vec_len(f->var));
    if (!valid_expressions(d, f))
        return false;
    for (Var v = 1; v < vec_len(f->var); v++) {
        const VarInfo *x = &f->var[v];
        if (x->der && derivative[x->der])
            return fault(d, x->span, x->path, "it has the derivative of another one");
        derivative[x->der] = true;
        if (alias_of(f, alias_of(f, v).of).of)
            return fault(d, x->span, x->path, "an alias stands for an alias");
        if (is_unknown(x) && !is_alias(f, v))
            unknowns += 1 - (x->der != 0);
    }
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        if (!valid_equation(d, f, &f->eq[e]))
            return false;
        equations += is_of_model(&f->eq[e]);
    }
    if (unknowns != equations)
        return fault(d, f->cls->span, NULL,
                     internf(d, "%lld equations for %lld unknowns", (long long)equations,
                             (long long)unknowns));
    return true;
}
