/* client.c - an importer for tests of FMUs of FMI 2.0: client FOLDER NAME GUID VARIABLES TEST...
 *
 * FOLDER has NAME.so; VARIABLES is a file of lines "name reference type", type R, I or B. Tests end with a line
 * "N passed, N failed"; `run` prints a table instead. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
#include "fmi2.h"

#define POINTER(result, name, parameters) static fmi2##name##TYPE *name;
FMI2_FUNCTIONS(POINTER)
#undef POINTER

typedef struct { char name[200]; unsigned reference; char type; } Variable;
static Variable *variable;
static int variables, passed, failed;
static const char *model, *guid;
static char last[2000];

/* A check that is passed again and again, in a loop, is one. */
static void checked(int good, const char *what, int *before)
{
    if (good) {
        passed += !*before;
        *before = 1;
        return;
    }
    failed++;
    printf("FAILED %s %s (%s)\n", model, what, last);
}
#define check(good, what) do { static int before; checked(good, what, &before); } while (0)

static void logger(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status, fmi2String category, fmi2String text,
                   ...)
{
    va_list arguments;

    (void)e, (void)name, (void)status, (void)category;
    va_start(arguments, text);
    vsnprintf(last, sizeof last, text, arguments);
    va_end(arguments);
}

static void *need(void *p, const char *what)
{
    if (!p) {
        printf("FAILED %s: there is no %s\n0 passed, 1 failed\n", model, what);
        exit(1);
    }
    return p;
}

static void load(const char *folder)
{
    char path[1000];

    snprintf(path, sizeof path, "%s/%s.so", folder, model);
    void *so = need(dlopen(path, RTLD_NOW | RTLD_LOCAL), path);
#define FIND(result, name, parameters) *(void **)&name = need(dlsym(so, "fmi2" #name), "fmi2" #name);
    FMI2_FUNCTIONS(FIND)
#undef FIND
}

static void read_variables(const char *path)
{
    FILE *f = need(fopen(path, "r"), path);
    Variable v;

    while (fscanf(f, "%199s %u %c", v.name, &v.reference, &v.type) == 3) {
        variable = need(realloc(variable, (size_t)(variables + 1) * sizeof v), "memory");
        variable[variables++] = v;
    }
    fclose(f);
}

static Variable *find(const char *name)
{
    for (int i = 0; i < variables; i++)
        if (strcmp(variable[i].name, name) == 0)
            return &variable[i];
    return need(NULL, name);
}

static double get(fmi2Component c, const Variable *v)
{
    double x = NAN;
    int i = -999;

    if (v->type == 'R')
        check(GetReal(c, &v->reference, 1, &x) == fmi2OK, "GetReal");
    else if (v->type == 'I')
        check(GetInteger(c, &v->reference, 1, &i) == fmi2OK, "GetInteger");
    else
        check(GetBoolean(c, &v->reference, 1, &i) == fmi2OK, "GetBoolean");
    return v->type == 'R' ? x : i;
}

static double value(fmi2Component c, const char *name) { return get(c, find(name)); }

static fmi2Status set(fmi2Component c, const char *name, double x)
{
    const Variable *v = find(name);
    const int i = (int)x;

    return v->type == 'R' ? SetReal(c, &v->reference, 1, &x) : v->type == 'I' ? SetInteger(c, &v->reference, 1, &i)
                                                                              : SetBoolean(c, &v->reference, 1, &i);
}

/* Counted: what an instance keeps it has to give back. */
static int kept;

static void *allocate(size_t n, size_t size)
{
    kept++;
    return calloc(n, size);
}

static void release(void *p)
{
    kept -= p != NULL;
    free(p);
}

static const fmi2CallbackFunctions callbacks = { logger, allocate, release, NULL, NULL };

static fmi2Component instance(fmi2Type type)
{
    return need(Instantiate("one", type, guid, "", &callbacks, fmi2False, fmi2False), "instance");
}

static void begin(fmi2Component c, double start)
{
    check(SetupExperiment(c, fmi2False, 0, start, fmi2False, 0) == fmi2OK, "SetupExperiment");
    check(EnterInitializationMode(c) == fmi2OK, "EnterInitializationMode");
    check(ExitInitializationMode(c) == fmi2OK, "ExitInitializationMode");
}

static fmi2Component begun(void)
{
    fmi2Component c = instance(fmi2CoSimulation);

    begin(c, 0);
    return c;
}

