/* diagram_svg.c - the picture as SVG: lines, symbols, texts, a legend of the kinds of lines that it has.
 *
 * A component is a group with data-component, its path in the model; a net one with data-connectors, what it joins: by
 * these a page of results finds where to show values. Nothing is styled but by attributes: no policy of a page is
 * in the way. Cost: linear.
 */
#include <math.h>
#include <string.h>
#include "diagram.h"
#include "output.h"
#include "palette.h"

const LinkStyle link_styles[LINKS] = {
    [LINK_SHAFT] = { "shaft", "#37474f", NULL, 2.4 },
    [LINK_SLIDE] = { "translational", "#00695c", "9 3", 2.4 },
    [LINK_FRAME] = { "planar frame", "#6d4c41", NULL, 4 },
    [LINK_HOUSING] = { "housing", "#6b7f8a", "5 3", 1.6 },
    [LINK_HEAT] = { "heat", "#c62828", "2 2.5", 2 },
    [LINK_REAL] = { "signal", "#1450a0", NULL, 1.2 },
    [LINK_INTEGER] = { "integer signal", "#b35900", "8 2 2 2", 1.2 },
    [LINK_BOOLEAN] = { "Boolean signal", "#ad1a8e", "4 2", 1.2 },
    [LINK_FEEDBACK] = { "signal fed back", "#1450a0", "8 3", 1.2 },
    [LINK_OTHER] = { "other", "#555555", "1.5 3", 1.5 },
};

static void line_style(FILE *f, LinkKind k)
{
    fprintf(f, " stroke=\"%s\" stroke-width=\"%g\"", link_styles[k].color, link_styles[k].width);
    if (link_styles[k].dash)
        fprintf(f, " stroke-dasharray=\"%s\"", link_styles[k].dash);
}

static void text(FILE *f, double x, double y, const char *anchor, double size, const char *color, const char *s)
{
    fprintf(f, "<text x=\"%g\" y=\"%g\" font-size=\"%g\" fill=\"%s\"", x, y, size, color);
    if (anchor)
        fprintf(f, " text-anchor=\"%s\"", anchor);
    fputc('>', f);
    xml_text(f, s);
    fputs("</text>\n", f);
}

/* ---- lines --------------------------------------------------------------------------------------------- */

/* From p towards q, so far. */
static Point towards(Point p, Point q, double far)
{
    const double n = hypot(q.x - p.x, q.y - p.y);

    return n > 0 ? (Point){ p.x + (q.x - p.x) / n * far, p.y + (q.y - p.y) / n * far } : p;
}

static void path(FILE *f, const Path *p)
{
    const Point *q = p->point;
    const uint32_t n = vec_len(q);

    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || i + 1 == n) {
            fprintf(f, "%s%g %g", i ? "L" : "M", q[i].x, q[i].y);
            continue;
        }
        const double a = hypot(q[i].x - q[i - 1].x, q[i].y - q[i - 1].y),
                     b = hypot(q[i + 1].x - q[i].x, q[i + 1].y - q[i].y), round = fmin(4, fmin(a, b) / 2);
        const Point from = towards(q[i], q[i - 1], round), to = towards(q[i], q[i + 1], round);
        fprintf(f, "L%g %gQ%g %g %g %g", from.x, from.y, q[i].x, q[i].y, to.x, to.y);
    }
}

const char *node_path(const Diagram *g, const Node *n)
{
    return n->many       ? n->inst->parent->path
         : !n->outer     ? n->inst->path
         : !*g->of->path ? n->name
                         : internf(g->d, "%s.%s", g->of->path, n->name);
}

const char *pin_name(const Diagram *g, Pin p)
{
    const Node *n = &g->node[p.node];
    const Port *port = &n->port[p.port];

    return n->outer      ? node_path(g, n)
         : port->element ? internf(g->d, "%s%s.%s", node_path(g, n), port->element, port->own)
                         : internf(g->d, "%s.%s", node_path(g, n), port->name);
}

