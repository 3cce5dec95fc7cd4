/* simplify.c - constants into expressions, derivatives to variables, then aliases (alias.c).
 *
 * Constants, and final or structural parameters with a known value, are replaced by it (parameters in the order
 * in which they depend on each other); so are parameters that are not to be set (tunable.c). `w = der(phi)` makes w
 * the derivative of phi (var[phi].der) and the equation goes; a derivative without a name gets a variable `der(phi)`.
 * A variable is the derivative of one other at most, and no chain of derivatives closes to a circle. Requires: a
 * checked flat model. Ensures: no OP_DER; no aliased variable in any expression. Cost: near-linear.
 */
#include <math.h>
#include "dae.h"
#include "reduce.h"
#include "scratch.h"

/* ---- values of parameters ------------------------------------------------------------------------------ */

/* Calls visit(v) for every constant and parameter after those in its binding. A cycle, reported elsewhere, is cut. */
static void in_order(Dtc *d, Flat *f, void (*visit)(Dtc *, Flat *, Var, void *), void *data)
{
    uint32_t n = vec_len(f->var);
    uint8_t *state = NEW_N(&d->pass, uint8_t, n); /* 1: waits for its operands, 2: done */
    Var *stack = NULL, *uses = NULL;
    for (Var root = 1; root < n; root++) {
        if (f->var[root].variability < V_PARAM || state[root])
            continue;
        vec_push(&d->pass, stack, root);
        while (vec_len(stack)) {
            Var v = vec_last(stack);
            if (state[v] == 0 && f->var[v].binding) {
                vec_clear(uses);
                ex_vars(d, f->var[v].binding, &uses);
                for (uint32_t i = 0; i < vec_len(uses); i++)
                    if (f->var[uses[i]].variability >= V_PARAM && state[uses[i]] == 0)
                        vec_push(&d->pass, stack, uses[i]);
            }
            if (state[v] == 0) {
                state[v] = 1;
                continue;
            }
            (void)vec_pop(stack);
            if (state[v] == 1)
                visit(d, f, v, data);
            state[v] = 2;
        }
    }
}

static void present_value(Dtc *d, Flat *f, Var v, void *data)
{
    double *value = data, x;
    Ex e = f->var[v].binding ? f->var[v].binding : f->var[v].start;
    if (!e || f->var[v].type == T_STRING) {
        value[v] = f->var[v].type == T_STRING ? NAN : 0;
        return;
    }
    if (ex_eval(d, e, value, &x) || ex_is_num(d, ex_fold(d, e), &x))
        value[v] = x;
}

double *present_values(Dtc *d, Flat *f)
{
    uint32_t n = vec_len(f->var);
    double *value = NEW_N(&d->pass, double, n);
    for (uint32_t i = 0; i < n; i++)
        value[i] = NAN;
    in_order(d, f, present_value, value);
    return value;
}

/* ---- constants ----------------------------------------------------------------------------------------- */

typedef struct { Ex *image; Rewriter r; } Constants;

static Ex constant_image(Dtc *d, Ex e, void *data)
{
    Var v = ex_is_var(d, e);
    return v ? ((Constants *)data)->image[v] : 0; /* 0: stays */
}

static bool is_literal(Dtc *d, Ex e) { return ex_op(d, e) == OP_NUM || ex_op(d, e) == OP_BOOL; }

static bool only_literals(Dtc *d, Ex e)
{
    Var *vars = NULL;
    ex_vars(d, e, &vars);
    return vec_len(vars) == 0;
}

static void fold_parameter(Dtc *d, Flat *f, Var v, void *data)
{
    Constants *c = data;
    VarInfo *i = change_variable(f, v);
    if (!i->binding || i->type == T_STRING)
        return;
    Ex e = ex_rewrite(d, &c->r, i->binding);
    if (is_left_out(d, f, v) && only_literals(d, e)) {
        i->structural = true;
        i->why = "not one of --tune";
    }
    bool fixed_value = i->variability == V_CONST || i->structural || i->final;
    if (fixed_value && !is_literal(d, e) && only_literals(d, e))
        e = ex_fold(d, e);
    change_variable(f, v)->binding = e;
    if (fixed_value && is_literal(d, e))
        c->image[v] = e;
}

