/* doc_icon.c - the symbol of a class, annotation(Icon(...)), as SVG (Modelica 3.6, chapter 18).
 *
 * Lines, polygons, rectangles, ellipses and texts in a coordinate system whose y goes up; what a base class draws lies
 * below. What is no literal (a colour by a parameter, say) has its default. Cost: linear in what is drawn.
 */
#include <math.h>
#include <string.h>
#include "doc.h"
#include "output.h"

typedef IconArea Extent;
/* unit: of the default width of a line, 0.25 mm; turned: what is drawn is seen from behind, texts are turned back */
typedef struct { Dtc *d; FILE *f; uint32_t drawn; Extent area; double unit; bool turned, middle, touched[4]; } Icon;

/* ---- values -------------------------------------------------------------------------------------------- */

static bool number(const Expr *e, double *x)
{
    if (e && e->kind == E_UNARY && e->op == OP_NEG && number(e->arg[0], x)) {
        *x = -*x;
        return true;
    }
    if (!e || e->kind != E_NUM)
        return false;
    *x = e->num;
    return true;
}

/* {a, b, ...}: n numbers, or false */
static bool numbers(const Expr *e, double *x, uint32_t n)
{
    if (!e || e->kind != E_ARRAY || vec_len(e->arg) != n)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!number(e->arg[i], &x[i]))
            return false;
    return true;
}

/* One, a list, or a list of lists. */
bool icon_numbers(const Expr *e, double *x, uint32_t n)
{
    const uint32_t m = e && e->kind == E_ARRAY ? vec_len(e->arg) : 0;

    if (n == 1)
        return number(e, x);
    if (m == n)
        return numbers(e, x, n);
    for (uint32_t i = 0; i < m; i++)
        if (n % m || !numbers(e->arg[i], x + i * (n / m), n / m))
            return false;
    return m > 0;
}

static const Expr *icon_arg(const Expr *call, const char *name)
{
    for (uint32_t i = 0; i < vec_len(call->named); i++)
        if (strcmp(call->named[i].name, name) == 0)
            return call->named[i].value;
    return NULL;
}

static double given(const Expr *call, const char *name, double otherwise)
{
    double x = otherwise;

    return number(icon_arg(call, name), &x) ? x : otherwise;
}

/* The last part of a reference such as FillPattern.Solid, or "". */
static const char *choice(const Expr *call, const char *name)
{
    const Expr *e = icon_arg(call, name);

    return e && e->kind == E_REF ? vec_last(e->part).name : "";
}

static bool extent_of(const Expr *e, Extent *x)
{
    double a[2], b[2];

    if (!e || e->kind != E_ARRAY || vec_len(e->arg) != 2 || !numbers(e->arg[0], a, 2) ||
        !numbers(e->arg[1], b, 2))
        return false;
    *x = (Extent){ fmin(a[0], b[0]), fmin(a[1], b[1]), fmax(a[0], b[0]), fmax(a[1], b[1]) };
    return true;
}

