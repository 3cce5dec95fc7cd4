/* search_sheet.c - shift logics that were found, as tables to read: one each. */
#include "gear_output.h"
#include "search.h"

static void gear(Sheet *s, const LogicSearch *r, const Logic *l, uint32_t k)
{
    const Train *t = r->train;
    const State *at = &r->state[l->gear[k]], *before = k ? &r->state[l->gear[k - 1]] : NULL;
    const GearShift shift = before ? shift_of(t, before, at) : (GearShift){ 0 };

    sheet_cells(s, cell_number(k + 1), cell_number(fr_value(at->ratio)), cell_text(fr_text(t->d, at->ratio)),
                before ? cell_number(fr_value(fr_div(before->ratio, at->ratio))) : cell_nothing(),
                cell_text(element_names(t, at->engaged, " ")),
                !before ? cell_nothing()
                        : cell_text(internf(t->d, "%s off, %s on%s", element_name(t, shift.off[0]),
                                            element_name(t, shift.on[0]),
                                            shift.one_way ? ", by a freewheel" : "")));
}

static void logic(Sheet *s, const LogicSearch *r, uint32_t i)
{
    const Logic *l = &r->logic[i];
    const char *slip = l->slip_element == NONE
                         ? "no slip"
                         : internf(s->d, "slip %.5f (%s in gear %u)", fr_value(l->slip),
                                   element_name(r->train, l->slip_element), l->slip_gear + 1);

    sheet_table(s, internf(s->d, "logic%u", i + 1),
                internf(s->d, "Logic %u: unevenness %.5f, %s, spread %.5f", i + 1, fr_value(l->unevenness),
                        slip, fr_value(l->spread)));
    sheet_look(s, (SheetLook){ .indent = 2 });
    sheet_columns(s, SIDED("gear", CELLS_RIGHT), { "ratio", NULL, -5, CELLS_RIGHT, 10 },
                  SIDED("exact", CELLS_LEFT), { "step", NULL, -5, CELLS_RIGHT, 7 },
                  SET_WIDE("elements", CELLS_LEFT, 8), SIDED("shift from the gear before", CELLS_LEFT));
    for (uint32_t k = 0; k < vec_len(l->gear); k++)
        gear(s, r, l, k);
}

Sheet logic_sheet(const LogicSearch *r)
{
    Sheet s = sheet_new(r->train->d, r->train->f->name);
    const char *bound = r->bound > 1 ? internf(s.d,
                                               "Not all are looked at: a logic could be\n  more even than "
                                               "the ones below by a factor of %.4f.",
                                               r->bound)
                                     : "No logic is better than these in both:\n  all were looked at.";

    sheet_table(&s, "",
                internf(s.d,
                        "%s: shift logics of %u forward gears with single shifts alone: one element off, one "
                        "on\n"
                        "  %u sets of elements make a forward gear and leave one motion; %u single shifts "
                        "between them; the longest chain has %u gears.\n"
                        "  unevenness: largest step over smallest; slip: largest speed of an open element, "
                        "input 1. %s",
                        r->train->f->name, r->gears, vec_len(r->state), r->shifts, r->longest, bound));
    for (uint32_t i = 0; i < vec_len(r->logic); i++)
        logic(&s, r, i);
    return s;
}
