/* fire.c - when-clauses as equations.
 *
 * A clause fires where a condition of one of its branches becomes true (Modelica 3.6, 8.3.5); the first branch wins.
 * Where it fires, its equations hold together with all others; elsewhere what they assign keeps its value:
 *
 *     met  = condition                                                   (a Boolean for each distinct condition)
 *     fire = if met_1 and not pre(met_1) then 1 elseif met_2 and not pre(met_2) then 2 else 0
 *     v    = if fire == 1 then e_1 elseif fire == 2 then e_2 else pre(v)
 *
 * So an order of clauses, and loops among them, are matters of sort. At the start those fire alone whose condition asks
 * for initial(). In a fixed step a sample() is an instant, not a state: it is false in what pre() of a condition keeps,
 * so that it fires twice if it is true in two steps on end. What a clause does beside assigning (reinit, assert,
 * terminate) stays in its list, with fire == i as condition: it is done once all variables are known.
 *
 * Cost: linear in the branches and actions. Requires: index_reduce. Ensures: no W_ASSIGN is left; what clauses assign
 * are unknowns with an equation EQ_WHEN each.
 */
#include "reduce.h"
#include "scratch.h"
#include "sort.h"

typedef struct {
    Dtc *d; Flat *f; Dae *dae;
    Map met;                               /* condition -> its variable */
    Rewriter no_samples;
    const When *when;                      /* the clause at hand */
    uint32_t number, conditions;           /* of the clause; so far */
} Clauses;

/* ---- conditions ---------------------------------------------------------------------------------------- */

static Var new_variable(Clauses *c, TypeKind type, const char *name)
{
    VarInfo v = { .name = name, .path = c->when->path, .span = c->when->span, .type = type, .made = true };
    return made_discrete(c->d, c->f, c->dae, v);
}

static Eq add_clause(Clauses *c, Var v, Ex value, EqKind kind, Span at)
{
    return add_equation(
        c->d, c->f,
        (Equation){ .lhs = ex_var(c->d, v), .rhs = value, .kind = kind, .span = at, .path = c->when->path });
}

static Ex met(Clauses *c, Ex condition)
{
    Dtc *d = c->d;
    Var v = (Var)map_get(&c->met, condition);

    if (ex_op(d, condition) == OP_BOOL)
        return condition;
    if (ex_op(d, condition) == OP_VAR && var_is_unknown(&c->f->var[ex_is_var(d, condition)]))
        return condition;
    if (!v) {
        v = new_variable(c, T_BOOL, internf(d, "when %u", c->conditions++));
        (void)add_clause(c, v, condition, EQ_PLAIN, c->when->span);
        map_set(&d->pass, &c->met, condition, v);
    }
    return ex_var(d, v);
}

static Ex without_sample(Dtc *d, Ex x, void *data)
{
    (void)data;
    return ex_op(d, x) == OP_SAMPLE ? ex_bool(d, false) : 0;
}

static bool asks_for_start(Dtc *d, Ex x, void *data)
{
    (void)data;
    return ex_op(d, x) == OP_INITIAL;
}

/* The condition becomes true. */
static Ex rises(Clauses *c, Ex condition)
{
    Dtc *d = c->d;
    Ex now = met(c, condition), kept = d->opt.hybrid ? now : met(c, ex_rewrite(d, &c->no_samples, condition)),
       before = ex_op(d, kept) == OP_VAR ? ex_un(d, OP_PRE, kept) : kept,
       rise = ex_bin(d, OP_AND, now, ex_un(d, OP_NOT, before)), start = ex_leaf(d, OP_INITIAL, T_BOOL);

    return ex_any(d, condition, asks_for_start, NULL) ? rise
                                                      : ex_bin(d, OP_AND, ex_un(d, OP_NOT, start), rise);
}

/* ---- a clause ------------------------------------------------------------------------------------------ */

/* `when {a, b}`: conditions of one list of actions stand one behind the other. */
static bool begins(const When *w, uint32_t i) { return i == 0 || w->branch[i].action != w->branch[i - 1].action; }

static Ex number_is(Clauses *c, Ex fire, uint32_t i) { return ex_bin(c->d, OP_EQ, fire, ex_int(c->d, i)); }

/* fire: the number of the branch that acts, from 1, or 0. */
static Ex fires(Clauses *c)
{
    Dtc *d = c->d;
    const When *w = c->when;
    Ex value = ex_int(d, 0), any = ex_bool(d, false);
    uint32_t number = 0;

    for (uint32_t i = 0; i < vec_len(w->branch); i++)
        number += begins(w, i);
    for (uint32_t i = vec_len(w->branch); i-- > 0;) {
        any = ex_bin(d, OP_OR, rises(c, w->branch[i].cond), any);
        if (!begins(w, i))
            continue;
        value = ex_if(d, any, ex_int(d, number--), value);
        any = ex_bool(d, false);
    }
    Var fire = new_variable(c, T_INT, internf(d, "fire %u", c->number));
    (void)add_clause(c, fire, value, EQ_PLAIN, w->span);
    return ex_var(d, fire);
}

