/* diagram_given.c - places that a model has, annotation(Placement(transformation(...))), Modelica 3.6, section 18.6.
 *
 * Of all components or of none: a picture half by hand and half by a program would have them on each other. Texts that
 * would lie on something are put elsewhere, or left out. Cost: components squared, for texts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "placement.h"

static const Modifier *part(const Modifier *m, const char *name)
{
    for (uint32_t i = 0; i < vec_len(m); i++)
        if (strcmp(m[i].name, name) == 0)
            return &m[i];
    return NULL;
}

/* Of an annotation; icon: that of a connector as its component shows it. false: it has none */
static bool placement_of(const Modifier *annotation, bool icon, Placement *p)
{
    const Modifier *placement = part(annotation, "Placement"), *t = NULL, *m;
    double a[4] = { 0 };

    if (placement && icon)
        t = part(placement->sub, "iconTransformation");
    if (placement && !t)
        t = part(placement->sub, "transformation");
    m = t ? part(t->sub, "extent") : NULL;
    if (!m || !m->value || !icon_numbers(m->value, a, 4))
        return false;
    *p = (Placement){ .x1 = a[0], .y1 = a[1], .x2 = a[2], .y2 = a[3] };
    if ((m = part(t->sub, "origin")) && m->value && icon_numbers(m->value, a, 2))
        p->x = a[0], p->y = a[1];
    if ((m = part(t->sub, "rotation")) && m->value && icon_numbers(m->value, a, 1))
        p->rotation = a[0];
    return true;
}

/* The middle of a placement, in the coordinates that it is in. */
static Point middle(const Placement *p)
{
    const double x = (p->x1 + p->x2) / 2, y = (p->y1 + p->y2) / 2,
                 a = p->rotation * 3.14159265358979323846 / 180;

    return (Point){ p->x + x * cos(a) - y * sin(a), p->y + x * sin(a) + y * cos(a) };
}

static Side nearest_side(const Node *n, Point p)
{
    const double x = p.x / n->width, y = p.y / n->height;

    return fabs(x) >= fabs(y) ? (x < 0 ? SIDE_LEFT : SIDE_RIGHT) : y < 0 ? SIDE_TOP : SIDE_BOTTOM;
}

static double rounded(double x) { return round(1000 * x) / 1000; }

/* Onto the edge of the symbol. */
static void set_port(Node *n, Port *p, Point at)
{
    at = (Point){ rounded(at.x), rounded(at.y) };
    p->side = nearest_side(n, at);
    p->at = p->side == SIDE_LEFT  ? (Point){ -n->width / 2, at.y }
          : p->side == SIDE_RIGHT ? (Point){ n->width / 2, at.y }
          : p->side == SIDE_TOP   ? (Point){ at.x, -n->height / 2 }
                                  : (Point){ at.x, n->height / 2 };
}

/* If all that are shown have places, these; on the grid, apart. */
void given_ports(Diagram *g, Node *n)
{
    const IconArea area = n->area;
    Placement p;

    (void)g;
    for (uint32_t i = 0; i < vec_len(n->port); i++)
        if (n->port[i].shown &&
            !(n->port[i].inst->is->decl && placement_of(n->port[i].inst->is->decl->annotation, true, &p)))
            return;
    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        n->port[i].free = false;
        if (!n->port[i].shown)
            continue;
        placement_of(n->port[i].inst->is->decl->annotation, true, &p);
        const Point m = middle(&p);
        const double x = (m.x - (area.x1 + area.x2) / 2) / (area.x2 - area.x1) * n->width,
                     y = -(m.y - (area.y1 + area.y2) / 2) / (area.y2 - area.y1) * n->height;
        set_port(n, &n->port[i], (Point){ GRID * round(x / GRID), GRID * round(y / GRID) });
    }
}

/* ---- components ---------------------------------------------------------------------------------------- */

static bool node_placement(const Node *n, Placement *p)
{
    return n->inst->is->decl && placement_of(n->inst->is->decl->annotation, false, p) && p->x1 != p->x2 &&
           p->y1 != p->y2;
}

