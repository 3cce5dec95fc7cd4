/* impulse.c - motions that jump, where something follows them without compliance.
 *
 * An exact speed that jumps and drives an inertia needs an impulse. Index reduction differentiates the speed, and its
 * derivative between the jumps has no impulse. Who may do without it, and who may not:
 *
 * - slips of switching elements may: their laws look at the slip itself, and pass what their bounds allow. So what
 *   holds by switching elements only may be driven by a motion that jumps;
 * - speeds that follow the motion may: they are right. Torques, accelerations and powers that come of them, and that
 *   nothing reads but balances up to the source's own flange, lack the impulse: a warning says so;
 * - a state whose derivative has the impulse may not (an inertia that is coupled rigidly and moves otherwise too, the
 *   integral of a torque, a damper behind a position that jumps), nor a signal that is measured (an output of a
 *   component), nor what decides by it (conditions, when, Booleans, automata), nor an element that passes any impulse
 *   and whose slip has one. They would be wrong without a word: an error, which names the source and the way out.
 *
 * Requires: jumps.c, states are chosen. Ensures: no state has an impulse. Cost: linear; nothing without impulses.
 */
#include <string.h>
#include "expr.h"
#include "jumps.h"
#include "reduce.h"

typedef struct { Dtc *d; Flat *f; const Jumps *j; Map told; Var *integral; bool ok; } Impulses;

/* ---- the source ---------------------------------------------------------------------------------------- */

/* The signal that the motion follows, and the component with flanges whose input it is. */
typedef struct { const Equation *origin; Var signal; const char *path; bool component, told; } Cause;

static bool has_impulse(const Impulses *s, Var v)
{
    Var r = var_root(s->f, v, NULL);
    return r && s->f->var[v].type == T_REAL && s->f->var[v].variability < V_PARAM && jump_rank(s->j, r) < 0;
}

/* The paths of components that have flows. */
static Map components_with_flows(const Impulses *s)
{
    Map m = { 0 };
    for (Var v = 1; v < vec_len(s->f->var); v++)
        if (s->f->var[v].flow) {
            const char *path = s->f->var[v].path;
            for (size_t n = strlen(path); n > 0; n--)
                if (path[n] == 0 || path[n] == '.')
                    map_set(&s->d->pass, &m, KEY(intern(s->d, path, n)), 1);
        }
    return m;
}

/* An input of such a component that is the same as v. */
static Var input_like(const Impulses *s, const Map *component, Var v)
{
    for (Var x = 1; x < vec_len(s->f->var); x++) {
        const VarInfo *i = &s->f->var[x];
        if (i->causality == C_INPUT && *i->path && var_root(s->f, x, NULL) == v &&
            map_get(component, KEY(internz(s->d, i->path))))
            return x;
    }
    return 0;
}

/* The nearest signal on the way, or one that the equation at its end reads; else the last variable that jumps itself.
 */
static Cause cause_of(const Impulses *s, Var v)
{
    Cause c = { .told = true };
    Var *way = NULL;
    Map component = components_with_flows(s);
    c.origin = jump_origin(s->j, v, &way, &c.told);
    if (c.origin)
        ex_vars(s->d, c.origin->rhs, &way);
    for (uint32_t i = 0; i < vec_len(way) && !c.component; i++)
        for (Var x = way[i]; x && !c.component; x = s->integral[x]) {
            Var input = input_like(s, &component, x);
            c.component = input != 0;
            c.signal = input ? input : jump_rank(s->j, x) == 0 || !c.signal ? x : c.signal;
        }
    c.path = c.component ? s->f->var[c.signal].path : c.origin ? c.origin->path : NULL;
    return c;
}

/* ---- what is said -------------------------------------------------------------------------------------- */

static const char *way_out(Dtc *d, const Cause *c)
{
    return internf(d,
                   "let it follow %s, give it a signal without jumps (a smooth table), or put a clutch "
                   "between",
                   c->component ? "with exact = false" : "through a lag");
}

