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
#include "emit_step.h"
#include "exact.h"
#include "builders.h"


/* ---- what a failed step puts back -------------------------------------------------------------------------------- */

/* The flag of matrices that are made again when the structure has changed; NULL: there are none */
static const char *stale(const Emitter *e)
{
    return e->rosenbrock ? "m->rosenbrock.stale" : e->exact ? "m->stale" : NULL;
}

static bool is_apart(const LaidMember *m) { return m->saving >= SAVED_APART; }

static void emit_saved(Emitter *e)
{
    const Layout *l = &e->layout;

    put(e, "\ntypedef struct {\n    unsigned char state[offsetof(%s, %s) - offsetof(%s, %s)];\n", e->model,
        first_unsaved(l)->name, e->model, first_saved(l)->name);
    for (uint32_t i = 0; i < vec_len(l->member); i++) {
        const char *name = l->member[i].name;
        if (l->member[i].saving == SAVED_APART)
            put(e, "    unsigned char %s[sizeof ((%s *)0)->%s];\n", name, e->model, name);
        else if (is_apart(&l->member[i]))
            put(e, "    unsigned char %s[offsetof(%s, %s.P) - offsetof(%s, %s)];\n", name, e->model, name, e->model,
                name);
    }
    put(e, "} any_saved;\ntypedef char any_saved_fits[sizeof(any_saved) <= sizeof ((%s *)0)->committed ? 1 : -1];\n",
        e->model);
}

static void emit_save(Emitter *e)
{
    const Layout *l = &e->layout;

    put(e, "\nstatic void any_save(const void *any, void *any_out)\n{\n");
    e->printer->indent = 1;
    line(e, "const %s *m = (const %s *)any;", e->model, e->model);
    line(e, "any_saved *any_to = (any_saved *)any_out;");
    line(e, "memcpy(any_to->state, (const char *)m + offsetof(%s, %s), sizeof any_to->state);", e->model,
         first_saved(l)->name);
    for (uint32_t i = 0; i < vec_len(l->member); i++)
        if (is_apart(&l->member[i]))
            line(e, "memcpy(any_to->%s, &m->%s, sizeof any_to->%s);", l->member[i].name, l->member[i].name,
                 l->member[i].name);
    e->printer->indent = 0;
    put(e, "}\n");
}

