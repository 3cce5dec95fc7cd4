/* emit_assert.c - assertions and the texts of messages.
 *
 * Generated code has no stdio. A message is constant text in the descriptor, with <x> where the model says String(x); when it fires, the numbers go
 * into the member shown, and the descriptor says which of them belongs at which place of which message, and in which form. A
 * warning counts in the member warned.
 *
 * Requires: the plan before variables are read and named. Cost: linear in the messages.
 */
#include <string.h>
#include "emit.h"
#include "emit_assert.h"
#include "emit_step.h"
#include "lower.h"

/* ---- texts -------------------------------------------------------------------------------------------------------- */

/* Its places go to e->place. */
uint32_t message_plan(Emitter *e, const char *path, Ex message)
{
    Dtc *d = e->d;
    const char *text = path && *path ? internf(d, "%s: ", path) : "";
    Ex *parts = text_parts(d, message);
    uint32_t number = vec_len(e->message);

    for (uint32_t i = 0; i < vec_len(parts); i++) {
        const ExNode *n = ex(d, parts[i]);
        if (n->op == OP_STR) {
            text = internf(d, "%s%s", text, string_of(d, parts[i]));
            continue;
        }
        Ex shown = n->op == OP_STRING ? n->arg[0] : 0;
        const char *place = internf(d, "<%s>", ex_plain(d, shown ? shown : parts[i]));
        if (shown)
            vec_push(&d->run, e->place, ((ShownPlace){ shown, ex_type(d, shown), n->payload, number, (uint32_t)strlen(text), (uint32_t)strlen(place) }));
        text = internf(d, "%s%s", text, place);
    }
    return message_add(e, text);
}

/* A warning counts in e->warning. */
static uint32_t plan_message(Emitter *e, const char *path, Ex message, bool warning)
{
    uint32_t number = message_plan(e, path, message);

    if (warning)
        vec_push(&e->d->run, e->warning, number);
    return number;
}

void assert_plan(Emitter *e)
{
    Flat *f = e->f;

    for (uint32_t i = 0; i < vec_len(f->assert); i++)
        f->assert[i].number = plan_message(e, f->assert[i].path, f->assert[i].message, f->assert[i].is_warning);
    for (uint32_t k = 0; k < vec_len(f->when); k++)
        for (uint32_t i = 0; i < vec_len(f->when[k].branch); i++)
            for (uint32_t q = 0; q < vec_len(f->when[k].branch[i].action); q++) {
                WhenAction *a = &f->when[k].branch[i].action[q];
                if (a->kind == W_ASSERT || a->kind == W_TERMINATE)
                    a->number = plan_message(e, f->when[k].path, a->message, a->is_warning);
            }
}

/* ---- what happens when one fires ---------------------------------------------------------------------------------------- */

