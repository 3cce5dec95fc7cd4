/* gear_svg.c - the shapes of which pictures of gear trains are made, as SVG.
 *
 * Shapes are kept as text until all are there, for the size of the picture stands at its head. The order is that in
 * which they were drawn; nothing else than what is drawn decides on the text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gear_draw.h"
#include "output.h"
#include "palette.h"

enum { MARGIN = 12 };

/* a line of a width, without what it encloses; what is filled; both */
#define STROKED(color, width) "fill=\"none\" stroke=\"" color "\" stroke-width=\"" #width "\""
#define FILLED(color) "fill=\"" color "\" stroke=\"none\""
#define EDGED(color, edge) "fill=\"" color "\" stroke=\"" edge "\" stroke-width=\"2\""
#define WORDS(color) "fill=\"" color "\""
#define ROUND " stroke-linecap=\"round\""
#define BAND(color) "fill=\"none\" stroke=\"" color "\" stroke-opacity=\"0.38\""

static const struct { const char *name, *attributes; double size; } look[] = {
    [SVG_NAME] = { "name", WORDS(PALETTE_TEXT) " font-weight=\"bold\"", 13 },
    [SVG_NOTE] = { "note", WORDS(PALETTE_SOFT), 11 },
    [SVG_NUMBER] = { "number", WORDS(PALETTE_TEXT), 12 },
    [SVG_BACK_NUMBER] = { "back-number", WORDS(PALETTE_BAD), 12 },
    [SVG_AXIS] = { "axis", STROKED(PALETTE_RULE, 1), 0 },
    [SVG_LEVER] = { "lever", STROKED(PALETTE_BLUE, 4) ROUND, 0 },
    [SVG_REST] = { "rest", STROKED(PALETTE_BLUE, 4) ROUND " stroke-opacity=\"0.3\"", 0 },
    [SVG_LINK] = { "link", STROKED(PALETTE_BLUE, 1) " stroke-dasharray=\"4 3\"", 0 },
    [SVG_LEADER] = { "leader", STROKED(PALETTE_GRID, 1), 0 },
    [SVG_NODE] = { "node", EDGED(PALETTE_PAPER, PALETTE_BLUE), 0 },
    [SVG_INPUT] = { "input", EDGED(PALETTE_TEAL, PALETTE_TEAL), 0 },
    [SVG_OUTPUT] = { "output", EDGED(PALETTE_RED, PALETTE_RED), 0 },
    [SVG_TORQUE] = { "torque", EDGED(PALETTE_VIOLET, PALETTE_VIOLET), 0 },
    [SVG_GROUND] = { "ground", STROKED(PALETTE_SOFT, 1.5), 0 },
    [SVG_BAR] = { "bar", FILLED(PALETTE_SOFT), 0 },
    [SVG_SET] = { "set", FILLED(PALETTE_BLUE), 0 },
    [SVG_FLOW] = { "flow", BAND(PALETTE_BLUE), 0 },
    [SVG_BACK] = { "back", BAND(PALETTE_BAD), 0 },
    [SVG_SHAFT] = { "shaft", STROKED(PALETTE_TEXT, 2), 0 },
    [SVG_WHEEL] = { "wheel", STROKED(PALETTE_BLUE, 3), 0 },
    [SVG_DOT] = { "dot", FILLED(PALETTE_TEXT), 0 },
    [SVG_ELEMENT] = { "element", EDGED(PALETTE_VIOLET, PALETTE_VIOLET), 0 },
    [SVG_CIRCLE] = { "circle", EDGED(PALETTE_PAPER, PALETTE_BLUE), 0 },
};

Svg svg_new(Dtc *d) { return (Svg){ .d = d, .left = 1e9, .top = 1e9, .right = -1e9, .bottom = -1e9 }; }

static void add(Svg *p, const char *text) { vec_push(&p->d->run, p->part, text); }

/* ---- the box around all -------------------------------------------------------------------------------- */

static void cover(Svg *p, double x, double y, double w, double h)
{
    p->left = x < p->left ? x : p->left;
    p->top = y < p->top ? y : p->top;
    p->right = x + w > p->right ? x + w : p->right;
    p->bottom = y + h > p->bottom ? y + h : p->bottom;
}

double svg_width(SvgClass c, const char *text)
{
    double n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80; /* UTF-8: a character has one byte that is not 10xxxxxx */
    return 0.6 * look[c].size * n;
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

static const char *escaped(Dtc *d, const char *text)
{
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);

    if (!f)
        return "";
    xml_text(f, text);
    fclose(f);
    const char *kept = internz(d, out);
    free(out);
    return kept;
}

void svg_text(Svg *p, SvgClass c, SvgAnchor anchor, double x, double y, const char *text)
{
    static const char *const anchors[] = { "start", "middle", "end" };
    double w = svg_width(c, text), left = x - (anchor == SVG_MIDDLE ? w / 2 : anchor == SVG_END ? w : 0);

    if (!*text)
        return;
    cover(p, left, y - look[c].size, w, 1.25 * look[c].size);
    add(p,
        internf(p->d,
                "<text class=\"gear-%s\" x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" text-anchor=\"%s\" "
                "%s>%s</text>\n",
                look[c].name, x, y, look[c].size, anchors[anchor], look[c].attributes, escaped(p->d, text)));
}

