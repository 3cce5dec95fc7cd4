/* emit_hybrid.c - the flavour for a variable-step run: passes of an event, and the interface of
 * runtime/host/dtc_hybrid.h.
 *
 *     evaluate     kinematic and equations with everything discrete held, again while values of the last evaluation
 * that a loop was cut with change everything   the same, after what depends on discrete variables alone relax
 * everything, until relations agree with what they compare settle       relax, until switching elements keep their
 * places; slips of those that hold are removed by an impulse pass         one pass of an event (Modelica 3.6, 8.6):
 * settle with pre() fixed, and when-clauses, until none fires any more; then pre(v) := v, states are reinitialised,
 * automata make one transition each
 *
 * Requires: emit_held, emit_step, emit_block: the functions that are called here.
 */
#include <string.h>
#include "emit.h"
#include "emit_step.h"
#include "held.h"
#include "range.h"
#include "setup.h"
#include "sort.h"

enum { ROUNDS = 99 };                      /* odd: a cycle of two shows both its values */

static void begin(Emitter *e, const char *what, const char *head)
{
    put(e, "\n/* %s */\nstatic %s(%s *m)\n{\n", what, head, e->model);
    e->indent = 1;
}

static void end(Emitter *e)
{
    e->indent = 0;
    put(e, "}\n");
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */

/* Values of the last evaluation become those of the present one; again: they were not the same. */
static void emit_repeat(Emitter *e)
{
    chunk_begin(e, "repeat");
    for (Var v = 1; v < vec_len(e->f->var); v++) {
        const char *last = e->last_name[v], *now = e->member[v];
        if (!last)
            continue;
        chunk_room(e);
        if (e->f->var[v].type == T_REAL)
            line(e, "dtc_again(&m->%s, m->%s, &m->again);", last, now);
        else
            line(e, "dtc_hold(&m->%s, m->%s, &m->again);", last, now);
        e->statements++;
    }
    chunk_end(e);
}

static void emit_evaluate(Emitter *e)
{
    emit_repeat(e);
    begin(e, "Everything discrete is held.", "dtc_status evaluate");
    line(e, "dtc_status status = DTC_OK;");
    line(e, "int k = 0;");
    line(e, "do {");
    e->indent++;
    line(e, "m->again = 0;");
    call(e, "kinematic");
    call(e, "equations");
    call(e, "repeat");
    line(e, "k++;");
    e->indent--;
    line(e, "} while (m->again && k < (m->again & 1 ? %d : %d));", ROUNDS, ROUNDS / 2);
    line(e, "if (m->count.singular)");
    line(e, "    status = DTC_SINGULAR;");
    line(e, "else if ((m->again & 1) || m->count.not_converged)");
    line(e, "    status = DTC_RESULT;");
    line(e, "m->again = 0;");
    line(e, "m->count.singular = m->count.not_converged = 0;");
    line(e, "return status;");
    end(e);
    begin(e, "The same, with what depends on discrete variables alone.", "dtc_status everything");
    call(e, "known");
    call(e, "held");
    call(e, "structure");
    line(e, "return evaluate(m);");
    end(e);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void emit_relax(Emitter *e)
{
    begin(e, "Relations by exact comparison.", "dtc_status relax");
    if (!has_function(e, "relations")) {
        line(e, "return everything(m);");
        end(e);
        return;
    }
    line(e, "dtc_status status;");
    line(e, "int k = 0;");
    line(e, "do {");
    line(e, "    status = everything(m);");
    line(e, "    relations(m);");
    line(e, "    m->changed |= m->again;");
    line(e, "    k++;");
    line(e, "} while (m->again && k < %d);", ROUNDS);
    line(e, "return status;");
    end(e);
}

static void emit_settle(Emitter *e)
{
    static const char *const law[] = { "{",
                                       "    dtc_law law = DTC_LAW_VIEW(@, &m->law_#);",
                                       "    if (dtc_law_event(&law)) {",
                                       "        dtc_law_factor(&law);",
                                       "        show_#(m);",
                                       "        again = 1;",
                                       "    }",
                                       "}" };

    begin(e, "Places of the switching elements at this instant; slips of those that hold become zero.",
          "dtc_status settle");
    if (!any_laws(e)) {
        line(e, "return relax(m);");
        end(e);
        return;
    }
    line(e, "dtc_status status;");
    line(e, "int k = 0, again;");
    line(e, "do {");
    e->indent++;
    line(e, "again = 0;");
    line(e, "status = relax(m);");
    each_law(e, law, sizeof law / sizeof *law);
    line(e, "if (again)");
    line(e, "    correct(m);");
    line(e, "m->changed |= again;");
    line(e, "k++;");
    e->indent--;
    line(e, "} while (again && k < %d);", ROUNDS);
    line(e, "return status;");
    end(e);
}

static void emit_pass(Emitter *e)
{
    bool whens = has_function(e, "conditions");

    put(e,
        "\n/* One pass of an event, with m->changed: something has. */\nstatic dtc_status pass(%s *m, int number)\n{\n",
        e->model);
    e->indent = 1;
    line(e, "dtc_status status = DTC_OK;");
    line(e, "int k;");
    line(e, "m->exact = 1;");
    line(e, "m->stop = DTC_OK;");
    if (has_function(e, "tick")) {
        line(e, "if (number == 0 && !m->initial)");
        line(e, "    tick(m);");
    } else {
        line(e, "(void)number;");
    }
    for (uint32_t k = 0; whens && k < vec_len(e->f->when); k++)
        line(e, "m->fire_%u = 0;", k);
    line(e, whens ? "for (k = 0; k < %d; k++) {" : "for (k = 0; k < 1; k++) {", ROUNDS);
    e->indent++;
    line(e, "status = settle(m);");
    if (whens) {
        line(e, "m->again = 0;");
        line(e, "conditions(m);");
        line(e, "if (!m->again)");
        line(e, "    break;");
        call(e, "actions");
    }
    e->indent--;
    line(e, "}");
    line(e, "m->changed |= transition(m);");
    call(e, "tock");
    line(e, "m->exact = 0;");
    line(e, "if (status != DTC_OK)");
    line(e, "    return status;");
    line(e, "m->finite = 1;");
    call(e, "finite_states");
    line(e, "return m->finite ? (dtc_status)m->stop : DTC_RESULT;");
    end(e);
}

static void emit_passes(Emitter *e)
{
    uint32_t k = message_add(e, "the events at the start do not come to an end");

    begin(e, "Passes at the start.", "dtc_status passes");
    line(e, "dtc_status end = DTC_OK;");
    line(e, "int k;");
    call(e, "left");
    line(e, "for (k = 0; k <= %d; k++) {", ROUNDS);
    line(e, "    dtc_status status;");
    line(e, "    m->changed = 0;");
    line(e, "    status = pass(m, k);");
    line(e, "    if (status > DTC_TERMINATE)");
    line(e, "        return status;");
    line(e, "    if (status == DTC_TERMINATE)");
    line(e, "        end = status;");
    line(e, "    if (!m->changed)");
    line(e, "        return end;");
    line(e, "}");
    line(e, "m->fault = %u;", k);
    line(e, "return DTC_NO_SOLUTION;");
    end(e);
}

void emit_settle_hybrid(Emitter *e)
{
    emit_evaluate(e);
    emit_relax(e);
    emit_settle(e);
    emit_pass(e);
    emit_passes(e);
}

/* initial() holds in the first passes; then samples at the start are due. */
void emit_first_hybrid(Emitter *e)
{
    static const char *const start[] = { "status = start_#(m);", "if (status != DTC_OK)", "    return status;" };

    line(e, "m->exact = 1;");
    line(e, "(void)relax(m);");
    each_law(e, start, sizeof start / sizeof *start);
    call(e, "first_tick");
    line(e, "status = passes(m);");
    line(e, "if (status > DTC_TERMINATE)");
    line(e, "    return status;");
    emit_first_check(e);
    line(e, "m->initial = 0;");
    line(e, "{");
    line(e, "    dtc_status later = passes(m);");
    line(e, "    if (later > DTC_TERMINATE)");
    line(e, "        return later;");
    line(e, "    if (later == DTC_TERMINATE)");
    line(e, "        status = later;");
    line(e, "}");
}

/* ---- the interface ----------------------------------------------------------------------------------------------- */

static void emit_state_tables(Emitter *e)
{
    Dtc *d = e->d;
    uint32_t n = vec_len(e->dae->state);
    double *nominal = nominal_values(d, e->f);

    put(e, "\n/* Where states and their rates are, and with which sign. */\n");
    put(e, "static const struct { size_t at, rate; double sign; } where[] = {\n");
    for (uint32_t i = 0; i < n; i++) {
        Var x = e->dae->state[i];
        bool negated;
        Var rate = root_of(e->f, e->f->var[x].der, &negated);
        put(e, "    { offsetof(%s, %s), offsetof(%s, %s), %s },\n", e->model, e->member[x], e->model, e->member[rate],
            negated ? "-1.0" : "1.0");
    }
    put(e, n ? "};\n" : "    { 0, 0, 1.0 }\n};\n");
    put(e, "\nstatic const dtc_hybrid_state states[] = {\n");
    for (uint32_t i = 0; i < n; i++) {
        Var x = e->dae->state[i];
        put(e, "    { %s, %.17g },\n", c_string(d, e->f->var[x].name), nominal[x] > 0 ? nominal[x] : 1);
    }
    put(e, n ? "};\n" : "    { \"\", 1.0 }\n};\n");
}

static void trace(Emitter *e, Var v, Eq eq, const char *otherwise, uint32_t *n)
{
    Var r = root_of(e->f, v, &(bool){ false });
    const Equation *q = eq && eq < vec_len(e->f->eq) ? &e->f->eq[eq] : NULL;

    if (e->f->var[r].type != T_REAL || !e->member[r])
        return;
    const char *text = q && q->lhs ? textf(e->d, "%s = %s", ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs)) : otherwise;
    put(e, "    { %s, offsetof(%s, %s), %s },\n", c_string(e->d, e->f->var[v].name), e->model, e->member[r],
        c_string(e->d, comment_text(e->d, text)));
    ++*n;
}

static uint32_t emit_traces(Emitter *e)
{
    uint32_t n = 0;

    put(e, "\nstatic const dtc_hybrid_trace traces[] = {\n");
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; i < vec_len(k->inner); i++)
            trace(e, k->inner[i].v, k->inner[i].eq, "", &n);
        for (uint32_t i = 0; i < block_n(k); i++)
            trace(e, k->tear[i], k->res_eq[i], "", &n);
        for (uint32_t i = 0; i < block_m(k); i++)
            trace(e, e->f->sw[k->sw[i]].lambda, 0, internf(e->d, "the switching law of %s", e->f->sw[k->sw[i]].name),
                  &n);
    }
    if (n == 0)
        put(e, "    { \"\", 0, \"\" }\n");
    put(e, "};\n");
    return n;
}

