/* sim.c - dtc sim: build the generated C, run it, write the results.
 *
 * The file appears when the run has ended; one that stops half-way (an assertion, a signal, a full disk) keeps its
 * rows. Progress goes to stderr, if that is a terminal. The run knows the model by its descriptor only.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "emit.h"
#include "page.h"
#include "reduce.h"
#include "sim.h"

/* ---- rows ---------------------------------------------------------------------------------------------- */

double sim_time(const SimRun *r, const void *model)
{
    const dtc_variable time = { .offset = r->info->time, .type = DTC_REAL, .sign = 1 };
    return dtc_get(r->info, model, &time);
}

double sim_now(const SimRun *r) { return sim_time(r, r->model); }

static bool sim_is_page(const SimRun *r) { return r->o->page != NULL; }

result_format sim_format(const SimRun *r)
{
    result_format format = sim_is_page(r)                   ? RESULT_MAT
                         : !r->o->format                    ? result_format_of(r->d->opt.output)
                         : strcmp(r->o->format, "mat") == 0 ? RESULT_MAT
                                                            : RESULT_CSV;

    return format == RESULT_CSV && r->o->units ? RESULT_CSV_UNITS : format;
}

/* --format without -o is a file on standard output. */
static bool to_file(const SimRun *r) { return r->d->opt.output || r->o->format; }

static bool open_file(SimRun *r)
{
    if (!output_open(r->d, &r->output, r->d->opt.output))
        return false;
    if (sim_is_page(r))
        r->rows = temporary_file(r->d, internf(r->d, "%s/dtc", temporary_folder(r->d)), &r->rows_file);
    if (sim_is_page(r) && !r->rows) {
        output_close(&r->output, false);
        return output_refuse(temporary_folder(r->d), strerror(errno));
    }
    r->out = result_open(r->rows ? r->rows_file : r->output.file, sim_format(r),
                         (int)vec_len(r->columns.column), r->columns.column);
    if (!r->out) {
        fputs("dtc: out of memory\n", stderr);
        output_close(&r->output, false);
    }
    return r->out != NULL;
}

bool sim_open(SimRun *r)
{
    if (to_file(r) && !open_file(r))
        return false;
    if (r->d->opt.audit && !r->f->audit && !r->o->account)
        fputs("dtc: warning: --audit: no component has a variable inputPower, lossPower or storedEnergy\n",
              stderr);
    if (r->d->opt.audit)
        r->account = account_begin(r->d, r->f, r->info);
    return true;
}

bool sim_row(SimRun *r, double time)
{
    sim_tell_ranges(r, time);
    for (uint32_t i = 0; i < vec_len(r->columns.variable) && r->out; i++)
        r->columns.value[i] = dtc_get(r->info, r->model, &r->columns.variable[i]);
    return !r->out || result_row(r->out, time, r->columns.value);
}

/* ---- what the user is told ----------------------------------------------------------------------------- */

static int by_rank(const void *a, const void *b)
{
    const SimVarying *x = a, *y = b;
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : x->number - y->number;
}

/* Of the variables that are computed: which is the n-th, and by which equation. */
static void rank_varying(SimRun *r)
{
    const Dae *dae = r->e->dae;
    const Map numbers = sim_numbers(r->d, r->info);
    Map at = { 0 }; /* number + 1 -> place in varying + 1 */
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(r->varying); i++)
        map_set(&r->d->pass, &at, (uint64_t)r->varying[i].number + 1, i + 1);
    for (uint32_t b = 0; b < vec_len(dae->block); b++) {
        const Block *k = &dae->block[b];
        const uint32_t inner = vec_len(k->inner), all = inner + vec_len(k->tear);
        for (uint32_t i = 0; i < all; i++) {
            const Var v = i < inner ? k->inner[i].v : k->tear[i - inner];
            const uint64_t number = map_get(&numbers, KEY(internz(r->d, r->f->var[v].name)));
            const uint64_t place = number ? map_get(&at, number) : 0;
            const uint32_t rows = vec_len(k->res_eq);
            if (!place || r->varying[place - 1].variable.kind == DTC_STATE)
                continue;
            r->varying[place - 1].rank = ++n;
            r->varying[place - 1].by = i < inner        ? k->inner[i].eq
                                     : i - inner < rows ? k->res_eq[i - inner]
                                                        : 0;
        }
    }
}

