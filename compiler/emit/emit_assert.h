/* emit_assert.h - assertions and the texts of messages, from emit_assert.c. */
#ifndef EMIT_ASSERT_H
#define EMIT_ASSERT_H

#include "emit.h"

void assert_plan(Emitter *e);              /* numbers of messages, e->place, e->warning */
uint32_t message_plan(Emitter *e, const char *path, Ex message);   /* the number of a text with places */
void emit_shown(Emitter *e, uint32_t number);   /* the values of its places, as they are now */
/* assertions that read initial(), among them those of initial equations, as they are in the initialisation */
void emit_check_initial(Emitter *e);
void emit_check_parameters(Emitter *e);    /* those that depend on parameters alone, in setup; in a chunk */
void emit_check(Emitter *e);               /* assertions, and outputs that are no numbers */
void emit_assert_action(Emitter *e, const WhenAction *a);   /* of a when-clause: assert, terminate */
void emit_assert_members(Emitter *e);      /* in the struct */
void emit_assert_reset(Emitter *e);        /* in setup */
void emit_messages(Emitter *e);            /* tables messages, places, warnings */
void emit_message_tables(Emitter *e);      /* in the descriptor */

#endif
