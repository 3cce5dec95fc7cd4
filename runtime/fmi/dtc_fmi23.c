/* dtc_fmi23.c - functions that FMI 2.0 and 3.0 have alike, but for their names. dtc_fmi2.c or dtc_fmi3.c, which comes
 * before, has defined these: DTC_FMI_NAME(Reset) is fmi2Reset or fmi3Reset. */
#include "dtc_fmi.h"

/* ---- an instance --------------------------------------------------------------------------------------- */

void DTC_FMI_NAME(FreeInstance)(dtc_fmi_handle c) { dtc_fmi_free(DTC_FMI_OF(c)); }

static int dtc_fmi_tells_events(const char *category)
{
    return category && (strcmp(category, "logEvents") == 0 || strcmp(category, "logAll") == 0);
}

dtc_fmi_result DTC_FMI_NAME(SetDebugLogging)(dtc_fmi_handle c, dtc_fmi_bool loggingOn, size_t nCategories,
                                             const char *const categories[])
{
    size_t i;

    DTC_FMI_MAY(c, DTC_FMI_ANY, "SetDebugLogging")
    DTC_FMI_OF(c)->tells_events = loggingOn && nCategories == 0;
    for (i = 0; i < nCategories; i++)
        if (dtc_fmi_tells_events(categories[i]))
            DTC_FMI_OF(c)->tells_events = loggingOn != 0;
    return (dtc_fmi_result)DTC_FMI_OK;
}

dtc_fmi_result DTC_FMI_NAME(ExitInitializationMode)(dtc_fmi_handle c)
{
    DTC_FMI_MAY(c, DTC_FMI_INITIALIZATION, "ExitInitializationMode")
    return (dtc_fmi_result)dtc_fmi_start(DTC_FMI_OF(c), dtc_fmi_this.hybrid || DTC_FMI_OF(c)->events
                                                            ? DTC_FMI_EVENT
                                                            : DTC_FMI_STEP);
}

dtc_fmi_result DTC_FMI_NAME(Terminate)(dtc_fmi_handle c)
{
    DTC_FMI_MAY(c, DTC_FMI_RUNNING, "Terminate")
    DTC_FMI_OF(c)->kept->mode = DTC_FMI_TERMINATED;
    return (dtc_fmi_result)DTC_FMI_OK;
}

dtc_fmi_result DTC_FMI_NAME(Reset)(dtc_fmi_handle c)
{
    DTC_FMI_MAY(c, DTC_FMI_ANY, "Reset")
    dtc_fmi_reset(DTC_FMI_OF(c));
    return (dtc_fmi_result)DTC_FMI_OK;
}

/* ---- states -------------------------------------------------------------------------------------------- */

dtc_fmi_result DTC_FMI_STATE(Get, )(dtc_fmi_handle c, void **state)
{
    dtc_fmi_copy *copy;

    DTC_FMI_MAY(c, DTC_FMI_ANY, "GetFMUState")
    copy = dtc_fmi_state(DTC_FMI_OF(c), (dtc_fmi_copy *)*state);
    if (copy)
        *state = copy;
    return (dtc_fmi_result)(copy ? DTC_FMI_OK : DTC_FMI_ERROR);
}

dtc_fmi_result DTC_FMI_STATE(Set, )(dtc_fmi_handle c, void *state)
{
    DTC_FMI_MAY(c, DTC_FMI_ANY, "SetFMUState")
    return (dtc_fmi_result)dtc_fmi_restore(DTC_FMI_OF(c), (const dtc_fmi_copy *)state);
}

dtc_fmi_result DTC_FMI_STATE(Free, )(dtc_fmi_handle c, void **state)
{
    DTC_FMI_MAY(c, DTC_FMI_ANY, "FreeFMUState")
    if (state && *state) {
        dtc_fmi_give(DTC_FMI_OF(c), *state);
        *state = NULL;
    }
    return (dtc_fmi_result)DTC_FMI_OK;
}

dtc_fmi_result DTC_FMI_STATE(Serialized, Size)(dtc_fmi_handle c, void *state, size_t *size)
{
    (void)state;
    DTC_FMI_MAY(c, DTC_FMI_ANY, "SerializedFMUStateSize")
    *size = dtc_fmi_state_size(DTC_FMI_OF(c));
    return (dtc_fmi_result)DTC_FMI_OK;
}

