/* gear_track.c - what the stick diagram and the symbols of Wolf share: each member is a level line, the housing the one
 * at the top; sets stand below, their shafts go up to the lines; each element joins two lines in a column of its own.
 * Elements at an input are at the left, all others at the right.
 *
 * Names stand in rows and columns of their own: members at the left, elements at the top. Cost: linear.
 */
#include <string.h>
#include "gear_draw.h"

enum { STEP = 22, ABOVE = 26, BETWEEN = 26 };

typedef struct {
    Svg svg; const Train *t;
    double x, high;                        /* the next column; how high the symbols of sets are */
    double *y, *left, *right;              /* by member: its line */
} Tracks;

static bool is_shown(const Train *t, uint32_t member)
{
    return member == 0 || (!t->member[member].housing && !only_planets(t, member));
}

/* Something is at this place of the line. */
static void attach(Tracks *p, uint32_t member, double x)
{
    p->left[member] = x < p->left[member] ? x : p->left[member];
    p->right[member] = x > p->right[member] ? x : p->right[member];
    if (member)
        svg_circle(&p->svg, SVG_DOT, x, p->y[member], 3);
}

/* ---- sets ---------------------------------------------------------------------------------------------- */

static double draw_set(Tracks *p, const GearSet *set, SetSymbol *symbol)
{
    Shaft *shaft = NEW_N(&p->t->d->pass, Shaft, vec_len(set->port) + 1);
    double width = symbol(&p->svg, p->t, set, p->x, shaft), name = svg_width(SVG_NAME, set_name(p->t, set));

    for (uint32_t k = 0; k < vec_len(set->port); k++) {
        uint32_t m = p->t->body[set->port[k].body].member;
        double apart = shaft[k].twice ? 2 : 0;
        svg_line(&p->svg, SVG_SHAFT, shaft[k].x - apart, shaft[k].y, shaft[k].x - apart, p->y[m]);
        if (shaft[k].twice)
            svg_line(&p->svg, SVG_SHAFT, shaft[k].x + apart, shaft[k].y, shaft[k].x + apart, p->y[m]);
        attach(p, m, shaft[k].x);
    }
    width = width > name ? width : name;
    svg_text(&p->svg, SVG_NAME, SVG_MIDDLE, p->x + width / 2, 24, set_name(p->t, set));
    return width;
}

/* The highest that a set reaches, by drawing all of them elsewhere. */
static double highest(const Train *t, SetSymbol *symbol)
{
    Svg away = svg_new(t->d);

    for (uint32_t i = 0; i < vec_len(t->set); i++)
        (void)symbol(&away, t, &t->set[i], 0, NEW_N(&t->d->pass, Shaft, vec_len(t->set[i].port) + 1));
    return vec_len(t->set) ? away.top : 0;
}

/* ---- elements ------------------------------------------------------------------------------------------ */

static bool at_input(const Train *t, const ShiftElement *e)
{
    for (uint32_t p = 0; p < t->inputs; p++)
        for (int side = 0; side < 2; side++)
            if (t->body[t->port[p].body].member == t->body[e->connects[side]].member)
                return true;
    return false;
}

/* Plates of a clutch or brake, teeth of a dog clutch, an arrow of what is free one way. */
static void element_symbol(Svg *p, const ShiftElement *e, double x, double y)
{
    if (e->one_way) {
        svg_arrow(p, SVG_ELEMENT, x, y + 4, x, y - 4);
        svg_line(p, SVG_ELEMENT, x - 6, y - 5, x + 6, y - 5);
    } else if (e->dog)
        svg_box(p, SVG_ELEMENT, x - 5, y - 4, 10, 8);
    else
        for (int side = -1; side <= 1; side += 2)
            svg_line(p, SVG_ELEMENT, x - 8, y + 2.5 * side, x + 8, y + 2.5 * side);
}

