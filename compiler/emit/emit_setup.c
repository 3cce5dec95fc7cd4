/* emit_setup.c - setup, evaluate and advance.
 *
 * Setup: start values, parameters that depend on others, the initial problem, then places of switching elements by the
 * frozen iteration of runtime/dtc_law.h, with one correction of the velocities and a second round. What users call is
 * around these: emit_guard.c.
 */
#include <string.h>
#include "emit.h"
#include "emit_assert.h"
#include "emit_step.h"
#include "range.h"
#include "setup.h"

const char *stale(const Emitter *e) { return e->rosenbrock ? "m->rosenbrock.stale" : e->exact ? "m->stale" : NULL; }

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static bool any_pre(Emitter *e)
{
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->pre_name[v])
            return true;
    return false;
}

void each_law(Emitter *e, const char *const *text, size_t n)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        if (e->dae->block[b].kind != B_SWITCHED)
            continue;
        for (size_t i = 0; i < n; i++) {
            char s[200];
            const char *p = text[i];
            size_t k = 0;
            for (; *p && k < sizeof s - 24; p++)       /* # is the block, @ the number of elements */
                if (*p == '#' || *p == '@')
                    k += (size_t)snprintf(s + k, sizeof s - k, "%u", *p == '#' ? b : block_m(&e->dae->block[b]));
                else
                    s[k++] = *p;
            s[k] = 0;
            line(e, "%s", s);
        }
    }
}

static void emit_settle(Emitter *e)
{
    static const char *const law[] = {
        "{", "    dtc_law law = DTC_LAW_VIEW(@, &m->law_#);", "    size_#(m);",
        "    if (dtc_law_settle(&law, R(0.0), k)) {", "        dtc_law_update(&law);",
        "        show_#(m);", "        again = 1;", "    }", "}"
    };

    put(e, "\n/* Places of the switching elements with time and speeds frozen. */\nstatic void settle(%s *m)\n{\n",
        e->model);
    e->indent = 1;
    line(e, "int k = 0, again;");
    comment(e, NULL, "at most 129 rounds: 4 DTC_LAW_ROUNDS, and one that changes nothing");
    line(e, "do {");
    e->indent++;
    line(e, "again = 0;");
    call(e, "structure");
    call(e, "equations");
    call(e, "remember");
    call(e, "remember_late");
    each_law(e, law, sizeof law / sizeof *law);
    line(e, "k++;");
    e->indent--;
    line(e, "} while (again);");
    e->indent = 0;
    put(e, "}\n");
}

/* In the initial problem m->initial is 1: initial() holds. In the iteration that follows it is 2: initial() and
 * sample() do not. */
static void emit_first_values(Emitter *e)
{
    static const char *const start[] = { "status = start_#(m);", "if (status != DTC_OK)", "    return status;" };

    call(e, "equations");
    if (any_pre(e)) {
        call(e, "remember");
        call(e, "remember_late");
        line(e, "m->initial = 2;");
    }
    if (!any_laws(e)) {
        if (any_pre(e)) {
            call(e, "structure");
            call(e, "kinematic");
            call(e, "equations");
        }
        return;
    }
    each_law(e, start, sizeof start / sizeof *start);
    line(e, "settle(m);");
    line(e, "correct(m);");
    line(e, "settle(m);");
    line(e, "correct(m);");
    call(e, "equations");
}

/* Relations at the start, before any switching element holds: until they agree with what they compare. */
static void emit_first_relations(Emitter *e)
{
    if (!e->stages)
        return;
    line(e, "m->exact = 1;");
    line(e, "for (k = 0; k < %d; k++) {", 99);
    e->indent++;
    line(e, "m->changed = m->again = 0;");
    call(e, "known");
    call(e, "held");
    call(e, "structure");
    call(e, "kinematic");
    call(e, "equations");
    call(e, "relations");
    line(e, "if (!m->changed && !m->again)");
    line(e, "    break;");
    e->indent--;
    line(e, "}");
}

