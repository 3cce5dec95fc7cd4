/* gear_output.h - the forms in which a gear train is told. */
#ifndef GEAR_OUTPUT_H
#define GEAR_OUTPUT_H

#include "gears.h"

/* gear_table.c, gear_details.c: tables for people */
void gears_print(FILE *out, const GearReport *r);
void gears_print_all(FILE *out, const Train *t);           /* all 2^n configurations */
void gears_print_details(FILE *out, const GearReport *r);
/* gear_json.c: all of it; docs/gears.md has its members */
void gears_json(FILE *out, const GearReport *r);
/* gear_text.c: the table of gears: a line of a CSV, a row of a Markdown table each */
void gears_csv(FILE *out, const GearReport *r);
void gears_markdown(FILE *out, const GearReport *r);

#endif