static void fold_constants(Dtc *d, Flat *f)
{
    Constants c = { .image = NEW_N(&d->pass, Ex, vec_len(f->var)) };
    c.r = (Rewriter){ .fn = constant_image, .data = &c };
    in_order(d, f, fold_parameter, &c);
    rewrite_flat(d, f, &c.r);
}

/* ---- every expression of a model ----------------------------------------------------------------------- */

static void rewrite(Dtc *d, Rewriter *r, Ex *e)
{
    if (*e)
        *e = ex_rewrite(d, r, *e);
}

static void rewrite_variables(Dtc *d, Flat *f, Rewriter *r)
{
    for (Var v = 1; v < vec_len(f->var); v++) {
        VarInfo i = f->var[v]; /* a copy: r may add variables */
        rewrite(d, r, &i.start);
        rewrite(d, r, &i.min);
        rewrite(d, r, &i.max);
        rewrite(d, r, &i.nominal);
        rewrite(d, r, &i.binding);
        if (v < vec_len(f->alias))
            rewrite(d, r, &f->alias[v].constant);
        VarInfo *out = change_variable(f, v);
        out->start = i.start, out->min = i.min, out->max = i.max, out->nominal = i.nominal,
        out->binding = i.binding;
    }
}

static void rewrite_action(Dtc *d, Flat *f, Rewriter *r, WhenAction *a)
{
    rewrite(d, r, &a->value);
    rewrite(d, r, &a->message);
    if (a->kind != W_REINIT)
        return;
    bool minus;
    a->var = root_of(f, a->var, &minus);
    if (minus)
        a->value = ex_un(d, OP_NEG, a->value);
}

void rewrite_flat(Dtc *d, Flat *f, Rewriter *r)
{
    rewrite_variables(d, f, r);
    for (Eq i = 1; i < vec_len(f->eq); i++) {
        if (f->eq[i].removed)
            continue;
        rewrite(d, r, &change_equation(f, i)->lhs);
        rewrite(d, r, &change_equation(f, i)->rhs);
    }
    for (Eq i = 1; i < vec_len(f->ieq); i++) {
        rewrite(d, r, &change_initial(f, i)->lhs);
        rewrite(d, r, &change_initial(f, i)->rhs);
    }
    for (uint32_t i = 1; i < vec_len(f->sw); i++) {
        rewrite(d, r, &f->sw[i].nominal_s);
        rewrite(d, r, &f->sw[i].nominal_lambda);
        rewrite(d, r, &f->sw[i].restitution);
    }
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++)
            rewrite(d, r, &f->net[i].transition[k].guard);
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            WhenBranch *b = &f->when[i].branch[k];
            rewrite(d, r, &b->cond);
            for (uint32_t q = 0; q < vec_len(b->action); q++)
                rewrite_action(d, f, r, &b->action[q]);
        }
    for (uint32_t i = 0; i < vec_len(f->assert); i++) {
        rewrite(d, r, &f->assert[i].cond);
        rewrite(d, r, &f->assert[i].message);
    }
}

/* ---- derivatives --------------------------------------------------------------------------------------- */

/* Chains of derivatives are paths; root[] is a union-find over them, so that none becomes a circle. */
static Var chain_of(Var *root, Var v)
{
    while (root[v] != v)
        v = root[v] = root[root[v]];
    return v;
}

static Var derivative_argument(Dtc *d, Ex e)
{
    return ex_op(d, e) == OP_DER ? ex_is_var(d, ex_arg(d, e, 0)) : 0;
}

/* w = der(x), either way round. */
static bool is_link(Dtc *d, Flat *f, const Equation *q, Var *w, Var *x)
{
    if (!q->lhs || q->removed)
        return false;
    *w = ex_is_var(d, q->lhs);
    *x = derivative_argument(d, q->rhs);
    if (!*w || !*x) {
        *w = ex_is_var(d, q->rhs);
        *x = derivative_argument(d, q->lhs);
    }
    return *w && *x && var_is_unknown(&f->var[*w]) && f->var[*w].type == T_REAL &&
           var_is_unknown(&f->var[*x]);
}