static unsigned long long add_bits(unsigned long long h, double x)
{
    unsigned long long bits;

    memcpy(&bits, &x, sizeof bits);
    return (h ^ bits) * 0x100000001b3ULL;
}

/* Of all variables. */
static unsigned long long digest(fmi2Component c)
{
    unsigned long long h = 1;

    for (int i = 0; i < variables; i++)
        h = add_bits(h, get(c, &variable[i]));
    return h;
}

static unsigned long long steps(fmi2Component c, double from, double h, int n)
{
    for (int k = 0; k < n; k++)
        check(DoStep(c, from + k * h, h, fmi2True) == fmi2OK, "DoStep");
    return digest(c);
}

/* ---- co-simulation ----------------------------------------------------------------------------------------------- */

/* A table: 26 points of variables that are named. */
static void run(double h, int names, char **name)
{
    fmi2Component c = begun();

    for (int i = 0; i < names; i++)
        printf("%s%s", i ? "," : "", name[i]);
    for (int k = 0; k <= 25; k++) {
        for (int i = 0; i < names; i++)
            printf("%s%.17g", i ? "," : "\n", value(c, name[i]));
        if (k < 25 && DoStep(c, k * h, h, fmi2True) != fmi2OK)
            break;
    }
    printf("\n");
    Terminate(c);
    FreeInstance(c);
}

static void interleaved(double h)
{
    fmi2Component a = begun(), one = begun(), two = begun(), three = begun();
    const unsigned long long alone = steps(a, 0, h, 200);

    for (int k = 0; k < 200; k++) {
        check(DoStep(one, k * h, h, fmi2True) == fmi2OK, "DoStep");
        if (k % 2 == 0)
            check(DoStep(two, k / 2 * 2 * h, 2 * h, fmi2True) == fmi2OK, "DoStep");
        if (k % 10 == 0)
            check(DoStep(three, k * h, 10 * h, fmi2True) == fmi2OK, "DoStep");
    }
    check(digest(one) == alone && digest(two) == alone && digest(three) == alone, "three instances run as one does");
    check(Reset(two) == fmi2OK, "Reset");
    begin(two, 0);
    check(steps(two, 0, h, 200) == alone, "after a reset it runs as it did");
    FreeInstance(a), FreeInstance(one), FreeInstance(two), FreeInstance(three);
}

/* Bytes with random damage, of random length, are of no state, and the instance goes on. */
static void fuzzed(fmi2Component c, const char *bytes, size_t size, fmi2FMUstate *state)
{
    const unsigned long long at = digest(c);
    char *wrong = need(malloc(2 * size), "memory");

    srand(1);
    for (int k = 0; k < 3000; k++) {
        const size_t n = k % 3 ? size : (size_t)rand() % (2 * size);
        const int holes = 1 + rand() % 8;
        memset(wrong, rand(), 2 * size);
        memcpy(wrong, bytes, n < size ? n : size);
        for (int i = 0; i < holes && n > 0; i++)
            wrong[(size_t)rand() % n] = (char)rand();
        if (n == size && memcmp(wrong, bytes, n) == 0)
            continue;
        check(DeSerializeFMUstate(c, wrong, n, state) == fmi2Error, "bytes with random damage");
    }
    check(digest(c) == at, "it is as it was");
    free(wrong);
}

static void states(double h)
{
    fmi2Component a = begun(), b = instance(fmi2CoSimulation);
    fmi2FMUstate state = NULL, other = NULL;
    size_t size = 0;

    steps(a, 0, h, 100);
    check(GetFMUstate(a, &state) == fmi2OK && state, "GetFMUstate");
    const unsigned long long at = digest(a), later = steps(a, 100 * h, h, 300);
    check(SetFMUstate(a, state) == fmi2OK && digest(a) == at, "SetFMUstate");
    check(steps(a, 100 * h, h, 300) == later, "it goes on from a state as it did");
    check(SerializedFMUstateSize(a, state, &size) == fmi2OK && size > 0, "size");
    char *bytes = need(malloc(size), "memory");
    check(SerializeFMUstate(a, state, bytes, size) == fmi2OK, "SerializeFMUstate");
    check(SerializeFMUstate(a, state, bytes, size - 1) == fmi2Error, "no room for a state");
    check(DeSerializeFMUstate(b, bytes, size, &other) == fmi2OK && SetFMUstate(b, other) == fmi2OK, "another instance");
    check(digest(b) == at && steps(b, 100 * h, h, 300) == later, "another instance goes on from it");
    check(DeSerializeFMUstate(b, bytes, size - 1, &other) == fmi2Error, "a state without its end");
    for (size_t i = 0; i < size; i += i < 32 ? 1 : 37) {
        bytes[i] ^= 1;
        check(DeSerializeFMUstate(b, bytes, size, &other) == fmi2Error, "foreign bytes");
        bytes[i] ^= 1;
    }
    fuzzed(b, bytes, size, &other);
    check(FreeFMUstate(a, &state) == fmi2OK && !state && FreeFMUstate(b, &other) == fmi2OK, "FreeFMUstate");
    check(SetFMUstate(a, NULL) == fmi2Error, "no state");
    free(bytes);
    FreeInstance(a), FreeInstance(b);
}

