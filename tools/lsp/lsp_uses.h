/* lsp_uses.h - all names of a text with what they mean: lsp_uses.c. */
#ifndef LSP_USES_H
#define LSP_USES_H

#include "lsp_thing.h"

typedef enum { USE_CLASS, USE_COMPONENT, USE_ITERATOR, USE_LITERAL, USE_NET, USE_PLACE } UseKind;

/* A name at a place. declared: where that which it means is declared, {0, 0}: in no file. */
typedef struct {
    Span at, declared;
    UseKind kind;
    bool declares, ends;                   /* it is the declaration; the name behind `end` */
    Thing thing;                           /* of a class, a component */
    Class *within;                         /* the class that it is written in */
    const char *path;                      /* of a component, "a.b.c" as written up to here */
} Use;

/* of what is written in src, whose classes are in that package, or further in; vec, in the order of the text */
Use  *uses_of(Dtc *d, const Source *src, Class *in);
const Use *use_at(const Use *list, uint32_t pos);          /* NULL: there is none */

#endif
