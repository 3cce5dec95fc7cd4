/* given_start.c - start values of a state that is given as a whole (Options.from): that of an equilibrium, a row of results.
 *
 * Variables that are named take these values as starts; the initial problem then has them alone. Cost: linear in the
 * variables.
 */
#include "flat.h"

void take_given_start(Dtc *d, Flat *f)
{
    Map known = { 0 };

    for (uint32_t i = 0; i < vec_len(d->opt.from); i++)
        map_set(&d->pass, &known, KEY(internz(d, d->opt.from[i].name)), (uint64_t)i + 1);
    for (Var v = 1; v < vec_len(f->var); v++) {
        const uint64_t i = map_get(&known, KEY(internz(d, f->var[v].name)));
        if (i == 0)
            continue;
        const double x = d->opt.from[i - 1].value;
        const TypeKind t = f->var[v].type;
        change_variable(f, v)->start = t == T_REAL   ? ex_real(d, x)
                                       : t == T_BOOL ? ex_bool(d, x != 0)
                                                     : ex_int(d, (int64_t)x);
    }
}
