/* flat.c - additions to a flat model, and changes of it: a pass that does either is found by these names. */
#include <math.h>
#include "flat.h"

VarInfo *change_variable(Flat *f, Var v)
{
    vec_clear(f->known);
    return (VarInfo *)(uintptr_t)&f->var[v];
}

Equation *change_equation(Flat *f, Eq e)  { return (Equation *)(uintptr_t)&f->eq[e]; }
Equation *change_initial(Flat *f, Eq e)   { return (Equation *)(uintptr_t)&f->ieq[e]; }

Var add_variable(Dtc *d, Flat *f, VarInfo v)
{
    VarInfo *var = (VarInfo *)(uintptr_t)f->var;
    vec_push(&d->run, var, v);
    f->var = var;
    return vec_len(var) - 1;
}

Var add_auxiliary(Dtc *d, Flat *f, const char *name, TypeKind t)
{
    return add_variable(d, f, (VarInfo){ .name = name, .path = "", .type = t, .protected_ = true });
}

static Eq add(Dtc *d, const Equation **list, Equation e)
{
    Equation *eq = (Equation *)(uintptr_t)*list;
    vec_push(&d->run, eq, e);
    *list = eq;
    return vec_len(eq) - 1;
}

Eq add_equation(Dtc *d, Flat *f, Equation e) { return add(d, &f->eq, e); }
Eq add_initial(Dtc *d, Flat *f, Equation e)  { return add(d, &f->ieq, e); }

void flat_reserve(Dtc *d, Flat *f, uint32_t variables)
{
    f->var = vec_reserve(&d->run, (VarInfo *)(uintptr_t)f->var, sizeof *f->var, variables);
}

double step_size(const Dtc *d, const Flat *f)
{
    const double usual = 1e-3;
    if (d->opt.step > 0)
        return d->opt.step;
    return f->has_interval && f->interval > 0 ? f->interval / ceil(f->interval / usual - 1e-6) : usual;
}
