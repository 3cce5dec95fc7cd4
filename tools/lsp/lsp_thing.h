/* lsp_thing.h - what names mean, without an instance: lsp_thing.c. */
#ifndef LSP_THING_H
#define LSP_THING_H

#include "lsp.h"

/* A class, or a component (e) with its class (NULL: unknown). member: with all redeclarations; owner: its class */
typedef struct { Class *cls; const Element *e; const Member *member; Class *owner; } Thing;
Thing thing_named(Dtc *d, Class *scope, const Part *part, uint32_t n);          /* e, cls NULL: nothing */
Thing thing_member(Dtc *d, Class *c, const char *name);
Thing thing_of(Dtc *d, Class *owner, const Element *e);

#endif
