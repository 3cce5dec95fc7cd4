/* init.c - the initialisation problem: which start values and initial equations determine the initial state.
 *
 * Unknowns are the states, parameters with fixed = false, parameters that follow from these, and all unknowns of a
 * step; equations are those of a step, the definitions of such parameters, then as many conditions as there are states
 * and such parameters: initial equations, fixed start values (of any variable), and where these do not suffice the
 * start values of states, in order: first those that held constraints cannot determine at the start (as their
 * coefficients vanish there), then with an explicit start, then by stateSelect, then as declared. A condition
 * counts if the matching of the equations with the unknowns can be augmented by it (conditions that can be together
 * form a transversal matroid, Edmonds and Fulkerson 1965, so taking them greedily by preference is best). One that does
 * not is compared with what the others say, by numeric elimination over the smallest overdetermined part: agreeing ones
 * are dropped with a warning, others are an error that names both.
 *
 * Switching elements: the places are given, by what the runtime makes of the solution before (all are stuck at first),
 * until they stay. A sliding element has the torque of its bound, one without capacity none. A stuck one has
 * neither slip nor slip acceleration, of which one follows from the conditions where the other is given, so that a row
 * says s + a = 0 (with a time of 1 s): if the slip is zero by the conditions so is the acceleration, and the other way
 * round; if neither is, the slip that results is that of an element which slides.
 *
 * Cost: linear where start values belong to states; a search of its own for each other condition; cubic in the size of
 * a part to be compared. Requires: sort, tear. Ensures: dae->init determines all states and free parameters, sorted and
 * torn; dae->start_taken, dae->settable.
 */
#include <math.h>
#include <string.h>
#include "expr.h"
#include "init.h"
#include "scratch.h"

/* ---- what there is ------------------------------------------------------------------------------------- */

/* An equation that is not the model's own. */
static Eq extra_equation(Init *s, Ex lhs, Ex rhs, Span at, const char *path)
{
    return add_equation(s->d, s->f,
                        (Equation){ .lhs = lhs, .rhs = rhs, .span = at, .path = path, .extra = true });
}

/* A discrete variable that the compiler makes; its value is that of before. */
static Var known_variable(Init *s, const char *name)
{
    VarInfo made = { .name = name,
                     .path = "",
                     .type = T_INT,
                     .variability = V_DISCRETE,
                     .discrete_state = true,
                     .protected_ = true,
                     .made = true };
    return add_variable(s->d, s->f, made);
}

/* The number of each of a Switch's `shown`; the place itself has none. */
static const int place_number[SWITCH_PLACES] = { 0, 1, -1, 0, 2 };

static void find_places(Init *s)
{
    s->shown = NEW_N(&s->d->pass, Var, vec_len(s->f->sw) + 1);
    for (uint32_t k = 1; k < vec_len(s->f->sw); k++) {
        const Switch *w = &s->f->sw[k];
        for (uint32_t i = 0; i < SWITCH_PLACES && var_root(s->f, w->lambda, NULL); i++) {
            Var v = w->shown[i] ? var_root(s->f, w->shown[i], NULL) : 0;
            if (v)
                map_set(&s->d->pass, &s->place_of, v, (uint64_t)k * SWITCH_PLACES + i);
        }
    }
}

/* A place that is read is that of the solution before. */
static Ex place_read(Init *s, uint64_t which)
{
    uint32_t k = (uint32_t)(which / SWITCH_PLACES), i = (uint32_t)(which % SWITCH_PLACES);
    if (!s->shown[k])
        s->shown[k] = known_variable(s, internf(s->d, "shown place of %s", s->f->sw[k].name));
    Ex place = ex_var(s->d, s->shown[k]);
    return i == 0 ? place : ex_bin(s->d, OP_EQ, place, ex_int(s->d, place_number[i]));
}

/* pre(v) is an unknown here. */
static Ex kept_value(Dtc *d, Ex e, void *data)
{
    Init *s = data;
    if (ex_op(d, e) == OP_VAR) {
        uint64_t which = map_get(&s->place_of, var_root(s->f, ex_is_var(d, e), NULL));
        return which ? place_read(s, which) : 0;
    }
    if (ex_op(d, e) != OP_PRE)
        return 0;
    Var v = ex_is_var(d, ex_arg(d, e, 0)), k = v ? (Var)map_get(&s->kept_of, v) : 0;
    return k ? ex_var(d, k) : e; /* what pre() reads stays the variable that it is */
}

