/* dtc_model.c - models in Octave and MATLAB: a MEX function over the shared object of `dtc model.dtm -o model.so`.
 *
 *     mkoctfile --mex -I$DTC_HOME/runtime dtc_model.c          (mex -I... dtc_model.c -ldl in MATLAB)
 *
 *     m = dtc_model('open', './model.so');                     an instance; any number, of any models
 *     dtc_model('set', m, 'clutch.mu', 0.3);                   parameters before start, inputs at any time
 *     dtc_model('start', m, inputs);                           the state at the start
 *     dtc_model('step', m, n);                                 n steps; variables belong to the time afterwards
 *     x = dtc_model('get', m, 'speed');                        also 'time'
 *     rows = dtc_model('run', m, n, {'time', 'speed'}, every, inputs);
 *     dtc_model('tune', m, 'car.m', 1900);                     a parameter that acts from here on, or an error
 *     s = dtc_model('save', m);  dtc_model('restore', m, s);   all that it is, as bytes
 *     [name, unit, kind] = dtc_model('variables', m);          kind: as of dtc_call_kind
 *     dtc_model('close', m);
 *
 * inputs: a cell array with a row {name, times, values} for each, linear between points, where two of one time are a
 * jump; may be left out. Errors are those of the model in words, by the identifier dtc:status. Values are in the units
 * of the model. runtime/dtc_call.h has what stands behind each; its functions are found by name in the object, since
 * each model has its own.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_call.h"
#include "mex.h"

/* Functions of the object: name, what it gives, what it takes. */
#define FUNCTIONS(X)                                                                                        \
    X(size, size_t, (const struct dtc_model_info *))                                                        \
    X(variables, int, (const struct dtc_model_info *))                                                      \
    X(number, int, (const struct dtc_model_info *, const char *))                                           \
    X(name, size_t, (const struct dtc_model_info *, int, char *, size_t))                                   \
    X(unit, const char *, (const struct dtc_model_info *, int))                                             \
    X(kind, int, (const struct dtc_model_info *, int))                                                      \
    X(init, void, (const struct dtc_model_info *, void *))                                                  \
    X(start, int, (const struct dtc_model_info *, void *, const dtc_call_task *))                           \
    X(run, int, (const struct dtc_model_info *, void *, dtc_call_task *))                                   \
    X(rows, long long, (const dtc_call_task *))                                                             \
    X(tune, int, (const struct dtc_model_info *, void *))                                                   \
    X(time, double, (const struct dtc_model_info *, const void *))                                          \
    X(get, double, (const struct dtc_model_info *, const void *, int))                                      \
    X(set, int, (const struct dtc_model_info *, void *, int, double))                                       \
    X(message, size_t, (const struct dtc_model_info *, const void *, int, char *, size_t))

typedef struct {
    void *object, *model;                  /* NULL: closed */
    const struct dtc_model_info *info;
#define MEMBER(name, result, given) result(*name) given;
    FUNCTIONS(MEMBER)
} Instance;

enum { MOST = 256 };
static Instance instance[MOST];

static void close_one(Instance *i)
{
    free(i->model);
    if (i->object)
        dlclose(i->object);
    memset(i, 0, sizeof *i);
}

static void close_all(void)
{
    for (int k = 0; k < MOST; k++)
        close_one(&instance[k]);
}

/* ---- what is given ------------------------------------------------------------------------------------- */

static void text_of(const mxArray *a, char *text, size_t size)
{
    if (!mxIsChar(a) || mxGetString(a, text, size) != 0)
        mexErrMsgIdAndTxt("dtc:usage", "a name is a text of at most %d characters", (int)size - 1);
}

static double number_of(const mxArray *a)
{
    if (!mxIsNumeric(a) && !mxIsLogical(a))
        mexErrMsgIdAndTxt("dtc:usage", "a value is a number");
    return mxGetScalar(a);
}

static Instance *instance_of(int n, const mxArray *in[])
{
    const double at = n > 1 ? number_of(in[1]) : 0;

    if (!(at >= 1 && at <= MOST) || !instance[(int)at - 1].object)
        mexErrMsgIdAndTxt("dtc:usage", "no model is open by this number");
    return &instance[(int)at - 1];
}

static int variable_of(const Instance *i, const mxArray *a)
{
    char name[500];

    text_of(a, name, sizeof name);
    const int number = strcmp(name, "time") == 0 ? -1 : i->number(i->info, name);
    if (number < 0 && strcmp(name, "time") != 0)
        mexErrMsgIdAndTxt("dtc:name", "the model has no variable %s", name);
    return number;
}

