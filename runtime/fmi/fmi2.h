/* FMI 2.0.5 (Functional Mock-up Interface): the types and functions of the standard's C interface, for both sides.
 * https://fmi-standard.org; declared here from the standard's text, names and values are the standard's.
 *
 * Each function stands once, in one of three lists, as X(result, name, parameters):
 * FMI2_COMMON, FMI2_MODEL_EXCHANGE, FMI2_CO_SIMULATION; FMI2_FUNCTIONS is all three. From them come
 *   fmi2DoStepTYPE    the type of each function: an importer keeps `fmi2DoStepTYPE *` of what it loads;
 *   fmi2DoStep        its declaration: an FMU that includes this defines it. With FMI2_FUNCTION_PREFIX defined
 *                     (`M_`, say) the name is `M_fmi2DoStep`: what FMUs delivered as sources or static libraries need.
 * FMI2_Export stands before each declaration; define it before to say otherwise.
 *
 * Functions return how it went (fmi2Status). Times in seconds; a value reference names a variable within its base
 * type, as modelDescription.xml says. */
#ifndef FMI2_H
#define FMI2_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define fmi2TypesPlatform "default"
#define fmi2Version "2.0"

typedef void *fmi2Component;            /* an instance of an FMU */
typedef void *fmi2ComponentEnvironment; /* the importer's, handed back in callbacks */
typedef void *fmi2FMUstate;             /* a copy of all that an instance is, kept by the FMU */
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String; /* 0-terminated UTF-8; valid until the next call, copied by whoever keeps it */
typedef char fmi2Byte;

#define fmi2True 1
#define fmi2False 0

typedef enum {
    fmi2OK,
    fmi2Warning, /* went well, with something to be told */
    fmi2Discard, /* not done; state as before: another step size or other values may do */
    fmi2Error,   /* this instance cannot go on */
    fmi2Fatal,   /* no instance of this FMU can go on, nor may any function be called */
    fmi2Pending  /* of asynchronous fmi2DoStep alone */
} fmi2Status;

typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;

typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String instanceName, fmi2Status, fmi2String category,
                                   fmi2String message, ...); /* message is a format of printf */
typedef void *(*fmi2CallbackAllocateMemory)(size_t nobj, size_t size); /* as calloc */
typedef void (*fmi2CallbackFreeMemory)(void *obj);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment, fmi2Status);

typedef struct {
    fmi2CallbackLogger logger;
    fmi2CallbackAllocateMemory allocateMemory; /* may be NULL, with freeMemory, since 2.0.2: the FMU takes its own */
    fmi2CallbackFreeMemory freeMemory;
    fmi2StepFinished stepFinished; /* NULL: no fmi2Pending */
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#define FMI2_COMMON(X) \
    X(const char *, GetTypesPlatform, (void)) \
    X(const char *, GetVersion, (void)) \
    X(fmi2Status, SetDebugLogging, \
      (fmi2Component c, fmi2Boolean loggingOn, size_t nCategories, const fmi2String categories[])) \
    X(fmi2Component, Instantiate, \
      (fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID, fmi2String fmuResourceLocation, \
       const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean loggingOn)) \
    X(void, FreeInstance, (fmi2Component c)) \
    X(fmi2Status, SetupExperiment, \
      (fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime, \
       fmi2Boolean stopTimeDefined, fmi2Real stopTime)) \
    X(fmi2Status, EnterInitializationMode, (fmi2Component c)) \
    X(fmi2Status, ExitInitializationMode, (fmi2Component c)) \
    X(fmi2Status, Terminate, (fmi2Component c)) \
    X(fmi2Status, Reset, (fmi2Component c)) \
    X(fmi2Status, GetReal, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])) \
    X(fmi2Status, GetInteger, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[])) \
    X(fmi2Status, GetBoolean, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[])) \
    X(fmi2Status, GetString, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[])) \
    X(fmi2Status, SetReal, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[])) \
    X(fmi2Status, SetInteger, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer value[])) \
    X(fmi2Status, SetBoolean, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Boolean value[])) \
    X(fmi2Status, SetString, (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2String value[])) \
    X(fmi2Status, GetFMUstate, (fmi2Component c, fmi2FMUstate *FMUstate)) \
    X(fmi2Status, SetFMUstate, (fmi2Component c, fmi2FMUstate FMUstate)) \
    X(fmi2Status, FreeFMUstate, (fmi2Component c, fmi2FMUstate *FMUstate)) \
    X(fmi2Status, SerializedFMUstateSize, (fmi2Component c, fmi2FMUstate FMUstate, size_t *size)) \
    X(fmi2Status, SerializeFMUstate, \
      (fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size)) \
    X(fmi2Status, DeSerializeFMUstate, \
      (fmi2Component c, const fmi2Byte serializedState[], size_t size, fmi2FMUstate *FMUstate)) \
    X(fmi2Status, GetDirectionalDerivative, \
      (fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown, \
       const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[]))

