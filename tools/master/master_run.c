/* master_run.c - a run of an FMU: `dtc sim model.fmu`.
 *
 * Row k has time t_k = start + k*H, H being --step (or --interval, or what the FMU says). For the step from t_k the
 * inputs of t_k are set, and what the FMU has at its end is read before other inputs are set, as 2.0 demands it; a row
 * shows the inputs of its own time. Where an FMU of 3.0 returns early or asks for event mode, the results have a row
 * before the event and one after it. Requires: master_model. Cost: a call for each type of variables, and the FMU's.
 */
#include <math.h>
#include <signal.h>
#include <string.h>
#include "master.h"

typedef struct {
    Fmu *f; SimRun *r;
    FmuGiven given;
    const char *state; size_t state_size;  /* bytes that it goes on from */
    double step, stop, tolerance;          /* s: of communication; where it ends, a multiple of it; NAN: not said */
    double zero;                           /* s: step k is at zero + k*step */
    long first, last, every;               /* steps of this run; between rows */
    uint32_t *driven;                      /* vec: elements that are inputs over time */
    FmuGroup *input, *at_events;           /* inputs that are set at steps; in event mode alone */
    FmuGroup *row, *all;                   /* what a row reads; what is read once */
    uint32_t *discrete;                    /* vec: elements of at_events */
    double *held;                          /* their last values */
    bool terminated, nan_told;
} Run;

/* ---- what is asked for --------------------------------------------------------------------------------- */

/* Inputs over time: which elements; values fit their types. */
static bool look_at_inputs(Run *x)
{
    Fmu *f = x->f;
    bool good = true;

    for (uint32_t i = 0; i < vec_len(x->r->scenario.input); i++) {
        SimInput *in = &x->r->scenario.input[i];
        const uint32_t e = (uint32_t)((in->var.offset - f->info.variable_row[0].offset) / 8);
        const FmuVariable *v = &f->x.variable[f->element[e].variable];
        in->held |= v->variability != FMU_CONTINUOUS || v->type > FMU_FLOAT64;
        vec_push(&f->d->run, x->driven, e);
        for (uint32_t k = 0; k < vec_len(in->value) && good; k++) {
            const char *wrong = master_misfit(f, v, in->value[k]);
            good = !wrong ||
                   master_problem(f, "%s = %.10g at time %.9g %s", v->name, in->value[k], in->time[k], wrong);
        }
    }
    return good;
}

/* When it is known whether there is an event mode. */
static void choose_inputs(Run *x)
{
    Fmu *f = x->f;
    uint32_t *always = NULL;

    for (uint32_t i = 0; i < vec_len(x->driven); i++)
        if (f->x.has_events && f->x.variable[f->element[x->driven[i]].owner].variability != FMU_CONTINUOUS)
            vec_push(&f->d->run, x->discrete, x->driven[i]);
        else
            vec_push(&f->d->run, always, x->driven[i]);
    x->input = master_groups(f, always);
    x->at_events = master_groups(f, x->discrete);
    x->held = NEW_N(&f->d->run, double, vec_len(x->discrete) + 1);
}

/* Of the columns; all of them where a state is to be saved. */
static void choose_outputs(Run *x)
{
    Fmu *f = x->f;
    uint32_t *all = NULL, *row = NULL;
    bool *wanted = NEW_N(&f->d->pass, bool, vec_len(f->element) + 1);

    for (uint32_t i = 0; i < vec_len(x->r->columns.variable); i++)
        wanted[(x->r->columns.variable[i].offset - f->info.variable_row[0].offset) / 8] = true;
    for (uint32_t e = 0; e < vec_len(f->element); e++) {
        const FmuVariable *v = &f->x.variable[f->element[e].variable];
        if (!wanted[e] && !x->r->o->save_state)
            continue;
        vec_push(&f->d->run, all, e);
        if (v->variability <= FMU_DISCRETE && v->causality != FMU_INPUT)
            vec_push(&f->d->run, row, e);
    }
    x->all = master_groups(f, all);
    x->row = master_groups(f, row);
}

