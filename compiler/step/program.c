/* program.c - the step program: objects, functions, statements.
 *
 * All is in d->run; names are interned. A function without statements stays in the program. Cost: constant time each.
 */
#include <stdarg.h>
#include "step.h"

void program_begin(Program *p, Dtc *d, const Flat *f)
{
    *p = (Program){ .d = d, .f = f };
    d->object = NULL;
    vec_push(&d->run, d->object, "");
    vec_push(&d->run, p->object, ((Object){ 0 }));
    vec_push(&d->run, p->fn, ((StepFunction){ "", NULL, NULL }));
}

Obj object_new(Program *p, Object o)
{
    o.name = internz(p->d, o.name);
    vec_push(&p->d->run, p->object, o);
    vec_push(&p->d->run, p->d->object, o.name);
    return vec_len(p->object) - 1;
}

Ex object_all(Program *p, Obj o) { return ex_new(p->d, OP_OBJ, p->object[o].type, o, NULL, 0); }

Ex object_at(Program *p, Obj o, uint32_t i)
{
    Ex at = ex_int(p->d, i);
    return ex_new(p->d, OP_OBJ, p->object[o].type, o, &at, 1);
}

Fn function_new(Program *p, const char *name)
{
    Fn fn = vec_len(p->fn);

    name = internz(p->d, name);
    vec_push(&p->d->run, p->fn, ((StepFunction){ name, NULL, NULL }));
    map_set(&p->d->run, &p->by_name, KEY(name), fn);
    return fn;
}

Fn function_of(const Program *p, const char *name) { return (Fn)map_get(&p->by_name, KEY(internz(p->d, name))); }

void do_set(Program *p, Fn fn, Ex to, Ex value)
{
    vec_push(&p->d->run, p->fn[fn].body, ((Step){ .kind = DO_SET, .to = to, .value = value }));
}

void do_kernel(Program *p, Fn fn, Ex to, KernelId kernel, ...)
{
    Step s = { .kind = DO_KERNEL, .to = to, .kernel = kernel };
    va_list args;

    va_start(args, kernel);
    for (uint32_t i = 0; i < kernels[kernel].nargs; i++)
        vec_push(&p->d->run, s.arg, va_arg(args, Ex));
    va_end(args);
    vec_push(&p->d->run, p->fn[fn].body, s);
}