static const char *color(Dtc *d, const Expr *call, const char *name, const char *otherwise)
{
    double c[3];

    return numbers(icon_arg(call, name), c, 3)
             ? internf(d, "#%02x%02x%02x", (int)c[0] & 255, (int)c[1] & 255, (int)c[2] & 255)
             : otherwise;
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

#define DEFAULT_WIDTH 0.25                 /* of a line, in millimetres */

static void stroke(const Icon *i, const Expr *call, const char *color_name, const char *width_name)
{
    static const struct {
        const char *pattern;
        double dash[6];
    } dashes[] = { { "Dash", { 8, 4 } },
                   { "Dot", { 2, 4 } },
                   { "DashDot", { 8, 4, 2, 4 } },
                   { "DashDotDot", { 8, 4, 2, 4, 2, 4 } } };
    const char *pattern = choice(call, "pattern");

    if (strcmp(pattern, "None") == 0) {
        fputs(" stroke=\"none\"", i->f);
        return;
    }
    fprintf(i->f, " stroke=\"%s\" stroke-width=\"%g\"", color(i->d, call, color_name, "#000000"),
            i->unit * fmax(1, given(call, width_name, DEFAULT_WIDTH) / DEFAULT_WIDTH));
    for (size_t k = 0; k < sizeof dashes / sizeof *dashes; k++) {
        if (strcmp(pattern, dashes[k].pattern) != 0)
            continue;
        for (int n = 0; n < 6 && dashes[k].dash[n] > 0; n++)
            fprintf(i->f, "%s%g", n ? " " : " stroke-dasharray=\"", i->unit * dashes[k].dash[n]);
        fputc('"', i->f);
    }
}

/* Any pattern fills; there is none by default. */
static void fill(const Icon *i, const Expr *call)
{
    const char *pattern = choice(call, "fillPattern");

    fprintf(i->f, " fill=\"%s\"",
            *pattern && strcmp(pattern, "None") != 0 ? color(i->d, call, "fillColor", "#000000") : "none");
}

/* y turned over. */
static void points(const Icon *i, const Expr *e)
{
    double p[2];

    fputs(" points=\"", i->f);
    for (uint32_t k = 0; e && e->kind == E_ARRAY && k < vec_len(e->arg); k++)
        if (numbers(e->arg[k], p, 2))
            fprintf(i->f, "%s%g,%g", k ? " " : "", p[0], 0 - p[1]);
    fputs("\"", i->f);
}

static void rectangle(const Icon *i, const Expr *call, const Extent *x)
{
    fprintf(i->f, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"%g\"", x->x1, -x->y2,
            x->x2 - x->x1, x->y2 - x->y1, given(call, "radius", 0));
    stroke(i, call, "lineColor", "lineThickness");
    fill(i, call);
    fputs("/>", i->f);
}

/* A part of an ellipse is a path along its arc; without a fill it stays open. */
static void ellipse(const Icon *i, const Expr *call, const Extent *x)
{
    const double cx = (x->x1 + x->x2) / 2, cy = (x->y1 + x->y2) / 2, rx = (x->x2 - x->x1) / 2,
                 ry = (x->y2 - x->y1) / 2, from = given(call, "startAngle", 0),
                 to = given(call, "endAngle", 360), rad = 3.14159265358979 / 180;

    if (to - from >= 360)
        fprintf(i->f, "<ellipse cx=\"%g\" cy=\"%g\" rx=\"%g\" ry=\"%g\"", cx, -cy, rx, ry);
    else
        fprintf(i->f, "<path d=\"M %g %g A %g %g 0 %d 0 %g %g\"", cx + rx * cos(from * rad),
                -cy - ry * sin(from * rad), rx, ry, to - from > 180, cx + rx * cos(to * rad),
                -cy - ry * sin(to * rad));
    stroke(i, call, "lineColor", "lineThickness");
    fill(i, call);
    fputs("/>", i->f);
}

/* As high as the extent, or less if it were too wide. What shows the name or a value of an instance (%name, c=%c) is
 * left out: a class has none. */
static void text(const Icon *i, const Expr *call, const Extent *x)
{
    const Expr *string =
        icon_arg(call, "textString") ? icon_arg(call, "textString") : icon_arg(call, "string");
    const char *s = string && string->kind == E_STR ? string->str : "",
               *align = choice(call, "horizontalAlignment");
    const double width = x->x2 - x->x1, height = x->y2 - x->y1;
    const bool left = strcmp(align, "Left") == 0, right = strcmp(align, "Right") == 0;

    if (strchr(s, '%'))
        return;
    const double fits = width / (0.58 * fmax(1, (double)strlen(s))), size = fmin(0.9 * height, fits);
    const double at = left ? x->x1 : right ? x->x2 : (x->x1 + x->x2) / 2;
    fprintf(i->f, "<text x=\"%g\" y=\"%g\"%s font-size=\"%.3g\" text-anchor=\"%s\" fill=\"%s\">",
            i->turned ? -at : at, -(x->y1 + x->y2) / 2 + 0.35 * size,
            i->turned ? " transform=\"scale(-1 1)\"" : "", size,
            !left && !right     ? "middle"
            : left != i->turned ? "start"
                                : "end",
            color(i->d, call, "textColor", color(i->d, call, "lineColor", "#000000")));
    xml_text(i->f, s);
    fputs("</text>", i->f);
}

static void shape(Icon *i, const Expr *call)
{
    const char *name = call->kind == E_CALL ? vec_last(call->part).name : "";
    const Expr *visible = icon_arg(call, "visible");
    const bool line = strcmp(name, "Line") == 0, polygon = strcmp(name, "Polygon") == 0;
    double at[2] = { 0, 0 };
    Extent x = { 0 };

    if (visible && visible->kind == E_BOOL && !visible->boolean)
        return;
    if (!line && !polygon && !extent_of(icon_arg(call, "extent"), &x))
        return;
    numbers(icon_arg(call, "origin"), at, 2);
    fprintf(i->f, "<g transform=\"translate(%g %g) rotate(%g)\">", at[0], 0 - at[1],
            0 - given(call, "rotation", 0));
    if (line || polygon) {
        fprintf(i->f, "<poly%s", line ? "line" : "gon");
        points(i, icon_arg(call, "points"));
        stroke(i, call, line ? "color" : "lineColor", line ? "thickness" : "lineThickness");
        if (line)
            fputs(" fill=\"none\"", i->f);
        else
            fill(i, call);
        fputs("/>", i->f);
    } else if (strcmp(name, "Rectangle") == 0) {
        rectangle(i, call, &x);
    } else if (strcmp(name, "Ellipse") == 0) {
        ellipse(i, call, &x);
    } else if (strcmp(name, "Text") == 0) {
        text(i, call, &x);
    }
    fputs("</g>\n", i->f);
}

/* Does a shape come into the middle of the area? Where only ends of shafts are drawn, of a partial class, none does.
 * And to which edges in their middle: left, right, top, bottom? */
static void find_reach(Icon *i, const Expr *call)
{
    const Expr *list = icon_arg(call, "points") ? icon_arg(call, "points") : icon_arg(call, "extent");
    const Extent *a = &i->area;
    const double x = (a->x1 + a->x2) / 2, y = (a->y1 + a->y2) / 2, half = (a->x2 - a->x1) / 4,
                 near = half / 5;
    Extent b = { INFINITY, INFINITY, -INFINITY, -INFINITY };
    double at[2] = { 0, 0 }, p[2];

    numbers(icon_arg(call, "origin"), at, 2);
    for (uint32_t k = 0; list && list->kind == E_ARRAY && k < vec_len(list->arg); k++)
        if (numbers(list->arg[k], p, 2))
            b = (Extent){ fmin(b.x1, at[0] + p[0]), fmin(b.y1, at[1] + p[1]), fmax(b.x2, at[0] + p[0]),
                          fmax(b.y2, at[1] + p[1]) };
    const bool level = b.y1 < y + near && b.y2 > y - near, upright = b.x1 < x + near && b.x2 > x - near;
    i->middle |= b.x1 < x + half && b.x2 > x - half;
    i->touched[0] |= level && b.x1 < a->x1 + near;
    i->touched[1] |= level && b.x2 > a->x2 - near;
    i->touched[2] |= upright && b.y2 > a->y2 - near;
    i->touched[3] |= upright && b.y1 < a->y1 + near;
}

/* ---- classes ------------------------------------------------------------------------------------------- */

/* The part of an Icon of that name, of a list of modifications. */
static const Modifier *part_of(const Modifier *m, const char *name)
{
    for (uint32_t k = 0; k < vec_len(m); k++)
        if (strcmp(m[k].name, name) == 0)
            return &m[k];
    return NULL;
}

static const Modifier *icon_of(const Class *c)
{
    const Modifier *icon = part_of(c->annotation, "Icon");

    return icon ? icon->sub : NULL;
}

enum { DEEP = 32 };                        /* of base classes */

/* What the bases draw, and c on top; without f only the area is found, the nearest to c last. */
static void draw(Icon *i, Class *c, uint32_t depth)
{
    const Modifier *icon = icon_of(class_read(i->d, class_origin(c))),
                   *area = part_of(icon, "coordinateSystem"), *graphics = part_of(icon, "graphics"),
                   *extent = area ? part_of(area->sub, "extent") : NULL;

    class_bases(i->d, c);
    Class **base = info_of(i->d, c)->base;
    for (uint32_t k = 0; k < vec_len(base) && depth < DEEP; k++)
        if (base[k])
            draw(i, base[k], depth + 1);
    if (extent && extent->value)
        extent_of(extent->value, &i->area);
    for (uint32_t k = 0; graphics && graphics->value && k < vec_len(graphics->value->arg); k++, i->drawn++) {
        find_reach(i, graphics->value->arg[k]);
        if (i->f)
            shape(i, graphics->value->arg[k]);
    }
}

static Icon measured(Dtc *d, Class *c)
{
    Icon i = { .d = d, .area = { -100, -100, 100, 100 }, .unit = 1 };

    draw(&i, c, 0);
    return i;
}

bool has_icon(Dtc *d, Class *c) { return measured(d, c).drawn > 0; }

bool icon_area(Dtc *d, Class *c, IconArea *area, bool touched[4])
{
    const Icon i = measured(d, c);

    *area = i.area;
    memcpy(touched, i.touched, sizeof i.touched);
    return i.middle;
}

void icon_shapes(Dtc *d, FILE *f, Class *c, double unit, bool turned)
{
    Icon i = measured(d, c);

    i.f = f;
    i.unit = unit;
    i.turned = turned;
    draw(&i, c, 0);
}

void icon_svg(Dtc *d, FILE *f, Class *c, int size)
{
    Icon i = measured(d, c);
    const Extent *a = &i.area;
    const double margin = 0.02 * (a->x2 - a->x1);

    i.f = f;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"%g %g %g %g\">\n",
            size, size, a->x1 - margin, -a->y2 - margin, a->x2 - a->x1 + 2 * margin,
            a->y2 - a->y1 + 2 * margin);
    draw(&i, c, 0);
    fputs("</svg>\n", f);
}