#define FMI2_MODEL_EXCHANGE(X) \
    X(fmi2Status, EnterEventMode, (fmi2Component c)) \
    X(fmi2Status, NewDiscreteStates, (fmi2Component c, fmi2EventInfo *eventInfo)) \
    X(fmi2Status, EnterContinuousTimeMode, (fmi2Component c)) \
    X(fmi2Status, CompletedIntegratorStep, \
      (fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint, fmi2Boolean *enterEventMode, \
       fmi2Boolean *terminateSimulation)) \
    X(fmi2Status, SetTime, (fmi2Component c, fmi2Real time)) \
    X(fmi2Status, SetContinuousStates, (fmi2Component c, const fmi2Real x[], size_t nx)) \
    X(fmi2Status, GetDerivatives, (fmi2Component c, fmi2Real derivatives[], size_t nx)) \
    X(fmi2Status, GetEventIndicators, (fmi2Component c, fmi2Real eventIndicators[], size_t ni)) \
    X(fmi2Status, GetContinuousStates, (fmi2Component c, fmi2Real x[], size_t nx)) \
    X(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component c, fmi2Real x_nominal[], size_t nx))

#define FMI2_CO_SIMULATION(X) \
    X(fmi2Status, SetRealInputDerivatives, \
      (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], \
       const fmi2Real value[])) \
    X(fmi2Status, GetRealOutputDerivatives, \
      (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], fmi2Real value[])) \
    X(fmi2Status, DoStep, \
      (fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize, \
       fmi2Boolean noSetFMUStatePriorToCurrentPoint)) \
    X(fmi2Status, CancelStep, (fmi2Component c)) \
    X(fmi2Status, GetStatus, (fmi2Component c, const fmi2StatusKind s, fmi2Status *value)) \
    X(fmi2Status, GetRealStatus, (fmi2Component c, const fmi2StatusKind s, fmi2Real *value)) \
    X(fmi2Status, GetIntegerStatus, (fmi2Component c, const fmi2StatusKind s, fmi2Integer *value)) \
    X(fmi2Status, GetBooleanStatus, (fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)) \
    X(fmi2Status, GetStringStatus, (fmi2Component c, const fmi2StatusKind s, fmi2String *value))

#define FMI2_FUNCTIONS(X) FMI2_COMMON(X) FMI2_MODEL_EXCHANGE(X) FMI2_CO_SIMULATION(X)

