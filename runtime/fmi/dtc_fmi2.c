/* dtc_fmi2.c - the functions of FMI 2.0. Those that 3.0 has, too, are in dtc_fmi23.c. */
#include "fmi2.h"
#include "dtc_fmi.h"

/* For dtc_fmi23.c. */
#define DTC_FMI_PREFIX "fmi2"
#define DTC_FMI_NAME(name) fmi2##name
#define DTC_FMI_STATE(before, after) fmi2##before##FMUstate##after
#define DTC_FMI_DESERIALIZE fmi2DeSerializeFMUstate
#define DTC_FMI_RATES fmi2GetDerivatives
typedef fmi2Status dtc_fmi_result;
typedef fmi2Component dtc_fmi_handle;
typedef fmi2Boolean dtc_fmi_bool;
typedef fmi2Byte dtc_fmi_byte;

/* ---- an instance --------------------------------------------------------------------------------------- */

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
    f.log = dtc_fmi2_log;
    f.tells_events = loggingOn != fmi2False;
    if (functions) {
        f.call = (void (*)(void))functions->logger;
        f.environment = functions->componentEnvironment;
        f.allocate = functions->allocateMemory && functions->freeMemory ? functions->allocateMemory : NULL;
        f.release = functions->allocateMemory && functions->freeMemory ? functions->freeMemory : NULL;
    }
    if ((fmuType == fmi2ModelExchange) != (dtc_fmi_this.hybrid != NULL)) {
        (void)dtc_fmi_tell(&f, DTC_FMI_ERROR,
                           "this binary is of the other kind: co-simulation or model exchange", "", DTC_OK);
        return NULL;
    }
    return dtc_fmi_new(&f, instanceName, fmuGUID);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime,
                               fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
    (void)toleranceDefined, (void)tolerance;
    DTC_FMI_MAY(c, DTC_FMI_INSTANTIATED, "SetupExperiment")
    return (fmi2Status)dtc_fmi_begin(DTC_FMI_OF(c), startTime, stopTimeDefined, stopTime);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    DTC_FMI_MAY(c, DTC_FMI_INSTANTIATED, "EnterInitializationMode")
    DTC_FMI_OF(c)->kept->mode = DTC_FMI_INITIALIZATION;
    return fmi2OK;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

/* Reals, Integers and Booleans alike; kind: dtc_type, of C: kind of value. */
#define DTC_FMI2_GET(name, ctype, kind)                                                                                \
    fmi2Status fmi2Get##name(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, ctype value[])                \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        int status;                                                                                                    \
        double x = 0;                                                                                                  \
        DTC_FMI_MAY(c, DTC_FMI_READ, "Get" #name)                                                                      \
        status = nvr > 0 ? dtc_fmi_readable(DTC_FMI_OF(c)) : DTC_FMI_OK;                                               \
        for (i = 0; i < nvr && status == DTC_FMI_OK; i++) {                                                            \
            status = dtc_fmi_get(DTC_FMI_OF(c), vr[i], kind, &x);                                                      \
            value[i] = (ctype)x;                                                                                       \
        }                                                                                                              \
        return (fmi2Status)status;                                                                                     \
    }
#define DTC_FMI2_SET(name, ctype, kind)                                                                                \
    fmi2Status fmi2Set##name(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const ctype value[])          \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        int status = DTC_FMI_OK;                                                                                       \
        DTC_FMI_MAY(c, DTC_FMI_INSTANTIATED | DTC_FMI_INITIALIZATION | DTC_FMI_RUNNING, "Set" #name)                   \
        for (i = 0; i < nvr && status == DTC_FMI_OK; i++)                                                              \
            status = dtc_fmi_set(DTC_FMI_OF(c), vr[i], kind, (double)value[i]);                                        \
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
    return n == 0 ? fmi2OK : c ? (fmi2Status)dtc_fmi_no_variable(DTC_FMI_OF(c)) : fmi2Error;
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
    DTC_FMI_MAY(c, DTC_FMI_READ, "GetDirectionalDerivative")
    return (fmi2Status)dtc_fmi_directional(DTC_FMI_OF(c), vUnknown_ref, nUnknown, vKnown_ref, nKnown, dvKnown,
                                           dvUnknown);
}

/* ---- co-simulation ------------------------------------------------------------------------------------- */

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
    DTC_FMI_MAY(c, DTC_FMI_STEP, "DoStep")
    status = dtc_fmi_step(DTC_FMI_OF(c), currentCommunicationPoint, communicationStepSize, &done);
    return status == DTC_FMI_OK && done.ends ? fmi2Discard : (fmi2Status)status;
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
    DTC_FMI_MAY(c, 0, "CancelStep")
    return fmi2Error;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
    DTC_FMI_MAY(c, DTC_FMI_STEP | DTC_FMI_TERMINATED, "GetRealStatus")
    if (s != fmi2LastSuccessfulTime)
        return fmi2Discard;
    *value = dtc_fmi_time(DTC_FMI_OF(c));
    return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
    DTC_FMI_MAY(c, DTC_FMI_STEP | DTC_FMI_TERMINATED, "GetBooleanStatus")
    if (s != fmi2Terminated)
        return fmi2Discard;
    *value = DTC_FMI_OF(c)->kept->ended ? fmi2True : fmi2False;
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

/* ---- model exchange ------------------------------------------------------------------------------------ */

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *eventInfo)
{
    dtc_fmi_event_info e;
    int status;

    DTC_FMI_MAY(c, DTC_FMI_EVENT, "NewDiscreteStates")
    status = dtc_fmi_settle(DTC_FMI_OF(c), &e);
    eventInfo->newDiscreteStatesNeeded = fmi2False;
    eventInfo->terminateSimulation = e.ends ? fmi2True : fmi2False;
    eventInfo->nominalsOfContinuousStatesChanged = fmi2False;
    eventInfo->valuesOfContinuousStatesChanged = e.values ? fmi2True : fmi2False;
    eventInfo->nextEventTimeDefined = e.next - e.next == 0 ? fmi2True : fmi2False;
    eventInfo->nextEventTime = eventInfo->nextEventTimeDefined ? e.next : 0;
    return (fmi2Status)status;
}
