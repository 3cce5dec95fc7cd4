/* call.c - a model through its descriptor, for callers that have no more than functions, numbers and texts.
 *
 * The run is the loop that a caller would write around evaluate and advance, so that one whose calls are dear pays for
 * one. Cost: dtc_call.h, and for each variable of a row O(log groups). */
#include "dtc_call.h"
#include "dtc_runtime.h"

/* ---- what there is ------------------------------------------------------------------------------------- */

size_t dtc_call_size(const dtc_model_info *info) { return info->size; }
const char *dtc_call_model(const dtc_model_info *info) { return info->name; }
double dtc_call_step_size(const dtc_model_info *info) { return info->advance ? info->step : 0; }
int dtc_call_variables(const dtc_model_info *info) { return info->variables; }
int dtc_call_number(const dtc_model_info *info, const char *name) { return dtc_variable_named(info, name); }

static int is_variable(const dtc_model_info *info, int number) { return number >= 0 && number < info->variables; }

size_t dtc_call_name(const dtc_model_info *info, int number, char *text, size_t size)
{
    dtc_variable v;

    if (!is_variable(info, number))
        return dtc_text("", -1, text, size);
    v = dtc_variable_at(info, number);
    return dtc_name(&v, text, size);
}

const char *dtc_call_unit(const dtc_model_info *info, int number)
{
    return is_variable(info, number) ? dtc_variable_at(info, number).unit : "";
}

const char *dtc_call_description(const dtc_model_info *info, int number)
{
    return is_variable(info, number) ? dtc_variable_at(info, number).description : "";
}

int dtc_call_kind(const dtc_model_info *info, int number)
{
    return is_variable(info, number) ? dtc_variable_at(info, number).kind : -1;
}

int dtc_call_type(const dtc_model_info *info, int number)
{
    return is_variable(info, number) ? dtc_variable_at(info, number).type : -1;
}

/* ---- an instance --------------------------------------------------------------------------------------- */

void dtc_call_init(const dtc_model_info *info, void *model) { info->init(model); }
int dtc_call_setup(const dtc_model_info *info, void *model) { return (int)info->setup(model); }

int dtc_call_tune(const dtc_model_info *info, void *model) { return (int)info->tune(model); }

int dtc_call_evaluate(const dtc_model_info *info, void *model)
{
    return info->evaluate ? (int)info->evaluate(model) : DTC_CALL_VARIABLE_STEP;
}

int dtc_call_advance(const dtc_model_info *info, void *model)
{
    return info->advance ? (int)info->advance(model) : DTC_CALL_VARIABLE_STEP;
}

static dtc_variable time_of(const dtc_model_info *info)
{
    dtc_variable v = { "time", "s", "", 0, DTC_VARIABLE, DTC_REAL, 1, -1, 0, "" };

    v.offset = info->time;
    return v;
}

double dtc_call_time(const dtc_model_info *info, const void *model)
{
    const dtc_variable time = time_of(info);
    return dtc_get(info, model, &time);
}

double dtc_call_get(const dtc_model_info *info, const void *model, int number)
{
    dtc_variable v;

    if (!is_variable(info, number))
        return (double)NAN;
    v = dtc_variable_at(info, number);
    return dtc_get(info, model, &v);
}

/* Of the type; a Real may be large, since setup and steps look at its bounds. */
static int is_value(const dtc_model_info *info, const dtc_variable *v, double x)
{
    if (v->type == DTC_REAL)
        return info->real_size == sizeof(float) ? fabs(x) <= (double)FLT_MAX : fabs(x) <= DBL_MAX;
    return x >= INT_MIN && x <= INT_MAX && !(x < (double)(int)x || x > (double)(int)x) &&
           (v->type == DTC_INTEGER || (int)x == 0 || (int)x == 1);
}

int dtc_call_set(const dtc_model_info *info, void *model, int number, double value)
{
    dtc_variable v;

    if (!is_variable(info, number))
        return DTC_CALL_NO_VARIABLE;
    v = dtc_variable_at(info, number);
    if (v.kind != DTC_PARAMETER && v.kind != DTC_IN)
        return DTC_CALL_NOT_SETTABLE;
    if (!is_value(info, &v, value))
        return DTC_CALL_NO_VALUE;
    dtc_set(info, model, &v, value);
    return DTC_CALL_OK;
}

static const char *call_text(int status)
{
    switch (status) {
    case DTC_CALL_NO_VARIABLE: return "there is no variable of this number";
    case DTC_CALL_NOT_SETTABLE: return "only parameters and inputs can be set, and only inputs over time";
    case DTC_CALL_NO_VALUE: return "the value is no number of the variable's type";
    case DTC_CALL_TIMES: return "an input over time has no points, or its times do not ascend";
    case DTC_CALL_ROOM: return "steps or every are out of range, or the rows have no room";
    case DTC_CALL_VARIABLE_STEP: return "the model was made with --hybrid: there is no fixed step";
    default: return dtc_status_text((dtc_status)status);
    }
}

