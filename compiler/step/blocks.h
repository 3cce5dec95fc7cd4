/* blocks.h - blocks of equations as statements, and their switching laws. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "emit.h"
#include "zero.h"

/* A torn block and its storage: n residuals, m switching elements. What a block does not have is 0. law: as a whole. */
typedef struct {
    Emitter *e; Program *p; Dtc *d; const Block *b; uint32_t index, n, m; bool initial;
    Ex A, pivots, Y, X, C, B, D, z, law;
} Torn;

/* blocks.c */
void build_matrices(Emitter *e, uint32_t index);          /* J, B, C, D at their rate, factored */
bool assigns_in_steps(const Emitter *e);       /* blocks of a fixed step compute what when-clauses assign */
void build_solution(Emitter *e, uint32_t index);
void build_blocks(Emitter *e);                            /* fixed, initial, held, structure, kinematic, equations */
Ex   block_part(Emitter *e, const Block *b, TypeKind t, uint32_t n, const char *name);    /* of its storage */
const char *path_of(Emitter *e, const Block *b);           /* of its components */
void do_fault(Program *p, uint32_t message);              /* m->fault = its number */
Ex   no_model_fault(Program *p);                           /* m->fault == 0 */

/* law.c */
Ex   law_of(Emitter *e, uint32_t index);
void do_law(Emitter *e, const char *what, uint32_t index);     /* calls one of its functions */
Ex   law_part(Emitter *e, uint32_t index, const char *name);   /* of as many Reals as it has elements */
void build_laws(Emitter *e);                              /* keep, sense, size, show, start of each */
void build_size(Emitter *e, uint32_t index);              /* size.c */

#endif
