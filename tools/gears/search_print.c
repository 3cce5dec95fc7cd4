/* search_print.c - found shift logics as a table on the terminal. */
#include <string.h>
#include "search.h"

static const char *decimals(Dtc *d, Fraction f, int n) { return internf(d, "%.*f", n, fr_value(f)); }

/* ---- shift logic ------------------------------------------------------------------------------------------------- */

static const char *elements_text(const Train *t, const State *s)
{
    const char *text = "";

    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        text = internf(t->d, "%s%s%s", text, i ? " " : "", element_name(t, s->engaged[i]));
    return text;
}

static void print_logic(FILE *out, const LogicSearch *r, const Logic *l)
{
    const Train *t = r->train;
    Dtc *d = t->d;
    int exact = 5, engaged = 8;

    for (uint32_t k = 0; k < vec_len(l->gear); k++) {
        const State *s = &r->state[l->gear[k]];
        int a = (int)strlen(fr_text(d, s->ratio)), b = (int)strlen(elements_text(t, s));
        exact = a > exact ? a : exact, engaged = b > engaged ? b : engaged;
    }
    fprintf(out, "  gear       ratio  %-*s     step  %-*s  shift from the gear before\n", exact, "exact", engaged,
            "elements");
    for (uint32_t k = 0; k < vec_len(l->gear); k++) {
        const State *s = &r->state[l->gear[k]], *before = k ? &r->state[l->gear[k - 1]] : NULL;
        fprintf(out, "  %4u  %10.5f  %-*s  %7s  ", k + 1, fr_value(s->ratio), exact, fr_text(d, s->ratio),
               before ? decimals(d, fr_div(before->ratio, s->ratio), 5) : "");
        fprintf(out, "%-*s", before ? engaged : 0, elements_text(t, s));
        const GearShift shift = before ? shift_of(t, before, s) : (GearShift){ 0 };
        if (before)
            fprintf(out, "  %s off, %s on%s", element_name(t, shift.off[0]), element_name(t, shift.on[0]),
                    shift.one_way ? ", by a freewheel" : "");
        fputc('\n', out);
    }
}

void logic_print(FILE *out, const LogicSearch *r)
{
    const Train *t = r->train;

    fprintf(out, "%s: shift logics of %u forward gears with single shifts alone: one element off, one on\n", t->f->name,
           r->gears);
    fprintf(out, "  %u sets of elements make a forward gear and leave one motion; %u single shifts between them; the "
                 "longest chain has %u gears.\n", vec_len(r->state), r->shifts, r->longest);
    fprintf(out, "  unevenness: largest step over smallest; slip: largest speed of an open element, input 1. ");
    if (r->bound > 1)
        fprintf(out, "Not all are looked at: a logic could be\n  more even than the ones below by a factor of %.4f.\n",
               r->bound);
    else
        fprintf(out, "No logic is better than these in both:\n  all were looked at.\n");
    for (uint32_t i = 0; i < vec_len(r->logic); i++) {
        const Logic *l = &r->logic[i];
        fprintf(out, "\nLogic %u: unevenness %.5f, ", i + 1, fr_value(l->unevenness));
        if (l->slip_element == NONE)
            fprintf(out, "no slip, ");
        else
            fprintf(out, "slip %.5f (%s in gear %u), ", fr_value(l->slip), element_name(t, l->slip_element),
                   l->slip_gear + 1);
        fprintf(out, "spread %.5f\n", fr_value(l->spread));
        print_logic(out, r, l);
    }
}
