/* cost_flow.c - what a step, setup and tune cost: the functions of the model as often as control flow calls them, by
 * the rows of runtime/dtc_functions.h, and what control flow computes itself.
 *
 * Cost: linear in the program. */
#include "cost_kernel.h"
#include "dtc_functions.h"
#include "dtc_step.h"
#include "flow.h"
#include "layout.h"
#include "model_rows.h"

static Cost scaled(Cost a, uint64_t step, uint64_t transition)
{
    return (Cost){ count_times(a.step, step),
                   count_add(count_times(a.transition, step),
                             count_times(count_add(a.step, a.transition), transition)),
                   step + transition > 0 ? a.stack : 0, a.once, a.asked };
}

static Fold fold_of(const Emitter *e)
{
    const uint32_t n = vec_len(e->program->fn);

    return (Fold){ .e = e,
                   .d = e->d,
                   .p = e->program,
                   .of = NEW_N(&e->d->pass, Cost, n),
                   .done = NEW_N(&e->d->pass, bool, n) };
}

typedef enum { A_STEP, A_SETUP, A_TUNE } Task;

/* Now or never: of a step, or of setup and tune. */
static Cost with_once(Cost a, Task task)
{
    if (task == A_STEP) {
        a.step = count_add(a.step, a.asked);
        a.transition = count_add(a.transition, a.once);
    }
    a.once = a.asked = (Count){ { 0 } };
    return a;
}

static Cost entry_cost(Fold *f, FunctionRole role)
{
    return has_function(f->p, role) ? function_cost(f, function_of(f->p, role, 0)) : (Cost){ 0 };
}

/* ---- the method rosenbrock ----------------------------------------------------------------------------- */

typedef struct { const double *column, *row, *component, *first; uint32_t n, components; } Pattern;

static uint32_t number_of(Fold *f, Ex x)
{
    double n = 0;

    (void)ex_is_num(f->d, x, &n);
    return (uint32_t)n;
}

/* The pattern, by its members (dtc_pattern). */
static Pattern pattern_of(Fold *f)
{
    const Program *p = f->p;
    const Ex *part = table_at(p, table_for(p, TABLE_pattern))->part;

    return (Pattern){ table_at(p, part[2])->number, table_at(p, part[3])->number,
                      table_at(p, part[4])->number, table_at(p, part[5])->number,
                      number_of(f, part[0]),        number_of(f, part[1]) };
}

/* Of the matrix: in a component, or between two. */
static long entries(const Pattern *p, bool inside)
{
    long n = 0;

    for (uint32_t j = 0; j < p->n; j++)
        for (uint32_t i = (uint32_t)p->column[j]; i < (uint32_t)p->column[j + 1]; i++)
            n += (p->component[(uint32_t)p->row[i]] == p->component[j]) == inside;
    return n;
}

/* dtc_implicit_step.h: a factorization, two solutions, the sums of two stages. */
static Cost cost_of_implicit(Fold *f, const Flow *w, Cost around)
{
    const Pattern p = pattern_of(f);
    Call k = { .f = f };

    ops(&k, entries(&p, true), 1, 1, 0, 0);
    ops(&k, 2 * entries(&p, false), 1, 2, 0, 0);
    for (uint32_t q = 0; q < p.components; q++) {
        const long n = (long)(p.first[q + 1] - p.first[q]);
        count_lu_factor(&k, n);
        count_lu_solve(&k, n);
        count_lu_solve(&k, n);
    }
    ops(&k, w->states, 2, 4, 0, 0);
    ops(&k, 1, 1, 0, 0, 0);
    Cost own = cost_then(around, (Cost){ .step = k.now, .stack = SMALL });
    own.stack += FRAME + sizeof(dtc_control);
    return own;
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

/* Comparisons of numbers in the loops of runtime/dtc_rows.h. */
static uint64_t compared(const Check *list, const Emitter *e)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < vec_len(list); i++)
        if (e->f->var[list[i].v].type == T_REAL)
            n += list[i].condition == DTC_FINITE   ? 0
               : list[i].condition == DTC_NOT_ZERO ? 2 * list[i].n
                                                   : list[i].n - (list[i].condition == DTC_ASCENDING);
    return n;
}

