/* gear_output.h - the forms in which a gear train is told. */
#ifndef GEAR_OUTPUT_H
#define GEAR_OUTPUT_H

#include "gears.h"
#include "sheet.h"

static inline Cell gear_fraction(const Train *t, Fraction f) { return cell_fraction(fr_value(f), fr_text(t->d, f)); }

/* gear_table.c: tables to read; all 2^n configurations */
Sheet gears_text(const GearReport *r, bool details);
void gears_print_all(FILE *out, const Train *t);
const char *mesh_text(const Train *t, const Mesh *m);      /* "108*carrier = 70*sun + 38*planet" */
/* gear_details.c: what there is of each gear: a name and a value for each row, of a state for the basis, or driver, k:
 * a fraction, or a word where it has none. key: for programs, NULL: they have it elsewhere */
typedef struct {
    const char *title, *key; uint32_t rows;
    const char *(*name)(const Train *t, uint32_t row);
    Cell (*value)(const GearReport *r, const State *s, uint32_t row, uint32_t k);
    bool torques;
} GearGrid;
enum { GEAR_GRIDS = 7 };
void gear_grids(const Train *t, GearGrid *grids);
static inline uint32_t gear_columns(const State *s, bool torques) { return torques ? s->drivers : s->bases; }
Cell gear_shown(const GearReport *r, const GearGrid *g, const State *s, uint32_t row, uint32_t k);     /* to be read */
void gears_details(Sheet *s, const GearReport *r);         /* tables of them, into the sheet */
/* gear_data.c: all of it, for programs; docs/gears.md has its tables */
Sheet gears_data(const GearReport *r);
/* gear_sheet.c: the table of gears: a row each */
Sheet gears_sheet(const GearReport *r);

/* gear_html.c: a page of its own */
void gears_html(FILE *out, const GearReport *r);

#endif