/* A clause that does not fire at the start leaves what it assigns. */
static Eq initial_equation(Init *s, Eq e)
{
    Equation q = s->f->eq[e];
    Var v = q.kind == EQ_WHEN && !q.index ? when_variable(s->d, &q) : 0;
    if (v) {
        q.lhs = ex_var(s->d, v);
        q.rhs = ex_un(s->d, OP_PRE, q.lhs);
    }
    Ex lhs = ex_rewrite(s->d, &s->keep, q.lhs), rhs = ex_rewrite(s->d, &s->keep, q.rhs);
    if (!v && lhs == q.lhs && rhs == q.rhs)
        return e;
    Equation copy = {
        .lhs = lhs, .rhs = rhs, .kind = v ? EQ_PLAIN : q.kind, .span = q.span, .path = q.path, .extra = true
    };
    return add_equation(s->d, s->f, copy);
}

static void add_row(Init *s, Eq e, Origin from, Var v)
{
    vec_push(&s->d->pass, s->row, ((Condition){ e, from, v, true }));
    vec_push(&s->d->pass, s->eq, e);
}

/* place == number ? value : other */
static Ex at_place(Dtc *d, Var place, int number, Ex value, Ex other)
{
    return ex_if(d, ex_bin(d, OP_EQ, ex_var(d, place), ex_int(d, number)), value, other);
}

/* The law at a place that is given. */
static void add_law(Init *s, uint32_t index)
{
    const Switch *w = &s->f->sw[index];
    Dtc *d = s->d;
    if (!var_root(s->f, w->lambda, NULL))
        return;
    Assumed k = { index, known_variable(s, internf(d, "place of %s", w->name)), 0 };
    Ex zero = ex_real(d, 0), lo = w->lo_infinite ? zero : var_value(d, s->f, w->lo),
       hi = w->hi_infinite ? zero : var_value(d, s->f, w->hi);
    Ex bound = at_place(d, k.place, 1, lo, at_place(d, k.place, -1, hi, zero));
    Ex rests = ex_bin(d, OP_ADD, var_value(d, s->f, law_slip(w)), var_value(d, s->f, w->a));
    Ex slides = ex_bin(d, OP_SUB, var_value(d, s->f, w->lambda), bound),
       left = at_place(d, k.place, 0, rests, slides);
    if (!w->lo_infinite && !w->hi_infinite)
        left = ex_if(d, ex_un(d, OP_NOEVENT, ex_bin(d, OP_LT, lo, hi)), left, slides);
    vec_push(&d->pass, s->assumed, k);
    Equation q = { .lhs = zero,
                   .rhs = left,
                   .kind = EQ_PLACE,
                   .index = index,
                   .span = w->span,
                   .path = w->path,
                   .extra = true };
    add_row(s, add_equation(d, s->f, q), C_EQUATION, 0);
}

static void add_equations(Init *s)
{
    Eq *eq = step_equations(s->d, s->f);
    for (uint32_t i = 0; i < vec_len(eq); i++) {
        const Equation *q = &s->f->eq[eq[i]];
        if (q->kind == EQ_SWITCH)
            add_law(s, q->index);
        else
            add_row(s, initial_equation(s, eq[i]), C_EQUATION, 0);
    }
    for (uint32_t i = 0; i < vec_len(s->follows); i++) {
        VarInfo v = s->f->var[s->follows[i]];
        add_row(s, extra_equation(s, ex_var(s->d, s->follows[i]), v.binding, v.span, v.path), C_EQUATION, 0);
    }
}

static void add_initial_equations(Init *s)
{
    for (Eq i = 1; i < vec_len(s->f->ieq); i++) {
        Equation q = s->f->ieq[i];
        if (q.removed || !q.lhs)
            continue;
        Ex lhs = ex_rewrite(s->d, &s->keep, q.lhs), rhs = ex_rewrite(s->d, &s->keep, q.rhs);
        add_row(s, extra_equation(s, lhs, rhs, q.span, q.path), C_INITIAL, 0);
    }
}

Ex start_of(Dtc *d, const Flat *f, Var v)
{
    TypeKind t = f->var[v].type;
    return f->var[v].start ? f->var[v].start
         : t == T_REAL     ? ex_real(d, 0)
         : t == T_BOOL     ? ex_bool(d, false)
                           : ex_int(d, t == T_ENUM);
}

