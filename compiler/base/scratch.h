/* scratch.h - stretches of a pass, whose memory is given back before the pass ends:
 *
 *     Scratch own = scratch_begin(d);
 *     ...
 *     scratch_end(d, own);
 *
 * What is put into d->pass in between is gone at the end; what is older stays. Stretches nest. Requires: no vec or map
 * of d->pass that is older grows in between, since what it grows into would go as well (AddressSanitizer sees it).
 * Cost: constant, and the bytes that are given back.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include "base.h"

typedef struct { struct Chunk *chunk; size_t used; uint64_t newest; } Scratch;

Scratch scratch_begin(Dtc *d);
void    scratch_end(Dtc *d, Scratch s);

/* A part of a pass that keeps nothing in d->pass. */
struct Flat;
static inline bool alone(Dtc *d, struct Flat *f, bool (*part)(Dtc *, struct Flat *))
{
    Scratch own = scratch_begin(d);
    bool good = part(d, f);
    scratch_end(d, own);
    return good;
}

#endif