bool *reset_variables(Dtc *d, const Flat *f)
{
    bool *reset = NEW_N(&d->pass, bool, vec_len(f->var) + 1);
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(f->when[k].branch[i].action); q++) {
                const WhenAction *a = &f->when[k].branch[i].action[q];
                if (a->kind == W_REINIT)
                    reset[a->var] = true;
            }
    return reset;
}

/* A flow is no name for the derivative of what is reinitialised: an impulse acts between them (builders/reinit.c). */
static void link_named(Dtc *d, Flat *f)
{
    uint32_t n = vec_len(f->var);
    Var *root = NEW_N(&d->pass, Var, n), w, x;
    Var *integral = integrals(d, f);
    bool *reset = reset_variables(d, f);
    bool *slip =
        NEW_N(&d->pass, bool, n); /* read by a law: the speeds it is made of are derivatives, not it */
    for (Var v = 0; v < n; v++)
        root[v] = v;
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        slip[f->sw[i].s] = true;
    for (Eq i = 1; i < vec_len(f->eq); i++) {
        if (!is_link(d, f, &f->eq[i], &w, &x))
            continue;
        if (f->var[x].der || integral[w] || slip[w] || (reset[x] && f->var[w].flow) ||
            chain_of(root, w) == chain_of(root, x))
            continue;
        root[chain_of(root, w)] = chain_of(root, x);
        change_variable(f, x)->der = w;
        integral[w] = x;
        change_equation(f, i)->removed = true;
    }
}

Var *integrals(Dtc *d, const Flat *f)
{
    Var *integral = NEW_N(&d->pass, Var, vec_len(f->var));
    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].der)
            integral[f->var[v].der] = v;
    return integral;
}

Var var_derivative(Dtc *d, Flat *f, Var x)
{
    VarInfo v = { .name = internf(d, "der(%s)", f->var[x].name),
                  .path = f->var[x].path,
                  .span = f->var[x].span,
                  .type = T_REAL,
                  .variability = V_CONT,
                  .protected_ = true };
    add_variable(d, f, v);
    Var w = vec_len(f->var) - 1;
    change_variable(f, x)->der = w;
    return w;
}

/* der(x) as an expression; a derivative without a name gets one. Parameters have derivative 0. */
static Ex derivative_image(Dtc *d, Ex e, void *data)
{
    Flat *f = data;
    Var x = derivative_argument(d, e);
    if (!x)
        return 0;
    if (f->var[x].variability >= V_PARAM)
        return ex_real(d, 0);
    if (!var_is_unknown(&f->var[x])) {
        error(d, f->var[x].span, f->var[x].path, "der(%s): %s is %s, its derivative is not known",
              f->var[x].name, f->var[x].name, f->var[x].discrete_state ? "set by a when-clause" : "an input");
        note(d, NO_SPAN, NULL, "give the derivative as a second input, or a filter between them");
        return ex_real(d, 0);
    }
    return ex_var(d, f->var[x].der ? f->var[x].der : var_derivative(d, f, x));
}

static void name_derivatives(Dtc *d, Flat *f)
{
    rewrite_flat(d, f, &(Rewriter){ .fn = derivative_image, .data = f });
}

static void by_itself(Dtc *d, Flat *f, void (*part)(Dtc *, Flat *))
{
    Scratch own = scratch_begin(d);
    part(d, f);
    scratch_end(d, own);
}

bool simplify(Dtc *d, Flat *f)
{
    if (!d->opt.audit)
        by_itself(d, f, drop_unread_powers);
    if (!tunable_found(d, f))
        return false;
    by_itself(d, f, fold_constants);
    by_itself(d, f, link_named);
    by_itself(d, f, name_derivatives);
    if (d->errors)
        return false;
    return d->opt.no_alias || alias_eliminate(d, f);
}