static const char *const interface[] = {
    "/* A status below DTC_ASSERT has no message. */",
    "static dtc_status any_said(#m, dtc_status status)",
    "{",
    "    if (status < DTC_ASSERT && status > DTC_TERMINATE)",
    "        m->fault = 0;",
    "    return status;",
    "}",
    "",
    "static void any_get(const void *p, double *x)",
    "{",
    "    int i;",
    "    for (i = 0; i < @; i++)",
    "        x[i] = *(const dtc_real *)(const void *)((const char *)p + where[i].at);",
    "    (void)p, (void)x;",
    "}",
    "",
    "static void any_set(void *p, double t, const double *x)",
    "{",
    "    int i;",
    "    ((#)p)->time = (dtc_real)t;",
    "    for (i = 0; i < @; i++)",
    "        *(dtc_real *)(void *)((char *)p + where[i].at) = (dtc_real)x[i];",
    "    (void)x;",
    "}",
    "",
    "static dtc_status any_derivatives(void *p, double *dx)",
    "{",
    "    #m = (#)p;",
    "    dtc_status status;",
    "    int i;",
    "    m->exact = 0;",
    "    if (!finite_inputs(m))",
    "        return any_said(m, DTC_INPUT);",
    "~   if (any_refused(m))",
    "~       return DTC_RANGE;",
    "    status = evaluate(m);",
    "    if (status != DTC_OK)",
    "        return any_said(m, status);",
    "    for (i = 0; i < @; i++) {",
    "        dx[i] = where[i].sign * *(const dtc_real *)(const void *)((const char *)p + where[i].rate);",
    "        if (!(dx[i] - dx[i] == 0.0))",
    "            return any_said(m, DTC_RESULT);",
    "    }",
    "    (void)dx;",
    "    return DTC_OK;",
    "}",
    "",
    "static void any_guards(void *p, double *g)",
    "{",
    "$   guards((#)p, g);",
    "    (void)p, (void)g;",
    "}",
    "",
    "static void any_ranks(void *p, double *r)",
    "{",
    "^   ranks((#)p, r);",
    "    (void)p, (void)r;",
    "}",
    "",
    "static dtc_status any_check(void *p)",
    "{",
    "    dtc_status status = check((#)p);",
    "    return any_said((#)p, status == DTC_OK ? blocked((#)p) : status);",
    "}",
    "",
    "static void any_leave(void *p)",
    "{",
    "&   left((#)p);",
    "    (void)p;",
    "}",
    "",
    "static dtc_status any_event(void *p, int number, int *changed)",
    "{",
    "    #m = (#)p;",
    "    dtc_status status;",
    "    m->changed = 0;",
    "    status = pass(m, number);",
    "    *changed = m->changed;",
    "    return any_said(m, status);",
    "}",
    "",
    "static double any_next(const void *p)",
    "{",
    "    double next = INFINITY;",
    "%   instants((const #)p, &next);",
    "    (void)p;",
    "    return next;",
    "}",
};