/* Places and warnings come in the order of their messages: the first at or after message `number`. */
static uint32_t first_place(const Emitter *e, uint32_t number)
{
    uint32_t low = 0, high = vec_len(e->place);

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->place[middle].message < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t warning_of(const Emitter *e, uint32_t number)
{
    uint32_t low = 0, high = vec_len(e->warning);

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->warning[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void emit_shown(Emitter *e, uint32_t number)
{
    for (uint32_t i = first_place(e, number); i < vec_len(e->place) && e->place[i].message == number; i++) {
        scope_begin(e, &e->place[i].value, 1);
        indented(e);
        put(e, "m->shown[%u] = (dtc_real)(", i);
        put_ex(e, e->place[i].value);
        put(e, ");\n");
        temps_end(e);
    }
}

/* if (also && !(cond)) { what is shown; then }, without `then` for a warning */
static void emit_unless(Emitter *e, const char *also, Ex cond, uint32_t number, bool warning, const char *then)
{
    scope_begin(e, &cond, 1);
    indented(e);
    put(e, "if (%s!(", also);
    put_ex(e, cond);
    put(e, ")) {\n");
    e->indent++;
    emit_shown(e, number);
    if (warning) {
        line(e, "m->count.warnings++;");
        line(e, "m->warned[%u]++;", warning_of(e, number));
    } else {
        line(e, "m->fault = %u;", number);
        if (*then)
            line(e, "%s", then);
    }
    e->indent--;
    line(e, "}");
    temps_end(e);
}

void emit_assert_action(Emitter *e, const WhenAction *a)
{
    bool ends = a->kind == W_TERMINATE;
    emit_unless(e, "", ends ? ex_bool(e->d, false) : a->value, a->number, a->is_warning, ends ? "m->stop = DTC_TERMINATE;" : "m->stop = DTC_ASSERT;");
}

static void emit_assert(Emitter *e, const Assert *a)
{
    emit_unless(e, "", a->cond, a->number, a->is_warning, a->terminate ? "status = DTC_TERMINATE;" : "return DTC_ASSERT;");
}

/* ---- functions ------------------------------------------------------------------------------------------------------------- */

static void begin(Emitter *e, const char *name)
{
    put(e, "\nstatic dtc_status %s(%s *m)\n{\n", name, e->model);
    e->indent = 1;
    line(e, "dtc_status status = DTC_OK;");
}

static void end(Emitter *e)
{
    line(e, "(void)m;");
    line(e, "return status;");
    e->indent = 0;
    put(e, "}\n");
}

static bool is_real_output(Emitter *e, Var v)
{
    const VarInfo *i = &e->f->var[v];
    bool negated;
    return i->top_level && i->causality == C_OUTPUT && i->type == T_REAL && e->member[root_of(e->f, v, &negated)];
}

static Ex with_initial(Dtc *d, Ex x, void *value) { return ex_op(d, x) == OP_INITIAL ? ex_bool(d, *(bool *)value) : 0; }

/* The assertion where initial() has the value of r. */
static Assert at_start(Emitter *e, const Assert *a, Rewriter *r)
{
    Assert image = *a;
    image.cond = ex_rewrite(e->d, r, a->cond);
    return image;
}

void emit_check_initial(Emitter *e)
{
    Rewriter starts = { .fn = with_initial, .data = &(bool){ true } };

    for (uint32_t i = 0; i < vec_len(e->f->assert); i++) {
        Assert a = at_start(e, &e->f->assert[i], &starts);
        if (a.cond == e->f->assert[i].cond)
            continue;
        if (!e->check_initial)
            begin(e, "check_initial");
        e->check_initial = true;
        emit_assert(e, &a);
    }
    if (e->check_initial)
        end(e);
}

void emit_check_parameters(Emitter *e)
{
    for (uint32_t i = 0; i < vec_len(e->f->assert); i++) {
        const Assert *a = &e->f->assert[i];
        if (!a->of_parameters || ex_is_num(e->d, a->cond, NULL))
            continue;
        chunk_room(e);
        emit_unless(e, "m->fault == 0 && ", a->cond, a->number, a->is_warning, "");
        e->statements += 2;
    }
}

void emit_check(Emitter *e)
{
    Rewriter runs = { .fn = with_initial, .data = &(bool){ false } };
    bool negated;

    begin(e, "check");
    for (Var v = 1; v < vec_len(e->f->var); v++)
        if (is_real_output(e, v)) {
            line(e, "if (!dtc_finite(%s))", access_var(e, v, &negated));
            line(e, "    return DTC_RESULT;");
        }
    for (uint32_t i = 0; i < vec_len(e->f->assert); i++) {
        Assert a = at_start(e, &e->f->assert[i], &runs);
        if (!a.of_parameters && a.cond != ex_bool(e->d, true))
            emit_assert(e, &a);
    }
    end(e);
}

/* ---- members, descriptor -------------------------------------------------------------------------------------------------------- */

void emit_assert_members(Emitter *e)
{
    if (vec_len(e->place))
        put(e, "    dtc_real shown[%u]; /* numbers in messages, see the descriptor */\n", vec_len(e->place));
    if (vec_len(e->warning))
        put(e, "    unsigned warned[%u]; /* how often each warning was due */\n", vec_len(e->warning));
}

void emit_assert_reset(Emitter *e)
{
    if (vec_len(e->place))
        line(e, "memset(m->shown, 0, sizeof m->shown);");
    if (vec_len(e->warning))
        line(e, "memset(m->warned, 0, sizeof m->warned);");
}

void emit_messages(Emitter *e)
{
    put(e, "\nstatic const char *const messages[] = {\n");
    for (uint32_t i = 0; i < vec_len(e->message); i++)
        put(e, "    %s,\n", c_string(e->d, e->message[i]));
    put(e, "};\n");
    if (vec_len(e->place))
        put(e, "\nstatic const dtc_place places[] = {\n");
    for (uint32_t i = 0; i < vec_len(e->place); i++) {
        const ShownPlace *p = &e->place[i];
        put(e, "    { %u, %u, %u, %s },\n", p->message, p->at, p->length, c_string(e->d, string_conversion(e->d, p->form, p->type)));
    }
    if (vec_len(e->place))
        put(e, "};\n");
    if (vec_len(e->warning))
        put(e, "\nstatic const int warnings[] = { ");
    for (uint32_t i = 0; i < vec_len(e->warning); i++)
        put(e, "%s%u", i == 0 ? "" : i % 20 == 0 ? ",\n    " : ", ", e->warning[i]);
    if (vec_len(e->warning))
        put(e, " };\n");
}

/* Members of dtc_model_info. */
void emit_message_tables(Emitter *e)
{
    if (vec_len(e->place))
        put(e, "    %u, places, offsetof(%s, shown),\n", vec_len(e->place), e->model);
    else
        put(e, "    0, NULL, 0,\n");
    if (vec_len(e->warning))
        put(e, "    %u, warnings, offsetof(%s, warned),\n", vec_len(e->warning), e->model);
    else
        put(e, "    0, NULL, 0,\n");
}
