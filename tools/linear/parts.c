/* parts.c - components of a flat model with their flanges: which torques and speeds carry power.
 *
 * Flanges are those of flatten/flange.c; the component of one is the path before it. Cost: linear in the variables. */
#include <string.h>
#include "modes.h"

static const char *path_before(Dtc *d, const char *path)
{
    const char *last = name_last(path);
    return last > path ? intern(d, path, (size_t)(last - path - 1)) : "";
}

static uint32_t part_named(Dtc *d, ModeParts *p, Map *known, const char *name)
{
    uint32_t at = (uint32_t)map_get(known, KEY(name));

    if (at)
        return at - 1;
    if (*name == 0)
        return 0;
    const uint32_t parent = part_named(d, p, known, path_before(d, name));
    vec_push(&d->run, p->part, ((ModePart){ .name = name, .parent = parent }));
    at = vec_len(p->part) - 1;
    map_set(&d->run, known, KEY(name), at + 1);
    return at;
}

static Port port_of(const Emitter *e, Var flow, Var potential)
{
    const Flat *f = e->f;
    Port p = { .name = f->var[flow].path, .flow = flow };
    const Var of = root_of(f, potential, &p.negated);

    p.fixed = alias_of(f, of).constant != 0 || f->var[of].variability >= V_PARAM;
    p.speed = p.fixed ? 0 : f->var[of].der;
    p.position = p.fixed || p.speed ? 0 : of;
    return p;
}

ModeParts mode_parts(const Emitter *e)
{
    Dtc *d = e->d;
    const Flat *f = e->f;
    ModeParts p = { .f = f };
    Map known = { 0 };
    Var *position = NULL;

    vec_push(&d->run, p.part, ((ModePart){ .name = "" }));
    for (Var v = 1; v < vec_len(f->var); v++) {
        const Var potential = f->var[v].flow && f->var[v].type == T_REAL ? flange_potential(f, v) : 0;
        if (!potential || !f->var[v].path || !*f->var[v].path)
            continue;
        const Port port = port_of(e, v, potential);
        const uint32_t at = part_named(d, &p, &known, path_before(d, f->var[v].path));
        vec_push(&d->run, p.part[at].port, port);
        vec_push(&d->run, p.wanted, v);
        if (port.speed)
            vec_push(&d->run, p.wanted, port.speed);
        if (port.position)
            vec_push(&d->run, position, port.position);
    }
    motion_of(e, &p.motion, position, &p.wanted);
    for (uint32_t i = 1; i < vec_len(p.part); i++)
        p.part[p.part[i].parent].inner |= vec_len(p.part[i].port) > 0;
    for (Var v = 1; v < vec_len(f->var); v++) {
        const uint32_t at = strcmp(name_last(f->var[v].name), "storedEnergy") == 0 && f->var[v].type == T_REAL
                              ? (uint32_t)map_get(&known, KEY(path_before(d, f->var[v].name)))
                              : 0;
        if (at == 0)
            continue;
        p.part[at - 1].energy = v;
        vec_push(&d->run, p.wanted, v);
    }
    return p;
}
