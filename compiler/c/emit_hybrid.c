/* emit_hybrid.c - the descriptor of a model for a variable-step run: where its states are, texts of guards, ranks and
 * traces, and the interface of runtime/host/dtc_hybrid.h.
 *
 * Requires: the table of functions. Cost: linear.
 */
#include <string.h>
#include "emit.h"
#include "flow.h"
#include "builders.h"
#include "tangent.h"
#include "rows.h"
#include "sort.h"

/* ---- tables -------------------------------------------------------------------------------------------- */

/* Gives the number of groups. */
static uint32_t emit_states(Printer *pr)
{
    const Emitter *e = pr->e;
    Dtc *d = e->d;
    uint32_t n = vec_len(e->dae->state);
    double *nominal = nominal_values(d, e->f);
    RowItem *list = NEW_N(&d->pass, RowItem, n);

    for (uint32_t i = 0; i < n; i++) {
        Var x = e->dae->state[i];
        list[i] = (RowItem){ .text = { e->f->var[x].name } };
        list[i].fixed[0] = internf(d, "%.17g", nominal[x] > 0 ? nominal[x] : 1);
    }
    Rows rows = rows_of(d, list, n);
    put(pr, "\nstatic const dtc_hybrid_state any_states[] = {\n");
    for (uint32_t i = 0; i < vec_len(rows.row); i++)
        put(pr, "    { %s, %s },\n", c_string(d, rows.row[i].text[0]), rows.row[i].item->fixed[0]);
    put(pr, n ? "};\n\n" : "    { \"\", 1.0 }\n};\n\n");
    emit_groups(pr, "any_state_groups", &rows);
    return vec_len(rows.group);
}

static uint32_t emit_state_tables(Printer *pr)
{
    const Names *name = pr->name;
    const Emitter *e = pr->e;
    uint32_t n = vec_len(e->dae->state);

    put(pr, "\n/* Where states and their rates are, and with which sign. */\n");
    put(pr, "static const dtc_where any_where[] = {\n");
    for (uint32_t i = 0; i < n; i++) {
        Var x = e->dae->state[i];
        bool negated;
        Var rate = root_of(e->f, e->f->var[x].der, &negated);
        put(pr, "    { offsetof(%s, %s), offsetof(%s, %s), %s },\n", name->model, name->of[AT_variable][x],
            name->model, name->of[AT_variable][rate], negated ? "-1.0" : "1.0");
    }
    put(pr, n ? "};\n" : "    { 0, 0, 1.0 }\n};\n");
    return emit_states(pr);
}

static void add_trace(const Printer *pr, RowItem **list, Var v, Eq eq, const char *otherwise)
{
    const Emitter *e = pr->e;
    Var r = root(e->of, v);
    const Equation *q = eq && eq < vec_len(e->f->eq) ? &e->f->eq[eq] : NULL;

    if (e->f->var[r].type != T_REAL || !pr->name->of[AT_variable][r])
        return;
    const char *text =
        q && q->lhs ? textf(e->d, "%s = %s", ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs)) : otherwise;
    RowItem item = { .text = { e->f->var[v].name, comment_text(e->d, text) } };
    row_place(&item, pr->name->of[AT_variable][r], home_of(e, OP_VAR, r));
    vec_push(&e->d->pass, *list, item);
}

static RowItem *traces_of(const Printer *pr)
{
    const Emitter *e = pr->e;
    RowItem *list = NULL;

    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        for (uint32_t i = 0; i < vec_len(k->inner); i++)
            add_trace(pr, &list, k->inner[i].v, k->inner[i].eq, "");
        for (uint32_t i = 0; i < block_n(k); i++)
            add_trace(pr, &list, k->tear[i], k->res_eq[i], "");
        for (uint32_t i = 0; i < block_m(k); i++)
            add_trace(pr, &list, e->f->sw[k->sw[i]].lambda, 0,
                      internf(e->d, "the switching law of %s", e->f->sw[k->sw[i]].name));
    }
    return list;
}

/* How many; *groups: of them. */
static uint32_t emit_traces(Printer *pr, uint32_t *groups)
{
    const Emitter *e = pr->e;
    RowItem *list = traces_of(pr);
    Rows rows = rows_of(e->d, list, vec_len(list));

    put(pr, "\nstatic const dtc_hybrid_trace any_traces[] = {\n");
    for (uint32_t i = 0; i < vec_len(rows.row); i++) {
        const Row *r = &rows.row[i];
        put(pr, "    { %s, ", c_string(e->d, r->text[0]));
        put_offset(pr, r->item->member);
        put(pr, ", %s, ", c_string(e->d, r->text[1]));
        put_stride(pr, r, "dtc_real");
        put(pr, " },\n");
    }
    put(pr, rows.row ? "};\n\n" : "    { \"\", 0, \"\", 0 }\n};\n\n");
    emit_groups(pr, "any_trace_groups", &rows);
    *groups = vec_len(rows.group);
    return vec_len(list);
}

