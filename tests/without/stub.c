/* stub.c - in the place of compiler/c, for a dtc that is linked without it: what needs C says so and ends. */
#include <stdlib.h>
#include "lanes.h"

_Noreturn static void none(void)
{
    fputs("dtc: error: this dtc has been linked without compiler/c: it writes no C\n", stderr);
    exit(1);
}

bool emit(const Emitter *e, FILE *c, FILE *h, const char *header)
{
    (void)e, (void)c, (void)h, (void)header;
    none();
}

void emit_entry(const Emitter *e, FILE *c)
{
    (void)e, (void)c;
    none();
}

bool emit_place(const Emitter *e, Var v, uint64_t *at, bool *negated)
{
    (void)e, (void)v, (void)at, (void)negated;
    none();
}

int *emit_numbers(const Emitter *e)
{
    (void)e;
    none();
}

const char *emit_kind(const Emitter *e, Var v)
{
    (void)e, (void)v;
    none();
}

Names *make_names(const Emitter *e)
{
    (void)e;
    none();
}

const char *name_of(const Printer *pr, FunctionRole role, uint32_t of)
{
    (void)pr, (void)role, (void)of;
    none();
}

const char *emit_model_name(Dtc *d, const Flat *f)
{
    (void)d, (void)f;
    none();
}

const char *c_model_name(Dtc *d, const char *model)
{
    (void)d, (void)model;
    none();
}

Lanes *lanes_plan(const Emitter *e)
{
    (void)e;
    none();
}

bool lanes_refused(const Emitter *e, const char *why)
{
    (void)e, (void)why;
    none();
}
