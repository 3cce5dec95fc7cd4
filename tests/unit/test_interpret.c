/* test_interpret.c - models run in three ways, compared bit by bit: by walking the step program as builders make it, by
 * walking it after all passes, and by the C that is printed of it. All of the struct counts, after setup and after each
 * step, every second of which is an evaluation and an advance by themselves. Inputs are waves. Of a variable step the
 * interface is called as a solver does: rates, guards, ranks, Jacobian, and events.
 *
 * What builders make wrong is wrong in all three: so after each evaluation the equations of the model hold, and with
 * Euler's method states move by their rates. */
#include <dlfcn.h>
#include <errno.h>
#include <getopt.h>
#include <sys/stat.h>
#include <unistd.h>
#include "command.h"
#include "dtc_hybrid_step.h"
#include "emit.h"
#include "interpret_step.h"
#include "tangent.h"
#include "../extreme.h"

enum { STEPS = 300 };
static const long steps = STEPS;
static long equations;                            /* how often one was looked at */
static char folder[1000];
static unsigned serial;                           /* of files */

/* Options of dtc, method NULL: --hybrid; changes: in how many steps at least a place, or another discrete variable,
 * becomes another one. */
typedef struct { const char *model, *of, *method, *step; size_t changes; const char *option[2]; } Case;
static const Case cases[] = {
#include "interpret_cases.h"
};

/* A run: the struct, and what each call returned, of all steps. */
/* sum: of what else it gave; member, variable: where its values are; of C as of the walk before. */
typedef struct {
    unsigned char *struct_of; int *status; uint64_t *sum; size_t size, n; const LaidMember *member;
    const size_t *variable;
} Trace;

/* Which NaN it is does not count: C leaves it open. */
static void note_step(Trace *t, const void *m, int status)
{
    unsigned char *to = t->struct_of + t->n*t->size;

    memcpy(to, m, t->size);
    for (size_t i = 0; i + sizeof(double) <= t->size; i += sizeof(double)) {
        double x;
        memcpy(&x, to + i, sizeof x);
        if (isnan(x))
            memcpy(to + i, &(double){ NAN }, sizeof x);
    }
    t->status[t->n++] = status;
}

/* Numbers that go with the next note. */
static void note_numbers(Trace *t, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, isnan(x[i]) ? &(double){ NAN } : &x[i], sizeof bits);
        t->sum[t->n] = (t->sum[t->n] ^ bits)*0x100000001b3ULL + 1;
    }
}

static Trace trace_new(size_t size)
{
    const size_t n = 5*STEPS + 1;                 /* of a variable step up to 5 notes each */

    return (Trace){ calloc(n, size), calloc(n, sizeof(int)), calloc(n, sizeof(uint64_t)), size, 0, NULL, NULL };
}

static void trace_free(Trace *t) { free(t->struct_of), free(t->status), free(t->sum); }

