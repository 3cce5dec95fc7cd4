/* sim.c - dtc sim: build the generated C, run it, write a CSV.
 *
 * Row k has the values of time t_k = start + k*step: inputs are set, the model evaluates, the row is written, the states advance. The file appears
 * when the run has ended; one that stops half-way (an assertion, Ctrl-C) keeps its rows. Progress goes to stderr, if that is a terminal. The run knows the model by its descriptor only.
 */
#include <signal.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "emit.h"
#include "output.h"
#include "sim.h"

typedef struct {
    Dtc *d; Flat *f; const struct SimOptions *o;
    const dtc_model_info *info; void *model;
    Scenario scenario;
    const dtc_variable **column;           /* vec */
    FILE *out;
    Account *account;                      /* NULL: not asked for */
    long long steps; long every;           /* of the run; between rows */
} Run;

/* ---- columns ---------------------------------------------------------------------------------------------------- */

static bool is_column(const dtc_variable *v) { return v->kind != DTC_PARAMETER && v->kind != DTC_CALCULATED; }

static bool choose_columns(Run *r)
{
    const char **want = r->d->opt.vars;
    bool good = true, *taken = NEW_N(&r->d->pass, bool, r->info->variables + 1);

    for (int i = 0; i < r->info->variables && !want; i++)
        if (is_column(&r->info->variable[i]))
            vec_push(&r->d->run, r->column, &r->info->variable[i]);
    for (uint32_t k = 0; k < vec_len(want); k++) {
        bool found = false;
        for (int i = 0; i < r->info->variables; i++) {
            if (strcmp(want[k], r->info->variable[i].name) != 0 && fnmatch(want[k], r->info->variable[i].name, FNM_NOESCAPE) != 0)
                continue;
            if (!taken[i])
                vec_push(&r->d->run, r->column, &r->info->variable[i]);
            found = taken[i] = true;
        }
        if (found)
            continue;
        const char *near = suggest(r->d, want[k], sim_names(r->d, r->info), (uint32_t)r->info->variables);
        bool pattern = strpbrk(want[k], "*?") != NULL;
        fprintf(stderr, "dtc: %s--vars: there is no variable %s%s%s%s\n", pattern ? "warning: " : "", want[k], near ? "; did you mean " : "",
                near ? near : "", near ? "?" : "");
        good &= pattern;
    }
    if (good && want && !r->column)
        fprintf(stderr, "dtc: --vars: nothing is left to write\n");
    return good && (!want || r->column);
}

/* ---- CSV ------------------------------------------------------------------------------------------------------------- */

/* The shortest of 15 to 17 digits that reads back as the same number. */
static void put_number(FILE *out, double x, bool single)
{
    char s[40];

    if (x == 0 || (x == floor(x) && fabs(x) < 1e9)) {
        fprintf(out, "%d", (int)x);
        return;
    }
    if (single) {
        fprintf(out, "%.9g", x);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(s, sizeof s, "%.*g", digits, x);
        if (digits == 17 || strtod(s, NULL) == x)
            break;
    }
    fputs(s, out);
}

static void put_header(Run *r)
{
    fputs("time", r->out);
    for (uint32_t i = 0; i < vec_len(r->column); i++) {
        bool quote = strchr(r->column[i]->name, ',') != NULL;
        fprintf(r->out, quote ? ",\"%s\"" : ",%s", r->column[i]->name);
    }
    fputc('\n', r->out);
}

static double now(const Run *r)
{
    dtc_variable time = { .offset = r->info->time, .type = DTC_REAL, .sign = 1 };
    return sim_get(r->info, r->model, &time);
}

static void put_row(Run *r, long long k)
{
    bool single = r->info->real_size == sizeof(float);
    double h = r->info->step;

    put_number(r->out, r->info->start_time + (double)k * h, single);
    for (uint32_t i = 0; i < vec_len(r->column); i++) {
        fputc(',', r->out);
        put_number(r->out, sim_get(r->info, r->model, r->column[i]), single);
    }
    fputc('\n', r->out);
}

/* ---- the run ------------------------------------------------------------------------------------------------------------- */

static const char *const meaning[] = {
    [DTC_OK] = "", [DTC_TERMINATE] = "the model ended the run", [DTC_INPUT] = "an input is not a finite number",
    [DTC_RESULT] = "a result is not a finite number", [DTC_ASSERT] = "assertion failed", [DTC_PIVOT] = "division by zero in setup",
    [DTC_SINGULAR] = "no unique solution", [DTC_NO_SOLUTION] = "the iteration for the initial state did not converge",
    [DTC_SLIP] = "the initial slip is in a direction that is blocked",
    [DTC_NOT_CONJUGATE] = "slip and torque of a switching element do not belong together: the torque must act on the slip, with the right sign"
};

/* What state went first, for a result that is no number. */
static const char *first_infinite(Run *r)
{
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable *v = &r->info->variable[i];
        if (v->type == DTC_REAL && v->kind != DTC_PARAMETER && v->kind != DTC_CALCULATED && !isfinite(sim_get(r->info, r->model, v)))
            return v->name;
    }
    return NULL;
}

