/* gear_flow.c - the flow of power through a gear, from left to right (Sankey): bands as wide as their power.
 *
 * Each node stands one column after the last of those that give it power. Edges that close a cycle, in the order of a
 * search in depth from the input, go back below. Each edge has at least the height of its number at both its ends, and
 * columns are as far apart as their texts need: no two overlap.
 *
 * Requires: power_edges. Cost: edges times nodes.
 */
#include "gear_draw.h"

enum { BAR = 12, FULL = 90, SLOT = 17, GAP = 30, TRACK = 10 };

typedef struct { double from, to; bool back; } End;        /* where on the bars, down from the top; goes back */
typedef struct {
    const Train *t; PowerEdge *edge; End *end;
    uint32_t nodes, columns, *column; char *mark;          /* by node: mark: 1 open, 2 done */
    double *height, *y, *x;                /* by node, by node, by column */
    double low;
} Flow;

/* ---- columns ------------------------------------------------------------------------------------------- */

/* order: vec, nodes as they are left: each before those that give it power, edges back apart. */
static void search(Flow *f, uint32_t v, uint32_t **order)
{
    f->mark[v] = 1;
    for (uint32_t i = 0; i < vec_len(f->edge); i++) {
        if (f->edge[i].from != v)
            continue;
        if (f->mark[f->edge[i].to] == 0)
            search(f, f->edge[i].to, order);
        else if (f->mark[f->edge[i].to] == 1)
            f->end[i].back = true;
    }
    f->mark[v] = 2;
    vec_push(&f->t->d->pass, *order, v);
}

static bool has_edge(const Flow *f, uint32_t v)
{
    for (uint32_t i = 0; i < vec_len(f->edge); i++)
        if (f->edge[i].from == v || f->edge[i].to == v)
            return true;
    return false;
}

static void find_columns(Flow *f)
{
    uint32_t *order = NULL;

    for (uint32_t v = f->nodes; v-- > 0;) /* ports, then sets, then bodies */
        if (f->mark[v] == 0 && has_edge(f, v) &&
            (v >= power_node_port(f->t, 0) ? v < power_node_port(f->t, 1) : true))
            search(f, v, &order);
    for (uint32_t k = vec_len(order); k-- > 0;)
        for (uint32_t i = 0; i < vec_len(f->edge); i++)
            if (f->edge[i].from == order[k] && !f->end[i].back &&
                f->column[f->edge[i].to] < f->column[order[k]] + 1)
                f->column[f->edge[i].to] = f->column[order[k]] + 1;
    for (uint32_t k = 0; k < vec_len(order); k++)
        f->columns = f->column[order[k]] + 1 > f->columns ? f->column[order[k]] + 1 : f->columns;
}

/* ---- texts --------------------------------------------------------------------------------------------- */

static const char *node_name(const Train *t, uint32_t v)
{
    return v >= power_node_port(t, 0)
             ? internf(t->d, "%s %s", t->port[v - power_node_port(t, 0)].output ? "output" : "input",
                       port_name(t, v - power_node_port(t, 0)))
         : v >= power_node_set(t, 0) ? internf(t->d, "set %s", set_name(t, &t->set[v - power_node_set(t, 0)]))
                                     : body_name(t, v);
}

static const char *edge_text(const Train *t, const PowerEdge *e)
{
    const char *number = draw_number(t->d, e->power);

    return e->element == NONE ? number : internf(t->d, "%s %s", element_name(t, e->element), number);
}

/* ---- places -------------------------------------------------------------------------------------------- */

static double width_of(const PowerEdge *e)
{
    double w = FULL * fr_value(e->power);

    return w < 1 ? 1 : w;
}

static double slot_of(const PowerEdge *e) { return width_of(e) < SLOT ? SLOT : width_of(e); }

/* Ends of edges on the bar of a node: those that go back are lowest. */
static void find_ends(Flow *f, uint32_t v)
{
    double in = 0, out = 0;

    for (int back = 0; back < 2; back++)
        for (uint32_t i = 0; i < vec_len(f->edge); i++) {
            double slot = slot_of(&f->edge[i]);
            if (f->end[i].back != (back == 1))
                continue;
            if (f->edge[i].from == v) {
                f->end[i].from = out + slot / 2;
                out += slot;
            }
            if (f->edge[i].to == v) {
                f->end[i].to = in + slot / 2;
                in += slot;
            }
        }
    f->height[v] = in > out ? in : out;
}

static double mean_above(const Flow *f, uint32_t v)
{
    double sum = 0, n = 0;

    for (uint32_t i = 0; i < vec_len(f->edge); i++)
        if (f->edge[i].to == v && !f->end[i].back) {
            sum += f->y[f->edge[i].from] + f->end[i].from;
            n++;
        }
    return n > 0 ? sum / n : 0;
}

