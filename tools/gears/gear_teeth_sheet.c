/* gear_teeth_sheet.c - teeth that were found, as a table to read. */
#include "gear_teeth.h"

enum { TEETH = 14, RATIO = 10 };           /* widths of columns */

static const char *teeth_text(Dtc *d, const VariedSet *v, const Teeth *z)
{
    return v->suns == 2 ? internf(d, "%d/%d/%d", z->z[0], z->z[1], z->z[2])
                        : internf(d, "%d/%d", z->z[0], z->z[1]);
}

static const char *conditions(const TeethSearch *s)
{
    Dtc *d = s->train->d;
    const char *text =
        internf(d, "Teeth from %d to %d of suns and rings (sun/ring, sun1/sun2/ring)", s->low, s->high);

    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        text = internf(d, "%s%s %s: %d planets%s", text, i ? "," : ";",
                       set_name(s->train, &s->train->set[s->varied[i].set]), s->varied[i].planets,
                       s->varied[i].given ? "" : " (not given)");
    if (vec_len(s->kept))
        text = internf(d, "%s\n%s: left as they are, no sets of sun, planets and ring by their teeth", text,
                       text_joined(d, s->kept, ", ", ", "));
    return internf(d, "%s\n%.0f combinations looked at, %s", text, s->looked_at,
                   s->proven ? "all that there are: no other has fewer teeth and a smaller error"
                             : "not all: there may be better ones");
}

Sheet teeth_sheet(const TeethSearch *s)
{
    Dtc *d = s->train->d;
    Sheet t = sheet_new(d, NULL);

    sheet_table(&t, "teeth", conditions(s));
    sheet_look(&t, (SheetLook){ .indent = 2 });
    sheet_columns(&t, SET_WIDE("error", CELLS_RIGHT, -9), SET_WIDE("teeth", CELLS_RIGHT, -5));
    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        sheet_columns(&t, SET_WIDE(set_name(s->train, &s->train->set[s->varied[i].set]), CELLS_LEFT, -TEETH));
    for (uint32_t k = 0; k < vec_len(s->wanted); k++)
        sheet_columns(&t, SET_WIDE(state_name(s->report, s->gear[k]), CELLS_RIGHT, -RATIO));
    sheet_cells(&t, cell_text("wanted"), cell_nothing());
    for (uint32_t i = 0; i < vec_len(s->varied); i++)
        sheet_cells(&t, cell_nothing());
    for (uint32_t k = 0; k < vec_len(s->wanted); k++)
        sheet_cells(&t, cell_number(s->wanted[k]));
    for (uint32_t i = 0; i < vec_len(s->best); i++) {
        const TeethResult *b = &s->best[i];
        sheet_cells(&t, cell_text(internf(d, "%.3f%%", 100 * b->error)), cell_number(b->sum));
        for (uint32_t k = 0; k < vec_len(s->varied); k++)
            sheet_cells(&t, cell_text(teeth_text(d, &s->varied[k], &s->varied[k].choice[b->choice[k]])));
        for (uint32_t k = 0; k < vec_len(s->wanted); k++)
            sheet_cells(&t, cell_text(fr_text(d, b->ratio[k])));
    }
    return t;
}
