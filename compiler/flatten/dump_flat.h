/* dump_flat.h - what dump_flat.c and dump_function.c share. */
#ifndef DUMP_FLAT_H
#define DUMP_FLAT_H

#include "flat.h"

/* An output of a function that is read within an expression; `output` counts scalars from 1. */
typedef struct { uint32_t function, output; } Wanted;

typedef struct Dump {
    Dtc  *d;
    Flat *f;
    FILE *out;
    Map   switch_of;                       /* Var s of a switching element -> its index */
    Rewriter known;                        /* structural parameters by their values */
    Map   element_equation;                /* member of a switching element -> equation that gives it */
    Map   element_path;                    /* KEY(name of a switching element) -> its index */
    Map   seen;                            /* expressions that were searched for outputs */
    Map   want;                            /* function, output -> 1: is in wanted */
    Shared shared;                         /* subexpressions of equations, as variables */
    bool  shares;                          /* in equations */
    Wanted *wanted;                        /* vec */
} Dump;

const char *type_name(TypeKind t);
void doc_text(Dump *p, const char *doc);
void want_outputs(Dump *p, Ex e, bool whole);              /* whole: e is a call whose outputs are taken by variables */
void dump_functions(Dump *p);                              /* those used, and one for each output wanted; by name */

#endif
