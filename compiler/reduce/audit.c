/* audit.c - the variables of `dtc sim --audit`, the energy account of a run (tools/sim/account.c).
 *
 * The account goes by names (docs/internals/run.md): a component that is a source has a variable inputPower, one that
 * dissipates lossPower, one that stores energy storedEnergy. A component that contains others with a variable of the
 * same name only sums up, and is not counted; nor is a lossPower that flows on, out of the component's heatPort.
 * A state is added for the integral of every power, so that any method integrates them with its own tolerance.
 *
 * Cost: linear in the variables.
 * Requires: flatten, check. Ensures: Flat.audit; the model stays balanced.
 */
#include <string.h>
#include "audit.h"

static const char *const kind_name[AUDIT_KINDS] = { "inputPower", "lossPower", "storedEnergy" };

/* What variable v is to the account; AUDIT_KINDS: nothing. *rest: the subscripts of an array, or "". */
int audit_kind(const VarInfo *v, const char **rest)
{
    size_t n = strlen(v->path);
    const char *last = v->name + (n ? n + 1 : 0);

    if (v->type != T_REAL || v->variability >= V_PARAM || v->member || strlen(v->name) < n)
        return AUDIT_KINDS;
    for (int k = 0; k < AUDIT_KINDS; k++) {
        *rest = last + strlen(kind_name[k]);
        if (strncmp(last, kind_name[k], strlen(kind_name[k])) == 0 && (**rest == 0 || **rest == '['))
            return k;
    }
    return AUDIT_KINDS;
}

/* All components that path lies in. */
void audit_mark(Dtc *d, Map *containers, const char *path)
{
    while (*path) {
        const char *last = name_last(path);
        path = intern(d, path, (size_t)(last - path) - (last > path));
        if (map_get(containers, KEY(path)))
            return;
        map_set(&d->pass, containers, KEY(path), 1);
    }
}

/* Components whose heat flows on: those with a port heatPort. */
static void mark_heated(Dtc *d, const Flat *f, Map *heated)
{
    static const char port[] = "heatPort.Q_flow";
    const size_t n = sizeof port - 1;

    for (Var v = 1; v < vec_len(f->var); v++) {
        const char *name = f->var[v].name;
        size_t length = strlen(name);
        if (length == n && strcmp(name, port) == 0)
            map_set(&d->pass, heated, KEY(internz(d, "")), 1);
        else if (length > n && name[length - n - 1] == '.' && strcmp(name + length - n, port) == 0)
            map_set(&d->pass, heated, KEY(intern(d, name, length - n - 1)), 1);
    }
}

static Var add_integral(Dtc *d, Flat *f, Var power)
{
    VarInfo p = f->var[power];
    VarInfo v = { .name = internf(d, "integral(%s)", p.name),
                  .path = p.path,
                  .doc = "Energy, for the account",
                  .unit = "J",
                  .span = p.span,
                  .type = T_REAL,
                  .variability = V_CONT,
                  .state_select = SS_ALWAYS,
                  .start = ex_real(d, 0),
                  .fixed = true,
                  .has_start = true,
                  .has_fixed = true,
                  .kept = true,
                  .aside = true,
                  .made = true };

    add_variable(d, f, v);
    Var integral = vec_len(f->var) - 1;
    (void)add_equation(d, f,
                       (Equation){ .lhs = ex_un(d, OP_DER, ex_var(d, integral)),
                                   .rhs = ex_var(d, power),
                                   .kind = EQ_PLAIN,
                                   .span = p.span,
                                   .path = p.path });
    return integral;
}

/* What inputPower alone reads of its component, the speed of a source, is set aside: the model has the same states with
 * and without an account. */
static void set_aside(Dtc *d, Flat *f)
{
    Var *vars = NULL;
    const char *rest;

    for (Eq e = 1; e < vec_len(f->eq); e++) {
        Var v = f->eq[e].removed ? 0 : ex_is_var(d, f->eq[e].lhs);
        if (!v || audit_kind(&f->var[v], &rest) != INPUT)
            continue;
        vec_clear(vars);
        ex_vars(d, f->eq[e].rhs, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            change_variable(f, vars[i])->aside |= strcmp(f->var[vars[i]].path, f->var[v].path) == 0 &&
                                                  f->var[vars[i]].state_select == SS_DEFAULT;
    }
}

void audit(Dtc *d, Flat *f)
{
    Map containers[AUDIT_KINDS] = { 0 }, item = { 0 }, heated = { 0 };
    const char *rest;
    uint32_t n = vec_len(f->var);

    for (Var v = 1; v < n; v++) {
        int k = audit_kind(&f->var[v], &rest);
        if (k < AUDIT_KINDS)
            audit_mark(d, &containers[k], internz(d, f->var[v].path));
    }
    mark_heated(d, f, &heated);
    for (Var v = 1; v < n; v++) {
        int k = audit_kind(&f->var[v], &rest);
        const char *path = k < AUDIT_KINDS ? internz(d, f->var[v].path) : NULL;
        if (!path || map_get(&containers[k], KEY(path)) || (k == LOSS && map_get(&heated, KEY(path))))
            continue;
        const char *name = internf(d, "%s%s", *f->var[v].path ? f->var[v].path : f->name, rest);
        uint64_t at = map_get(&item, KEY(name));
        if (at == 0) {
            vec_push(&d->run, f->audit, ((AuditItem){ .component = name }));
            map_set(&d->pass, &item, KEY(name), at = vec_len(f->audit));
        }
        change_variable(f, v)->kept = true;
        f->audit[at - 1].var[k] = k == STORED ? v : add_integral(d, f, v);
    }
    set_aside(d, f);
}
