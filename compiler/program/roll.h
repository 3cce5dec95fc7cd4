/* roll.h - what the files of the pass roll share: family.c, shape.c, roll.c. */
#ifndef ROLL_H
#define ROLL_H

#include "store.h"

/* Variables that are stored alike and whose names differ in the numbers of components alone: s[1].w, s[2].w; or j1.w,
 * j2.w. */
typedef struct { Var *member; Ex array; } Family;          /* member: vec, 0: none; array: 0: they are scalars */
typedef struct { const Emitter *e; Family *family; uint32_t *of, *at; } Families; /* of, at: by Var; of 0: none */

void find_families(Families *f, const Emitter *e);
/* elements at the numbers of their components, some of which may be none */
void place_by_numbers(Families *f);
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

/* ---- differ.c ------------------------------------------------------------------------------------------ */

/* By what a place is replaced (0: by nothing): a number; an element of an array; at a i + b, if it is a line. */
typedef struct { Ex by, array; bool line; int64_t a, b; } Differs;

/* tables, places: by content, by what there is beside the first number; made: bodies of loops; vecs: locals of the
 * loop being made, what is done before it, and at its end; gathers: loops of gather.c are being made */
typedef struct {
    const Emitter *e; Dtc *d; Program *p; Families families; Shapes shapes; Map tables, places, made;
    uint32_t numbers;
    Ex index, *local; Statement *before, *after; Rolled *told; bool gathers;
} Roll;

void make_index(Roll *r, uint32_t times);
Ex   line_at(Roll *r, int64_t a, int64_t b);               /* a i + b */
Ex   signed_as(Roll *r, const Place *p, Ex y);             /* as p has it */
/* Of a place, `step` places from one repeat to the next: the numbers, or elements of an array; are they the same? */
double *numbers_of(Roll *r, const Place *first, uint32_t step, uint32_t n);
bool all_same(const Place *first, uint32_t step, uint32_t n);
bool are_line(const double *x, uint32_t n);
Differs by_index(Roll *r, const Place *first, uint32_t step, uint32_t n);

/* ---- depend.c ------------------------------------------------------------------------------------------ */

typedef struct { uint32_t first, next; } Edge;
/* Of each statement: how many it waits for; those that wait for it, next[from[i]] to below next[from[i + 1]]. */
typedef struct { uint32_t *waits, *from, *next; Edge *edge; } Depend;

bool tells_cells(const Emitter *e, const Statement *t);       /* what it reads and sets is known */
Depend dependences(const Emitter *e, const Statement *body, const uint32_t *step, uint32_t n);    /* of plain ones */

/* ---- gather.c ------------------------------------------------------------------------------------------ */

Statement *gathered(Roll *r, const Statement *body);       /* what is alike of a list is put together */

#endif
