/* emit_step.c - transitions, when-clauses, and the advance of the states.
 *
 * Guards of automata see the states of now and, for the rest, the values of the last evaluation; all see the places
 * before the transition. Conditions of when-clauses are compared with their values in the last step (a sample is an
 * edge by itself), all of them before any action; then actions follow in order; pre(v) in them is the value before this
 * step's actions. States whose rate is itself a state read it before it moves.
 *
 * Requires, ensures: docs/internals.md, one step.
 */
#include <string.h>
#include "emit.h"
#include "emit_assert.h"
#include "emit_finite.h"
#include "emit_step.h"
#include "sort.h"
#include "starts.h"

static void begin(Emitter *e, const char *head)
{
    put(e, "\nstatic %s(%s *m)\n{\n", head, e->model);
    e->indent = 1;
}

static void end(Emitter *e)
{
    e->indent = 0;
    put(e, "}\n");
}

static const char *member_of(Emitter *e, Var v)
{
    bool negated;
    return access_var(e, v, &negated);
}

/* ---- transitions ------------------------------------------------------------------------------------------------- */

static void emit_guards(Emitter *e, uint32_t k)
{
    const Automaton *a = &e->f->automaton[k];

    for (uint32_t i = 0; i < vec_len(a->transition); i++) {
        const FlatTransition *t = &a->transition[i];
        comment(e, a->name,
                internf(e->d, "from %s to %s when %s", e->f->var[a->place[t->from]].name,
                        e->f->var[a->place[t->to]].name, ex_plain(e->d, t->guard)));
        scope_begin(e, &t->guard, 1);
        indented(e);
        put(e, "if (next[%u] < 0 && %s && (", k, member_of(e, a->place[t->from]));
        put_ex(e, t->guard);
        put(e, "))\n");
        line(e, "    next[%u] = %u;", k, t->to);
        temps_end(e);
    }
}

static void emit_places(Emitter *e, uint32_t k)
{
    const Automaton *a = &e->f->automaton[k];

    line(e, "if (next[%u] >= 0) {", k);
    for (uint32_t i = 0; i < vec_len(a->place); i++)
        line(e, "    %s = next[%u] == %u;", member_of(e, a->place[i]), k, i);
    line(e, "    changed = 1;");
    line(e, "}");
}

static void emit_decision(Emitter *e, uint32_t b)
{
    uint32_t m = block_m(&e->dae->block[b]);
    const char *ahead = e->exact && !e->d->opt.no_adjust ? "m->ahead" : "STEP";

    if (!e->sensed[b])
        line(e, "sense_%u(m);", b);
    line(e, e->d->opt.no_skip ? "{" : "if (!DTC_LAW_STAYS(%u, &m->law_%u, %s)) {", m, b, ahead);
    line(e, "    dtc_law law = DTC_LAW_VIEW(%u, &m->law_%u);", m, b);
    line(e, "    keep_%u(m);", b);
    line(e, "    size_%u(m);", b);
    line(e, "    if (dtc_law_transition(&law, STEP, %s)) {", ahead);
    line(e, "        dtc_law_update(&law);");
    line(e, "        show_%u(m);", b);
    line(e, "        changed = 1;");
    line(e, "    }");
    line(e, "}");
}

/* Automata and switching elements: at most one transition each. Nonzero if a place has changed. In a variable-step run
 * the automata alone, at the end of a pass: guards see pre() of before. */
void emit_transition(Emitter *e)
{
    uint32_t n = vec_len(e->f->automaton);

    begin(e, "int transition");
    line(e, e->hybrid ? "int changed = 0;" : "int changed = m->changed;");
    if (n > 0) {
        line(e, "int next[%u], k;", n);
        line(e, "for (k = 0; k < %u; k++)", n);
        line(e, "    next[k] = -1;");
    }
    for (uint32_t k = 0; k < n; k++)
        emit_guards(e, k);
    for (uint32_t b = 0; b < vec_len(e->dae->block) && !e->hybrid; b++)
        if (e->dae->block[b].kind == B_SWITCHED)
            emit_decision(e, b);
    if (e->hybrid) {
        call(e, "reinits");
        call(e, "remember");
    }
    for (uint32_t k = 0; k < n; k++)
        emit_places(e, k);
    line(e, e->hybrid ? "(void)m;" : "m->changed = 0;");
    line(e, "return changed;");
    end(e);
}

/* ---- when -------------------------------------------------------------------------------------------------------- */

