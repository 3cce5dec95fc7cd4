/* master_driver2.c - the functions of FMI 2.0, for co-simulation. */
#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "fmi2.h"
#include "master.h"

#define POINTER(result, name, parameters) fmi2##name##TYPE *name;
#define PLACE(result, name, parameters) { #name, offsetof(Functions, name) },
typedef struct { FMI2_COMMON(POINTER) FMI2_CO_SIMULATION(POINTER) } Functions;
static const FmuFunction all[] = { FMI2_COMMON(PLACE) FMI2_CO_SIMULATION(PLACE) };
static const char *const needed[] = {
    "Instantiate", "FreeInstance", "SetupExperiment", "EnterInitializationMode", "ExitInitializationMode", "Terminate",
    "GetReal", "GetInteger", "GetBoolean", "SetReal", "SetInteger", "SetBoolean", "SetString", "DoStep", NULL
};

#define F(f) ((const Functions *)(f)->functions)
#define CALL(f, function, ...) FMU_CALL(f, "fmi2", function, __VA_ARGS__)

static bool load(Fmu *f)
{
    return master_library(f, all, sizeof all / sizeof *all, needed, NEW(&f->d->run, Functions));
}

/* ---- messages ------------------------------------------------------------------------------------------ */

/* "#r12#" is the Real of the value reference 12, "##" a #. */
static const char *with_names(Fmu *f, const char *text)
{
    static const FmuType types[] = { FMU_FLOAT64, FMU_INT32, FMU_BOOLEAN, FMU_STRING };
    const char *out = "";

    for (const char *p = text, *hash;; p = hash) {
        hash = strchr(p, '#');
        out = internf(f->d, "%s%.*s", out, hash ? (int)(hash - p) : (int)strlen(p), p);
        if (!hash)
            return out;
        char *end = NULL;
        const char *letter = hash[1] ? strchr("ribs", hash[1]) : NULL, *name = NULL;
        const unsigned long number =
            letter && isdigit((unsigned char)hash[2]) ? strtoul(hash + 2, &end, 10) : 0;
        for (uint32_t i = 0; end && *end == '#' && i < vec_len(f->x.variable) && !name; i++)
            if (f->x.variable[i].value_reference == number && f->x.variable[i].type == types[letter - "ribs"])
                name = f->x.variable[i].name;
        out = internf(f->d, "%s%s", out, name ? name : "#");
        hash += name ? end + 1 - hash : hash[1] == '#' ? 2 : 1;
    }
}

static void on_message(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                       fmi2String category, fmi2String message, ...)
{
    Fmu *f = environment;
    char text[2000];
    va_list args;

    (void)instance;
    va_start(args, message);
    vsnprintf(text, sizeof text, message ? message : "", args);
    va_end(args);
    master_log(f, (int)status, category, strchr(text, '#') ? with_names(f, text) : text);
}

/* ---- from its beginning to its end --------------------------------------------------------------------- */

/* The path as a URI. */
static const char *resource_location(Fmu *f)
{
    const char *path = internf(f->d, "%s/resources", f->folder.folder);
    char *uri = arena_alloc(&f->d->run, 3 * strlen(path) + sizeof "file://"), *to = uri;

    to += sprintf(to, "file://");
    for (; *path; path++)
        to += isalnum((unsigned char)*path) || strchr("/-._~", *path)
                ? sprintf(to, "%c", *path)
                : sprintf(to, "%%%02X", (unsigned char)*path);
    return uri;
}

static bool instantiate_fmu(Fmu *f)
{
    fmi2CallbackFunctions *callbacks = NEW(&f->d->run, fmi2CallbackFunctions);

    *callbacks = (fmi2CallbackFunctions){
        .logger = on_message, .allocateMemory = calloc, .freeMemory = free, .componentEnvironment = f
    };
    f->calling = "fmi2Instantiate";
    f->said = NULL;
    f->instance = F(f)->Instantiate(f->x.name, fmi2CoSimulation, f->x.token, resource_location(f), callbacks,
                                    fmi2False, f->debug);
    return master_instance(f);
}

static bool configure(Fmu *f, bool begin) { return (void)f, (void)begin, true; }

static bool enter(Fmu *f, double start, double stop, double tolerance)
{
    return CALL(f, SetupExperiment, f->instance, !isnan(tolerance), isnan(tolerance) ? 0 : tolerance, start,
                !isnan(stop), isnan(stop) ? 0 : stop) &&
           CALL(f, EnterInitializationMode, f->instance);
}

static bool leave(Fmu *f)
{
    f->running = CALL(f, ExitInitializationMode, f->instance);
    return f->running;
}

static void free_instance(Fmu *f)
{
    if (f->instance && !f->dead && f->running)
        (void)CALL(f, Terminate, f->instance);
    if (f->instance && !f->dead) {
        f->calling = "fmi2FreeInstance";
        F(f)->FreeInstance(f->instance);
        f->calling = NULL;
    }
    f->instance = NULL;
}