/* Reals that vary, fetched once, in order of evaluation. */
static void find_varying(SimRun *r)
{
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        const uint32_t rank = v.kind == DTC_STATE || v.kind == DTC_IN ? 0 : UINT32_MAX;
        if (v.type == DTC_REAL && v.kind != DTC_PARAMETER && v.kind != DTC_CALCULATED)
            vec_push(&r->d->run, r->varying, ((SimVarying){ .variable = v, .number = i, .rank = rank }));
    }
    if (!r->e || !r->varying)
        return;
    rank_varying(r);
    qsort(r->varying, vec_len(r->varying), sizeof *r->varying, by_rank);
}

/* The first variable in order of evaluation that is no number, else that is infinite; NULL: there is none. In single
 * precision one may be infinite: there Modelica.Constants.inf is. */
static const SimVarying *first_infinite(const SimRun *r)
{
    const bool single = r->info->real_size == sizeof(float);
    const SimVarying *infinite = NULL;

    for (uint32_t i = 0; i < vec_len(r->varying); i++) {
        const SimVarying *v = &r->varying[i];
        const double x = dtc_get(r->info, r->model, &v->variable);
        if (isnan(x))
            return v;
        if (!infinite && isinf(x) && !(single && v->variable.kind != DTC_STATE))
            infinite = v;
    }
    return infinite;
}

bool sim_finite(const SimRun *r) { return first_infinite(r) == NULL; }

/* What of it is wrong, and by which equation; NULL: nothing is. */
static const char *infinite_text(const SimRun *r)
{
    const SimVarying *v = first_infinite(r);
    const Equation *q = v && v->by && v->by < vec_len(r->f->eq) ? &r->f->eq[v->by] : NULL;

    if (!v)
        return NULL;
    const char *text = internf(r->d, "%s is %s", sim_name(r->d, r->info, v->number),
                               isnan(dtc_get(r->info, r->model, &v->variable)) ? "not a number" : "infinite");
    return q && q->lhs ? internf(r->d, "%s, by the equation %s = %s", text, ex_plain(r->d, q->lhs),
                                 ex_plain(r->d, q->rhs))
                       : text;
}

static void explain_end(const SimRun *r, dtc_status status)
{
    int fault;
    memcpy(&fault, (const char *)r->model + r->info->fault, sizeof fault);
    char message[1000];
    const char *text = NULL;

    if (status == DTC_RESULT) {
        text = infinite_text(r);
    } else if (status == DTC_INPUT && fault == 0) {
        const int i = dtc_not_finite(r->info, r->model);
        text = i < 0 ? NULL : sim_name(r->d, r->info, i);
    } else if (fault > 0 && fault < r->info->messages) {
        message_text(r->info, r->model, fault, message, sizeof message);
        text = message;
    }
    fprintf(stderr, "dtc: %s at time %.9g: %s%s%s\n", r->info->name, sim_now(r) - r->behind,
            dtc_status_text(status), text ? ": " : "", text ? text : "");
    if (text) {
        note_declaration(r->d, text);
        note_held(r->d, r->f, text);
        scenario_origins(r->d, &r->scenario, text);
    }
}

/* A run that ended well with a state that nothing has: the motion was unstable, and its numbers are none. */
static void tell_outgrown(const SimRun *r)
{
    const double beyond = 1e30;

    for (uint32_t i = 0; i < vec_len(r->varying); i++) {
        const SimVarying *v = &r->varying[i];
        const double x = dtc_get(r->info, r->model, &v->variable);
        if (v->variable.kind != DTC_STATE || !(fabs(x) > beyond))
            continue;
        const char *name = sim_name(r->d, r->info, v->number);
        fprintf(stderr,
                "dtc: warning: %s at time %.9g: %s has grown to %g: a force or torque has the wrong sign%s\n",
                r->info->name, sim_now(r), name, x, r->o->fixed_step ? ", or the step is too long" : "");
        note_declaration(r->d, name);
        return;
    }
}