static void add_start(Init *s, Var v, Origin from)
{
    const VarInfo *i = &s->f->var[v];
    Span at = i->span;
    const char *path = i->path;
    add_row(s, extra_equation(s, var_value(s->d, s->f, v), start_of(s->d, s->f, v), at, path), from, v);
}

/* Fixed starts as the model says them: one that a representative has from an alias is the alias's. */
static void add_fixed(Init *s)
{
    Flat *f = s->f;
    uint32_t n = vec_len(f->var);
    bool *inherited = NEW_N(&s->d->pass, bool, n + 1);
    for (Var v = 1; v < n; v++) {
        bool minus;
        Var r = alias_of(f, v).of && f->var[v].fixed ? var_root(f, v, &minus) : 0;
        if (!r || !f->var[r].fixed)
            continue;
        Ex e = start_of(s->d, s->f, v);
        inherited[r] |= start_of(s->d, s->f, r) == (minus ? ex_un(s->d, OP_NEG, e) : e);
    }
    for (Var v = 1; v < n; v++) {
        const VarInfo *i = &f->var[v];
        if (i->variability != V_CONT || i->type != T_REAL || !i->fixed || inherited[v] || i->discrete_state)
            continue;
        if (i->causality == C_INPUT && i->top_level)
            continue;
        add_start(s, v, C_FIXED);
    }
}

/* A fixed start of a discrete variable is its value before the initialisation. */
static void add_fixed_kept(Init *s)
{
    for (uint32_t i = 0; i < vec_len(s->kept); i++) {
        const VarInfo *v = &s->f->var[s->kept[i].v];
        if (v->fixed)
            add_row(s,
                    extra_equation(s, ex_var(s->d, s->kept[i].kept), start_of(s->d, s->f, s->kept[i].v),
                                   v->span, v->path),
                    C_FIXED, s->kept[i].v);
    }
}

/* "a.w = 10" */
const char *start_text(Init *s, Var v)
{
    const VarInfo *i = &s->f->var[v];
    Ex e = start_of(s->d, s->f, v);
    double x;
    bool known = known_eval(s->d, e, s->value, &x);
    if (known && i->type == T_ENUM && i->enum_type && x >= 1 && x <= vec_len(i->enum_type->literal))
        return internf(s->d, "%s = %s", i->name, i->enum_type->literal[(uint32_t)x - 1]);
    bool number = known && i->type != T_BOOL;
    return number ? internf(s->d, "%s = %.10g", i->name, x)
                  : internf(s->d, "%s = %s", i->name, ex_plain(s->d, e));
}

/* Discrete variables, unknown in a step, whose last value is read. */
static void collect_kept(Init *s)
{
    Dtc *d = s->d;
    Ex *reads = NULL;
    Memo *m = memo_begin(d);
    for (int initial = 0; initial < 2; initial++)
        for (uint32_t i = 1; i < vec_len(initial ? s->f->ieq : s->f->eq); i++) {
            const Equation *q = initial ? &s->f->ieq[i] : &s->f->eq[i];
            for (int side = 0; side < 2 && (initial || is_of_model(q)) && !q->removed && q->lhs; side++) {
                memo_start(d, m, side ? q->rhs : q->lhs);
                for (Ex e; (e = memo_next(d, m)) != 0; memo_set(m, e, (MemoValue){ .x = 0 }))
                    if (ex_op(d, e) == OP_PRE)
                        vec_push(&d->pass, reads, e);
            }
        }
    memo_end(d);
    for (uint32_t i = 0; i < vec_len(reads); i++) {
        Var v = ex_is_var(d, ex_arg(d, reads[i], 0));
        const VarInfo *w = &s->f->var[v];
        if (!v || map_get(&s->kept_of, v) || w->made || var_known(s->f, v) || is_alias(s->f, v) ||
            (w->type == T_REAL && w->variability == V_CONT))
            continue;
        VarInfo made = { .name = internf(d, "pre(%s)", w->name),
                         .path = "",
                         .type = w->type,
                         .protected_ = true,
                         .made = true };
        Kept k = { v, add_variable(d, s->f, made) };
        vec_push(&d->pass, s->kept, k);
        map_set(&d->pass, &s->kept_of, v, k.kept);
    }
    s->keep = (Rewriter){ .fn = kept_value, .data = s };
}

