/* diagram_shape.c - how large a component is drawn, where its connectors and its texts are.
 *
 * Connectors are where the annotation Placement of their class says, else by what they are: shafts left and right, as
 * their names and classes end (_a, _b), the first of them on the axis; signals of a block left and right, of a machine
 * above and below; housing and heat below. All of it lies on the grid. Cost: linear.
 */
#include <math.h>
#include <string.h>
#include "diagram.h"
#include "placement.h"

double text_width(const char *text, double size)
{
    uint32_t n = 0;

    for (const char *p = text; *p; p++)
        n += (*p & 0xc0) != 0x80; /* of UTF-8 the first byte of each character */
    return 0.62 * size * n;
}

Box box_with(Box a, Box b)
{
    return (Box){ fmin(a.x1, b.x1), fmin(a.y1, b.y1), fmax(a.x2, b.x2), fmax(a.y2, b.y2) };
}

static bool ends_in(const char *s, const char *end)
{
    const size_t n = strlen(s), k = strlen(end);

    return n >= k && strcmp(s + n - k, end) == 0;
}

/* ---- connectors ---------------------------------------------------------------------------------------- */

static double up_to_even(double x) { return 2 * GRID * ceil(x / (2 * GRID) - 1e-9); }

static Side side_by_name(const Port *p)
{
    const char *cls = p->inst->is->cls ? p->inst->is->cls->name : "";

    if (ends_in(p->name, "_a") || ends_in(p->name, "_b"))
        return ends_in(p->name, "_a") ? SIDE_LEFT : SIDE_RIGHT;
    return ends_in(cls, "_b") ? SIDE_RIGHT : SIDE_LEFT;
}

static Side side_by_kind(const Node *n, const Port *p)
{
    bool machine = false, mechanical = false, through = false;

    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        machine |= !is_signal(n->port[i].kind);
        mechanical |= is_mechanical(n->port[i].kind);
        through |= is_mechanical(n->port[i].kind) && side_by_name(&n->port[i]) == SIDE_RIGHT;
    }
    if (is_signal(p->kind) && (p->input || p->output)) {
        if (p->input)
            return machine && !n->boxed ? SIDE_TOP : SIDE_LEFT;
        return machine && through && !n->boxed ? SIDE_BOTTOM : SIDE_RIGHT;
    }
    if (p->kind == LINK_HOUSING || strcmp(p->name, "housing") == 0 || (p->kind == LINK_HEAT && mechanical))
        return SIDE_BOTTOM;
    return side_by_name(p);
}

/* Where nothing else tells: a single connector is where the symbol has a line to its edge; of two places of heat the
 * second one is on the right. */
static void sides_by_symbol(Node *n)
{
    Port *only = NULL, *second = NULL;
    uint32_t lines = 0, edges = 0;

    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        Port *p = &n->port[i];
        if (is_signal(p->kind) || p->kind == LINK_HOUSING)
            continue;
        second = p->kind == LINK_HEAT && p->side == SIDE_LEFT && lines++ == 1 ? p : second;
        only = p;
    }
    for (int k = 0; k < 4; k++)
        edges += n->touched[k];
    if (second && lines == 2)
        second->side = SIDE_RIGHT;
    else if (only && lines <= 1 && edges == 1 && !n->touched[only->side] && only->kind == LINK_HEAT)
        for (int k = 0; k < 4; k++)
            only->side = n->touched[k] ? (Side)k : only->side;
}

/* Of a set of gears the shafts may be on any side: they have names then, not _a and _b. */
static void find_free(Node *n)
{
    uint32_t shafts = 0;

    for (uint32_t i = 0; i < vec_len(n->port); i++)
        shafts += n->port[i].kind == LINK_SHAFT && n->port[i].side <= SIDE_RIGHT;
    for (uint32_t i = 0; i < vec_len(n->port) && shafts > 2; i++) {
        Port *p = &n->port[i];
        p->free = p->kind == LINK_SHAFT && p->side <= SIDE_RIGHT && !ends_in(p->name, "_a") &&
                  !ends_in(p->name, "_b");
    }
}

/* Of the k-th of n on a side: of a shaft the first on the axis, the others above and below in turn. */
static double along(uint32_t k, uint32_t n, bool shafts)
{
    if (shafts)
        return (k % 2 ? -1.0 : 1.0) * 2 * GRID * ((k + 1) / 2);
    return n == 2 ? (k ? 2 * GRID : -2 * GRID) : 2.0 * GRID * k - GRID * (n - 1.0);
}

