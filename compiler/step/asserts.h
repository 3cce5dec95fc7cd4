/* asserts.h - assertions and messages as statements, from asserts.c. */
#ifndef ASSERTS_H
#define ASSERTS_H

#include "emit.h"

void build_asserts(Emitter *e);            /* functions check, check_initial */
/* In the function that is being built: */
void do_message(Emitter *e, uint32_t number);   /* m->fault = number, with the values of its places as they are now */
void do_check_parameters(Emitter *e);      /* assertions that depend on parameters alone, in setup */

#endif