static void collect_unknowns(Init *s)
{
    s->unknown = step_unknowns(s->d, s->f);
    collect_kept(s);
    for (uint32_t i = 0; i < vec_len(s->follows); i++)
        vec_push(&s->d->pass, s->unknown, s->follows[i]);
    s->nalgebraic = vec_len(s->unknown);
    for (uint32_t i = 0; i < vec_len(s->dae->state); i++)
        vec_push(&s->d->pass, s->unknown, s->dae->state[i]);
    for (Var v = 1; v < vec_len(s->f->var); v++)
        if (is_free(s->f, v))
            vec_push(&s->d->pass, s->unknown, v);
    s->nstates = vec_len(s->unknown);
    for (uint32_t i = 0; i < vec_len(s->kept); i++)
        vec_push(&s->d->pass, s->unknown, s->kept[i].kept);
}

/* Parameters whose values follow from free ones. */
static void collect_following(Init *s)
{
    const bool *depends = free_dependants(s->d, s->f);
    for (Var v = 1; v < vec_len(s->f->var); v++) {
        const VarInfo *i = &s->f->var[v];
        if (depends[v] && i->variability >= V_PARAM && !is_alias(s->f, v) && i->type != T_STRING)
            vec_push(&s->d->pass, s->follows, v);
    }
}

/* ---- choosing ------------------------------------------------------------------------------------------ */

static bool augment(Init *s, uint32_t row)
{
    vec_clear(s->visited);
    if (!graph_augment(&s->d->pass, &s->g, &s->m, row, s->seen, 1, &s->visited))
        return false;
    for (uint32_t i = 0; i < vec_len(s->visited); i++)
        s->seen[s->visited[i]] = 0;
    return true;
}

/* The equations matched with the unknowns of a step, states left free. False: singular, as sort has said. */
static bool match_equations(Init *s, uint32_t nrow)
{
    Arena *a = &s->d->pass;
    Incidence part = { nrow, s->nalgebraic, NEW_N(a, uint32_t, nrow + 2),
                       NEW_N(a, uint32_t, s->g.start[nrow] + 1) };
    uint32_t k = 0;
    for (uint32_t i = 0; i < nrow; i++) {
        part.start[i] = k;
        for (uint32_t j = s->g.start[i]; j < s->g.start[i + 1]; j++)
            if (s->g.to[j] < s->nalgebraic)
                part.to[k++] = s->g.to[j];
    }
    part.start[nrow] = k;
    Matching m = graph_match(a, &part);
    s->m = (Matching){ m.size, NEW_N(a, uint32_t, s->g.nrow + 1), NEW_N(a, uint32_t, s->g.ncol + 1) };
    memset(s->m.col_of, 0xff, s->g.nrow * sizeof(uint32_t));
    memset(s->m.row_of, 0xff, s->g.ncol * sizeof(uint32_t));
    memcpy(s->m.col_of, m.col_of, nrow * sizeof(uint32_t));
    memcpy(s->m.row_of, m.row_of, s->nalgebraic * sizeof(uint32_t));
    return m.size == nrow && nrow == s->nalgebraic;
}

/* For each held constraint what it is zero of: gap and slip of an element without bounds (hold.c). */
static bool *held_members(const Init *s)
{
    bool *held = NULL;
    for (uint32_t k = 1; k < vec_len(s->f->sw); k++) {
        const Switch *w = &s->f->sw[k];
        if (!w->lo_infinite || !w->hi_infinite || !w->gap)
            continue;
        if (!held)
            held = NEW_N(&s->d->pass, bool, vec_len(s->f->var) + 1);
        held[w->gap] = held[w->s] = true;
    }
    return held;
}

/* States that stand in held constraints, but whose coefficients vanish at the start values: at x = L of
 * x^2 + y^2 = L^2 those of y and its speed. These the constraint cannot determine. NULL: there are none. */
