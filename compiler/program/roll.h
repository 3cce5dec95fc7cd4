/* roll.h - what the files of the pass roll share: family.c, shape.c, roll.c. */
#ifndef ROLL_H
#define ROLL_H

#include "store.h"

/* Variables that are stored alike and whose names differ in the numbers of components alone: s[1].w, s[2].w; or j1.w,
 * j2.w. */
typedef struct { Var *member; Ex array; } Family;          /* member: vec; array: 0: they are scalars */
typedef struct { const Emitter *e; Family *family; uint32_t *of, *at; } Families; /* of, at: by Var; of 0: none */

void find_families(Families *f, const Emitter *e);
/* of a variable of a family, or of a C array of the model: the array, a family's made by this; which element v is */
Ex   array_of(Families *f, Var v);
uint32_t element_of(const Families *f, Var v);
/* where values are with those of the arrays that were made */
const Store *moved_elements(Families *f);

/* A place in a statement at which its repeats may differ: a variable, a number. */
typedef struct { Ex x; Var root; bool negated; } Place;
/* What does not count in a shape: for what is said of statements that were not rolled. */
enum { ANY_SIGN = 1, ANY_NUMBER = 2, ANY_NAME = 4 };
/* place: vec, of all statements whose shape was made; declared: vec, locals of the present one */
typedef struct {
    const Emitter *e; const Families *f; Place *place; Obj *declared; uint64_t hash; uint32_t nodes, large, next;
    unsigned any; const Ex *image;
} Shapes;

uint64_t statement_shape(Shapes *s, const Statement *t);                /* appends its places */
/* t, its places replaced by s->image from s->next on, in their order; 0: it stays */
Statement     reshaped(Shapes *s, const Statement *t);

#endif
