/* tunable.c - part of simplify: which parameters can be set in the C, where --tune says so.
 *
 * All others whose values are numbers become part of the structure, and so do those that follow from these alone; what
 * follows from a chosen one stays a parameter that setup and tune compute. A name may be that of an array.
 *
 * Cost: linear in parameters and names of --tune. */
#include <string.h>
#include "chosen.h"
#include "dae.h"
#include "known.h"
#include "reduce.h"

static bool names(const Flat *f, const char *wanted, Var v)
{
    const VarInfo *i = &f->var[v];

    return name_chosen(wanted, i->name) || (i->array && name_chosen(wanted, f->array[i->array].name));
}

static bool is_chosen(const Dtc *d, const Flat *f, Var v)
{
    for (uint32_t k = 0; k < vec_len(d->opt.tune); k++)
        if (names(f, d->opt.tune[k], v))
            return true;
    return false;
}

bool is_left_out(const Dtc *d, const Flat *f, Var v)
{
    const VarInfo *i = &f->var[v];

    return d->opt.tune && i->variability == V_PARAM && !i->structural && !i->final && !is_free(f, v) &&
           !is_chosen(d, f, v);
}

/* Why it cannot be set; NULL: it can. */
static const char *hindrance(Dtc *d, const Flat *f, Var v)
{
    const VarInfo *i = &f->var[v];
    Var *uses = NULL;

    if (i->structural)
        return i->why ? internf(d, "it decides the structure: %s", i->why) : "it decides the structure";
    if (i->final)
        return "it is final";
    if (is_free(f, v))
        return "the initial problem determines it";
    if (i->binding)
        ex_vars(d, i->binding, &uses);
    return uses ? internf(d, "it follows from others: %s", ex_plain(d, i->binding)) : NULL;
}

static const char *nearest(Dtc *d, const Flat *f, const char *wanted)
{
    const char **name = NULL;

    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].variability == V_PARAM && !f->var[v].protected_)
            vec_push(&d->pass, name, f->var[v].name);
    return suggest(d, wanted, name, vec_len(name));
}

/* Of a name without wildcards each parameter that it names, or one element of it, can be set. */
static void look_for(Dtc *d, const Flat *f, const char *wanted)
{
    const bool pattern = strpbrk(wanted, "*?") != NULL;
    const char *why = NULL;
    bool any = false;

    for (Var v = 1; v < vec_len(f->var); v++) {
        if (f->var[v].variability != V_PARAM || !names(f, wanted, v))
            continue;
        const char *hinders = hindrance(d, f, v);
        any |= hinders == NULL;
        why = hinders ? hinders : why;
    }
    if (any)
        return;
    const char *near = why || pattern ? NULL : nearest(d, f, wanted);
    if (why && !pattern)
        error(d, NO_SPAN, NULL, "--tune: %s cannot be set: %s", wanted, why);
    else
        error(d, NO_SPAN, NULL, "--tune: there is no parameter %s that can be set%s%s%s", wanted,
              near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

bool tunable_found(Dtc *d, const Flat *f)
{
    const uint32_t before = d->errors;

    for (uint32_t k = 0; k < vec_len(d->opt.tune); k++)
        look_for(d, f, d->opt.tune[k]);
    return d->errors == before;
}
