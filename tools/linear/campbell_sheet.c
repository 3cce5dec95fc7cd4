/* campbell_sheet.c - modes over the speed, their crossings with orders, and the forced responses, as tables. */
#include <math.h>
#include "campbell.h"

static void configuration_column(Sheet *s, const Campbell *c)
{
    if (vec_len(c->one) > 1)
        sheet_columns(s, COLUMN("configuration"));
}

static void configuration(Sheet *s, const Campbell *c, const CampbellCase *one)
{
    if (vec_len(c->one) > 1)
        sheet_cells(s, cell_text(one->name));
}

const char *campbell_unit(const Campbell *c, uint32_t output)
{
    return c->torque || c->engine ? c->unit[output]
                                  : internf(c->d, "%s per %s", c->unit[output], c->input_unit);
}

static void output_columns(Sheet *s, const Campbell *c)
{
    for (uint32_t i = 0; i < vec_len(c->output); i++)
        sheet_columns(s, QUANTITY(c->output[i], campbell_unit(c, i), 5));
}

static void point_note(Sheet *s, const Campbell *c)
{
    if (c->along) {
        sheet_note(s, internf(c->d, "At each speed the model is linear around its own point, with %s = %s.",
                              c->along, c->speed));
        return;
    }
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        sheet_note(s, internf(c->d, "%s%sflat lines: linear around one point, %s = %.6g 1/min.",
                              c->one[i].name, *c->one[i].name ? ": " : "", c->speed, c->one[i].at));
    if (vec_len(c->one) > 0 && !c->one[0].whole)
        sheet_note(s, internf(c->d, "The %u lowest modes; --modes N for more.", c->modes));
}

static void modes(Sheet *s, const Campbell *c)
{
    sheet_table(s, "modes", "eigenfrequencies");
    configuration_column(s, c);
    sheet_columns(s, COLUMN("mode"), QUANTITY("damped", "Hz", 6), QUANTITY("frequency", "Hz", 6),
                  QUANTITY("damping", "1", 4), QUANTITY("damped at the end", "Hz", 6),
                  QUANTITY("damping at the end", "1", 4));
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->one[i].mode); k++) {
            const CampbellMode *m = &c->one[i].mode[k];
            const uint32_t last = vec_len(c->one[i].speed) - 1;
            configuration(s, c, &c->one[i]);
            sheet_cells(s, cell_number(k + 1), cell_number(m->damped[0]), cell_number(m->frequency[0]),
                        cell_number(m->damping[0]), cell_number(m->damped[last]),
                        cell_number(m->damping[last]));
        }
    point_note(s, c);
}

static void crossings(Sheet *s, const Campbell *c)
{
    sheet_table(s, "crossings", "where an order meets a mode");
    configuration_column(s, c);
    sheet_columns(s, COLUMN("mode"), QUANTITY("order", NULL, 4), QUANTITY("speed", "1/min", 6),
                  QUANTITY("frequency", "Hz", 6), QUANTITY("damping", "1", 4),
                  QUANTITY("excitation", c->input_unit, 5));
    output_columns(s, c);
    sheet_columns(s, COLUMN("remark"));
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->one[i].crossing); k++) {
            const Crossing *x = &c->one[i].crossing[k];
            bool infinite = false;
            configuration(s, c, &c->one[i]);
            sheet_cells(s, cell_number(x->mode + 1), cell_number(c->order[x->order]), cell_number(x->speed),
                        cell_number(x->frequency), cell_number(x->damping), cell_number(x->torque));
            for (uint32_t o = 0; o < vec_len(c->output); o++) {
                sheet_cells(s, cell_number(x->amplitude[o]));
                infinite |= isnan(x->amplitude[o]);
            }
            sheet_cells(s, cell_text(infinite ? "infinite: no damping" : ""));
        }
    sheet_note(s, internf(c->d, "Amplitudes of the outputs by the order's own %s, the speed being held.",
                          c->input));
}

static void largest(Sheet *s, const Campbell *c)
{
    sheet_table(s, "largest", "largest forced response of each order in the range");
    configuration_column(s, c);
    sheet_columns(s, QUANTITY("order", NULL, 4), COLUMN("output"), QUANTITY("speed", "1/min", 6),
                  QUANTITY("amplitude", NULL, 5), COLUMN("unit"));
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->order); k++)
            for (uint32_t o = 0; o < vec_len(c->output); o++) {
                const double *a = c->one[i].forced[k].amplitude[o];
                uint32_t best = 0;
                if (c->torque && c->one[i].forced[k].torque[0] == 0)
                    continue; /* nothing is said of this order */
                for (uint32_t j = 1; j < vec_len(c->one[i].speed); j++)
                    best = a[j] > a[best] || isnan(a[best]) ? j : best;
                configuration(s, c, &c->one[i]);
                sheet_cells(s, cell_number(c->order[k]), cell_text(c->output[o]),
                            cell_number(c->one[i].speed[best]), cell_number(a[best]),
                            cell_text(campbell_unit(c, o)));
            }
}

static void lines(Sheet *s, const Campbell *c)
{
    sheet_table(s, "lines", "modes over the speed");
    sheet_look(s, (SheetLook){ .aside = true });
    configuration_column(s, c);
    sheet_columns(s, COLUMN("mode"), QUANTITY("speed", "1/min", 6), QUANTITY("damped", "Hz", 6),
                  QUANTITY("damping", "1", 4));
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->one[i].mode); k++)
            for (uint32_t j = 0; j < vec_len(c->one[i].speed); j++) {
                configuration(s, c, &c->one[i]);
                sheet_cells(s, cell_number(k + 1), cell_number(c->one[i].speed[j]),
                            cell_number(c->one[i].mode[k].damped[j]),
                            cell_number(c->one[i].mode[k].damping[j]));
            }
}

static void forced(Sheet *s, const Campbell *c)
{
    sheet_table(s, "forced", "forced responses over the speed");
    sheet_look(s, (SheetLook){ .aside = true });
    configuration_column(s, c);
    sheet_columns(s, QUANTITY("order", NULL, 4), QUANTITY("speed", "1/min", 6),
                  QUANTITY("excitation", c->input_unit, 5));
    output_columns(s, c);
    for (uint32_t i = 0; i < vec_len(c->one); i++)
        for (uint32_t k = 0; k < vec_len(c->order); k++)
            for (uint32_t j = 0; j < vec_len(c->one[i].speed); j++) {
                configuration(s, c, &c->one[i]);
                sheet_cells(s, cell_number(c->order[k]), cell_number(c->one[i].speed[j]),
                            cell_number(c->one[i].forced[k].torque[j]));
                for (uint32_t o = 0; o < vec_len(c->output); o++)
                    sheet_cells(s, cell_number(c->one[i].forced[k].amplitude[o][j]));
            }
}

Sheet campbell_sheet(const Campbell *c)
{
    Sheet s = sheet_new(c->d, c->title ? c->title : internf(c->d, "modes and orders of %s", c->model));

    modes(&s, c);
    crossings(&s, c);
    largest(&s, c);
    lines(&s, c);
    forced(&s, c);
    return s;
}
