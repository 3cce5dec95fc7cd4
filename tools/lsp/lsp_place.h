/* lsp_place.h - what stands around a position of a text that may be broken there: lsp_place.c. */
#ifndef LSP_PLACE_H
#define LSP_PLACE_H

#include "lsp.h"
#include "parse.h"
#include "gram.h"

typedef enum { IN_FILE, IN_ELEMENTS, IN_EQUATIONS, IN_STATEMENTS, IN_NET } SectionKind;
/* A class or net that is open, the outermost first. */
typedef struct { const char *name; int opened; SectionKind section; bool net; } OpenClass;

typedef struct Place {
    Token *token;                          /* vec: all before the word at the position */
    const char *typed; Span word;          /* what is typed of that word, or "" */
    bool in_string, in_comment;
    OpenClass *level;                        /* vec */
    uint32_t first;                        /* token with which the statement begins; vec_len(token): it does here */
    uint32_t *open;                        /* vec: brackets that are open in it, tokens */
    int *block;                            /* vec: IF FOR WHEN WHILE that are open in the class */
} Place;

Token *lexed(Dtc *d, Source *src, uint32_t from, uint32_t to, Token *last);       /* vec, comments left out */
Place  place_at(Ask *q, uint32_t at);
Class *class_around(Ask *q, const Place *p);               /* the innermost in the tree, or the package around */
/* Names and dots that end before token `end`: a.b[2].c gives 3 parts; *begin: their first token. */
Part  *chain_before(Dtc *d, const Token *token, uint32_t end, uint32_t *begin);

#endif
