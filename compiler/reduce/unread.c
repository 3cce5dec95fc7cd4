/* unread.c - part of simplify: powers of sources that nobody reads are not computed.
 *
 * inputPower = -flange.tau*der(flange.phi) is there for the energy account (audit.c). On a flange without inertia, say
 * a torque from a signal at the end of a spring, it would need the derivative of the signal, and make an error of a
 * sound model. So without --audit its equation is set aside, unless something else reads it, or --vars or an output of
 * the model asks for it; and with it what it alone reads (the speed of the source).
 *
 * Cost: linear in the size of the equations. Requires: before derivatives get names. Ensures: the model stays balanced.
 */
#include <string.h>
#include "chosen.h"
#include "reduce.h"

static bool is_asked_for(Dtc *d, const VarInfo *v)
{
    if (v->kept || (v->top_level && v->causality != C_LOCAL))
        return true;
    for (uint32_t i = 0; i < vec_len(d->opt.vars); i++)
        if (name_chosen(d->opt.vars[i], v->name))
            return true;
    return false;
}

static bool is_input_power(const VarInfo *v)
{
    return v->type == T_REAL && v->variability == V_CONT && *v->path &&
           strcmp(name_last(v->name), "inputPower") == 0;
}

/* How many equations, conditions and actions read a variable. */
static void read_in(Dtc *d, Ex e, int change, uint32_t *readers)
{
    Var *vars = NULL;
    if (e)
        ex_vars(d, e, &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++)
        readers[vars[i]] += (uint32_t)change;
}

static void read_at_events(Dtc *d, const Flat *f, uint32_t *readers)
{
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        read_in(d, f->assert[i].cond, 1, readers);
        read_in(d, f->assert[i].message, 1, readers);
    }
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++)
            read_in(d, f->net[i].transition[k].guard, 1, readers);
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            const WhenBranch *b = &f->when[i].branch[k];
            read_in(d, b->cond, 1, readers);
            for (uint32_t q = 0; q < vec_len(b->action); q++) {
                readers[b->action[q].var]++;
                read_in(d, b->action[q].value, 1, readers);
                read_in(d, b->action[q].message, 1, readers);
            }
        }
}

/* of[v]: the equation v = ..., the first one. */
static void count_readers(Dtc *d, const Flat *f, Eq *of, uint32_t *readers)
{
    for (Eq i = 1; i < vec_len(f->eq); i++) {
        const Equation *q = &f->eq[i];
        if (q->removed || q->kind == EQ_SWITCH)
            continue;
        Var v = ex_is_var(d, q->lhs);
        if (v && of[v] == 0)
            of[v] = i;
        else
            read_in(d, q->lhs, 1, readers);
        read_in(d, q->rhs, 1, readers);
    }
    for (Eq i = 1; i < vec_len(f->ieq); i++) {
        read_in(d, f->ieq[i].lhs, 1, readers);
        read_in(d, f->ieq[i].rhs, 1, readers);
    }
    for (uint32_t i = 1; i < vec_len(f->sw); i++) {
        for (int k = 0; k < SWITCH_REALS; k++)
            readers[f->sw[i].real[k]]++;
    }
    read_at_events(d, f, readers);
}

void drop_unread_powers(Dtc *d, Flat *f)
{
    uint32_t n = vec_len(f->var), *readers = NEW_N(&d->pass, uint32_t, n);
    Eq *of = NEW_N(&d->pass, Eq, n);
    Var *todo = NULL;

    count_readers(d, f, of, readers);
    for (Var v = 1; v < n; v++)
        if (is_input_power(&f->var[v]))
            vec_push(&d->pass, todo, v);
    while (vec_len(todo)) {
        Var v = vec_pop(todo), *vars = NULL;
        VarInfo *i = change_variable(f, v);
        if (!of[v] || readers[v] || i->type != T_REAL || i->variability != V_CONT || is_asked_for(d, i))
            continue;
        Equation *q = change_equation(f, of[v]);
        q->removed = true;
        of[v] = 0;
        i->type = T_STRING; /* to the passes that follow it is what a String is: neither computed nor shown */
        i->variability = V_CONST;
        read_in(d, q->rhs, -1, readers);
        ex_vars(d, q->rhs, &vars);
        for (uint32_t k = 0; k < vec_len(vars); k++)
            if (strcmp(f->var[vars[k]].path, i->path) == 0)
                vec_push(&d->pass, todo, vars[k]);
    }
}
