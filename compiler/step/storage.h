/* storage.h - what is read and how it is stored. */
#ifndef STORAGE_H
#define STORAGE_H

#include "emit.h"

void find_reads(Emitter *e, bool **read);  /* reads.c: fills *read, e->pre, e->last */
bool is_input(const VarInfo *v);
void decide_storage(Emitter *e, const bool *read);
void name_members(Emitter *e);
void name_companions(Emitter *e);          /* members that go with a variable: its last value, its jump */

#endif
