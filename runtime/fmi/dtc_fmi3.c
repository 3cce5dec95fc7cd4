/* dtc_fmi3.c - the functions of FMI 3.0. What they have in common with 2.0 is in dtc_fmi*.c.
 *
 * Reals are Float64, Integers Int32, enumerations Int64. There are no arrays, Strings, binaries, clocks, structural
 * parameters, and there is no scheduled execution: functions for these say so. */
#include "fmi3.h"
#include "dtc_fmi.h"

#define DTC_FMI3(c) ((dtc_fmi *)(c))
#define DTC_FMI3_MAY(c, modes, name)                                                                                   \
    if (!(c) || !dtc_fmi_may(DTC_FMI3(c), modes, name))                                                                \
        return fmi3Error;
#define DTC_FMI3_READ (DTC_FMI_INITIALIZATION | DTC_FMI_RUNNING | DTC_FMI_TERMINATED)
#define DTC_FMI3_ANY (DTC_FMI_INSTANTIATED | DTC_FMI3_READ)

/* ---- an instance ------------------------------------------------------------------------------------------------- */

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
    f.model = &dtc_fmi_this;
    f.log = dtc_fmi3_log;
    f.call = (void (*)(void))log;
    f.environment = environment;
    f.tells_events = logs;
    f.events = events;
    f.returns_early = events && early;
    if (me != (dtc_fmi_this.hybrid != NULL)) {
        (void)dtc_fmi_tell(&f, DTC_FMI_ERROR, "this binary is of another kind: co-simulation or model exchange", "",
                           DTC_OK);
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
    return dtc_fmi3_new(instanceName, instantiationToken, loggingOn, instanceEnvironment, logMessage, 1, 0, 0);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken,
                                         fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                         fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference requiredIntermediateVariables[],
                                         size_t nRequiredIntermediateVariables,
                                         fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate)
{
    (void)resourcePath, (void)visible, (void)requiredIntermediateVariables, (void)nRequiredIntermediateVariables;
    (void)intermediateUpdate;
    return dtc_fmi3_new(instanceName, instantiationToken, loggingOn, instanceEnvironment, logMessage, 0, eventModeUsed,
                        earlyReturnAllowed);
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
        logMessage(instanceEnvironment, fmi3Error, "logStatusError", "there is no scheduled execution in this FMU");
    return NULL;
}

void fmi3FreeInstance(fmi3Instance instance) { dtc_fmi_free(DTC_FMI3(instance)); }

static int dtc_fmi3_is(const char *a, const char *b) { return a && strcmp(a, b) == 0; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories,
                               const fmi3String categories[])
{
    size_t i;

    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3SetDebugLogging")
    DTC_FMI3(instance)->tells_events = loggingOn && nCategories == 0;
    for (i = 0; i < nCategories; i++)
        if (dtc_fmi3_is(categories[i], "logEvents"))
            DTC_FMI3(instance)->tells_events = loggingOn;
    return fmi3OK;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
                                       fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)
{
    int status;

    (void)toleranceDefined, (void)tolerance;
    DTC_FMI3_MAY(instance, DTC_FMI_INSTANTIATED, "fmi3EnterInitializationMode")
    status = dtc_fmi_begin(DTC_FMI3(instance), startTime, stopTimeDefined, stopTime);
    if (status == DTC_FMI_OK)
        DTC_FMI3(instance)->kept->mode = DTC_FMI_INITIALIZATION;
    return (fmi3Status)status;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, DTC_FMI_INITIALIZATION, "fmi3ExitInitializationMode")
    return (fmi3Status)dtc_fmi_start(DTC_FMI3(instance), dtc_fmi_this.hybrid || DTC_FMI3(instance)->events
                                                             ? DTC_FMI_EVENT : DTC_FMI_STEP);
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, DTC_FMI_RUNNING, "fmi3Terminate")
    DTC_FMI3(instance)->kept->mode = DTC_FMI_TERMINATED;
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3Reset")
    dtc_fmi_reset(DTC_FMI3(instance));
    return fmi3OK;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static fmi3Status dtc_fmi3_none(fmi3Instance c, size_t n)
{
    return n == 0 ? fmi3OK : c ? (fmi3Status)dtc_fmi_no_variable(DTC_FMI3(c)) : fmi3Error;
}