static bool *without_coefficient(Init *s)
{
    const bool *held = held_members(s);
    if (!held)
        return NULL;
    enum { FREE = 1, BOUND = 2 };
    uint8_t *is = NEW_N(&s->d->pass, uint8_t, vec_len(s->f->var) + 1);
    double *value = known_values_apart(s->d, s->f);
    for (uint32_t i = s->nalgebraic; i < s->nstates; i++)
        (void)ex_eval(s->d, start_of(s->d, s->f, s->unknown[i]), value, &value[s->unknown[i]]);
    for (uint32_t r = 0; r < vec_len(s->row); r++) {
        const Equation *q = &s->f->eq[s->row[r].eq];
        Var *vars = NULL;
        bool of_held = false;
        if (s->row[r].from != C_EQUATION || !q->lhs)
            continue;
        ex_vars(s->d, q->lhs, &vars);
        ex_vars(s->d, q->rhs, &vars);
        for (uint32_t i = 0; i < vec_len(vars); i++)
            of_held |= held[vars[i]];
        for (uint32_t i = 0; of_held && i < vec_len(vars); i++) {
            double c = NAN;
            Ex coefficient = ex_diff(s->d, ex_bin(s->d, OP_SUB, q->lhs, q->rhs), vars[i]);
            is[vars[i]] |= ex_eval(s->d, coefficient, value, &c) && fabs(c) < 1e-9 ? FREE : BOUND;
        }
    }
    bool *without = NEW_N(&s->d->pass, bool, vec_len(s->f->var) + 1);
    for (Var v = 1; v < vec_len(s->f->var); v++)
        without[v] = is[v] == FREE;
    return without;
}

/* Rows of start values of states and free parameters, the most wanted first. */
static void add_start_values(Init *s)
{
    const bool *first = without_coefficient(s);
    const Span none = { 0, 0 };
    static const uint32_t rank[] = {
        [SS_ALWAYS] = 0, [SS_PREFER] = 1, [SS_DEFAULT] = 2, [SS_AVOID] = 3, [SS_NEVER] = 4
    };
    for (uint32_t i = s->nalgebraic; first && i < s->nstates; i++)
        if (first[s->unknown[i]])
            add_start(s, s->unknown[i], C_START);
    for (uint32_t wanted = 0; wanted < 10; wanted++)
        for (uint32_t i = s->nalgebraic; i < s->nstates; i++) {
            Var v = s->unknown[i];
            const VarInfo *w = &s->f->var[v];
            if (first && first[v])
                continue;
            if (rank[w->state_select] + (w->has_start ? 0 : 5) == wanted)
                add_start(s, v, C_START);
        }
    for (uint32_t i = 0; i < vec_len(s->kept); i++)
        add_row(s,
                extra_equation(s, ex_var(s->d, s->kept[i].kept), start_of(s->d, s->f, s->kept[i].v), none,
                               NULL),
                C_START, 0);
}

static bool choose(Init *s, uint32_t nequations)
{
    uint32_t errors = s->d->errors;
    s->seen = NEW_N(&s->d->pass, uint32_t, s->g.ncol + 1);
    if (!match_equations(s, nequations))
        return false;
    for (uint32_t r = nequations; r < vec_len(s->row); r++) {
        Condition *c = &s->row[r];
        if (c->from == C_START) {
            c->taken = s->m.size < vec_len(s->unknown) && augment(s, r);
            if (c->taken && c->v)
                vec_push(&s->d->run, s->dae->start_taken, c->v);
        } else if (!of_constant(s, r) && !augment(s, r)) {
            explain(s, r);
        }
    }
    return s->d->errors == errors;
}

/* Start values that were taken become parameters, where they are numbers: importers of FMUs may set them. */
static void settable_starts(Init *s)
{
    double x;

    for (uint32_t r = 0; r < vec_len(s->row) && s->d->opt.fmu; r++) {
        Condition *c = &s->row[r];
        const Equation *q = &s->f->eq[c->eq];
        bool minus = false;
        const Var state =
            (c->from == C_FIXED || c->from == C_START) && c->v ? var_root(s->f, c->v, &minus) : 0;
        if (!state || minus || !s->f->var[state].is_state || s->m.col_of[r] == UINT32_MAX ||
            !ex_is_num(s->d, q->rhs, &x))
            continue;
        const Var from = add_variable(s->d, s->f,
                                      (VarInfo){ .name = internf(s->d, "%s.start", s->f->var[state].name),
                                                 .path = "",
                                                 .type = T_REAL,
                                                 .made = true,
                                                 .unit = s->f->var[state].unit,
                                                 .variability = V_PARAM,
                                                 .kept = true,
                                                 .binding = ex_real(s->d, x) });
        c->eq = s->eq[r] = extra_equation(s, q->lhs, ex_var(s->d, from), q->span, q->path);
        vec_push(&s->d->run, s->dae->settable, ((Settable){ state, from }));
    }
}

/* ---- blocks -------------------------------------------------------------------------------------------- */

