/* interpret_step.c - the step program run by walking it: slow and plain, what the C of it is held against.
 *
 * An instance is the struct of the model as the layout has it, byte by byte, so that it can be compared as a whole. Its
 * control flow is that of all models (runtime/dtc_step.h), with a table of functions that interpret theirs; kernels are
 * those of the runtime (run_kernel.c). Steps of all methods, and what a variable step calls, are interpreted, in double
 * precision; what is not known ends the program with a message.
 *
 * Requires: validate_program. Cost: linear in what is done; memory: an instance, a value for each node.
 */
#include <stdlib.h>
#include <string.h>
#include "dtc_exact_step.h"
#include "dtc_implicit_step.h"
#include "flow.h"
#include "dtc_tune.h"
#include "exact.h"
#include "interpret_step.h"

typedef enum { GO_ON, BREAK, RETURN } Leaving;

static Leaving run_body(Machine *k, const Statement *body);

/* ---- statements ---------------------------------------------------------------------------------------- */

static double combined(Op op, double old, double x)
{
    switch ((int)op) {
    case OP_ADD: return old + x;
    case OP_SUB: return old - x;
    case OP_MUL: return old * x;
    case OP_AND: return (int)old & (int)x;
    case OP_OR: return (int)old | (int)x;
    default: return x;
    }
}

/* to := x, or to op x */
static void set(Machine *k, Ex to, Op op, double x)
{
    const TypeKind t = ex_type(k->d, to);
    void *at = address(k, to);

    if (is_negative(k, to))
        x = t == T_BOOL ? x == 0 : -x;
    store_number(t, at, op ? combined(op, load_number(t, at), x) : x);
}

static void run_set(Machine *k, const Statement *s)
{
    k->epoch = ++k->epochs;
    if (ex_op(k->d, s->value) != OP_ARRAY) {
        set(k, s->to, s->op, value_in(k, s->value));
        return;
    }
    unsigned char *to = address(k, s->to);
    const TypeKind t = ex_type(k->d, s->to);
    for (uint32_t i = 0; i < ex_narg(k->d, s->value); i++)
        store_number(t, to + i * element_size(t), value_in(k, ex_arg(k->d, s->value, i)));
}

/* From there on a law, or what was kept of it, has what decisions change. */
static unsigned char *kept_of_law(const LaidMember *law, unsigned char *m)
{
    return m + law->at + laid_part(law, AT_law_P);
}

static KernelArgument kernel_argument(Machine *k, char kind, Ex x, LawMembers *law)
{
    KernelArgument a = { .law = law };

    if (strchr("nvb", kind)) {
        a.x = value_in(k, x);
    } else if (kind == 'l') {
        a.w = k->cell[ex(k->d, x)->payload];
    } else if (kind == 's') {
        *law = members_at(k, x);
    } else {
        a.p = address(k, x);
    }
    return a;
}

static Leaving run_kernel_step(Machine *k, const Statement *s)
{
    const char *kind = kernels[s->kernel].arguments;
    KernelArgument a[MOST_ARGUMENTS];
    LawMembers law[MOST_ARGUMENTS], before[MOST_ARGUMENTS];

    k->epoch = ++k->epochs;
    for (uint32_t i = 0; kind[i]; i++) {
        a[i] = kernel_argument(k, kind[i], s->arg[i], &law[i]);
        if (kind[i] == 's')
            before[i] = law[i];
    }
    const double x = run_kernel(s->kernel, a);
    for (uint32_t i = 0; kind[i]; i++)
        if (kind[i] == 's')
            keep_members(k, s->arg[i], &before[i], &law[i]);
    if (s->decides)
        return run_body(k, (x != 0) != s->negated ? s->body : s->other);
    if (s->to)
        set(k, s->to, s->op, x);
    return GO_ON;
}

static void run_with_outputs(Machine *k, const Statement *s)
{
    void *out[vec_len(s->arg) + 1];

    for (uint32_t i = 0; i < vec_len(s->arg); i++)
        out[i] = address(k, s->arg[i]);
    run_user_outputs(k, s->value, out);
}