/* victim: what goes wrong without the impulse; NULL: nothing but what is shown of the source. */
static void tell(Impulses *s, Var v, const char *victim)
{
    Dtc *d = s->d;
    Cause c = cause_of(s, v);
    if (!c.origin || map_get(&s->told, KEY(c.origin)))
        return;
    map_set(&d->pass, &s->told, KEY(c.origin), 1);
    const VarInfo *i = &s->f->var[c.signal];
    Var root = var_root(s->f, c.signal, NULL);
    const char *signal = internf(d, "%s%s", jump_rank(s->j, root) > 0 ? "the rate of " : "", i->name);
    Span at = c.component ? i->span : c.origin->span;
    if (!victim)
        warning(d, at, c.path,
                "%s may jump, and what follows it exactly has inertia: %s and what follows from it lack the "
                "impulse",
                signal, s->f->var[v].name);
    else if (!c.told)
        warning(d, at, c.path, "%s may jump, as far as can be told; then %s lacks the impulse: %s", signal,
                victim, way_out(d, &c));
    else {
        error(d, at, c.path,
              "%s may jump, and what follows it exactly gets an impulse without limit, which %s lacks: %s",
              signal, victim, way_out(d, &c));
        s->ok = false;
    }
    note(d, c.origin->span, c.origin->path, "it jumps by %s", equation_text(d, s->f, c.origin));
}

static void look_at_variables(Impulses *s)
{
    Dtc *d = s->d;
    for (Var v = 1; v < vec_len(s->f->var); v++) {
        const VarInfo *i = &s->f->var[v];
        if (!i->is_state || i->aside || i->state_select == SS_ALWAYS || !has_impulse(s, i->der))
            continue;
        tell(s, v, internf(d, "the state %s", i->name));
    }
    for (Var v = 1; v < vec_len(s->f->var); v++)
        if (s->f->var[v].causality == C_OUTPUT && has_impulse(s, v))
            tell(s, var_root(s->f, v, NULL), internf(d, "the signal %s", s->f->var[v].name));
}

/* ---- what decides -------------------------------------------------------------------------------------- */

static void look_at(Impulses *s, Ex e, const char *what)
{
    Var *v = NULL;
    if (e)
        ex_vars(s->d, e, &v);
    for (uint32_t i = 0; i < vec_len(v); i++)
        if (has_impulse(s, v[i]))
            tell(s, var_root(s->f, v[i], NULL), what);
}

static void look_at_decisions(Impulses *s)
{
    Dtc *d = s->d;
    Flat *f = s->f;
    for (Eq e = 1; e < vec_len(f->eq); e++) {
        const Equation *q = &f->eq[e];
        if (q->removed || !q->lhs || ex_type(d, q->lhs) == T_REAL)
            continue;
        look_at(s, q->rhs, internf(d, "the equation %s", equation_text(d, f, q)));
        look_at(s, q->lhs, internf(d, "the equation %s", equation_text(d, f, q)));
    }
    for (uint32_t i = 0; i < vec_len(f->when); i++)
        for (uint32_t k = 0; k < vec_len(f->when[i].branch); k++) {
            const WhenBranch *b = &f->when[i].branch[k];
            look_at(s, b->cond, "a when-clause");
            for (uint32_t n = 0; n < vec_len(b->action); n++)
                if (b->action[n].kind != W_ASSERT)
                    look_at(s, b->action[n].value, "a when-clause");
        }
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        for (uint32_t k = 0; k < vec_len(f->net[i].transition); k++)
            look_at(s, f->net[i].transition[k].guard, internf(d, "the automaton %s", f->net[i].name));
}

static void look_at_laws(Impulses *s)
{
    for (uint32_t i = 1; i < vec_len(s->f->sw); i++) {
        const Switch *w = &s->f->sw[i];
        const Var of[] = { w->lo, w->hi, w->slo, w->shi, w->gap, w->compliance };
        if ((w->lo_infinite || w->hi_infinite) && has_impulse(s, w->s))
            tell(s, w->s, internf(s->d, "%s, which passes on any torque,", w->name));
        for (size_t k = 0; k < sizeof of / sizeof *of; k++)
            if (of[k] && has_impulse(s, of[k]))
                tell(s, of[k], internf(s->d, "a bound of %s", w->name));
    }
}

bool check_impulses(Dtc *d, Flat *f, const Jumps *j)
{
    Impulses s = { .d = d, .f = f, .j = j, .integral = integrals(d, f), .ok = true };
    if (!j)
        return true;
    look_at_variables(&s);
    look_at_decisions(&s);
    look_at_laws(&s);
    for (Var v = 1; v < vec_len(f->var); v++)
        if (f->var[v].flow && has_impulse(&s, v))
            tell(&s, var_root(f, v, NULL), NULL);
    return s.ok;
}
