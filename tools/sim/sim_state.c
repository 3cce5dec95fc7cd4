/* sim_state.c - states that runs leave (--save-state), and go on from (--state).
 *
 * What is kept is the struct of the model, all of it, as it is before its next evaluation: it has no pointers, and a
 * step reads nothing else. So a run with a fixed step goes on from there bit by bit, without a setup. The file is one
 * of results, MAT with the last row, which commands that take a row take as any other; behind it are a mark, which
 * says what model and what C the bytes belong to, and the bytes.
 *
 * A state of another model is refused. One of the same model that was built otherwise, or has other values of
 * parameters, has no bytes for this run: its row is taken, by names. Cost: linear in the size of the struct.
 */
#include <stdlib.h>
#include <string.h>
#include "emit.h"
#include "setting.h"
#include "sim.h"

static const char mark_name[] = "dtc_mark", state_name[] = "dtc_state";

/* ---- leaving one --------------------------------------------------------------------------------------- */

void sim_keep(SimRun *r)
{
    if (!r->o->save_state)
        return;
    if (!r->kept)
        r->kept = arena_alloc(&r->d->run, r->info->size);
    r->kept_size = r->info->size;
    memcpy(r->kept, r->model, r->info->size);
}

/* Which C has a struct with these bytes, and of which model. */
static const char *mark_of(const SimRun *r, size_t size)
{
    return internf(r->d, "%016llx %zu %s", (unsigned long long)r->mark, size, r->info->name);
}

/* All variables, whatever --vars asks for. */
static bool all_columns(SimRun *r, SimColumns *c)
{
    const char **vars = r->d->opt.vars;

    r->d->opt.vars = NULL;
    const bool good = sim_columns(r->d, r->f, r->info, RESULT_MAT, c);
    r->d->opt.vars = vars;
    for (uint32_t i = 0; i < vec_len(c->variable); i++)
        c->value[i] = dtc_get(r->info, r->model, &c->variable[i]);
    return good;
}

static bool put_state(SimRun *r, FILE *out, const SimColumns *c)
{
    const char *mark = mark_of(r, r->kept_size);
    result_writer *w = result_open(out, RESULT_MAT, (int)vec_len(c->column), c->column);
    bool whole, good = w && result_row(w, sim_now(r), c->value);

    good = w && result_close(w, &whole) && good;
    return good && result_put_bytes(out, mark_name, mark, strlen(mark)) &&
           result_put_bytes(out, state_name, r->kept, r->kept_size) && fflush(out) == 0;
}

bool sim_save(SimRun *r)
{
    SimColumns columns = { 0 };
    Output output;

    if (!r->kept)
        sim_keep(r);
    if (!all_columns(r, &columns) || !output_open(r->d, &output, r->o->save_state))
        return false;
    const bool good = put_state(r, output.file, &columns);
    if (!good)
        output_refuse(r->o->save_state, "the state cannot be written");
    return output_close(&output, good) && good;
}

/* ---- going on from one --------------------------------------------------------------------------------- */

/* The text or the bytes of a matrix; NULL: it is not there, or a message */
static char *saved_bytes(Dtc *d, const char *file, const char *name, size_t *n)
{
    char message[500], *bytes = NULL;

    if (!result_get_bytes(file, name, &bytes, n, message, sizeof message) && *message)
        fprintf(stderr, "dtc: --state: %s\n", message);
    char *copy = bytes ? memcpy(arena_alloc(&d->run, *n + 1), bytes, *n + 1) : NULL;
    free(bytes);
    return copy;
}

/* By its name, "" where it cannot be told. */
static const char *model_of(const char *mark)
{
    const char *name = strchr(mark, ' ');

    name = name ? strchr(name + 1, ' ') : NULL;
    return name ? name + 1 : "";
}

