/* orders_sheet.c - orders as tables: of each the largest, where it is, and what it is on the average; and all of them.
 *
 * The table of all has a row for each window: time, speed, then amplitude and phase of each signal's orders, named
 * SIGNAL:ORDER and SIGNAL:ORDER:phase, with units as dtc plot reads them (--x to draw them over the speed). Where the
 * rows of the run are too few for an order there is no value. Cost: linear in windows times orders.
 */
#include <math.h>
#include "orders.h"

#define PI 3.14159265358979323846

typedef struct { bool some; double largest, turns, phase, mean; } Summary;

static Summary summary_of(const Orders *r, const OrderSignal *s, uint32_t order)
{
    Summary all = { 0 };
    uint32_t n = 0;

    for (uint32_t w = 0; w < r->windows; w++) {
        double a = s->amplitude[w * vec_len(r->order) + order];
        if (isnan(a))
            continue;
        if (!all.some || fabs(a) > fabs(all.largest)) {
            all.largest = a;
            all.turns = r->turns[w];
            all.phase = s->phase[w * vec_len(r->order) + order];
        }
        all.some = true;
        all.mean += a;
        n++;
    }
    all.mean /= n > 0 ? n : 1;
    return all;
}

static void row(Sheet *t, const Orders *r, const OrderSignal *s, uint32_t order)
{
    const Summary a = summary_of(r, s, order);
    const double n = r->order[order];
    const bool turns = a.some && n > 0;

    sheet_cells(t, cell_number(n), cell_number(a.some ? a.largest : NAN),
                cell_number(a.some ? a.turns * 30 / PI : NAN),
                cell_number(turns ? n * a.turns / (2 * PI) : NAN), cell_number(turns ? a.phase : NAN),
                cell_number(a.some ? a.mean : NAN));
}

static void columns(Sheet *t)
{
    sheet_look(t, (SheetLook){ .nothing = "-", .indent = 2, .apart = 1, .wide = 12 });
    sheet_columns(t, COLUMN("order"), QUANTITY("largest", NULL, 5), QUANTITY("at 1/min", NULL, -1),
                  QUANTITY("Hz", NULL, -2), QUANTITY("phase rad", NULL, -3), QUANTITY("mean", NULL, 5));
}

static const char *named(const Orders *r, const OrderSignal *s)
{
    return *s->unit ? internf(r->d, "%s [%s]", s->name, s->unit) : s->name;
}

Sheet orders_summary(const Orders *r, bool apart)
{
    const uint32_t last = r->windows - 1;
    Sheet t =
        sheet_new(r->d,
                  internf(r->d, "Orders of %s: %.1f to %.1f 1/min, %g to %g s; %u windows of %g revolutions",
                          r->o->speed, r->turns[0] * 30 / PI, r->turns[last] * 30 / PI, r->middle[0],
                          r->middle[last], r->windows, r->revolutions));

    t.bare = true;
    if (!apart) {
        sheet_table(&t, "orders", NULL);
        sheet_columns(&t, COLUMN("signal"));
        columns(&t);
    }
    for (uint32_t i = 1; i < vec_len(r->signal); i++) {
        const char *name = named(r, &r->signal[i]);
        if (apart) {
            sheet_table(&t, name, name);
            columns(&t);
        }
        for (uint32_t k = 0; k < vec_len(r->order); k++) {
            if (!apart)
                sheet_cells(&t, cell_text(name));
            row(&t, r, &r->signal[i], k);
        }
    }
    return t;
}

Sheet orders_windows(const Orders *r)
{
    Sheet t = sheet_new(r->d, "orders");
    const uint32_t orders = vec_len(r->order);

    sheet_table(&t, "orders", "orders");
    sheet_look(&t, (SheetLook){ .nothing = "nan", .digits = 12 });
    sheet_columns(&t, QUANTITY("time", "s", 0), QUANTITY(r->o->speed, "rad/s", 0));
    for (uint32_t i = 1; i < vec_len(r->signal); i++)
        for (uint32_t k = 0; k < orders; k++) {
            const char *name = internf(r->d, "%s:%g", r->signal[i].name, r->order[k]),
                       *unit = r->signal[i].unit;
            sheet_columns(&t, QUANTITY(name, *unit ? unit : NULL, 0),
                          QUANTITY(internf(r->d, "%s:phase", name), "rad", 0));
        }
    for (uint32_t w = 0; w < r->windows; w++) {
        sheet_cells(&t, cell_number(r->middle[w]), cell_number(r->turns[w]));
        for (uint32_t i = 1; i < vec_len(r->signal); i++)
            for (uint32_t k = 0; k < orders; k++)
                sheet_cells(&t, cell_number(r->signal[i].amplitude[w * orders + k]),
                            cell_number(r->signal[i].phase[w * orders + k]));
    }
    return t;
}