void svg_line(Svg *p, SvgClass c, double x1, double y1, double x2, double y2)
{
    cover(p, x1, y1, 0, 0);
    cover(p, x2, y2, 0, 0);
    add(p, internf(p->d, "<line class=\"gear-%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n",
                   look[c].name, x1, y1, x2, y2, look[c].attributes));
}

void svg_box(Svg *p, SvgClass c, double x, double y, double w, double h)
{
    cover(p, x, y, w, h);
    add(p,
        internf(p->d, "<rect class=\"gear-%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n",
                look[c].name, x, y, w, h, look[c].attributes));
}

void svg_circle(Svg *p, SvgClass c, double x, double y, double r)
{
    cover(p, x - r, y - r, 2 * r, 2 * r);
    add(p, internf(p->d, "<circle class=\"gear-%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>\n", look[c].name,
                   x, y, r, look[c].attributes));
}

/* The head is 8 long, or all of a shorter arrow; only level or upright. */
void svg_arrow(Svg *p, SvgClass c, double x1, double y1, double x2, double y2)
{
    double dx = x2 - x1, dy = y2 - y1, length = dx * dx > dy * dy ? (dx < 0 ? -dx : dx) : dy < 0 ? -dy : dy;
    double head = length < 8 ? length : 8, ux = length > 0 ? dx / length : 1,
           uy = length > 0 ? dy / length : 0;
    double bx = x2 - head * ux, by = y2 - head * uy;

    svg_line(p, c, x1, y1, bx, by);
    cover(p, x2 - 4, y2 - 4, 8, 8);
    add(p, internf(p->d, "<path class=\"gear-%s\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\" %s/>\n", look[c].name,
                   x2, y2, bx - 4 * uy, by + 4 * ux, bx + 4 * uy, by - 4 * ux, look[c].attributes));
}

void svg_ground(Svg *p, double x, double y, int side)
{
    svg_line(p, SVG_GROUND, x, y - 8, x, y + 8);
    for (int k = -1; k < 3; k++)
        svg_line(p, SVG_GROUND, x, y + 4 * k, x + 5 * side, y + 4 * k - 5);
}

void svg_band(Svg *p, SvgClass c, double width, double x1, double y1, double x2, double y2)
{
    double half = width / 2, mid = (x1 + x2) / 2;

    cover(p, x1, y1 - half, 0, width);
    cover(p, x2, y2 - half, 0, width);
    add(p, internf(p->d,
                   "<path class=\"gear-%s\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" "
                   "stroke-width=\"%.1f\" %s/>\n",
                   look[c].name, x1, y1, mid, y1, mid, y2, x2, y2, width, look[c].attributes));
}

void svg_back(Svg *p, SvgClass c, double width, double x1, double y1, double x2, double y2, double low)
{
    double turn = 12 + width / 2, base = low + width / 2, mid = (x1 + x2) / 2;

    cover(p, x2 - 2 * turn, low - width, x1 - x2 + 4 * turn, 2 * width + 6);
    add(p, internf(p->d,
                   "<path class=\"gear-%s\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1fL%.1f %.1fC%.1f %.1f "
                   "%.1f %.1f %.1f %.1f\" stroke-width=\"%.1f\" %s/>\n",
                   look[c].name, x1, y1, x1 + 2 * turn, y1, x1 + 2 * turn, base, x1 < mid ? mid : x1, base,
                   x2 > mid ? mid : x2, base, x2 - 2 * turn, base, x2 - 2 * turn, y2, x2, y2, width,
                   look[c].attributes));
}

void svg_below(Svg *p, const Svg *other)
{
    double dy = vec_len(p->part) ? p->bottom - other->top + 3 * MARGIN : 0;

    add(p, internf(p->d, "<g transform=\"translate(0 %.1f)\">\n", dy));
    for (uint32_t i = 0; i < vec_len(other->part); i++)
        add(p, other->part[i]);
    add(p, "</g>\n");
    cover(p, other->left, other->top + dy, other->right - other->left, other->bottom - other->top);
}

void svg_write(FILE *out, const Svg *p, const char *title)
{
    double w = p->right - p->left + 2 * MARGIN, h = p->bottom - p->top + 2 * MARGIN;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gear-picture\" viewBox=\"%.1f %.1f %.1f "
            "%.1f\" width=\"%.1f\" height=\"%.1f\" font-family=\"Helvetica, Arial, sans-serif\" "
            "role=\"img\">\n"
            "<title>%s</title>\n",
            p->left - MARGIN, p->top - MARGIN, w, h, w, h, escaped(p->d, title));
    for (uint32_t i = 0; i < vec_len(p->part); i++)
        fputs(p->part[i], out);
    fputs("</svg>\n", out);
}