static void times(double h)
{
    fmi2Component c = begun();
    const unsigned long long at = digest(c);
    double t = -1;

    check(DoStep(c, 0, 1.5 * h, fmi2True) == fmi2Discard && strstr(last, "--step") && digest(c) == at,
          "a step that is no multiple");
    check(DoStep(c, 0, h / 2, fmi2True) == fmi2Discard && DoStep(c, 0, 0, fmi2True) == fmi2Discard &&
          DoStep(c, 0, -h, fmi2True) == fmi2Discard && DoStep(c, 0, NAN, fmi2True) == fmi2Discard,
          "a step that is none");
    check(DoStep(c, 0.6 * h, h, fmi2True) == fmi2Discard && digest(c) == at, "another time");
    check(DoStep(c, 0.4 * h, h * (1 + 9e-7), fmi2True) == fmi2OK, "a time and a step within their tolerances");
    check(GetRealStatus(c, fmi2LastSuccessfulTime, &t) == fmi2OK && t == h, "the last time");
    FreeInstance(c);
    c = instance(fmi2CoSimulation);
    begin(c, 3);
    check(DoStep(c, 3, h, fmi2True) == fmi2OK && GetRealStatus(c, fmi2LastSuccessfulTime, &t) == fmi2OK && t == 3 + h,
          "another start");
    FreeInstance(c);
}

static void refused(double h)
{
    fmi2Component c = instance(fmi2CoSimulation);
    const unsigned none = 1000000;
    double x = 0;

    check(!Instantiate("one", fmi2CoSimulation, "{other}", "", &callbacks, 0, 0) && strstr(last, "another FMU"),
          "GUID");
    check(!Instantiate("one", fmi2ModelExchange, guid, "", &callbacks, 0, 0), "the other kind");
    check(DoStep(c, 0, h, fmi2True) == fmi2Error && ExitInitializationMode(c) == fmi2Error, "too early");
    check(set(c, "engine.J", 0.3) == fmi2OK && set(c, "engine.a", 1) == fmi2Error &&
          set(c, "engine.w", NAN) == fmi2Error, "setters after instantiation");
    begin(c, 0);
    check(set(c, "slip", 1) == fmi2Error && set(c, "engine.w", 1) == fmi2Error && set(c, "held", 1) == fmi2Error,
          "outputs and states are not set");
    check(set(c, "pedal", NAN) == fmi2Error && set(c, "pedal", INFINITY) == fmi2Error, "no number");
    check(SetReal(c, &none, 1, &x) == fmi2Error && GetReal(c, &none, 1, &x) == fmi2Error, "no variable");
    check(SetReal(c, &find("open")->reference, 1, &x) == fmi2Error, "another type");
    check(EnterInitializationMode(c) == fmi2Error && SetupExperiment(c, 0, 0, 0, 0, 0) == fmi2Error, "too late");
    check(set(c, "share", 2) == fmi2OK && DoStep(c, 0, h, fmi2True) == fmi2Error && strstr(last, "share"), "its range");
    check(value(c, "share") == 1 && DoStep(c, 0, h, fmi2True) == fmi2OK, "what was refused is as before");
    check(EnterEventMode(c) == fmi2Error && SetTime(c, 1) == fmi2Error && CancelStep(c) == fmi2Error, "the other kind");
    check(Terminate(c) == fmi2OK && set(c, "pedal", 1) == fmi2Error && DoStep(c, h, h, fmi2True) == fmi2Error,
          "the end");
    check(value(c, "engine.w") > 0, "values after the end");
    FreeInstance(c);
}

