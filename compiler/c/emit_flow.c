/* emit_flow.c - the constant table of a model's functions, with which the control flow of runtime/dtc_step.h and
 * runtime/host/dtc_hybrid_step.h runs it, and the functions that users call.
 *
 * A step that fails puts back the part of the struct that is the state (save, restore): what an evaluation changes, and
 * of laws whose matrices are those of setup what decisions do, if there was one.
 *
 * Requires: all functions are written, and members decided. Cost: linear in the switching laws.
 */
#include <string.h>
#include "blocks.h"
#include "dtc_functions.h"
#include "dtc_law.h"
#include "emit.h"
#include "flow.h"
#include "exact.h"
#include "builders.h"


/* ---- what a failed step puts back ---------------------------------------------------------------------- */

/* The flag of matrices that are made again when the structure has changed; NULL: there are none */
static const char *stale(const Emitter *e)
{
    return e->rosenbrock ? "m->rosenbrock.stale" : e->exact ? "m->stale" : NULL;
}

static bool is_apart(const LaidMember *m) { return m->saving >= SAVED_APART; }

static void emit_saved(Printer *pr)
{
    const char *model = pr->name->model;
    const Emitter *e = pr->e;
    const Layout *l = e->layout;

    put(pr, "\ntypedef struct {\n    unsigned char state[offsetof(%s, %s) - offsetof(%s, %s)];\n", model,
        name_of_laid(pr, first_unsaved(l)), model, name_of_laid(pr, first_saved(l)));
    for (uint32_t i = 0; i < vec_len(l->member); i++) {
        const char *name = pr->name->member[i];
        if (l->member[i].saving == SAVED_APART)
            put(pr, "    unsigned char %s[sizeof ((%s *)0)->%s];\n", name, model, name);
        else if (is_apart(&l->member[i]))
            put(pr, "    unsigned char %s[offsetof(%s, %s.P) - offsetof(%s, %s)];\n", name, model, name,
                model, name);
    }
    put(pr,
        "} any_saved;\ntypedef char any_saved_fits[sizeof(any_saved) <= sizeof ((%s *)0)->committed ? 1 : "
        "-1];\n",
        model);
}

/* any_save, or back: any_restore. */
static void emit_copy(Printer *pr, bool back)
{
    const char *model = pr->name->model, *in = back ? "const " : "", *out = back ? "" : "const ",
               *first = name_of_laid(pr, first_saved(pr->e->layout));
    const Layout *l = pr->e->layout;

    put(pr, "\nstatic void any_%s(%svoid *any, %svoid *any_%s)\n{\n", back ? "restore" : "save", out, in,
        back ? "in" : "out");
    pr->indent = 1;
    line(pr, "%s%s *m = (%s%s *)any;", out, model, out, model);
    line(pr, "%sany_saved *any_to = (%sany_saved *)any_%s;", in, in, back ? "in" : "out");
    if (back)
        line(pr, "memcpy((char *)m + offsetof(%s, %s), any_to->state, sizeof any_to->state);", model, first);
    else
        line(pr, "memcpy(any_to->state, (const char *)m + offsetof(%s, %s), sizeof any_to->state);", model,
             first);
    for (uint32_t i = 0; i < vec_len(l->member); i++) {
        const char *name = pr->name->member[i];
        const uint32_t law = l->member[i].of_role;
        if (!is_apart(&l->member[i]))
            continue;
        line(pr,
             back ? "memcpy(&m->%s, any_to->%s, sizeof any_to->%s);"
                  : "memcpy(any_to->%s, &m->%s, sizeof any_to->%s);",
             name, name, name);
        if (!back)
            continue;
        line(pr, "if (m->before_%u.is_kept)", law);
        line(pr, "    DTC_LAW_PUT_BACK(&m->%s, &m->before_%u);", name, law);
    }
    if (back && stale(pr->e)) /* what the failed step made of another structure */
        line(pr, "%s = 1;", stale(pr->e));
    pr->indent = 0;
    put(pr, "}\n");
}

/* ---- the table ----------------------------------------------------------------------------------------- */

/* Functions that are no statements. */
static bool is_text(const Emitter *e, FunctionRole role)
{
    return (!has_events(e->of) && (role == FN_save || role == FN_restore)) || role == FN_not_finite;
}

/* The name in the table: of what is called in a step of this method, and is there. */
static const char *in_table(const Printer *pr, FunctionRole role, const char *name)
{
    const Emitter *e = pr->e;

    if (is_text(e, role))
        return internf(e->d, "any_%s", name);
    if (e->exact && role == FN_jump)
        role = FN_work; /* its stuck elements have no slip after the step: the account's alone */
    return !has_function(e->program, role) ? "NULL" : name_of(pr, role, 0);
}

