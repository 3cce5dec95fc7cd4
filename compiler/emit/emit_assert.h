/* emit_assert.h - the texts of messages, from emit_assert.c. */
#ifndef EMIT_ASSERT_H
#define EMIT_ASSERT_H

#include "emit.h"

void assert_plan(Emitter *e);              /* numbers of messages, e->place, e->warning */
uint32_t message_plan(Emitter *e, const char *path, Ex message);   /* the number of a text with places */
uint32_t emit_messages(Emitter *e);        /* tables messages, places, warnings; how many groups messages have */
void emit_message_tables(Emitter *e);      /* in the descriptor */

#endif
