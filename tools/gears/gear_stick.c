/* gear_stick.c - stick diagrams: half a section through the train, its axis below.
 *
 * Of a set, from the axis: suns, planets on their carrier, rings. Shafts leave to the right, the innermost farthest, so
 * that none crosses another of its set. Members are level lines: see gear_track.c. Cost: linear.
 */
#include "gear_draw.h"

enum { RADIUS = 30, FACE = 24, LANE = 14, LEVEL = 16 };

typedef enum { AT_SUN, AT_CARRIER, AT_RING } Kind;

/* A ring is the wheel of an inner mesh that has more teeth; not on shafts that stand beside each other. */
static bool is_ring(const Train *t, const GearSet *set, uint32_t body)
{
    for (uint32_t i = 0; i < vec_len(set->mesh); i++) {
        const Mesh *m = &t->mesh[set->mesh[i]];
        if (!m->pair || !m->carried || mesh_wheels(t, m) == WHEELS_OUTER)
            continue;
        bool second = fr_compare(fr_abs(m->term[1].factor), fr_abs(m->term[0].factor)) > 0;
        if (m->term[second].body == body)
            return true;
    }
    return false;
}

/* Two wheels without a planet between them, neither a ring: they are in mesh with each other. */
static bool is_gear(const Train *t, const GearSet *set)
{
    bool gear = vec_len(set->planet) == 0;

    for (uint32_t k = 0; k < vec_len(set->port); k++)
        gear &= !is_ring(t, set, set->port[k].body);
    return gear;
}

/* Of a gear, all wheels but the first stand above it. */
static Kind kind_of(const Train *t, const GearSet *set, uint32_t k)
{
    uint32_t body = set->port[k].body;

    return body == set->carrier                            ? AT_CARRIER
         : is_ring(t, set, body) || (is_gear(t, set) && k) ? AT_RING
                                                           : AT_SUN;
}

static uint32_t how_many(const Train *t, const GearSet *set, Kind kind)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < vec_len(set->port); k++)
        n += kind_of(t, set, k) == kind;
    return n;
}

/* A face, seen from the side, in each column for its planet: upwards to a ring, down to a sun. */
static void draw_planets(Svg *p, double x, double pin, uint32_t suns, uint32_t rings)
{
    for (uint32_t i = 0; i < suns || i < rings; i++) {
        double at = x + i * (FACE + 4);
        if (i < suns)
            svg_line(p, SVG_WHEEL, at - FACE / 2, pin + RADIUS - 5, at + FACE / 2, pin + RADIUS - 5);
        if (i < rings)
            svg_line(p, SVG_WHEEL, at - FACE / 2, pin - RADIUS + 5, at + FACE / 2, pin - RADIUS + 5);
        svg_line(p, SVG_SHAFT, at, i < suns ? pin + RADIUS - 5 : pin, at, i < rings ? pin - RADIUS + 5 : pin);
    }
}

typedef struct { double x, label, lane, pin; bool gear; uint32_t lanes; } Slice;

static void draw_port(Svg *p, Slice *s, Kind kind, uint32_t column, uint32_t of, const char *role, Shaft *shaft)
{
    double at = s->x + column * (FACE + 4), hub = LEVEL * (of - column);
    double y = kind == AT_CARRIER ? s->pin
             : kind == AT_SUN     ? s->pin + RADIUS
             : s->gear            ? s->pin + RADIUS - 5
                                  : s->pin - RADIUS;
    double level = kind == AT_CARRIER ? y : kind == AT_SUN ? y + hub : (s->gear ? s->pin : y) - hub;

    *shaft = (Shaft){ s->lane + LANE * s->lanes++, level, false };
    svg_line(p, SVG_LEADER, s->label + 3, level, at, level);
    svg_text(p, SVG_NOTE, SVG_END, s->label, level + 4, role);
    if (kind != AT_CARRIER) {
        svg_line(p, SVG_WHEEL, at - FACE / 2, y, at + FACE / 2, y);
        svg_line(p, SVG_SHAFT, at, y, at, level);
    }
    svg_line(p, SVG_SHAFT, kind == AT_CARRIER && s->gear ? at + FACE / 2 : at, level, shaft->x, level);
}

/* Rings from the left, the carrier, suns from the right: from the top to the axis, each in the next lane. */
static double stick_symbol(Svg *p, const Train *t, const GearSet *set, double x, Shaft *shaft)
{
    uint32_t n = vec_len(set->port), suns = how_many(t, set, AT_SUN), rings = how_many(t, set, AT_RING);
    uint32_t columns = suns > rings ? suns : rings;
    Slice s = { .pin = -(RADIUS + 8.0 + LEVEL * suns), .gear = is_gear(t, set) };
    double label = 0;

    for (uint32_t k = 0; k < n; k++) {
        double w = svg_width(SVG_NOTE, set->port[k].role);
        label = w > label ? w : label;
    }
    s.label = x + label;
    s.x = s.label + 10 + FACE / 2;
    s.lane = s.x + FACE / 2 + 8 + (columns ? columns - 1 : 0) * (FACE + 4);
    for (int kind = AT_RING; kind >= AT_SUN; kind--)
        for (uint32_t i = 0, seen = 0; i < n; i++) {
            uint32_t k = kind == AT_SUN ? n - 1 - i : i;
            uint32_t of = kind == AT_SUN ? suns : kind == AT_RING ? rings : 1;
            if (kind_of(t, set, k) != (Kind)kind)
                continue;
            draw_port(p, &s, (Kind)kind, kind == AT_SUN ? suns - 1 - seen : seen, of, set->port[k].role,
                      &shaft[k]);
            seen++;
        }
    if (!s.gear)
        draw_planets(p, s.x, s.pin, suns, rings);
    return s.lane + LANE * (n ? n - 1 : 0) - x;
}

void draw_stick(FILE *out, const GearReport *r)
{
    Svg p = track_svg(r, stick_symbol, "stick diagram");

    svg_write(out, &p, "stick diagram");
}
