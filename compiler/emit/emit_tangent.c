/* emit_tangent.c - the Jacobian df/dx of a variable-step model, as its interface has it (step/jacobian.c). */
#include "tangent.h"

void emit_tangent(Emitter *e)
{
    if (!tangent_exists(e))
        return;
    if (tangent_size(e) > 0)
        put(e, "\nstatic void any_jacobian(void *p, double *value) { jacobian((%s *)p, value); }\n", e->model);
    else
        put(e, "\n/* No rate depends on a state. */\nstatic void any_jacobian(void *p, double *value) { (void)p, "
               "(void)value; }\n");
}
