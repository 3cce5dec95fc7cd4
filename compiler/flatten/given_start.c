/* given_start.c - the initial state that a run is given (Options.from), in place of what the model says of it.
 *
 * Start values are those that are given, nothing is fixed, and initial equations are left out: start values of states
 * are all that is left to the initial problem. Cost: linear. Requires: check.
 */
#include "flatten.h"

static Ex literal(Dtc *d, TypeKind t, double x)
{
    return t == T_REAL ? ex_real(d, x) : t == T_BOOL ? ex_bool(d, x != 0) : ex_int(d, (int64_t)x);
}

void given_start(Dtc *d, Flat *f)
{
    Map given = { 0 };

    if (d->opt.begins)
        f->start_time = d->opt.begin;
    for (uint32_t i = 0; i < vec_len(d->opt.from); i++)
        map_set(&d->pass, &given, KEY(internz(d, d->opt.from[i].name)), (uint64_t)i + 1);
    for (Var v = 1; v < vec_len(f->var) && d->opt.from; v++) {
        VarInfo *i = change_variable(f, v);
        const uint64_t known = map_get(&given, KEY(internz(d, i->name)));
        if (i->variability < V_PARAM)
            i->fixed = false;
        if (known == 0)
            continue;
        i->start = literal(d, i->type, d->opt.from[known - 1].value);
        i->has_start = true;
    }
    for (Eq e = 1; e < vec_len(f->ieq) && d->opt.from; e++)
        change_initial(f, e)->removed = true;
}
