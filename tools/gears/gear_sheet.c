/* gear_sheet.c - the table of gears as a sheet: a row for each gear.
 *
 * Columns: gear, class, ratio, exact ratio, step to the next, efficiency driving and coasting, when it holds, then for
 * each element its torque (nothing: open), for 1 at the first input. Cost: linear in gears times elements.
 */
#include "gear_output.h"
#include "gears.h"

static Cell efficiency(const State *s, uint32_t direction)
{
    const Loss *l = s->loss ? &s->loss[direction] : NULL;

    return !l || l->count == FLOW_UNKNOWN ? cell_nothing()
         : l->count == FLOW_NONE          ? cell_text("locks")
                                          : cell_number(fr_value(l->efficiency));
}

static Cell torque(const GearReport *r, const State *s, uint32_t element)
{
    return is_engaged(s, element) && s->drivers
             ? gear_fraction(r->train, s->element_torque[element * s->drivers])
             : cell_nothing();
}

static void row(Sheet *t, const GearReport *r, uint32_t k)
{
    const State *s = &r->state[k];
    const bool gear = s->class == STATE_GEAR && !fr_is_zero(s->ratio);
    Fraction step;

    sheet_cells(t, cell_text(state_name(r, k)), cell_text(state_class_name[s->class]),
                gear ? cell_number(fr_value(s->ratio)) : cell_nothing(),
                gear ? gear_fraction(r->train, s->ratio) : cell_nothing(),
                gear_step(r, k, &step) ? cell_number(fr_value(step)) : cell_nothing(), efficiency(s, 0),
                efficiency(s, 1), cell_text(s->class == STATE_GEAR ? state_holds(r->train, s) : ""));
    for (uint32_t e = 0; e < vec_len(r->train->element); e++)
        sheet_cells(t, torque(r, s, e));
}

Sheet gears_sheet(const GearReport *r)
{
    Sheet t = sheet_new(r->train->d, NULL);

    t.bare = true;
    sheet_table(&t, "gears", NULL);
    sheet_look(&t, (SheetLook){ .digits = 10 });
    sheet_columns(&t, SIDED("gear", CELLS_LEFT), SIDED("class", CELLS_LEFT), SIDED("ratio", CELLS_RIGHT),
                  SIDED("exact", CELLS_RIGHT), SIDED("step", CELLS_RIGHT), SIDED("driving", CELLS_RIGHT),
                  SIDED("coasting", CELLS_RIGHT), SIDED("holds", CELLS_LEFT));
    for (uint32_t e = 0; e < vec_len(r->train->element); e++)
        sheet_columns(&t, SIDED(element_name(r->train, e), CELLS_RIGHT));
    for (uint32_t k = 0; k < vec_len(r->state); k++)
        row(&t, r, k);
    return t;
}
