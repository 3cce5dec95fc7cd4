/* builders.c - the program of a model: what is planned and built, in order.
 *
 * Requires: stage; blocks in order. Ensures: the same program for the same model. Cost: linear in the size of the
 * expressions.
 */
#include "builders.h"
#include "blocks.h"
#include "exact.h"
#include "model_rows.h"
#include "tangent.h"
#include "work.h"
#include "sort.h"

static const Equations *equations_of(Dtc *d, const Flat *f, const Dae *dae)
{
    uint32_t n = vec_len(f->var) + 1;
    bool *made = NEW_N(&d->run, bool, n), *rate = NEW_N(&d->run, bool, n), *shown = NEW_N(&d->run, bool, n);
    Equations *e = NEW(&d->run, Equations);

    for (uint32_t i = 0; i < vec_len(dae->hoisted); i++)
        made[dae->hoisted[i]] = true;
    for (uint32_t i = 0; i < vec_len(dae->state); i++)
        rate[f->var[dae->state[i]].der] = true;
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        shown[f->sw[i].place] = shown[f->sw[i].s] = shown[f->sw[i].lambda] = true;
    *e = (Equations){ .d = d,
                      .f = f,
                      .dae = dae,
                      .step = step_size(d, f),
                      .made = made,
                      .rate = rate,
                      .shown = shown,
                      .flavour = d->opt.hybrid               ? FLAVOUR_EVENTS
                               : method_holds(d->opt.method) ? FLAVOUR_STAGES
                                                             : FLAVOUR_STEP };
    return e;
}

/* What a plan takes is what it follows from. */
static void plan(Emitter *e)
{
    const Equations *of = e->of;
    const Method method = e->d->opt.method;

    message_add(e->program, "");
    assert_plan(of, e->program);
    if (method_keeps(method) || (has_events(of) && !e->d->opt.walked))
        e->tangent = tangent_plan(of);
    if (e->tangent && !has_events(of))
        e->rosenbrock = rosenbrock_plan(of, e->tangent);
    Reads reads = find_reads(of, e->tangent);
    e->calls = reads.calls;
    Store *store = store_plan(of, &reads);
    e->finite = finite_plan(of, e->program, store->kind, reads.interval);
    Works *works = work_plan(of, store);
    e->impulses = jump_plan(of, works);
    e->works = works;
    e->loops = loops_plan(of, store);
    if (holds_relations(of))
        e->held = held_plan(of, store, e->loops->loose);
    e->sensed = sense_plan(of, store->kind);
    e->response = response_plan(of);
    e->rereads = reads_places(of);
    store_rest(of, store, &reads, e->sensed, e->impulses, works);
    e->store = store;
    if (!has_events(of) && method == M_EXACT) {
        e->exact = exact_plan(of, store);
        if (!e->exact)
            return;
    }
    e->resets = reinit_plan(of, works);
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
    if (holds_relations(e->of))
        build_relations(e);
    build_jumps(e);
    build_impulses(e);
    build_asserts(e);
    build_when(e);
    build_nets(e);
    if (has_events(e->of)) {
        e->program->guards = build_guards(e);
        build_ranks(e);
    } else {
        build_advance(e);
    }
    if (e->tangent)
        build_jacobian(e);
    build_exact(e);
    build_outputs(e);
    build_quiet(e);
    build_finite(e);
    build_ranges(e);
    build_setup(e);
    build_look_ups(e);
    if (has_events(e->of))
        e->program->messages->endless =
            message_add(e->program, "the events at the start do not come to an end");
    e->layout = model_layout(e);
}

Emitter *build_program(Dtc *d, Flat *f, Dae *dae)
{
    Emitter *e = NEW(&d->run, Emitter);

    *e = (Emitter){
        .of = equations_of(d, f, dae), .d = d, .f = f, .dae = dae, .program = NEW(&d->run, Program)
    };
    program_begin(e->program, d, f, dae);
    e->program->messages = NEW(&d->run, Messages);
    e->program->messages->checks = NEW(&d->run, Checks);
    plan(e);
    if (d->errors == 0)
        build(e);
    return d->errors == 0 ? e : NULL;
}
