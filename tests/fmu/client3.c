/* client3.c - an importer for tests of FMUs of FMI 3.0: client3 FOLDER NAME TOKEN VARIABLES. Of NAME_cs and NAME_me. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fmi3.h"

#define POINTER(result, name, parameters) static fmi3##name##TYPE *name;
FMI3_FUNCTIONS(POINTER)
#undef POINTER

static int passed, failed;
static const char *token, *list;
static char last[2000];

/* A check that is passed again and again, in a loop, is one. */
static void checked(int good, const char *what, int *before)
{
    passed += good && !*before;
    *before |= good;
    failed += !good;
    if (!good)
        printf("FAILED %s (%s)\n", what, last);
}
#define check(good, what) do { static int before; checked(good, what, &before); } while (0)

static void log_message(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category, fmi3String text)
{
    (void)e, (void)status, (void)category;
    snprintf(last, sizeof last, "%s", text);
}

static void *need(void *p, const char *what)
{
    if (!p) {
        printf("FAILED there is no %s\n0 passed, 1 failed\n", what);
        exit(1);
    }
    return p;
}

static void load(const char *folder, const char *model, const char *kind)
{
    char path[1000];

    snprintf(path, sizeof path, "%s/%s_%s.so", folder, model, kind);
    void *so = need(dlopen(path, RTLD_NOW | RTLD_LOCAL), path);
#define FIND(result, name, parameters) *(void **)&name = need(dlsym(so, "fmi3" #name), "fmi3" #name);
    FMI3_FUNCTIONS(FIND)
#undef FIND
}

static unsigned reference(const char *name)
{
    FILE *f = need(fopen(list, "r"), list);
    char word[200], type;
    unsigned r, found = 1000000;

    while (fscanf(f, "%199s %u %c", word, &r, &type) == 3)
        if (strcmp(word, name) == 0)
            found = r;
    fclose(f);
    return found;
}

static double real(fmi3Instance c, const char *name)
{
    const unsigned r = reference(name);
    double x = NAN;

    check(GetFloat64(c, &r, 1, &x, 1) == fmi3OK, name);
    return x;
}

static int set_real(fmi3Instance c, const char *name, double x)
{
    const unsigned r = reference(name);
    return SetFloat64(c, &r, 1, &x, 1);
}

static fmi3Instance begun(int events, int early)
{
    fmi3Instance c = InstantiateCoSimulation("one", token, "", 0, 0, events, early, NULL, 0, NULL, log_message, NULL);


    (void)need(c, "instance");
    check(EnterInitializationMode(c, 0, 0, 0, 0, 0) == fmi3OK && ExitInitializationMode(c) == fmi3OK, "start");
    if (events)
        check(EnterStepMode(c) == fmi3OK, "EnterStepMode");
    return c;
}

/* To `end` in steps of H; how often it returned early, and how often an event was handled. */
static double run(fmi3Instance c, double H, double end, int events, int *early, int *handled)
{
    double t = 0;

    *early = *handled = 0;
    while (t < end - 1e-9) {
        const double next = H * (floor(t / H + 1e-9) + 1);
        fmi3Boolean event, ends, returned, b[5];
        double at, x;
        check(DoStep(c, t, next - t, fmi3True, &event, &ends, &returned, &at) == fmi3OK && !ends, "DoStep");
        check(returned ? at < next - 1e-9 : fabs(at - next) < 1e-9, "the time that is told");
        *early += returned;
        *handled += event;
        t = at;
        if (event && events)
            check(EnterEventMode(c) == fmi3OK && UpdateDiscreteStates(c, b, b + 1, b + 2, b + 3, b + 4, &x) == fmi3OK &&
                  !b[0] && EnterStepMode(c) == fmi3OK, "an event");
    }
    return real(c, "engine.w");
}

