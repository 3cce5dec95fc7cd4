/* index.c - index reduction and the choice of states.
 *
 * Equations that only relate variables whose derivatives occur elsewhere hide constraints: they are differentiated
 * until the system determines all highest derivatives (Pantelides, SIAM J. Sci. Stat. Comput. 9, 1988). Here all
 * equations of the overdetermined part of the highest derivatives (Dulmage-Mendelsohn) are differentiated at once,
 * round by round: each of them has to be, so the result is the same, and mechanics takes two rounds whatever its size.
 * Then dummy derivatives (Mattsson and Soederlind, SIAM J. Sci. Comput. 14, 1993): an equation that was differentiated
 * is a constraint between variables that all have derivatives, and determines one of them; the derivative of this one
 * becomes an ordinary unknown. Which ones these are, exact elimination decides by rank of their stateSelect
 * (kinematics.c). Other than in the paper, the choice among angles does not bind that among speeds: phi_rel and w_a,
 * w_b may be states together.
 *
 * Variables that are wanted as states and not differentiated in the model (wanted.c) join in between. What jumps
 * (jumps.c) is no state where another one can be.
 *
 * The torque of a switching element has no derivative, nor has an input: what would need one is reported.
 * Requires: simplify. Ensures: var[].is_state, dae->state; derived equations are appended to f->eq.
 * Cost: a few times that of a matching (graph.c) and of the eliminations.
 */
#include <stdlib.h>
#include <string.h>
#include "dae.h"
#include "expr.h"
#include "jumps.h"
#include "reduce.h"
#include "scratch.h"
#include "structure.h"

enum { ROUNDS = 100 };

/* ---- differentiation ----------------------------------------------------------------------------------- */

typedef struct { Structure *s; Var input, lambda; } Needs;     /* what had no derivative */

static Ex derivative_of(Dtc *d, Var v, void *data)
{
    Needs *n = data;
    Flat *f = d->flat;
    if (f->var[v].variability >= V_PARAM || f->var[v].discrete_state)
        return ex_real(d, 0);
    if (n->s->lambda[v]) {
        n->lambda = v;
        return 0;
    }
    if (!var_is_unknown(&f->var[v])) {
        n->input = v;
        return 0;
    }
    return ex_var(d, f->var[v].der ? f->var[v].der : var_derivative(d, f, v));
}

/* One that may be used wherever inputs vary. */
static bool has_derivative(const Function *f)
{
    bool any = false;
    for (uint32_t k = 0; k < vec_len(f->derivative); k++) {
        bool all = true;
        for (uint32_t i = 0; i < f->nin; i++)
            all &= !f->derivative[k].constant[i];
        any |= all;
    }
    return any;
}

/* A function without derivative below e, or NULL. */
static const Function *function_without_derivative(Dtc *d, Ex e)
{
    const Function *found = NULL;
    for (NodeWalk w = node_walk(d, e); node_next(&w);)
        if (!found && ex_op(d, w.e) == OP_CALL && !has_derivative(&d->flat->function[ex(d, w.e)->payload]))
            found = &d->flat->function[ex(d, w.e)->payload];
    return found;
}

static void note_equations(Structure *s, const Eq *eq, uint32_t n)
{
    enum { SHOWN = 5 };
    for (uint32_t i = 0; i < n && i < SHOWN; i++) {
        const Equation *q = &s->f->eq[eq[i]];
        note(s->d, q->span, q->path, "from %s = %s", ex_plain(s->d, q->lhs), ex_plain(s->d, q->rhs));
    }
}

