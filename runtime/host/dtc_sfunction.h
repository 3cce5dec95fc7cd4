/* dtc_sfunction.h - a model as a level-2 S-function of Simulink, over its descriptor.
 *
 * The file that `dtc model.dtm --format sfunction -o NAME.c` writes defines S_FUNCTION_NAME, S_FUNCTION_LEVEL and
 * DTC_MODEL, the descriptor, and includes this last.
 *
 * Input ports: the inputs of the model, in its order, a scalar each, with direct feedthrough; output ports: its
 * outputs. Values are doubles in the units of the model; Booleans are 0 or 1, literals count from 1. The sample time is
 * the step. One parameter: {} for the values of the model, or rows of others, {'clutch.mu', 0.3; 'car.m', 1500}. They
 * may change while it runs (docs/tune.md); what is left out then stays as it is.
 *
 * Work vectors: DWork 0, double: the instance, which has no pointers, so that it is the whole state, to be saved and
 * restored with the simulation; DWork 1, one byte each: the message of an error. IWork 0: is it set up?, then the
 * numbers of inputs and outputs in the descriptor.
 *
 * Outputs evaluate, Update advances: both are those of a plain step, bit by bit. Setup looks at the inputs (in which
 * place a clutch begins hangs on its pressure), which Simulink has no sooner than in the first Outputs: it is there. An
 * end that the model asks for stops the simulation. Cost: a step of the model, and O(inputs + outputs). */
#include "dtc_call.h"
#include "dtc_runtime.h"
#include "simstruc.h"

enum { DTC_S_MESSAGE = 500, DTC_S_NAME = 300 };

static void *dtc_s_instance(SimStruct *S) { return ssGetDWork(S, 0); }

static int dtc_s_count(int kind)
{
    int number, n = 0;

    for (number = 0; number < dtc_call_variables(&DTC_MODEL); number++)
        n += dtc_call_kind(&DTC_MODEL, number) == kind;
    return n;
}

/* Whether the status lets the simulation go on. */
static int dtc_s_well(SimStruct *S, int status)
{
    char *text = (char *)ssGetDWork(S, 1);

    if (status == DTC_CALL_TERMINATE)
        ssSetStopRequested(S, 1);
    if (status == DTC_CALL_OK || status == DTC_CALL_TERMINATE)
        return 1;
    dtc_call_message(&DTC_MODEL, dtc_s_instance(S), status, text, DTC_S_MESSAGE);
    ssSetErrorStatus(S, text);
    return 0;
}

/* ---- the parameter of the block ------------------------------------------------------------------------ */

/* The number of the parameter in a row; below 0: there is none. */
static int dtc_s_parameter(const mxArray *values, size_t row)
{
    const mxArray *cell = mxGetCell(values, row);
    char name[DTC_S_NAME];
    int number = -1;

    if (cell && mxIsChar(cell) && mxGetString(cell, name, sizeof name) == 0)
        number = dtc_call_number(&DTC_MODEL, name);
    return dtc_call_kind(&DTC_MODEL, number) == DTC_PARAMETER ? number : -1;
}

/* NULL: all is well. */
static const char *dtc_s_wrong(const mxArray *values)
{
    const size_t rows = mxGetM(values);
    size_t row;

    if (mxIsEmpty(values))
        return NULL;
    if (!mxIsCell(values) || mxGetN(values) != 2)
        return "the parameter of the block is {}, or has rows of names and values, {'clutch.mu', 0.3; "
               "'car.m', 1500}";
    for (row = 0; row < rows; row++) {
        const mxArray *value = mxGetCell(values, rows + row);
        if (dtc_s_parameter(values, row) < 0)
            return "the parameter of the block has a name that is no parameter of the model which can be "
                   "set; "
                   "`dtc list` has the names";
        if (!value || !(mxIsNumeric(value) || mxIsLogical(value)) || mxGetNumberOfElements(value) != 1)
            return "the parameter of the block has a value that is no number";
    }
    return NULL;
}

static int dtc_s_set(SimStruct *S)
{
    const mxArray *values = ssGetSFcnParam(S, 0);
    const size_t rows = mxIsEmpty(values) ? 0 : mxGetM(values);
    int status = DTC_CALL_OK;
    size_t row;

    for (row = 0; row < rows && status == DTC_CALL_OK; row++)
        status = dtc_call_set(&DTC_MODEL, dtc_s_instance(S), dtc_s_parameter(values, row),
                              mxGetScalar(mxGetCell(values, rows + row)));
    return status;
}

#define MDL_CHECK_PARAMETERS
static void mdlCheckParameters(SimStruct *S)
{
    const char *wrong = dtc_s_wrong(ssGetSFcnParam(S, 0));

    if (wrong)
        ssSetErrorStatus(S, wrong);
}

/* Between two steps, after the check. Those that tune refuses end the simulation. */
#define MDL_PROCESS_PARAMETERS
static void mdlProcessParameters(SimStruct *S)
{
    int status;

    if (!ssGetIWorkValue(S, 0))
        return; /* the first Outputs takes them */
    status = dtc_s_set(S);
    (void)dtc_s_well(S, status == DTC_CALL_OK ? dtc_call_tune(&DTC_MODEL, dtc_s_instance(S)) : status);
}

