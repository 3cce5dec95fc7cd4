/* search.h - looking for a shift logic of a train. */
#ifndef SEARCH_H
#define SEARCH_H

#include "gears.h"
#include "sheet.h"

/* Forward gears from the lowest, each a single shift from the next: one element off, one on. unevenness: largest step
 * over smallest; slip: largest speed of an open element, for input speed 1, with the gear and the element that have it.
 * spread: ratio of the first gear over that of the last. */
typedef struct {
    uint32_t *gear;                        /* vec of LogicSearch.state */
    Fraction unevenness, slip, spread;
    uint32_t slip_gear, slip_element;      /* of gear; NONE: no element is open */
} Logic;

/* State: all sets of elements that could be a forward gear, the lowest first. longest: gears of the longest chain.
 * bound: no logic is more even than those found by more than this factor; 1: proven. */
typedef struct {
    const Train *train; uint32_t gears;
    State *state;                          /* vec */
    uint32_t shifts, longest;              /* shifts: single ones between states */
    Logic *logic;                          /* vec: the Pareto set, from the most even to the least slip */
    double bound;
} LogicSearch;

/* search_logic.c */
bool logic_search(const Train *t, uint32_t gears, LogicSearch *r);       /* false after a message */

/* search_sheet.c */
Sheet logic_sheet(const LogicSearch *r);

#endif
