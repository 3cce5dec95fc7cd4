/* flow.c - what the control flow of runtime/dtc_step.h and runtime/host/dtc_hybrid_step.h has to know of a model:
 * sizes, states, what can happen in a step, and how often its functions are called.
 *
 * Requires: members are laid. Cost: linear in the blocks, clauses and relations.
 */
#include "blocks.h"
#include "dtc_law.h"
#include "exact.h"
#include "flow.h"
#include "model_rows.h"

/* Is a matrix factored as the model runs? */
static bool may_be_singular(const Emitter *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++) {
        const Block *k = &e->dae->block[b];
        if ((k->kind == B_LINEAR || k->kind == B_SWITCHED) && block_n(k) > 0 && k->matrix_rate > RATE_INIT)
            return true;
    }
    return false;
}

bool may_count(const Equations *e)
{
    for (uint32_t b = 0; b < vec_len(e->dae->block); b++)
        if (e->dae->block[b].kind != B_ASSIGN && e->dae->block[b].matrix_rate > RATE_INIT)
            return true;
    return false;
}

/* Can a when-clause end the run? */
static bool any_stops(const Emitter *e)
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

/* Of a method of Runge and Kutta; 0: it is another. */
static int order_of(const Emitter *e) { return has_events(e->of) ? 0 : method_order(e->d->opt.method); }

/* The method has a control flow of its own, with matrices that are no equations of the model. */
bool is_exact(const Emitter *e) { return e->exact && e->exact->n > 0; }

Flow flow_of(const Emitter *e)
{
    uint32_t laws = any_laws(e), order = (uint32_t)order_of(e),
             assumed = vec_len(e->dae->assumed) ? DTC_ASSUMED : 0;

    Flow flow = { .holds = has_stages(e->of) && has_function(e->program, FN_relations),
                  .stages = order ? order - 1 : e->rosenbrock != NULL,
                  .first = has_stages(e->of) ? DTC_FIRST_ROUNDS : has_events(e->of),
                  .assumed = assumed,
                  .agreed = has_function(e->program, FN_agree) ? DTC_AGREED : 1,
                  .rounds = (!laws               ? 0
                             : has_events(e->of) ? 1
                                                 : 2 * (4 * DTC_LAW_ROUNDS + 1)) *
                            (assumed ? assumed : 1),
                  .resets = (order > 0 || e->exact || e->rosenbrock) && has_function(e->program, FN_reinits),
                  .waits = ranges_wait(e),
                  .laws = laws,
                  .releases = has_function(e->program, FN_released),
                  .rereads = e->rereads,
                  .quiets = has_function(e->program, FN_quiet),
                  .jumps = !e->exact || has_function(e->program, FN_work),
                  .behind = e->exact != NULL,
                  .states = vec_len(e->dae->state),
                  .events = has_events(e->of),
                  .implicit = e->rosenbrock != NULL };

    if (e->exact)
        exact_flow(e, &flow);
    return flow;
}

static const dtc_relation *relations_of(const Emitter *e)
{
    dtc_relation *r = NEW_N(&e->d->run, dtc_relation, vec_len(e->loops->loose) + 1);

    for (uint32_t k = 0; k < vec_len(e->loops->loose); k++) {
        const Held *h = &e->dae->held[e->loops->loose[k]];
        const char *in = h->path && *h->path ? internf(e->d, " in %s", h->path) : "";
        r[k].at = (size_t)laid(e->layout, AT_variable, h->v)->at;
        r[k].message = (int)message_add(e->program, internf(e->d, "%s%s", h->text, in));
        r[k].circle = (int)e->loops->circle[e->loops->loose[k]];
    }
    return r;
}

dtc_functions flow_facts(const Emitter *e)
{
    /* the matrices of these two are not equations of the model */
    bool stages = has_stages(e->of) && !e->rosenbrock && !e->exact;

    const Layout *l = e->layout;
    const uint64_t state = first_saved(l)->at;
    const LaidMember *taken = laid(l, AT_taken, 0), *refused = laid(l, AT_refused, 0),
                     *shown = laid(l, AT_shown, 0);

    return (dtc_functions){ .state_at = state,
                            .state_bytes = laid(l, AT_initial, 0)->at - state,
                            .bytes = layout_size(l),
                            .read_bytes = has_events(e->of) ? layout_size(l) : laid(l, AT_refused, 0)->at,
                            .parameters_at = taken ? l->member[l->first_parameter].at : 0,
                            .parameter_bytes = taken ? l->parameter_bytes : 0,
                            .taken_at = taken ? taken->at : 0,
                            .refused_at = refused ? refused->at : 0,
                            .shown_at = shown ? shown->at : 0,
                            .shown_bytes = shown ? shown->size : 0,
                            .states = (int)vec_len(e->dae->state),
                            .holds = has_stages(e->of),
                            .order = order_of(e),
                            .waits = ranges_wait(e),
                            .rereads = e->rereads,
                            .stops = any_stops(e),
                            .assigns = assigns_in_steps(e),
                            .may_be_singular = may_be_singular(e),
                            .stages_may_be_singular = stages && may_be_singular(e),
                            .counts = may_count(e->of),
                            .endless = (int)e->program->messages->endless,
                            .unsettled = (int)e->program->messages->unsettled,
                            .disagree = (int)e->program->messages->disagree,
                            .relations_n = (int)vec_len(e->loops->loose),
                            .relation = relations_of(e) };
}

dtc_functions flow_with_rows(const Emitter *e)
{
    dtc_functions f = flow_facts(e);
    f.rows = model_rows(e);
    return f;
}

/* ---- room of what users call --------------------------------------------------------------------------- */

Room setup_room(const Emitter *e)
{
    if (!is_exact(e))
        return (Room){ 0 };
    const ExactSizes size = exact_sizes(e);
    return (Room){ .copy = COPY_OF_SAMPLE, .numbers = size.setup, .integers = size.check };
}

Room room_of(const Emitter *e, bool moves)
{
    uint32_t states = vec_len(e->dae->state);
    Room room = { .saved = true };

    if (moves && (order_of(e) || has_function(e->program, FN_follow_by) || e->rosenbrock))
        room.copy = COPY_OF_MODEL;
    if (moves && (has_stages(e->of) || room.copy))
        room.numbers = (e->rosenbrock ? 4 : room.copy ? 3 : 1) * states + 1;
    if (moves && is_exact(e)) {
        const ExactSizes size = exact_sizes(e);
        room.copy = exact_adjusts(e) ? COPY_OF_SAMPLE : NO_COPY;
        room.numbers = size.step;
        room.integers = size.places;
    }
    return room;
}

static uint64_t bytes_of_room(const Emitter *e, Room r)
{
    uint64_t copy = !r.copy ? 0 : is_exact(e) ? laid(e->layout, AT_ahead, 0)->at : layout_size(e->layout);
    return copy + (e->d->opt.single ? 4ULL : 8ULL) * r.numbers + 4ULL * r.integers + sizeof(dtc_room);
}

uint64_t room_of_step(const Emitter *e) { return bytes_of_room(e, room_of(e, true)); }

uint64_t room_of_tune(const Emitter *e) { return room_of_setup(e) + layout_size(e->layout) + sizeof(dtc_room); }

uint64_t room_of_setup(const Emitter *e) { return is_exact(e) ? bytes_of_room(e, setup_room(e)) : 0; }