static bool has_initial(Dtc *d, Ex x)
{
    Ex *stack = NULL;

    vec_push(&d->pass, stack, x);
    while (vec_len(stack)) {
        Ex y = vec_pop(stack);
        if (ex_op(d, y) == OP_INITIAL)
            return true;
        for (uint32_t i = 0; i < ex_narg(d, y); i++)
            vec_push(&d->pass, stack, ex_arg(d, y, i));
    }
    return false;
}

static Ex without_sample(Dtc *d, Ex x, void *data)
{
    (void)data;
    return ex_op(d, x) == OP_SAMPLE ? ex_bool(d, false) : 0;
}

/* fire_K = number of the branch that acts; when_K[i] = its condition, to be compared next time. In a variable-step run
 * what fires in a round of a pass stays fired in it, and now_K[i] becomes when_K[i] at its end. */
static void emit_condition(Emitter *e, uint32_t k, Rewriter *no_samples)
{
    const When *w = &e->f->when[k];

    chunk_room(e);
    if (!e->hybrid)
        line(e, "m->fire_%u = 0;", k);
    for (uint32_t i = 0; i < vec_len(w->branch); i++) {
        Ex roots[2] = { w->branch[i].cond, ex_rewrite(e->d, no_samples, w->branch[i].cond) };
        comment(e, w->path, internf(e->d, "%swhen %s", i ? "else" : "", ex_plain(e->d, w->branch[i].cond)));
        scope_begin(e, roots, 2);
        indented(e);
        put(e, "if (m->fire_%u == 0 && !m->when_%u[%u] && %s(", k, k, i,
            has_initial(e->d, roots[0]) ? "" : "!m->initial && ");
        put_ex(e, roots[0]);
        put(e, e->hybrid ? ")) {\n" : "))\n");
        line(e, "    m->fire_%u = %u;", k, i + 1);
        if (e->hybrid) {
            line(e, "    m->again = 1;");
            line(e, "}");
        }
        indented(e);
        put(e, e->hybrid ? "m->now_%u[%u] = " : "m->when_%u[%u] = ", k, i);
        put_ex(e, roots[1]);
        put(e, ";\n");
        temps_end(e);
        e->statements += 3;
    }
}

static void emit_action(Emitter *e, const WhenAction *a)
{
    switch (a->kind) {
    case W_ASSIGN:
        emit_assign(e, a->var, a->value, 0, false);
        if (!e->hybrid && e->f->var[a->var].type == T_REAL)
            line(e, "%s = dtc_flush(%s);", member_of(e, a->var), member_of(e, a->var));
        break;
    case W_REINIT:                          /* all together, at the end: emit_resets */
        break;
    case W_ASSERT: case W_TERMINATE:
        emit_assert_action(e, a);
        break;
    }
}

static void emit_fire(Emitter *e, uint32_t k)
{
    const When *w = &e->f->when[k];

    chunk_room(e);
    for (uint32_t i = 0; i < vec_len(w->branch); i++) {
        line(e, "if (m->fire_%u == %u) {", k, i + 1);
        e->indent++;
        for (uint32_t q = 0; q < vec_len(w->branch[i].action); q++)
            emit_action(e, &w->branch[i].action[q]);
        if (!e->hybrid)
            emit_resets(e, &w->branch[i]);
        line(e, "m->changed = 1;");
        e->indent--;
        line(e, "}");
    }
}

/* At the end of a pass: conditions, and pre() of what is discrete; where one has changed there is another pass. */
static void emit_remember_pass(Emitter *e)
{
    chunk_begin(e, "remember");
    for (uint32_t k = 0; k < vec_len(e->f->when); k++) {
        chunk_room(e);
        line(e, "memcpy(m->when_%u, m->now_%u, sizeof m->when_%u);", k, k, k);
        e->statements++;
    }
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->pre_name[v] && !keeps_left(&e->f->var[v])) {
            chunk_room(e);
            line(e, "m->changed |= m->%s != m->%s;", e->pre_name[v], e->member[v]);
            line(e, "m->%s = m->%s;", e->pre_name[v], e->member[v]);
            e->statements += 2;
        }
    chunk_end(e);
    print_function(e, "left");
}

static bool resets(const WhenBranch *b)
{
    for (uint32_t q = 0; q < vec_len(b->action); q++)
        if (b->action[q].kind == W_REINIT)
            return true;
    return false;
}

/* States that are set, at the end of a pass, so that everything in it sees their values of before. */
static void emit_reinits(Emitter *e)
{
    chunk_begin(e, "reinits");
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++) {
            const WhenBranch *b = &e->f->when[k].branch[i];
            if (!resets(b))
                continue;
            chunk_room(e);
            line(e, "if (m->fire_%u == %u) {", k, i + 1);
            e->indent++;
            emit_resets(e, b);
            e->indent--;
            line(e, "}");
        }
    chunk_end(e);
}

