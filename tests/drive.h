/* drive.h - drives generated models by their descriptors, for tests.
 *
 * drive.sh compiles models to shared objects; a test loads one by name and reads and writes variables by name. Objects
 * for all methods have a step that the test sets: each Rig has its own, also where several are of the same object. */
#ifndef DRIVE_H
#define DRIVE_H

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "described.h"
#include "dtc_runtime.h"
#include "extreme.h"
#include "once.h"

#define CHECK(condition, ...)                                     \
    do {                                                          \
        static int before_;                                       \
        if (!counted(!!(condition), &before_)) {                  \
            printf("%s:%d: failed: ", __FILE__, __LINE__);        \
            printf(__VA_ARGS__);                                  \
            printf("\n");                                         \
        }                                                         \
    } while (0)

/* A call that must return DTC_OK: one failure if it ever does not, and nothing to count if it does. */
#define MUST(call)                                                \
    do {                                                          \
        static int before_;                                       \
        dtc_status status_ = (call);                              \
        if (status_ != DTC_OK && !before_++ && ++failed)          \
            printf("%s:%d: failed: %s: status %d\n", __FILE__, __LINE__, #call, (int)status_); \
    } while (0)

typedef struct {
    const dtc_model_info *info;
    char *m;
    double h;
    dtc_real *step;                        /* of the object; NULL: as compiled */
    void *object;
} Rig;

/* A variable of a model. */
typedef struct { char *at; int sign; unsigned char type; } Slot;

static inline void *symbol(void *object, const char *model, const char *suffix)
{
    char name[256];
    snprintf(name, sizeof name, "%s%s", model, suffix);
    return dlsym(object, name);
}

/* FOLDER/OBJECT.so, with the step as compiled */
static inline Rig load(const char *folder, const char *object, const char *model)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.so", folder, object);
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const dtc_model_info *info = so ? symbol(so, model, "_info") : NULL;
    if (!info) {
        printf("cannot load %s from %s: %s\n%d passed, %d failed\n", model, path, dlerror(), passed, failed + 1);
        exit(1);
    }
    Rig r = { info, malloc(info->size), info->step, dlsym(so, "test_step"), so };
    info->init(r.m);
    return r;
}

/* FOLDER/OBJECT_METHOD.so with a step of h */
static inline Rig rig(const char *folder, const char *object, const char *model, const char *method, double h)
{
    char name[256];
    snprintf(name, sizeof name, "%s_%s", object, method);
    Rig r = load(folder, name, model);
    if (!r.step) {
        printf("%s has no step of its own\n%d passed, %d failed\n", name, passed, failed + 1);
        exit(1);
    }
    r.h = h;
    return r;
}

static inline Slot slot(Rig *r, const char *name)
{
    int i = dtc_variable_named(r->info, name);
    if (i >= 0) {
        const dtc_variable v = dtc_variable_at(r->info, i);
        return (Slot){ r->m + v.offset, v.sign < 0 ? -1 : 1, v.type };
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

static inline char *with_step(Rig *r)
{
    if (r->step)
        *r->step = (dtc_real)r->h;
    return r->m;
}
static inline void init(Rig *r) { r->info->init(r->m); }
static inline dtc_status setup(Rig *r) { return r->info->setup(with_step(r)); }
static inline dtc_status evaluate(Rig *r) { return r->info->evaluate(with_step(r)); }
static inline dtc_status advance(Rig *r) { return r->info->advance(with_step(r)); }
static inline dtc_status step(Rig *r)
{
    dtc_status s = evaluate(r);
    return s == DTC_OK ? advance(r) : s;
}
static inline double now(Rig *r) { return *(dtc_real *)(void *)(r->m + r->info->time); }

/* Uniform in (-1, 1); splitmix64, so that runs are the same everywhere. */
static inline double chance(unsigned long long *seed)
{
    unsigned long long z = (*seed += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (double)(z >> 11) / 4503599627370496.0 - 1.0;
}

/* A figure of the table of properties and methods: drive.sh collects them. */
#define FIGURE(rig, property, ...)                                \
    do {                                                          \
        printf("= %s | %s | ", (rig)->info->method, property);    \
        printf(__VA_ARGS__);                                      \
        printf("\n");                                             \
    } while (0)

static inline int summary(void)
{
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}

#endif