static void write_net(FILE *f, const Diagram *g, const Net *t)
{
    fprintf(f, "<g data-kind=\"%s\" data-connectors=\"", link_styles[t->kind].word);
    for (uint32_t i = 0; i < vec_len(t->pin); i++) {
        fputs(i ? " " : "", f);
        xml_data(f, pin_name(g, t->pin[i]));
    }
    if (t->flow) {
        fprintf(f, "\" data-flow=\"%s\" data-speed=\"", t->flow);
        xml_data(f, t->speed ? t->speed : "");
    }
    fputs("\"><path fill=\"none\" stroke-linejoin=\"round\"", f);
    line_style(f, t->kind);
    fputs(" d=\"", f);
    for (uint32_t i = 0; i < vec_len(t->path); i++)
        path(f, &t->path[i]);
    fputs("\"/>", f);
    for (uint32_t i = 0; i < vec_len(t->dot); i++)
        fprintf(f, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\"/>", t->dot[i].x, t->dot[i].y,
                1.8 + link_styles[t->kind].width / 2, link_styles[t->kind].color);
    fputs("</g>\n", f);
}

/* ---- components ---------------------------------------------------------------------------------------- */

static bool is_second(const Port *p)
{
    const char *name = p->inst->is->cls ? p->inst->is->cls->name : "";
    const size_t n = strlen(name);

    return n > 1 && strcmp(name + n - 2, "_b") == 0;
}

/* A sign on the edge, seen from the side that it is on: shafts round, slides and housings square, signals pointed. */
static void write_port(FILE *f, const Node *n, const Port *p)
{
    static const int angle[] = { 180, 0, 270, 90 };
    const LinkStyle *s = &link_styles[p->kind];
    const char *fill = is_mechanical(p->kind) && !is_second(p) ? "#c8ced2"
                     : p->output                               ? PALETTE_PAPER
                     : is_mechanical(p->kind)                  ? PALETTE_PAPER
                                                               : s->color;

    if (!p->shown || n->outer || n->holds)
        return;
    fprintf(f, "<g transform=\"translate(%g %g) rotate(%d)\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1\">",
            n->centre.x + p->at.x, n->centre.y + p->at.y, angle[p->side], fill, s->color);
    if (is_signal(p->kind))
        fprintf(f, "<path d=\"%s\"/>", p->input ? "M8 -4L0 0L8 4Z" : "M0 -4L8 0L0 4Z");
    else if (p->kind == LINK_SHAFT)
        fputs("<circle r=\"3.6\"/>", f);
    else if (p->kind == LINK_FRAME)
        fputs("<path d=\"M-5 0L0 -5L5 0L0 5Z\"/>", f);
    else
        fputs("<rect x=\"-3.2\" y=\"-3.2\" width=\"6.4\" height=\"6.4\"/>", f);
    fputs("</g>", f);
}

static void frame(FILE *f, Box b, const char *rest)
{
    fprintf(f, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" %s/>", b.x1, b.y1, b.x2 - b.x1,
            b.y2 - b.y1, rest);
}

/* Are there connectors that no symbol reaches: beside the axis, below? */
static bool has_far_ports(const Node *n)
{
    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        const Port *p = &n->port[i];
        const bool across = p->side == SIDE_LEFT || p->side == SIDE_RIGHT;
        const Side side = !n->turned || !across ? p->side : p->side == SIDE_LEFT ? SIDE_RIGHT : SIDE_LEFT;
        if (p->shown && !n->holds && !n->outer && ((across ? p->at.y : p->at.x) != 0 || !n->touched[side]) &&
            p->side != SIDE_TOP)
            return true;
    }
    return false;
}

