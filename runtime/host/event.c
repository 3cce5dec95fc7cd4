/* event.c - what happens at one instant: passes over the automata until nothing changes, and how often that comes
 * about.
 *
 * Two ways an event goes wrong. The automata go round in a circle at one instant: after EVENT_PASSES passes the
 * variables that still change are named with their last values. Or each event settles, but they pile up: a guard that
 * fires EVENT_PILE times within a short window chatters; the window is a thousandth of the run, 10 ms at most
 * (cvode.c). Cost: O(guards) an event, O(variables) a pass near the limit. */
#include <math.h>
#include <stdlib.h>
#include "message.h"
#include "solve.h"

/* ---- cycles -------------------------------------------------------------------------------------------- */

enum { KEPT = 8, NAMED = 5 };                 /* passes that are shown; variables */

static bool is_result(const dtc_variable *v) { return v->kind != DTC_PARAMETER && v->kind != DTC_CALCULATED; }

static void keep(const solver_task *task, double *history, int pass)
{
    const dtc_model_info *info = task->hybrid->info;
    double *row = history + (size_t)(pass % KEPT) * (size_t)info->variables;

    for (int i = 0; i < info->variables; i++) {
        const dtc_variable v = dtc_variable_at(info, i);
        row[i] = is_result(&v) ? dtc_get(info, task->model, &v) : 0;
    }
}

static bool varies(const double *history, int variables, int i)
{
    for (int k = 1; k < KEPT; k++)
        if (history[(size_t)k * (size_t)variables + (size_t)i] != history[i])
            return true;
    return false;
}

static void say_values(solver_result *result, const dtc_variable *v, const double *history, int variables, int i,
                       int first)
{
    for (int k = 0; k < KEPT; k++) {
        double x = history[(size_t)((first + k) % KEPT) * (size_t)variables + (size_t)i];
        say(result, "%s", k ? ", " : "");
        if (v->type == DTC_BOOLEAN)
            say(result, "%s", x != 0 ? "true" : "false");
        else
            say(result, "%.9g", x);
    }
}

/* Names discrete variables (places are among them); where none varies, the continuous ones. */
static void say_cycle(const solver_task *task, const double *history, int pass, solver_result *result)
{
    const dtc_model_info *info = task->hybrid->info;
    int named = 0;

    for (int real = 0; real < 2 && named == 0; real++)
        for (int i = 0; i < info->variables; i++) {
            const dtc_variable v = dtc_variable_at(info, i);
            char name[200];
            if ((v.type == DTC_REAL) != real || !varies(history, info->variables, i) || named++ >= NAMED)
                continue;
            dtc_name(&v, name, sizeof name);
            say(result, "\n  %s: ... ", name);
            say_values(result, &v, history, info->variables, i, pass + 1);
        }
    if (named > NAMED)
        say(result, "\n  and %d more", named - NAMED);
}

solver_end event_settle(const solver_task *task, double t, solver_result *result)
{
    const dtc_hybrid *h = task->hybrid;
    double *history = NULL;
    int changed = 1;

    for (int pass = 0; changed; pass++) {
        changed = 0;
        dtc_status status = h->event(task->model, pass, &changed);
        result->count.passes++;
        if (status != DTC_OK) {
            free(history);
            return status == DTC_TERMINATE ? SOLVER_TERMINATED : trouble_status(task, status, t, result);
        }
        if (changed && pass == EVENT_PASSES - KEPT)
            history = calloc((size_t)h->info->variables * KEPT + 1, sizeof *history);
        if (history)
            keep(task, history, pass);
        if (changed && pass + 1 >= EVENT_PASSES) {
            say(result, "at time %.9g: a cycle of automata or nets: after %d passes these still change:", t,
                EVENT_PASSES);
            if (history)
                say_cycle(task, history, pass, result);
            free(history);
            return SOLVER_CYCLE;
        }
    }
    free(history);
    return SOLVER_RUNNING;
}

/* ---- chattering ---------------------------------------------------------------------------------------- */

static void say_pile(const dtc_hybrid *h, const Firing *firing, int worst, double t, double window,
                     solver_result *result)
{
    int named = 0;

    say(result, "at time %.9g: chattering: %d events within %.3g s:", t, firing[worst].count,
        t - firing[worst].since);
    for (int i = 0; i < h->guards && named < NAMED; i++) {
        if (2 * firing[i].count < firing[worst].count || t - firing[i].since > window)
            continue;
        const char *path = h->guard[i].path;
        say(result, "%s guard '%s'%s%s (%d times)", named++ ? "," : "", h->guard[i].text,
            path && *path ? " in " : "", path ? path : "", firing[i].count);
    }
}

solver_end event_pile(const dtc_hybrid *h, Firing *firing, const bool *fired, double t, double window,
                      solver_result *result)
{
    int worst = -1;

    for (int i = 0; i < h->guards; i++) {
        if (!fired[i] || h->guard[i].bounces)
            continue;
        if (t - firing[i].since > window)
            firing[i] = (Firing){ .since = t };
        if (++firing[i].count >= EVENT_PILE)
            worst = i;
    }
    if (worst < 0)
        return SOLVER_RUNNING;
    say_pile(h, firing, worst, t, window, result);
    return SOLVER_CHATTER;
}
