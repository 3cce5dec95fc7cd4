/* program.c - the step program: functions and statements.
 *
 * All is in d->run; names are interned. A function without statements stays in the program. Cost: constant time each. */
#include "step.h"

void program_begin(Program *p, Dtc *d, const Flat *f)
{
    *p = (Program){ .d = d, .f = f };
    vec_push(&d->run, p->fn, ((StepFunction){ "", NULL }));
}

Fn function_new(Program *p, const char *name)
{
    Fn fn = vec_len(p->fn);

    name = internz(p->d, name);
    vec_push(&p->d->run, p->fn, ((StepFunction){ name, NULL }));
    map_set(&p->d->run, &p->by_name, KEY(name), fn);
    return fn;
}

Fn function_of(const Program *p, const char *name) { return (Fn)map_get(&p->by_name, KEY(internz(p->d, name))); }

void do_set(Program *p, Fn fn, Ex to, Ex value)
{
    vec_push(&p->d->run, p->fn[fn].body, ((Step){ DO_SET, to, value }));
}
