/* gear_draw.h - pictures of a gear train, each one <svg> element that stands by itself or in a page.
 *
 * Each shape has a class, "gear-torque", and its colours as attributes: a style sheet overrides them. There are no ids.
 * Speeds are for 1 at the first input that is given, torques for 1 at the first that drives.
 */
#ifndef GEAR_DRAW_H
#define GEAR_DRAW_H

#include "gears.h"

/* ---- pictures ------------------------------------------------------------------------------------------ */

/* Lever diagram. s: a gear of r->state; NULL: at rest, with all elements. */
void draw_lever(FILE *out, const GearReport *r, const State *s);
/* Flow of power; s is not NULL. What is no gear with one input has none, which is said. */
void draw_flow(FILE *out, const GearReport *r, const State *s);
/* Stick diagram: half a section, the axis below; a shaft is a level line, the housing above. */
void draw_stick(FILE *out, const GearReport *r);
/* Symbols of Wolf: each set a circle; a double line is the shaft whose torque is the sum of the others. */
void draw_wolf(FILE *out, const GearReport *r);
/* kind: "lever" or "flow": of all gears, one below the other; gear: of that one, by its name (NULL: all). false after a
 * message */
bool draw_gears(FILE *out, const GearReport *r, const char *kind, const char *gear);

/* ---- gear_svg.c: shapes -------------------------------------------------------------------------------- */

typedef enum {
    SVG_NAME, SVG_NOTE, SVG_NUMBER, SVG_BACK_NUMBER,       /* texts */
    SVG_AXIS, SVG_LEVER, SVG_REST, SVG_LINK, SVG_LEADER, SVG_NODE, SVG_INPUT, SVG_OUTPUT, SVG_TORQUE, SVG_GROUND,
    SVG_BAR, SVG_SET, SVG_FLOW, SVG_BACK, SVG_SHAFT, SVG_WHEEL, SVG_DOT, SVG_ELEMENT, SVG_CIRCLE
} SvgClass;
typedef enum { SVG_START, SVG_MIDDLE, SVG_END } SvgAnchor;
/* part: vec, what is drawn, in order; the box around it grows with it. */
typedef struct { Dtc *d; const char **part; double left, top, right, bottom; } Svg;

enum { SVG_LINE = 16 };                    /* from one line of text to the next */
Svg  svg_new(Dtc *d);
double svg_width(SvgClass c, const char *text);            /* 0.6 of the size for each character */
void svg_text(Svg *p, SvgClass c, SvgAnchor anchor, double x, double y, const char *text);     /* y: base line */
void svg_line(Svg *p, SvgClass c, double x1, double y1, double x2, double y2);
void svg_box(Svg *p, SvgClass c, double x, double y, double w, double h);
void svg_circle(Svg *p, SvgClass c, double x, double y, double r);
void svg_arrow(Svg *p, SvgClass c, double x1, double y1, double x2, double y2);
void svg_ground(Svg *p, double x, double y, int side);     /* hatched wall at its left (-1) or right (1) side */
/* A band from left to right; a band from the right side of something back to the left side of another, below `low`. */
void svg_band(Svg *p, SvgClass c, double width, double x1, double y1, double x2, double y2);
void svg_back(Svg *p, SvgClass c, double width, double x1, double y1, double x2, double y2, double low);
void svg_below(Svg *p, const Svg *other);                  /* other one below what is there */
void svg_write(FILE *out, const Svg *p, const char *title);

/* gear_lever.c, gear_flow.c: as draw_ */
Svg lever_svg(const GearReport *r, const State *s);
Svg flow_svg(const GearReport *r, const State *s);

/* gear_track.c: members as level lines, sets below, elements beside them. SetSymbol draws a set, its left at x, the
 * axis at 0: for each of its ports it says where its shaft goes up; it returns its width. */
typedef struct { double x, y; bool twice; } Shaft;
typedef double SetSymbol(Svg *p, const Train *t, const GearSet *set, double x, Shaft *shaft);
Svg track_svg(const GearReport *r, SetSymbol *symbol, const char *title);
/* gear_picture.c: "1.479" */
const char *draw_number(Dtc *d, Fraction f);
/* "gear 1: ratio 181/73 = 2.479, A D E" */
const char *draw_title(const GearReport *r, const State *s);

#endif
