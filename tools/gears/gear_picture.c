/* gear_picture.c - which pictures of which gears; the texts that they share. */
#include <string.h>
#include "gear_draw.h"

const char *draw_number(Dtc *d, Fraction f) { return fr_is_zero(f) ? "0" : internf(d, "%.4g", fr_value(f)); }

const char *draw_title(const GearReport *r, const State *s)
{
    const Train *t = r->train;
    const char *text = internf(t->d, "gear %s: ", state_name(r, (uint32_t)(s - r->state)));

    if (s->class == STATE_GEAR && !fr_is_zero(s->ratio))
        text = internf(t->d, "%sratio %s = %s", text, fr_text(t->d, s->ratio), draw_number(t->d, s->ratio));
    else
        text = internf(t->d, "%s%s", text, state_class_name[s->class]);
    for (uint32_t i = 0; i < vec_len(s->engaged); i++)
        text = internf(t->d, "%s%s%s", text, i ? " " : ", ", element_name(t, s->engaged[i]));
    return text;
}

void draw_lever(FILE *out, const GearReport *r, const State *s)
{
    Svg p = lever_svg(r, s);

    svg_write(out, &p, s ? draw_title(r, s) : "levers at rest");
}

void draw_flow(FILE *out, const GearReport *r, const State *s)
{
    Svg p = flow_svg(r, s);

    svg_write(out, &p, draw_title(r, s));
}

bool draw_gears(FILE *out, const GearReport *r, const char *kind, const char *gear)
{
    if (strcmp(kind, "stick") == 0 || strcmp(kind, "wolf") == 0) {
        (strcmp(kind, "stick") == 0 ? draw_stick : draw_wolf)(out, r);
        return true;
    }
    bool lever = strcmp(kind, "lever") == 0;
    Svg all = svg_new(r->train->d);

    for (uint32_t i = 0; i < vec_len(r->state); i++)
        if (!gear || strcmp(gear, state_name(r, i)) == 0) {
            Svg one = lever ? lever_svg(r, &r->state[i]) : flow_svg(r, &r->state[i]);
            svg_below(&all, &one);
        }
    if (!vec_len(all.part)) {
        if (gear) {
            fprintf(stderr, "dtc: --gear: there is no gear %s; there are:", gear);
            for (uint32_t i = 0; i < vec_len(r->state); i++)
                fprintf(stderr, "%s %s", i ? "," : "", state_name(r, i));
            fprintf(stderr, "\n");
        } else
            fprintf(stderr, "dtc: --picture: the train has no gears\n");
        return false;
    }
    svg_write(out, &all,
              internf(r->train->d, "%s, %s", lever ? "levers" : "power", gear ? gear : "all gears"));
    return true;
}