/* ---- sizes --------------------------------------------------------------------------------------------- */

static int dtc_s_ports(SimStruct *S, int inputs, int outputs)
{
    int port;

    if (!ssSetNumInputPorts(S, inputs) || !ssSetNumOutputPorts(S, outputs))
        return 0;
    for (port = 0; port < inputs; port++) {
        ssSetInputPortWidth(S, port, 1);
        ssSetInputPortDataType(S, port, SS_DOUBLE);
        ssSetInputPortRequiredContiguous(S, port, 1);
        ssSetInputPortDirectFeedThrough(S, port, 1);
    }
    for (port = 0; port < outputs; port++) {
        ssSetOutputPortWidth(S, port, 1);
        ssSetOutputPortDataType(S, port, SS_DOUBLE);
    }
    return 1;
}

static void mdlInitializeSizes(SimStruct *S)
{
    const int inputs = dtc_s_count(DTC_IN), outputs = dtc_s_count(DTC_OUT);

    ssSetNumSFcnParams(S, 1);
    if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S))
        return; /* Simulink says what is wrong */
    mdlCheckParameters(S);
    if (ssGetErrorStatus(S))
        return;
    ssSetSFcnParamTunable(S, 0, SS_PRM_SIM_ONLY_TUNABLE);
    ssSetNumContStates(S, 0);
    ssSetNumDiscStates(S, 0);
    if (!dtc_s_ports(S, inputs, outputs))
        return;
    ssSetNumSampleTimes(S, 1);
    ssSetNumIWork(S, 1 + inputs + outputs);
    ssSetNumDWork(S, 2);
    ssSetDWorkWidth(S, 0, (int)((dtc_call_size(&DTC_MODEL) + sizeof(double) - 1) / sizeof(double)));
    ssSetDWorkDataType(S, 0, SS_DOUBLE);
    ssSetDWorkWidth(S, 1, DTC_S_MESSAGE);
    ssSetDWorkDataType(S, 1, SS_UINT8);
    ssSetSimStateCompliance(S, USE_DEFAULT_SIM_STATE);
    ssSetOptions(S, SS_OPTION_EXCEPTION_FREE_CODE);
}

static void mdlInitializeSampleTimes(SimStruct *S)
{
    ssSetSampleTime(S, 0, dtc_call_step_size(&DTC_MODEL));
    ssSetOffsetTime(S, 0, 0.0);
}

/* ---- the run ------------------------------------------------------------------------------------------- */

/* Also where an enabled subsystem begins anew. */
#define MDL_INITIALIZE_CONDITIONS
static void mdlInitializeConditions(SimStruct *S)
{
    static const int kinds[] = { DTC_IN, DTC_OUT };
    int number, k, at = 1;

    for (k = 0; k < 2; k++)
        for (number = 0; number < dtc_call_variables(&DTC_MODEL); number++)
            if (dtc_call_kind(&DTC_MODEL, number) == kinds[k])
                ssSetIWorkValue(S, at++, number);
    ssSetIWorkValue(S, 0, 0);
}

static int dtc_s_inputs(SimStruct *S)
{
    int port, status = DTC_CALL_OK;

    for (port = 0; port < ssGetNumInputPorts(S) && status == DTC_CALL_OK; port++)
        status = dtc_call_set(&DTC_MODEL, dtc_s_instance(S), ssGetIWorkValue(S, 1 + port),
                              *ssGetInputPortRealSignal(S, port));
    return status;
}

static int dtc_s_start(SimStruct *S)
{
    int status;

    dtc_call_init(&DTC_MODEL, dtc_s_instance(S));
    status = dtc_s_set(S);
    status = status == DTC_CALL_OK ? dtc_s_inputs(S) : status;
    return status == DTC_CALL_OK ? dtc_call_setup(&DTC_MODEL, dtc_s_instance(S)) : status;
}

static void mdlOutputs(SimStruct *S, int_T tid)
{
    const int first = 1 + ssGetNumInputPorts(S);
    int port, status;

    (void)tid;
    status = ssGetIWorkValue(S, 0) ? dtc_s_inputs(S) : dtc_s_start(S);
    if (status == DTC_CALL_OK) {
        ssSetIWorkValue(S, 0, 1);
        status = dtc_call_evaluate(&DTC_MODEL, dtc_s_instance(S));
    }
    if (!dtc_s_well(S, status))
        return;
    for (port = 0; port < ssGetNumOutputPorts(S); port++)
        *ssGetOutputPortRealSignal(S, port) =
            dtc_call_get(&DTC_MODEL, dtc_s_instance(S), ssGetIWorkValue(S, first + port));
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid)
{
    (void)tid;
    (void)dtc_s_well(S, dtc_call_advance(&DTC_MODEL, dtc_s_instance(S)));
}

static void mdlTerminate(SimStruct *S) { (void)S; }       /* all memory is Simulink's */

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