static void emit_guard_texts(Printer *pr)
{
    const Emitter *e = pr->e;

    put(pr, "\nstatic const dtc_hybrid_guard any_guard_texts[] = {\n");
    for (uint32_t k = 0; k < vec_len(e->dae->held); k++)
        if (has_guard(e, &e->dae->held[k]))
            put(pr, "    { %s, %s, 0 },\n", c_string(e->d, e->dae->held[k].text),
                c_string(e->d, e->dae->held[k].path));
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        for (uint32_t i = 0; i < block_m(&e->dae->block[b]); i++) {
            const Switch *w = &e->f->sw[e->dae->block[b].sw[i]];
            put(pr, "    { %s, %s, %d },\n", c_string(e->d, internf(e->d, "place of %s", w->name)),
                c_string(e->d, w->path), w->gap != 0);
        }
    if (e->program->guards == 0)
        put(pr, "    { \"\", \"\", 0 }\n");
    put(pr, "};\n");
}

static void emit_rank_texts(Printer *pr)
{
    const Emitter *e = pr->e;

    put(pr, "\nstatic const char *const any_rank_texts[] = {\n");
    for (uint32_t i = 0; i < vec_len(e->program->rank); i++)
        put(pr, "    %s,\n", c_string(e->d, comment_text(e->d, e->program->rank[i])));
    put(pr, vec_len(e->program->rank) ? "};\n" : "    \"\"\n};\n");
}

/* ---- the interface ------------------------------------------------------------------------------------- */

/* # is the number of states. The last is there if there is a Jacobian. */
static const char *const interface[] = {
    "static void any_get(const void *m, double *any_x) { dtc_get_states(#, any_where, m, any_x); }",
    "static void any_set(void *m, double t, const double *any_x) { dtc_set_states(&any_functions, #, any_where, m, t, "
    "any_x); }",
    "static dtc_status any_derivatives(void *m, double *any_x) { return dtc_get_rates(&any_functions, #, any_where, m, "
    "any_x); }",
    "static dtc_status any_check(void *m) { return dtc_check_state(&any_functions, m); }",
    "static dtc_status any_event(void *m, int any_number, int *any_changed)",
    "{",
    "    return dtc_do_event(&any_functions, m, any_number, any_changed);",
    "}",
    "static double any_next(const void *m) { return dtc_next_instant(&any_functions, m); }",
    "static void any_jacobian(void *m, double *any_x) { dtc_get_jacobian(&any_functions, m, any_x); }",
};

static void emit_interface(Printer *pr)
{
    const Emitter *e = pr->e;

    put(pr, "\n");
    for (size_t i = 0; i < sizeof interface / sizeof *interface - !tangent_exists(e->tangent); i++) {
        for (const char *p = interface[i]; *p; p++)
            put(pr, *p == '#' ? "%u" : "%c", *p == '#' ? vec_len(e->dae->state) : (uint32_t)*p);
        put(pr, "\n");
    }
    if (any_laws(e))
        put(pr,
            "static void any_project(void *m, double *any_x) { dtc_project(&any_functions, %u, any_where, m, "
            "any_x); }\n",
            vec_len(e->dae->state));
    if (vec_len(e->loops->loose))
        put(pr, "static int any_restless(void *m, int k) { return dtc_restless_message(&any_functions, m, "
                "k); }\n");
}

void emit_hybrid_descriptor(Printer *pr)
{
    const Emitter *e = pr->e;
    uint32_t state_groups, trace_groups, traces;

    emit_guard_texts(pr);
    emit_rank_texts(pr);
    state_groups = emit_state_tables(pr);
    traces = emit_traces(pr, &trace_groups);
    emit_interface(pr);
    put(pr, "\nconst dtc_hybrid %s_hybrid = {\n", pr->name->model);
    put(pr, "    &%s_info, %u, %u, %u,\n", pr->name->model, vec_len(e->dae->state), e->program->guards,
        traces);
    put(pr,
        "    any_states, any_guard_texts, any_traces,\n    %u, %u, any_state_groups, any_trace_groups, %s,\n",
        state_groups, trace_groups, tangent_exists(e->tangent) ? "any_column, any_row" : "NULL, NULL");
    put(pr, "    any_setup, any_get, any_set, any_derivatives, %s, %s, any_check, %s, any_event, any_next,\n",
        name_of(pr, FN_guards, 0), tangent_exists(e->tangent) ? "any_jacobian" : "NULL",
        name_of(pr, FN_left, 0));
    put(pr, "    %u, any_rank_texts, %s, %s, %s, %s\n};\n", vec_len(e->program->rank),
        name_of(pr, FN_ranks, 0), vec_len(e->loops->loose) ? "any_restless" : "NULL",
        any_laws(e) ? name_of(pr, FN_drifts, 0) : "NULL", any_laws(e) ? "any_project" : "NULL");
}