static unsigned times_due(const SimRun *r, int warning)
{
    unsigned n;
    memcpy(&n, (const char *)r->model + r->info->warned + (size_t)warning * sizeof n, sizeof n);
    return n;
}

/* It did not hold at this time. */
static void tell_warning(SimRun *r, int number, double time)
{
    SimWarning *w = &r->warned[number];
    char message[1000];

    w->times = times_due(r, number);
    if (!w->text) {
        message_text(r->info, r->model, r->info->warning[number], message, sizeof message);
        w->text = internz(r->d, message);
        w->at = time;
        if (!w->told)
            fprintf(stderr, "dtc: warning: %s at time %.9g: %s\n", r->info->name, time, message);
    } else if (time > w->last && w->last == r->warned_before)
        w->seconds += time - w->last;
    w->told = true;
    w->last = time;
}

void sim_tell_warnings(SimRun *r, double time)
{
    if (!r->warned)
        r->warned = NEW_N(&r->d->run, SimWarning, r->info->warnings + 1);
    if (time != r->warned_at)
        r->warned_before = r->warned_at;
    r->warned_at = time;
    for (int i = 0; i < r->info->warnings; i++)
        if (r->warned[i].times != times_due(r, i))
            tell_warning(r, i, time);
}

void sim_warned_before(SimRun *r)
{
    r->warned = NEW_N(&r->d->run, SimWarning, r->info->warnings + 1);
    for (int i = 0; i < r->info->warnings; i++) {
        r->warned[i].times = times_due(r, i);
        r->warned[i].told = r->warned[i].times > 0;
    }
}

/* The elements of a law for which `in` is not zero: "a, b and c". */
static void tell_elements(Dtc *d, const dtc_model_info *info, const dtc_law_place *law, const int *in)
{
    int left = 0;

    for (int e = 0; e < law->elements; e++)
        left += in[e] != 0;
    for (int e = 0; e < law->elements; e++)
        if (in[e])
            fprintf(stderr, "%s%s", sim_message(d, info, law->message + e),
                    --left == 0 ? ""
                    : left == 1 ? " and "
                                : ", ");
}

/* What a law takes for redundant though what is left of it is more than rounding: pairs, and the first set that held
 * unless it is the pair. */
static void tell_nearly_dependent(const SimRun *r, const dtc_law_place *law)
{
    static const char through[] =
        "hold something heavy through something light, which counts as redundant: where they hold together "
        "they may slip. Leave the light part out, or give it more inertia";
    size_t size = (size_t)law->elements * sizeof(int);
    int *pair = NEW_N(&r->d->run, int, law->elements), *set = NEW_N(&r->d->run, int, law->elements);
    dtc_law_doubtful doubtful;

    memcpy(&doubtful, (const char *)r->model + law->doubtful, sizeof doubtful);
    memcpy(set, (const char *)r->model + law->doubtful_set, size);
    if (doubtful.pairs > 0) {
        pair[doubtful.pair[0]] = pair[doubtful.pair[1]] = 1;
        fprintf(stderr, "dtc: warning: ");
        tell_elements(r->d, r->info, law, pair);
        if (doubtful.pairs > 1)
            fprintf(stderr, " (and %u more pairs)", doubtful.pairs - 1);
        fprintf(stderr, " %s\n", through);
    }
    if (doubtful.sets > 0 && memcmp(pair, set, size) != 0) {
        fprintf(stderr, "dtc: warning: ");
        tell_elements(r->d, r->info, law, set);
        fprintf(stderr, " %s\n", through);
    }
}