static void emit_control(Printer *pr)
{
    const Emitter *e = pr->e;
    bool events = holds_relations(e->of);

    put(pr, "\nstatic dtc_control any_control(void *p)\n{\n");
    pr->indent = 1;
    line(pr, "%s *m = (%s *)p;", pr->name->model, pr->name->model);
    line(pr, "const dtc_control c = { &m->steps, &m->time, &m->changed, &m->fault, &m->initial, &m->finite, "
             "&m->stop,");
    line(pr, "                        &m->ready, %s, %s%s, %s, &m->count, STEP, START, %s, %s, %s };",
         events ? "&m->exact, &m->again" : "NULL, NULL", stale(e) ? "&" : "", stale(e) ? stale(e) : "NULL",
         e->exact ? "&m->behind" : "NULL", vec_len(e->loops->loose) ? "m->pinned" : "NULL",
         e->exact && exact_adjusts(e) ? "&m->cuts, &m->cut" : "NULL, NULL",
         never_quiet(e) ? "NULL" : "&m->backoff");
    line(pr, "return c;");
    pr->indent = 0;
    put(pr, "}\n");
}

static void emit_relations(Printer *pr, const dtc_functions *f)
{
    const char *model = pr->name->model, **name = pr->name->of[AT_variable];
    const Emitter *e = pr->e;

    put(pr, "\n/* Relations that may be part of a loop, the message that names each, and its circle. */\n");
    put(pr, "static const dtc_relation any_relations[] = {\n");
    for (int k = 0; k < f->relations_n; k++)
        put(pr, "    { offsetof(%s, %s), %d, %d },\n", model, name[e->dae->held[e->loops->loose[k]].v],
            f->relation[k].message, f->relation[k].circle);
    put(pr, "};\n");
}

/* Where parameters are, and what tune tells. */
static void emit_parameter_facts(Printer *pr)
{
    const Emitter *e = pr->e;
    const Layout *l = e->layout;
    const char *m = pr->name->model;
    const bool shown = laid(l, AT_shown, 0) != NULL;

    if (laid(l, AT_taken, 0)) {
        const char *first = pr->name->member[l->first_parameter],
                   *last = pr->name->member[l->first_parameter + l->parameters - 1];
        put(pr, "    offsetof(%s, %s), offsetof(%s, %s) + sizeof ((%s *)0)->%s - ", m, first, m, last, m,
            last);
        put(pr, "offsetof(%s, %s), offsetof(%s, taken),\n", m, first, m);
    } else {
        put(pr, "    0, 0, 0,\n");
    }
    put(pr, "    offsetof(%s, refused), ", m);
    put(pr, shown ? "offsetof(%s, shown), sizeof ((%s *)0)->shown,\n" : "0, 0,\n", m, m);
}