dtc_fmi_result DTC_FMI_STATE(Serialize, )(dtc_fmi_handle c, void *state, dtc_fmi_byte bytes[], size_t size)
{
    DTC_FMI_MAY(c, DTC_FMI_ANY, "SerializeFMUState")
    return (dtc_fmi_result)dtc_fmi_serialize(DTC_FMI_OF(c), state, bytes, size);
}

dtc_fmi_result DTC_FMI_DESERIALIZE(dtc_fmi_handle c, const dtc_fmi_byte bytes[], size_t size, void **state)
{
    DTC_FMI_MAY(c, DTC_FMI_ANY, "DeserializeFMUState")
    return (dtc_fmi_result)dtc_fmi_deserialize(DTC_FMI_OF(c), bytes, size, state);
}

/* ---- model exchange, and events of 3.0 ----------------------------------------------------------------- */

dtc_fmi_result DTC_FMI_NAME(EnterEventMode)(dtc_fmi_handle c)
{
    DTC_FMI_MAY(c,
                dtc_fmi_this.hybrid     ? DTC_FMI_CONTINUOUS
                : DTC_FMI_OF(c)->events ? DTC_FMI_STEP
                                        : 0,
                "EnterEventMode")
    if (dtc_fmi_this.hybrid)
        return (dtc_fmi_result)dtc_fmi_enter_event(DTC_FMI_OF(c));
    DTC_FMI_OF(c)->kept->mode = DTC_FMI_EVENT;
    return (dtc_fmi_result)DTC_FMI_OK;
}

dtc_fmi_result DTC_FMI_NAME(EnterContinuousTimeMode)(dtc_fmi_handle c)
{
    DTC_FMI_MAY(c, dtc_fmi_this.hybrid ? DTC_FMI_EVENT : 0, "EnterContinuousTimeMode")
    DTC_FMI_OF(c)->kept->mode = DTC_FMI_CONTINUOUS;
    return (dtc_fmi_result)DTC_FMI_OK;
}

dtc_fmi_result DTC_FMI_NAME(CompletedIntegratorStep)(dtc_fmi_handle c, dtc_fmi_bool noSetFMUStatePriorToCurrentPoint,
                                                     dtc_fmi_bool *enterEventMode, dtc_fmi_bool *terminateSimulation)
{
    int event = 0, ends = 0, status;

    (void)noSetFMUStatePriorToCurrentPoint;
    DTC_FMI_MAY(c, DTC_FMI_CONTINUOUS, "CompletedIntegratorStep")
    status = dtc_fmi_completed(DTC_FMI_OF(c), &event, &ends);
    *enterEventMode = event != 0;
    *terminateSimulation = ends != 0;
    return (dtc_fmi_result)status;
}

dtc_fmi_result DTC_FMI_NAME(SetTime)(dtc_fmi_handle c, double time)
{
    DTC_FMI_MAY(c, dtc_fmi_this.hybrid ? DTC_FMI_EVENT | DTC_FMI_CONTINUOUS : 0, "SetTime")
    dtc_fmi_set_time(DTC_FMI_OF(c), time);
    return (dtc_fmi_result)DTC_FMI_OK;
}

dtc_fmi_result DTC_FMI_NAME(SetContinuousStates)(dtc_fmi_handle c, const double x[], size_t n)
{
    DTC_FMI_MAY(c, DTC_FMI_CONTINUOUS, "SetContinuousStates")
    return (dtc_fmi_result)dtc_fmi_set_states(DTC_FMI_OF(c), x, n);
}

#define DTC_FMI_LIST(function, name, get)                                                                              \
    dtc_fmi_result function(dtc_fmi_handle c, double x[], size_t n)                                                    \
    {                                                                                                                  \
        DTC_FMI_MAY(c, DTC_FMI_READ & ~DTC_FMI_STEP, name)                                                             \
        return (dtc_fmi_result)get(DTC_FMI_OF(c), x, n);                                                               \
    }
DTC_FMI_LIST(DTC_FMI_RATES, "GetContinuousStateDerivatives", dtc_fmi_rates)
DTC_FMI_LIST(DTC_FMI_NAME(GetEventIndicators), "GetEventIndicators", dtc_fmi_guards)
DTC_FMI_LIST(DTC_FMI_NAME(GetContinuousStates), "GetContinuousStates", dtc_fmi_get_states)
DTC_FMI_LIST(DTC_FMI_NAME(GetNominalsOfContinuousStates), "GetNominalsOfContinuousStates", dtc_fmi_nominals)
