/* cost.c - steps, to be counted by callgrind: cost N CHANGE [FOLDER NAME GUID REFERENCE STEP]
 *
 * N steps of the generated C (header MODEL_H, type MODEL), or of its FMU for co-simulation, with an input (INPUT, or
 * value reference; 0: none) that is CHANGE in every other step and 0 in the rest. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "fmi2.h"
#include MODEL_H

#define PASTE_EXPANDED(a, b) a##b
#define PASTE(a, b) PASTE_EXPANDED(a, b)
#define POINTER(result, name, parameters) static fmi2##name##TYPE *name;
FMI2_FUNCTIONS(POINTER)
#undef POINTER

static void *need(void *p, const char *what)
{
    if (!p)
        exit((fprintf(stderr, "there is no %s\n", what), 2));
    return p;
}

static void logger(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status, fmi2String category, fmi2String text,
                   ...)
{
    va_list arguments;

    (void)e, (void)name, (void)status, (void)category;
    va_start(arguments, text);
    vfprintf(stderr, text, arguments);
    va_end(arguments);
}

static int bare(int n, double change)
{
    (void)change;
    static MODEL m;

    (void)change;
    PASTE(MODEL, _init)(&m);
    if (PASTE(MODEL, _setup)(&m) != DTC_OK)
        return 1;
    for (int k = 0; k < n; k++) {
#ifdef INPUT
        m.INPUT = k % 2 ? change : 0;
#endif
        if (PASTE(MODEL, _step)(&m) > DTC_TERMINATE)
            return 1;
    }
    return 0;
}

static int unit(int n, double change, char **word)
{
    static const fmi2CallbackFunctions callbacks = { logger, calloc, free, NULL, NULL };
    const unsigned input = (unsigned)atoi(word[3]);
    const double h = atof(word[4]);
    char path[1000];

    snprintf(path, sizeof path, "%s/%s.so", word[0], word[1]);
    void *so = need(dlopen(path, RTLD_NOW | RTLD_LOCAL), path);
#define FIND(result, name, parameters) *(void **)&name = need(dlsym(so, "fmi2" #name), "fmi2" #name);
    FMI2_FUNCTIONS(FIND)
#undef FIND
    fmi2Component c = need(Instantiate("one", fmi2CoSimulation, word[2], "", &callbacks, 0, 0), "instance");
    if (SetupExperiment(c, 0, 0, 0, 0, 0) != fmi2OK || EnterInitializationMode(c) != fmi2OK ||
        ExitInitializationMode(c) != fmi2OK)
        return 1;
    for (int k = 0; k < n; k++) {
        const double u = k % 2 ? change : 0;
        if ((input && SetReal(c, &input, 1, &u) != fmi2OK) || DoStep(c, k * h, h, fmi2True) != fmi2OK)
            return 1;
    }
    FreeInstance(c);
    return 0;
}

int main(int argc, char **argv)
{
    const int n = atoi(argv[1]);

    return argc < 8 ? bare(n, atof(argv[2])) : unit(n, atof(argv[2]), argv + 3);
}
