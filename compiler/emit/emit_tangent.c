/* emit_tangent.c - the Jacobian df/dx of a variable-step model, as its interface has it (step/jacobian.c). */
#include "tangent.h"

void emit_tangent(Emitter *e)
{
    if (!tangent_exists(e))
        return;
    if (tangent_size(e) > 0)
        put(e, "\nstatic void any_jacobian(void *p, double *any_x) { %s((%s *)p, any_x); }\n",
            name_of(&e->program, "jacobian"), e->model);
    else
        put(e, "\n/* No rate depends on a state. */\nstatic void any_jacobian(void *p, double *any_x) { (void)p, "
               "(void)any_x; }\n");
}