static void write_icon(FILE *f, const Diagram *g, const Node *n)
{
    const IconArea a = n->area;

    if (n->boxed && n->outer && is_signal(n->port[0].kind)) { /* a variable: input Real u */
        const Box b = node_symbol(n);
        fprintf(f, "<path fill=\"%s\" stroke=\"%s\" d=\"M%g %gL%g %gL%g %gZ\"/>",
                n->port[0].input ? link_styles[n->port[0].kind].color : PALETTE_PAPER,
                link_styles[n->port[0].kind].color, b.x1 + 2, b.y1 + 2, b.x2 - 2, n->centre.y, b.x1 + 2,
                b.y2 - 2);
        return;
    }
    if (n->boxed) {
        frame(f, node_symbol(n), "rx=\"6\" fill=\"#f4f7f9\" stroke=\"#546e7a\" stroke-width=\"1.2\"");
        if (!n->outer)
            text(f, n->centre.x, n->centre.y - n->height / 2 + 13, "middle", 10, "#455a64", n->cls->name);
        return;
    }
    const bool upright = fabs(sin(n->rotation * 3.14159265358979 / 180)) > 0.7;
    double x = (upright ? n->height : n->width) / (a.x2 - a.x1),
           y = (upright ? n->width : n->height) / (a.y2 - a.y1);
    if ((n->width != n->height || has_far_ports(n)) && n->rotation == 0)
        frame(f, node_symbol(n), "rx=\"6\" fill=\"#f8fafb\" stroke=\"#cfd8dc\" stroke-width=\"1\"");
    x = y = fmin(x, y);
    const double line = fmin(x, y);
    fprintf(f, "<g transform=\"translate(%g %g) rotate(%g) scale(%.6g %.6g) translate(%g %g)\">\n",
            n->centre.x, n->centre.y, 0 - n->rotation, n->turned ? -x : x, n->upside ? -y : y,
            0 - (a.x1 + a.x2) / 2, (a.y1 + a.y2) / 2);
    icon_shapes(g->d, f, n->cls, 1 / line, n->turned);
    fputs("</g>", f);
}

/* Names of connectors within a box. */
static void port_names(FILE *f, const Node *n)
{
    for (uint32_t i = 0; n->boxed && !n->outer && i < vec_len(n->port); i++) {
        const Port *p = &n->port[i];
        if (p->shown && (p->side == SIDE_LEFT || p->side == SIDE_RIGHT))
            text(f, n->centre.x + p->at.x + (p->side == SIDE_LEFT ? 7 : -7), n->centre.y + p->at.y + 3,
                 p->side == SIDE_LEFT ? "start" : "end", 9, "#455a64", p->name);
    }
}

static void write_diagram(FILE *f, const Diagram *g, bool clicks);

/* What is within, and from its border to each of the model's connectors there a line. */
static void write_inside(FILE *f, const Node *n, bool clicks)
{
    const Diagram *in = n->inside;
    const double dx = n->centre.x - (in->box.x1 + in->box.x2) / 2,
                 dy = n->centre.y - (in->box.y1 + in->box.y2) / 2;

    frame(f, node_symbol(n), "rx=\"8\" fill=\"#f7f9fa\" stroke=\"#90a4ae\" stroke-width=\"1.2\"");
    fprintf(f, "<g transform=\"translate(%g %g)\">\n", dx, dy);
    for (uint32_t i = 0; i < vec_len(in->node); i++) {
        const Node *m = &in->node[i];
        if (!m->outer)
            continue;
        const bool left = m->port[0].side == SIDE_RIGHT;
        fprintf(f, "<path d=\"M%g %gH%g\"", left ? in->box.x1 : in->box.x2, m->centre.y,
                m->centre.x + (left ? -GRID : GRID));
        line_style(f, m->port[0].kind);
        fputs("/>\n", f);
    }
    write_diagram(f, in, clicks);
    fputs("</g>", f);
}

/* A corner that says: there is more in it; all of the symbol takes the click. */
static void open_mark(FILE *f, const Node *n)
{
    const Box b = node_symbol(n);

    frame(f, b,
          "class=\"edge\" rx=\"6\" fill=\"#ffffff\" fill-opacity=\"0\" stroke=\"#90a4ae\" "
          "stroke-opacity=\"0.6\"");
    fprintf(f, "<path class=\"mark\" fill=\"#90a4ae\" d=\"M%g %gv-9l-9 9z\"/>", b.x2 - 2, b.y2 - 2);
}