#define DTC_FMI3_GET(name, kind)                                                                                       \
    fmi3Status fmi3Get##name(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3##name values[],             \
                             size_t nValues)                                                                           \
    {                                                                                                                  \
        size_t i;                                                                                                      \
        int status;                                                                                                    \
        double x = 0;                                                                                                  \
        DTC_FMI3_MAY(c, DTC_FMI3_READ, "fmi3Get" #name)                                                                \
        if (n != nValues)                                                                                              \
            return dtc_fmi3_none(c, 1);                                                                                \
        status = n > 0 ? dtc_fmi_readable(DTC_FMI3(c)) : DTC_FMI_OK;                                                   \
        for (i = 0; i < n && status == DTC_FMI_OK; i++) {                                                              \
            status = dtc_fmi_get(DTC_FMI3(c), vr[i], kind, &x);                                                        \
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
        DTC_FMI3_MAY(c, DTC_FMI_INSTANTIATED | DTC_FMI_INITIALIZATION | DTC_FMI_RUNNING, "fmi3Set" #name)              \
        for (i = 0; i < n && status == DTC_FMI_OK; i++)                                                                \
            status = dtc_fmi_set(DTC_FMI3(c), vr[i], kind, (double)values[i]);                                         \
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
    DTC_FMI3_MAY(instance, DTC_FMI3_READ, "fmi3GetDirectionalDerivative")
    if (nSeed != nKnowns || nSensitivity != nUnknowns)
        return dtc_fmi3_none(instance, 1);
    return (fmi3Status)dtc_fmi_directional(DTC_FMI3(instance), unknowns, nUnknowns, knowns, nKnowns, seed, sensitivity);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                    size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    (void)unknowns, (void)nUnknowns, (void)knowns, (void)nKnowns, (void)seed, (void)nSeed, (void)sensitivity;
    (void)nSensitivity;
    DTC_FMI3_MAY(instance, 0, "fmi3GetAdjointDerivative")
    return fmi3Error;
}

/* There are no structural parameters. */
fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, 0, "fmi3EnterConfigurationMode")
    return fmi3Error;
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, 0, "fmi3ExitConfigurationMode")
    return fmi3Error;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
    dtc_fmi_copy *copy;

    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3GetFMUState")
    copy = dtc_fmi_state(DTC_FMI3(instance), (dtc_fmi_copy *)*FMUState);
    if (copy)
        *FMUState = copy;
    return copy ? fmi3OK : fmi3Error;
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3SetFMUState")
    return (fmi3Status)dtc_fmi_restore(DTC_FMI3(instance), (const dtc_fmi_copy *)FMUState);
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3FreeFMUState")
    if (FMUState && *FMUState) {
        dtc_fmi_give(DTC_FMI3(instance), *FMUState);
        *FMUState = NULL;
    }
    return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState, size_t *size)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3SerializedFMUStateSize")
    (void)FMUState;
    *size = dtc_fmi_state_size(DTC_FMI3(instance));
    return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[], size_t size)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3SerializeFMUState")
    return (fmi3Status)dtc_fmi_serialize(DTC_FMI3(instance), FMUState, serializedState, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte serializedState[], size_t size,
                                   fmi3FMUState *FMUState)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3DeserializeFMUState")
    return (fmi3Status)dtc_fmi_deserialize(DTC_FMI3(instance), serializedState, size, FMUState);
}

/* ---- events, of both kinds --------------------------------------------------------------------------------------- */

fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, dtc_fmi_this.hybrid ? DTC_FMI_CONTINUOUS : DTC_FMI3(instance)->events ? DTC_FMI_STEP : 0,
                 "fmi3EnterEventMode")
    if (dtc_fmi_this.hybrid)
        return (fmi3Status)dtc_fmi_enter_event(DTC_FMI3(instance));
    DTC_FMI3(instance)->kept->mode = DTC_FMI_EVENT;
    return fmi3OK;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, DTC_FMI_INITIALIZATION | DTC_FMI_EVENT, "fmi3EvaluateDiscreteStates")
    return (fmi3Status)dtc_fmi_current(DTC_FMI3(instance));
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate,
                                    fmi3Boolean *terminateSimulation, fmi3Boolean *nominalsOfContinuousStatesChanged,
                                    fmi3Boolean *valuesOfContinuousStatesChanged, fmi3Boolean *nextEventTimeDefined,
                                    fmi3Float64 *nextEventTime)
{
    dtc_fmi_event_info e;
    int status;

    DTC_FMI3_MAY(instance, DTC_FMI_EVENT, "fmi3UpdateDiscreteStates")
    status = dtc_fmi_settle(DTC_FMI3(instance), &e);
    *discreteStatesNeedUpdate = *nominalsOfContinuousStatesChanged = fmi3False;
    *terminateSimulation = e.ends != 0;
    *valuesOfContinuousStatesChanged = e.values != 0;
    *nextEventTimeDefined = status == DTC_FMI_OK && e.next - e.next == 0;
    *nextEventTime = *nextEventTimeDefined ? e.next : 0;
    return (fmi3Status)status;
}

