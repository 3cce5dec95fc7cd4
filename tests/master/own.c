/* own.c - a small FMU for the tests of the master, of FMI 2.0 or 3.0 (-DVERSION=2, 3), that does on demand what FMUs do
 * when they fail.
 *
 * der(x) = u - k*x, by Euler with the communication step; y = 2*x + u, of the last step. `steps` counts, `high` is x >
 * 0.5, `mode` and `bytes` come back as they were given. `fault` says what happens, from the time `when` on. Of 3.0 it
 * also has an array, v[n] with the value that `w` has, times 1, 2, ..., and event mode: `high` changes there. */
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { X, DX, Y, U, K, STEPS, HIGH, MODE, BYTES, FAULT, WHEN, N, W, V, TWO, CELL, SIZE, VARIABLES = 32 };

#if VERSION == 2
#include "fmi2.h"
#define NAME(name) fmi2##name
typedef fmi2Status Status;
typedef fmi2ValueReference Reference;
typedef fmi2String String;
#else
#include "fmi3.h"
#define NAME(name) fmi3##name
typedef fmi3Status Status;
typedef fmi3ValueReference Reference;
typedef fmi3String String;
#endif

typedef struct {
    double value[VARIABLES], array[16], time, stop;
    char fault[40], resources[500];
    int events, debug, pending;
    void *environment;
#if VERSION == 2
    fmi2CallbackLogger log;
#else
    fmi3LogMessageCallback log;
#endif
} Own;

static void say(Own *o, int status, const char *category, const char *text)
{
#if VERSION == 2
    o->log(o->environment, "own", (fmi2Status)status, category, "%s at %g, #r3# is %d%%", text, o->time, 50);
#else
    char all[300];
    snprintf(all, sizeof all, "%s at %g", text, o->time);
    o->log(o->environment, (fmi3Status)status, category, all);
#endif
}

/* Does it happen now? */
static int is(const Own *o, const char *fault) { return strcmp(o->fault, fault) == 0 && o->time >= o->value[WHEN]; }

static Status fails(Own *o)
{
    static const char *const name[] = {"discard", "error", "fatal"};

    for (int i = 0; i < 3; i++)
        if (is(o, name[i])) {
            say(o, 2 + i, "logStatus", "the shaft is broken");
            return (Status)(2 + i);
        }
    if (is(o, "silent"))
        return (Status)3;
    if (is(o, "status"))
        return (Status)77;
    if (is(o, "crash"))
        raise(SIGSEGV);
    if (is(o, "abort"))
        abort();
    if (is(o, "exit"))
        exit(0);
    if (is(o, "hang"))
        for (;;)
            usleep(1000);
    if (is(o, "nan"))
        o->value[X] = NAN;
    for (int i = 0; is(o, "flood") && i < 1000; i++) {
        char text[40];
        snprintf(text, sizeof text, "again, %d", i);
        say(o, 1, "logStatus", text);
    }
    if (is(o, "warn")) {
        say(o, 1, "logStatus", "it is\nwarm\033[31m");
        return (Status)1;
    }
    return (Status)0;
}

static Status refused(Own *o, const char *text)
{
    say(o, 3, "logStatus", text);
    return (Status)3;
}

static void *created(const char *token, const char *resources, void *environment, int debug)
{
    Own *o = calloc(1, sizeof *o);

    (void)token;
    o->environment = environment;
    o->value[K] = 1;
    o->value[MODE] = 1;
    o->value[N] = 2;
    o->value[W] = 10;
    o->value[WHEN] = 0.25;
    o->debug = debug;
    o->stop = INFINITY;
    snprintf(o->resources, sizeof o->resources, "%s", resources ? resources : "");
    return o;
}

/* The length of resources/size.txt, where it is unpacked; -1: it is not there. */
static void initialise(Own *o, double start)
{
    char path[600];
    const char *folder = strncmp(o->resources, "file://", 7) == 0 ? o->resources + 7 : o->resources;

    snprintf(path, sizeof path, "%s/size.txt", folder);
    FILE *f = fopen(path, "r");
    o->value[SIZE] = -1;
    if (f && fseek(f, 0, SEEK_END) == 0)
        o->value[SIZE] = (double)ftell(f);
    if (f)
        fclose(f);
    o->time = start;
    o->value[Y] = 2 * o->value[X] + o->value[U];
    o->value[DX] = o->value[U] - o->value[K] * o->value[X];
    o->value[HIGH] = o->value[X] > 0.5;
    if (o->debug)
        say(o, 0, "logAll", "it begins");
}

static Status advanced(Own *o, double t, double h)
{
    if (fabs(t - o->time) > 1e-6 * h + 1e-9)
        return refused(o, "the master has another time");
    if (t + h > o->stop + 1e-9)
        return refused(o, "that is after the end");
    const Status status = fails(o);
    if (status > 1)
        return status;
    o->value[X] += h * (o->value[U] - o->value[K] * o->value[X]);
    o->value[DX] = o->value[U] - o->value[K] * o->value[X];
    o->value[Y] = 2 * o->value[X] + o->value[U];
    o->value[STEPS]++;
    o->time = t + h;
    return status;
}