static void report_needs(Structure *s, const Needs *n, Eq e, const Eq *part, uint32_t size)
{
    Dtc *d = s->d;
    const Equation *q = &s->f->eq[e];
    if (n->lambda && report_massless(s, part, size))
        return;
    if (n->input)
        error(d, q->span, q->path,
              "this constraint needs the derivative of input %s, which is not known: make the derivative an "
              "input too, or put an inertia and a spring between",
              s->f->var[n->input].name);
    else {
        const Function *g = function_without_derivative(d, q->lhs);
        if (!g)
            g = function_without_derivative(d, q->rhs);
        const char *name = !g ? "" : g->cls && g->cls->name ? g->cls->name : g->name;
        if (g && vec_len(g->derivative))
            error(d, q->span, q->path,
                  "this constraint has to be differentiated, but the derivative of function %s is for inputs "
                  "that do not vary (zeroDerivative): give it one more",
                  name);
        else
            error(d, q->span, q->path,
                  "this constraint has to be differentiated, but function %s has no derivative: give it "
                  "annotation(derivative = ...)",
                  name);
    }
    note_equations(s, part, size);
}

/* What is differentiated: without calls of functions that have no derivative, as far as their bodies are simple. */
static Ex differentiable(Structure *s, Ex e)
{
    if (!function_without_derivative(s->d, e))
        return e;
    if (!s->inliner)
        s->inliner = inliner_underived(s->d);
    return inline_underived(s->inliner, e);
}

/* Appends d/dt of equation e. */
static bool differentiate_equation(Structure *s, Eq e, const Eq *part, uint32_t size)
{
    Dtc *d = s->d;
    Flat *f = s->f;
    Needs n = { .s = s };
    Equation q = f->eq[e];
    Ex lhs = ex_dt(d, differentiable(s, q.lhs), derivative_of, &n),
       rhs = lhs ? ex_dt(d, differentiable(s, q.rhs), derivative_of, &n) : 0;
    if (!lhs || !rhs) {
        report_needs(s, &n, e, part, size);
        return false;
    }
    q.lhs = lhs;
    q.rhs = rhs;
    q.kind = EQ_DERIVED;
    q.index = 0;
    q.derived_from = e;
    q.derivative = 0;
    add_equation(d, f, q);
    change_equation(f, e)->derivative = vec_len(f->eq) - 1;
    return true;
}

/* ---- rounds -------------------------------------------------------------------------------------------- */

/* Rows from which an unmatched row can be reached by alternating paths: the overdetermined part, in order. */
static Eq *overdetermined(Structure *s)
{
    Arena *a = &s->d->pass;
    bool *in = NEW_N(a, bool, s->g.nrow + 1);
    uint32_t *queue = NULL;
    Eq *out = NULL;
    for (uint32_t i = 0; i < s->g.nrow; i++)
        if (s->m.col_of[i] == NOWHERE) {
            in[i] = true;
            vec_push(a, queue, i);
        }
    for (uint32_t h = 0; h < vec_len(queue); h++)
        for (uint32_t k = s->g.start[queue[h]]; k < s->g.start[queue[h] + 1]; k++) {
            uint32_t r = s->m.row_of[s->g.to[k]];
            if (r == NOWHERE || in[r])
                continue;
            in[r] = true;
            vec_push(a, queue, r);
        }
    for (uint32_t i = 0; i < s->g.nrow; i++)
        if (in[i])
            vec_push(a, out, s->row[i]);
    return out;
}

static bool differentiate_constraints(Dtc *d, Flat *f)
{
    enum { REPORTS = 5 };
    for (uint32_t round = 0; round < ROUNDS; round++) {
        Structure s = structure_of(d, f, HIGHEST);
        Eq *part = overdetermined(&s);
        uint32_t failed = 0;
        if (vec_len(part) == 0)
            return true;
        for (uint32_t i = 0; i < vec_len(part) && failed < REPORTS; i++)
            failed += !differentiate_equation(&s, part[i], part, vec_len(part));
        if (failed)
            return false;
    }
    error(d, NO_SPAN, NULL, "the equations would have to be differentiated more than %d times", (int)ROUNDS);
    return false;
}

/* ---- states -------------------------------------------------------------------------------------------- */

/* By Var: slip of a law, integrals(). row: vec, the constraints. */
typedef struct {
    Dtc *d;
    Flat *f;
    bool *slip;
    Var *integral;
    const Jumps *jumps;
    Eq *row;
    Kinematics *kinematics;
} Choice;

