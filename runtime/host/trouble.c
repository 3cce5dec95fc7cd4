/* trouble.c - why a variable-step run ended, in words.
 *
 * A result that is no number is traced to the first variable, in order of evaluation, that is not finite: what follows
 * is only infected. O(variables). Requires: the model was evaluated last where it failed. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <cvode/cvode.h>
#include "message.h"
#include "solve.h"

void say(solver_result *result, const char *format, ...)
{
    size_t used = strlen(result->message);
    va_list list;

    va_start(list, format);
    vsnprintf(result->message + used, sizeof result->message - used, format, list);
    va_end(list);
}

/* ---- the model ----------------------------------------------------------------------------------------- */

static double real_at(const void *model, size_t offset)
{
    double x;
    memcpy(&x, (const char *)model + offset, sizeof x);
    return x;
}

/* Of the traces of a group. */
static int first_bad_of(const solver_task *task, const dtc_group *group, bool infinite)
{
    for (int repeat = 0; repeat < group->times; repeat++) {
        const dtc_hybrid_trace *row = group->rows ? &task->hybrid->trace[group->row] : NULL;
        for (int i = 0; i < group->rows; i++) {
            const ptrdiff_t further = repeat * (ptrdiff_t)row[i].stride;
            const double x = real_at(task->model, (size_t)((ptrdiff_t)row[i].offset + further));
            if (infinite ? !isfinite(x) : isnan(x))
                return group->first + repeat * group->rows + i;
        }
    }
    return -1;
}

/* The first computed variable, in order of evaluation, that is not a number, or (infinite) not finite; -1: none. */
static int first_bad(const solver_task *task, bool infinite)
{
    const dtc_hybrid *h = task->hybrid;
    const dtc_group all = { 0, 0, h->traces, 1 }, *group = h->trace_groups ? h->trace_group : &all;
    int bad = -1;

    for (int g = 0; g == 0 || (g < h->trace_groups && bad < 0); g++)
        bad = first_bad_of(task, &group[g], infinite);
    return bad;
}

bool trouble_is_finite(const solver_task *task) { return first_bad(task, true) < 0; }

/* Also: an iteration inside of the model did not converge. */
static solver_end trouble_not_finite(const solver_task *task, double t, solver_result *result)
{
    const dtc_hybrid *h = task->hybrid;
    int nan = first_bad(task, false), bad = nan >= 0 ? nan : first_bad(task, true), repeat;
    char text[400];

    if (bad < 0) {
        say(result, "at time %.9g: the model has no solution: an iteration does not converge", t);
        return SOLVER_FAULT;
    }
    const dtc_hybrid_trace *row = &h->trace[dtc_row(h->trace_group, h->trace_groups, bad, &repeat)];
    dtc_text(row->name, repeat, text, sizeof text);
    say(result, "at time %.9g: a result is not a finite number: %s is %s", t, text,
        nan >= 0 ? "not a number" : "infinite");
    if (dtc_text(row->equation, repeat, text, sizeof text))
        say(result, ", by the equation %s", text);
    return SOLVER_NOT_FINITE;
}

/* The relations for which no values agree, as far as there is room; false: it is not that. */
static bool say_restless(const solver_task *task, double t, solver_result *result)
{
    enum { SHOWN = 8 };
    const dtc_hybrid *h = task->hybrid;
    char text[100 * SHOWN] = "", name[90];
    int n = 0;

    while (h->restless && h->restless(task->model, n) > 0)
        n++;
    for (int k = 0; k < n && k < SHOWN; k++) {
        message_text(h->info, task->model, h->restless(task->model, k), name, sizeof name);
        strcat(strcat(text, k == 0 ? "" : k + 1 < n ? ", " : " and "), name);
    }
    if (n > SHOWN)
        snprintf(name, sizeof name, " and %d more", n - SHOWN);
    if (n > 0)
        say(result, "at time %.9g: %s: the relation%s %s%s %s", t, dtc_status_text(DTC_NO_SOLUTION),
            n > 1 ? "s" : "", text, n > SHOWN ? name : "",
            n > 1 ? "have no values that agree with what follows from them"
                  : "has no value that agrees with what follows from it");
    return n > 0;
}

