/* master_driver3.c - the functions of FMI 3.0, for co-simulation.
 *
 * Event mode and early return are used where the FMU has them: events are then at their times, and the results have
 * both sides of each. */
#include <math.h>
#include <string.h>
#include "fmi3.h"
#include "master.h"

#define POINTER(result, name, parameters) fmi3##name##TYPE *name;
#define PLACE(result, name, parameters) { #name, offsetof(Functions, name) },
typedef struct { FMI3_COMMON(POINTER) FMI3_CO_SIMULATION(POINTER) } Functions;
static const FmuFunction all[] = { FMI3_COMMON(PLACE) FMI3_CO_SIMULATION(PLACE) };
static const char *const needed[] = {
    "InstantiateCoSimulation", "FreeInstance", "EnterInitializationMode", "ExitInitializationMode", "Terminate",
    "GetFloat64", "SetFloat64", "DoStep", NULL
};
enum { ROUNDS = 1000 };                    /* of an event: more than that do not settle */

#define F(f) ((const Functions *)(f)->functions)
#define CALL(f, function, ...) FMU_CALL(f, "fmi3", function, __VA_ARGS__)

static bool load(Fmu *f)
{
    return master_library(f, all, sizeof all / sizeof *all, needed, NEW(&f->d->run, Functions));
}

/* ---- from its beginning to its end --------------------------------------------------------------------- */

static void on_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message)
{
    master_log(environment, (int)status, category, message);
}

static void ask_for_instance(Fmu *f)
{
    const char *resources = f->folder.resources ? internf(f->d, "%s/", f->folder.resources) : NULL;

    f->calling = "fmi3InstantiateCoSimulation";
    f->said = NULL;
    f->instance =
        F(f)->InstantiateCoSimulation(f->x.name, f->x.token, resources, false, f->debug, f->x.has_events,
                                      f->x.returns_early, NULL, 0, f, on_message, NULL);
}

/* There are FMUs that say they have event mode, and refuse it. */
static bool instantiate_fmu(Fmu *f)
{
    ask_for_instance(f);
    if (f->instance || !f->x.has_events)
        return master_instance(f);
    const char *why = f->said ? internf(f->d, " (%s)", f->said) : "";
    f->x.has_events = false;
    f->unshown = false;
    ask_for_instance(f);
    if (f->instance)
        fprintf(stderr,
                "dtc: warning: %s: it says that it has event mode, and gives no instance with it%s: it is "
                "run without\n",
                f->file, why);
    return master_instance(f);
}

static bool configure(Fmu *f, bool begin)
{
    if (!F(f)->EnterConfigurationMode || !F(f)->ExitConfigurationMode)
        return master_problem(f, "it has no functions for structural parameters");
    return begin ? CALL(f, EnterConfigurationMode, f->instance) : CALL(f, ExitConfigurationMode, f->instance);
}

static bool enter(Fmu *f, double start, double stop, double tolerance)
{
    return CALL(f, EnterInitializationMode, f->instance, !isnan(tolerance), isnan(tolerance) ? 0 : tolerance,
                start, !isnan(stop), isnan(stop) ? 0 : stop);
}

/* Until nothing changes any more. */
static bool settle(Fmu *f, bool *terminate)
{
    fmi3Boolean again = true, end = false, nominals, values, next;
    fmi3Float64 next_time;

    for (int round = 0; again && !end; round++) {
        if (round == ROUNDS)
            return master_problem(f, "the event at time %.9g does not settle: %d rounds", f->time, ROUNDS);
        nominals = values = next = false;
        if (!CALL(f, UpdateDiscreteStates, f->instance, &again, &end, &nominals, &values, &next, &next_time))
            return false;
    }
    *terminate |= end;
    return true;
}

static bool events(Fmu *f, bool begin, bool *terminate)
{
    if (!F(f)->EnterEventMode || !F(f)->UpdateDiscreteStates || !F(f)->EnterStepMode)
        return master_problem(f, "it says that it has event mode, and lacks its functions");
    return begin ? CALL(f, EnterEventMode, f->instance)
                 : settle(f, terminate) && (*terminate || CALL(f, EnterStepMode, f->instance));
}

static bool leave(Fmu *f)
{
    bool terminate = false;

    f->running = CALL(f, ExitInitializationMode, f->instance);
    if (!f->running || !f->x.has_events)
        return f->running;
    return events(f, false, &terminate) && (!terminate || master_problem(f, "it ends the run at its start"));
}

