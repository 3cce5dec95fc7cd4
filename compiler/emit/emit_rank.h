/* emit_rank.h - the rank of systems of equations, watched in a variable-step run. */
#ifndef EMIT_RANK_H
#define EMIT_RANK_H

#include "emit.h"

uint32_t emit_ranks(Emitter *e);           /* function ranks and the table rank_texts; how many */

#endif