/* 1, the end that a model has asked for, is none of these. */
static void check(const Instance *i, int status)
{
    char text[500];

    if (status == DTC_CALL_OK || status == DTC_CALL_TERMINATE)
        return;
    i->message(i->info, i->model, status, text, sizeof text);
    mexErrMsgIdAndTxt("dtc:status", "%s", text);
}

/* Rows {name, times, values}; memory of mxCalloc goes when the call ends. */
static void inputs_of(const Instance *i, const mxArray *a, dtc_call_task *task)
{
    const size_t n = a ? mxGetM(a) : 0;

    if (a && (!mxIsCell(a) || (n > 0 && mxGetN(a) != 3)))
        mexErrMsgIdAndTxt("dtc:usage", "inputs are a cell array with rows {name, times, values}");
    task->input = mxCalloc(n + 1, sizeof *task->input);
    for (size_t k = 0; k < n; k++) {
        const mxArray *time = mxGetCell(a, n + k), *value = mxGetCell(a, 2 * n + k);
        dtc_call_input *to = &task->input[task->inputs++];
        if (!mxIsDouble(time) || !mxIsDouble(value) ||
            mxGetNumberOfElements(time) != mxGetNumberOfElements(value))
            mexErrMsgIdAndTxt("dtc:usage", "an input has as many values as times");
        to->variable = variable_of(i, mxGetCell(a, k));
        to->points = (long long)mxGetNumberOfElements(time);
        to->time = mxGetPr(time);
        to->value = mxGetPr(value);
    }
}

/* ---- what it does -------------------------------------------------------------------------------------- */

static void do_open(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const struct dtc_model_info *(*model)(void) = NULL;
    char file[4000];
    int k = 0;

    (void)outs;
    while (k < MOST && instance[k].object)
        k++;
    if (n < 2 || k == MOST)
        mexErrMsgIdAndTxt("dtc:usage", n < 2 ? "dtc_model('open', FILE)" : "too many models are open");
    text_of(in[1], file, sizeof file);
    Instance *i = &instance[k];
    i->object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!i->object)
        mexErrMsgIdAndTxt("dtc:open", "%s", dlerror());
    *(void **)&model = dlsym(i->object, "dtc_model");
    bool whole = model;
#define LOAD(name, result, given) whole &= (*(void **)&i->name = dlsym(i->object, "dtc_call_" #name)) != NULL;
    FUNCTIONS(LOAD)
    i->info = whole ? model() : NULL;
    i->model = whole ? malloc(i->size(i->info)) : NULL;
    if (!i->model) {
        close_one(i);
        mexErrMsgIdAndTxt("dtc:open", "%s is no model made by `dtc model.dtm -o model.so`", file);
    }
    i->init(i->info, i->model);
    out[0] = mxCreateDoubleScalar(k + 1);
}

static void do_set(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);

    (void)outs, (void)out;
    if (n != 4)
        mexErrMsgIdAndTxt("dtc:usage", "dtc_model('set', m, NAME, VALUE)");
    check(i, i->set(i->info, i->model, variable_of(i, in[2]), number_of(in[3])));
}

static void do_get(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);

    (void)outs;
    if (n != 3)
        mexErrMsgIdAndTxt("dtc:usage", "x = dtc_model('get', m, NAME)");
    const int number = variable_of(i, in[2]);
    out[0] =
        mxCreateDoubleScalar(number < 0 ? i->time(i->info, i->model) : i->get(i->info, i->model, number));
}

static void do_start(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);
    dtc_call_task task = { .every = 1 };

    (void)outs, (void)out;
    inputs_of(i, n > 2 ? in[2] : NULL, &task);
    check(i, i->start(i->info, i->model, &task));
    task = (dtc_call_task){ .every = 1 };
    check(i, i->run(i->info, i->model, &task)); /* outputs of the start */
}

static void do_step(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);
    dtc_call_task task = { .steps = n > 2 ? (long long)number_of(in[2]) : 1, .every = 1 };

    (void)outs, (void)out;
    check(i, i->run(i->info, i->model, &task));
}