static void draw_element(Tracks *p, uint32_t i)
{
    const ShiftElement *e = &p->t->element[i];
    uint32_t a = p->t->body[e->connects[0]].member, b = p->t->body[e->connects[1]].member;
    double low = p->y[a] > p->y[b] ? p->y[a] : p->y[b], high = p->y[a] > p->y[b] ? p->y[b] : p->y[a];
    double half = svg_width(SVG_NAME, element_name(p->t, i)) / 2 + 6, mid = high + STEP / 2;
    double x = p->x + (half > 12 ? half : 12);

    svg_text(&p->svg, SVG_NAME, SVG_MIDDLE, x, p->y[0] - 18, element_name(p->t, i));
    if (high > p->y[0])
        svg_line(&p->svg, SVG_LINK, x, p->y[0] - 12, x, high);
    if (a != b) {
        svg_line(&p->svg, SVG_SHAFT, x, high, x, mid - 4);
        svg_line(&p->svg, SVG_SHAFT, x, mid + 4, x, low);
        element_symbol(&p->svg, e, x, mid);
    }
    attach(p, a, x);
    attach(p, b, x);
    p->x = 2 * x - p->x;
}

static void draw_elements(Tracks *p, bool inputs)
{
    for (uint32_t i = 0; i < vec_len(p->t->element); i++)
        if (at_input(p->t, &p->t->element[i]) == inputs)
            draw_element(p, i);
}

/* ---- members ------------------------------------------------------------------------------------------- */

static void draw_member(Tracks *p, uint32_t m)
{
    const Train *t = p->t;
    const char *name = member_name(t, m);
    double y = p->y[m], left = p->left[m] <= p->right[m] ? p->left[m] : 0;
    double right = p->right[m] > left ? p->right[m] : left + 12;

    svg_text(&p->svg, SVG_NAME, SVG_END, -14, y + 4, name);
    for (uint32_t k = 0; k < vec_len(t->port); k++) {
        if (t->body[t->port[k].body].member != m)
            continue;
        const char *flange = port_name(t, k);
        if (t->port[k].output) {
            svg_arrow(&p->svg, SVG_OUTPUT, right, y, p->x + 14, y);
            svg_text(&p->svg, SVG_NOTE, SVG_START, p->x + 22, y + 4, internf(t->d, "output %s", flange));
        } else {
            svg_text(&p->svg, SVG_NOTE, SVG_END, -22 - svg_width(SVG_NAME, name), y + 4,
                     internf(t->d, "input %s", flange));
            svg_arrow(&p->svg, SVG_INPUT, -10, y, left, y);
        }
    }
    svg_line(&p->svg, SVG_LEADER, -10, y, left, y);
    svg_line(&p->svg, SVG_SHAFT, left, y, right, y);
}

static void draw_housing(Tracks *p)
{
    double right = p->x > 20 ? p->x : 20;

    svg_line(&p->svg, SVG_GROUND, 0, p->y[0], right, p->y[0]);
    for (double x = 4; x < right; x += 8)
        svg_line(&p->svg, SVG_GROUND, x, p->y[0], x + 6, p->y[0] - 6);
    svg_text(&p->svg, SVG_NAME, SVG_END, -14, p->y[0] + 4, member_name(p->t, 0));
}

Svg track_svg(const GearReport *r, SetSymbol *symbol, const char *title)
{
    const Train *t = r->train;
    uint32_t n = vec_len(t->member);
    Tracks p = { .svg = svg_new(t->d),
                 .t = t,
                 .x = 16,
                 .y = NEW_N(&t->d->pass, double, n),
                 .left = NEW_N(&t->d->pass, double, n),
                 .right = NEW_N(&t->d->pass, double, n) };
    double y = highest(t, symbol) - ABOVE;

    for (uint32_t m = n; m-- > 1;)
        if (is_shown(t, m)) {
            p.y[m] = y;
            p.left[m] = 1e9;
            y -= STEP;
        }
    for (uint32_t m = 0; m < n; m++)
        p.y[m] = t->member[m].housing || m == 0 ? y : p.y[m];
    draw_elements(&p, true);
    for (uint32_t i = 0; i < vec_len(t->set); i++) {
        p.x += BETWEEN;
        p.x += draw_set(&p, &t->set[i], symbol);
    }
    p.x += BETWEEN;
    draw_elements(&p, false);
    for (uint32_t m = 1; m < n; m++)
        if (is_shown(t, m))
            draw_member(&p, m);
    draw_housing(&p);
    svg_line(&p.svg, SVG_LINK, 0, 4, p.x, 4); /* the axis */
    svg_text(&p.svg, SVG_NAME, SVG_START, 0, p.y[0] - 44, title);
    return p.svg;
}
