/* wanted.c - variables that are to be states although the derivative of none of them occurs in the model.
 *
 * By the Modelica specification what has stateSelect = prefer or always may be a state even where it is not
 * differentiated. It gets a derivative as an unknown. Then it is no longer what its equation determines, so the
 * equations that determine it become constraints for another round of index reduction (index.c), and the choice of
 * states is one as of all others: v_rel = v2 - v1 with v_rel preferred makes v2 the one that is determined.
 *
 * That takes an equation for each of the unknowns that the wanted one follows from (what is reached by alternating
 * paths of the matching). All of these are differentiated, so each must have a derivative and none may jump (jumps.c),
 * since a state does not. Where one cannot, `prefer` is left unheard, `always` (so what reinit sets) is an error that
 * says why; a warning where it cannot be told.
 *
 * Requires: the equations determine all highest derivatives (index.c). Ensures: each variable with stateSelect = always
 * has a derivative, or is named in an error. Cost: a matching, if any variable is wanted so; linear in what is reached.
 */
#include "expr.h"
#include "jumps.h"
#include "known.h"
#include "reduce.h"
#include "structure.h"

static bool is_wanted(const Flat *f, Var v)
{
    const VarInfo *i = &f->var[v];
    return (i->state_select == SS_PREFER || i->state_select == SS_ALWAYS) && var_is_unknown(i) &&
           i->type == T_REAL && !is_alias(f, v) && !i->der;
}

/* ---- what cannot be differentiated --------------------------------------------------------------------- */

typedef struct {
    Structure s;
    const Jumps *jumps;
    const double *value;
    bool *exactly;                         /* by row: its branches are compared, else each `if` jumps; NULL: all so */
    const char **bar; bool *told;          /* by row: why it has no derivative, or NULL; that is known */
    uint32_t *barred;                      /* by row: one, + 1, that has none, and that the row follows from */
} Bars;

typedef struct { const Bars *b; const char *bar; } Try;

static Ex derivative_if_any(Dtc *d, Var v, void *data)
{
    Try *t = data;
    const VarInfo *i = &d->flat->var[v];
    if (i->variability >= V_PARAM || i->discrete_state)
        return ex_real(d, 0);
    if (t->b->s.lambda[v])
        t->bar = internf(d, "%s may jump", i->name);
    else if (!var_is_unknown(i))
        t->bar = internf(d, "the derivative of input %s is not known", i->name);
    else if (i->der && jump_rank(t->b->jumps, v) <= 0)
        t->bar = internf(d, "%s may jump", i->name);
    return t->bar ? 0 : ex_var(d, i->der ? i->der : v);
}

static const char *bar_of(const Bars *b, uint32_t row, bool *told)
{
    Dtc *d = b->s.d;
    Try t = { .b = b };
    const Equation *q = &b->s.f->eq[b->s.row[row]];
    if (own_rank(d, b->value, b->s.row[row], b->exactly && b->exactly[row], told) <= 0)
        return "it may jump";
    if (ex_dt(d, q->lhs, derivative_if_any, &t) && ex_dt(d, q->rhs, derivative_if_any, &t))
        return NULL;
    return t.bar ? t.bar : "a function has no derivative";
}

/* ---- the variables ------------------------------------------------------------------------------------- */

/* Those that cannot be differentiated, and would have to be if what a row determines had a derivative. */
static void find_barred(Bars *b)
{
    const Structure *s = &b->s;
    Arena *a = &s->d->pass;
    Incidence t = graph_transpose(a, &s->g);
    uint32_t *queue = NULL;
    b->barred = NEW_N(a, uint32_t, s->g.nrow + 1);
    for (uint32_t i = 0; i < s->g.nrow; i++) {
        if (!(b->bar[i] = bar_of(b, i, &b->told[i])))
            continue;
        b->barred[i] = i + 1;
        vec_push(a, queue, i);
    }
    for (uint32_t h = 0; h < vec_len(queue); h++) {
        uint32_t j = s->m.col_of[queue[h]];
        for (uint32_t k = t.start[j]; k < t.start[j + 1]; k++) {
            if (b->barred[t.to[k]])
                continue;
            b->barred[t.to[k]] = b->barred[queue[h]];
            vec_push(a, queue, t.to[k]);
        }
    }
}

/* The rows that the wanted variables follow from, where one of these is barred; false: none is. */
static bool find_doubtful(Bars *b)
{
    const Structure *s = &b->s;
    Arena *a = &s->d->pass;
    uint32_t *queue = NULL;
    b->exactly = NEW_N(a, bool, s->g.nrow + 1);
    for (uint32_t j = 0; j < s->g.ncol; j++) {
        uint32_t row = s->m.row_of[j];
        if (!is_wanted(s->f, s->column[j]) || !b->barred[row] || b->exactly[row])
            continue;
        b->exactly[row] = true;
        vec_push(a, queue, row);
    }
    for (uint32_t h = 0; h < vec_len(queue); h++)
        for (uint32_t k = s->g.start[queue[h]]; k < s->g.start[queue[h] + 1]; k++) {
            uint32_t row = s->m.row_of[s->g.to[k]];
            if (b->exactly[row])
                continue;
            b->exactly[row] = true;
            vec_push(a, queue, row);
        }
    return vec_len(queue) > 0;
}

static bool complain_of_bar(const Bars *b, Var v, uint32_t by)
{
    Dtc *d = b->s.d;
    Flat *f = b->s.f;
    const Equation *q = &f->eq[b->s.row[by]];
    if (b->told[by])
        cannot_be_state(d, f, v, "it has no derivative");
    else
        doubt_state(d, f, v);
    note(d, q->span, q->path, "it follows from %s: %s", equation_text(d, f, q), b->bar[by]);
    return !b->told[by];
}

bool any_wanted(const Flat *f)
{
    bool any = false;
    for (Var v = 1; v < vec_len(f->var) && !any; v++)
        any = is_wanted(f, v);
    return any;
}

bool differentiate_wanted(Dtc *d, Flat *f)
{
    bool ok = true;
    Bars b = { .s = structure_of(d, f, HIGHEST), .jumps = find_jumps(d, f), .value = known_values(d, f) };
    b.bar = NEW_N(&d->pass, const char *, b.s.g.nrow + 1);
    b.told = NEW_N(&d->pass, bool, b.s.g.nrow + 1);
    find_barred(&b);
    if (find_doubtful(&b))
        find_barred(&b);
    for (uint32_t j = 0; j < b.s.g.ncol; j++) {
        Var v = b.s.column[j];
        if (!is_wanted(f, v))
            continue;
        uint32_t by = b.barred[b.s.m.row_of[j]];
        if (by > 0 && f->var[v].state_select != SS_ALWAYS)
            continue;
        if (by > 0 && !complain_of_bar(&b, v, by - 1))
            ok = false;
        else
            var_derivative(d, f, v);
    }
    return ok;
}