/* How much x by itself wants to be a state. */
static uint8_t wish(const Choice *c, Var x)
{
    static const uint8_t select[] = {
        [SS_NEVER] = 0, [SS_AVOID] = 1, [SS_DEFAULT] = 3, [SS_PREFER] = 5, [SS_ALWAYS] = 7
    };
    const VarInfo *v = &c->f->var[x];
    bool plain = v->state_select == SS_DEFAULT;
    if (v->state_select != SS_ALWAYS && jump_rank(c->jumps, x) <= 0)
        return 0;
    if (plain && c->slip[x])
        return 0;
    if (plain && (v->aside || strncmp(v->name, "der(", 4) == 0))
        return 2;
    return (uint8_t)(select[v->state_select] + v->fixed);
}

/* Angle and speed of a shaft go together, unless one of them says otherwise. */
static uint8_t rank_of(const Choice *c, Var x)
{
    const VarInfo *v = &c->f->var[x];
    uint8_t r = wish(c, x);
    Var other[] = { c->integral[x], c->f->var[v->der].der ? v->der : 0 };
    for (int i = 0; i < 2 && v->state_select == SS_DEFAULT && r > 0; i++)
        if (other[i] && wish(c, other[i]) > r)
            r = wish(c, other[i]);
    return r;
}

typedef struct { Var v; uint32_t depth; } Ordered;

static int by_depth(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->v < y->v ? -1 : x->v > y->v;
}

/* Shorter paths first, then the order of declaration. */
static void order_columns(Choice *c, Var *var)
{
    uint32_t n = vec_len(var);
    Ordered *o = NEW_N(&c->d->pass, Ordered, n + 1);
    for (uint32_t i = 0; i < n; i++)
        o[i] = (Ordered){ var[i], name_depth(c->f->var[var[i]].name) };
    if (n)
        qsort(o, n, sizeof *o, by_depth);
    for (uint32_t i = 0; i < n; i++)
        var[i] = o[i].v;
}

/* The variables of the constraints: all of them have a derivative. */
static Var *candidates(Choice *c, const Eq *row)
{
    Arena *a = &c->d->pass;
    bool *seen = NEW_N(a, bool, vec_len(c->f->var));
    Var *vars = NULL, *out = NULL;
    for (uint32_t i = 0; i < vec_len(row); i++) {
        vec_clear(vars);
        ex_smooth_vars(c->d, c->f->eq[row[i]].lhs, &vars);
        ex_smooth_vars(c->d, c->f->eq[row[i]].rhs, &vars);
        for (uint32_t k = 0; k < vec_len(vars); k++) {
            if (seen[vars[k]] || !c->f->var[vars[k]].der)
                continue;
            seen[vars[k]] = true;
            vec_push(a, out, vars[k]);
        }
    }
    order_columns(c, out);
    return out;
}

static Eq *constraints(Choice *c)
{
    Eq *row = NULL;
    for (Eq e = 1; e < vec_len(c->f->eq); e++)
        if (!c->f->eq[e].removed && c->f->eq[e].derivative)
            vec_push(&c->d->pass, row, e);
    return row;
}

/* Each constraint (an equation that was differentiated) determines one variable that could be a state. */
static Choice choice_of(Dtc *d, Flat *f)
{
    Arena *a = &d->pass;
    const uint32_t n = vec_len(f->var);
    Choice c = {
        .d = d, .f = f, .slip = NEW_N(a, bool, n), .integral = integrals(d, f), .jumps = find_jumps(d, f)
    };
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        c.slip[f->sw[i].s] = true;
    c.row = constraints(&c);
    Var *column = candidates(&c, c.row);
    uint8_t *rank = NEW_N(a, uint8_t, vec_len(column) + 1);
    for (uint32_t j = 0; j < vec_len(column); j++)
        rank[j] = rank_of(&c, column[j]);
    c.kinematics = kinematics(d, f, c.row, column, rank);
    return c;
}

/* The reinit that made v a state, or NULL. */
static const WhenAction *reset_of(const Flat *f, Var v)
{
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(f->when[k].branch[i].action); q++) {
                const WhenAction *a = &f->when[k].branch[i].action[q];
                if (a->kind == W_REINIT && a->var == v)
                    return a;
            }
    return NULL;
}

