/* FMI 3.0.2 (Functional Mock-up Interface): the types and functions of the standard's C interface, for both sides.
 * https://fmi-standard.org; declared here from the standard's text, names and values are the standard's.
 *
 * Each function stands once, in one of four lists, as X(result, name, parameters): FMI3_COMMON,
 * FMI3_MODEL_EXCHANGE, FMI3_CO_SIMULATION, FMI3_SCHEDULED_EXECUTION; FMI3_FUNCTIONS is all four. From them come
 *   fmi3DoStepTYPE    the type of each function: an importer keeps `fmi3DoStepTYPE *` of what it loads;
 *   fmi3DoStep        its declaration: an FMU that includes this defines it. With FMI3_FUNCTION_PREFIX defined
 *                     (`M_`, say) the name is `M_fmi3DoStep`: what FMUs delivered as sources or static libraries need.
 * FMI3_Export stands before each declaration; define it before to say otherwise.
 *
 * Functions return how it went (fmi3Status). Times in seconds; a value reference names a variable, as
 * modelDescription.xml says; an array has one value reference and as many values as it has elements, row by row. */
#ifndef FMI3_H
#define FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define fmi3Version "3.0"

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment; /* the importer's, handed back in callbacks */
typedef void *fmi3FMUState;            /* a copy of all that an instance is, kept by the FMU */
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String; /* 0-terminated UTF-8; valid until the next call, copied by whoever keeps it */
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

#define fmi3True true
#define fmi3False false
#define fmi3ClockActive true
#define fmi3ClockInactive false

typedef enum {
    fmi3OK,
    fmi3Warning, /* went well, with something to be told */
    fmi3Discard, /* not done; state as before: another step size or other values may do */
    fmi3Error,   /* this instance cannot go on */
    fmi3Fatal    /* no instance of this FMU can go on, nor may any function be called */
} fmi3Status;

typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;

typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64 intermediateUpdateTime,
                                               fmi3Boolean intermediateVariableSetRequested,
                                               fmi3Boolean intermediateVariableGetAllowed,
                                               fmi3Boolean intermediateStepFinished, fmi3Boolean canReturnEarly,
                                               fmi3Boolean *earlyReturnRequested, fmi3Float64 *earlyReturnTime);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#define FMI3_COMMON(X) \
    X(const char *, GetVersion, (void)) \
    X(fmi3Status, SetDebugLogging, \
      (fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories, const fmi3String categories[])) \
    X(fmi3Instance, InstantiateModelExchange, \
      (fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, \
       fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage)) \
    X(fmi3Instance, InstantiateCoSimulation, \
      (fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, \
       fmi3Boolean loggingOn, fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed, \
       const fmi3ValueReference requiredIntermediateVariables[], size_t nRequiredIntermediateVariables, \
       fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage, \
       fmi3IntermediateUpdateCallback intermediateUpdate)) \
    X(fmi3Instance, InstantiateScheduledExecution, \
      (fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, \
       fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage, \
       fmi3ClockUpdateCallback clockUpdate, fmi3LockPreemptionCallback lockPreemption, \
       fmi3UnlockPreemptionCallback unlockPreemption)) \
    X(void, FreeInstance, (fmi3Instance instance)) \
    X(fmi3Status, EnterInitializationMode, \
      (fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance, fmi3Float64 startTime, \
       fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)) \
    X(fmi3Status, ExitInitializationMode, (fmi3Instance instance)) \
    X(fmi3Status, EnterEventMode, (fmi3Instance instance)) \
    X(fmi3Status, Terminate, (fmi3Instance instance)) \
    X(fmi3Status, Reset, (fmi3Instance instance)) \
    X(fmi3Status, GetFloat32, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Float32 values[], size_t nValues)) \
    X(fmi3Status, GetFloat64, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Float64 values[], size_t nValues)) \
    X(fmi3Status, GetInt8, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Int8 values[], size_t nValues)) \
    X(fmi3Status, GetUInt8, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3UInt8 values[], size_t nValues)) \
    X(fmi3Status, GetInt16, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Int16 values[], size_t nValues)) \
    X(fmi3Status, GetUInt16, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3UInt16 values[], size_t nValues)) \
    X(fmi3Status, GetInt32, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Int32 values[], size_t nValues)) \
    X(fmi3Status, GetUInt32, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3UInt32 values[], size_t nValues)) \
    X(fmi3Status, GetInt64, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Int64 values[], size_t nValues)) \
    X(fmi3Status, GetUInt64, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3UInt64 values[], size_t nValues)) \
    X(fmi3Status, GetBoolean, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Boolean values[], size_t nValues)) \
    X(fmi3Status, GetString, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3String values[], size_t nValues)) \
    X(fmi3Status, GetBinary, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       size_t valueSizes[], fmi3Binary values[], size_t nValues)) \
    X(fmi3Status, GetClock, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Clock values[])) \
    X(fmi3Status, SetFloat32, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Float32 values[], size_t nValues)) \
    X(fmi3Status, SetFloat64, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Float64 values[], size_t nValues)) \
    X(fmi3Status, SetInt8, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Int8 values[], size_t nValues)) \
    X(fmi3Status, SetUInt8, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3UInt8 values[], size_t nValues)) \
    X(fmi3Status, SetInt16, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Int16 values[], size_t nValues)) \
    X(fmi3Status, SetUInt16, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3UInt16 values[], size_t nValues)) \
    X(fmi3Status, SetInt32, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Int32 values[], size_t nValues)) \
    X(fmi3Status, SetUInt32, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3UInt32 values[], size_t nValues)) \
    X(fmi3Status, SetInt64, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Int64 values[], size_t nValues)) \
    X(fmi3Status, SetUInt64, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3UInt64 values[], size_t nValues)) \
    X(fmi3Status, SetBoolean, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Boolean values[], size_t nValues)) \
    X(fmi3Status, SetString, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3String values[], size_t nValues)) \
    X(fmi3Status, SetBinary, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const size_t valueSizes[], const fmi3Binary values[], size_t nValues)) \
    X(fmi3Status, SetClock, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Clock values[])) \
    X(fmi3Status, GetNumberOfVariableDependencies, \
      (fmi3Instance instance, fmi3ValueReference valueReference, size_t *nDependencies)) \
    X(fmi3Status, GetVariableDependencies, \
      (fmi3Instance instance, fmi3ValueReference dependent, size_t elementIndicesOfDependent[], \
       fmi3ValueReference independents[], size_t elementIndicesOfIndependents[], \
       fmi3DependencyKind dependencyKinds[], size_t nDependencies)) \
    X(fmi3Status, GetFMUState, (fmi3Instance instance, fmi3FMUState *FMUState)) \
    X(fmi3Status, SetFMUState, (fmi3Instance instance, fmi3FMUState FMUState)) \
    X(fmi3Status, FreeFMUState, (fmi3Instance instance, fmi3FMUState *FMUState)) \
    X(fmi3Status, SerializedFMUStateSize, (fmi3Instance instance, fmi3FMUState FMUState, size_t *size)) \
    X(fmi3Status, SerializeFMUState, \
      (fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[], size_t size)) \
    X(fmi3Status, DeserializeFMUState, \
      (fmi3Instance instance, const fmi3Byte serializedState[], size_t size, fmi3FMUState *FMUState)) \
    X(fmi3Status, GetDirectionalDerivative, \
      (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns, \
       const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed, \
       fmi3Float64 sensitivity[], size_t nSensitivity)) \
    X(fmi3Status, GetAdjointDerivative, \
      (fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns, \
       const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed, \
       fmi3Float64 sensitivity[], size_t nSensitivity)) \
    X(fmi3Status, EnterConfigurationMode, (fmi3Instance instance)) \
    X(fmi3Status, ExitConfigurationMode, (fmi3Instance instance)) \
    X(fmi3Status, GetIntervalDecimal, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])) \
    X(fmi3Status, GetIntervalFraction, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[])) \
    X(fmi3Status, GetShiftDecimal, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3Float64 shifts[])) \
    X(fmi3Status, GetShiftFraction, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       fmi3UInt64 counters[], fmi3UInt64 resolutions[])) \
    X(fmi3Status, SetIntervalDecimal, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Float64 intervals[])) \
    X(fmi3Status, SetIntervalFraction, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])) \
    X(fmi3Status, SetShiftDecimal, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Float64 shifts[])) \
    X(fmi3Status, SetShiftFraction, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])) \
    X(fmi3Status, EvaluateDiscreteStates, (fmi3Instance instance)) \
    X(fmi3Status, UpdateDiscreteStates, \
      (fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate, fmi3Boolean *terminateSimulation, \
       fmi3Boolean *nominalsOfContinuousStatesChanged, fmi3Boolean *valuesOfContinuousStatesChanged, \
       fmi3Boolean *nextEventTimeDefined, fmi3Float64 *nextEventTime))

