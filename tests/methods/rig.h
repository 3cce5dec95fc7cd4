/* rig.h - models whose step is set by the test: rig.sh has them compiled with STEP as a variable. */
#ifndef METHODS_RIG_H
#define METHODS_RIG_H

#include "../models/drive.h"

enum { METHODS = 5 };
static const char *const method_name[METHODS] = { "euler", "semi", "rk2", "rk4", "rosenbrock" };

typedef struct { void *so; const dtc_model_info *info; double *step; } Object;

/* folder/NAME_METHOD.so */
static inline Object object(const char *folder, const char *name, const char *model, const char *method)
{
    char path[1024], symbol[256];
    snprintf(path, sizeof path, "%s/%s_%s.so", folder, name, method);
    snprintf(symbol, sizeof symbol, "%s_info", model);
    Object o = { dlopen(path, RTLD_NOW | RTLD_LOCAL), NULL, NULL };
    if (o.so) {
        o.info = dlsym(o.so, symbol);
        o.step = dlsym(o.so, "test_step");
    }
    if (!o.info || !o.step) {
        printf("cannot load %s from %s: %s\n%d passed, %d failed\n", symbol, path, dlerror(), passed, failed + 1);
        exit(1);
    }
    return o;
}

static inline Rig rig(Object o, double h)
{
    *o.step = h;
    Rig r = { o.info, malloc(o.info->size), h };
    o.info->init(r.m);
    return r;
}

#endif