/* ---- what both versions have under other names --------------------------------------------------------------------
 */

/* Whatever a description says: tests write wrong ones. */
static int cells(const Own *o) { return o->value[N] > 0 && o->value[N] <= 16 ? (int)o->value[N] : 2; }

static Status get(const Own *o, const Reference r[], size_t n, double *to)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        if (r[i] != V && r[i] != CELL) {
            to[at++] = o->value[r[i] % VARIABLES];
            continue;
        }
        for (int k = 0; k < cells(o); k++)
            to[at++] = r[i] == V ? (k + 1) * o->value[W] + o->array[k] : o->array[k];
    }
    return (Status)0;
}

static Status set(Own *o, const Reference r[], size_t n, const double *from)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        if (r[i] != CELL) {
            o->value[r[i] % VARIABLES] = from[at++];
            continue;
        }
        for (int k = 0; k < cells(o); k++)
            o->array[k] = from[at++];
    }
    return (Status)0;
}

static Status set_text(Own *o, size_t n, const String value[])
{
    for (size_t i = 0; i < n; i++)
        snprintf(o->fault, sizeof o->fault, "%s", value[i]);
    return (Status)0;
}

#define GET(C, from, n, count)                                                                                         \
    double x[2000] = {0};                                                                                              \
    const Status s = get(c, r, n, x);                                                                                  \
    for (size_t i = 0; i < (count) && i < 2000; i++)                                                                   \
        value[i] = (C)x[i];                                                                                            \
    return s;
#define SET(count, n)                                                                                                  \
    double x[2000] = {0};                                                                                              \
    for (size_t i = 0; i < (count) && i < 2000; i++)                                                                   \
        x[i] = (double)value[i];                                                                                       \
    return set(c, r, n, x);

Status NAME(Terminate)(void *c) { return (void)c, (Status)0; }
void NAME(FreeInstance)(void *c) { free(c); }

#if VERSION == 2
static void put_state(void **to, const Own *o) { *to = memcpy(*to ? *to : malloc(sizeof *o), o, sizeof *o); }

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token, fmi2String resources,
                              const fmi2CallbackFunctions *f, fmi2Boolean visible, fmi2Boolean debug)
{
    (void)name, (void)visible;
    if (strcmp(token, TOKEN) != 0 || type != fmi2CoSimulation) {
        f->logger(f->componentEnvironment, "own", fmi2Error, "logStatus", "the GUID is %s, and not %s", token, TOKEN);
        return NULL;
    }
    Own *o = created(token, resources, f->componentEnvironment, debug);
    o->log = f->logger;
    return o;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean is_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean is_stop, fmi2Real stop)
{
    Own *o = c;
    o->time = start;
    o->stop = is_stop ? stop : INFINITY;
    o->value[TWO] = is_tolerance ? tolerance : 0;
    return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return (void)c, fmi2OK; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return initialise(c, ((Own *)c)->time), fmi2OK; }
fmi2Status fmi2GetReal(fmi2Component c, const Reference r[], size_t n, double value[]) { return get(c, r, n, value); }
fmi2Status fmi2SetReal(fmi2Component c, const Reference r[], size_t n, const double value[])
{
    return set(c, r, n, value);
}
fmi2Status fmi2GetInteger(fmi2Component c, const Reference r[], size_t n, int value[]){GET(int, c, n, n)} fmi2Status
    fmi2SetInteger(fmi2Component c, const Reference r[], size_t n, const int value[]){SET(n, n)} fmi2Status
    fmi2GetBoolean(fmi2Component c, const Reference r[], size_t n,
                   fmi2Boolean value[]){GET(fmi2Boolean, c, n, n)} fmi2Status
    fmi2SetBoolean(fmi2Component c, const Reference r[], size_t n, const fmi2Boolean value[]){SET(n, n)} fmi2Status
    fmi2SetString(fmi2Component c, const Reference r[], size_t n, const String value[])
{
    return (void)r, set_text(c, n, value);
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_set)
{
    Own *o = c;
    (void)no_set;
    if (is(o, "terminate"))
        return fmi2Discard;
    const Status s = advanced(o, t, h);
    o->value[HIGH] = o->value[X] > 0.5;
    return s;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind k, fmi2Boolean *value)
{
    *value = k == fmi2Terminated && is(c, "terminate");
    return fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind k, fmi2Real *value)
{
    (void)k;
    *value = ((Own *)c)->time;
    return fmi2OK;
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *s) { return put_state(s, c), fmi2OK; }
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate s, size_t *n)
{
    return (void)c, (void)s, *n = sizeof(Own), fmi2OK;
}
#define BYTE        fmi2Byte
#define STATE(name) fmi2##name##FMUstate
#else
const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean debug, fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference required[], size_t n,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    (void)name, (void)visible, (void)early, (void)required, (void)n, (void)update;
#ifdef REFUSES_EVENTS
    if (events) {
        log(environment, fmi3Error, "logStatus", "what is an event?");
        return NULL;
    }
