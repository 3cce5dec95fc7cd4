/* emit_guard.c - the functions that users call: they leave nothing behind where something is wrong.
 *
 * A step that fails puts back the part of the struct that is the state. What it returned is kept in m->stop, so that an
 * advance after an evaluation that failed fails likewise. A status without a message leaves none of an earlier failure
 * in m->fault.
 *
 * Requires: start_up, evaluate and advance are emitted (emit_setup.c), and members decided. Cost: linear in the
 * switching laws.
 */
#include "emit.h"
#include "emit_step.h"

/* Of a law each step saves what comes before P, or all, where slips and bounds of the last evaluation are read. */
static bool saves_law_whole(const Emitter *e, uint32_t b) { return !e->sensed[b]; }

/* A law whose matrices are those of setup: it is put back by itself. */
static bool is_apart(const Emitter *e, uint32_t b) { return made_by_setup(e, b) && block_m(&e->dae->block[b]) > 0; }

/* The first member that a failed step need not put back. */
static const char *end_of_saved(Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (made_by_setup(e, b) && block_n(&e->dae->block[b]) + block_m(&e->dae->block[b]) > 0)
            return internf(e->d, block_n(&e->dae->block[b]) > 0 ? "block_%u" : "law_%u", b);
    return "fault";
}

/* What a step that fails puts back: the state; of laws whose matrices are those of setup what an evaluation changes,
 * and what decisions do, if there was one. */
static void emit_rollback(Emitter *e)
{
    const char *end = end_of_saved(e);

    put(e, "\ntypedef struct {\n    unsigned char state[offsetof(%s, %s)];\n", e->model, end);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (is_apart(e, b)) {
            if (saves_law_whole(e, b))
                put(e, "    unsigned char law_%u[sizeof ((%s *)0)->law_%u];\n", b, e->model, b);
            else
                put(e, "    unsigned char law_%u[offsetof(%s, law_%u.P) - offsetof(%s, law_%u)];\n", b, e->model, b,
                    e->model, b);
        }
    put(e,
        "} any_saved;\n\nstatic void any_save(const %s *m, any_saved *saved)\n{\n    memcpy(saved->state, m, sizeof "
        "saved->state);\n",
        e->model);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (is_apart(e, b))
            put(e, "    memcpy(saved->law_%u, &m->law_%u, sizeof saved->law_%u);\n", b, b, b);
    put(e,
        "}\n\nstatic void any_restore(%s *m, const any_saved *saved)\n{\n    memcpy(m, saved->state, sizeof "
        "saved->state);\n",
        e->model);
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (is_apart(e, b))
            put(e,
                "    memcpy(&m->law_%u, saved->law_%u, sizeof saved->law_%u);\n    if (m->before_%u.is_kept)\n"
                "        memcpy((unsigned char *)m + offsetof(%s, law_%u.P), (unsigned char *)m + offsetof(%s, "
                "before_%u.P),\n"
                "               offsetof(%s, law_%u.s) - offsetof(%s, law_%u.P));\n",
                b, b, b, b, e->model, b, e->model, b, e->model, b, e->model, b);
    if (stale(e))                           /* what the failed step made of another structure */
        put(e, "    %s = 1;\n", stale(e));
    put(e, "}\n");
}

/* What decisions change is kept from the first of a step to its end. */
static void emit_forget(Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (is_apart(e, b))
            line(e, "m->before_%u.is_kept = 0;", b);
}

/* `first`, where it is not empty, comes before anything is saved. */
static void emit_guarded(Emitter *e, const char *name, const char *first, const char *body)
{
    put(e, "\ndtc_status %s_%s(%s *m)\n{\n", e->model, name, e->model);
    e->indent = 1;
    line(e, "any_saved saved;");
    line(e, "dtc_status status;");
    put(e, "\n%s", first);
    line(e, "any_save(m, &saved);");
    put(e, "%s", body);
    line(e, "if (status > DTC_TERMINATE) {");
    line(e, "    any_restore(m, &saved);");
    line(e, "    m->stop = (int)status;");
    line(e, "    if (status <= DTC_RESULT)");
    line(e, "        m->fault = 0;");
    line(e, "}");
    emit_forget(e);
    line(e, "return status;");
    e->indent = 0;
    put(e, "}\n");
}

void emit_init_and_setup(Emitter *e)
{
    put(e, "\nvoid %s_init(%s *m)\n{\n    memset(m, 0, sizeof *m);\n%s}\n", e->model, e->model,
        has_function(e, "defaults") ? "    defaults(m);\n" : "");
    put(e, "\ndtc_status %s_setup(%s *m)\n{\n    dtc_status status = start_up(m);\n", e->model, e->model);
    e->indent = 1;
    if (!e->hybrid)
        emit_forget(e);
    line(e, "if (status == DTC_RESULT)");
    line(e, "    m->fault = 0;");
    line(e, "return status;");
    e->indent = 0;
    put(e, "}\n");
}

void emit_guarded_functions(Emitter *e)
{
    emit_init_and_setup(e);
    emit_rollback(e);
    emit_guarded(e, "evaluate", "    m->stop = DTC_OK;\n", "    status = evaluate(m);\n");
    emit_guarded(e, "advance",
                 "    if (m->stop > DTC_TERMINATE) /* the evaluation failed */\n        return (dtc_status)m->stop;\n",
                 "    status = advance(m);\n");
    emit_guarded(e, "step", "",
                 "    status = evaluate(m);\n"
                 "    if (status <= DTC_TERMINATE) {\n"
                 "        dtc_status after = advance(m);\n"
                 "        if (after > DTC_OK)\n"
                 "            status = after;\n"
                 "    }\n");
}