bool given_all(const Diagram *g)
{
    Placement p;

    for (uint32_t i = 0; i < vec_len(g->node); i++)
        if (!node_placement(&g->node[i], &p))
            return false;
    return vec_len(g->node) > 0;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* Pixels a unit: by the component in the middle, of all by how much larger it would be here. */
static double scale(const Diagram *g)
{
    double *size = NULL;
    bool outer = true;

    for (uint32_t i = 0; i < vec_len(g->node); i++)
        outer &= g->node[i].outer;
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        if (!g->node[i].outer || outer)
            vec_push(&g->d->run, size,
                     fmax(g->node[i].width, g->node[i].height) /
                         fmax(fabs(g->node[i].place.x2 - g->node[i].place.x1),
                              fabs(g->node[i].place.y2 - g->node[i].place.y1)));
    qsort(size, vec_len(size), sizeof *size, by_size);
    return size[vec_len(size) / 2];
}

/* Of its own size to that of its placement, mirrored and turned. */
static void put_at(Node *n, double unit)
{
    const Placement *p = &n->place;
    const double w = unit * (p->x2 - p->x1), h = unit * (p->y2 - p->y1),
                 a = -p->rotation * 3.14159265358979323846 / 180, own_w = n->width, own_h = n->height;
    const bool upright = fabs(sin(a)) > 0.7;
    const Point m = middle(p);

    n->given = true;
    n->centre = (Point){ rounded(unit * m.x), rounded(-unit * m.y) };
    n->turned = w < 0;
    n->upside = h < 0;
    n->rotation = p->rotation;
    n->width = rounded(upright ? fabs(h) : fabs(w));
    n->height = rounded(upright ? fabs(w) : fabs(h));
    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        const double x = n->port[i].at.x / own_w * w, y = n->port[i].at.y / own_h * h;
        set_port(n, &n->port[i], (Point){ x * cos(a) - y * sin(a), x * sin(a) + y * cos(a) });
    }
}

/* Connectors that may be on any side look towards what they are joined to. */
static void face(Diagram *g, Pin p, Pin q)
{
    Node *n = &g->node[p.node];
    Port *port = port_of(g, p);

    if (port->free && !port->decided)
        shape_side(n, port,
                   (middle(&g->node[q.node].place).x < middle(&n->place).x) == (n->place.x1 <= n->place.x2)
                       ? SIDE_LEFT
                       : SIDE_RIGHT);
}

void diagram_given_places(Diagram *g)
{
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        node_placement(&g->node[i], &g->node[i].place);
    for (uint32_t i = 0; i < vec_len(g->link); i++) {
        face(g, g->link[i].a, g->link[i].b);
        face(g, g->link[i].b, g->link[i].a);
    }
    g->unit = scale(g);
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        put_at(&g->node[i], g->unit);
}

/* ---- lines --------------------------------------------------------------------------------------------- */

/* Onto the connector: the corner moves, and with it what the segment to the next one has to keep level or upright. */
static bool snap(Point *corner, Point *next, Point to)
{
    const bool level = fabs(corner->y - next->y) < 0.5;

    if (fabs(corner->x - to.x) > GRID || fabs(corner->y - to.y) > GRID)
        return false;
    *corner = to;
    if (level)
        next->y = to.y;
    else
        next->x = to.x;
    return true;
}

static bool leaves(Side side, Point from, Point to)
{
    return side == SIDE_LEFT  ? to.x < from.x
         : side == SIDE_RIGHT ? to.x > from.x
         : side == SIDE_TOP   ? to.y < from.y
                              : to.y > from.y;
}

/* The corners of annotation(Line(points = ...)) of a connection, from a to b, if its ends fit these connectors and all
 * of it is level or upright; else none. */
