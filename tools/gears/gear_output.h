/* gear_output.h - the forms in which a gear train is told. */
#ifndef GEAR_OUTPUT_H
#define GEAR_OUTPUT_H

#include "gears.h"
#include "sheet.h"

/* gear_table.c, gear_details.c: tables for people */
void gears_print(FILE *out, const GearReport *r);
void gears_print_all(FILE *out, const Train *t);           /* all 2^n configurations */
void gears_print_details(FILE *out, const GearReport *r);
/* What there is of each gear: a name and a value for each row, of a state for the basis, or driver, k. */
typedef const char *GearCell(const GearReport *r, const State *s, uint32_t row, uint32_t k);
typedef struct { const char *title; uint32_t rows; GearCell *name, *value; bool torques; } GearGrid;
enum { GEAR_GRIDS = 7 };
void gear_grids(const Train *t, GearGrid *grids);
const char *mesh_text(const Train *t, const Mesh *m);      /* "108*carrier = 70*sun + 38*planet" */
/* gear_json.c: all of it; docs/gears.md has its members */
void gears_json(FILE *out, const GearReport *r);
/* gear_sheet.c: the table of gears: a row each */
Sheet gears_sheet(const GearReport *r);

/* gear_html.c: a page of its own */
void gears_html(FILE *out, const GearReport *r);

#endif