/* down: of a box, by so much its rows are lower than its middle; in a box shafts come first, in one line. */
static void place_ports(Node *n, double down)
{
    uint32_t count[4] = { 0 }, done[4] = { 0 };
    bool shafts[4] = { 0 };

    for (uint32_t i = 0; i < vec_len(n->port); i++)
        if (n->port[i].shown) {
            count[n->port[i].side]++;
            shafts[n->port[i].side] |= is_mechanical(n->port[i].kind) && !n->boxed;
        }
    const double rows = fmax(count[SIDE_LEFT], count[SIDE_RIGHT]),
                 columns = fmax(count[SIDE_TOP], count[SIDE_BOTTOM]);
    n->height = fmax(n->height, 2 * GRID * (rows + 1) + 2 * down);
    n->width = fmax(n->width, 2 * GRID * (columns + 1));
    for (uint32_t i = 0; i < 2 * vec_len(n->port); i++) { /* twice: of a box shafts, then the rest */
        Port *p = &n->port[i % vec_len(n->port)];
        if (!p->shown || (!n->boxed || is_mechanical(p->kind)) != (i < vec_len(n->port)))
            continue;
        const uint32_t row = done[p->side]++;
        const double at =
            n->boxed ? 2 * GRID * row - GRID * (rows - 1) : along(row, count[p->side], shafts[p->side]);
        p->at = p->side == SIDE_LEFT  ? (Point){ -n->width / 2, at + down }
              : p->side == SIDE_RIGHT ? (Point){ n->width / 2, at + down }
              : p->side == SIDE_TOP   ? (Point){ at, -n->height / 2 }
                                      : (Point){ at, n->height / 2 };
    }
}

/* A box is as wide as what is written in it: its class, and beside each other the names of connectors. */
static double box_width(const Node *n)
{
    double left = 0, right = 0;

    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        double *of = n->port[i].side == SIDE_LEFT ? &left : &right;
        if (n->port[i].shown)
            *of = fmax(*of, text_width(n->port[i].name, 9));
    }
    return fmax(4 * GRID, fmax(left + right + 30, text_width(n->cls->name, 10) + 12));
}

/* Connectors are where those of the model are within; those of a part of it, at the bottom. */
static void shape_opened(Node *n)
{
    const Diagram *in = n->inside;

    n->width = in->box.x2 - in->box.x1;
    n->height = in->box.y2 - in->box.y1;
    double low = n->height / 2 - GRID;
    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        Port *p = &n->port[i];
        uint32_t k = 0;
        while (k < vec_len(in->node) && !(in->node[k].outer && strcmp(in->node[k].name, p->name) == 0))
            k++;
        const bool found = k < vec_len(in->node);
        p->side = found && in->node[k].port[0].side == SIDE_LEFT ? SIDE_RIGHT : SIDE_LEFT;
        p->at.x = p->side == SIDE_LEFT ? -n->width / 2 : n->width / 2;
        if (found) {
            p->at.y = in->node[k].centre.y - (in->box.y1 + in->box.y2) / 2;
        } else if (p->shown) {
            p->at.y = low;
            low -= 2 * GRID;
        }
    }
}

/* It faces the model: a connector on the left of the symbol is at the left of what is within. */
static void shape_outer(Node *n)
{
    Port *p = &n->port[0];
    const Side side = p->input                                        ? SIDE_LEFT
                    : p->output                                       ? SIDE_RIGHT
                    : p->kind == LINK_HOUSING || p->kind == LINK_HEAT ? SIDE_RIGHT
                                                                      : side_by_name(p);

    n->width = n->height = 2 * GRID;
    p->side = side == SIDE_LEFT ? SIDE_RIGHT : SIDE_LEFT;
    p->at = (Point){ p->side == SIDE_LEFT ? -GRID : GRID, 0 };
    p->shown = true;
}

/* A block with one signal on each side, or a sign for the housing. */
static bool is_small(const Node *n)
{
    uint32_t in = 0, out = 0;

    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        if (!is_signal(n->port[i].kind))
            return n->holds;
        in += n->port[i].shown && n->port[i].input;
        out += n->port[i].shown && n->port[i].output;
    }
    return n->port && in <= 1 && out <= 1;
}

void shape_ports(Diagram *g, Node *n)
{
    for (uint32_t i = 0; i < vec_len(n->port); i++)
        n->port[i].shown = n->port[i].net || (!n->inside && !n->many && !is_signal(n->port[i].kind));
    n->boxed = !icon_area(g->d, n->cls, &n->area, n->touched);
    if (n->outer) {
        shape_outer(n);
        return;
    }
    if (n->inside) {
        shape_opened(n);
        return;
    }
    for (uint32_t i = 0; i < vec_len(n->port); i++)
        n->port[i].side = side_by_kind(n, &n->port[i]);
    sides_by_symbol(n);
    find_free(n);
    n->width = n->height = is_small(n) ? 2 * ICON / 3 : ICON;
    if (n->boxed)
        n->width = up_to_even(box_width(n));
    place_ports(n, n->boxed ? GRID : 0);
    n->width = up_to_even(n->width);
    n->height = up_to_even(n->height);
    if (!n->boxed)
        given_ports(g, n);
}