/* One below the other, by the mean of where their power comes from. */
static void stack_column(Flow *f, uint32_t c)
{
    uint32_t *node = NULL;
    double y = 0;

    for (uint32_t v = 0; v < f->nodes; v++) {
        if (f->column[v] != c || !has_edge(f, v))
            continue;
        uint32_t i = vec_len(node);
        vec_push(&f->t->d->pass, node, v);
        for (; i > 0 && mean_above(f, node[i - 1]) > mean_above(f, v); i--)
            node[i] = node[i - 1];
        node[i] = v;
    }
    for (uint32_t i = 0; i < vec_len(node); i++) {
        double wanted = mean_above(f, node[i]) - f->height[node[i]] / 2;
        f->y[node[i]] = wanted > y ? wanted : y;
        y = f->y[node[i]] + f->height[node[i]] + GAP;
        f->low = y > f->low ? y : f->low;
    }
}

static void place_columns(Flow *f)
{
    double half = 0, x = 0;

    for (uint32_t c = 0; c < f->columns; c++) {
        double name = 0, text = 0;
        for (uint32_t v = 0; v < f->nodes; v++)
            if (f->column[v] == c && has_edge(f, v) && svg_width(SVG_NAME, node_name(f->t, v)) / 2 > name)
                name = svg_width(SVG_NAME, node_name(f->t, v)) / 2;
        for (uint32_t i = 0; i < vec_len(f->edge); i++) {
            double w = svg_width(SVG_NUMBER, edge_text(f->t, &f->edge[i]));
            if (f->column[f->edge[i].from] == c && w > text)
                text = w;
        }
        f->x[c] = c ? x + 24 + name : 0;
        half = text + 36 > name ? text + 36 : name; /* 36: room in which a band bends */
        x = f->x[c] + BAR + half;
        stack_column(f, c);
    }
}

/* ---- drawing ------------------------------------------------------------------------------------------- */

static void draw_edges(Svg *p, const Flow *f)
{
    double low = f->low;

    for (uint32_t i = 0; i < vec_len(f->edge); i++) {
        const PowerEdge *e = &f->edge[i];
        double x1 = f->x[f->column[e->from]] + BAR, x2 = f->x[f->column[e->to]];
        double y1 = f->y[e->from] + f->end[i].from, y2 = f->y[e->to] + f->end[i].to, w = width_of(e);
        SvgClass c = e->recirculates ? SVG_BACK : SVG_FLOW;
        if (!f->end[i].back) {
            svg_band(p, c, w, x1, y1, x2, y2);
            continue;
        }
        svg_back(p, c, w, x1, y1, x2, y2, low);
        low += w + TRACK;
    }
}

static SvgClass bar_class(const Train *t, uint32_t v)
{
    return v >= power_node_port(t, 0) ? (t->port[v - power_node_port(t, 0)].output ? SVG_OUTPUT : SVG_INPUT)
         : v >= power_node_set(t, 0)  ? SVG_SET
                                      : SVG_BAR;
}

static void draw_nodes(Svg *p, const Flow *f)
{
    for (uint32_t v = 0; v < f->nodes; v++)
        if (has_edge(f, v)) {
            double x = f->x[f->column[v]];
            svg_box(p, bar_class(f->t, v), x, f->y[v], BAR, f->height[v]);
            svg_text(p, SVG_NAME, SVG_MIDDLE, x + BAR / 2, f->y[v] - 7, node_name(f->t, v));
        }
    for (uint32_t i = 0; i < vec_len(f->edge); i++) {
        const PowerEdge *e = &f->edge[i];
        svg_text(p, e->recirculates ? SVG_BACK_NUMBER : SVG_NUMBER, SVG_START,
                 f->x[f->column[e->from]] + BAR + 5, f->y[e->from] + f->end[i].from + 4, edge_text(f->t, e));
    }
}

Svg flow_svg(const GearReport *r, const State *s)
{
    const Train *t = r->train;
    Arena *a = &t->d->pass;
    uint32_t n = power_node_port(t, vec_len(t->port));
    Svg p = svg_new(t->d);
    Flow f = { .t = t,
               .edge = power_edges(t, s),
               .nodes = n,
               .column = NEW_N(a, uint32_t, n),
               .mark = NEW_N(a, char, n),
               .height = NEW_N(a, double, n),
               .y = NEW_N(a, double, n),
               .x = NEW_N(a, double, n) };

    svg_text(&p, SVG_NAME, SVG_START, -30, -46, draw_title(r, s));
    if (!vec_len(f.edge)) {
        svg_text(&p, SVG_NOTE, SVG_START, -30, -28, "no power goes through");
        return p;
    }
    f.end = NEW_N(a, End, vec_len(f.edge));
    find_columns(&f);
    for (uint32_t v = 0; v < n; v++)
        find_ends(&f, v);
    place_columns(&f);
    draw_edges(&p, &f);
    draw_nodes(&p, &f);
    return p;
}