static void explain(Run *r, dtc_status status)
{
    int fault;
    memcpy(&fault, (const char *)r->model + r->info->fault, sizeof fault);
    const char *text = status == DTC_RESULT ? first_infinite(r) : fault > 0 && fault < r->info->messages ? r->info->message[fault] : NULL;

    fprintf(stderr, "dtc: %s at time %.9g: %s%s%s\n", r->info->name, now(r), meaning[status], text ? ": " : "", text ? text : "");
}

static void progress(Run *r, long long k, time_t *shown)
{
    time_t t = time(NULL);

    if (*shown == 0)
        *shown = t;
    if (t == *shown && k < r->steps)
        return;
    *shown = t;
    fprintf(stderr, "\r%s: %3.0f %%  t = %.4g s %s", r->info->name, 100.0 * (double)k / (double)(r->steps ? r->steps : 1), now(r), k == r->steps ? "\n" : "");
}

/* Ctrl-C ends the run after the present step: the rows so far are kept, nothing is left behind. */
static volatile sig_atomic_t stop_asked;

static void ask_to_stop(int number)
{
    (void)number;
    stop_asked = 1;
}

static dtc_status run_steps(Run *r)
{
    bool tell = !r->o->quiet && isatty(STDERR_FILENO);
    time_t shown = 0;

    put_header(r);
    for (long long k = 0; k <= r->steps && !stop_asked; k++) {
        scenario_apply(&r->scenario, r->info, r->model, now(r));
        dtc_status status = r->info->evaluate(r->model);
        if (status > DTC_TERMINATE)
            return status;
        if (r->account)
            account_row(r->account, r->model, now(r));
        if (k % r->every == 0 || k == r->steps || status == DTC_TERMINATE)
            put_row(r, k);
        if (status == DTC_TERMINATE || k == r->steps)
            return status;
        status = r->info->advance(r->model);
        if (status != DTC_OK)
            return status;
        if (tell && (k & 0xfff) == 0xfff)
            progress(r, k, &shown);
    }
    return DTC_OK;
}

static void tell_counts(Run *r)
{
    dtc_count count;

    memcpy(&count, (const char *)r->model + r->info->count, sizeof count);
    if (count.singular)
        fprintf(stderr, "dtc: warning: a matrix was singular in %u steps\n", count.singular);
    if (count.not_converged)
        fprintf(stderr, "dtc: warning: an iteration did not converge in %u steps\n", count.not_converged);
    if (count.warnings)
        fprintf(stderr, "dtc: warning: assertions of level warning failed in %u steps\n", count.warnings);
}

static double stop_time(const Flat *f, const struct SimOptions *o)
{
    return o->stop > 0 ? o->stop : f->has_stop ? f->stop_time : f->start_time + 1;
}

static bool plan_time(Run *r)
{
    double h = r->info->step, start = r->info->start_time, stop = stop_time(r->f, r->o);
    double interval = r->o->interval > 0 ? r->o->interval : r->f->has_interval ? r->f->interval : h;
    double steps = (stop - start) / h;

    if (!(steps >= 0 && steps < 1e15)) {
        fprintf(stderr, "dtc: --stop: %g s is before the start at %g s, or too far\n", stop, start);
        return false;
    }
    r->steps = llround(steps);
    r->every = interval / h < 1e9 ? (long)fmax(1, round(interval / h)) : 1000000000L;
    if (r->o->interval > 0 && fabs((double)r->every * h / interval - 1) > 1e-6)
        fprintf(stderr, "dtc: warning: --interval is rounded to %g s, a multiple of the step\n", (double)r->every * h);
    return true;
}

static int simulate(Run *r)
{
    Output output;

    r->model = arena_alloc(&r->d->run, r->info->size);
    r->info->init(r->model);
    if (!plan_time(r) || !choose_columns(r) || (r->o->param && !scenario_load(r->d, r->o->param, r->info, r->model, &r->scenario)))
        return 1;
    scenario_apply(&r->scenario, r->info, r->model, r->info->start_time);
    dtc_status status = r->info->setup(r->model);
    if (status > DTC_TERMINATE) {
        explain(r, status);
        return 1;
    }
    if (!output_open(r->d, &output, r->d->opt.output))
        return 1;
    r->out = output.file;
    if (r->d->opt.audit)
        r->account = account_begin(r->d, r->f, r->info);
    status = run_steps(r);
    if (status != DTC_OK)
        explain(r, status);
    if (stop_asked)
        fprintf(stderr, "dtc: %s: interrupted at time %.9g; what was computed so far is written\n", r->info->name, now(r));
    tell_counts(r);
    if (r->account)
        account_end(r->account, output.file == stdout ? stderr : stdout);
    return output_close(&output, true) && status <= DTC_TERMINATE && !stop_asked ? 0 : 1;
}

int sim_main(Dtc *d, Flat *f, Dae *dae, struct SimOptions *o)
{
    SimBuild b = { .steps = (stop_time(f, o) - f->start_time) / emit_step_size(d, f) };
    Run r = { .d = d, .f = f, .o = o };
    int code = 1;

    signal(SIGINT, ask_to_stop);
    signal(SIGTERM, ask_to_stop);
    if (sim_build(d, f, dae, o->home, &b)) {
        r.info = b.info;
        code = simulate(&r);
    }
    sim_close(&b);
    return code;
}