static bool is_there(Emitter *e, char mark)
{
    return mark == '^' ? has_function(e, "ranks") :
           mark == '$' ? has_function(e, "guards") :
           mark == '%' ? has_function(e, "instants") :
           mark == '&' ? has_function(e, "left") :
           mark == '~' ? any_input_ranges(e) :
                         true;
}

/* @ is the number of states, # a pointer to the model; lines that begin with $, %, & and ^ are there if there are
 * guards, instants, values of before an event, ranks. */
static void emit_interface_text(Emitter *e)
{
    for (size_t i = 0; i < sizeof interface / sizeof *interface; i++) {
        const char *p = interface[i];
        if (!is_there(e, *p))
            continue;
        for (const char *first = p; *p; p++) {
            if (*p == '@')
                put(e, "%u", vec_len(e->dae->state));
            else if (*p == '#')
                put(e, "%s *", e->model);
            else
                put(e, "%c", p == first && strchr("$%&^~", *p) ? ' ' : *p);
        }
        put(e, "\n");
    }
}

/* A slip that an infinite bound forbids: something prescribes a motion that the element cannot make. */
static void emit_blocked(Emitter *e)
{
    put(e, "\nstatic dtc_status blocked(%s *m)\n{\n", e->model);
    e->indent = 1;
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        uint32_t first = vec_len(e->message);
        if (k->kind != B_SWITCHED)
            continue;
        for (uint32_t i = 0; i < block_m(k); i++)
            message_add(e, internf(e->d, "switching element %s: what drives it moves it in a direction that it blocks",
                                   e->f->sw[k->sw[i]].name));
        line(e, "{");
        line(e, "    dtc_law law = DTC_LAW_VIEW(%u, &m->law_%u);", block_m(k), b);
        line(e, "    int wrong = dtc_law_blocked(&law);");
        line(e, "    if (wrong) {");
        line(e, "        m->fault = %u + wrong;", first - 1);
        line(e, "        return DTC_SLIP;");
        line(e, "    }");
        line(e, "}");
    }
    line(e, "(void)m;");
    line(e, "return DTC_OK;");
    e->indent = 0;
    put(e, "}\n");
}