static Path line_of(const Diagram *g, const Link *l)
{
    const Modifier *line = l->statement ? part(l->statement->annotation, "Line") : NULL;
    const Modifier *points = line ? part(line->sub, "points") : NULL;
    const uint32_t n =
        points && points->value && points->value->kind == E_ARRAY ? vec_len(points->value->arg) : 0;
    double *x = n > 1 ? NEW_N(&g->d->run, double, 2 * n) : NULL;
    Point a = port_point(g, l->a), b = port_point(g, l->b);
    Path path = { 0 };

    if (!x || !icon_numbers(points->value, x, 2 * n))
        return path;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&g->d->run, path.point,
                 ((Point){ rounded(g->unit * x[2 * i]), rounded(-g->unit * x[2 * i + 1]) }));
    Point *p = path.point;
    bool fits = snap(&p[0], &p[1], a) && snap(&p[n - 1], &p[n - 2], b) &&
                leaves(port_of(g, l->a)->side, p[0], p[1]) &&
                leaves(port_of(g, l->b)->side, p[n - 1], p[n - 2]) && p[0].x == a.x && p[0].y == a.y;
    for (uint32_t i = 1; i < n; i++)
        fits &= (fabs(p[i].x - p[i - 1].x) < 0.5) != (fabs(p[i].y - p[i - 1].y) < 0.5);
    for (uint32_t i = 1; i < n && fits; i++)
        if (fabs(p[i].x - p[i - 1].x) < 0.5)
            p[i].x = p[i - 1].x;
        else
            p[i].y = p[i - 1].y;
    return fits && p[n - 1].x == b.x && p[n - 1].y == b.y ? path : (Path){ 0 };
}

/* A net is drawn as the model has it, if all of its connections have fitting lines. */
void given_lines(Diagram *g)
{
    for (uint32_t i = 0; i < vec_len(g->net); i++)
        g->net[i].drawn = true;
    for (uint32_t i = 0; i < vec_len(g->link); i++) {
        Net *t = &g->net[port_of(g, g->link[i].a)->net - 1];
        const Path path = line_of(g, &g->link[i]);
        t->drawn &= path.point != NULL;
        if (t->drawn)
            vec_push(&g->d->run, t->path, path);
    }
}

/* ---- texts --------------------------------------------------------------------------------------------- */

static bool meet(Box a, Box b) { return a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2; }

/* On another symbol, on a text that is placed already, or where a line leaves a connector? */
static bool is_taken(const Diagram *g, uint32_t at, uint32_t text, Box b)
{
    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        const Node *n = &g->node[i];
        if (meet(b, node_symbol(n)))
            return true;
        for (uint32_t k = 0; k < n->captions && (i < at || (i == at && k < text)); k++)
            if (meet(b, box_moved(n->caption[k].box, n->centre)))
                return true;
        for (uint32_t k = 0; k < vec_len(n->port); k++) {
            const Point p = { n->centre.x + n->port[k].at.x, n->centre.y + n->port[k].at.y };
            const double x = n->port[k].side == SIDE_LEFT  ? -GRID
                           : n->port[k].side == SIDE_RIGHT ? GRID
                                                           : 0,
                         y = n->port[k].side == SIDE_TOP    ? -GRID
                           : n->port[k].side == SIDE_BOTTOM ? GRID
                                                            : 0;
            if (n->port[k].net && meet(b, (Box){ fmin(p.x, p.x + x) - 2, fmin(p.y, p.y + y) - 2,
                                                 fmax(p.x, p.x + x) + 2, fmax(p.y, p.y + y) + 2 }))
                return true;
        }
    }
    return false;
}

/* Where else a text may stand: above, below, at the corners. */
static bool elsewhere(const Diagram *g, uint32_t at, uint32_t text)
{
    Node *n = &g->node[at];
    Caption *c = &n->caption[text];
    const double w = c->box.x2 - c->box.x1, up = -n->height / 2 - 6, down = n->height / 2 + LINE_OF_TEXT + 1;
    const Point to[] = { { -w / 2, up }, { -w / 2, down }, { 6, up },
                         { 6, down },    { -w - 6, up },   { -w - 6, down } };

    for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
        const Point by = { to[i].x - c->box.x1, to[i].y - c->at.y };
        if (is_taken(g, at, text, box_moved(box_moved(c->box, by), n->centre)))
            continue;
        c->at = (Point){ to[i].x, to[i].y };
        c->box = box_moved(c->box, by);
        c->middle = false;
        return true;
    }
    return false;
}

/* values: else names alone, where lines need the room. */
void given_texts(Diagram *g, bool values)
{
    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        Node *n = &g->node[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < (values ? n->captions : n->captions > 0); k++) {
            n->caption[kept] = n->caption[k];
            if (!is_taken(g, i, kept, box_moved(n->caption[k].box, n->centre)) ||
                (k == 0 && elsewhere(g, i, 0)))
                kept++;
        }
        n->captions = kept;
    }
}

void given_box(Diagram *g)
{
    g->box = (Box){ HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        g->box = box_with(g->box, box_moved(g->node[i].room, g->node[i].centre));
}
