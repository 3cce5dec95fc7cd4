/* simstruc.h - as much of Simulink's interface as an S-function of dtc calls, written from its documentation, so that
 * one can be compiled and run without Simulink. Where the documentation has an order of calls, or a range, it is
 * asserted here. */
#ifndef SIMSTRUC_H
#define SIMSTRUC_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if S_FUNCTION_LEVEL != 2
#error "level 2 is wanted"
#endif

typedef double real_T;
typedef int int_T;

/* ---- arrays of MATLAB ---------------------------------------------------------------------------------- */

typedef struct mxArray {
    enum { MX_CELL, MX_CHAR, MX_DOUBLE } type;
    size_t m, n;
    const char *text;
    double value;
    struct mxArray **cell;                 /* by columns */
} mxArray;

static int mxIsCell(const mxArray *a) { return a->type == MX_CELL; }
static int mxIsChar(const mxArray *a) { return a->type == MX_CHAR; }
static int mxIsNumeric(const mxArray *a) { return a->type == MX_DOUBLE; }
static int mxIsLogical(const mxArray *a) { return (void)a, 0; }
static size_t mxGetM(const mxArray *a) { return a->m; }
static size_t mxGetN(const mxArray *a) { return a->n; }
static size_t mxGetNumberOfElements(const mxArray *a) { return a->m * a->n; }
static int mxIsEmpty(const mxArray *a) { return a->m * a->n == 0; }
static double mxGetScalar(const mxArray *a) { return a->value; }

static const mxArray *mxGetCell(const mxArray *a, size_t k)
{
    assert(a->type == MX_CELL && k < a->m * a->n);
    return a->cell[k];
}

static int mxGetString(const mxArray *a, char *to, size_t size)
{
    if (a->type != MX_CHAR || strlen(a->text) >= size)
        return 1;
    strcpy(to, a->text);
    return 0;
}

/* ---- a block ------------------------------------------------------------------------------------------- */

enum { SS_DOUBLE, SS_UINT8, SS_PRM_SIM_ONLY_TUNABLE = 7, USE_DEFAULT_SIM_STATE, SS_OPTION_EXCEPTION_FREE_CODE };
enum { MOST_PORTS = 64, MOST_WORK = 4, GUARD = 64 };

/* now: what is at work, since most calls belong to one method. Signals lie apart from each other. */
typedef struct SimStruct {
    enum { IN_SIZES, IN_TIMES, IN_CONDITIONS, IN_RUN } now;
    const mxArray *parameter;
    const char *error;
    int parameters, inputs, outputs, times, iwork, dwork, stop;
    int feedthrough[MOST_PORTS], contiguous[MOST_PORTS], widths[2][MOST_PORTS];
    double sample, offset, in[2 * MOST_PORTS], out[2 * MOST_PORTS];
    int *integer;
    struct { int width, type; unsigned char *memory; } work[MOST_WORK];
} SimStruct;

#define IN(S, method) assert((S)->now == (method))

