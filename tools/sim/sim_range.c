/* sim_range.c - what components are given is looked at in a run: an input that leaves its min or max is told, once.
 *
 * A pressure in Pa where a share from 0 to 1 is expected makes a clutch 5e5 times as strong, and nothing fails. Inputs
 * of the model itself are looked at in the C, at each step (range.c), those of its components here, at each row;
 * the C has nothing of it. Bounds are those that are numbers. Cost: linear in the inputs with bounds, a row.
 */
#include <math.h>
#include "expr.h"
#include "sim.h"

static bool bound(const SimRun *r, Ex e, double *x) { return e && ex_is_num(r->d, e, x) && isfinite(*x); }

void sim_ranges(SimRun *r)
{
    Map number = { 0 };

    for (Var v = 1; v < vec_len(r->f->var); v++) {
        const VarInfo *i = &r->f->var[v];
        SimRange range = { .least = -INFINITY, .most = INFINITY };
        bool least = bound(r, i->min, &range.least), most = bound(r, i->max, &range.most);
        if (i->causality != C_INPUT || i->top_level || i->variability >= V_PARAM || !(least || most))
            continue;
        if (!number.n)
            number = sim_numbers(r->d, r->info);
        range.number = (int)map_get(&number, KEY(internz(r->d, i->name))) - 1;
        if (range.number < 0)
            continue;
        range.variable = dtc_variable_at(r->info, range.number);
        vec_push(&r->d->run, r->range, range);
    }
}

void sim_tell_ranges(SimRun *r, double time)
{
    for (uint32_t i = 0; i < vec_len(r->range); i++) {
        SimRange *range = &r->range[i];
        double x = dtc_get(r->info, r->model, &range->variable);
        bool above = x > range->most;
        if (range->told || !(above || x < range->least))
            continue;
        const char *name = sim_name(r->d, r->info, range->number), *what = range->variable.description;
        range->told = true;
        fprintf(stderr, "dtc: warning: %s at time %.9g: %s = %.6g is %s its %s = %.6g%s%s%s\n", r->info->name,
                time, name, x, above ? "above" : "below", above ? "max" : "min",
                above ? range->most : range->least, *what ? " (" : "", what, *what ? ")" : "");
        note_declaration(r->d, name);
    }
}