void emit_events(Emitter *e)
{
    emit_check_initial(e);
    emit_check(e);
    if (e->hybrid) {
        emit_remember_pass(e);
        emit_reinits(e);
    } else {
        print_function(e, "remember");
        print_function(e, "remember_late");
    }
    if (vec_len(e->f->when) == 0)
        return;
    Rewriter no_samples = { .fn = without_sample };
    chunk_begin(e, "conditions");
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        emit_condition(e, k, &no_samples);
    chunk_end(e);
    chunk_begin(e, "actions");
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        emit_fire(e, k);
    chunk_end(e);
}

/* ---- advance ----------------------------------------------------------------------------------------------------- */

Var rate_root(Emitter *e, Var x)
{
    bool negated;
    return root_of(e->f, e->f->var[x].der, &negated);
}

void plan_states(Emitter *e)
{
    if (e->d->opt.method != M_EULER)
        return;
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (e->f->var[rate_root(e, x)].is_state)
            e->jumps[x] = true;
    }
}

/* "STEP * (rate)", for a rate that may be an alias or constant; its subexpressions are named before. */
static void put_rate(Emitter *e, Ex rate)
{
    put(e, "STEP * (");
    put_ex(e, rate);
    put(e, ")");
}

Ex rate_of(Emitter *e, Var x) { return var_value(e->d, e->f, e->f->var[x].der); }

/* Jumps are zeroed, found by the law, and joined by what is read from states. */
static void emit_moves(Emitter *e)
{
    chunk_begin(e, "clear_jumps");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        if (e->jump_name[e->dae->state[i]]) {
            chunk_room(e);
            line(e, "m->%s = R(0.0);", e->jump_name[e->dae->state[i]]);
            e->statements++;
        }
    chunk_end(e);
    chunk_begin(e, "jump");
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind == B_SWITCHED) {
            chunk_room(e);
            line(e, e->hybrid ? "jump_%u(m, R(0.0));" : "jump_%u(m, m->initial ? R(0.0) : STEP);", b);
            e->statements++;
        }
    chunk_end(e);
}

static void emit_euler(Emitter *e)
{
    const char **moved = NULL;

    chunk_begin(e, "drift");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        if (!e->f->var[rate_root(e, x)].is_state)
            continue;
        Ex rate = rate_of(e, x);
        chunk_room(e);
        scope_begin(e, &rate, 1);
        indented(e);
        put(e, "m->%s += ", e->jump_name[x]);
        put_rate(e, rate);
        put(e, ";\n");
        temps_end(e);
        e->statements++;
    }
    chunk_end(e);
    chunk_begin(e, "move");
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++) {
        Var x = e->dae->state[i];
        bool drifts = e->f->var[rate_root(e, x)].is_state;
        Ex rate = rate_of(e, x);
        chunk_room(e);
        scope_begin(e, &rate, 1);
        indented(e);
        put(e, "m->%s = dtc_flush(m->%s + ", e->member[x], e->member[x]);
        if (drifts) {
            put(e, "m->%s", e->jump_name[x]);
        } else if (e->jump_name[x]) {
            put(e, "(m->%s + ", e->jump_name[x]);
            put_rate(e, rate);
            put(e, ")");
        } else {
            put_rate(e, rate);
        }
        put(e, ");\n");
        temps_end(e);
        vec_push(&e->d->pass, moved, e->member[x]);
        e->statements++;
    }
    emit_finite(e, "m->finite", moved, true);
    chunk_end(e);
}

void emit_advance(Emitter *e)
{
    emit_moves(e);
    if (e->hybrid)
        return;
    switch (e->d->opt.method) {
    case M_EULER: emit_euler(e); break;
    case M_SEMI: emit_semi(e); break;
    case M_RK2: case M_RK4: emit_runge_kutta(e); break;
    case M_ROSENBROCK: emit_rosenbrock(e); break;
    case M_EXACT: emit_exact(e); break;
    }
}

/* Before jumps and actions: what the stages add to the states. */
void emit_stage_calls(Emitter *e)
{
    if (!e->stages)
        return;
    line(e, "dtc_real dx[%u];", vec_len(e->dae->state) + 1);
    line(e, "stages(m, dx);");
}

/* The states move. */
void emit_move_calls(Emitter *e)
{
    if (e->stages) {
        line(e, has_function(e, "move") ? "move(m, dx);" : "(void)dx;");
        return;
    }
    call(e, "drift");
    call(e, "move");
    call(e, "follow");
}
