/* dtc_fmi3.c - the functions of FMI 3.0. Those that 2.0 has, too, are in dtc_fmi23.c.
 *
 * Reals are Float64, Integers Int32, enumerations Int64. There are no arrays, Strings, binaries, clocks, structural
 * parameters, and there is no scheduled execution: functions for these say so. */
#include "fmi3.h"
#include "dtc_fmi.h"

/* For dtc_fmi23.c. */
#define DTC_FMI_PREFIX "fmi3"
#define DTC_FMI_NAME(name) fmi3##name
#define DTC_FMI_STATE(before, after) fmi3##before##FMUState##after
#define DTC_FMI_DESERIALIZE fmi3DeserializeFMUState
#define DTC_FMI_RATES fmi3GetContinuousStateDerivatives
typedef fmi3Status dtc_fmi_result;
typedef fmi3Instance dtc_fmi_handle;
typedef fmi3Boolean dtc_fmi_bool;
typedef fmi3Byte dtc_fmi_byte;

/* ---- an instance --------------------------------------------------------------------------------------- */

static void dtc_fmi3_log(const dtc_fmi *f, int status, const char *category, const char *text)
{
    const fmi3LogMessageCallback log = (fmi3LogMessageCallback)f->call;

    if (log)
        log(f->environment, (fmi3Status)status, category, text);
}

const char *fmi3GetVersion(void) { return fmi3Version; }

static fmi3Instance dtc_fmi3_new(fmi3String name, fmi3String token, fmi3Boolean logs,
                                 fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, int me, int events,
                                 int early)
{
    dtc_fmi f;

    memset(&f, 0, sizeof f);
    f.log = dtc_fmi3_log;
    f.call = (void (*)(void))log;
    f.environment = environment;
    f.tells_events = logs;
    f.events = events;
    f.returns_early = events && early;
    if (me != (dtc_fmi_this.hybrid != NULL)) {
        (void)dtc_fmi_tell(&f, DTC_FMI_ERROR,
                           "this binary is of another kind: co-simulation or model exchange", "", DTC_OK);
        return NULL;
    }
    return dtc_fmi_new(&f, name, token);
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken,
                                          fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                          fmi3InstanceEnvironment instanceEnvironment,
                                          fmi3LogMessageCallback logMessage)
{
    (void)resourcePath, (void)visible;
    return dtc_fmi3_new(instanceName, instantiationToken, loggingOn, instanceEnvironment, logMessage, 1, 0,
                        0);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken,
                                         fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                         fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference requiredIntermediateVariables[],
                                         size_t nRequiredIntermediateVariables,
                                         fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate)
{
    (void)resourcePath, (void)visible, (void)requiredIntermediateVariables,
        (void)nRequiredIntermediateVariables;
    (void)intermediateUpdate;
    return dtc_fmi3_new(instanceName, instantiationToken, loggingOn, instanceEnvironment, logMessage, 0,
                        eventModeUsed, earlyReturnAllowed);
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String instanceName, fmi3String instantiationToken,
                                               fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                               fmi3InstanceEnvironment instanceEnvironment,
                                               fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate,
                                               fmi3LockPreemptionCallback lockPreemption,
                                               fmi3UnlockPreemptionCallback unlockPreemption)
{
    (void)instanceName, (void)instantiationToken, (void)resourcePath, (void)visible, (void)loggingOn;
    (void)clockUpdate, (void)lockPreemption, (void)unlockPreemption;
    if (logMessage)
        logMessage(instanceEnvironment, fmi3Error, "logStatusError",
                   "there is no scheduled execution in this FMU");
    return NULL;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
                                       fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)
{
    int status;

    (void)toleranceDefined, (void)tolerance;
    DTC_FMI_MAY(instance, DTC_FMI_INSTANTIATED, "EnterInitializationMode")
    status = dtc_fmi_begin(DTC_FMI_OF(instance), startTime, stopTimeDefined, stopTime);
    if (status == DTC_FMI_OK)
        DTC_FMI_OF(instance)->kept->mode = DTC_FMI_INITIALIZATION;
    return (fmi3Status)status;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static fmi3Status dtc_fmi3_none(fmi3Instance c, size_t n)
{
    return n == 0 ? fmi3OK : c ? (fmi3Status)dtc_fmi_no_variable(DTC_FMI_OF(c)) : fmi3Error;
}

#define DTC_FMI3_GET(name, kind)                                                                                       \
    fmi3Status fmi3Get##name(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3##name values[],             \
                             size_t nValues)                                                                           \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        int status;                                                                                                    \
        double x = 0;                                                                                                  \
        DTC_FMI_MAY(c, DTC_FMI_READ, "Get" #name)                                                                      \
        if (n != nValues)                                                                                              \
            return dtc_fmi3_none(c, 1);                                                                                \
        status = n > 0 ? dtc_fmi_readable(DTC_FMI_OF(c)) : DTC_FMI_OK;                                                 \
        for (i = 0; i < n && status == DTC_FMI_OK; i++) {                                                              \
            status = dtc_fmi_get(DTC_FMI_OF(c), vr[i], kind, &x);                                                      \
            values[i] = (fmi3##name)x;                                                                                 \
        }                                                                                                              \
        return (fmi3Status)status;                                                                                     \
    }
#define DTC_FMI3_SET(name, kind)                                                                                       \
    fmi3Status fmi3Set##name(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3##name values[],       \
                             size_t nValues)                                                                           \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        int status = n == nValues ? DTC_FMI_OK : DTC_FMI_ERROR;                                                        \
        DTC_FMI_MAY(c, DTC_FMI_INSTANTIATED | DTC_FMI_INITIALIZATION | DTC_FMI_RUNNING, "Set" #name)                   \
        for (i = 0; i < n && status == DTC_FMI_OK; i++)                                                                \
            status = dtc_fmi_set(DTC_FMI_OF(c), vr[i], kind, (double)values[i]);                                       \
        return (fmi3Status)status;                                                                                     \
    }