static void emit_restore(Emitter *e)
{
    const Layout *l = &e->layout;

    put(e, "\nstatic void any_restore(void *any, const void *any_in)\n{\n");
    e->printer->indent = 1;
    line(e, "%s *m = (%s *)any;", e->model, e->model);
    line(e, "const any_saved *any_to = (const any_saved *)any_in;");
    line(e, "memcpy((char *)m + offsetof(%s, %s), any_to->state, sizeof any_to->state);", e->model,
         first_saved(l)->name);
    for (uint32_t i = 0; i < vec_len(l->member); i++) {
        const LaidMember *m = &l->member[i];
        if (!is_apart(m))
            continue;
        line(e, "memcpy(&m->%s, any_to->%s, sizeof any_to->%s);", m->name, m->name, m->name);
        line(e, "if (m->before_%u.is_kept)", m->block);
        line(e, "    DTC_LAW_PUT_BACK(&m->%s, &m->before_%u);", m->name, m->block);
    }
    if (stale(e))                           /* what the failed step made of another structure */
        line(e, "%s = 1;", stale(e));
    e->printer->indent = 0;
    put(e, "}\n");
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* Functions that are no statements. */
static bool is_text(const Emitter *e, FunctionRole role)
{
    return (!has_events(e) && (role == FN_save || role == FN_restore)) || role == FN_not_finite;
}

/* The name in the table: of what is called in a step of this method, and is there. */
static const char *in_table(Emitter *e, FunctionRole role, const char *name)
{
    if (is_text(e, role))
        return internf(e->d, "any_%s", name);
    if (e->exact && role == FN_jump)
        role = FN_work;                    /* its stuck elements have no slip after the step: the account's alone */
    return !has_function(&e->program, role) ? "NULL" : name_of(&e->program, role, 0);
}

static void emit_control(Emitter *e)
{
    bool events = holds_relations(e);

    put(e, "\nstatic dtc_control any_control(void *p)\n{\n");
    e->printer->indent = 1;
    line(e, "%s *m = (%s *)p;", e->model, e->model);
    line(e, "const dtc_control c = { &m->steps, &m->time, &m->changed, &m->fault, &m->initial, &m->finite, &m->stop,");
    line(e, "                        &m->ready, %s, %s%s, %s, &m->count, STEP, START, %s, %s };",
         events ? "&m->exact, &m->again" : "NULL, NULL", stale(e) ? "&" : "", stale(e) ? stale(e) : "NULL",
         e->exact ? "&m->behind" : "NULL", vec_len(e->events->loose) ? "m->pinned" : "NULL",
         e->exact && exact_adjusts(e) ? "&m->cuts, &m->cut" : "NULL, NULL");
    line(e, "return c;");
    e->printer->indent = 0;
    put(e, "}\n");
}

static void emit_relations(Emitter *e, const dtc_functions *f)
{
    put(e, "\n/* Relations that may be part of a loop, the message that names each, and its circle. */\n");
    put(e, "static const dtc_relation any_relations[] = {\n");
    for (int k = 0; k < f->relations_n; k++)
        put(e, "    { offsetof(%s, %s), %d, %d },\n", e->model, e->store->member[e->dae->held[e->events->loose[k]].v],
            f->relation[k].message, f->relation[k].circle);
    put(e, "};\n");
}

/* Where parameters are, and what tune tells. */
static void emit_parameter_facts(Emitter *e)
{
    const Layout *l = &e->layout;
    const char *m = e->model;
    const bool shown = laid_member(l, "shown") != NULL;

    if (laid_member(l, "taken")) {
        const char *first = l->member[l->first_parameter].name,
                   *last = l->member[l->first_parameter + l->parameters - 1].name;
        put(e, "    offsetof(%s, %s), offsetof(%s, %s) + sizeof ((%s *)0)->%s - ", m, first, m, last, m, last);
        put(e, "offsetof(%s, %s), offsetof(%s, taken),\n", m, first, m);
    } else {
        put(e, "    0, 0, 0,\n");
    }
    put(e, "    offsetof(%s, refused), ", m);
    put(e, shown ? "offsetof(%s, shown), sizeof ((%s *)0)->shown,\n" : "0, 0,\n", m, m);
}

void emit_functions_table(Emitter *e)
{
    const dtc_functions f = flow_facts(e);
    const char *first = first_saved(&e->layout)->name;
    uint32_t n = 0;

    if (!has_events(e)) {
        emit_saved(e);
        emit_save(e);
        emit_restore(e);
    }
    put(e, "\nstatic int any_not_finite(void *m) { return dtc_not_finite(&%s_info, m); }\n", e->model);
    emit_control(e);
    if (f.relations_n)
        emit_relations(e, &f);
    put(e, "\n/* dtc_step.h: sizes, states; what the model has; its functions */\n");
    put(e, "static const dtc_functions any_functions = {\n    offsetof(%s, %s), ", e->model, first);
    put(e, "offsetof(%s, initial) - offsetof(%s, %s), sizeof(%s), ", e->model, e->model, first, e->model);
    put(e, has_events(e) ? "sizeof(%s),\n" : "offsetof(%s, refused),\n", e->model);
    emit_parameter_facts(e);
    put(e, "    %d,\n", f.states);
    put(e, "    %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %s, any_control,\n    %s,\n", f.holds, f.order,
        f.waits, f.rereads, f.stops, f.assigns, f.may_be_singular, f.stages_may_be_singular, f.endless, f.unsettled,
        f.disagree, f.relations_n,
        f.relations_n ? "any_relations" : "NULL",
        is_exact(e)     ? "&any_exact, dtc_exact_prepare, dtc_exact_stages"
        : e->rosenbrock ? "&any_implicit, NULL, dtc_implicit_stages"
                        : "NULL, NULL, NULL");
#define X(result, name, ...)                                                                                           \
    put(e, "%s%s,%s", n % 6 ? " " : "    ", in_table(e, FN_##name, #name), n % 6 == 5 ? "\n" : ""), n++;
    DTC_STEP_FUNCTIONS(X)
#undef X
    put(e, "%s};\n", n % 6 ? "\n" : "");
}

/* ---- what users call --------------------------------------------------------------------------------------------- */

/* Room of a function of the user's: a copy where stages, or positions, are evaluated on one, or of what belongs to a
 * sample (its type; NULL: none); numbers; integers. */
typedef struct { bool saved; const char *copy; uint32_t numbers, integers; } Room;

static void emit_room(Emitter *e, Room r)
{
    if (r.copy)
        line(e, "%s any_copy;", r.copy);
    if (r.numbers)
        line(e, "dtc_real any_numbers[%u];", r.numbers);
    if (r.integers)
        line(e, "int any_integers[%u];", r.integers);
    line(e, "dtc_room any_room = { %s, %s, %s, %s };", r.saved ? "m->committed" : "NULL",
         r.copy ? "&any_copy" : "NULL", r.numbers ? "any_numbers" : "NULL", r.integers ? "any_integers" : "NULL");
}

static void open_function(Emitter *e, const char *name)
{
    put(e, "\ndtc_status %s_%s(%s *m)\n{\n", e->model, name, e->model);
    e->printer->indent = 1;
}

static void close_function(Emitter *e)
{
    e->printer->indent = 0;
    put(e, "}\n");
}

static void emit_init(Emitter *e)
{
    put(e, "\nvoid %s_init(%s *m)\n{\n    memset(m, 0, sizeof *m);\n", e->model, e->model);
    if (has_function(&e->program, FN_defaults))
        put(e, "    %s(m);\n", name_of(&e->program, FN_defaults, 0));
    put(e, "}\n");
}

static Room setup_room(Emitter *e)
{
    const ExactSizes size = exact_sizes(e);
    return (Room){ .copy = "any_sample", .numbers = size.setup, .integers = size.check };
}

static void emit_setup(Emitter *e)
{
    open_function(e, "setup");
    if (is_exact(e))
        emit_room(e, setup_room(e));
    line(e, "return dtc_setup(&any_functions, m, %s, %s);", has_events(e) ? "dtc_first_events" : "dtc_first_step",
         is_exact(e) ? "&any_room" : "NULL");
    close_function(e);
}

static Room room_of(Emitter *e, bool moves)
{
    uint32_t states = vec_len(e->dae->state);
    Room room = { .saved = true };

    if (moves && (order_of(e) || has_function(&e->program, FN_follow_by) || e->rosenbrock))
        room.copy = e->model;
    if (moves && (has_stages(e) || room.copy))
        room.numbers = (e->rosenbrock ? 4 : room.copy ? 3 : 1) * states + 1;
    if (moves && is_exact(e)) {
        const ExactSizes size = exact_sizes(e);
        room.copy = exact_adjusts(e) ? "any_sample" : NULL;
        room.numbers = size.step;
        room.integers = size.places;
    }
    return room;
}

static void emit_user_function(Emitter *e, const char *name, bool moves)
{
    open_function(e, name);
    emit_room(e, room_of(e, moves));
    line(e, "return dtc_do_%s(&any_functions, m, any_room);", name);
    close_function(e);
}

/* A copy of the whole, and what a method needs to make its matrices. */
static void emit_tune(Emitter *e)
{
    open_function(e, "tune");
    line(e, "%s any_whole;", e->model);
    Room room = is_exact(e) ? setup_room(e) : (Room){ 0 };
    room.saved = !has_events(e);
    emit_room(e, room);
    line(e, "return dtc_do_tune(&any_functions, m, &any_whole, any_room);");
    close_function(e);
}

static uint64_t bytes_of_room(const Emitter *e, Room r)
{
    uint64_t copy = !r.copy ? 0 : is_exact(e) ? laid_member(&e->layout, "ahead")->at : layout_size(&e->layout);
    return copy + (e->d->opt.single ? 4ULL : 8ULL) * r.numbers +
           4ULL * r.integers + sizeof(dtc_room);
}

uint64_t room_of_step(Emitter *e) { return bytes_of_room(e, room_of(e, true)); }

uint64_t room_of_tune(Emitter *e) { return room_of_setup(e) + layout_size(&e->layout) + sizeof(dtc_room); }

uint64_t room_of_setup(Emitter *e) { return is_exact(e) ? bytes_of_room(e, setup_room(e)) : 0; }

void emit_user_functions(Emitter *e)
{
    if (is_exact(e))
        put(e, "\ntypedef struct { unsigned char of[offsetof(%s, ahead)]; } any_sample;\n", e->model);
    emit_init(e);
    emit_setup(e);
    emit_tune(e);
    if (has_events(e))
        return;
    emit_user_function(e, "evaluate", false);
    emit_user_function(e, "advance", true);
    emit_user_function(e, "step", true);
}