/* Can a when-clause end the run? */
static bool any_stops(Emitter *e)
{
    for (uint32_t k = 0; k < vec_len(e->f->when); k++)
        for (uint32_t i = 0; i < vec_len(e->f->when[k].branch); i++) {
            const WhenBranch *b = &e->f->when[k].branch[i];
            for (uint32_t q = 0; q < vec_len(b->action); q++)
                if (b->action[q].kind == W_ASSERT || b->action[q].kind == W_TERMINATE)
                    return true;
        }
    return false;
}

static void emit_refuse(Emitter *e)
{
    if (!any_input_ranges(e))
        return;
    line(e, "if (any_refused(m))");
    line(e, "    return DTC_RANGE;");
}

/* Before jumps and actions: what the stages add to the states. */
static void emit_stage_calls(Emitter *e)
{
    if (!e->stages)
        return;
    line(e, "dtc_real dx[%u];", vec_len(e->dae->state) + 1);
    line(e, "stages(m, dx);");
}

/* The states move. */
static void emit_move_calls(Emitter *e)
{
    if (e->stages) {
        line(e, has_function(e, "move") ? "move(m, dx);" : "(void)dx;");
        return;
    }
    call(e, "drift");
    call(e, "move");
    if (!has_function(e, "follow_rates")) {
        call(e, "follow");
        return;
    }
    line(e, "{");
    line(e, "    dtc_real rate[%u];", vec_len(e->dae->state) + 1);
    line(e, "    %s c = *m; /* the variables of the sample stay in m */", e->model);
    line(e, "    again(&c);");
    line(e, "    follow_rates(&c, rate);");
    line(e, "    follow(m, rate);");
    line(e, "}");
}

/* Assertions of the initialisation; the status becomes that of what ends the run. */
void emit_first_check(Emitter *e)
{
    if (!e->check_initial)
        return;
    line(e, "{");
    line(e, "    dtc_status asserted = check_initial(m);");
    line(e, "    if (asserted > DTC_TERMINATE)");
    line(e, "        return asserted;");
    line(e, "    if (asserted == DTC_TERMINATE)");
    line(e, "        status = asserted;");
    line(e, "}");
}

static void emit_first_step(Emitter *e)
{
    bool stops = any_stops(e);

    emit_first_relations(e);
    call(e, "held");
    call(e, "structure");
    call(e, "kinematic");
    emit_first_values(e);
    if (e->stages)
        line(e, "m->exact = 0;");
    if (any_pre(e))
        line(e, "m->initial = 1;");
    call(e, "conditions");
    call(e, "remember");
    call(e, "actions");
    call(e, "remember_late");
    if (stops) {
        line(e, "if (m->stop > DTC_TERMINATE)");
        line(e, "    return (dtc_status)m->stop;");
        line(e, "status = (dtc_status)m->stop;");
    }
    emit_first_check(e);
}