/* What the status is about goes behind ": ". */
static size_t about(const dtc_model_info *info, const void *model, int status, char *text, size_t size)
{
    int fault, number = -1;
    dtc_variable v;

    if (status <= (int)DTC_TERMINATE)
        return 0;
    memcpy(&fault, (const char *)model + info->fault, sizeof fault);
    if (fault > 0 && fault < info->messages)
        return dtc_message_shown(info, model, fault, NULL, text, size);
    if (status == (int)DTC_INPUT)
        number = dtc_not_finite(info, model);
    if (number < 0)
        return 0;
    v = dtc_variable_at(info, number);
    return dtc_name(&v, text, size);
}

size_t dtc_call_message(const dtc_model_info *info, const void *model, int status, char *text, size_t size)
{
    size_t n = dtc_text(call_text(status), -1, text, size), more, room = size > n + 2 ? size - n - 2 : 0;
    char none[1];

    more = about(info, model, status, room ? text + n + 2 : none, room ? room : sizeof none);
    if (more == 0)
        return n;
    if (room) {
        text[n] = ':';
        text[n + 1] = ' ';
    }
    return n + 2 + more;
}

/* ---- a run --------------------------------------------------------------------------------------------- */

double dtc_call_between(const double *time, const double *value, long long points, long long at, double t, int held)
{
    if (held || at + 1 >= points || t <= time[at])
        return value[at];
    return value[at] + (t - time[at]) / (time[at + 1] - time[at]) * (value[at + 1] - value[at]);
}

/* To the last point that has come; O(1), unless the time has gone back. */
static double input_at(dtc_call_input *in, int held, double t)
{
    if (in->at < 0 || in->at >= in->points || t < in->time[in->at])
        in->at = 0;
    while (in->at + 1 < in->points && in->time[in->at + 1] <= t)
        in->at++;
    return dtc_call_between(in->time, in->value, in->points, in->at, t, held);
}

static int wrong_input(const dtc_model_info *info, const dtc_call_input *in)
{
    dtc_variable v;
    long long k;

    if (!is_variable(info, in->variable))
        return DTC_CALL_NO_VARIABLE;
    v = dtc_variable_at(info, in->variable);
    if (v.kind != DTC_IN)
        return DTC_CALL_NOT_SETTABLE;
    for (k = 0; k < in->points; k++) {
        if (!is_value(info, &v, in->value[k]))
            return DTC_CALL_NO_VALUE;
        if (!(in->time[k] >= in->time[k > 0 ? k - 1 : 0]))
            return DTC_CALL_TIMES;
    }
    return in->points > 0 ? DTC_CALL_OK : DTC_CALL_TIMES;
}

static int wrong_inputs(const dtc_model_info *info, const dtc_call_task *task)
{
    int k, status = DTC_CALL_OK;

    for (k = 0; k < task->inputs && status == DTC_CALL_OK; k++)
        status = wrong_input(info, &task->input[k]);
    return status;
}

static int wrong_task(const dtc_model_info *info, const dtc_call_task *task)
{
    int k;

    if (!info->advance)
        return DTC_CALL_VARIABLE_STEP;
    if (task->steps < 0 || task->every < 1 || task->room < 0 ||
        (task->room > 0 && dtc_call_rows(task) > task->room))
        return DTC_CALL_ROOM;
    for (k = 0; k < task->columns; k++)
        if (task->column[k] != -1 && !is_variable(info, task->column[k]))
            return DTC_CALL_NO_VARIABLE;
    return wrong_inputs(info, task);
}

static void set_inputs(const dtc_model_info *info, void *model, const dtc_call_task *task, double t)
{
    int k;

    for (k = 0; k < task->inputs; k++) {
        const dtc_variable v = dtc_variable_at(info, task->input[k].variable);
        dtc_set(info, model, &v, input_at(&task->input[k], task->input[k].held || v.type != DTC_REAL, t));
    }
}

static void write_row(const dtc_model_info *info, const void *model, dtc_call_task *task)
{
    double *to = task->row + task->rows * task->columns;
    int k;

    for (k = 0; k < task->columns; k++)
        to[k] = task->column[k] < 0 ? dtc_call_time(info, model) : dtc_call_get(info, model, task->column[k]);
    task->rows++;
}

long long dtc_call_rows(const dtc_call_task *task)
{
    return task->steps < 0 || task->every < 1
             ? 0
             : task->steps / task->every + 1 + (task->steps % task->every > 0);
}

int dtc_call_start(const dtc_model_info *info, void *model, const dtc_call_task *task)
{
    const int status = wrong_inputs(info, task);

    if (status != DTC_CALL_OK)
        return status;
    set_inputs(info, model, task, info->start_time);
    return (int)info->setup(model);
}

int dtc_call_run(const dtc_model_info *info, void *model, dtc_call_task *task)
{
    int status = wrong_task(info, task);

    task->rows = task->made = 0;
    while (status == DTC_CALL_OK) {
        set_inputs(info, model, task, dtc_call_time(info, model));
        status = (int)info->evaluate(model);
        if (status > (int)DTC_TERMINATE)
            break;
        if (task->room > 0 &&
            (task->made % task->every == 0 || task->made == task->steps || status != DTC_CALL_OK))
            write_row(info, model, task);
        if (status != DTC_CALL_OK || task->made == task->steps)
            break;
        status = (int)info->advance(model);
        task->made += status == DTC_CALL_OK || status == DTC_CALL_TERMINATE;
    }
    return status;
}
