/* gear_wolf.c - symbols of Wolf: each set a circle with its shafts.
 *
 * A set with three shafts and two freedoms has one equation between their speeds, and its torques are as the factors of
 * that: the shaft with a sign of its own carries the sum of the others, and is drawn as a double line. With more shafts
 * there is no such one. Shafts and elements: see gear_track.c. Cost: cubic in the shafts of a set.
 */
#include <math.h>
#include "gear_draw.h"

enum { RADIUS = 20, LANE = 16 };

/* The port that carries the sum of the others; NONE: it depends on the state. */
static uint32_t sum_shaft(const Train *t, const GearSet *set)
{
    uint32_t planets = vec_len(set->planet), n = vec_len(set->port), positive = 0, rank;
    Matrix m = fr_matrix(t->d, vec_len(set->mesh), planets + n);

    for (uint32_t i = 0; i < m.rows; i++)
        for (uint32_t k = 0; k < vec_len(t->mesh[set->mesh[i]].term); k++) {
            Term term = t->mesh[set->mesh[i]].term[k];
            for (uint32_t c = 0; c < planets + n; c++)
                if (term.body == (c < planets ? set->planet[c].body : set->port[c - planets].body))
                    FR_AT(&m, i, c) = fr_add(FR_AT(&m, i, c), term.factor);
        }
    rank = fr_echelon(t->d, &m, planets, NULL);
    if (n != 3 || rank + 1 != m.rows)
        return NONE;
    for (uint32_t k = 0; k < n; k++)
        positive += fr_sign(FR_AT(&m, rank, planets + k)) > 0;
    for (uint32_t k = 0; k < n; k++)
        if ((positive == 1) == (fr_sign(FR_AT(&m, rank, planets + k)) > 0))
            return k;
    return NONE;
}

static double wolf_symbol(Svg *p, const Train *t, const GearSet *set, double x, Shaft *shaft)
{
    uint32_t n = vec_len(set->port), sum = sum_shaft(t, set);
    double label = 0, radius = n > 3 ? (n - 1) / 2.0 * LANE + 4 : RADIUS, y = -radius - 2;

    for (uint32_t k = 0; k < n; k++) {
        double w = svg_width(SVG_NOTE, set->port[k].role);
        label = w > label ? w : label;
    }
    double middle = x + label + 10 + radius, top = y - radius - 8 - SVG_LINE * n;
    for (uint32_t k = 0; k < n; k++) {
        double level = top + SVG_LINE * (k + 1);
        double aside = (k - (n - 1) / 2.0) * LANE, rise = radius * radius - aside * aside;
        shaft[k] = (Shaft){ middle + aside, y - (rise > 0 ? sqrt(rise) : 0), k == sum };
        svg_text(p, SVG_NOTE, SVG_END, x + label, level, set->port[k].role);
        svg_line(p, SVG_LEADER, x + label + 3, level - 4, shaft[k].x, level - 4);
    }
    svg_circle(p, SVG_CIRCLE, middle, y, radius);
    return middle + radius - x;
}

void draw_wolf(FILE *out, const GearReport *r)
{
    Svg p = track_svg(r, wolf_symbol, "symbols of Wolf");

    svg_write(out, &p, "symbols of Wolf");
}