static Cost rows_cost(Fold *f, Task task, uint32_t assumed)
{
    const Checks *c = f->e->program->messages->checks;
    Cost cost = { 0 };

    if (task == A_STEP)
        return cost;
    const uint64_t solutions = task == A_SETUP ? 1 + assumed : 1;
    cost.step.of[OF_COMPARE] = compared(c->ranges, f->e) + compared(c->tables, f->e) +
                               compared(c->asserted, f->e) +
                               solutions * (compared(c->late_ranges, f->e) + compared(c->pivots, f->e)) +
                               (task == A_SETUP ? compared(c->start_ranges, f->e) : 0);
    cost.stack = SMALL;
    return cost;
}

/* ---- all of them --------------------------------------------------------------------------------------- */

/* What control flow calls of the model, and how often; of the stack what it has itself, and room of the user's
 * function. */
static Cost flow_cost(Fold *f, const Flow *w, Task task, uint64_t room)
{
    const ExactFlow *x = &w->exact;
    const uint64_t holds = w->holds, stages = w->stages, first = w->first, rounds = w->rounds,
                   resets = w->resets, waits = w->waits, laws = w->laws, releases = w->releases,
                   rereads = w->rereads, jumps = w->jumps, quiets = w->quiets, cuts = x->cuts,
                   frozen = x->frozen, bases = x->bases, unstaged = x->unstaged, sets = x->sets,
                   directions = x->directions, remade = w->linear.remakes != 0,
                   first_directions = x->first_directions, closings = x->closings,
                   first_closings = x->first_closings, assumed = w->assumed, agreed = w->agreed,
                   settled = assumed ? assumed : 1;
    const struct {
        FunctionRole role;
        uint64_t step, transition, setup, tune;
    } called[] = {
#define X(result, name, parameters, ...) { FN_##name, __VA_ARGS__ },
        DTC_STEP_FUNCTIONS(X)
#undef X
    };
    Cost sum = rows_cost(f, task, w->assumed);

    for (size_t i = 0; i < sizeof called / sizeof *called; i++) {
        const Cost once = entry_cost(f, called[i].role),
                   all = task == A_STEP  ? scaled(once, called[i].step, called[i].transition)
                       : task == A_SETUP ? scaled(once, called[i].setup, 0)
                                         : scaled(once, called[i].tune, 0);
        sum = cost_then(sum, with_once(all, task));
    }
    if (w->linear.n)
        sum = cost_of_exact(w, task != A_STEP, sum);
    else if (w->implicit && task == A_STEP)
        sum = cost_of_implicit(f, w, sum);
    sum.stack += FRAME + room;
    return sum;
}

/* Of dtc_advance: the time; sums of a Runge-Kutta method, and the times of its stages. */
static Cost own_cost(const Flow *w)
{
    const uint64_t stages = w->implicit ? 0 : w->stages;
    Cost own = { 0 };

    own.step.of[OF_ADD] = 1 + w->behind + stages * (w->states + 1);
    own.step.of[OF_MULTIPLY] = 1 + (stages ? 2ULL * w->states * (stages + 1) + stages : 0);
    return own;
}

/* Of dtc_quiet_step. */
static Cost quiet_cost(Fold *f, const Flow *w)
{
    static const FunctionRole called[] = { FN_odd_inputs, FN_any_refused, FN_quiet };
    Cost sum = { 0 };

    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        sum = cost_then(sum, with_once(entry_cost(f, called[i]), A_STEP));
    return cost_then(sum, own_cost(w));
}

static uint64_t constants_of(const Program *p)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < vec_len(p->table); i++) {
        const Object *o = object_of(p, p->table[i].of);
        if (!p->table[i].record)
            bytes += (uint64_t)o->n * (o->type == T_REAL && !p->d->opt.single ? 8 : 4);
    }
    return bytes;
}

ModelCost model_cost(const Emitter *e)
{
    Fold f = fold_of(e);
    const Flow flow = flow_of(e);
    ModelCost m = { .instance = layout_size(e->layout), .constants = constants_of(e->program) };

    m.setup = flow_cost(&f, &flow, A_SETUP, room_of_setup(e));
    m.tune = flow_cost(&f, &flow, A_TUNE, room_of_tune(e));
    if (flow.events) {
        vec_push(&e->d->pass, f.unbounded, "the passes at the start");
    } else {
        if (flow.quiets)
            m.quiet = quiet_cost(&f, &flow);
        m.step = cost_then(flow_cost(&f, &flow, A_STEP, room_of_step(e)), own_cost(&flow));
    }
    m.unbounded = f.unbounded;
    m.unknown = f.unknown;
    return m;
}
