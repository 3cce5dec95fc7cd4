/* flange.c - flanges: connectors with a flow in N.m or N beside a potential in rad or m. A connector of the plane has
 * three such pairs, told apart by their units and last letters. Variables of a connector stand together. */
#include <string.h>
#include "flat.h"

static bool has_unit(const VarInfo *i, const char *unit) { return i->unit && strcmp(i->unit, unit) == 0; }

static char last_letter(const char *name) { return *name ? name[strlen(name) - 1] : 0; }

Var flange_potential(const Flat *f, Var flow)
{
    const VarInfo *i = &f->var[flow];
    const char *unit = has_unit(i, "N.m") ? "rad" : has_unit(i, "N") ? "m" : NULL;
    Var found = 0;

    for (Var v = flow > 6 ? flow - 6 : 1; unit && v < flow + 7 && v < vec_len(f->var); v++) {
        const VarInfo *k = &f->var[v];
        if (k->flow || k->path != i->path || k->type != T_REAL || !has_unit(k, unit))
            continue;
        if (!found || last_letter(k->name) == last_letter(i->name))
            found = v;
    }
    return found;
}