/* Rows stand one after another in the task, columns in a matrix of MATLAB. */
static mxArray *matrix_of(const dtc_call_task *task)
{
    mxArray *matrix = mxCreateDoubleMatrix((mwSize)task->rows, (mwSize)task->columns, mxREAL);
    double *to = mxGetPr(matrix);

    for (long long r = 0; r < task->rows; r++)
        for (int c = 0; c < task->columns; c++)
            to[c * task->rows + r] = task->row[r * task->columns + c];
    return matrix;
}

static void do_run(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);

    (void)outs;
    if (n < 4 || !mxIsCell(in[3]))
        mexErrMsgIdAndTxt("dtc:usage", "rows = dtc_model('run', m, STEPS, {NAME, ...}, EVERY, INPUTS)");
    dtc_call_task task = { .steps = (long long)number_of(in[2]),
                           .every = n > 4 ? (long long)number_of(in[4]) : 1,
                           .columns = (int)mxGetNumberOfElements(in[3]) };
    int *column = mxCalloc((size_t)task.columns + 1, sizeof *column);
    for (int c = 0; c < task.columns; c++)
        column[c] = variable_of(i, mxGetCell(in[3], (mwIndex)c));
    task.column = column;
    inputs_of(i, n > 5 ? in[5] : NULL, &task);
    task.room = i->rows(&task);
    task.row = mxCalloc((size_t)(task.room * task.columns) + 1, sizeof *task.row);
    check(i, i->run(i->info, i->model, &task));
    out[0] = matrix_of(&task);
}

static void do_tune(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);

    do_set(outs, out, n, in);
    check(i, i->tune(i->info, i->model));
}

static void do_save(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);
    const size_t size = i->size(i->info);

    (void)outs;
    out[0] = mxCreateNumericMatrix(1, (mwSize)size, mxUINT8_CLASS, mxREAL);
    memcpy(mxGetData(out[0]), i->model, size);
}

static void do_restore(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);

    (void)outs, (void)out;
    if (n != 3 || !mxIsUint8(in[2]) || mxGetNumberOfElements(in[2]) != i->size(i->info))
        mexErrMsgIdAndTxt("dtc:usage", "these are not the bytes that 'save' gave of this model");
    memcpy(i->model, mxGetData(in[2]), i->size(i->info));
}

static void do_variables(int outs, mxArray *out[], int n, const mxArray *in[])
{
    const Instance *i = instance_of(n, in);
    const int count = i->variables(i->info);
    char text[500];

    (void)outs;
    out[0] = mxCreateCellMatrix((mwSize)count, 1);
    out[1] = mxCreateCellMatrix((mwSize)count, 1);
    out[2] = mxCreateDoubleMatrix((mwSize)count, 1, mxREAL);
    for (int k = 0; k < count; k++) {
        i->name(i->info, k, text, sizeof text);
        mxSetCell(out[0], (mwIndex)k, mxCreateString(text));
        mxSetCell(out[1], (mwIndex)k, mxCreateString(i->unit(i->info, k)));
        mxGetPr(out[2])[k] = i->kind(i->info, k);
    }
}

static void do_close(int outs, mxArray *out[], int n, const mxArray *in[])
{
    (void)outs, (void)out;
    close_one(instance_of(n, in));
}

void mexFunction(int outs, mxArray *out[], int n, const mxArray *in[])
{
    static const struct {
        const char *name;
        void (*act)(int outs, mxArray *out[], int n, const mxArray *in[]);
        int outs;
    } action[] = { { "open", do_open, 1 },           { "set", do_set, 0 },    { "get", do_get, 1 },
                   { "start", do_start, 0 },         { "step", do_step, 0 },  { "run", do_run, 1 },
                   { "tune", do_tune, 0 },           { "save", do_save, 1 },  { "restore", do_restore, 0 },
                   { "variables", do_variables, 3 }, { "close", do_close, 0 } };
    char name[20] = "";
    mxArray *made[3] = { NULL };

    mexAtExit(close_all);
    if (n > 0)
        text_of(in[0], name, sizeof name);
    for (size_t k = 0; k < sizeof action / sizeof *action; k++) {
        if (strcmp(action[k].name, name) != 0)
            continue;
        action[k].act(outs, made, n, in);
        for (int j = 0; j < action[k].outs && (j < outs || j == 0); j++)
            out[j] = made[j];
        return;
    }
    mexErrMsgIdAndTxt("dtc:usage",
                      "dtc_model('open', FILE), then 'set', 'start', 'step', 'run', 'get', 'tune', 'save', "
                      "'restore', 'variables', 'close'");
}