void emit_hybrid(Emitter *e)
{
    emit_blocked(e);
    emit_init_and_setup(e);
}

static void emit_guard_texts(Emitter *e)
{
    put(e, "\nstatic const dtc_hybrid_guard guard_texts[] = {\n");
    for (uint32_t k = 0; k < vec_len(e->dae->held); k++)
        if (has_guard(e, &e->dae->held[k]))
            put(e, "    { %s, %s },\n", c_string(e->d, e->dae->held[k].text), c_string(e->d, e->dae->held[k].path));
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++) {
            const Switch *w = &e->f->sw[e->dae->block[b].sw[i]];
            put(e, "    { %s, %s },\n", c_string(e->d, internf(e->d, "place of %s", w->name)), c_string(e->d, w->path));
        }
    if (e->guards == 0)
        put(e, "    { \"\", \"\" }\n");
    put(e, "};\n");
}

static void emit_rank_texts(Emitter *e)
{
    put(e, "\nstatic const char *const rank_texts[] = {\n");
    for (uint32_t i = 0; i < vec_len(e->rank); i++)
        put(e, "    %s,\n", c_string(e->d, comment_text(e->d, e->rank[i])));
    put(e, vec_len(e->rank) ? "};\n" : "    \"\"\n};\n");
}

void emit_hybrid_descriptor(Emitter *e)
{
    uint32_t guards = e->guards, ranks = vec_len(e->rank), traces;

    emit_guard_texts(e);
    emit_rank_texts(e);
    emit_state_tables(e);
    traces = emit_traces(e);
    emit_tangent(e);
    put(e, "\n");
    emit_interface_text(e);
    put(e, "\nconst dtc_hybrid %s_hybrid = {\n", e->model);
    put(e, "    &%s_info, %u, %u, %u,\n", e->model, vec_len(e->dae->state), guards, traces);
    put(e, "    states, guard_texts, traces, %s,\n", tangent_exists(e) ? "any_column, any_row" : "NULL, NULL");
    put(e,
        "    any_setup, any_get, any_set, any_derivatives, any_guards, %s, any_check, any_leave, any_event, "
        "any_next,\n    %u, rank_texts, any_ranks\n};\n",
        tangent_exists(e) ? "any_jacobian" : "NULL", ranks);
}
