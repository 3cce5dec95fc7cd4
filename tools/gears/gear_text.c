/* gear_text.c - the table of gears as CSV and as Markdown: a row for each gear.
 *
 * Columns: gear, class, ratio, exact ratio, step to the next, efficiency driving and coasting, when it holds, then for
 * each element its torque (empty: open), for 1 at the first input. Cost: linear in gears times elements.
 */
#include <string.h>
#include "gear_output.h"
#include "gears.h"

enum { FIXED = 8 };

const char *gear_column(const GearReport *r, uint32_t c)
{
    static const char *const name[FIXED] = {
        "gear", "class", "ratio", "exact", "step", "driving", "coasting", "holds"
    };

    return c < FIXED ? name[c] : element_name(r->train, c - FIXED);
}

static const char *number(Dtc *d, Fraction f) { return internf(d, "%.10g", fr_value(f)); }

static const char *efficiency(const GearReport *r, const State *s, uint32_t direction)
{
    const Loss *l = s->loss ? &s->loss[direction] : NULL;

    return !l || l->count == FLOW_UNKNOWN ? "" :
        l->count == FLOW_NONE             ? "locks" :
                                            number(r->train->d, l->efficiency);
}

static const char *torque(const GearReport *r, const State *s, uint32_t element)
{
    for (uint32_t i = 0; i < vec_len(s->engaged) && s->drivers; i++)
        if (s->engaged[i] == element)
            return fr_text(r->train->d, s->element_torque[element*s->drivers]);
    return "";
}

const char *gear_cell(const GearReport *r, uint32_t row, uint32_t c)
{
    const State *s = &r->state[row];
    bool gear = s->class == STATE_GEAR && !fr_is_zero(s->ratio);
    Fraction step;

    switch (c) {
    case 0: return state_name(r, row);
    case 1: return state_class_name[s->class];
    case 2: return gear ? number(r->train->d, s->ratio) : "";
    case 3: return gear ? fr_text(r->train->d, s->ratio) : "";
    case 4: return gear_step(r, row, &step) ? number(r->train->d, step) : "";
    case 5:
    case 6: return efficiency(r, s, c - 5);
    case 7: return s->class == STATE_GEAR ? state_holds(r->train, s) : "";
    default: return torque(r, s, c - FIXED);
    }
}

/* A field with a comma, a quote or the like stands in quotes. */
static void csv_field(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

uint32_t gear_columns(const GearReport *r) { return FIXED + vec_len(r->train->element); }

void gears_csv(FILE *out, const GearReport *r)
{
    for (uint32_t c = 0; c < gear_columns(r); c++) {
        fputs(c ? "," : "", out);
        csv_field(out, gear_column(r, c));
    }
    for (uint32_t row = 0; row < vec_len(r->state); row++)
        for (uint32_t c = 0; c < gear_columns(r); c++) {
            fputs(c ? "," : "\n", out);
            csv_field(out, gear_cell(r, row, c));
        }
    fputc('\n', out);
}

static void markdown_field(FILE *out, const char *text)
{
    fputs(" ", out);
    for (; *text; text++) {
        if (strchr("|*_`\\<", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
    fputs(" |", out);
}

void gears_markdown(FILE *out, const GearReport *r)
{
    fputs("|", out);
    for (uint32_t c = 0; c < gear_columns(r); c++)
        markdown_field(out, gear_column(r, c));
    fputs("\n|", out);
    for (uint32_t c = 0; c < gear_columns(r); c++)
        fputs(c == 0 || c == 1 || c == 7 ? "---|" : "---:|", out);
    for (uint32_t row = 0; row < vec_len(r->state); row++) {
        fputs("\n|", out);
        for (uint32_t c = 0; c < gear_columns(r); c++)
            markdown_field(out, gear_cell(r, row, c));
    }
    fputc('\n', out);
}