void cannot_be_state(Dtc *d, const Flat *f, Var v, const char *why)
{
    const VarInfo *i = &f->var[v];
    const WhenAction *reset = reset_of(f, v);
    if (reset)
        error(d, reset->span, i->path, "reinit sets states, and %s cannot be one: %s", i->name, why);
    else
        error(d, i->span, i->path, "%s cannot be a state (stateSelect = always): %s", i->name, why);
}

void doubt_state(Dtc *d, const Flat *f, Var v)
{
    const VarInfo *i = &f->var[v];
    warning(d, i->span, i->path,
            "%s is asked to be a state (stateSelect = always), and may jump, as far as can be told; then it "
            "is wrong from there on: leave the choice to the compiler",
            i->name);
}

/* A state that is asked for and jumps is wrong: its equation has the rate between the jumps. */
static void complain_of_jump(const Choice *c, Var v)
{
    Var *way = NULL;
    bool told;
    const Equation *q = jump_origin(c->jumps, v, &way, &told);
    if (told)
        cannot_be_state(c->d, c->f, v, "it may jump");
    else
        doubt_state(c->d, c->f, v);
    if (q)
        note(c->d, q->span, q->path, "it jumps by %s", equation_text(c->d, c->f, q));
}

/* The constraint that determines v of a state where the way back fails: the state's coefficient can vanish. */
static void note_no_way_back(const Choice *c, Var v)
{
    Dtc *d = c->d;
    const Flat *f = c->f;
    Ex rest, own;
    double sign;
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        Var *vars = NULL;
        if (q->removed || !q->derivative)
            continue;
        ex_vars(d, q->lhs, &vars);
        ex_vars(d, q->rhs, &vars);
        Ex left = ex_bin(d, OP_SUB, q->lhs, q->rhs);
        if (!ex_linear(d, left, v, &own, &rest) || !ex_is_num(d, own, &sign) || sign == 0)
            continue;
        if (sign > 0)
            left = ex_bin(d, OP_SUB, q->rhs, q->lhs);
        for (uint32_t i = 0; i < vec_len(vars); i++) {
            Ex slope = f->var[vars[i]].is_state ? ex_diff(d, left, vars[i]) : 0;
            if (!slope || ex_is_num(d, slope, NULL))
                continue;
            const char *x = f->var[vars[i]].name;
            note(d, q->span, q->path,
                 "%s follows from the state %s by %s; for %s to follow from %s its derivative by %s, %s, "
                 "must be other than zero at all times, which is not known: %s can be a state",
                 f->var[v].name, x, equation_text(d, f, q), x, f->var[v].name, x, ex_plain(d, slope), x);
            return;
        }
    }
}

static void complain(const Choice *c, Var v)
{
    Dtc *d = c->d;
    const Flat *f = c->f;
    const VarInfo *i = &f->var[v];
    bool asked = i->state_select == SS_ALWAYS && !i->aside;
    if (i->is_state && asked && jump_rank(c->jumps, v) <= 0)
        complain_of_jump(c, v);
    if (i->is_state && i->state_select == SS_NEVER)
        warning(d, i->span, i->path, "%s has to be a state, although stateSelect = never", i->name);
    if (!i->is_state && i->state_select == SS_ALWAYS) {
        cannot_be_state(d, f, v, i->der ? "other states determine it" : "it jumps");
        if (i->der)
            note_no_way_back(c, v);
    }
}

static bool choose_states(const Choice *c, Dae *dae)
{
    Dtc *d = c->d;
    Flat *f = c->f;
    const uint32_t n = vec_len(f->var), errors = d->errors;
    if (!couplings_agree(c->kinematics))
        return false;
    bool *determined = NEW_N(&d->pass, bool, n);
    for (uint32_t i = 0; i < vec_len(c->row); i++)
        determined[determined_variable(c->kinematics, i)] = true;
    for (Var v = 1; v < n; v++) {
        VarInfo *i = change_variable(f, v);
        if (!var_is_unknown(i) || is_alias(f, v))
            continue;
        i->is_state = i->der && !determined[v];
        if (i->is_state)
            vec_push(&d->run, dae->state, v);
        complain(c, v);
    }
    for (Var v = 1; d->opt.audit && v < vec_len(f->var); v++)
        if (f->var[v].type == T_REAL && !is_alias(f, v) && jump_rank(c->jumps, v) < 0)
            change_variable(f, v)->impulse = true;
    return d->errors == errors && check_impulses(d, f, c->jumps);
}