static void co_simulation(void)
{
    int early, handled;
    fmi3Instance plain = begun(0, 1), events = begun(1, 0), returns = begun(1, 1);
    const double w = run(plain, 0.1, 1, 0, &early, &handled);

    check(early == 0 && handled == 0, "no event, no early return without event mode");
    check(set_real(plain, "share", 0.5) == fmi3OK, "a tunable at a communication point");
    check(run(events, 0.1, 1, 1, &early, &handled) == w && early == 0 && handled > 0, "events, the same bits");
    check(run(returns, 0.1, 1, 1, &early, &handled) == w && early > 0, "early returns, the same bits");
    check(set_real(returns, "share", 0.5) == fmi3Error, "a tunable in step mode, where there is an event mode");
    check(EnterEventMode(returns) == fmi3OK && set_real(returns, "share", 0.5) == fmi3OK, "a tunable in event mode");
    check(EnterEventMode(plain) == fmi3Error, "event mode is not used");
    FreeInstance(plain), FreeInstance(events), FreeInstance(returns);
}

static void types(void)
{
    const unsigned mode = reference("mode"), quarter = reference("quarter"), held = reference("held");
    fmi3Instance c = begun(0, 0);
    int64_t m = 0;
    int32_t q = -1;
    bool h = true;
    uint8_t byte = 0;

    check(GetInt64(c, &mode, 1, &m, 1) == fmi3OK && m == 2, "an enumeration");
    check(GetInt32(c, &quarter, 1, &q, 1) == fmi3OK && q == 1, "an Int32");
    check(GetBoolean(c, &held, 1, &h, 1) == fmi3OK && !h, "a Boolean");
    check(GetUInt8(c, &quarter, 1, &byte, 1) == fmi3Error && GetUInt8(c, NULL, 0, NULL, 0) == fmi3OK, "another type");
    check(real(c, "time") == 0, "the time");
    check(!InstantiateScheduledExecution("x", token, "", 0, 0, NULL, log_message, NULL, NULL, NULL) &&
          strstr(last, "scheduled"), "no scheduled execution");
    check(!InstantiateModelExchange("x", token, "", 0, 0, NULL, log_message), "the other kind");
    check(EnterConfigurationMode(c) == fmi3Error, "no configuration mode");
    FreeInstance(c);
}

static void model_exchange(void)
{
    fmi3Instance c = need(InstantiateModelExchange("one", token, "", 0, 0, NULL, log_message), "instance");
    fmi3Boolean b[5];
    size_t nx = 0, ng = 0;
    double next, x[9], dx[9], g[9];

    check(EnterInitializationMode(c, 0, 0, 0, 0, 0) == fmi3OK && ExitInitializationMode(c) == fmi3OK, "start");
    check(UpdateDiscreteStates(c, b, b + 1, b + 2, b + 3, b + 4, &next) == fmi3OK && !b[0] && b[4] && next > 0,
          "event");
    check(EnterContinuousTimeMode(c) == fmi3OK, "continuous time");
    check(GetNumberOfContinuousStates(c, &nx) == fmi3OK && nx == 2, "states");
    check(GetNumberOfEventIndicators(c, &ng) == fmi3OK && ng > 0 && ng < 9, "indicators");
    check(GetContinuousStates(c, x, nx) == fmi3OK && x[0] == 200 && GetNominalsOfContinuousStates(c, x, nx) == fmi3OK &&
          x[0] > 0, "their values");
    check(GetContinuousStateDerivatives(c, dx, nx) == fmi3OK && fabs(dx[0] - 250) < 1e-9 &&
          dx[0] == real(c, "engine.a"), "rates");
    check(GetEventIndicators(c, g, ng) == fmi3OK && real(c, "eventIndicator[1]") == g[0], "an indicator as a variable");
    check(SetTime(c, 0.01) == fmi3OK && real(c, "time") == 0.01, "time");
    FreeInstance(c);
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    token = argv[3];
    list = argv[4];
    load(argv[1], argv[2], "cs");
    co_simulation();
    types();
    load(argv[1], argv[2], "me");
    model_exchange();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
