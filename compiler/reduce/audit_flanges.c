/* audit_flanges.c - for `dtc sim --audit`: components without variables of energy, and the variables of their flanges.
 *
 * What such a component takes in at one flange it has to give off at the others, at every instant: a gear, a shaft
 * without inertia, a differential. Components that contain others with flanges are sums of these; those with a flow of
 * another kind (current, heat) are left out, and so are those whose speeds are no variables: these are named where the
 * account does not close.
 *
 * Cost: linear in the variables.
 * Requires: audit, index_reduce (speeds are there). Ensures: Flat.audit_flange, .audit_unseen; the variables of the
 * first are in the descriptor.
 */
#include <string.h>
#include "audit.h"

typedef struct { Dtc *d; Flat *f; Map energy, outer, other; } Find;

static const char *component_of(Dtc *d, const char *flange)
{
    const char *last = name_last(flange);

    return last > flange ? intern(d, flange, (size_t)(last - flange - 1)) : "";
}

static Var potential_of(const Flat *f, Var flow)
{
    const VarInfo *v = &f->var[flow];

    return v->flow && v->type == T_REAL && v->path && *v->path ? flange_potential(f, flow) : 0;
}

/* Components with variables of energy, in them or in parts of them; with parts that have flanges; with other flows. */
static void mark(Find *s)
{
    const char *rest;

    for (Var v = 1; v < vec_len(s->f->var); v++) {
        const VarInfo *i = &s->f->var[v];
        if (i->flow && i->path && *i->path && !potential_of(s->f, v))
            map_set(&s->d->pass, &s->other, KEY(component_of(s->d, i->path)), 1);
        else if (i->flow && i->path && *i->path)
            audit_mark(s->d, &s->outer, component_of(s->d, i->path));
        if (audit_kind(i, &rest) == AUDIT_KINDS)
            continue;
        const char *path = internz(s->d, i->path);
        map_set(&s->d->pass, &s->energy, KEY(path), 1);
        audit_mark(s->d, &s->energy, path);
    }
}

/* The flange of a flow; false: its speed is no variable. */
static bool flange_of(Find *s, Var flow, const char *component, AuditFlange *flange)
{
    const Flat *f = s->f;
    const Var potential = potential_of(f, flow), root = var_root(f, potential, &flange->negated);

    flange->component = component;
    flange->flow = flow;
    flange->speed = root && f->var[root].variability < V_PARAM ? f->var[root].der : 0;
    return flange->speed || !root || f->var[root].variability >= V_PARAM;
}

void audit_flanges(Dtc *d, Flat *f)
{
    Find s = { .d = d, .f = f };
    Map unknown = { 0 };
    AuditFlange *found = NULL;

    mark(&s);
    for (Var v = 1; v < vec_len(f->var); v++) {
        const char *component = potential_of(f, v) ? component_of(d, f->var[v].path) : "";
        AuditFlange flange = { 0 };
        if (!*component || map_get(&s.energy, KEY(component)) || map_get(&s.outer, KEY(component)) ||
            map_get(&s.other, KEY(component)))
            continue;
        if (flange_of(&s, v, component, &flange))
            vec_push(&d->pass, found, flange);
        else if (!map_get(&unknown, KEY(component))) {
            map_set(&d->pass, &unknown, KEY(component), 1);
            vec_push(&d->run, f->audit_unseen, component);
        }
    }
    for (uint32_t i = 0; i < vec_len(found); i++) {
        if (map_get(&unknown, KEY(found[i].component)))
            continue;
        vec_push(&d->run, f->audit_flange, found[i]);
        change_variable(f, found[i].flow)->kept = true;
        if (found[i].speed)
            change_variable(f, found[i].speed)->kept = true;
    }
}
