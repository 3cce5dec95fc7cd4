/* unread.c - part of simplify: powers of sources that nobody reads are not computed.
 *
 * inputPower = -flange.tau*der(flange.phi) is there for the energy account (audit.c). On a flange without inertia, say a torque from a signal at the
 * end of a spring, it would need the derivative of the signal, and make an error of a sound model. So without --audit its equation is set aside, unless
 * something else reads it, or --vars or an output of the model asks for it.
 *
 * Cost: linear in the size of the equations. Requires: before derivatives get names. Ensures: the model stays balanced.
 */
#include <fnmatch.h>
#include <string.h>
#include "reduce.h"

static bool is_asked_for(Dtc *d, const VarInfo *v)
{
    if (v->kept || (v->top_level && v->causality != C_LOCAL))
        return true;
    for (uint32_t i = 0; i < vec_len(d->opt.vars); i++)
        if (strcmp(d->opt.vars[i], v->name) == 0 || fnmatch(d->opt.vars[i], v->name, FNM_NOESCAPE) == 0)
            return true;
    return false;
}

static bool is_input_power(const VarInfo *v)
{
    const char *last = strrchr(v->name, '.');
    return v->type == T_REAL && v->variability == V_CONT && last && strcmp(last, ".inputPower") == 0;
}

static void read_in(Dtc *d, Ex e, bool *read)
{
    Var *vars = NULL;
    if (e) ex_vars(d, e, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) read[vars[i]] = true;
}

/* All that events and assertions read. */
static void read_at_events(Dtc *d, const Flat *f, bool *read)
{
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        read_in(d, f->assert[i].cond, read);
        read_in(d, f->assert[i].message, read);
    }
    for (uint32_t i = 0; i < vec_len(f->automaton); i++)
        for (uint32_t k = 0; k < vec_len(f->automaton[i].transition); k++) read_in(d, f->automaton[i].transition[k].guard, read);
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            const WhenBranch *b = &f->when[i].branch[k];
            read_in(d, b->cond, read);
            for (uint32_t q = 0; q < vec_len(b->action); q++) {
                read_in(d, b->action[q].value, read);
                read_in(d, b->action[q].message, read);
            }
        }
}

void drop_unread_powers(Dtc *d, Flat *f)
{
    uint32_t n = vec_len(f->var);
    bool *read = NEW_N(&d->pass, bool, n);
    Eq *of = NEW_N(&d->pass, Eq, n);

    for (Eq i = 1; i < vec_len(f->eq); i++) {
        Var v = f->eq[i].removed ? 0 : ex_is_var(d, f->eq[i].lhs);
        bool defines = v && is_input_power(&f->var[v]) && of[v] == 0;
        if (f->eq[i].removed || f->eq[i].kind == EQ_SWITCH) continue;
        if (defines) of[v] = i;
        else read_in(d, f->eq[i].lhs, read);
        read_in(d, f->eq[i].rhs, read);
    }
    for (Eq i = 1; i < vec_len(f->ieq); i++) {
        read_in(d, f->ieq[i].lhs, read);
        read_in(d, f->ieq[i].rhs, read);
    }
    read_at_events(d, f, read);
    for (Var v = 1; v < n; v++) {
        if (!of[v] || read[v] || is_asked_for(d, &f->var[v])) continue;
        f->eq[of[v]].removed = true;
        f->var[v].type = T_STRING;                   /* to the passes that follow it is what a String is: neither computed nor shown */
        f->var[v].variability = V_CONST;
    }
}