/* All branches assign the same variables (flatten); those of the first, with the branches behind it. */
static void assignments(Clauses *c, Ex fire)
{
    Dtc *d = c->d;
    const When *w = c->when;
    Map value = { 0 };
    uint32_t number = 0, at_start = 0;

    for (uint32_t i = 0; i < vec_len(w->branch); i++) {
        number += begins(w, i);
        at_start |= ex_any(d, w->branch[i].cond, asks_for_start, NULL);
    }
    for (uint32_t i = vec_len(w->branch); i-- > 0;) {
        if (!begins(w, i))
            continue;
        for (uint32_t k = 0; k < vec_len(w->branch[i].action); k++) {
            const WhenAction *a = &w->branch[i].action[k];
            if (a->kind != W_ASSIGN)
                continue;
            Ex v = ex_var(d, a->var), other = (Ex)map_get(&value, a->var);
            map_set(&d->pass, &value, a->var,
                    ex_if(d, number_is(c, fire, number), a->value, other ? other : ex_un(d, OP_PRE, v)));
        }
        number--;
    }
    for (uint32_t k = 0; vec_len(w->branch) && k < vec_len(w->branch[0].action); k++) {
        const WhenAction *a = &w->branch[0].action[k];
        if (a->kind != W_ASSIGN)
            continue;
        change_variable(c->f, a->var)->discrete_state = false;
        Eq e = add_clause(c, a->var, (Ex)map_get(&value, a->var), EQ_WHEN, a->span);
        change_equation(c->f, e)->index = at_start;
    }
}

/* What else the branches do. */
static WhenBranch *rest(Clauses *c, Ex fire)
{
    const When *w = c->when;
    WhenBranch *out = NULL;
    uint32_t number = 0;

    for (uint32_t i = 0; i < vec_len(w->branch); i++) {
        WhenBranch b = { 0 };
        if (!begins(w, i))
            continue;
        number++;
        for (uint32_t k = 0; k < vec_len(w->branch[i].action); k++)
            if (w->branch[i].action[k].kind != W_ASSIGN)
                vec_push(&c->d->run, b.action, w->branch[i].action[k]);
        if (!b.action)
            continue;
        b.cond = number_is(c, fire, number);
        vec_push(&c->d->run, out, b);
    }
    return out;
}

/* In a method with stages what sections of algorithms make of a sample stays in its step, as what clauses assign. */
static void sections(Dtc *d, Flat *f)
{
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        Op op = q->rhs ? ex_op(d, q->rhs) : OP_NONE;
        Var v = q->lhs ? ex_is_var(d, q->lhs) : 0;
        if (!is_of_model(q) || q->kind == EQ_WHEN || (op != OP_CALL && op != OP_OUT) || !v ||
            f->var[v].type == T_REAL || !var_is_unknown(&f->var[v]))
            continue;
        change_variable(f, v)->variability = V_DISCRETE;
        change_equation(f, e)->kind = EQ_WHEN;
        change_equation(f, e)->index = 1;
    }
}

void when_equations(Dtc *d, Flat *f, Dae *dae)
{
    Clauses c = { .d = d, .f = f, .dae = dae, .no_samples = { .fn = without_sample } };

    for (uint32_t k = 0; k < vec_len(f->when); k++) {
        c.when = &f->when[k];
        c.number = k;
        Ex fire = fires(&c);
        assignments(&c, fire);
        f->when[k].branch = rest(&c, fire);
    }
    if (!d->opt.hybrid && method_holds(d->opt.method))
        sections(d, f);
}

/* ---- states -------------------------------------------------------------------------------------------- */

typedef struct { bool *differentiated; } States;

static Ex state_itself(Dtc *d, Ex x, void *data)
{
    const States *s = data;
    Var v = ex_op(d, x) == OP_PRE ? ex_is_var(d, ex_arg(d, x, 0)) : 0;
    return v && s->differentiated[v] ? ex_arg(d, x, 0) : 0;
}

void pre_of_states(Dtc *d, Flat *f)
{
    States s = { NEW_N(&d->pass, bool, vec_len(f->var) + 1) };
    Rewriter rewriter = { .fn = state_itself, .data = &s };

    for (Ex e = 1; e <= ex_count(d); e++) {
        Var v = ex_op(d, e) == OP_DER ? ex_is_var(d, ex_arg(d, e, 0)) : 0;
        if (v)
            s.differentiated[v] = true;
    }
    if (d->opt.hybrid)
        return;
    Scratch own = scratch_begin(d);           /* the rewriter's */
    for (Eq e = 1; e < vec_len(f->eq); e++) { /* sections of algorithms */
        Equation *q = change_equation(f, e);
        if (!q->rhs || q->kind == EQ_SWITCH)
            continue;
        q->rhs = ex_rewrite(d, &rewriter, q->rhs);
    }
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++) {
            WhenBranch *b = &f->when[k].branch[i];
            b->cond = ex_rewrite(d, &rewriter, b->cond);
            for (uint32_t q = 0; q < vec_len(b->action); q++)
                if (b->action[q].value)
                    b->action[q].value = ex_rewrite(d, &rewriter, b->action[q].value);
        }
    scratch_end(d, own);
}