#define FMI3_MODEL_EXCHANGE(X) \
    X(fmi3Status, EnterContinuousTimeMode, (fmi3Instance instance)) \
    X(fmi3Status, CompletedIntegratorStep, \
      (fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *enterEventMode, \
       fmi3Boolean *terminateSimulation)) \
    X(fmi3Status, SetTime, (fmi3Instance instance, fmi3Float64 time)) \
    X(fmi3Status, SetContinuousStates, \
      (fmi3Instance instance, const fmi3Float64 continuousStates[], size_t nContinuousStates)) \
    X(fmi3Status, GetContinuousStateDerivatives, \
      (fmi3Instance instance, fmi3Float64 derivatives[], size_t nContinuousStates)) \
    X(fmi3Status, GetEventIndicators, \
      (fmi3Instance instance, fmi3Float64 eventIndicators[], size_t nEventIndicators)) \
    X(fmi3Status, GetContinuousStates, \
      (fmi3Instance instance, fmi3Float64 continuousStates[], size_t nContinuousStates)) \
    X(fmi3Status, GetNominalsOfContinuousStates, \
      (fmi3Instance instance, fmi3Float64 nominals[], size_t nContinuousStates)) \
    X(fmi3Status, GetNumberOfEventIndicators, (fmi3Instance instance, size_t *nEventIndicators)) \
    X(fmi3Status, GetNumberOfContinuousStates, (fmi3Instance instance, size_t *nContinuousStates))

#define FMI3_CO_SIMULATION(X) \
    X(fmi3Status, EnterStepMode, (fmi3Instance instance)) \
    X(fmi3Status, GetOutputDerivatives, \
      (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
       const fmi3Int32 orders[], fmi3Float64 values[], size_t nValues)) \
    X(fmi3Status, DoStep, \
      (fmi3Instance instance, fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize, \
       fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *eventHandlingNeeded, \
       fmi3Boolean *terminateSimulation, fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime))

#define FMI3_SCHEDULED_EXECUTION(X) \
    X(fmi3Status, ActivateModelPartition, \
      (fmi3Instance instance, fmi3ValueReference clockReference, fmi3Float64 activationTime))

#define FMI3_FUNCTIONS(X) FMI3_COMMON(X) FMI3_MODEL_EXCHANGE(X) FMI3_CO_SIMULATION(X) FMI3_SCHEDULED_EXECUTION(X)