void shape_side(Node *n, Port *p, Side side)
{
    p->decided = true;
    if (p->side == side)
        return;
    p->side = side;
    place_ports(n, n->boxed ? GRID : 0);
}

void shape_turn(Node *n)
{
    n->turned = !n->turned;
    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        Port *p = &n->port[i];
        p->at.x = 0 - p->at.x;
        p->side = p->side == SIDE_LEFT ? SIDE_RIGHT : p->side == SIDE_RIGHT ? SIDE_LEFT : p->side;
    }
}

/* ---- texts --------------------------------------------------------------------------------------------- */

enum { NAME_SIZE = 11, VALUE_SIZE = 10, PORT_SIZE = 8 };

static void caption(Node *n, const char *text, double size, Point at, bool middle)
{
    const double w = text_width(text, size), x = middle ? at.x - w / 2 : at.x;

    n->caption[n->captions++] =
        (Caption){ text, at, { x, at.y - 0.8 * size, x + w, at.y + 0.25 * size }, middle, size };
}

/* Where texts may stand above (below: down) a symbol: in the middle, or right of the last line that comes there. */
static double free_from(const Node *n, Side side)
{
    double x = -HUGE_VAL;

    for (uint32_t i = 0; i < vec_len(n->port); i++)
        if (n->port[i].shown && n->port[i].side == side)
            x = fmax(x, n->port[i].at.x + 6);
    return x;
}

/* The name above, values below; the name goes down, too, where only above lines come. */
static void set_captions(Node *n)
{
    const double above = free_from(n, SIDE_TOP), below = free_from(n, SIDE_BOTTOM), h = n->height / 2;
    const bool down = isfinite(above) && !isfinite(below);
    double y = h + LINE_OF_TEXT + (n->many ? 7 : 1); /* an array throws a shadow */

    n->captions = 0;
    if (down) {
        caption(n, n->name, NAME_SIZE, (Point){ 0, y }, true);
        y += LINE_OF_TEXT;
    } else {
        caption(n, n->name, NAME_SIZE, (Point){ isfinite(above) ? above : 0, -h - 6 }, !isfinite(above));
    }
    for (int i = 0; i < VALUES && n->value[i] && !n->inside; i++, y += LINE_OF_TEXT)
        caption(n, n->value[i], VALUE_SIZE, (Point){ isfinite(below) ? below : 0, y }, !isfinite(below));
}

/* Above the line that comes to it: which shaft of a set of gears it is. */
static void name_ports(Node *n)
{
    for (uint32_t i = 0; i < vec_len(n->port) && !n->boxed && !n->inside; i++) {
        const Port *p = &n->port[i];
        if (!p->free || !p->net || p->side > SIDE_RIGHT || n->captions >= 1 + VALUES + PORT_NAMES)
            continue;
        const double w = text_width(p->name, PORT_SIZE);
        const double x = p->side == SIDE_LEFT ? p->at.x - 5 - w : p->at.x + 5;
        caption(n, p->name, PORT_SIZE, (Point){ x, p->at.y - 5 }, false);
    }
}

void shape_node(Diagram *g, Node *n)
{
    double lines[4] = { 0 };

    (void)g;
    set_captions(n);
    name_ports(n);
    n->room = (Box){ -n->width / 2, -n->height / 2, n->width / 2, n->height / 2 };
    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        const Port *p = &n->port[i];
        if (p->net) { /* a line leaves straight */
            const Point to = { p->at.x + (p->side == SIDE_LEFT    ? -GRID
                                          : p->side == SIDE_RIGHT ? GRID
                                                                  : 0),
                               p->at.y + (p->side == SIDE_TOP      ? -GRID
                                          : p->side == SIDE_BOTTOM ? GRID
                                                                   : 0) };
            n->room = box_with(n->room, (Box){ to.x, to.y, to.x, to.y });
            lines[p->side]++;
        }
    }
    for (int k = 0; k < 2; k++) /* lines turn beside each other */
        if (lines[k] > 2)
            n->room = box_with(n->room, (Box){ k ? 0 : -n->width / 2 - GRID * lines[k] / 2, 0,
                                               k ? n->width / 2 + GRID * lines[k] / 2 : 0, 0 });
    for (uint32_t i = 0; i < n->captions; i++)
        n->room = box_with(n->room, n->caption[i].box);
}