/* Kept values that are not just their start. */
static void determined_kept(Init *s)
{
    uint32_t first = vec_len(s->row) - vec_len(s->kept);
    for (uint32_t i = 0; i < vec_len(s->kept); i++)
        if (!s->row[first + i].taken)
            vec_push(&s->d->run, s->dae->kept, s->kept[i]);
}

static void need_vars(Init *s, Ex e, bool *needed)
{
    Var *v = NULL;
    if (e)
        ex_vars(s->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        needed[v[i]] = true;
}

/* Keeps the blocks that states and free parameters depend on. */
static Block *needed_blocks(Init *s, Block *all)
{
    bool *needed = NEW_N(&s->d->pass, bool, vec_len(s->f->var) + 1),
         *keep = NEW_N(&s->d->pass, bool, vec_len(all) + 1);
    Block *out = NULL;
    for (uint32_t i = s->nalgebraic; i < s->nstates; i++)
        needed[s->unknown[i]] = true;
    for (uint32_t i = 0; i < vec_len(s->dae->kept); i++)
        needed[s->dae->kept[i].kept] = true;
    for (uint32_t i = vec_len(all); i-- > 0;) {
        for (uint32_t k = 0; k < vec_len(all[i].var); k++)
            keep[i] |= needed[all[i].var[k]];
        for (uint32_t k = 0; k < vec_len(all[i].eq) && keep[i]; k++) {
            need_vars(s, s->f->eq[all[i].eq[k]].lhs, needed);
            need_vars(s, s->f->eq[all[i].eq[k]].rhs, needed);
        }
    }
    for (uint32_t i = 0; i < vec_len(all); i++)
        if (keep[i])
            vec_push(&s->d->pass, out, all[i]);
    for (uint32_t i = 0; i < vec_len(s->assumed); i++) {
        Assumed k = s->assumed[i];
        Var shown = s->shown[k.sw];
        if (!needed[k.place])
            k.place = 0;
        if (shown && needed[shown])
            k.shown = shown;
        if (k.place || k.shown)
            vec_push(&s->d->run, s->dae->assumed, k);
    }
    return out;
}

static bool solve(Init *s)
{
    Scratch own = scratch_begin(s->d);
    Eq *eq = NULL;
    Block *all = NULL;
    for (uint32_t i = 0; i < vec_len(s->row); i++)
        if (s->row[i].taken)
            vec_push(&s->d->pass, eq, s->eq[i]);
    bool good = sort_system(s->d, s->f, eq, vec_len(eq), s->unknown, vec_len(s->unknown), &all);
    scratch_end(s->d, own);
    if (!good)
        return false;
    Block *kept = needed_blocks(s, all);
    vec_drop(all);
    Tearing *t = tear_begin(s->d, s->f);
    for (uint32_t i = 0; i < vec_len(kept) && good; i++)
        good = tear_next(t, &kept[i], &s->dae->hoisted, &s->dae->init);
    return good;
}

bool initial_problem(Dtc *d, Flat *f, Dae *dae)
{
    Init s = { .d = d, .f = f, .dae = dae };
    collect_following(&s);
    collect_unknowns(&s);
    find_places(&s);
    add_equations(&s);
    uint32_t nequations = vec_len(s.row);
    add_initial_equations(&s);
    add_fixed(&s);
    add_fixed_kept(&s);
    add_start_values(&s);
    Scratch own = scratch_begin(d);
    s.numbers = tear_begin(d, f);
    s.value = known_values(d, f);
    s.g = sort_entries(d, f, s.eq, vec_len(s.eq), s.unknown, vec_len(s.unknown));
    bool good = choose(&s, nequations);
    if (good)
        settable_starts(&s), determined_kept(&s);
    scratch_end(d, own);
    return good && solve(&s);
}

void initial_note(Dtc *d, Flat *f, Dae *dae, uint32_t most)
{
    const char *text = "";
    uint32_t n = vec_len(dae->start_taken);
    Init s = { .d = d, .f = f, .value = known_values(d, f) };
    for (uint32_t i = 0; i < n && i < most; i++)
        text = internf(d, "%s%s%s", text, i ? ", " : "", start_text(&s, dae->start_taken[i]));
    if (!n || d->opt.from)
        return;
    d->about.kind = ABOUT_STARTS;
    diag(d, DIAG_REMARK, ((Span){ 0, 0 }), NULL,
         "start values taken though not fixed: %s%s; give fixed = true to say so", text,
         n > most ? internf(d, " and %u more", n - most) : "");
}
