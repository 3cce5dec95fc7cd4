/* emit_assert.h - tables of messages, from emit_assert.c. */
#ifndef EMIT_ASSERT_H
#define EMIT_ASSERT_H

#include "emit.h"

uint32_t emit_messages(Printer *pr);       /* tables messages, places, warnings; how many groups messages have */
void emit_message_tables(Printer *pr);     /* in the descriptor */

#endif