/* Each is a wave around its start, or from 0 to 1. */
static void set_inputs(const Emitter *e, unsigned char *m, long k)
{
    static double start[1000];

    for (uint32_t i = 0, n = 0; i < vec_len(e->layout->member); i++) {
        const LaidMember *x = &e->layout->member[i];
        if (!x->of || e->store->kind[x->of] != ST_INPUT || x->type != MT_REAL)
            continue;
        for (uint32_t q = 0; q < (x->n ? x->n : 1) && n < 1000; q++, n++) {
            double *input = (double *)(void *)(m + x->at) + q, wave = sin(0.02*(double)(k + 70*n));
            if (k == 0)
                start[n] = *input;
            *input = start[n] == 0 ? 0.5 + 0.5*wave : start[n]*(1 + 0.25*wave);
        }
    }
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

/* Variables of an equation, and how large what it adds up is. */
typedef struct { Machine *k; bool stored; double size; } Terms;

static bool look(Dtc *d, Ex x, void *data)
{
    Terms *t = data;
    Var v = ex_is_var(d, x);

    t->stored &= ex_op(d, x) != OP_LAST && (!v || t->k->variable[root_of(d->flat, v, NULL)] != 0);
    if (t->k->stamp[x] == t->k->epoch && ex_type(d, x) == T_REAL)
        t->size = larger(t->size, fabs(t->k->value[x]));
    return false;
}

/* Bounds of a law may be those of the evaluation before. */
static bool is_bound(const Flat *f, Ex x, Dtc *d)
{
    Var v = ex_is_var(d, x);

    for (uint32_t i = 1; i < vec_len(f->sw) && v; i++)
        if (v == f->sw[i].lo || v == f->sw[i].hi || v == f->sw[i].slo || v == f->sw[i].shi)
            return true;
    return false;
}

/* What the model says holds after an evaluation, whatever the builders have made of it. */
static bool hold(Emitter *e, Machine *k, long step)
{
    for (Eq i = 1; i < vec_len(e->f->eq); i++) {
        const Equation *q = &e->f->eq[i];
        Terms t = { .k = k, .stored = true };
        if (q->removed || q->extra || !q->lhs || !q->rhs || is_bound(e->f, q->lhs, e->d))
            continue;
        (void)ex_any(e->d, q->lhs, look, &t), (void)ex_any(e->d, q->rhs, look, &t);
        if (!t.stored)
            continue;
        t.size = 0;
        double left = value_now(k, q->lhs), right = value_in(k, q->rhs);
        (void)ex_any(e->d, q->lhs, look, &t), (void)ex_any(e->d, q->rhs, look, &t);
        equations++;
        if (fabs(left - right) <= 1e-9*(t.size + 1) || left == right)
            continue;
        printf("    step %ld: %s = %s: %.17g, %.17g\n", step,
               ex_plain(e->d, q->lhs), ex_plain(e->d, q->rhs), left, right);
        return false;
    }
    return true;
}

static double jump_of(const Emitter *e, Machine *k, Var v)
{
    const double *jump = member_in(k, k->m, AT_jump_of, root_of(e->f, v, NULL));
    return jump ? *jump : 0;
}

/* Euler's method: what moves on is the rate, which has the impulses of the step in it, and of positions a jump; that of
 * one whose rate is a state is all of its way. Others, and resets, are not looked at. */
static bool moved(Emitter *e, Machine *k, const double *before, const double *rate)
{
    const bool looks = e->d->opt.method == M_EULER && vec_len(e->f->when) == 0;

    for (uint32_t i = 0; i < vec_len(e->dae->state) && looks; i++) {
        const Var x = e->dae->state[i], speed = e->f->var[x].der;
        double now = value_now(k, ex_var(e->d, x)), jump = jumps_by_rate(e, x) ? 0 : jump_of(e, k, x),
               by = e->f->var[root_of(e->f, speed, NULL)].is_state ? jump : e->of->step*rate[i] + jump;
        if (fabs(now - (before[i] + by)) <= 1e-9*(fabs(before[i]) + fabs(e->of->step*rate[i]) + fabs(by) + 1e-9))
            continue;
        printf("    %s goes from %.17g to %.17g, not by %.17g\n", e->f->var[x].name, before[i], now, by);
        return false;
    }
    return true;
}

/* ---- a variable step --------------------------------------------------------------------------------------------- */

/* The interface of dtc_hybrid.h by the machine that walks now. */
static Machine *walking;
static dtc_where *where;

static dtc_status walk_setup(void *m) { return dtc_setup(&walking->f, m, dtc_first_events, NULL); }
static void walk_get(const void *m, double *x) { dtc_get_states(walking->f.states, where, m, x); }
static void walk_set(void *m, double t, const double *x)
{
    dtc_set_states(&walking->f, walking->f.states, where, m, t, x);
}
static dtc_status walk_derivatives(void *m, double *dx)
{
    return dtc_get_rates(&walking->f, walking->f.states, where, m, dx);
}
static void walk_guards(void *m, double *g) { walking->f.guards(m, g); }
static void walk_jacobian(void *m, double *value) { dtc_get_jacobian(&walking->f, m, value); }
static void walk_ranks(void *m, double *r) { walking->f.ranks(m, r); }
static void walk_left(void *m) { walking->f.left(m); }
static dtc_status walk_check(void *m) { return dtc_check_state(&walking->f, m); }
static dtc_status walk_event(void *m, int pass, int *changed) { return dtc_do_event(&walking->f, m, pass, changed); }
static double walk_next(const void *m) { return dtc_next_instant(&walking->f, m); }

static dtc_hybrid interface_of(Machine *k)
{
    const Emitter *e = k->e;
    const uint32_t n = vec_len(e->dae->state);

    walking = k;
    where = NEW_N(&k->d->run, dtc_where, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        bool negated;
        Var rate = root_of(e->f, e->f->var[e->dae->state[i]].der, &negated);
        where[i] = (dtc_where){ k->variable[e->dae->state[i]] - 1, k->variable[rate] - 1, negated ? -1 : 1 };
    }
    return (dtc_hybrid){ .states = (int)n, .guards = (int)e->program->guards, .setup = walk_setup, .get = walk_get,
                         .set = walk_set, .derivatives = walk_derivatives, .guards_at = walk_guards,
                         .jacobian = function_of(k->p, FN_jacobian, 0) ? walk_jacobian : NULL, .check = walk_check,
                         .leave = walk_left, .event = walk_event, .next = walk_next,
                         .ranks = (int)vec_len(e->program->rank),
                         .ranks_at = walk_ranks };
}

/* Rates, guards, ranks and the Jacobian at a point. */
static dtc_status at_point(const dtc_hybrid *h, unsigned char *m, uint32_t entries, double *dx, double *g, Trace *t)
{
    double J[entries + 1], r[h->ranks + 1];
    dtc_status status = h->derivatives(m, dx);

    if (status != DTC_OK)
        return status;
    note_numbers(t, dx, (size_t)h->states);
    h->guards_at(m, g);
    note_numbers(t, g, (size_t)h->guards);
    h->ranks_at(m, r);
    note_numbers(t, r, (size_t)h->ranks);
    if (h->jacobian && entries > 0) {
        h->jacobian(m, J);
        note_numbers(t, J, entries);
    }
    return status;
}

static void event(const dtc_hybrid *h, unsigned char *m, Trace *t)
{
    int changed = 1;

    if (h->leave)
        h->leave(m);
    for (int pass = 0; pass < 3 && changed; pass++) {
        dtc_status status = h->event(m, pass, &changed);
        note_step(t, m, status);
        changed = changed && status <= DTC_TERMINATE;
    }
}

/* Steps of Euler's method, to the next instant at most; an event where a guard is lost. Relations are held meanwhile,
 * so that the equations of the model say something else. */
static void drive(Emitter *e, const dtc_hybrid *h, unsigned char *m, Trace *t)
{
    const uint32_t n = (uint32_t)h->states, entries = tangent_exists(e->tangent) ? e->tangent->column[n] : 0;
    double x[n + 1], dx[n + 1], g[h->guards + 1], time = e->f->start_time, at = time;
    bool due = true;

    note_step(t, m, h->setup(m));
    h->get(m, x);
    for (long i = 0; i < steps; i++) {
        set_inputs(e, m, i);
        h->set(m, time, x);
        dtc_status status = at_point(h, m, entries, dx, g, t);
        note_step(t, m, status);
        if (status != DTC_OK)
            break;
        note_step(t, m, h->check(m));
        for (int q = 0; q < h->guards; q++)
            due |= !(g[q] >= 0);
        if (due) {
            event(h, m, t);
            h->get(m, x);
            at = h->next(m);
            due = false;
            continue;
        }
        due = at - time <= e->of->step;
        for (uint32_t q = 0; q < n; q++)
            x[q] += (due ? at - time : e->of->step)*dx[q];
        time = due ? at : time + e->of->step;
    }
}

/* ---- three runs -------------------------------------------------------------------------------------------------- */

/* An evaluation, of which what the model says is held against its result, and an advance. */
static dtc_status halves(Emitter *e, Machine *k, long step, bool *good)
{
    const uint32_t n = vec_len(e->dae->state);
    double before[n + 1], rate[n + 1];
    dtc_status status = machine_evaluate(k);

    if (status > DTC_TERMINATE)
        return status;
    *good &= hold(e, k, step);
    for (uint32_t i = 0; i < n; i++) {
        before[i] = value_now(k, ex_var(e->d, e->dae->state[i]));
        rate[i] = value_now(k, ex_var(e->d, e->f->var[e->dae->state[i]].der));
    }
    status = machine_advance(k);
    *good &= status > DTC_TERMINATE || moved(e, k, before, rate);
    return status;
}

static bool walked(Emitter *e, Trace *t)
{
    Machine *k = machine_new(e);
    bool good = true;

    if (!k)
        return false;
    *t = trace_new(layout_size(e->layout));
    t->member = e->layout->member;
    t->variable = k->variable;
    machine_init(k);
    if (has_events(e->of)) {
        const dtc_hybrid h = interface_of(k);
        drive(e, &h, machine_instance(k), t);
        return true;
    }
    note_step(t, machine_instance(k), machine_setup(k));
    for (long i = 0; i < steps && good; i++) {
        set_inputs(e, machine_instance(k), i);
        dtc_status status = i % 2 ? machine_step(k) : halves(e, k, i, &good);
        note_step(t, machine_instance(k), status);
    }
    return good;
}

static bool compiled(Emitter *e, Trace *t)
{
    const char *fast = ". tests/fast.sh && $fast", *build = getenv("BUILD") ? getenv("BUILD") : "build";
    char command[5000];
    snprintf(command, sizeof command,
             "%s -std=c99 -O0 -fno-builtin -ffp-contract=off -w -fPIC -shared -Iruntime -Iruntime/host -I%s -o "
             "%s/m%u.so %s/m.c "
             "%s/libdtc-sim.a -lm",
             fast, folder, folder, ++serial, folder, build);
    if (system(command) != 0)
        return false;
    snprintf(command, sizeof command, "%s/m%u.so", folder, serial);
    void *file = dlopen(command, RTLD_NOW | RTLD_LOCAL);
    const dtc_model_info *info = file ? dlsym(file, internf(e->d, "%s_info", emit_model_name(e->d, e->f))) : NULL;
    if (!info)
        return fprintf(stderr, "%s\n", dlerror()), false;
    *t = trace_new(info->size);
    unsigned char *m = calloc(1, info->size);
    dtc_status (*step)(void *) = NULL;
    *(void **)&step = dlsym(file, internf(e->d, "%s_step", emit_model_name(e->d, e->f)));
    info->init(m);
    const dtc_hybrid *h = dlsym(file, internf(e->d, "%s_hybrid", emit_model_name(e->d, e->f)));
    if (h) {
        drive(e, h, m, t);
        return free(m), true;
    }
    note_step(t, m, info->setup(m));
    for (long i = 0; i < steps; i++) {
        dtc_status status;
        set_inputs(e, m, i);
        if (i % 2) {
            status = step(m);
        } else {
            status = info->evaluate(m);
            if (status <= DTC_TERMINATE)
                status = info->advance(m);
        }
        note_step(t, m, status);
    }
    free(m);
    return true;
}

/* ---- the comparison ---------------------------------------------------------------------------------------------- */

static void tell(const Emitter *e, size_t k, const unsigned char *a, const unsigned char *b)
{
    int told = 0;

    for (uint32_t i = 0; i < vec_len(e->layout->member) && told < 6; i++) {
        const LaidMember *x = &e->layout->member[i];
        if (memcmp(a + x->at, b + x->at, x->size) == 0)
            continue;
        size_t at = x->at;
        while (a[at] == b[at])
            at++;
        printf("    C differs after step %zu: %s, byte %zu", k, member_label(e->program, x->role, x->of_role),
               at - x->at);
        if (x->type == MT_REAL)
            printf(": %.17g, %.17g", *(const double *)(const void *)(a + x->at + (at - x->at)/8*8),
                   *(const double *)(const void *)(b + x->at + (at - x->at)/8*8));
        printf("\n");
        told++;
    }
}

static const LaidMember *twin(const Trace *t, const LaidMember *of)
{
    for (uint32_t i = 0; i < vec_len(t->member); i++)
        if (t->member[i].role == of->role && t->member[i].of_role == of->of_role && t->member[i].size == of->size)
            return &t->member[i];
    return NULL;
}

/* Passes may lay out the struct anew: variables, and members that both have. */
static bool same_values(const Emitter *e, const Trace *a, const Trace *b)
{
    if (a->n != b->n)
        return printf("    after passes: %zu notes, not %zu\n", b->n, a->n), false;
    for (size_t k = 0; k < a->n; k++) {
        const unsigned char *x = a->struct_of + k*a->size, *y = b->struct_of + k*b->size;
        if (a->status[k] != b->status[k] || a->sum[k] != b->sum[k])
            return printf("    after passes: step %zu returns %d, not %d\n", k, b->status[k], a->status[k]), false;
        for (Var v = 1; v < vec_len(e->f->var); v++)
            if (a->variable[v] && (!b->variable[v] || memcmp(x + a->variable[v] - 1, y + b->variable[v] - 1,
                                                            element_size(e->f->var[v].type)) != 0))
                return printf("    %s differs after passes and %zu steps\n", e->f->var[v].name, k), false;
        for (uint32_t i = 0; i < vec_len(a->member); i++) {
            const LaidMember *m = &a->member[i], *o = twin(b, m);
            if (o && memcmp(x + m->at, y + o->at, m->size) != 0)
                return printf("    %s differs after passes and %zu steps\n",
                              member_label(e->program, m->role, m->of_role), k), false;
        }
    }
    return true;
}

static bool same(const Emitter *e, const Trace *a, const Trace *b)
{
    /* the interpreter keeps elsewhere what the last step has left */
    const LaidMember *committed = laid(e->layout, AT_committed, 0);
    const size_t kept = committed ? committed->at : a->size, after = committed ? kept + committed->size : a->size;

    if (a->size != b->size || a->n != b->n)
        return printf("    C: %zu bytes, not %zu; %zu notes, not %zu\n", b->size, a->size, b->n, a->n), false;
    for (size_t k = 0; k < a->n; k++) {
        const unsigned char *x = a->struct_of + k*a->size, *y = b->struct_of + k*a->size;
        if (a->status[k] != b->status[k] || a->sum[k] != b->sum[k])
            return printf("    C: step %zu returns %d, not %d, or other numbers\n", k, b->status[k], a->status[k]),
                   false;
        if (memcmp(x, y, kept) != 0 || memcmp(x + after, y + after, a->size - after) != 0)
            return tell(e, k, x, y), false;
    }
    return true;
}

static size_t failed(const Trace *t)
{
    size_t n = 0;

    for (size_t k = 0; k < t->n; k++)
        n += t->status[k] > DTC_TERMINATE;
    return n;
}

/* Steps in which a place of a switching element, or another discrete variable, becomes another one. */
static size_t changes(const Emitter *e, const Trace *t)
{
    size_t n = 0;

    for (size_t k = 1; k < t->n; k++) {
        const unsigned char *now = t->struct_of + k*t->size, *before = now - t->size;
        bool other = false;
        for (uint32_t i = 0; i < vec_len(e->layout->member); i++) {
            const LaidMember *x = &e->layout->member[i];
            const uint64_t place = laid_part(x, AT_law_place);
            const uint32_t m = place != ~0ULL ? x->part[0].n : 0;
            if (x->of && (e->store->kind[x->of] == ST_DISCRETE || e->f->var[x->of].variability == V_DISCRETE))
                other |= memcmp(now + x->at, before + x->at, x->size) != 0;
            other |= m && memcmp(now + x->at + place, before + x->at + place, m*sizeof(int)) != 0;
        }
        n += other;
    }
    return n;
}

static bool print_to(Emitter *e)
{
    char name[5000];

    snprintf(name, sizeof name, "%s/m.c", folder);
    FILE *c = fopen(name, "w");
    snprintf(name, sizeof name, "%s/m.h", folder);
    FILE *h = fopen(name, "w");
    bool good = c && h && emit(e, c, h, "m.h");
    return fclose(c) == 0 && fclose(h) == 0 && good;
}

static bool three_ways(Emitter *e, size_t least)
{
    Trace built, passed, real;

    if (!walked(e, &built) || !finish_program(e) || !walked(e, &passed) || !print_to(e) ||
        !compiled(e, &real))
        return false;
    bool good = same_values(e, &built, &passed) & same(e, &passed, &real);
    size_t changed = changes(e, &real);
    printf("| %s %s: %zu steps, %zu of them fail, %zu change a place; %ld equations\n", e->f->name,
           has_events(e->of) ? "variable" : method_name(e->d->opt.method), real.n - 1, failed(&real), changed,
           equations);
    trace_free(&built), trace_free(&passed), trace_free(&real);
    return good && changed >= least && (has_events(e->of) || equations > 0);
}

/* What is not interpreted is said. */
static bool is_refused(Emitter *e, size_t least)
{
    (void)least;
    return !machine_new(e) && e->d->errors == 1;
}

static bool try_case(const Case *c, bool (*as_wanted)(Emitter *e, size_t least))
{
    const char *const all[] = { "dtc", c->model, "-o", "m.c", c->method ? "--method" : "--hybrid", c->method,
        c->step && c->method ? "--step" : NULL,
                                c->method ? c->step : NULL,
                                c->of ? "--model" : NULL,
                                c->of,
                                c->option[0],
                                c->option[1] };
    char *argument[16] = { NULL };
    int n = 0;
    Dtc *d = dtc_new();
    Cli cli = { 0 };
    Dae dae = { 0 };

    for (size_t k = 0; k < sizeof all/sizeof *all; k++)
        if (all[k])
            argument[n++] = (char *)(uintptr_t)all[k];
    optind = 0;
    bool good = command_line(d, &cli, n, argument) == 0;
    d->opt.input = c->model;
    vec_push(&d->run, d->opt.include, "lib");
    d->opt.observe_all = true;
    equations = 0;
    if (c->step && !c->method)
        d->opt.step = strtod(c->step, NULL);      /* of the test's own method */
    if (good && compile(d, &dae)) {
        Emitter *e = build_program(d, d->flat, &dae);
        good = e && as_wanted(e, c->changes);
    } else {
        good = false;
    }
    dtc_free(d);
    return good;
}

int main(void)
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    int passed = 0, wrong = 0;

    alarm(900);                                   /* what does not end has failed */
    snprintf(folder, sizeof folder, "%s/tests/interpret", build);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return 1;
    for (size_t i = 0; i < sizeof cases/sizeof *cases; i++) {
        const Case *c = &cases[i];
        bool good = try_case(c, c->option[0] && strcmp(c->option[0], "--float") == 0 ? is_refused : three_ways);
        passed += good;
        wrong += !good;
        if (!good)
            printf("FAILED %s %s %s\n", c->model, c->of ? c->of : "", c->method ? c->method : "--hybrid");
    }
    printf("%d passed, %d failed\n", passed, wrong);
    return wrong > 0;
}
