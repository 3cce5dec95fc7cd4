/* dtc_call.h - a model for callers in any language that can call C by name: numbers, texts and plain structs alone.
 *
 * `dtc model.dtm -o model.so` makes a shared object with all functions below; dtc_model() is where to begin. A program
 * in C or C++ that is linked with generated C has the same functions in the runtime, with &Model_info for dtc_model().
 *
 *     const struct dtc_model_info *info = dtc_model();
 *     void *m = malloc(dtc_call_size(info));           the caller owns all memory
 *     dtc_call_init(info, m);                          parameters and inputs as in the model
 *     dtc_call_set(info, m, dtc_call_number(info, "load.J"), 2);
 *     status = dtc_call_start(info, m, &task);         after parameters: the state at the start
 *     status = dtc_call_run(info, m, &task);           steps in C, as many as are wanted, as often as is wanted
 *
 * Values are doubles whatever the type of the variable and the precision of the model: Booleans are 0 or 1, literals of
 * an enumeration count from 1. They are in the units of the model, which dtc_call_unit() tells: SI without prefixes,
 * angles in rad, where nothing else is written. A variable is known by its number, from 0 to dtc_call_variables() - 1.
 *
 * Status: 0 is well, 1 that the model has ended the run (terminate), which is no error; others are those of
 * dtc_runtime.h and docs/status.md, or below 0, those of a wrong call. dtc_call_message() says it in words. Where a
 * step fails the state stays as it was.
 *
 * Threads: nothing here keeps data of its own, allocates or prints. Each instance belongs to one thread at a time; any
 * number of instances may run at once. An instance has no pointers: it may be copied, saved as bytes and gone on from.
 * docs/call.md has examples in C, C++, Python, MATLAB and Julia. */
#ifndef DTC_CALL_H
#define DTC_CALL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct dtc_model_info;                     /* dtc_runtime.h has what is in it */

/* Of a shared object alone, not of the runtime: its model, and the number of the k-th variable, from 0 on, that `dtc
 * sim` writes if nothing is said (with --vars '*' all of them are there); -1: there are no more. */
const struct dtc_model_info *dtc_model(void);
int dtc_model_column(int k);

/* ---- what there is ------------------------------------------------------------------------------------- */

size_t dtc_call_size(const struct dtc_model_info *info);   /* of an instance, bytes; aligned as malloc does it */
const char *dtc_call_model(const struct dtc_model_info *info);         /* its name */
double dtc_call_step_size(const struct dtc_model_info *info);          /* s; of a model for a variable step 0 */
int dtc_call_variables(const struct dtc_model_info *info);             /* how many */
/* The number of a name, "gear[2].tau"; -1: there is none. Linear in the table: ask once, not in each step */
int dtc_call_number(const struct dtc_model_info *info, const char *name);

/* Of variable `number`; of none "" and -1. The name is cut off at size - 1 characters; the length that it has in full.
 * kind: 0 parameter, 1 input, 2 output, 3 state, 4 another variable, 5 calculated from parameters by setup.
 * type: 0 Real, 1 Integer or enumeration, 2 Boolean. */
size_t dtc_call_name(const struct dtc_model_info *info, int number, char *text, size_t size);
const char *dtc_call_unit(const struct dtc_model_info *info, int number);
const char *dtc_call_description(const struct dtc_model_info *info, int number);
int dtc_call_kind(const struct dtc_model_info *info, int number);
int dtc_call_type(const struct dtc_model_info *info, int number);

/* ---- an instance --------------------------------------------------------------------------------------- */