static double time_of(const Run *x, long k) { return x->zero + (double)k * x->step; }

static double default_step(const Run *x)
{
    const SimRun *r = x->r;
    const FmuDescription *m = &x->f->x;
    const double given = r->d->opt.step, interval = r->o->interval, h = m->internal_step;

    return given > 0         ? given
         : interval > 0      ? interval
         : m->step > 0       ? m->step
         : h > 0             ? h
         : r->stop > r->from ? (r->stop - r->from) / 500
                             : 1;
}

/* A run that goes on counts the steps from its first start on. */
static void place_steps(Run *x, double steps)
{
    x->zero = x->r->info->start_time;
    x->first = lround(fmin((x->r->from - x->zero) / x->step, 1e15));
    if (fabs(time_of(x, x->first) - x->r->from) > 1e-9 * x->step) {
        x->zero = x->r->from;
        x->first = 0;
    }
    x->last = x->first + lround(steps);
    x->stop = fmax(x->r->stop, time_of(x, x->last));
}

static bool plan(Run *x)
{
    SimRun *r = x->r;
    const double interval = r->o->interval;

    if (!sim_has_time(r))
        return false;
    x->step = default_step(x);
    const double steps = (r->stop - r->from) / x->step, every = fmax(1, round(interval / x->step));
    if (!(steps < 1e15))
        return master_problem(x->f, "--step: from %g to %g s there are more than 1e15 steps of %g s", r->from,
                              r->stop, x->step);
    place_steps(x, steps);
    x->every = interval > 0 && every < 1e9 ? (long)every : 1;
    if (fabs(steps - (double)(x->last - x->first)) > 1e-6)
        fprintf(stderr,
                "dtc: warning: %s: the run ends at %.9g s: %g s from %g s on is no multiple of the step of "
                "%g s\n",
                x->f->file, time_of(x, x->last), r->stop - r->from, r->from, x->step);
    if (interval > 0 && fabs((double)x->every * x->step / interval - 1) > 1e-6)
        fprintf(stderr, "dtc: warning: --interval is rounded to %g s, a multiple of the step\n",
                (double)x->every * x->step);
    x->tolerance = r->o->rtol > 0 ? r->o->rtol : x->f->x.tolerance;
    return true;
}

/* Parameters of a file are start values as those of --set. */
static bool take_parameters(Run *x)
{
    const SimGiven *given = x->r->scenario.given;
    const Map number = sim_numbers(x->f->d, &x->f->info);
    const uint32_t before = x->f->d->errors;

    for (uint32_t i = 0; i < vec_len(given); i++) {
        const uint32_t e = (uint32_t)map_get(&number, KEY(given[i].name)) - 1;
        const char *wrong = master_misfit(x->f, &x->f->x.variable[x->f->element[e].variable], given[i].value);
        if (wrong)
            error(x->f->d, given[i].at, NULL, "%s = %.10g %s", given[i].name, given[i].value, wrong);
        vec_push(&x->f->d->run, x->given.element, e);
    }
    return x->f->d->errors == before;
}

static bool prepare(Run *x)
{
    SimRun *r = x->r;
    Fmu *f = x->f;

    r->from = f->info.start_time = !isnan(r->o->start) ? r->o->start : isnan(f->x.start) ? 0 : f->x.start;
    if (!master_settings(f, &x->given) || !master_saved_state(f, r, &x->state, &x->state_size))
        return false;
    f->flat.start_time = r->from;
    f->flat.has_stop = !isnan(f->x.stop);
    f->flat.stop_time = f->x.stop;
    r->stop = r->o->stop > 0 ? r->o->stop : f->flat.has_stop ? f->x.stop : r->from + 1;
    sim_ranges(r);
    if (!sim_columns(r->d, r->f, r->info, sim_format(r), &r->columns) ||
        (r->o->param && !scenario_load(r->d, r->o->param, r->f, r->info, r->model, &r->scenario)) ||
        (r->o->inputs && !sim_inputs(r)) || !look_at_inputs(x) || !take_parameters(x))
        return false;
    if (r->scenario.tuned)
        return master_problem(f,
                              "--param: `tune` is for models: parameters of an FMU do not change as it runs");
    if (x->state && vec_len(x->given.element))
        return master_problem(f, "--set, --param: a run that goes on from a state has its parameters");
    if (r->o->inputs)
        sim_tell_inputs(r);
    choose_outputs(x);
    return plan(x);
}