/* What a state begins with, in both modes before the run. */
static void starts(double h)
{
    fmi2Component c = instance(fmi2CoSimulation);

    check(set(c, "engine.w", 150) == fmi2OK && SetupExperiment(c, 0, 0, 0, 0, 0) == fmi2OK &&
          EnterInitializationMode(c) == fmi2OK, "a start value");
    check(value(c, "engine.w") == 150 && value(c, "slip") == -150, "what follows from it");
    check(set(c, "load.w", 30) == fmi2OK && value(c, "slip") == -120 && set(c, "engine.w", 100) == fmi2OK,
          "others in the initialization mode");
    check(ExitInitializationMode(c) == fmi2OK && value(c, "engine.w") == 100 && value(c, "load.w") == 30, "the start");
    check(set(c, "engine.w", 1) == fmi2Error && DoStep(c, 0, h, fmi2True) == fmi2OK && value(c, "engine.w") > 100,
          "the run");
    check(Reset(c) == fmi2OK, "Reset");
    begin(c, 0);
    check(value(c, "engine.w") == 200, "after a reset it begins as the model says");
    FreeInstance(c);
}

static void tunes(double h)
{
    fmi2Component a = begun(), b = begun(), c = begun();

    steps(a, 0, h, 200), steps(b, 0, h, 200), steps(c, 0, h, 200);
    check(set(b, "share", 1) == fmi2OK && set(c, "share", 0.5) == fmi2OK && set(a, "pedal", 0.5) == fmi2OK, "tune");
    steps(a, 200 * h, h, 300), steps(c, 200 * h, h, 300);
    check(value(a, "engine.w") == value(c, "engine.w"), "a parameter acts as an input does");
    check(set(b, "pedal", 0.5) == fmi2OK && steps(b, 200 * h, h, 300) == digest(a), "the same value changes nothing");
    FreeInstance(a), FreeInstance(b), FreeInstance(c);
}

static void resets(double h)
{
    const int without = kept;
    fmi2Component c = instance(fmi2CoSimulation);
    const int with_one = kept;

    for (int k = 0; k < 20000; k++) {
        fmi2FMUstate state = NULL;
        if (k % 100 == 0) {
            begin(c, 0);
            check(DoStep(c, 0, h, fmi2True) == fmi2OK, "DoStep");
        }
        check(GetFMUstate(c, &state) == fmi2OK && FreeFMUstate(c, &state) == fmi2OK && Reset(c) == fmi2OK, "a round");
    }
    check(kept == with_one, "rounds keep no memory");
    FreeInstance(c);
    check(kept == without, "nothing is kept");
}

/* ---- model exchange ---------------------------------------------------------------------------------------------- */

/* Euler's method without a look at event indicators but for their signs after a step. changes: of the place. */
static void euler(double h, int nx, int ng)
{
    fmi2Component c = instance(fmi2ModelExchange);
    fmi2EventInfo e;
    double x[50], dx[50], g[50], old[50], t = 0;
    int place, changes = 0;

    begin(c, 0);
    check(NewDiscreteStates(c, &e) == fmi2OK && EnterContinuousTimeMode(c) == fmi2OK, "start");
    check(GetEventIndicators(c, old, (size_t)ng) == fmi2OK, "indicators");
    place = (int)value(c, "clutch.law.place");
    for (int k = 0; k < (int)lround(2 / h); k++) {
        fmi2Boolean event = fmi2False, ends = fmi2False;
        check(GetContinuousStates(c, x, (size_t)nx) == fmi2OK && GetDerivatives(c, dx, (size_t)nx) == fmi2OK, "rates");
        for (int i = 0; i < nx; i++)
            x[i] += h * dx[i];
        t = (k + 1) * h;
        check(SetTime(c, t) == fmi2OK && SetContinuousStates(c, x, (size_t)nx) == fmi2OK, "a step");
        check(CompletedIntegratorStep(c, fmi2True, &event, &ends) == fmi2OK && !ends, "completed");
        check(GetEventIndicators(c, g, (size_t)ng) == fmi2OK, "indicators");
        for (int i = 0; i < ng; i++)
            event |= (g[i] > 0) != (old[i] > 0);
        event |= e.nextEventTimeDefined && t >= e.nextEventTime;
        if (event) {
            check(EnterEventMode(c) == fmi2OK && NewDiscreteStates(c, &e) == fmi2OK && !e.newDiscreteStatesNeeded &&
                  EnterContinuousTimeMode(c) == fmi2OK, "an event");
            check(GetEventIndicators(c, g, (size_t)ng) == fmi2OK, "indicators");
        }
        memcpy(old, g, sizeof g);
        changes += place != (int)value(c, "clutch.law.place");
        place = (int)value(c, "clutch.law.place");
    }
    snprintf(last, sizeof last, "step %g: %d changes, %.9g, %.9g rad/s", h, changes, value(c, "engine.w"),
             value(c, "load.w"));
    check(place == 0 && changes == 2, "it locks once and stays locked");   /* without capacity at the very start */
    check(fabs(value(c, "engine.w") - (40 + 100) / 1.2) < 1e-9 && value(c, "engine.w") == value(c, "load.w"),
          "what momentum says");
    FreeInstance(c);
}

