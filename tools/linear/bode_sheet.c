/* bode_sheet.c - frequency responses as tables: the resonances, what is towards 0 Hz, the curves. */
#include <math.h>
#include "bode.h"

static void which_columns(Sheet *s, const Bode *b)
{
    if (vec_len(b->one) > 1)
        sheet_columns(s, COLUMN("configuration"));
    if (vec_len(b->input) > 1)
        sheet_columns(s, COLUMN("input"));
    sheet_columns(s, COLUMN("output"));
}

static void which(Sheet *s, const Bode *b, const BodeCase *one, const BodeCurve *c)
{
    if (vec_len(b->one) > 1)
        sheet_cells(s, cell_text(one->name));
    if (vec_len(b->input) > 1)
        sheet_cells(s, cell_text(b->input[c->input].name));
    sheet_cells(s, cell_text(b->over ? internf(b->d, "%s / %s", b->output[c->output].name, b->over)
                                     : b->output[c->output].name));
}

static const char *kind_text(const Peak *p)
{
    static const char *const text[] = { [PEAK_FOUND] = "",
                                        [PEAK_INFINITE] = "infinite: no damping",
                                        [PEAK_NONE] = "no peak",
                                        [PEAK_NOT_EXCITED] = "not excited" };
    return text[p->kind];
}

static void peak_row(Sheet *s, const Bode *b, const BodeCase *one, const BodeCurve *c, const Peak *p)
{
    const BodeMode *m = p->mode ? &one->mode[p->mode - 1] : NULL;
    const bool peak = p->kind == PEAK_FOUND || p->kind == PEAK_INFINITE;

    which(s, b, one, c);
    sheet_cells(s, cell_number(peak ? p->frequency : NAN), cell_number(p->amplitude),
                cell_text(bode_unit(b, c)), cell_number(p->low), cell_number(p->high),
                cell_number(p->high - p->low), cell_number((p->high - p->low) / (2 * p->frequency)),
                cell_number(m ? m->frequency : NAN), cell_number(m ? m->damped : NAN),
                cell_number(m ? m->damping : NAN), cell_text(kind_text(p)));
}

static void peaks(Sheet *s, const Bode *b)
{
    sheet_table(s, "resonances", "resonances");
    which_columns(s, b);
    sheet_columns(s, QUANTITY("peak", "Hz", 6), QUANTITY("amplitude", NULL, 6), COLUMN("unit"),
                  QUANTITY("low", "Hz", 5), QUANTITY("high", "Hz", 5), QUANTITY("bandwidth", "Hz", 4),
                  QUANTITY("damping of peak", "1", 4), QUANTITY("eigenfrequency", "Hz", 6),
                  QUANTITY("damped", "Hz", 6), QUANTITY("damping", "1", 4), COLUMN("remark"));
    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++)
            for (uint32_t p = 0; p < vec_len(b->one[i].curve[k].peak); p++)
                peak_row(s, b, &b->one[i], &b->one[i].curve[k], &b->one[i].curve[k].peak[p]);
    sheet_note(s, "low, high: where the amplitude is 1/sqrt(2) of the peak's; damping of peak: bandwidth/(2 "
                  "peak), as it is read off a curve. Beside it the mode: abs(lambda)/2 pi, Im lambda/2 pi, "
                  "-Re lambda/abs(lambda).");
    if (b->over)
        sheet_note(s, "Peaks of a ratio are at frequencies at which its denominator stands still; they are "
                      "not those of the modes of the model.");
}

static uint32_t rigid_modes(const BodeCase *one)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < vec_len(one->mode); i++)
        n += one->mode[i].rigid;
    return n;
}

static const char *towards_zero(const Bode *b, const BodeCurve *c)
{
    return !c->known      ? ""
         : c->gain == 0   ? "no response"
         : c->slope == 0  ? "finite"
         : c->slope > 0   ? internf(b->d, "falls as f^%d", c->slope)
         : c->slope == -1 ? "infinite at 0 Hz: grows as 1/f"
                          : internf(b->d, "infinite at 0 Hz: grows as 1/f^%d", -c->slope);
}

static void zeros(Sheet *s, const Bode *b)
{
    sheet_table(s, "low", "towards 0 Hz");
    which_columns(s, b);
    sheet_columns(s, COLUMN("rigid motions"), COLUMN("slope"), QUANTITY("gain", NULL, 6), COLUMN("remark"));
    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++) {
            const BodeCurve *c = &b->one[i].curve[k];
            which(s, b, &b->one[i], c);
            sheet_cells(s, cell_number(rigid_modes(&b->one[i])), cell_number(c->known ? c->slope : NAN),
                        cell_number(c->known ? c->gain : NAN), cell_text(towards_zero(b, c)));
        }
    sheet_note(s,
               "amplitude = gain*f^slope far below all modes, f in Hz; slope 0: the response to a constant.");
    for (uint32_t i = 0; i < vec_len(b->one); i++)
        if (b->one[i].unstable)
            sheet_note(s, internf(b->d,
                                  "%s%s%u mode%s grow%s: what is seen is not this steady response, but a "
                                  "motion that grows.",
                                  b->one[i].name, *b->one[i].name ? ": " : "", b->one[i].unstable,
                                  b->one[i].unstable > 1 ? "s" : "", b->one[i].unstable > 1 ? "" : "s"));
    if (vec_len(b->one) > 0 && !b->one[0].whole)
        sheet_note(s, internf(b->d, "The %u lowest modes are looked at; --modes N for more.", b->modes));
}

static void curves(Sheet *s, const Bode *b)
{
    sheet_table(s, "response", "response");
    sheet_look(s, (SheetLook){ .aside = true });
    which_columns(s, b);
    sheet_columns(s, QUANTITY("frequency", "Hz", 6), QUANTITY("amplitude", NULL, 6),
                  QUANTITY("phase", "deg", 6));
    for (uint32_t i = 0; i < vec_len(b->one); i++)
        for (uint32_t k = 0; k < vec_len(b->one[i].curve); k++)
            for (uint32_t j = 0; j < vec_len(b->one[i].frequency); j++) {
                which(s, b, &b->one[i], &b->one[i].curve[k]);
                sheet_cells(s, cell_number(b->one[i].frequency[j]),
                            cell_number(b->one[i].curve[k].amplitude[j]),
                            cell_number(b->one[i].curve[k].phase[j]));
            }
}

Sheet bode_sheet(const Bode *b)
{
    Sheet s = sheet_new(b->d, b->title ? b->title : internf(b->d, "frequency response of %s", b->model));

    peaks(&s, b);
    zeros(&s, b);
    curves(&s, b);
    return s;
}
