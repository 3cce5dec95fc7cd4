/* unit.h - dimensions of unit strings; shared by unit.c and units.c. */
#ifndef UNIT_H
#define UNIT_H

#include "base.h"

enum { UNIT_BASES = 7, UNIT_SCALE = 12 };  /* exponents of m kg s A K mol cd, in twelfths */

typedef enum { U_UNKNOWN, U_NUMBER, U_KNOWN } UnitKind;              /* U_NUMBER: a literal, fits anything */
typedef struct {
    int8_t   e[UNIT_BASES];
    uint8_t  kind;
    bool     weak;                         /* a literal is involved */
    double   factor;                       /* times the SI unit; 0: any */
} Unit;

/* "N.m/rad", "km/h", "1/(kg.K)"; false: not understood */
bool unit_parse(const char *text, Unit *u);
bool unit_equals(const Unit *u, const char *text);                         /* also by its factor: "J" */
bool unit_power(const Unit *u, int64_t num, int64_t den, Unit *out); /* false: an exponent cannot be represented */
bool unit_product(const Unit *a, const Unit *b, int sign, Unit *out);
bool unit_alike(const Unit *a, const Unit *b);                       /* same dimensions */
bool unit_is_one(const Unit *u);
const char *unit_text(Dtc *d, const Unit *u);                        /* "kg.m2/s2" */
const char *unit_name(Dtc *d, const Unit *u);                        /* as above, but "N", "W" */

#endif