#endif
    if (strcmp(token, TOKEN) != 0) {
        log(environment, fmi3Error, "logStatus", "the token is wrong");
        return NULL;
    }
    Own *o = created(token, resources, environment, debug);
    o->log = log;
    o->events = events;
    return o;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean is_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean is_stop, fmi3Float64 stop)
{
    Own *o = c;
    o->time = start;
    o->stop = is_stop ? stop : INFINITY;
    o->value[TWO] = is_tolerance ? tolerance : 0;
    return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return initialise(c, ((Own *)c)->time), fmi3OK; }
fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) { return (void)c, fmi3OK; }
fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { return (void)c, fmi3OK; }
fmi3Status fmi3EnterEventMode(fmi3Instance c) { return (void)c, fmi3OK; }
fmi3Status fmi3EnterStepMode(fmi3Instance c) { return (void)c, fmi3OK; }
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *end, fmi3Boolean *nominals,
                                    fmi3Boolean *values, fmi3Boolean *next, fmi3Float64 *time)
{
    Own *o = c;
    *nominals = *values = *next = *end = false;
    *time = 0;
    *again = o->value[HIGH] != (o->value[X] > 0.5) || is(o, "unsettled");
    o->value[HIGH] = o->value[X] > 0.5;
    return fmi3OK;
}

#define TYPE(name, C)                                                                                                  \
    fmi3Status fmi3Get##name(fmi3Instance c, const Reference r[], size_t n, C value[], size_t count){                  \
        GET(C, c, n, count)} fmi3Status fmi3Set##name(fmi3Instance c, const Reference r[], size_t n, const C value[],  \
                                                      size_t count)                                                    \
    {                                                                                                                  \
        SET(count, n)                                                                                                  \
    }
TYPE(Float64, double)
TYPE(Float32, float) TYPE(Int32, int32_t) TYPE(UInt64, uint64_t) TYPE(Int64, int64_t) TYPE(UInt8, uint8_t)
    TYPE(Boolean, bool)

        fmi3Status fmi3SetString(fmi3Instance c, const Reference r[], size_t n, const String value[], size_t count)
{
    return (void)r, (void)n, set_text(c, count, value);
}

/* `high` changes half-way in a step. */
fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set, fmi3Boolean *event,
                      fmi3Boolean *end, fmi3Boolean *early, fmi3Float64 *last)
{
    Own *o = c;
    (void)no_set;
    *event = *early = false;
    *end = is(o, "terminate");
    *last = t;
    if (*end)
        return fmi3OK;
    const int crosses = o->value[X] <= 0.5 && o->value[X] + h * (o->value[U] - o->value[K] * o->value[X]) > 0.5;
    const Status s = advanced(o, t, crosses && o->events ? h / 2 : h);
    *last = o->time;
    *event = o->events && (o->value[X] > 0.5) != o->value[HIGH];
    *early = crosses && o->events;
    if (!o->events)
        o->value[HIGH] = o->value[X] > 0.5;
    if (is(o, "backwards")) {
        *early = true;
        *last = t - 1;
    }
    return s;
}

static void put_state(void **to, const Own *o) { *to = memcpy(*to ? *to : malloc(sizeof *o), o, sizeof *o); }
fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *s) { return put_state(s, c), fmi3OK; }
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState s, size_t *n)
{
    return (void)c, (void)s, *n = sizeof(Own), fmi3OK;
}
#define BYTE        fmi3Byte
#define STATE(name) fmi3##name##FMUState
#endif

/* What is not of this process stays. */
Status STATE(Set)(void *c, void *s)
{
    Own *o = c, old = *o;
    memcpy(o, s, sizeof *o);
    o->environment = old.environment;
    o->log = old.log;
    o->stop = old.stop;
    return (Status)0;
}

Status STATE(Free)(void *c, void **s) { return (void)c, free(*s), *s = NULL, (Status)0; }
Status STATE(Serialize)(void *c, void *s, BYTE bytes[], size_t n) { return (void)c, memcpy(bytes, s, n), (Status)0; }

#if VERSION == 2
Status fmi2DeSerializeFMUstate(void *c, const BYTE bytes[], size_t n, void **s)
#else
Status fmi3DeserializeFMUState(void *c, const BYTE bytes[], size_t n, void **s)
#endif
{
    if (n != sizeof(Own))
        return refused(c, "these are other bytes");
    *s = memcpy(malloc(n), bytes, n);
    return (Status)0;
}