/* An instance of model exchange at time t, on the way of Euler's method. */
static fmi2Component moved(double t, int states)
{
    fmi2Component c = instance(fmi2ModelExchange);
    fmi2EventInfo e;
    double x[50], dx[50];
    const int n = 100;

    begin(c, 0);
    check(NewDiscreteStates(c, &e) == fmi2OK && EnterContinuousTimeMode(c) == fmi2OK, "start");
    for (int k = 0; k < n && t > 0; k++) {
        check(GetContinuousStates(c, x, (size_t)states) == fmi2OK && GetDerivatives(c, dx, (size_t)states) == fmi2OK,
              "states");
        for (int i = 0; i < states; i++)
            x[i] += t / n * dx[i];
        SetTime(c, (k + 1) * t / n), SetContinuousStates(c, x, (size_t)states);
        check(EnterEventMode(c) == fmi2OK && NewDiscreteStates(c, &e) == fmi2OK && EnterContinuousTimeMode(c) == fmi2OK,
              "an event");
    }
    return c;
}

/* Directional derivatives of outputs and rates by states at time t, as a table; against differences. */
static void slopes(double t, int unknowns, int knowns, char **name)
{
    fmi2Component c = moved(t, knowns);
    double x[50];

    for (int j = 0; j < knowns; j++) {
        const Variable *known = find(name[unknowns + j]);
        check(GetContinuousStates(c, x, (size_t)knowns) == fmi2OK, "states");
        const double at = x[j], h = 1e-4 * (1 + fabs(at)), one = 1;
        for (int i = 0; i < unknowns; i++) {
            double d = NAN, f[3];
            check(GetDirectionalDerivative(c, &find(name[i])->reference, 1, &known->reference, 1, &one, &d) == fmi2OK,
                  "GetDirectionalDerivative");
            for (int q = 0; q < 3; q++) {
                x[j] = at + (q - 1) * h;
                SetContinuousStates(c, x, (size_t)knowns);
                f[q] = value(c, name[i]);
            }
            x[j] = at;
            SetContinuousStates(c, x, (size_t)knowns);
            const double one_side[2] = { (f[1] - f[0]) / h, (f[2] - f[1]) / h }, both = (f[2] - f[0]) / (2 * h);
            /* differences have an error of their own, and rounding; at a kink a derivative is that of a side */
            const double slack = 1e-3 * fabs(d) + 1e-4 + 1e-9 * fabs(f[1]) / h;
            snprintf(last, sizeof last, "%s by %s: %.12g, %.12g", name[i], known->name, d, both);
            check(fabs(both - d) <= slack || fabs(one_side[0] - d) <= slack || fabs(one_side[1] - d) <= slack,
                  "a difference");
            printf("# %s %s %.17g\n", name[i], known->name, d);
        }
    }
    FreeInstance(c);
}

/* Unknowns that move with a known although its column says 0: there is none. Names of unknowns, of states, of inputs; a
 * row of 0 and 1 for each unknown, by states and inputs. */
static void depends(double t, int unknowns, int states, int inputs, char **name)
{
    fmi2Component c = moved(t, states);
    char **known = name + unknowns, **row = known + states + inputs;
    double x[50], was[500];

    check(GetContinuousStates(c, x, (size_t)states) == fmi2OK, "states");
    for (int j = 0; j < states + inputs; j++) {
        const double at = value(c, known[j]), other = at + 1e-3 * (1 + fabs(at));
        for (int i = 0; i < unknowns; i++)
            was[i] = value(c, name[i]);
        if (j < states)
            x[j] = other;
        check((j < states ? SetContinuousStates(c, x, (size_t)states) : set(c, known[j], other)) == fmi2OK, known[j]);
        for (int i = 0; i < unknowns; i++) {
            snprintf(last, sizeof last, "%s moves with %s", name[i], known[j]);
            check(row[i][j] == '1' || value(c, name[i]) == was[i], "a dependency that is not told");
        }
        if (j < states)
            x[j] = at;
        check((j < states ? SetContinuousStates(c, x, (size_t)states) : set(c, known[j], at)) == fmi2OK, known[j]);
    }
    FreeInstance(c);
}