/* ---- co-simulation ----------------------------------------------------------------------------------------------- */

fmi3Status fmi3EnterStepMode(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, dtc_fmi_this.hybrid ? 0 : DTC_FMI_EVENT, "fmi3EnterStepMode")
    DTC_FMI3(instance)->kept->mode = DTC_FMI_STEP;
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
    DTC_FMI3_MAY(instance, DTC_FMI_STEP, "fmi3DoStep")
    status = dtc_fmi_step(DTC_FMI3(instance), currentCommunicationPoint, communicationStepSize, &done);
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
    DTC_FMI3_MAY(instance, 0, "fmi3ActivateModelPartition")
    return fmi3Error;
}

/* ---- model exchange ---------------------------------------------------------------------------------------------- */

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
    DTC_FMI3_MAY(instance, dtc_fmi_this.hybrid ? DTC_FMI_EVENT : 0, "fmi3EnterContinuousTimeMode")
    DTC_FMI3(instance)->kept->mode = DTC_FMI_CONTINUOUS;
    return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi3Boolean *enterEventMode, fmi3Boolean *terminateSimulation)
{
    int event = 0, ends = 0, status;

    (void)noSetFMUStatePriorToCurrentPoint;
    DTC_FMI3_MAY(instance, DTC_FMI_CONTINUOUS, "fmi3CompletedIntegratorStep")
    status = dtc_fmi_completed(DTC_FMI3(instance), &event, &ends);
    *enterEventMode = event != 0;
    *terminateSimulation = ends != 0;
    return (fmi3Status)status;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
    DTC_FMI3_MAY(instance, dtc_fmi_this.hybrid ? DTC_FMI_EVENT | DTC_FMI_CONTINUOUS : 0, "fmi3SetTime")
    dtc_fmi_set_time(DTC_FMI3(instance), time);
    return fmi3OK;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 continuousStates[],
                                   size_t nContinuousStates)
{
    DTC_FMI3_MAY(instance, DTC_FMI_CONTINUOUS, "fmi3SetContinuousStates")
    return (fmi3Status)dtc_fmi_set_states(DTC_FMI3(instance), continuousStates, nContinuousStates);
}

#define DTC_FMI3_ME (DTC_FMI_INITIALIZATION | DTC_FMI_EVENT | DTC_FMI_CONTINUOUS | DTC_FMI_TERMINATED)
#define DTC_FMI3_LIST(name, function)                                                                                  \
    fmi3Status fmi3Get##name(fmi3Instance c, fmi3Float64 x[], size_t n)                                                \
    {                                                                                                                  \
        DTC_FMI3_MAY(c, DTC_FMI3_ME, "fmi3Get" #name)                                                                  \
        return (fmi3Status)function(DTC_FMI3(c), x, n);                                                                \
    }
DTC_FMI3_LIST(ContinuousStateDerivatives, dtc_fmi_rates)
DTC_FMI3_LIST(EventIndicators, dtc_fmi_guards)
DTC_FMI3_LIST(ContinuousStates, dtc_fmi_get_states)
DTC_FMI3_LIST(NominalsOfContinuousStates, dtc_fmi_nominals)

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *nEventIndicators)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3GetNumberOfEventIndicators")
    *nEventIndicators = (size_t)dtc_fmi_indicators(&dtc_fmi_this);
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *nContinuousStates)
{
    DTC_FMI3_MAY(instance, DTC_FMI3_ANY, "fmi3GetNumberOfContinuousStates")
    *nContinuousStates = (size_t)dtc_fmi_states(&dtc_fmi_this);
    return fmi3OK;
}