/* ---- the start ----------------------------------------------------------------------------------------- */

static bool set_structural(Run *x)
{
    Fmu *f = x->f;
    uint32_t *element = NULL;

    for (uint32_t i = 0; i < vec_len(x->given.element); i++)
        if (f->x.variable[f->element[x->given.element[i]].owner].causality == FMU_STRUCTURAL)
            vec_push(&f->d->run, element, x->given.element[i]);
    return !element || (f->driver->configure(f, true) && master_set(f, master_groups(f, element)) &&
                        f->driver->configure(f, false));
}

static bool set_given(Run *x)
{
    Fmu *f = x->f;
    uint32_t *element = NULL;

    for (uint32_t i = 0; i < vec_len(x->given.element); i++)
        if (f->x.variable[f->element[x->given.element[i]].owner].causality != FMU_STRUCTURAL)
            vec_push(&f->d->run, element, x->given.element[i]);
    for (uint32_t i = 0; i < vec_len(x->given.text); i++)
        if (!f->driver->set_text(f, f->x.variable[x->given.text[i]].value_reference, x->given.texts[i]))
            return false;
    return master_set(f, master_groups(f, element));
}

static void inputs_at(Run *x, double time)
{
    x->f->time = time;
    memcpy((char *)x->f->values + x->f->info.time, &time, sizeof time);
    scenario_apply(&x->r->scenario, x->r->info, x->r->model, time);
}

/* Discrete inputs: the values that the FMU has, which are shown until the event, and those of now change places. Are
 * there any others? */
static bool discrete_exchanged(Run *x)
{
    bool changed = false;

    for (uint32_t i = 0; i < vec_len(x->discrete); i++) {
        const dtc_variable *v = &x->f->info.variable_row[x->discrete[i]];
        const double now = dtc_get(&x->f->info, x->f->values, v);
        changed |= now != x->held[i];
        dtc_set(&x->f->info, x->f->values, v, x->held[i]);
        x->held[i] = now;
    }
    return changed;
}

static void discrete_held(Run *x)
{
    for (uint32_t i = 0; i < vec_len(x->discrete); i++)
        x->held[i] = dtc_get(&x->f->info, x->f->values, &x->f->info.variable_row[x->discrete[i]]);
}

static bool set_in_event_mode(Run *x)
{
    return x->f->driver->events(x->f, true, &x->terminated) && master_set(x->f, x->at_events) &&
           x->f->driver->events(x->f, false, &x->terminated);
}

/* The state's values of discrete inputs give way to those of the command line, where they differ. */
static bool restored(Run *x)
{
    Fmu *f = x->f;

    if (!f->driver->restore(f, x->state, x->state_size) || !master_set(f, x->input))
        return false;
    discrete_held(x);
    return master_get(f, x->at_events) && (!discrete_exchanged(x) || set_in_event_mode(x));
}

static bool begin(void *with)
{
    Run *x = with;
    Fmu *f = x->f;

    if (!f->driver->load(f) || !f->driver->instantiate(f) || !set_structural(x) || !set_given(x))
        return false;
    choose_inputs(x);
    inputs_at(x, x->r->from);
    if (!f->driver->enter(f, x->r->from, x->stop, x->tolerance) || !master_set(f, x->input) ||
        !master_set(f, x->at_events) || !f->driver->leave(f))
        return false;
    if (x->state && !restored(x))
        return false;
    discrete_held(x);
    return master_get(f, x->all);
}