/* At an event the known gets another value, by so much that relations change, within its bounds; false: none is taken.
 * States are given back what they were: they are known, and what an event does to them is no dependency. */
static int event_with(fmi2Component c, const char *known, int is_state, double *state, const double *x, int states)
{
    static const double by[] = { 1, -1, 0.5, -0.5, 0.25 };
    const double at = value(c, known);
    fmi2EventInfo e;
    fmi2FMUstate still = NULL;
    int good = 0;

    check(GetFMUstate(c, &still) == fmi2OK, "a state");
    for (int k = 0; k < 5 && !good; k++) {
        const double other = find(known)->type == 'B' ? 1 - at : at + by[k];
        check(SetFMUstate(c, still) == fmi2OK, "the state of before");
        if (is_state)
            *state = other;
        good = SetContinuousStates(c, x, (size_t)states) == fmi2OK && EnterEventMode(c) == fmi2OK &&
               (is_state || set(c, known, other) == fmi2OK) && NewDiscreteStates(c, &e) == fmi2OK &&
               EnterContinuousTimeMode(c) == fmi2OK && SetContinuousStates(c, x, (size_t)states) == fmi2OK;
    }
    FreeFMUstate(c, &still);
    return good;
}

/* The same at events, where inputs of all types change. */
static void depends_at_events(double t, int unknowns, int states, int inputs, char **name)
{
    fmi2Component c = moved(t, states);
    char **known = name + unknowns, **row = known + states + inputs;
    double x[50], was[500];
    fmi2FMUstate still = NULL;
    int taken = 0;

    check(GetContinuousStates(c, x, (size_t)states) == fmi2OK && GetFMUstate(c, &still) == fmi2OK, "states");
    for (int i = 0; i < unknowns; i++)
        was[i] = value(c, name[i]);
    for (int j = 0; j < states + inputs; j++) {
        const double at = value(c, known[j]);
        const int good = event_with(c, known[j], j < states, &x[j < states ? j : 0], x, states);
        taken += good;
        for (int i = 0; i < unknowns && good; i++) {
            const int same = row[i][j] == '1' || value(c, name[i]) == was[i];
            if (!same)
                snprintf(last, sizeof last, "%s moves with %s at an event", name[i], known[j]);
            check(same, "a dependency that is not told");
        }
        if (j < states)
            x[j] = at;
        check(SetFMUstate(c, still) == fmi2OK, "the state of before");
    }
    check(taken > (states + inputs) / 2, "other values are taken");
    FreeFMUstate(c, &still);
    FreeInstance(c);
}

int main(int argc, char **argv)
{
    const char *test = argc > 5 ? argv[5] : "";
    const double h = argc > 6 ? atof(argv[6]) : 0;

    if (argc < 7)
        return 2;
    model = argv[2];
    guid = argv[3];
    load(argv[1]);
    read_variables(argv[4]);
    if (strcmp(test, "run") == 0) {
        run(h, argc - 7, argv + 7);
        return failed > 0;
    }
    if (strcmp(test, "euler") == 0) {
        for (int k = 0; k < 2; k++)
            euler(k ? 10 * h : h, atoi(argv[7]), atoi(argv[8]));
    } else if (strcmp(test, "slopes") == 0) {
        slopes(h, atoi(argv[7]), atoi(argv[8]), argv + 9);
    } else if (strcmp(test, "depends") == 0) {
        depends(h, atoi(argv[7]), atoi(argv[8]), atoi(argv[9]), argv + 10);
    } else if (strcmp(test, "events") == 0) {
        depends_at_events(h, atoi(argv[7]), atoi(argv[8]), atoi(argv[9]), argv + 10);
    } else {
        interleaved(h);
        states(h);
        times(h);
        if (strcmp(test, "pull") == 0) {
            refused(h);
            starts(h);
            tunes(h);
            resets(h);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
