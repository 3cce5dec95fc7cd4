/* nets.h - what is known of a net while compiling, guards left out: what check_nets.c, markings.c, invariants.c,
 * exclusive.c and dump_nets.c share. */
#ifndef NETS_H
#define NETS_H

#include "flat.h"

enum { MOST_MARKINGS = 100000 };           /* so many are enumerated; beyond that it is not decided */

/* Of one token, or one room in the place, the transition `first` is asked before `second`. */
typedef struct { uint32_t first, second, place; bool room, met; } Conflict;

/* vecs and arrays by place, by transition; what is not decided has markings 0, and then of these what was met so far */
typedef struct {
    const bool *ever;                      /* a token may be there, capacities left out too */
    uint32_t markings;                     /* that can be reached */
    bool    *fires;                        /* it can fire in one of them */
    bool    *has_tokens;                   /* its sources have tokens in one of them, whether or not there is room */
    uint32_t *full;                        /* of a place: 1 + a transition that would put one token too many, or 0 */
    Conflict *conflict;                    /* vec: those whose guards may hold together; met: in a marking */
} NetFacts;

NetFacts net_facts(Dtc *d, const FlatNet *n);
void explore(Dtc *d, const FlatNet *n, NetFacts *facts);                 /* markings.c: all but ever */
bool guards_exclude(Dtc *d, Ex a, Ex b);                                 /* exclusive.c: they never hold together */

/* A sum of tokens, with whole coefficients by place, that no transition changes. */
typedef struct { int64_t *of; int64_t sum; } Invariant;
/* invariants.c: a basis, vec; *good: false where numbers become too large */
Invariant *net_invariants(Dtc *d, const FlatNet *n, bool *good);
/* of the tokens of a place; UINT32_MAX: none */
uint32_t invariant_bound(const Invariant *basis, uint32_t places, uint32_t place);

bool net_among(const uint32_t *list, uint32_t place);
const char *transition_text(Dtc *d, const Flat *f, const FlatNet *n, uint32_t t);    /* "from a, b to c" */
const char *place_name(const Flat *f, const FlatNet *n, uint32_t place);
void dump_nets(Dtc *d, const Flat *f, FILE *out);                        /* dump_nets.c */

#endif
