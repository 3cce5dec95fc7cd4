/* known_c.c - functions of C that dtc's library has as algorithms: Drivetrain.External has one of the same name.
 *
 * y = NAME(arguments) then is y := Drivetrain.External.NAME(arguments), and NAME(arguments, y) as well. Such a call is
 * inlined: what it costs, and which derivatives and events it has, is for the function of the library to say.
 * Cost: linear in the arguments.
 */
#include "formal.h"
#include "resolve.h"

/* An argument that is an output of the function itself. */
static bool is_output_argument(const Callee *c, const Expr *e)
{
    for (uint32_t i = c->nin; i < c->nin + c->nout; i++)
        if (e->kind == E_REF && vec_len(e->part) == 1 && e->part[0].name == c->formal[i].name)
            return true;
    return false;
}

/* c is a call of external function `end`. False: the library has no such function. */
bool known_c(Dtc *d, Callee *c, const Class *end)
{
    const Expr *call = end->external_call;
    if (!call || !known_external(d, end->external_name))
        return false;
    const char *const part[] = { "Drivetrain", "External", end->external_name };
    Expr *by = NEW(&d->run, Expr), *result = end->external_result;
    *by = (Expr){ .kind = E_CALL, .global = true, .span = call->span, .depth = call->depth };
    for (uint32_t i = 0; i < 3; i++)
        vec_push(&d->run, by->part, ((Part){ internz(d, part[i]), NULL, call->span }));
    for (uint32_t i = 0; i < vec_len(call->arg); i++)
        if (!result && is_output_argument(c, call->arg[i]))
            result = call->arg[i];
        else
            vec_push(&d->run, by->arg, call->arg[i]);
    if (!result)
        return false;
    Stmt *s = NEW(&d->run, Stmt);
    *s = (Stmt){ .kind = S_EQUAL, .span = call->span, .lhs = result, .rhs = by };
    vec_push(&d->run, c->body, s);
    c->inlined = c->generates_events = true;
    return true;
}
