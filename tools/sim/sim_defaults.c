/* sim_defaults.c - parameters and inputs as the model and the command line have them, into an instance of the struct.
 *
 * The C of a run has none of these numbers (Options.given), so that one built model does for all of them. Places are
 * those of the layout, which the emitted struct has. Requires: the struct is as init() leaves it, where all is zero
 * that is not stored here. Cost: linear in the variables.
 */
#include <string.h>
#include "emit.h"
#include "sim.h"
#include "builders.h"

static void put_number(void *at, TypeKind type, bool single, double x)
{
    if (type == T_REAL && single)
        memcpy(at, &(float){ (float)x }, sizeof(float));
    else if (type == T_REAL)
        memcpy(at, &x, sizeof x);
    else
        memcpy(at, &(int){ (int)x }, sizeof(int));
}

void sim_defaults(const Emitter *e, void *model)
{
    Dtc *d = e->d;

    for (Var v = 1; v < vec_len(e->f->var); v++) {
        Ex value = default_of(e, v);
        uint64_t at;
        double x = 0;
        const bool stored = value && ex_op(d, value) != OP_STR;
        if (!stored || !home_at(e, home_of(e, OP_VAR, v), &at))
            continue;
        if (ex_op(d, value) == OP_BOOL)
            x = ex(d, value)->payload != 0;
        else
            ex_is_num(d, value, &x);
        put_number((char *)model + at, e->f->var[v].type, d->opt.single, x);
    }
}