/* What a prefix makes of the names. A macro is not expanded within itself: each name stands for its prefixed self. */
#ifdef FMI2_FUNCTION_PREFIX
#define FMI2_PASTE_EXPANDED(a, b) a##b
#define FMI2_PASTE(a, b) FMI2_PASTE_EXPANDED(a, b)
#define FMI2_PREFIXED(name) FMI2_PASTE(FMI2_FUNCTION_PREFIX, name)
#define fmi2GetTypesPlatform FMI2_PREFIXED(fmi2GetTypesPlatform)
#define fmi2GetVersion FMI2_PREFIXED(fmi2GetVersion)
#define fmi2SetDebugLogging FMI2_PREFIXED(fmi2SetDebugLogging)
#define fmi2Instantiate FMI2_PREFIXED(fmi2Instantiate)
#define fmi2FreeInstance FMI2_PREFIXED(fmi2FreeInstance)
#define fmi2SetupExperiment FMI2_PREFIXED(fmi2SetupExperiment)
#define fmi2EnterInitializationMode FMI2_PREFIXED(fmi2EnterInitializationMode)
#define fmi2ExitInitializationMode FMI2_PREFIXED(fmi2ExitInitializationMode)
#define fmi2Terminate FMI2_PREFIXED(fmi2Terminate)
#define fmi2Reset FMI2_PREFIXED(fmi2Reset)
#define fmi2GetReal FMI2_PREFIXED(fmi2GetReal)
#define fmi2GetInteger FMI2_PREFIXED(fmi2GetInteger)
#define fmi2GetBoolean FMI2_PREFIXED(fmi2GetBoolean)
#define fmi2GetString FMI2_PREFIXED(fmi2GetString)
#define fmi2SetReal FMI2_PREFIXED(fmi2SetReal)
#define fmi2SetInteger FMI2_PREFIXED(fmi2SetInteger)
#define fmi2SetBoolean FMI2_PREFIXED(fmi2SetBoolean)
#define fmi2SetString FMI2_PREFIXED(fmi2SetString)
#define fmi2GetFMUstate FMI2_PREFIXED(fmi2GetFMUstate)
#define fmi2SetFMUstate FMI2_PREFIXED(fmi2SetFMUstate)
#define fmi2FreeFMUstate FMI2_PREFIXED(fmi2FreeFMUstate)
#define fmi2SerializedFMUstateSize FMI2_PREFIXED(fmi2SerializedFMUstateSize)
#define fmi2SerializeFMUstate FMI2_PREFIXED(fmi2SerializeFMUstate)
#define fmi2DeSerializeFMUstate FMI2_PREFIXED(fmi2DeSerializeFMUstate)
#define fmi2GetDirectionalDerivative FMI2_PREFIXED(fmi2GetDirectionalDerivative)
#define fmi2EnterEventMode FMI2_PREFIXED(fmi2EnterEventMode)
#define fmi2NewDiscreteStates FMI2_PREFIXED(fmi2NewDiscreteStates)
#define fmi2EnterContinuousTimeMode FMI2_PREFIXED(fmi2EnterContinuousTimeMode)
#define fmi2CompletedIntegratorStep FMI2_PREFIXED(fmi2CompletedIntegratorStep)
#define fmi2SetTime FMI2_PREFIXED(fmi2SetTime)
#define fmi2SetContinuousStates FMI2_PREFIXED(fmi2SetContinuousStates)
#define fmi2GetDerivatives FMI2_PREFIXED(fmi2GetDerivatives)
#define fmi2GetEventIndicators FMI2_PREFIXED(fmi2GetEventIndicators)
#define fmi2GetContinuousStates FMI2_PREFIXED(fmi2GetContinuousStates)
#define fmi2GetNominalsOfContinuousStates FMI2_PREFIXED(fmi2GetNominalsOfContinuousStates)
#define fmi2SetRealInputDerivatives FMI2_PREFIXED(fmi2SetRealInputDerivatives)
#define fmi2GetRealOutputDerivatives FMI2_PREFIXED(fmi2GetRealOutputDerivatives)
#define fmi2DoStep FMI2_PREFIXED(fmi2DoStep)
#define fmi2CancelStep FMI2_PREFIXED(fmi2CancelStep)
#define fmi2GetStatus FMI2_PREFIXED(fmi2GetStatus)
#define fmi2GetRealStatus FMI2_PREFIXED(fmi2GetRealStatus)
#define fmi2GetIntegerStatus FMI2_PREFIXED(fmi2GetIntegerStatus)
#define fmi2GetBooleanStatus FMI2_PREFIXED(fmi2GetBooleanStatus)
#define fmi2GetStringStatus FMI2_PREFIXED(fmi2GetStringStatus)
#endif

#ifndef FMI2_Export
#if defined FMI2_FUNCTION_PREFIX
#define FMI2_Export
#elif defined _WIN32 || defined __CYGWIN__
#define FMI2_Export __declspec(dllexport)
#elif defined __GNUC__ || defined __TINYC__
#define FMI2_Export __attribute__((visibility("default")))
#else
#define FMI2_Export
#endif
#endif

#define FMI2_TYPE(result, name, parameters) typedef result fmi2##name##TYPE parameters;
#define FMI2_DECLARE(result, name, parameters) FMI2_Export result fmi2##name parameters;
FMI2_FUNCTIONS(FMI2_TYPE)
FMI2_FUNCTIONS(FMI2_DECLARE)
#undef FMI2_TYPE
#undef FMI2_DECLARE

#ifdef __cplusplus
}
#endif
#endif
