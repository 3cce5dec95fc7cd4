/* drive.h - drives generated models by their descriptors, for tests.
 *
 * check.sh compiles each model to a shared object; a test loads it by name and reads and writes variables by name. */
#ifndef DRIVE_H
#define DRIVE_H

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dtc_runtime.h"

static int passed, failed;

#define CHECK(condition, ...)                                     \
    do {                                                          \
        if (condition) {                                          \
            passed++;                                             \
        } else {                                                  \
            failed++;                                             \
            printf("%s:%d: failed: ", __FILE__, __LINE__);        \
            printf(__VA_ARGS__);                                  \
            printf("\n");                                         \
        }                                                         \
    } while (0)

typedef struct {
    const dtc_model_info *info;
    char *m;
    double h;
} Rig;

/* A variable of a model. */
typedef struct { char *at; int sign; unsigned char type; } Slot;

static inline Rig load(const char *folder, const char *object, const char *model)
{
    char path[1024], symbol[256];
    snprintf(path, sizeof path, "%s/%s.so", folder, object);
    snprintf(symbol, sizeof symbol, "%s_info", model);
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const dtc_model_info *info = so ? dlsym(so, symbol) : NULL;
    if (!info) {
        printf("cannot load %s from %s: %s\n0 passed, 1 failed\n", symbol, path, dlerror());
        exit(1);
    }
    Rig r = { info, malloc(info->size), info->step };
    info->init(r.m);
    return r;
}

static inline Slot slot(Rig *r, const char *name)
{
    for (int i = 0; i < r->info->variables; i++) {
        const dtc_variable *v = &r->info->variable[i];
        if (strcmp(v->name, name) == 0)
            return (Slot){ r->m + v->offset, v->sign < 0 ? -1 : 1, v->type };
    }
    printf("%s has no variable %s\n%d passed, %d failed\n", r->info->name, name, passed, failed + 1);
    exit(1);
}

static inline double get(Slot s)
{
    return s.type == DTC_REAL ? s.sign * *(dtc_real *)(void *)s.at : s.sign * *(int *)(void *)s.at;
}

static inline void set(Slot s, double x)
{
    if (s.type == DTC_REAL)
        *(dtc_real *)(void *)s.at = (dtc_real)(s.sign * x);
    else
        *(int *)(void *)s.at = (int)x;
}

static inline double value(Rig *r, const char *name) { return get(slot(r, name)); }
static inline void assign(Rig *r, const char *name, double x) { set(slot(r, name), x); }
static inline dtc_status setup(Rig *r) { return r->info->setup(r->m); }
static inline dtc_status evaluate(Rig *r) { return r->info->evaluate(r->m); }
static inline dtc_status step(Rig *r)
{
    dtc_status s = r->info->evaluate(r->m);
    return s == DTC_OK ? r->info->advance(r->m) : s;
}
static inline double now(Rig *r) { return *(dtc_real *)(void *)(r->m + r->info->time); }

/* Uniform in (-1, 1); splitmix64, so that runs are the same everywhere. */
static inline double uniform(unsigned long long *seed)
{
    unsigned long long z = (*seed += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (double)(z >> 11) / 4503599627370496.0 - 1.0;
}

static inline int summary(void)
{
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}

#endif
