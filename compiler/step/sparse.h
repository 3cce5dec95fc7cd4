/* sparse.h - functions of blocks whose elimination is fixed, from sparse.c. */
#ifndef SPARSE_H
#define SPARSE_H

#include "emit.h"

void build_eliminations(Emitter *e);

#endif
