/* lsp_wish.h - what may be written at a position: lsp_wish.c. */
#ifndef LSP_WISH_H
#define LSP_WISH_H

#include "lsp_place.h"
#include "lsp_thing.h"

typedef enum {
    WANT_NOTHING, WANT_CLASS, WANT_ELEMENT, WANT_TYPE, WANT_IMPORT, WANT_NEW_NAME, WANT_AFTER_NAME, WANT_MODIFIER,
    WANT_ANNOTATION, WANT_EXPRESSION, WANT_EQUATION, WANT_CONNECTOR, WANT_UNIT, WANT_END, WANT_IN, WANT_OPERATOR,
    WANT_PLACE, WANT_NET
} Want;

typedef struct Wish {
    Want want;
    Class *scope;                          /* where names are looked up */
    Part *of;                              /* vec: what stands before the dot; NULL: no dot */
    Class *modified; bool redeclared;      /* WANT_MODIFIER: whose members; those alone that may be redeclared */
    Thing value;                           /* WANT_EXPRESSION: of what this is the value */
    Class *function; uint32_t argument;    /* of the call around; NULL: none */
    const char *called;                    /* its name, also of a built-in one; NULL: none */
    bool argument_begins;                  /* nothing of the argument is written but the word */
    const char **given;                    /* vec: names that the brackets have already */
    Thing other;                           /* WANT_CONNECTOR: the first argument, for the second */
    const char *type;                      /* WANT_NEW_NAME: the last name of its type */
} Wish;
Wish wish_at(Ask *q, const Place *p);

#endif