DTC_FMI3_GET(Float64, DTC_REAL)
DTC_FMI3_GET(Int32, DTC_INTEGER)
DTC_FMI3_GET(Int64, DTC_INTEGER)
DTC_FMI3_GET(Boolean, DTC_BOOLEAN)
DTC_FMI3_SET(Float64, DTC_REAL)
DTC_FMI3_SET(Int32, DTC_INTEGER)
DTC_FMI3_SET(Int64, DTC_INTEGER)
DTC_FMI3_SET(Boolean, DTC_BOOLEAN)

/* Of types that no variable has. */
#define DTC_FMI3_NEITHER(name)                                                                                         \
    fmi3Status fmi3Get##name(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3##name values[],             \
                             size_t nValues)                                                                           \
    {                                                                                                                  \
        return (void)vr, (void)values, (void)nValues, dtc_fmi3_none(c, n);                                             \
    }                                                                                                                  \
    fmi3Status fmi3Set##name(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3##name values[],       \
                             size_t nValues)                                                                           \
    {                                                                                                                  \
        return (void)vr, (void)values, (void)nValues, dtc_fmi3_none(c, n);                                             \
    }
DTC_FMI3_NEITHER(Float32)
DTC_FMI3_NEITHER(Int8)
DTC_FMI3_NEITHER(UInt8)
DTC_FMI3_NEITHER(Int16)
DTC_FMI3_NEITHER(UInt16)
DTC_FMI3_NEITHER(UInt32)
DTC_FMI3_NEITHER(UInt64)
DTC_FMI3_NEITHER(String)

#define DTC_FMI3_VR fmi3Instance c, const fmi3ValueReference vr[], size_t n
fmi3Status fmi3GetBinary(DTC_FMI3_VR, size_t valueSizes[], fmi3Binary values[], size_t nValues)
{
    return (void)vr, (void)valueSizes, (void)values, (void)nValues, dtc_fmi3_none(c, n);
}
fmi3Status fmi3SetBinary(DTC_FMI3_VR, const size_t valueSizes[], const fmi3Binary values[], size_t nValues)
{
    return (void)vr, (void)valueSizes, (void)values, (void)nValues, dtc_fmi3_none(c, n);
}
fmi3Status fmi3GetClock(DTC_FMI3_VR, fmi3Clock values[]) { return (void)vr, (void)values, dtc_fmi3_none(c, n); }
fmi3Status fmi3SetClock(DTC_FMI3_VR, const fmi3Clock values[]) { return (void)vr, (void)values, dtc_fmi3_none(c, n); }
fmi3Status fmi3GetIntervalDecimal(DTC_FMI3_VR, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
{
    return (void)vr, (void)intervals, (void)qualifiers, dtc_fmi3_none(c, n);
}
fmi3Status fmi3GetIntervalFraction(DTC_FMI3_VR, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[])
{
    return (void)vr, (void)counters, (void)resolutions, (void)qualifiers, dtc_fmi3_none(c, n);
}
fmi3Status fmi3GetShiftDecimal(DTC_FMI3_VR, fmi3Float64 shifts[])
{
    return (void)vr, (void)shifts, dtc_fmi3_none(c, n);
}
fmi3Status fmi3GetShiftFraction(DTC_FMI3_VR, fmi3UInt64 counters[], fmi3UInt64 resolutions[])
{
    return (void)vr, (void)counters, (void)resolutions, dtc_fmi3_none(c, n);
}
fmi3Status fmi3SetIntervalDecimal(DTC_FMI3_VR, const fmi3Float64 intervals[])
{
    return (void)vr, (void)intervals, dtc_fmi3_none(c, n);
}
fmi3Status fmi3SetIntervalFraction(DTC_FMI3_VR, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    return (void)vr, (void)counters, (void)resolutions, dtc_fmi3_none(c, n);
}
fmi3Status fmi3SetShiftDecimal(DTC_FMI3_VR, const fmi3Float64 shifts[])
{
    return (void)vr, (void)shifts, dtc_fmi3_none(c, n);
}
fmi3Status fmi3SetShiftFraction(DTC_FMI3_VR, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    return (void)vr, (void)counters, (void)resolutions, dtc_fmi3_none(c, n);
}

/* Those of modelDescription.xml do not change. */
fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference valueReference,
                                               size_t *nDependencies)
{
    return (void)valueReference, (void)nDependencies, dtc_fmi3_none(instance, 1);
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent,
                                       size_t elementIndicesOfDependent[], fmi3ValueReference independents[],
                                       size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[],
                                       size_t nDependencies)
{
    (void)dependent, (void)elementIndicesOfDependent, (void)independents, (void)elementIndicesOfIndependents;
    return (void)dependencyKinds, (void)nDependencies, dtc_fmi3_none(instance, 1);
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                        const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                        size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    DTC_FMI_MAY(instance, DTC_FMI_READ, "GetDirectionalDerivative")
    if (nSeed != nKnowns || nSensitivity != nUnknowns)
        return dtc_fmi3_none(instance, 1);
    return (fmi3Status)dtc_fmi_directional(DTC_FMI_OF(instance), unknowns, nUnknowns, knowns, nKnowns, seed,
                                           sensitivity);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                    size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    (void)unknowns, (void)nUnknowns, (void)knowns, (void)nKnowns, (void)seed, (void)nSeed, (void)sensitivity;
    (void)nSensitivity;
    DTC_FMI_MAY(instance, 0, "GetAdjointDerivative")
    return fmi3Error;
}