/* ---- constraints that determine no variable for good --------------------------------------------------- */

static uint32_t depth_of(const Flat *f, Eq e)
{
    uint32_t n = 0;
    for (; f->eq[e].derivative; e = f->eq[e].derivative)
        n++;
    return n;
}

/* The model as it was before it was differentiated, but for names of derivatives. */
static void undo(Flat *f, uint32_t equations)
{
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        Equation *q = change_equation(f, e);
        q->derivative = 0;
        if (e < equations)
            continue;
        q->removed = true;
        q->derived_from = 0;
    }
}

static bool differentiate_model(Dtc *d, Flat *f)
{
    return alone(d, f, differentiate_constraints) &&
           (!any_wanted(f) || (alone(d, f, differentiate_wanted) && alone(d, f, differentiate_constraints)));
}

/* They are held (hold.c), and the model is differentiated once more. A place of a mechanism where it could not move at
 * all does not count. */
static bool hold_constraints(Choice *c, uint32_t equations)
{
    Dtc *d = c->d;
    Flat *f = c->f;
    Eq *held = NULL;
    uint32_t *depth = NULL;
    for (uint32_t i = 0; i < vec_len(c->row); i++)
        if (may_vanish(c->kinematics, i) && c->row[i] < equations && depth_of(f, c->row[i]) <= 2) {
            vec_push(&d->pass, held, c->row[i]);
            vec_push(&d->pass, depth, depth_of(f, c->row[i]));
        }
    if (vec_len(held) == 0)
        return true;
    undo(f, equations);
    for (uint32_t i = 0; i < vec_len(held); i++)
        hold_constraint(d, f, held[i], depth[i]);
    if (!differentiate_model(d, f))
        return false;
    *c = choice_of(d, f);
    return true;
}

/* ---- the pass ------------------------------------------------------------------------------------------ */

bool index_reduce(Dtc *d, Flat *f, Dae *dae)
{
    dae->equations_flat = vec_len(f->eq) - 1;
    for (Eq e = 1; e < vec_len(f->eq); e++)
        dae->equations_simple += !f->eq[e].removed;
    const uint32_t equations = vec_len(f->eq);
    if (!alone(d, f, structurally_regular) || !differentiate_model(d, f))
        return false;
    Choice c = choice_of(d, f);
    if (!hold_constraints(&c, equations) || !choose_states(&c, dae))
        return false;
    if (!d->opt.hybrid && d->opt.method == M_SEMI)
        held_half_a_step(d, f);
    for (Eq e = 1; e < vec_len(f->eq); e++)
        dae->equations_index += !f->eq[e].removed;
    return true;
}

void dump_index(Dtc *d, Flat *f, Dae *dae, FILE *out)
{
    fprintf(out, "states %u\n", vec_len(dae->state));
    for (uint32_t i = 0; i < vec_len(dae->state); i++)
        fprintf(out, "  %s, derivative %s\n", f->var[dae->state[i]].name,
                f->var[f->var[dae->state[i]].der].name);
    fprintf(out, "determined by constraints\n");
    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].der && !f->var[v].is_state)
            fprintf(out, "  %s, derivative %s\n", f->var[v].name, f->var[f->var[v].der].name);
    fprintf(out, "differentiated equations\n");
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        if (q->removed || !q->derived_from)
            continue;
        fprintf(out, "  %s = %s\n", ex_plain(d, q->lhs), ex_plain(d, q->rhs));
        fprintf(out, "    of %s = %s\n", ex_plain(d, f->eq[q->derived_from].lhs),
                ex_plain(d, f->eq[q->derived_from].rhs));
    }
}