void emit_setup(Emitter *e)
{
    if (any_laws(e) && !e->hybrid)
        emit_settle(e);
    if (e->hybrid)
        emit_settle_hybrid(e);
    put(e, "\nstatic dtc_status start_up(%s *m)\n{\n", e->model);
    e->indent = 1;
    line(e, "dtc_status status = DTC_OK;");
    if (e->stages)
        line(e, "int k;");
    line(e, "memset(m, 0, offsetof(%s, fault));", e->model);
    line(e, "memset(&m->count, 0, sizeof m->count);");
    line(e, "m->fault = 0;");
    line(e, "m->stop = DTC_OK;");
    if (vec_len(e->place))
        line(e, "memset(m->shown, 0, sizeof m->shown);");
    if (vec_len(e->warning))
        line(e, "memset(m->warned, 0, sizeof m->warned);");
    if (stale(e))
        line(e, "%s = 1;", stale(e));
    line(e, "m->initial = 1;");
    line(e, "m->time = START;");
    if (has_function(e, "finite_parameters")) {
        line(e, "m->finite = 1;");
        line(e, "finite_parameters(m);");
        line(e, "if (!m->finite)");
        line(e, "    return DTC_INPUT;");
    }
    line(e, "if (!finite_inputs(m))");
    line(e, "    return DTC_INPUT;");
    call(e, "normal_parameters");
    call(e, "starts");
    call(e, "calculate");
    call(e, "normal_calculated");
    if (has_function(e, "finite_calculated")) {
        call(e, "finite_calculated");
        line(e, "if (m->fault != 0)");
        line(e, "    return DTC_INPUT;");
    }
    if (has_function(e, "any_ranges")) {
        call(e, "any_ranges");
        line(e, "if (m->fault != 0)");
        line(e, "    return DTC_RANGE;");
    }
    if (has_function(e, "asserted")) {
        call(e, "asserted");
        line(e, "if (m->fault != 0)");
        line(e, "    return DTC_ASSERT;");
    }
    if (!ranges_wait(e))
        emit_refuse(e);
    call(e, "fixed");
    call(e, "initial");
    if (ranges_wait(e)) {
        line(e, "m->count.singular = 0;");
        call(e, "dependants");
        call(e, "normal_calculated");
        if (has_function(e, "any_late_ranges")) {
            line(e, "if (m->fault == 0) {");
            line(e, "    any_late_ranges(m);");
            line(e, "    if (m->fault != 0)");
            line(e, "        return DTC_RANGE;");
            line(e, "}");
        }
        emit_refuse(e);
        call(e, "fixed");
    }
    call(e, "flush_states");
    call(e, "pivots");
    line(e, "if (m->fault != 0)");
    line(e, "    return m->count.singular ? DTC_SINGULAR : m->count.not_converged ? DTC_NO_SOLUTION : DTC_PIVOT;");
    if (has_function(e, "intervals")) {
        call(e, "intervals");
        line(e, "if (m->fault != 0)");
        line(e, "    return DTC_ASSERT;");
    }
    if (e->hybrid)
        emit_first_hybrid(e);
    else
        emit_first_step(e);
    line(e, "m->initial = 0;");
    call(e, "outputs");
    line(e, "m->finite = 1;");
    call(e, "finite_states");
    line(e, "if (!m->finite)");
    line(e, "    return DTC_RESULT;");
    if (e->exact && vec_len(e->dae->state)) {
        line(e, "maps(m);");
        line(e, "if (m->fault != 0)");
        line(e, "    return DTC_SINGULAR;");
    }
    line(e, "if (m->count.singular)");
    line(e, "    return DTC_SINGULAR;");
    line(e, "if (m->count.not_converged)");
    line(e, "    return DTC_NO_SOLUTION;");
    line(e, "return status;");
    e->indent = 0;
    put(e, "}\n");
}

/* ---- interface --------------------------------------------------------------------------------------------------- */

/* Relations that nothing has decided before. */
static void emit_late_relations(Emitter *e)
{
    if (!e->stages || !has_function(e, "relations"))
        return;
    line(e, "m->again = 0;");
    line(e, "relations(m);");
    line(e, "m->changed |= m->again;");
}

/* Is a matrix factored as the model runs? */
static bool may_be_singular(Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        if ((k->kind == B_LINEAR || k->kind == B_SWITCHED) && block_n(k) > 0 && k->matrix_rate > RATE_INIT)
            return true;
    }
    return false;
}