static void run_call(Machine *k, const Statement *s)
{
    const uint32_t n = vec_len(s->arg);
    const Ex *param = k->p->fn[s->fn].param;
    KernelArgument a[n + 1];

    k->epoch = ++k->epochs;
    if (s->value) {
        run_with_outputs(k, s);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        if (object_of(k->p, param[i])->n)
            a[i].p = address(k, s->arg[i]);
        else
            a[i].x = value_in(k, s->arg[i]);
    for (uint32_t i = 0; i < n; i++) {
        void **cell = &k->cell[ex(k->d, param[i])->payload];
        if (object_of(k->p, param[i])->n)
            *cell = a[i].p;
        else
            store_number(ex_type(k->d, param[i]), *cell, a[i].x);
    }
    (void)run_function(k, s->fn);
}

static Leaving run_loop(Machine *k, const Statement *s)
{
    int *i = k->cell[ex(k->d, s->to)->payload];
    Leaving leaving = GO_ON;

    for (*i = 0;
         leaving == GO_ON && *i < value_now(k, s->count) && (!s->value || value_now(k, s->value) != 0); ++*i)
        leaving = run_body(k, s->body);
    return leaving == RETURN ? RETURN : GO_ON;
}

static Leaving run_block(Machine *k, const Statement *s)
{
    for (uint32_t i = 0; i < vec_len(s->local); i++) {
        const Object *o = object_of(k->p, s->local[i]);
        if (o->law)
            *(dtc_law *)k->cell[ex(k->d, s->local[i])->payload] = law_at(k, o->law);
    }
    return run_body(k, s->body);
}

static size_t size_of(Machine *k, Ex array) { return object_of(k->p, array)->n * element_size(ex_type(k->d, array)); }

static Leaving run(Machine *k, const Statement *s)
{
    switch (s->kind) {
    case DO_SET: run_set(k, s); return GO_ON;
    case DO_KERNEL: return run_kernel_step(k, s);
    case DO_CALL: run_call(k, s); return GO_ON;
    case DO_IF: return run_body(k, value_now(k, s->value) != 0 ? s->body : s->other);
    case DO_LOOP: return run_loop(k, s);
    case DO_BLOCK: return run_block(k, s);
    case DO_CLEAR: memset(address(k, s->to), 0, size_of(k, s->to)); return GO_ON;
    case DO_COPY: memcpy(address(k, s->to), address(k, s->value), size_of(k, s->to)); return GO_ON;
    case DO_BREAK: return BREAK;
    case DO_RETURN: k->result = s->value ? value_now(k, s->value) : 0; return RETURN;
    case DO_NOTE: return GO_ON;
    }
    return GO_ON;
}

static Leaving run_body(Machine *k, const Statement *body)
{
    Leaving leaving = GO_ON;

    for (uint32_t i = 0; i < vec_len(body) && leaving == GO_ON; i++)
        leaving = run(k, &body[i]);
    return leaving;
}

/* What the statement around it has computed is as it was. */
double run_function(Machine *k, Fn fn)
{
    const uint32_t epoch = k->epoch;

    (void)run_body(k, k->p->fn[fn].body);
    k->epoch = epoch;
    return k->result;
}

/* ---- the table of functions ---------------------------------------------------------------------------- */

/* An instance has its machine before it. */
static Machine *machine_of(const void *m) { return ((Machine *const *)m)[-1]; }

static double enter(void *m, FunctionRole id, double x, const void *const *array)
{
    Machine *k = machine_of(m);
    unsigned char *outer = k->m;
    const ProgramFunction *fn = &k->p->fn[k->call[id]];

    for (uint32_t i = 0; i < vec_len(fn->param); i++) {
        void **cell = &k->cell[ex(k->d, fn->param[i])->payload];
        if (object_of(k->p, fn->param[i])->n)
            *cell = (void *)(uintptr_t)*array++;
        else
            store_number(ex_type(k->d, fn->param[i]), *cell, x);
    }
    k->m = m;
    x = run_function(k, k->call[id]);
    k->m = outer;
    return x;
}

/* By the number of parameters: the model alone; with a number or an array. */
#define COUNT_OF(a, b, c, d, e, f, g, n, ...) n
#define COUNT(...)                            COUNT_OF(__VA_ARGS__, 7, 6, 5, 4, 3, 2, 1, 0)
#define JOIN(a, b)                            a##b
#define BY(n)                                 JOIN(RUN_, n)
#define RUN_1(result, name)                                                                                            \
    static result run_##name(void *m) { return (result)enter(m, FN_##name, 0, NULL); }
#define RUN_2(result, name)
#define RUN_3(result, name)
#define RUN_4(result, name)
#define RUN_7(result, name)
#define X(result, name, parameters, ...) BY(COUNT parameters)(result, name)
DTC_STEP_FUNCTIONS(X)
#undef X

#define RUN_ARRAY(name, type)                                                                                          \
    static void run_##name(void *m, type *x) { (void)enter(m, FN_##name, 0, (const void *const[]){ x }); }
RUN_ARRAY(follow_rates, dtc_real)
RUN_ARRAY(follow_by, const dtc_real)
RUN_ARRAY(less, dtc_real)
RUN_ARRAY(add, const dtc_real)
RUN_ARRAY(solve_stage, dtc_real)
RUN_ARRAY(turn, const int)
RUN_ARRAY(move_by, const dtc_real)
RUN_ARRAY(rates, dtc_real)
RUN_ARRAY(hold_rates, dtc_real)
RUN_ARRAY(states_of, dtc_real)
RUN_ARRAY(guards, double)
RUN_ARRAY(ranks, double)
#define RUN_ARRAYS(name, a, b)                                                                                         \
    static void run_##name(void *m, a *x, b *y) { (void)enter(m, FN_##name, 0, (const void *const[]){ x, y }); }
RUN_ARRAYS(look_at_laws, dtc_real, int)
RUN_ARRAYS(borders, dtc_real, int)
RUN_ARRAYS(gather, dtc_real, dtc_real)
static int run_settle_laws(void *m, int k) { return (int)enter(m, FN_settle_laws, k, NULL); }
static int run_decide(void *m, int k) { return (int)enter(m, FN_decide, k, NULL); }
static int run_impacts(void *m, int last) { return (int)enter(m, FN_impacts, last, NULL); }
static int run_rest(void *m, dtc_real left) { return (int)enter(m, FN_rest, left, NULL); }
static void run_configure(void *m, int k) { (void)enter(m, FN_configure, k, NULL); }
static void run_stick(void *m, int set) { (void)enter(m, FN_stick, set, NULL); }
static void run_jacobian(void *m, int all, dtc_real *J)
{
    (void)enter(m, FN_jacobian, all, (const void *const[]){ J });
}
static int run_factor_stages(void *m, int all, const dtc_real *J)
{
    return (int)enter(m, FN_factor_stages, all, (const void *const[]){ J });
}
static void run_linear(void *m, const dtc_real *dx, const dtc_real *dl, dtc_real *df, dtc_real *ds, dtc_real *da,
                       dtc_real *dg)
{
    (void)enter(m, FN_linear, 0, (const void *const[]){ dx, dl, df, ds, da, dg });
}
static void run_instants(const void *m, double *x)
{
    (void)enter((void *)(uintptr_t)m, FN_instants, 0, (const void *const[]){ x });
}
static void run_shift(void *m, const dtc_real *x, const dtc_real *dx, dtc_real h)
{
    (void)enter(m, FN_shift, h, (const void *const[]){ x, dx });
}

static dtc_control control(void *m)
{
    Machine *k = machine_of(m);
    const Emitter *e = k->e;
#define OF_MODEL(role) member_in(k, m, AT_##role, 0)

    return (dtc_control){ .steps = OF_MODEL(steps),
                          .time = OF_MODEL(time),
                          .changed = OF_MODEL(changed),
                          .fault = OF_MODEL(fault),
                          .initial = OF_MODEL(initial),
                          .finite = OF_MODEL(finite),
                          .stop = OF_MODEL(stop),
                          .ready = OF_MODEL(ready),
                          .exact = OF_MODEL(exact),
                          .again = OF_MODEL(again),
                          .count = OF_MODEL(count),
                          .stale = e->rosenbrock ? OF_MODEL(rosenbrock_stale) : OF_MODEL(stale),
                          .behind = OF_MODEL(behind),
                          .step = e->of->step,
                          .start = e->f->start_time,
                          .pinned = OF_MODEL(pinned),
                          .cuts = OF_MODEL(cuts),
                          .cut = OF_MODEL(cut),
                          .backoff = OF_MODEL(backoff) };
#undef OF_MODEL
}

static void run_save(const void *m, void *saved) { memcpy(saved, m, layout_size(machine_of(m)->e->layout)); }

/* What a decision has changed of a law comes from where it was kept. */
static void restore_law(Machine *k, unsigned char *m, const LaidMember *law)
{
    if (*(int *)member_in(k, m, AT_before_is_kept, law->of_role))
        memcpy(kept_of_law(law, m), kept_of_law(laid(k->e->layout, AT_before, law->of_role), m),
               laid_part(law, AT_law_s) - laid_part(law, AT_law_P));
}

static void run_restore(void *any, const void *saved)
{
    Machine *k = machine_of(any);
    const Layout *l = k->e->layout;
    unsigned char *m = any;

    memcpy(m + first_saved(l)->at, (const unsigned char *)saved + first_saved(l)->at, state_size(l));
    for (uint32_t i = 0; i < vec_len(l->member); i++) {
        const LaidMember *law = &l->member[i];
        if (law->saving < SAVED_APART)
            continue;
        memcpy(m + law->at, (const unsigned char *)saved + law->at,
               law->saving == SAVED_APART ? law->size : laid_part(law, AT_law_P));
        restore_law(k, m, law);
    }
    if (control(m).stale)
        *control(m).stale = 1;
}

/* ---- a machine ----------------------------------------------------------------------------------------- */

static void fill_calls(Machine *k)
{
    k->f = flow_with_rows(k->e);
    k->f.control = control;
#define X(result, id, ...)                                                                                             \
    k->call[FN_##id] = has_function(k->p, FN_##id) ? function_of(k->p, FN_##id, 0) : 0;                                \
    if (k->call[FN_##id] || FN_##id == FN_save || FN_##id == FN_restore)                                 \
        k->f.id = run_##id;
    DTC_STEP_FUNCTIONS(X)
#undef X
    if (k->e->exact)
        k->f.jump = NULL;
}

/* Control flow of a method of its own, and room for it. */
static void fill_method(Machine *k)
{
    const ExactSizes size = is_exact(k->e) ? exact_sizes(k->e) : (ExactSizes){ 0 };
    const uint32_t states = 4 * vec_len(k->e->dae->state) + 1,
                   numbers = size.step > size.setup ? size.step : size.setup;

    k->work = NEW_N(&k->d->run, double, numbers > states ? numbers : states);
    k->integers = NEW_N(&k->d->run, int, size.places + size.check + 1);
    k->f.plan = constant_at(k, is_exact(k->e) ? TABLE_exact : TABLE_implicit);
    if (is_exact(k->e)) {
        k->f.prepare = dtc_exact_prepare;
        k->f.stages = dtc_exact_stages;
    } else if (k->e->rosenbrock) {
        k->f.stages = dtc_implicit_stages;
    }
}

static unsigned char *instance(Machine *k)
{
    const size_t before = 16, size = layout_size(k->e->layout);
    unsigned char *m = NEW_N(&k->d->run, unsigned char, before + size);

    ((Machine **)(void *)(m + before))[-1] = k;
    return m + before;
}

Machine *machine_new(const Emitter *e)
{
    Machine *k = NEW(&e->d->run, Machine);

    k->e = e;
    k->d = e->d;
    k->p = e->program;
    if (e->d->opt.single) {
        error(e->d, ((Span){ 0, 0 }), NULL, "the interpreter of the step program has no single precision");
        return NULL;
    }
    room_for_values(k);
    k->room = k->m = instance(k);
    k->copy = instance(k);
    k->saved = instance(k);
    k->whole = instance(k);
    fill_calls(k);
    places_begin(k);
    fill_method(k);
    return k;
}

unsigned char *machine_instance(Machine *k) { return k->room; }

void machine_init(Machine *k)
{
    memset(k->room, 0, layout_size(k->e->layout));
    dtc_give_defaults(k->room, k->f.rows->defaults);
}

static dtc_room room(Machine *k)
{
    const bool copies = !is_exact(k->e) || exact_adjusts(k->e);
    return (dtc_room){ k->saved, copies ? k->copy : NULL, k->work, k->integers };
}

static dtc_room all_room(Machine *k) { return (dtc_room){ k->saved, k->copy, k->work, k->integers }; }

dtc_status machine_setup(Machine *k)
{
    const dtc_room all = all_room(k);
    return dtc_setup(&k->f, k->room, dtc_first_step, is_exact(k->e) ? &all : NULL);
}

dtc_status machine_step(Machine *k) { return dtc_do_step(&k->f, k->room, room(k)); }
dtc_status machine_evaluate(Machine *k) { return dtc_do_evaluate(&k->f, k->room, room(k)); }
dtc_status machine_advance(Machine *k) { return dtc_do_advance(&k->f, k->room, room(k)); }