/* What a prefix makes of the names. A macro is not expanded within itself: each name stands for its prefixed self. */
#ifdef FMI3_FUNCTION_PREFIX
#define FMI3_PASTE_EXPANDED(a, b) a##b
#define FMI3_PASTE(a, b) FMI3_PASTE_EXPANDED(a, b)
#define FMI3_PREFIXED(name) FMI3_PASTE(FMI3_FUNCTION_PREFIX, name)
#define fmi3GetVersion FMI3_PREFIXED(fmi3GetVersion)
#define fmi3SetDebugLogging FMI3_PREFIXED(fmi3SetDebugLogging)
#define fmi3InstantiateModelExchange FMI3_PREFIXED(fmi3InstantiateModelExchange)
#define fmi3InstantiateCoSimulation FMI3_PREFIXED(fmi3InstantiateCoSimulation)
#define fmi3InstantiateScheduledExecution FMI3_PREFIXED(fmi3InstantiateScheduledExecution)
#define fmi3FreeInstance FMI3_PREFIXED(fmi3FreeInstance)
#define fmi3EnterInitializationMode FMI3_PREFIXED(fmi3EnterInitializationMode)
#define fmi3ExitInitializationMode FMI3_PREFIXED(fmi3ExitInitializationMode)
#define fmi3EnterEventMode FMI3_PREFIXED(fmi3EnterEventMode)
#define fmi3Terminate FMI3_PREFIXED(fmi3Terminate)
#define fmi3Reset FMI3_PREFIXED(fmi3Reset)
#define fmi3GetFloat32 FMI3_PREFIXED(fmi3GetFloat32)
#define fmi3GetFloat64 FMI3_PREFIXED(fmi3GetFloat64)
#define fmi3GetInt8 FMI3_PREFIXED(fmi3GetInt8)
#define fmi3GetUInt8 FMI3_PREFIXED(fmi3GetUInt8)
#define fmi3GetInt16 FMI3_PREFIXED(fmi3GetInt16)
#define fmi3GetUInt16 FMI3_PREFIXED(fmi3GetUInt16)
#define fmi3GetInt32 FMI3_PREFIXED(fmi3GetInt32)
#define fmi3GetUInt32 FMI3_PREFIXED(fmi3GetUInt32)
#define fmi3GetInt64 FMI3_PREFIXED(fmi3GetInt64)
#define fmi3GetUInt64 FMI3_PREFIXED(fmi3GetUInt64)
#define fmi3GetBoolean FMI3_PREFIXED(fmi3GetBoolean)
#define fmi3GetString FMI3_PREFIXED(fmi3GetString)
#define fmi3GetBinary FMI3_PREFIXED(fmi3GetBinary)
#define fmi3GetClock FMI3_PREFIXED(fmi3GetClock)
#define fmi3SetFloat32 FMI3_PREFIXED(fmi3SetFloat32)
#define fmi3SetFloat64 FMI3_PREFIXED(fmi3SetFloat64)
#define fmi3SetInt8 FMI3_PREFIXED(fmi3SetInt8)
#define fmi3SetUInt8 FMI3_PREFIXED(fmi3SetUInt8)
#define fmi3SetInt16 FMI3_PREFIXED(fmi3SetInt16)
#define fmi3SetUInt16 FMI3_PREFIXED(fmi3SetUInt16)
#define fmi3SetInt32 FMI3_PREFIXED(fmi3SetInt32)
#define fmi3SetUInt32 FMI3_PREFIXED(fmi3SetUInt32)
#define fmi3SetInt64 FMI3_PREFIXED(fmi3SetInt64)
#define fmi3SetUInt64 FMI3_PREFIXED(fmi3SetUInt64)
#define fmi3SetBoolean FMI3_PREFIXED(fmi3SetBoolean)
#define fmi3SetString FMI3_PREFIXED(fmi3SetString)
#define fmi3SetBinary FMI3_PREFIXED(fmi3SetBinary)
#define fmi3SetClock FMI3_PREFIXED(fmi3SetClock)
#define fmi3GetNumberOfVariableDependencies FMI3_PREFIXED(fmi3GetNumberOfVariableDependencies)
#define fmi3GetVariableDependencies FMI3_PREFIXED(fmi3GetVariableDependencies)
#define fmi3GetFMUState FMI3_PREFIXED(fmi3GetFMUState)
#define fmi3SetFMUState FMI3_PREFIXED(fmi3SetFMUState)
#define fmi3FreeFMUState FMI3_PREFIXED(fmi3FreeFMUState)
#define fmi3SerializedFMUStateSize FMI3_PREFIXED(fmi3SerializedFMUStateSize)
#define fmi3SerializeFMUState FMI3_PREFIXED(fmi3SerializeFMUState)
#define fmi3DeserializeFMUState FMI3_PREFIXED(fmi3DeserializeFMUState)
#define fmi3GetDirectionalDerivative FMI3_PREFIXED(fmi3GetDirectionalDerivative)
#define fmi3GetAdjointDerivative FMI3_PREFIXED(fmi3GetAdjointDerivative)
#define fmi3EnterConfigurationMode FMI3_PREFIXED(fmi3EnterConfigurationMode)
#define fmi3ExitConfigurationMode FMI3_PREFIXED(fmi3ExitConfigurationMode)
#define fmi3GetIntervalDecimal FMI3_PREFIXED(fmi3GetIntervalDecimal)
#define fmi3GetIntervalFraction FMI3_PREFIXED(fmi3GetIntervalFraction)
#define fmi3GetShiftDecimal FMI3_PREFIXED(fmi3GetShiftDecimal)
#define fmi3GetShiftFraction FMI3_PREFIXED(fmi3GetShiftFraction)
#define fmi3SetIntervalDecimal FMI3_PREFIXED(fmi3SetIntervalDecimal)
#define fmi3SetIntervalFraction FMI3_PREFIXED(fmi3SetIntervalFraction)
#define fmi3SetShiftDecimal FMI3_PREFIXED(fmi3SetShiftDecimal)
#define fmi3SetShiftFraction FMI3_PREFIXED(fmi3SetShiftFraction)
#define fmi3EvaluateDiscreteStates FMI3_PREFIXED(fmi3EvaluateDiscreteStates)
#define fmi3UpdateDiscreteStates FMI3_PREFIXED(fmi3UpdateDiscreteStates)
#define fmi3EnterContinuousTimeMode FMI3_PREFIXED(fmi3EnterContinuousTimeMode)
#define fmi3CompletedIntegratorStep FMI3_PREFIXED(fmi3CompletedIntegratorStep)
#define fmi3SetTime FMI3_PREFIXED(fmi3SetTime)
#define fmi3SetContinuousStates FMI3_PREFIXED(fmi3SetContinuousStates)
#define fmi3GetContinuousStateDerivatives FMI3_PREFIXED(fmi3GetContinuousStateDerivatives)
#define fmi3GetEventIndicators FMI3_PREFIXED(fmi3GetEventIndicators)
#define fmi3GetContinuousStates FMI3_PREFIXED(fmi3GetContinuousStates)
#define fmi3GetNominalsOfContinuousStates FMI3_PREFIXED(fmi3GetNominalsOfContinuousStates)
#define fmi3GetNumberOfEventIndicators FMI3_PREFIXED(fmi3GetNumberOfEventIndicators)
#define fmi3GetNumberOfContinuousStates FMI3_PREFIXED(fmi3GetNumberOfContinuousStates)
#define fmi3EnterStepMode FMI3_PREFIXED(fmi3EnterStepMode)
#define fmi3GetOutputDerivatives FMI3_PREFIXED(fmi3GetOutputDerivatives)
#define fmi3DoStep FMI3_PREFIXED(fmi3DoStep)
#define fmi3ActivateModelPartition FMI3_PREFIXED(fmi3ActivateModelPartition)
#endif

#ifndef FMI3_Export
#if defined FMI3_FUNCTION_PREFIX
#define FMI3_Export
#elif defined _WIN32 || defined __CYGWIN__
#define FMI3_Export __declspec(dllexport)
#elif defined __GNUC__ || defined __TINYC__
#define FMI3_Export __attribute__((visibility("default")))
#else
#define FMI3_Export
#endif
#endif

#define FMI3_TYPE(result, name, parameters) typedef result fmi3##name##TYPE parameters;
#define FMI3_DECLARE(result, name, parameters) FMI3_Export result fmi3##name parameters;
FMI3_FUNCTIONS(FMI3_TYPE)
FMI3_FUNCTIONS(FMI3_DECLARE)
#undef FMI3_TYPE
#undef FMI3_DECLARE

#ifdef __cplusplus
}
#endif
#endif