enum {
    DTC_CALL_OK = 0,
    DTC_CALL_TERMINATE = 1,
    DTC_CALL_NO_VARIABLE = -1,             /* there is no variable of this number */
    DTC_CALL_NOT_SETTABLE = -2,            /* only parameters and inputs can be set, and only inputs over time */
    DTC_CALL_NO_VALUE = -3,                /* the value is no number of the variable's type */
    DTC_CALL_TIMES = -4,                   /* an input over time has no points, or its times do not ascend */
    DTC_CALL_ROOM = -5,                    /* steps or every are out of range, or the rows have no room */
    DTC_CALL_VARIABLE_STEP = -6            /* made with --hybrid: there is no fixed step */
};

/* Parameters and inputs become those of the model; a state there is after setup alone, which looks at the inputs too:
 * in which place a clutch begins hangs on its pressure. */
void dtc_call_init(const struct dtc_model_info *info, void *model);
int dtc_call_setup(const struct dtc_model_info *info, void *model);
/* Parameters that were set after setup act from here on, all of them; or, with another status than 0, they are those of
 * before again. States, places and the time stay. Until then, or the next setup, what they do is not defined. Of a
 * model for a variable step it belongs to an event: dtc_hybrid.h */
int dtc_call_tune(const struct dtc_model_info *info, void *model);
/* What belongs to the present time, from the present inputs; the time goes on by a step. A step is both. */
int dtc_call_evaluate(const struct dtc_model_info *info, void *model);
int dtc_call_advance(const struct dtc_model_info *info, void *model);

double dtc_call_time(const struct dtc_model_info *info, const void *model);            /* s */
/* NaN: there is no such variable. */
double dtc_call_get(const struct dtc_model_info *info, const void *model, int number);
/* A parameter or an input; its bounds are looked at by setup, tune and steps. 0, or DTC_CALL_ below 0: nothing was
 * set. */
int dtc_call_set(const struct dtc_model_info *info, void *model, int number, double value);
/* A status in words, with what it is about: "an input or parameter is out of its range: throttle is above its max = 1".
 * As dtc_call_name. Values that a message of the model shows have six digits. */
size_t dtc_call_message(const struct dtc_model_info *info, const void *model, int status, char *text, size_t size);

/* ---- a run --------------------------------------------------------------------------------------------- */

/* An input over time: before its first point it has the first value, after the last the last. Two points of one time
 * are a jump. Integers, Booleans and enumerations are always held. */
typedef struct dtc_call_input {
    int variable;                          /* its number */
    int held;                              /* 0: linear between points; else it has the value of the last one */
    long long points;
    const double *time, *value;            /* s, ascending; in the unit of the variable */
    long long at;                          /* where the run is: 0 before the first */
} dtc_call_input;

/* steps: how many the run makes from where the instance is. Rows: variables `column` of the start, after each `every`
 * steps and of the end: dtc_call_rows(task) of them, one after another; column -1 is the time. */
typedef struct dtc_call_task {
    long long steps, every;
    int inputs, columns;
    dtc_call_input *input;
    const int *column;
    double *row;                           /* room[columns] numbers */
    long long room;                        /* rows; 0: none are wanted */
    long long rows, made;                  /* rows that were written, steps that were made */
} dtc_call_task;

long long dtc_call_rows(const dtc_call_task *task);
/* The task's inputs at the start time of the model, then setup, whose state may depend on them: what `dtc sim` begins
 * with. Others keep their values. */
int dtc_call_start(const struct dtc_model_info *info, void *model, const dtc_call_task *task);
/* Inputs, evaluate, a row, advance: as `dtc sim` does it with the method and step of the model, bit by bit. At its end
 * the variables belong to the end, and another run goes on from there: it begins with a row of the same time. What is
 * wrong with the task is found before the first step. A status other than 0 ends the run; rows and steps so far are
 * there. O(inputs + columns) a step beside the model's own, O(points) a call, since all are looked at first. */
int dtc_call_run(const struct dtc_model_info *info, void *model, dtc_call_task *task);

/* Between point `at` and the next; held, or linear. */
double dtc_call_between(const double *time, const double *value, long long points, long long at, double t, int held);

#ifdef __cplusplus
}
#endif
#endif
