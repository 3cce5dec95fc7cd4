/* dtc_fmi2.c - the functions of FMI 2.0. What they have in common with 3.0 is in dtc_fmi*.c. */
#include "fmi2.h"
#include "dtc_fmi.h"

#define DTC_FMI2(c) ((dtc_fmi *)(c))
#define DTC_FMI2_MAY(c, modes, name)                                                                                   \
    if (!(c) || !dtc_fmi_may(DTC_FMI2(c), modes, name))                                                                \
        return fmi2Error;
#define DTC_FMI2_READ (DTC_FMI_INITIALIZATION | DTC_FMI_RUNNING | DTC_FMI_TERMINATED)
#define DTC_FMI2_ANY (DTC_FMI_INSTANTIATED | DTC_FMI2_READ)

/* ---- an instance ------------------------------------------------------------------------------------------------- */

/* The model struct has the importer's functions as 2.0 has them. */
static void dtc_fmi2_log(const dtc_fmi *f, int status, const char *category, const char *text)
{
    const fmi2CallbackLogger logger = (fmi2CallbackLogger)f->call;

    if (logger)
        logger(f->environment, f->name, (fmi2Status)status, category, "%s", text);
}

const char *fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }
const char *fmi2GetVersion(void) { return fmi2Version; }

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                              fmi2String fmuResourceLocation, const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible, fmi2Boolean loggingOn)
{
    dtc_fmi f;

    (void)fmuResourceLocation, (void)visible;
    memset(&f, 0, sizeof f);
    f.model = &dtc_fmi_this;
    f.log = dtc_fmi2_log;
    f.tells_events = loggingOn != fmi2False;
    if (functions) {
        f.call = (void (*)(void))functions->logger;
        f.environment = functions->componentEnvironment;
        f.allocate = functions->allocateMemory && functions->freeMemory ? functions->allocateMemory : NULL;
        f.release = functions->allocateMemory && functions->freeMemory ? functions->freeMemory : NULL;
    }
    if ((fmuType == fmi2ModelExchange) != (dtc_fmi_this.hybrid != NULL)) {
        (void)dtc_fmi_tell(&f, DTC_FMI_ERROR, "this binary is of the other kind: co-simulation or model exchange", "",
                           DTC_OK);
        return NULL;
    }
    return dtc_fmi_new(&f, instanceName, fmuGUID);
}

void fmi2FreeInstance(fmi2Component c) { dtc_fmi_free(DTC_FMI2(c)); }

static int dtc_fmi2_is(const char *a, const char *b) { return a && strcmp(a, b) == 0; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories,
                               const fmi2String categories[])
{
    size_t i;

    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2SetDebugLogging")
    DTC_FMI2(c)->tells_events = loggingOn && nCategories == 0;
    for (i = 0; i < nCategories; i++)
        if (dtc_fmi2_is(categories[i], "logEvents") || dtc_fmi2_is(categories[i], "logAll"))
            DTC_FMI2(c)->tells_events = loggingOn != fmi2False;
    return fmi2OK;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime,
                               fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
    (void)toleranceDefined, (void)tolerance;
    DTC_FMI2_MAY(c, DTC_FMI_INSTANTIATED, "fmi2SetupExperiment")
    return (fmi2Status)dtc_fmi_begin(DTC_FMI2(c), startTime, stopTimeDefined, stopTime);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    DTC_FMI2_MAY(c, DTC_FMI_INSTANTIATED, "fmi2EnterInitializationMode")
    DTC_FMI2(c)->kept->mode = DTC_FMI_INITIALIZATION;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    DTC_FMI2_MAY(c, DTC_FMI_INITIALIZATION, "fmi2ExitInitializationMode")
    return (fmi2Status)dtc_fmi_start(DTC_FMI2(c), dtc_fmi_this.hybrid ? DTC_FMI_EVENT : DTC_FMI_STEP);
}