const char *sim_saved(const SimRun *r, size_t *n)
{
    size_t length = 0;
    const char *mark = saved_bytes(r->d, r->o->state, mark_name, &length),
               *saved = mark ? saved_bytes(r->d, r->o->state, state_name, n) : NULL;

    if (saved && strtoull(mark, NULL, 16) == r->mark && strcmp(model_of(mark), r->info->name) == 0)
        return saved;
    fprintf(stderr, "dtc: --state: %s %s\n", r->o->state,
            saved ? internf(r->d, "is a state of another build, or of another model (%s)", model_of(mark))
                  : "has no state");
    return NULL;
}

bool sim_has_state(const char *file)
{
    char message[500], *bytes = NULL;
    size_t n;
    const bool has = result_get_bytes(file, mark_name, &bytes, &n, message, sizeof message);

    free(bytes);
    return has;
}

/* A parameter that has another value here; counted. -1: there is none */
static int other_parameter(const SimRun *r, const void *saved, int *count)
{
    int first = -1;

    for (int i = r->info->variables - 1; i >= 0; i--) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        const double then = dtc_get(r->info, saved, &v), now = dtc_get(r->info, r->model, &v);
        if (v.kind != DTC_PARAMETER || then == now || (then != then && now != now))
            continue;
        first = i;
        ++*count;
    }
    return first;
}

static SimResumed by_name(const SimRun *r, const char *why)
{
    if (!r->o->quiet)
        fprintf(stderr, "dtc: %s: %s: its last row is taken, by names\n", r->o->state, why);
    return SIM_BY_NAME;
}

/* Is it a state of this C, with these parameters? */
static SimResumed fits(const SimRun *r, const char *mark, const char *saved, size_t n)
{
    int count = 0;

    if (strcmp(model_of(mark), r->info->name) != 0) {
        fprintf(stderr, "dtc: --state: %s is a state of the model %s, from which %s cannot go on\n",
                r->o->state, model_of(mark), r->info->name);
        return SIM_REFUSED;
    }
    if (strcmp(mark, mark_of(r, r->info->size)) != 0 || n != r->info->size)
        return by_name(r, "another build of the model saved it (method, step, structure, --vars or version)");
    const int other = other_parameter(r, saved, &count);
    if (other < 0)
        return SIM_RESUMED;
    const dtc_variable v = dtc_variable_at(r->info, other);
    const char *more = count > 1 ? internf(r->d, ", as have %d more parameters", count - 1) : "";
    return by_name(r, internf(r->d, "%s was %.10g there and has another value here, %.10g%s",
                              sim_name(r->d, r->info, other), dtc_get(r->info, saved, &v),
                              dtc_get(r->info, r->model, &v), more));
}

/* The values of inputs that the command line gives hold from here on, others are those of the state. */
static void take(SimRun *r, const char *saved)
{
    char *own = memcpy(arena_alloc(&r->d->run, r->info->size), r->model, r->info->size);

    memcpy(r->model, saved, r->info->size);
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        if (v.kind == DTC_IN && is_set(r->d, sim_name(r->d, r->info, i)))
            dtc_set(r->info, r->model, &v, dtc_get(r->info, own, &v));
    }
    scenario_apply(&r->scenario, r->info, r->model, sim_now(r));
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        r->inputs_jump |= v.kind == DTC_IN && dtc_get(r->info, saved, &v) != dtc_get(r->info, r->model, &v);
    }
}

SimResumed sim_resume(SimRun *r)
{
    size_t n = 0, length = 0;
    const char *mark = saved_bytes(r->d, r->o->state, mark_name, &length),
               *saved = mark ? saved_bytes(r->d, r->o->state, state_name, &n) : NULL;

    if (!mark || !saved) {
        fprintf(stderr, "dtc: --state: %s has no state\n", r->o->state);
        return SIM_REFUSED;
    }
    if (n == r->info->size) /* parameters that have changed before have done so here, too */
        (void)scenario_tune(&r->scenario, r->info, r->model, sim_time(r, saved));
    const SimResumed is = fits(r, mark, saved, n);
    if (is == SIM_RESUMED) {
        take(r, saved);
        r->from = sim_now(r);
        r->resumed = true;
        sim_warned_before(r);
    }
    return is;
}
