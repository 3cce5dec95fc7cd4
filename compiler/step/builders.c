/* builders.c - the program of a model: what is planned and built, in order.
 *
 * Requires: stage; blocks in order. Ensures: the same program for the same model. Cost: linear in the size of the
 * expressions.
 */
#include "builders.h"
#include "blocks.h"
#include "exact.h"
#include "tangent.h"
#include "sort.h"

static void begin_store(Emitter *e)
{
    Arena *a = &e->d->run;
    uint32_t n = vec_len(e->f->var) + 1, na = vec_len(e->f->array) + 1;
    Store *s = e->store = NEW(a, Store);

    s->home = NEW_N(a, Home, n);
    s->kind = NEW_N(a, uint8_t, n);
    s->array_whole = NEW_N(a, uint8_t, na);
    s->made = NEW_N(a, bool, n);
    for (uint32_t i = 0; i < vec_len(e->dae->hoisted); i++)
        s->made[e->dae->hoisted[i]] = true;
    s->rate = NEW_N(a, bool, n);
    for (uint32_t i = 0; i < vec_len(e->dae->state); i++)
        s->rate[e->f->var[e->dae->state[i]].der] = true;
    s->shown = NEW_N(a, bool, n);
    for (uint32_t i = 1; i < vec_len(e->f->sw); i++)
        s->shown[e->f->sw[i].place] = s->shown[e->f->sw[i].s] = s->shown[e->f->sw[i].lambda] = true;
}

static void prepare(Emitter *e)
{
    Arena *a = &e->d->run;
    Reads reads;

    e->flavour = e->d->opt.hybrid                 ? FLAVOUR_EVENTS
                 : method_holds(e->d->opt.method) ? FLAVOUR_STAGES
                                                  : FLAVOUR_STEP;
    e->program = NEW(&e->d->run, Program);
    program_begin(e->program, e->d, e->f, e->dae);
    e->step = step_size(e->d, e->f);
    begin_store(e);
    e->messages = NEW(a, Messages);
    e->events = NEW(a, Events);
    message_add(e, "");
    assert_plan(e);
    if ((has_events(e) && !e->d->opt.walked) || e->d->opt.method == M_ROSENBROCK)
        tangent_plan(e);
    if (e->tangent && !has_events(e))
        rosenbrock_plan(e);
    reads = find_reads(e);
    e->calls = reads.calls;
    e->store->pre = reads.pre;
    e->store->last = reads.last;
    decide_storage(e, reads.read);
    e->finite = finite_plan(e, reads.interval);
    decide_homes(e);
    members_of_laws(e);
    jump_plan(e);
    if (holds_relations(e)) {
        held_plan(e);
        held_circles(e);
    }
    sense_plan(e);
    e->rereads = reads_places(e);
    if (!has_events(e)) {
        plan_states(e);
        state_plan(e);
    }
    if (!has_events(e) && e->d->opt.method == M_EXACT) {
        e->exact = exact_plan(e);
        if (!e->exact)
            return;
    }
    reinit_plan(e);
    decide_companions(e);
}

/* Functions are built before those that call them. */
static void build(Emitter *e)
{
    build_functions(e);
    build_starts(e);
    build_keep(e);
    build_laws(e);
    build_eliminations(e);
    build_least(e);
    build_branch_ways(e);
    build_blocks(e);
    if (holds_relations(e))
        build_relations(e);
    build_jumps(e);
    build_impulses(e);
    build_asserts(e);
    build_when(e);
    build_nets(e);
    if (has_events(e)) {
        e->events->guards = build_guards(e);
        build_ranks(e);
    } else {
        build_advance(e);
    }
    if (e->tangent)
        build_jacobian(e);
    build_exact(e);
    build_outputs(e);
    build_finite(e);
    build_ranges(e);
    build_setup(e);
    if (has_events(e))
        e->messages->endless = message_add(e, "the events at the start do not come to an end");
    e->layout = model_layout(e);
}

Emitter *build_program(Dtc *d, Flat *f, Dae *dae)
{
    Emitter *e = NEW(&d->run, Emitter);

    *e = (Emitter){ .d = d, .f = f, .dae = dae };
    prepare(e);
    if (d->errors == 0)
        build(e);
    return d->errors == 0 ? e : NULL;
}