static void free_instance(Fmu *f)
{
    if (f->instance && !f->dead && f->running)
        (void)CALL(f, Terminate, f->instance);
    if (f->instance && !f->dead) {
        f->calling = "fmi3FreeInstance";
        F(f)->FreeInstance(f->instance);
        f->calling = NULL;
    }
    f->instance = NULL;
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* Types that are numbers, each with its functions. */
#define NUMBERS(X) \
    X(FLOAT32, Float32) X(FLOAT64, Float64) X(INT8, Int8) X(UINT8, UInt8) X(INT16, Int16) X(UINT16, UInt16) \
    X(INT32, Int32) X(UINT32, UInt32) X(INT64, Int64) X(UINT64, UInt64) X(BOOLEAN, Boolean)

static bool no_function(Fmu *f, FmuType type)
{
    return master_problem(f, "its library has no function for variables of the type %s",
                          master_type_name[type]);
}

static bool get(Fmu *f, FmuGroup *g)
{
    const fmi3ValueReference *r = g->reference;
    const size_t n = vec_len(r), values = vec_len(g->element);

#define X(name, text) \
    case FMU_##name: \
        return F(f)->Get##text ? CALL(f, Get##text, f->instance, r, n, g->value, values) : no_function(f, g->type);
    switch ((int)g->type) {
        NUMBERS(X)
    }
#undef X
    return no_function(f, g->type);
}

static bool set(Fmu *f, FmuGroup *g)
{
    const fmi3ValueReference *r = g->reference;
    const size_t n = vec_len(r), values = vec_len(g->element);

#define X(name, text) \
    case FMU_##name: \
        return F(f)->Set##text ? CALL(f, Set##text, f->instance, r, n, g->value, values) : no_function(f, g->type);
    switch ((int)g->type) {
        NUMBERS(X)
    }
#undef X
    return no_function(f, g->type);
}

static bool set_text(Fmu *f, uint32_t reference, const char *const *text)
{
    return F(f)->SetString ? CALL(f, SetString, f->instance, &reference, 1, text, vec_len(text))
                           : no_function(f, FMU_STRING);
}

/* ---- a step -------------------------------------------------------------------------------------------- */

static FmuStepEnd step(Fmu *f, double t, double h, FmuStep *s)
{
    fmi3Boolean event = false, terminate = false, early = false;
    fmi3Float64 reached = t;

    *s = (FmuStep){ .reached = t };
    if (!CALL(f, DoStep, f->instance, t, h, true, &event, &terminate, &early, &reached))
        return FMU_REFUSED;
    if (early && !(reached > t && reached <= t + h * (1 + 1e-9)) && !terminate) {
        (void)master_problem(f,
                             "fmi3DoStep at time %.9g returned early, at %.9g: that is no time within the "
                             "step",
                             t, reached);
        return FMU_REFUSED;
    }
    s->reached = early || terminate ? reached : t + h;
    s->event = event && f->x.has_events;
    return terminate ? FMU_TERMINATED : FMU_STEPPED;
}

/* ---- states -------------------------------------------------------------------------------------------- */

static bool save(Fmu *f, char **bytes, size_t *n)
{
    fmi3FMUState state = NULL;

    if (!F(f)->GetFMUState || !F(f)->SerializedFMUStateSize || !F(f)->SerializeFMUState ||
        !F(f)->FreeFMUState)
        return master_problem(f, "it has no functions for states");
    bool good =
        CALL(f, GetFMUState, f->instance, &state) && CALL(f, SerializedFMUStateSize, f->instance, state, n);
    *bytes = good ? arena_alloc(&f->d->run, *n + 1) : NULL;
    good = good && CALL(f, SerializeFMUState, f->instance, state, (fmi3Byte *)*bytes, *n);
    return !f->dead && state ? CALL(f, FreeFMUState, f->instance, &state) && good : good;
}

static bool restore(Fmu *f, const char *bytes, size_t n)
{
    fmi3FMUState state = NULL;

    if (!F(f)->DeserializeFMUState || !F(f)->SetFMUState || !F(f)->FreeFMUState)
        return master_problem(f, "it has no functions for states");
    const bool good = CALL(f, DeserializeFMUState, f->instance, (const fmi3Byte *)bytes, n, &state) &&
                      CALL(f, SetFMUState, f->instance, state);
    return !f->dead && state ? CALL(f, FreeFMUState, f->instance, &state) && good : good;
}

const FmuDriver master_driver3 = {
    .boolean = sizeof(fmi3Boolean),
#if defined __x86_64__
    .platform = "x86_64-linux",
#elif defined __i386__
    .platform = "x86-linux",
#elif defined __aarch64__
    .platform = "aarch64-linux",
#elif defined __riscv && __riscv_xlen == 64
    .platform = "riscv64-linux",
#else
    .platform = "this-machine",
#endif
    .load = load, .instantiate = instantiate_fmu, .configure = configure, .enter = enter, .leave = leave, .get = get,
    .set = set, .set_text = set_text, .events = events, .step = step, .save = save, .restore = restore,
    .free = free_instance,
};
