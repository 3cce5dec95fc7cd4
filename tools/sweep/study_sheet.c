/* study_sheet.c - a study as tables: how metrics spread, what they hang on, which points are best. */
#include <math.h>
#include "study_table.h"

static void add_spread(Sheet *s, const StudyTable *t)
{
    sheet_table(s, "metrics", t->gaps ? internf(t->d, "metrics: %s", t->said) : "metrics");
    sheet_columns(s, COLUMN("metric"), COLUMN("unit"), COLUMN("points"), QUANTITY("mean", NULL, 6),
                  QUANTITY("deviation", NULL, 4), QUANTITY("least", NULL, 6), QUANTITY("5 %", NULL, 6),
                  QUANTITY("median", NULL, 6), QUANTITY("95 %", NULL, 6), QUANTITY("most", NULL, 6));
    for (uint32_t i = t->factors; i < vec_len(t->column); i++) {
        const StudyColumn *c = &t->column[i];
        const Spread x = study_spread(t, c);
        sheet_cells(s, cell_text(c->name), c->unit ? cell_text(c->unit) : cell_nothing(), cell_number(x.n),
                    cell_number(x.mean), cell_number(x.deviation), cell_number(x.least), cell_number(x.low),
                    cell_number(x.median), cell_number(x.high), cell_number(x.most));
    }
}

/* A metric that some points have no number for: what is said of it is said of the others. */
static void note_gaps(Sheet *s, const StudyTable *t)
{
    for (uint32_t i = t->factors; i < vec_len(t->column); i++) {
        const uint32_t n = study_spread(t, &t->column[i]).n;
        if (n < t->points)
            sheet_note(s, internf(t->d,
                                  "%s has a value at %u of %u points, and the lines above are of %s alone.",
                                  t->column[i].name, n, t->points,
                                  study_has_indices(t) ? "rows without a gap" : "these"));
    }
}

static void add_influences(Sheet *s, const StudyTable *t)
{
    const bool indices = study_has_indices(t);

    sheet_table(s, "influences", indices ? "Sobol indices" : "correlations");
    sheet_columns(s, COLUMN("metric"), COLUMN("factor"),
                  QUANTITY(indices ? "first order" : "correlation", NULL, 4), QUANTITY("from", NULL, 3),
                  QUANTITY("to", NULL, 3), QUANTITY(indices ? "total" : "of ranks", NULL, 4),
                  QUANTITY(indices ? "total from" : "ranks from", NULL, 3),
                  QUANTITY(indices ? "total to" : "ranks to", NULL, 3));
    for (uint32_t m = 0; m < t->metrics; m++)
        for (uint32_t k = 0; k < t->factors; k++) {
            const Influence x = study_influence(t, k, m);
            sheet_cells(s, cell_text(t->column[t->factors + m].name), cell_text(t->column[k].name),
                        cell_number(x.alone.value), cell_number(x.alone.low), cell_number(x.alone.high),
                        cell_number(x.total.value), cell_number(x.total.low), cell_number(x.total.high));
        }
    sheet_note(s,
               indices
                   ? "first order: the part of the variance that goes with the factor alone; total: with its "
                     "interactions; from, to: 95 % interval, by 200 bootstraps."
                   : "from, to: 95 % interval by Fisher's transformation, for independent points.");
    note_gaps(s, t);
}

Sheet study_sheet(const StudyTable *t)
{
    Sheet s = sheet_new(t->d, internf(t->d, "%s: %s; %s", t->file, t->said, t->design));

    add_spread(&s, t);
    add_influences(&s, t);
    return s;
}
