/* wanted.c - variables that are to be states although the derivative of none of them occurs in the model.
 *
 * By the Modelica specification what has stateSelect = prefer or always may be a state even where it is not
 * differentiated. It gets a derivative as an unknown. Then it is no longer what its equation determines, so the
 * equations that determine it become constraints for another round of index reduction (index.c), and the choice of
 * states is one as of all others: v_rel = v2 - v1 with v_rel preferred makes v2 the one that is determined.
 *
 * That takes an equation for each of the unknowns that the wanted one follows from (what is reached by alternating
 * paths of the matching). All of these are differentiated, so each must have a derivative and none may jump, since a
 * state does not. Where one cannot, `prefer` is left unheard, `always` (so what reinit sets) is an error that says why.
 *
 * Requires: the equations determine all highest derivatives (index.c). Ensures: each variable with stateSelect = always
 * has a derivative, or is named in an error. Cost: a matching, if any variable is wanted so; linear in what is reached.
 */
#include "expr.h"
#include "reduce.h"
#include "structure.h"

static bool is_wanted(const Flat *f, Var v)
{
    const VarInfo *i = &f->var[v];
    return (i->state_select == SS_PREFER || i->state_select == SS_ALWAYS) && var_is_unknown(i) && i->type == T_REAL &&
           !is_alias(f, v) && !i->der;
}

/* ---- what cannot be differentiated ---- */

static bool varies(Dtc *d, Ex e, void *data)
{
    (void)data;
    switch (ex_op(d, e)) {
    case OP_VAR: return d->flat->var[ex_is_var(d, e)].variability < V_PARAM;
    case OP_TIME: case OP_INITIAL: case OP_TERMINAL: case OP_SAMPLE: case OP_PRE: return true;
    default: return false;
    }
}

/* Does this node jump at an event where its operands do not? */
static bool jumps_itself(Dtc *d, Ex e)
{
    Op op = ex_op(d, e);
    Var v = ex_is_var(d, e);
    if (v) return d->flat->var[v].discrete_state || d->flat->var[v].variability == V_DISCRETE;
    if (op == OP_IF) return ex_any(d, ex_arg(d, e, 0), varies, NULL);
    return op == OP_PRE || ((op == OP_REAL || op_info[op].is & OP_JUMPS) && ex_any(d, e, varies, NULL));
}

/* Where the model says that a value is smooth, it does not jump. */
static bool jumps(Dtc *d, Ex root)
{
    Memo *m = memo_begin(d);
    m->walk = WALK_TOTAL;
    memo_start(d, m, root);
    for (Ex e; (e = memo_next(d, m)) != 0;) {
        Op op = ex_op(d, e);
        double jump = jumps_itself(d, e);
        for (uint32_t i = 0; op != OP_PRE && i < ex_narg(d, e); i++)
            if (memo_has(m, ex_arg(d, e, i)) && m->value[ex_arg(d, e, i)].x > 0) jump = 1;
        memo_set(m, e, (MemoValue){ .x = op == OP_SMOOTH || op == OP_NOEVENT ? 0 : jump });
    }
    memo_end(d);
    return m->value[root].x > 0;
}

typedef struct { const Structure *s; const char *bar; } Try;

static Ex derivative_if_any(Dtc *d, Var v, void *data)
{
    Try *t = data;
    const VarInfo *i = &d->flat->var[v];
    if (i->variability >= V_PARAM || i->discrete_state) return ex_real(d, 0);
    if (t->s->lambda[v]) t->bar = internf(d, "%s may jump", i->name);
    else if (!var_is_unknown(i)) t->bar = internf(d, "the derivative of input %s is not known", i->name);
    return t->bar ? 0 : ex_var(d, i->der ? i->der : v);
}

/* Why the equation has no derivative, or NULL. */
static const char *bar_of(const Structure *s, const Equation *q)
{
    Try t = { .s = s };
    if (jumps(s->d, q->lhs) || jumps(s->d, q->rhs)) return "it may jump";
    if (ex_dt(s->d, q->lhs, derivative_if_any, &t) && ex_dt(s->d, q->rhs, derivative_if_any, &t)) return NULL;
    return t.bar ? t.bar : "a function has no derivative";
}

/* ---- the variables ---- */

/* By row: one, + 1, that cannot be differentiated, and would have to be if what the row determines had a derivative. */
static uint32_t *barred_rows(const Structure *s, const char **bar)
{
    Arena *a = &s->d->pass;
    Incidence t = graph_transpose(a, &s->g);
    uint32_t *barred = NEW_N(a, uint32_t, s->g.nrow + 1), *queue = NULL;
    for (uint32_t i = 0; i < s->g.nrow; i++) {
        if (!(bar[i] = bar_of(s, &s->f->eq[s->row[i]]))) continue;
        barred[i] = i + 1;
        vec_push(a, queue, i);
    }
    for (uint32_t h = 0; h < vec_len(queue); h++) {
        uint32_t j = s->m.col_of[queue[h]];
        for (uint32_t k = t.start[j]; k < t.start[j + 1]; k++) {
            if (barred[t.to[k]]) continue;
            barred[t.to[k]] = barred[queue[h]];
            vec_push(a, queue, t.to[k]);
        }
    }
    return barred;
}

bool differentiate_wanted(Dtc *d, Flat *f)
{
    bool any = false, ok = true;
    uint32_t n = vec_len(f->var);
    for (Var v = 1; v < n && !any; v++) any = is_wanted(f, v);
    if (!any) return true;
    Structure s = structure_of(d, f, HIGHEST);
    const char **bar = NEW_N(&d->pass, const char *, s.g.nrow + 1);
    uint32_t *barred = barred_rows(&s, bar);
    for (uint32_t j = 0; j < s.g.ncol; j++) {
        Var v = s.column[j];
        if (!is_wanted(f, v)) continue;
        uint32_t by = barred[s.m.row_of[j]];
        if (by == 0) {
            var_derivative(d, f, v);
        } else if (f->var[v].state_select == SS_ALWAYS) {
            const Equation *q = &f->eq[s.row[by - 1]];
            cannot_be_state(d, f, v, "it has no derivative");
            note(d, q->span, q->path, "it follows from %s: %s", equation_text(d, f, q), bar[by - 1]);
            ok = false;
        }
    }
    return ok;
}