static void emit_evaluate(Emitter *e)
{
    put(e, "\n/* Outputs of now. */\nstatic dtc_status evaluate(%s *m)\n{\n", e->model);
    e->indent = 1;
    bool singular = may_be_singular(e);
    if (singular)
        line(e, "unsigned singular = m->count.singular;");
    line(e, "if (!finite_inputs(m))");
    line(e, "    return DTC_INPUT;");
    emit_refuse(e);
    emit_exact_shown(e);
    if (e->stages)
        line(e, "m->exact = 1;");
    call(e, "known");
    if (has_function(e, "held")) {
        line(e, "if (m->changed)");
        line(e, "    held(m);");
    }
    call(e, "kinematic");
    emit_late_relations(e);
    if (e->stages && has_function(e, "relations")) {         /* what hangs on them belongs to this sample */
        line(e, "if (m->again) {");
        e->indent++;
        call(e, "held");
        call(e, "kinematic");
        e->indent--;
        line(e, "}");
    }
    if (has_function(e, "structure")) {
        line(e, stale(e) ? "if (transition(m)) {" : "if (transition(m))");
        line(e, "    structure(m);");
        if (stale(e)) {
            line(e, "    %s = 1;", stale(e));
            line(e, "}");
        }
    } else if (stale(e)) {
        line(e, "%s |= transition(m);", stale(e));
    } else {
        line(e, "(void)transition(m);");
    }
    call(e, "equations");
    emit_late_relations(e);
    if (e->stages)
        line(e, "m->exact = 0;");
    if (singular) {
        line(e, "if (m->count.singular != singular)");
        line(e, "    return DTC_SINGULAR;");
    }
    call(e, "outputs");
    line(e, "return check(m);");
    e->indent = 0;
    put(e, "}\n");
}

static void emit_advance_all(Emitter *e)
{
    put(e, "\n/* The state of the next step. */\nstatic dtc_status advance(%s *m)\n{\n", e->model);
    e->indent = 1;
    bool singular = e->stages && !e->rosenbrock && !e->exact &&
                    may_be_singular(e); /* the matrices of these two are not equations of the model */
    if (singular)
        line(e, "unsigned singular = m->count.singular;");
    emit_stage_calls(e);
    line(e, "m->finite = 1;");
    line(e, "m->stop = DTC_OK;");
    call(e, "clear_jumps");
    if (!e->exact)                          /* its stuck elements have no slip at the end of the step */
        call(e, "jump");
    call(e, "conditions");
    call(e, "remember");
    call(e, "actions");
    call(e, "remember_late");
    if (vec_len(e->f->when)) {
        line(e, "if (m->stop == DTC_ASSERT)");
        line(e, "    return DTC_ASSERT;");
    }
    emit_move_calls(e);
    if (singular) {
        line(e, "if (m->count.singular != singular)");
        line(e, "    return DTC_SINGULAR;");
    }
    line(e, "m->steps++;");
    line(e, "m->time = START + (dtc_real)m->steps * STEP%s;", e->exact ? " - m->behind" : "");
    line(e, "return m->finite ? (dtc_status)m->stop : DTC_RESULT;");
    e->indent = 0;
    put(e, "}\n");
}

/* What is read of the last evaluation, before the next one, belongs to the state: operands of guards and of held
 * relations, and slips and bounds that a decision takes from there. */
void state_plan(Emitter *e)
{
    bool *array = NEW_N(&e->d->pass, bool, vec_len(e->f->array) + 1), negated;
    Var *vars = NULL;

    for (uint32_t k = 0; k < vec_len(e->f->automaton); k++)
        for (uint32_t i = 0; i < vec_len(e->f->automaton[k].transition); i++)
            ex_vars(e->d, e->f->automaton[k].transition[i].guard, &vars);
    for (uint32_t k = 0; e->stages && k < vec_len(e->dae->held); k++)
        for (int q = 0; q < 2; q++)
            if (q ? e->dae->held[k].b : e->dae->held[k].a)
                ex_vars(e->d, q ? e->dae->held[k].b : e->dae->held[k].a, &vars);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (!e->sensed[b])
            decision_reads(e, &e->dae->block[b], &vars);
    for (uint32_t i = 0; i < vec_len(vars); i++) {
        Var v = root_of(e->f, vars[i], &negated);
        array[e->f->var[v].array] |= e->storage[v] == ST_VARIABLE;
        if (e->storage[v] == ST_VARIABLE && !e->in_law[v])
            e->storage[v] = ST_STRUCTURE;
    }
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (e->f->var[v].array && array[e->f->var[v].array] && e->storage[v] == ST_VARIABLE && !e->in_law[v])
            e->storage[v] = ST_STRUCTURE;
}

void emit_interface(Emitter *e)
{
    emit_evaluate(e);
    emit_advance_all(e);
    emit_guarded_functions(e);
}