/* There are no structural parameters. */
fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance)
{
    DTC_FMI_MAY(instance, 0, "EnterConfigurationMode")
    return fmi3Error;
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance)
{
    DTC_FMI_MAY(instance, 0, "ExitConfigurationMode")
    return fmi3Error;
}

/* ---- events, of both kinds ----------------------------------------------------------------------------- */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance)
{
    DTC_FMI_MAY(instance, DTC_FMI_INITIALIZATION | DTC_FMI_EVENT, "EvaluateDiscreteStates")
    return (fmi3Status)dtc_fmi_current(DTC_FMI_OF(instance));
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate,
                                    fmi3Boolean *terminateSimulation, fmi3Boolean *nominalsOfContinuousStatesChanged,
                                    fmi3Boolean *valuesOfContinuousStatesChanged, fmi3Boolean *nextEventTimeDefined,
                                    fmi3Float64 *nextEventTime)
{
    dtc_fmi_event_info e;
    int status;

    DTC_FMI_MAY(instance, DTC_FMI_EVENT, "UpdateDiscreteStates")
    status = dtc_fmi_settle(DTC_FMI_OF(instance), &e);
    *discreteStatesNeedUpdate = *nominalsOfContinuousStatesChanged = fmi3False;
    *terminateSimulation = e.ends != 0;
    *valuesOfContinuousStatesChanged = e.values != 0;
    *nextEventTimeDefined = status == DTC_FMI_OK && e.next - e.next == 0;
    *nextEventTime = *nextEventTimeDefined ? e.next : 0;
    return (fmi3Status)status;
}

/* ---- co-simulation ------------------------------------------------------------------------------------- */

fmi3Status fmi3EnterStepMode(fmi3Instance instance)
{
    DTC_FMI_MAY(instance, dtc_fmi_this.hybrid ? 0 : DTC_FMI_EVENT, "EnterStepMode")
    DTC_FMI_OF(instance)->kept->mode = DTC_FMI_STEP;
    return fmi3OK;
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Int32 orders[],
                                    fmi3Float64 values[], size_t nValues)
{
    return (void)vr, (void)orders, (void)values, (void)nValues, dtc_fmi3_none(c, n);
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint,
                      fmi3Float64 communicationStepSize, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                      fmi3Boolean *eventHandlingNeeded, fmi3Boolean *terminateSimulation, fmi3Boolean *earlyReturn,
                      fmi3Float64 *lastSuccessfulTime)
{
    dtc_fmi_done done;
    int status;

    (void)noSetFMUStatePriorToCurrentPoint;
    DTC_FMI_MAY(instance, DTC_FMI_STEP, "DoStep")
    status = dtc_fmi_step(DTC_FMI_OF(instance), currentCommunicationPoint, communicationStepSize, &done);
    *eventHandlingNeeded = done.event != 0;
    *terminateSimulation = done.ends != 0;
    *earlyReturn = status == DTC_FMI_OK && done.early;
    *lastSuccessfulTime = done.time;
    return (fmi3Status)status;
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clockReference,
                                      fmi3Float64 activationTime)
{
    (void)clockReference, (void)activationTime;
    DTC_FMI_MAY(instance, 0, "ActivateModelPartition")
    return fmi3Error;
}

/* ---- model exchange ------------------------------------------------------------------------------------ */

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *nEventIndicators)
{
    DTC_FMI_MAY(instance, DTC_FMI_ANY, "GetNumberOfEventIndicators")
    *nEventIndicators = (size_t)dtc_fmi_indicators();
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *nContinuousStates)
{
    DTC_FMI_MAY(instance, DTC_FMI_ANY, "GetNumberOfContinuousStates")
    *nContinuousStates = (size_t)dtc_fmi_states();
    return fmi3OK;
}