solver_end trouble_status(const solver_task *task, dtc_status status, double t, solver_result *result)
{
    const dtc_model_info *info = task->hybrid->info;
    int fault;

    if (status == DTC_RESULT)
        return trouble_not_finite(task, t, result);
    memcpy(&fault, (const char *)task->model + info->fault, sizeof fault);
    bool known = status >= DTC_ASSERT && fault > 0 && fault < info->messages;
    char text[1000] = "";
    if (status == DTC_NO_SOLUTION && say_restless(task, t, result))
        return SOLVER_FAULT;
    if (known)
        message_text(info, task->model, fault, text, sizeof text);
    say(result, "at time %.9g: %s%s%s", t, dtc_status_text(status), known ? ": " : "", text);
    return status == DTC_ASSERT ? SOLVER_ASSERTION : SOLVER_FAULT;
}

/* ---- systems of equations ------------------------------------------------------------------------------ */

static const char what_to_do[] = "a mechanism in a dead centre, or a constraint at a turning point: other states may "
                                 "do (stateSelect, angles for coordinates), "
                                 "or parameters that keep away from it";

void trouble_rank(const dtc_hybrid *h, int which, double t, solver_result *result)
{
    say(result, "at time %.9g: no unique solution from here on: %s\n  (%s)", t, h->rank[which], what_to_do);
}

void trouble_near(const dtc_hybrid *h, int which, double t, solver_result *result)
{
    say(result,
        "at time %.9g: the solver gives up where a system of equations is next to having no unique solution: "
        "%s\n  (%s)",
        t, h->rank[which], what_to_do);
}

/* ---- the solver ---------------------------------------------------------------------------------------- */

#define FINE 1e-9 /* of a relative tolerance: below it rounding is close */

static const char *flag_text(int flag)
{
    switch (flag) {
    case CV_SUCCESS: return "the steps have become so small that time stands still";
    case CV_TOO_MUCH_ACC: return "more accuracy is asked for than double precision has: raise --rtol";
    case CV_ERR_FAILURE: return "the error is too large even with the smallest step";
    case CV_CONV_FAILURE: return "the iteration for a step does not converge even with the smallest step";
    case CV_LSETUP_FAIL: return "the matrix of a step cannot be factored";
    case CV_LSOLVE_FAIL: return "the linear system of a step cannot be solved";
    case CV_TOO_CLOSE: return "the next instant is too close to make a step";
    case CV_MEM_FAIL: return "out of memory";
    default: return "the solver failed";
    }
}

void trouble_pole(const dtc_hybrid *h, int state, double t, double from, double to, solver_result *result)
{
    int repeat;
    const dtc_hybrid_state *row = dtc_state_row(h, state, &repeat);
    char name[400];

    dtc_text(row->name, repeat, name, sizeof name);
    say(result,
        "at time %.9g: the solution ends here: %s would jump from %.6g to %.6g, which its rate does not "
        "explain (it has a pole)",
        t, name, from, to);
}

void trouble_solver(const solver_task *task, int flag, double t, const double *weighted_error, solver_result *result)
{
    const dtc_hybrid *h = task->hybrid;
    int worst = 0;

    say(result, "at time %.9g: the solver gives up: %s", t, flag_text(flag));
    for (int i = 1; weighted_error && i < h->states; i++)
        if (fabs(weighted_error[i]) > fabs(weighted_error[worst]))
            worst = i;
    if (weighted_error && h->states > 0) {
        int repeat;
        const dtc_hybrid_state *row = dtc_state_row(h, worst, &repeat);
        char name[400];
        dtc_text(row->name, repeat, name, sizeof name);
        say(result, "; the state with the largest error is %s", name);
    }
    if (task->rtol < FINE)
        say(result,
            "\n  (--rtol %g leaves a step %.0e of a value, close to rounding: raise it, %g is fine enough "
            "for nearly all)",
            task->rtol, task->rtol * step_share(task->rtol), FINE);
}