void sim_tell_counts(const SimRun *r, const char *where, dtc_status status)
{
    dtc_count count;
    int fault;

    memcpy(&count, (const char *)r->model + r->info->count, sizeof count);
    memcpy(&fault, (const char *)r->model + r->info->fault, sizeof fault);
    const char *last = status == DTC_OK && fault > 0 && fault < r->info->messages
                         ? internf(r->d, ": %s", sim_message(r->d, r->info, fault))
                         : "";
    if (count.singular && status != DTC_SINGULAR)
        fprintf(stderr, "dtc: warning: a matrix was singular in %u %s%s\n", count.singular, where, last);
    if (count.not_converged)
        fprintf(stderr, "dtc: warning: an iteration did not converge in %u %s%s\n", count.not_converged,
                where, count.singular ? "" : last);
    for (int i = 0; i < r->info->laws; i++)
        tell_nearly_dependent(r, &r->info->law[i]);
    for (int i = 0; i < r->info->warnings && r->warned; i++) {
        const SimWarning *w = &r->warned[i];
        if (w->text && w->times > 1)
            fprintf(stderr, "dtc: warning: it did not hold in %u %s, %.4g s in all: %s (at %.9g s)\n",
                    w->times, where, w->seconds, w->text, w->at);
    }
}

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* "40 min" */
static const char *duration(Dtc *d, double seconds)
{
    return seconds < 100 ? internf(d, "%.0f s", seconds)
         : seconds < 6e3 ? internf(d, "%.0f min", seconds / 60)
                         : internf(d, "%.0f h", seconds / 3600);
}

void sim_progress(SimRun *r, double part)
{
    double now = clock_now(), took = now - r->begun, speed;

    if (r->begun == 0)
        r->begun = r->shown = now;
    if (r->begun == now || part <= 0)
        return;
    if (r->build)
        sim_build_improve(r->build, took, took * (1 - part) / part);
    if (now < r->shown + 1 || r->o->quiet || !isatty(STDERR_FILENO))
        return;
    speed = (sim_now(r) - r->from) / took;
    fprintf(stderr, "\r%s: %3.0f %%  t = %.4g s, %.*f s/s, %s left\033[K", r->info->name, 100 * part,
            sim_now(r), speed < 10 ? 2 : 0, speed, duration(r->d, took * (1 - part) / part));
    r->shown = now;
}

/* The line goes when there is something else to say. */
static void end_progress(const SimRun *r)
{
    if (r->shown > r->begun)
        fputs("\r\033[K", stderr);
}

/* Ctrl-C and its like end the run after the present step: the rows so far are kept, nothing is left behind. */
static volatile sig_atomic_t stop_asked;

void sim_ask_to_stop(int number)
{
    (void)number;
    stop_asked = 1;
}

bool sim_stop_asked(void) { return stop_asked != 0; }

static bool close_file(SimRun *r)
{
    bool whole = false, written = result_close(r->out, &whole);

    if (!written)
        output_refuse(r->rows ? r->rows : r->output.name,
                      internf(r->d, "%s%s", strerror(errno), whole ? "; the rows before are kept" : ""));
    if (r->rows) {
        whole = fclose(r->rows_file) == 0 && whole && r->o->page(r);
        unlink(r->rows);
        temporary_forget(r->rows);
    }
    return output_close(&r->output, whole) && written;
}

int sim_finish(SimRun *r, dtc_status status)
{
    end_progress(r);
    if (status != DTC_OK)
        explain_end(r, status);
    if (status == DTC_RESULT && r->o->fixed_step && sim_now(r) > r->from)
        fprintf(stderr,
                "dtc: note: a step of %g s may be too long for the stiffest part: try a smaller --step%s\n",
                r->info->step, r->d->opt.method < M_ROSENBROCK ? ", or --method rosenbrock or exact" : "");
    if (status <= DTC_TERMINATE)
        tell_outgrown(r);
    if (r->account)
        account_end(r->account, !r->d->opt.hybrid,
                    r->o->account              ? r->o->account
                    : r->output.file == stdout ? stderr
                                               : stdout);
    if (!r->out)
        sim_last(r);
    const bool file = r->out;
    bool written = file ? close_file(r) : standard_output_flush();
    if (r->o->save_state && status <= DTC_TERMINATE && !r->broken)
        written &= sim_save(r);
    if (stop_asked && written)
        fprintf(stderr, "dtc: %s: interrupted at time %.9g%s\n", r->info->name, sim_now(r),
                file ? "; what was computed so far is written" : "");
    return written && status <= DTC_TERMINATE && !stop_asked ? 0 : 1;
}