/* ---- values -------------------------------------------------------------------------------------------- */

static bool get(Fmu *f, FmuGroup *g)
{
    const fmi2ValueReference *reference = g->reference;
    const size_t n = vec_len(reference);

    return g->type == FMU_FLOAT64 ? CALL(f, GetReal, f->instance, reference, n, g->value)
         : g->type == FMU_INT32   ? CALL(f, GetInteger, f->instance, reference, n, g->value)
                                  : CALL(f, GetBoolean, f->instance, reference, n, g->value);
}

static bool set(Fmu *f, FmuGroup *g)
{
    const fmi2ValueReference *reference = g->reference;
    const size_t n = vec_len(reference);

    return g->type == FMU_FLOAT64 ? CALL(f, SetReal, f->instance, reference, n, g->value)
         : g->type == FMU_INT32   ? CALL(f, SetInteger, f->instance, reference, n, g->value)
                                  : CALL(f, SetBoolean, f->instance, reference, n, g->value);
}

static bool set_text(Fmu *f, uint32_t reference, const char *const *text)
{
    return CALL(f, SetString, f->instance, &reference, 1, text);
}

static bool events(Fmu *f, bool begin, bool *terminate) { return (void)f, (void)begin, (void)terminate, true; }

/* ---- a step -------------------------------------------------------------------------------------------- */

/* What a step that was given up has come to; status functions may be missing. */
static FmuStepEnd given_up(Fmu *f, FmuStep *s)
{
    fmi2Boolean terminated = fmi2False;
    fmi2Real reached = s->reached;
    const char *said = f->said;

    f->calling = "fmi2GetBooleanStatus";
    if (F(f)->GetBooleanStatus && F(f)->GetBooleanStatus(f->instance, fmi2Terminated, &terminated) != fmi2OK)
        terminated = fmi2False;
    f->calling = "fmi2GetRealStatus";
    if (F(f)->GetRealStatus && F(f)->GetRealStatus(f->instance, fmi2LastSuccessfulTime, &reached) == fmi2OK)
        s->reached = reached;
    f->calling = NULL;
    if (terminated)
        return FMU_TERMINATED;
    f->calling = "fmi2DoStep";
    f->said = said;
    (void)master_returned(f, fmi2Discard);
    return FMU_REFUSED;
}

static FmuStepEnd step(Fmu *f, double t, double h, FmuStep *s)
{
    f->calling = "fmi2DoStep";
    f->said = NULL;
    const int status = (int)F(f)->DoStep(f->instance, t, h, fmi2True);
    *s = (FmuStep){ .reached = t };
    if (status == fmi2Discard)
        return given_up(f, s);
    if (!master_returned(f, status))
        return FMU_REFUSED;
    s->reached = t + h;
    return FMU_STEPPED;
}

/* ---- states -------------------------------------------------------------------------------------------- */

static bool save(Fmu *f, char **bytes, size_t *n)
{
    fmi2FMUstate state = NULL;

    if (!F(f)->GetFMUstate || !F(f)->SerializedFMUstateSize || !F(f)->SerializeFMUstate ||
        !F(f)->FreeFMUstate)
        return master_problem(f, "it has no functions for states");
    bool good =
        CALL(f, GetFMUstate, f->instance, &state) && CALL(f, SerializedFMUstateSize, f->instance, state, n);
    *bytes = good ? arena_alloc(&f->d->run, *n + 1) : NULL;
    good = good && CALL(f, SerializeFMUstate, f->instance, state, *bytes, *n);
    return !f->dead && state ? CALL(f, FreeFMUstate, f->instance, &state) && good : good;
}

static bool restore(Fmu *f, const char *bytes, size_t n)
{
    fmi2FMUstate state = NULL;

    if (!F(f)->DeSerializeFMUstate || !F(f)->SetFMUstate || !F(f)->FreeFMUstate)
        return master_problem(f, "it has no functions for states");
    const bool good = CALL(f, DeSerializeFMUstate, f->instance, bytes, n, &state) &&
                      CALL(f, SetFMUstate, f->instance, state);
    return !f->dead && state ? CALL(f, FreeFMUstate, f->instance, &state) && good : good;
}

const FmuDriver master_driver2 = {
    .boolean = sizeof(fmi2Boolean),
#if defined __x86_64__
    .platform = "linux64",
#elif defined __i386__
    .platform = "linux32",
#elif defined __aarch64__
    .platform = "aarch64-linux",
#else
    .platform = "this-machine",
#endif
    .load = load, .instantiate = instantiate_fmu, .configure = configure, .enter = enter, .leave = leave, .get = get,
    .set = set, .set_text = set_text, .events = events, .step = step, .save = save, .restore = restore,
    .free = free_instance,
};
