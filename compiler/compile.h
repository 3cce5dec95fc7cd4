/* compile.h - the compiler as a library: from text to the program of a step (compile.c).
 *
 * dtc_new makes what all of it works on; its options (base.h) say what to read and for what to compile. Each function
 * below gives NULL or false after a diagnosis, which has been printed and counted. What they give lives until dtc_free.
 */
#ifndef COMPILE_H
#define COMPILE_H

#include "dae.h"

struct Class;
struct Emitter;

struct Class *model_class(Dtc *d);         /* the class that is meant, read once */
bool is_model(const struct Class *c);      /* a model or block that is not partial */
Flat *flat_model(Dtc *d);                  /* its variables and equations, as they are written */
bool compile(Dtc *d, Dae *dae);            /* all passes: blocks in order, staged */
struct Emitter *step_program(Dtc *d, Dae *dae);            /* what a step computes, as data; after compile */
bool finish_program(struct Emitter *e);    /* the passes over it; with opt.walked step_program leaves them out */
bool dump_wanted(const Dtc *d, const char *pass);          /* --dump=pass */

#endif