/* ---- the front ----------------------------------------------------------------------------------------- */

static double stop_time(const SimRun *r)
{
    const Flat *f = r->f;
    return r->o->stop > 0 ? r->o->stop : f->has_stop ? f->stop_time : r->from + 1;
}

bool sim_has_time(const SimRun *r)
{
    const bool over = !(r->stop >= r->from), given = r->o->stop > 0;

    if (over && given)
        fprintf(stderr, "dtc: --stop: %g s is before the start at %g s\n", r->stop, r->from);
    else if (!given && r->from > r->f->start_time && r->stop <= r->from)
        fprintf(stderr,
                "dtc: the state is of %g s, and the model's experiment ends at %g s: --stop gives a later "
                "end, --start another beginning\n",
                r->from, r->stop);
    else if (over)
        fprintf(stderr,
                "dtc: the run would begin at %g s, and the model's experiment ends at %g s: --stop gives a "
                "later end\n",
                r->from, r->stop);
    else
        return true;
    return false;
}

dtc_status sim_tune(SimRun *r)
{
    return scenario_tune(&r->scenario, r->info, r->model, sim_now(r)) ? r->info->tune(r->model) : DTC_OK;
}

bool sim_set_up(SimRun *r, dtc_status (*setup)(void *), dtc_status *status)
{
    *status = DTC_OK;
    if (r->resumed)
        return true;
    *status = setup(r->model);
    sim_tell_warnings(r, sim_now(r));
    dtc_status tuned = *status <= DTC_TERMINATE ? sim_tune(r) : *status;
    if (tuned > DTC_TERMINATE)
        explain_end(r, tuned);
    return tuned <= DTC_TERMINATE;
}

/* Columns, parameters, inputs of the start, or the state that it goes on from. Zero, or the exit code */
static int prepare(SimRun *r)
{
    r->model = arena_alloc(&r->d->run, r->info->size);
    r->from = r->info->start_time;
    find_varying(r);
    sim_ranges(r);
    r->info->init(r->model);
    sim_defaults(r->e, r->model);
    if (!sim_columns(r->d, r->f, r->info, sim_format(r), &r->columns))
        return 1;
    if (r->o->param && !scenario_load(r->d, r->o->param, r->f, r->info, r->model, &r->scenario))
        return 1;
    if (r->o->inputs && !sim_inputs(r))
        return 1;
    const SimResumed is = r->o->state ? sim_resume(r) : SIM_RESUMED;
    if (is != SIM_RESUMED)
        return is == SIM_BY_NAME ? CODE_BY_NAME : 1;
    if (!r->resumed)
        scenario_apply(&r->scenario, r->info, r->model, r->from);
    r->stop = stop_time(r);
    if (r->o->param)
        scenario_tell_late(&r->scenario, r->stop);
    if (r->o->inputs)
        sim_tell_inputs(r);
    return 0;
}

int sim_main(const Emitter *e, struct SimOptions *o)
{
    Dtc *d = e->d;
    SimRun r = { .d = d, .f = e->f, .e = e, .o = o };
    SimBuild b = { .quiet = o->quiet };
    int code = 1;

    signals_to(sim_ask_to_stop); /* a write that waits is given up: a pipe that nobody reads holds no run */
    d->opt.step_varies = d->opt.method == M_EXACT && !d->opt.hybrid;
    if (sim_build(e, o->home, &b)) {
        r.info = &b.info;
        r.build = &b;
        r.mark = b.mark;
        r.hybrid = d->opt.hybrid ? &b.hybrid : NULL;
        code = prepare(&r);
        if (code == 0)
            code = r.hybrid ? sim_hybrid(&r) : sim_fixed(&r);
    }
    sim_close(&b);
    return code;
}