fmi2Status fmi2Terminate(fmi2Component c)
{
    DTC_FMI2_MAY(c, DTC_FMI_RUNNING, "fmi2Terminate")
    DTC_FMI2(c)->kept->mode = DTC_FMI_TERMINATED;
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2Reset")
    dtc_fmi_reset(DTC_FMI2(c));
    return fmi2OK;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

/* Reals, Integers and Booleans alike; kind: dtc_type, of C: kind of value. */
#define DTC_FMI2_GET(name, ctype, kind)                                                                                \
    fmi2Status fmi2Get##name(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, ctype value[])                \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        int status;                                                                                                    \
        double x = 0;                                                                                                  \
        DTC_FMI2_MAY(c, DTC_FMI2_READ, "fmi2Get" #name)                                                                \
        status = nvr > 0 ? dtc_fmi_readable(DTC_FMI2(c)) : DTC_FMI_OK;                                                 \
        for (i = 0; i < nvr && status == DTC_FMI_OK; i++) {                                                            \
            status = dtc_fmi_get(DTC_FMI2(c), vr[i], kind, &x);                                                        \
            value[i] = (ctype)x;                                                                                       \
        }                                                                                                              \
        return (fmi2Status)status;                                                                                     \
    }
#define DTC_FMI2_SET(name, ctype, kind)                                                                                \
    fmi2Status fmi2Set##name(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const ctype value[])          \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        int status = DTC_FMI_OK;                                                                                       \
        DTC_FMI2_MAY(c, DTC_FMI_INSTANTIATED | DTC_FMI_INITIALIZATION | DTC_FMI_RUNNING, "fmi2Set" #name)              \
        for (i = 0; i < nvr && status == DTC_FMI_OK; i++)                                                              \
            status = dtc_fmi_set(DTC_FMI2(c), vr[i], kind, (double)value[i]);                                          \
        return (fmi2Status)status;                                                                                     \
    }
DTC_FMI2_GET(Real, fmi2Real, DTC_REAL)
DTC_FMI2_GET(Integer, fmi2Integer, DTC_INTEGER)
DTC_FMI2_GET(Boolean, fmi2Boolean, DTC_BOOLEAN)
DTC_FMI2_SET(Real, fmi2Real, DTC_REAL)
DTC_FMI2_SET(Integer, fmi2Integer, DTC_INTEGER)
DTC_FMI2_SET(Boolean, fmi2Boolean, DTC_BOOLEAN)

/* There are no Strings. */
static fmi2Status dtc_fmi2_none(fmi2Component c, size_t n)
{
    return n == 0 ? fmi2OK : c ? (fmi2Status)dtc_fmi_no_variable(DTC_FMI2(c)) : fmi2Error;
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[])
{
    return (void)vr, (void)value, dtc_fmi2_none(c, nvr);
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2String value[])
{
    return (void)vr, (void)value, dtc_fmi2_none(c, nvr);
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[],
                                        fmi2Real dvUnknown[])
{
    DTC_FMI2_MAY(c, DTC_FMI2_READ, "fmi2GetDirectionalDerivative")
    return (fmi2Status)dtc_fmi_directional(DTC_FMI2(c), vUnknown_ref, nUnknown, vKnown_ref, nKnown, dvKnown, dvUnknown);
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
    dtc_fmi_copy *copy;

    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2GetFMUstate")
    copy = dtc_fmi_state(DTC_FMI2(c), (dtc_fmi_copy *)*FMUstate);
    if (copy)
        *FMUstate = copy;
    return copy ? fmi2OK : fmi2Error;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate)
{
    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2SetFMUstate")
    return (fmi2Status)dtc_fmi_restore(DTC_FMI2(c), (const dtc_fmi_copy *)FMUstate);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2FreeFMUstate")
    if (FMUstate && *FMUstate) {
        dtc_fmi_give(DTC_FMI2(c), *FMUstate);
        *FMUstate = NULL;
    }
    return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size)
{
    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2SerializedFMUstateSize")
    (void)FMUstate;
    *size = dtc_fmi_state_size(DTC_FMI2(c));
    return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size)
{
    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2SerializeFMUstate")
    return (fmi2Status)dtc_fmi_serialize(DTC_FMI2(c), FMUstate, serializedState, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                   fmi2FMUstate *FMUstate)
{
    DTC_FMI2_MAY(c, DTC_FMI2_ANY, "fmi2DeSerializeFMUstate")
    return (fmi2Status)dtc_fmi_deserialize(DTC_FMI2(c), serializedState, size, FMUstate);
}

/* ---- co-simulation ----------------------------------------------------------------------------------------------- */

/* canInterpolateInputs, maxOutputDerivativeOrder: neither. */
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                       const fmi2Integer order[], const fmi2Real value[])
{
    return (void)vr, (void)order, (void)value, dtc_fmi2_none(c, nvr);
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                        const fmi2Integer order[], fmi2Real value[])
{
    return (void)vr, (void)order, (void)value, dtc_fmi2_none(c, nvr);
}

/* A model that has ended says so by fmi2Discard and fmi2Terminated. */
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
    dtc_fmi_done done;
    int status;

    (void)noSetFMUStatePriorToCurrentPoint;
    DTC_FMI2_MAY(c, DTC_FMI_STEP, "fmi2DoStep")
    status = dtc_fmi_step(DTC_FMI2(c), currentCommunicationPoint, communicationStepSize, &done);
    return status == DTC_FMI_OK && done.ends ? fmi2Discard : (fmi2Status)status;
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
    DTC_FMI2_MAY(c, 0, "fmi2CancelStep")
    return fmi2Error;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
    DTC_FMI2_MAY(c, DTC_FMI_STEP | DTC_FMI_TERMINATED, "fmi2GetRealStatus")
    if (s != fmi2LastSuccessfulTime)
        return fmi2Discard;
    *value = dtc_fmi_time(DTC_FMI2(c));
    return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
    DTC_FMI2_MAY(c, DTC_FMI_STEP | DTC_FMI_TERMINATED, "fmi2GetBooleanStatus")
    if (s != fmi2Terminated)
        return fmi2Discard;
    *value = DTC_FMI2(c)->kept->ended ? fmi2True : fmi2False;
    return fmi2OK;
}