void emit_functions_table(Printer *pr)
{
    const char *model = pr->name->model;
    const Emitter *e = pr->e;
    const dtc_functions f = flow_facts(e);
    const char *first = name_of_laid(pr, first_saved(e->layout));
    uint32_t n = 0;

    if (!has_events(e->of)) {
        emit_saved(pr);
        emit_copy(pr, false);
        emit_copy(pr, true);
    }
    put(pr, "\nstatic int any_not_finite(void *m) { return dtc_not_finite(&%s_info, m); }\n", model);
    emit_control(pr);
    if (f.relations_n)
        emit_relations(pr, &f);
    emit_rows(pr);
    put(pr, "\n/* dtc_step.h: sizes, states; what the model has; its functions */\n");
    put(pr, "static const dtc_functions any_functions = {\n    offsetof(%s, %s), ", model, first);
    put(pr, "offsetof(%s, initial) - offsetof(%s, %s), sizeof(%s), ", model, model, first, model);
    put(pr, has_events(e->of) ? "sizeof(%s),\n" : "offsetof(%s, refused),\n", model);
    emit_parameter_facts(pr);
    put(pr, "    %d,\n", f.states);
    put(pr, "    %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %s, &any_rows, any_control,\n    %s,\n",
        f.holds, f.order, f.waits, f.rereads, f.stops, f.assigns, f.may_be_singular, f.stages_may_be_singular,
        f.counts, f.endless, f.unsettled, f.disagree, f.relations_n, f.relations_n ? "any_relations" : "NULL",
        is_exact(e)     ? "&any_exact, dtc_exact_prepare, dtc_exact_stages"
        : e->rosenbrock ? "&any_implicit, NULL, dtc_implicit_stages"
                        : "NULL, NULL, NULL");
#define X(result, name, ...)                                                                                           \
    put(pr, "%s%s,%s", n % 6 ? " " : "    ", in_table(pr, FN_##name, #name), n % 6 == 5 ? "\n" : ""), n++;
    DTC_STEP_FUNCTIONS(X)
#undef X
    put(pr, "%s};\n", n % 6 ? "\n" : "");
}

/* ---- what users call ----------------------------------------------------------------------------------- */

static void emit_room(Printer *pr, Room r)
{
    if (r.copy)
        line(pr, "%s any_copy;", r.copy == COPY_OF_SAMPLE ? "any_sample" : pr->name->model);
    if (r.numbers)
        line(pr, "dtc_real any_numbers[%u];", r.numbers);
    if (r.integers)
        line(pr, "int any_integers[%u];", r.integers);
    line(pr, "dtc_room any_room = { %s, %s, %s, %s };", r.saved ? "m->committed" : "NULL",
         r.copy ? "&any_copy" : "NULL", r.numbers ? "any_numbers" : "NULL",
         r.integers ? "any_integers" : "NULL");
}

static void open_function(Printer *pr, const char *name)
{
    put(pr, "\ndtc_status %s_%s(%s *m)\n{\n", pr->name->model, name, pr->name->model);
    pr->indent = 1;
}

static void close_function(Printer *pr)
{
    pr->indent = 0;
    put(pr, "}\n");
}

static void emit_init(Printer *pr)
{
    put(pr, "\nvoid %s_init(%s *m)\n{\n    memset(m, 0, sizeof *m);\n", pr->name->model, pr->name->model);
    put(pr, "    dtc_give_defaults(m, any_rows.defaults);\n}\n");
}

static void emit_setup(Printer *pr)
{
    const Emitter *e = pr->e;

    open_function(pr, "setup");
    if (is_exact(e))
        emit_room(pr, setup_room(e));
    line(pr, "return dtc_setup(&any_functions, m, %s, %s);",
         has_events(e->of) ? "dtc_first_events" : "dtc_first_step", is_exact(e) ? "&any_room" : "NULL");
    close_function(pr);
}

static void emit_user_function(Printer *pr, const char *name, bool moves)
{
    const Emitter *e = pr->e;

    open_function(pr, name);
    emit_room(pr, room_of(e, moves));
    line(pr, "return dtc_do_%s(&any_functions, m, any_room);", name);
    close_function(pr);
}

/* What is not quiet is a function of its own, so that a quiet step has none of its locals to make room for. */
static void emit_whole_step(Printer *pr)
{
    put(pr, "\nstatic DTC_APART dtc_status any_whole_step(%s *m)\n{\n", pr->name->model);
    pr->indent = 1;
    emit_room(pr, room_of(pr->e, true));
    line(pr, "return dtc_do_whole_step(&any_functions, m, any_room);");
    close_function(pr);
}

static void emit_step(Printer *pr)
{
    if (!has_function(pr->e->program, FN_quiet)) {
        emit_user_function(pr, "step", true);
        return;
    }
    open_function(pr, "step");
    line(pr, "return dtc_do_quiet_step(&any_functions, m, m->committed) ? DTC_OK : any_whole_step(m);");
    close_function(pr);
}

static void emit_advance(Printer *pr)
{
    if (!has_function(pr->e->program, FN_quiet_advance)) {
        emit_user_function(pr, "advance", true);
        return;
    }
    open_function(pr, "advance");
    emit_room(pr, room_of(pr->e, true));
    line(pr, "const int any_quiet = dtc_do_quiet_advance(&any_functions, m);");
    line(pr, "if (any_quiet)");
    line(pr, "    return any_quiet > 0 ? DTC_OK : any_whole_step(m);");
    line(pr, "return dtc_do_whole_advance(&any_functions, m, any_room);");
    close_function(pr);
}

/* A copy of the whole, and what a method needs to make its matrices. */
static void emit_tune(Printer *pr)
{
    const Emitter *e = pr->e;

    open_function(pr, "tune");
    line(pr, "%s any_whole;", pr->name->model);
    Room room = setup_room(e);
    room.saved = !has_events(e->of);
    emit_room(pr, room);
    line(pr, "return dtc_do_tune(&any_functions, m, &any_whole, any_room);");
    close_function(pr);
}

void emit_user_functions(Printer *pr)
{
    const Emitter *e = pr->e;

    if (is_exact(e))
        put(pr, "\ntypedef struct { unsigned char of[offsetof(%s, ahead)]; } any_sample;\n", pr->name->model);
    emit_init(pr);
    emit_setup(pr);
    emit_tune(pr);
    if (has_events(e->of))
        return;
    emit_user_function(pr, "evaluate", false);
    if (has_function(e->program, FN_quiet))
        emit_whole_step(pr);
    emit_advance(pr);
    emit_step(pr);
}