/* ---- steps --------------------------------------------------------------------------------------------- */

/* A variable that is no number is told once: an FMU may mean it. */
static void tell_nan(Run *x, double time)
{
    const SimColumns *c = &x->r->columns;

    for (uint32_t i = 0; i < vec_len(c->variable) && !x->nan_told; i++)
        if (c->variable[i].type == DTC_REAL && isnan(dtc_get(&x->f->info, x->f->values, &c->variable[i]))) {
            fprintf(stderr, "dtc: warning: %s: %s is no number (NaN) at time %.9g\n", x->f->file,
                    c->column[i].name, time);
            x->nan_told = true;
        }
}

/* false also where the file cannot be written: sim_finish says so */
static bool row(Run *x, bool due)
{
    if (!due)
        return true;
    tell_nan(x, x->f->time);
    return sim_row(x->r, x->f->time);
}

/* Event mode, with the discrete inputs of now; a row of after it. */
static bool event(Run *x, bool due)
{
    Fmu *f = x->f;

    (void)discrete_exchanged(x);
    discrete_held(x);
    return set_in_event_mode(x) && master_get(f, x->row) && row(x, due);
}

/* To time `to`, with as many steps as the FMU makes of it. good: no message; the last row is due */
static bool advance(Run *x, double to, double h, bool due)
{
    Fmu *f = x->f;
    FmuStep s;

    for (double t = f->time; t < to - 1e-9 * h && !x->terminated; t = f->time) {
        const double length = t > to - h * (1 - 1e-9) ? to - t : h;
        if (!master_set(f, x->input))
            return false;
        const FmuStepEnd end = f->driver->step(f, t, length, &s);
        x->terminated = end == FMU_TERMINATED;
        inputs_at(x, fabs(s.reached - to) <= 1e-9 * h ? to : s.reached);
        if (end == FMU_REFUSED)
            return false;
        const bool reached = f->time >= to, is_event = discrete_exchanged(x) || s.event;
        if (!master_get(f, x->row) || !row(x, (reached && due) || s.event || x->terminated) ||
            (is_event && !x->terminated && !event(x, s.event || (reached && due))))
            return false;
    }
    return true;
}

static bool steps(void *with)
{
    Run *x = with;
    bool good = row(x, true);

    for (long k = x->first + 1; k <= x->last && good && !x->terminated && !sim_stop_asked(); k++) {
        good = advance(x, time_of(x, k), x->step, k % x->every == 0 || k == x->last);
        if ((k & 0xff) == 0)
            sim_progress(x->r, (double)(k - x->first) / (double)(x->last - x->first));
    }
    return good && (!x->r->o->save_state || (master_get(x->f, x->all) && master_save_state(x->f, x->r)));
}

static bool end(void *with)
{
    Run *x = with;

    x->f->driver->free(x->f);
    return true;
}

/* ---- the run ------------------------------------------------------------------------------------------- */

/* The first signal ends the run after the present step, the next one at once: an FMU may not return. */
static void ask_to_stop(int number)
{
    if (sim_stop_asked()) {
        temporaries_clear();
        signal(number, SIG_DFL);
        raise(number);
    }
    sim_ask_to_stop(number);
}

int master_run(Fmu *f, Cli *cli)
{
    SimRun r = { .d = f->d, .f = &f->flat, .o = &cli->sim, .info = &f->info, .model = f->values };
    Run x = { .f = f, .r = &r };
    int code = 1;

    signals_to(ask_to_stop);
    if (!prepare(&x))
        return 1;
    if (master_guarded(f, begin, &x) && sim_open(&r)) {
        const bool good = master_guarded(f, steps, &x);
        r.broken = !good;
        f->running &= good;
        code = sim_finish(&r, x.terminated ? DTC_TERMINATE : DTC_OK);
        code = good ? code : 1;
    }
    master_guarded(f, end, &x);
    return code;
}