static void ssSetNumSFcnParams(SimStruct *S, int n) { IN(S, IN_SIZES), S->parameters = n; }
static int ssGetNumSFcnParams(const SimStruct *S) { return S->parameters; }
static int ssGetSFcnParamsCount(const SimStruct *S) { return (void)S, 1; }
static void ssSetSFcnParamTunable(SimStruct *S, int k, int how)
{
    IN(S, IN_SIZES);
    assert(k == 0 && how == SS_PRM_SIM_ONLY_TUNABLE);
}
static const mxArray *ssGetSFcnParam(const SimStruct *S, int k) { assert(k < S->parameters); return S->parameter; }
static void ssSetErrorStatus(SimStruct *S, const char *text) { S->error = text; }
static const char *ssGetErrorStatus(const SimStruct *S) { return S->error; }
static void ssSetStopRequested(SimStruct *S, int stop) { IN(S, IN_RUN), S->stop = stop; }
static void ssSetNumContStates(SimStruct *S, int n) { IN(S, IN_SIZES); assert(n == 0); }
static void ssSetNumDiscStates(SimStruct *S, int n) { IN(S, IN_SIZES); assert(n == 0); }
static int ssSetNumInputPorts(SimStruct *S, int n) { IN(S, IN_SIZES), S->inputs = n; return n <= MOST_PORTS; }
static int ssSetNumOutputPorts(SimStruct *S, int n) { IN(S, IN_SIZES), S->outputs = n; return n <= MOST_PORTS; }
static int ssGetNumInputPorts(const SimStruct *S) { return S->inputs; }
static int ssGetNumOutputPorts(const SimStruct *S) { return S->outputs; }
static void ssSetInputPortWidth(SimStruct *S, int k, int n)
{
    IN(S, IN_SIZES);
    assert(k < S->inputs), S->widths[0][k] = n;
}
static void ssSetOutputPortWidth(SimStruct *S, int k, int n)
{
    IN(S, IN_SIZES);
    assert(k < S->outputs), S->widths[1][k] = n;
}
static void ssSetInputPortDataType(SimStruct *S, int k, int t)
{
    IN(S, IN_SIZES);
    assert(k < S->inputs && t == SS_DOUBLE);
}
static void ssSetOutputPortDataType(SimStruct *S, int k, int t)
{
    IN(S, IN_SIZES);
    assert(k < S->outputs && t == SS_DOUBLE);
}
static void ssSetInputPortRequiredContiguous(SimStruct *S, int k, int on) { IN(S, IN_SIZES), S->contiguous[k] = on; }
static void ssSetInputPortDirectFeedThrough(SimStruct *S, int k, int on) { IN(S, IN_SIZES), S->feedthrough[k] = on; }
static const real_T *ssGetInputPortRealSignal(const SimStruct *S, int k)
{
    IN(S, IN_RUN);
    assert(k < S->inputs && S->contiguous[k]);
    return &S->in[2 * k];
}
static real_T *ssGetOutputPortRealSignal(SimStruct *S, int k)
{
    IN(S, IN_RUN);
    assert(k < S->outputs);
    return &S->out[2 * k];
}
static void ssSetNumSampleTimes(SimStruct *S, int n) { IN(S, IN_SIZES), S->times = n; }
static void ssSetSampleTime(SimStruct *S, int k, double h) { IN(S, IN_TIMES); assert(k < S->times), S->sample = h; }
static void ssSetOffsetTime(SimStruct *S, int k, double t) { IN(S, IN_TIMES); assert(k < S->times), S->offset = t; }
static void ssSetNumIWork(SimStruct *S, int n) { IN(S, IN_SIZES), S->iwork = n; }
static int ssGetIWorkValue(const SimStruct *S, int k)
{
    assert(S->now >= IN_CONDITIONS && k < S->iwork);
    return S->integer[k];
}
static void ssSetIWorkValue(SimStruct *S, int k, int x)
{
    assert(S->now >= IN_CONDITIONS && k < S->iwork), S->integer[k] = x;
}
static void ssSetNumDWork(SimStruct *S, int n) { IN(S, IN_SIZES); assert(n <= MOST_WORK), S->dwork = n; }
static void ssSetDWorkWidth(SimStruct *S, int k, int n)
{
    IN(S, IN_SIZES);
    assert(k < S->dwork), S->work[k].width = n;
}
static void ssSetDWorkDataType(SimStruct *S, int k, int t)
{
    IN(S, IN_SIZES);
    assert(k < S->dwork), S->work[k].type = t;
}
static void *ssGetDWork(const SimStruct *S, int k)
{
    assert(S->now >= IN_CONDITIONS && k < S->dwork);
    return S->work[k].memory;
}
static void ssSetSimStateCompliance(SimStruct *S, int how) { IN(S, IN_SIZES); assert(how == USE_DEFAULT_SIM_STATE); }
static void ssSetOptions(SimStruct *S, int options)
{
    IN(S, IN_SIZES);
    assert(options == SS_OPTION_EXCEPTION_FREE_CODE);
}

#endif