static void write_node(FILE *f, const Diagram *g, const Node *n, bool clicks)
{
    const bool opens = clicks && n->opens;
    const Box symbol = node_symbol(n);

    fputs("<g data-component=\"", f);
    xml_data(f, node_path(g, n));
    fputs("\" data-class=\"", f);
    xml_data(f, class_path(g->d, class_origin(n->cls)));
    fprintf(f, "\" data-box=\"%g %g %g %g", symbol.x1, symbol.y1, symbol.x2 - symbol.x1,
            symbol.y2 - symbol.y1);
    if (opens) {
        fputs("\" class=\"opens\" tabindex=\"0\" role=\"button\" data-opens=\"", f);
        xml_data(f, n->inst->path);
    }
    fputs("\"><title>", f);
    xml_text(f, internf(g->d, "%s: %s", n->inst->path, class_path(g->d, class_origin(n->cls))));
    if (n->inst->is->decl && n->inst->is->decl->doc)
        xml_text(f, internf(g->d, ". %s", n->inst->is->decl->doc));
    fputs("</title>", f);
    for (int i = 2; n->many && i > 0; i--)
        frame(f, box_moved(node_symbol(n), (Point){ 3.0 * i, 3.0 * i }),
              "rx=\"4\" fill=\"#ffffff\" stroke=\"#90a4ae\" stroke-width=\"1\"");
    if (n->many)
        frame(f, node_symbol(n), "rx=\"4\" fill=\"#ffffff\" stroke=\"#90a4ae\" stroke-width=\"1\"");
    if (n->inside) {
        write_inside(f, n, clicks);
    } else {
        write_icon(f, g, n);
        port_names(f, n);
        if (opens)
            open_mark(f, n);
    }
    for (uint32_t i = 0; i < vec_len(n->port); i++)
        write_port(f, n, &n->port[i]);
    fputc('\n', f);
    for (uint32_t i = 0; i < n->captions; i++) {
        const Caption *c = &n->caption[i];
        text(f, n->centre.x + c->at.x, n->centre.y + c->at.y, c->middle ? "middle" : NULL, c->size,
             i ? "#546e7a" : "#102027", c->text);
    }
    fputs("</g>\n", f);
}

static void write_diagram(FILE *f, const Diagram *g, bool clicks)
{
    for (uint32_t i = vec_len(g->net); i-- > 0;)
        write_net(f, g, &g->net[i]);
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        write_node(f, g, &g->node[i], clicks);
}

/* ---- the page ------------------------------------------------------------------------------------------ */

static void find_kinds(const Diagram *g, bool has[LINKS])
{
    for (uint32_t i = 0; i < vec_len(g->net); i++)
        has[g->net[i].kind] = true;
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        if (g->node[i].inside)
            find_kinds(g->node[i].inside, has);
}

enum { SAMPLE = 34, TITLE = 46, LEGEND = 30 };

static double legend(FILE *f, const Diagram *g, double x, double y)
{
    bool has[LINKS] = { 0 };

    find_kinds(g, has);
    for (int k = 0; k < LINKS; k++) {
        if (!has[k])
            continue;
        if (f) {
            fprintf(f, "<path d=\"M%g %gH%g\"", x, y - 3.5, x + SAMPLE);
            line_style(f, (LinkKind)k);
            fputs("/>", f);
            text(f, x + SAMPLE + 6, y, NULL, 10, "#455a64", link_styles[k].word);
        }
        x += SAMPLE + 6 + text_width(link_styles[k].word, 10) + 18;
    }
    return x;
}

enum { EDGE = 16 };

Box diagram_frame(const Diagram *g)
{
    const Box b = g->box;
    const double widest = fmax(text_width(g->title, 16), fmax(text_width(g->doc, 11), legend(NULL, g, 0, 0))),
                 more = (fmax(b.x2 - b.x1, widest) - (b.x2 - b.x1)) / 2 + EDGE;

    return (Box){ b.x1 - more, b.y1 - TITLE, b.x2 + more, b.y2 + LEGEND + EDGE };
}

void diagram_svg(FILE *f, const Diagram *g, bool clicks)
{
    const Box b = diagram_frame(g);
    const double w = b.x2 - b.x1, h = b.y2 - b.y1, x = b.x1, y = b.y1;

    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"%g %g %g %g\" "
            "font-family=\"sans-serif\" role=\"group\" aria-label=\"",
            w, h, x, y, w, h);
    xml_text(f, g->title);
    fputs("\" data-model=\"", f);
    xml_data(f, g->of->path);
    fputs("\">\n<title>", f);
    xml_text(f, g->title);
    fputs("</title>\n", f);
    frame(f, (Box){ x, y, x + w, y + h }, "fill=\"#ffffff\"");
    text(f, x + EDGE, y + 26, NULL, 16, "#102027", g->title);
    text(f, x + EDGE, y + 42, NULL, 11, "#546e7a", g->doc);
    write_diagram(f, g, clicks);
    legend(f, g, x + EDGE, y + h - EDGE);
    fputs("</svg>\n", f);
}