/* No step is ever pending. */
fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *value)
{
    return (void)c, (void)s, (void)value, fmi2Discard;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value)
{
    return (void)c, (void)s, (void)value, fmi2Discard;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *value)
{
    return (void)c, (void)s, (void)value, fmi2Discard;
}

/* ---- model exchange ---------------------------------------------------------------------------------------------- */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    DTC_FMI2_MAY(c, DTC_FMI_CONTINUOUS, "fmi2EnterEventMode")
    return (fmi2Status)dtc_fmi_enter_event(DTC_FMI2(c));
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *eventInfo)
{
    dtc_fmi_event_info e;
    int status;

    DTC_FMI2_MAY(c, DTC_FMI_EVENT, "fmi2NewDiscreteStates")
    status = dtc_fmi_settle(DTC_FMI2(c), &e);
    eventInfo->newDiscreteStatesNeeded = fmi2False;
    eventInfo->terminateSimulation = e.ends ? fmi2True : fmi2False;
    eventInfo->nominalsOfContinuousStatesChanged = fmi2False;
    eventInfo->valuesOfContinuousStatesChanged = e.values ? fmi2True : fmi2False;
    eventInfo->nextEventTimeDefined = e.next - e.next == 0 ? fmi2True : fmi2False;
    eventInfo->nextEventTime = eventInfo->nextEventTimeDefined ? e.next : 0;
    return (fmi2Status)status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    DTC_FMI2_MAY(c, dtc_fmi_this.hybrid ? DTC_FMI_EVENT : 0, "fmi2EnterContinuousTimeMode")
    DTC_FMI2(c)->kept->mode = DTC_FMI_CONTINUOUS;
    return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi2Boolean *enterEventMode, fmi2Boolean *terminateSimulation)
{
    int event = 0, ends = 0, status;

    (void)noSetFMUStatePriorToCurrentPoint;
    DTC_FMI2_MAY(c, DTC_FMI_CONTINUOUS, "fmi2CompletedIntegratorStep")
    status = dtc_fmi_completed(DTC_FMI2(c), &event, &ends);
    *enterEventMode = event ? fmi2True : fmi2False;
    *terminateSimulation = ends ? fmi2True : fmi2False;
    return (fmi2Status)status;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    DTC_FMI2_MAY(c, DTC_FMI_EVENT | DTC_FMI_CONTINUOUS, "fmi2SetTime")
    dtc_fmi_set_time(DTC_FMI2(c), time);
    return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t nx)
{
    DTC_FMI2_MAY(c, DTC_FMI_CONTINUOUS, "fmi2SetContinuousStates")
    return (fmi2Status)dtc_fmi_set_states(DTC_FMI2(c), x, nx);
}

#define DTC_FMI2_ME (DTC_FMI_EVENT | DTC_FMI_CONTINUOUS | DTC_FMI_TERMINATED)
#define DTC_FMI2_LIST(name, function, modes)                                                                           \
    fmi2Status fmi2Get##name(fmi2Component c, fmi2Real x[], size_t n)                                                  \
    {                                                                                                                  \
        DTC_FMI2_MAY(c, modes, "fmi2Get" #name)                                                                        \
        return (fmi2Status)function(DTC_FMI2(c), x, n);                                                                \
    }
DTC_FMI2_LIST(Derivatives, dtc_fmi_rates, DTC_FMI2_ME | DTC_FMI_INITIALIZATION)
DTC_FMI2_LIST(EventIndicators, dtc_fmi_guards, DTC_FMI2_ME | DTC_FMI_INITIALIZATION)
DTC_FMI2_LIST(ContinuousStates, dtc_fmi_get_states, DTC_FMI2_ME | DTC_FMI_INITIALIZATION)
DTC_FMI2_LIST(NominalsOfContinuousStates, dtc_fmi_nominals, DTC_FMI2_ME | DTC_FMI_INITIALIZATION)
