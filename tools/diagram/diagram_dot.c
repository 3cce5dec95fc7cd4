/* diagram_dot.c - places of components by the program dot (Graphviz): layers from left to right, along shafts; ours are
 * only the lines.
 *
 * It is told how much room a component and its texts take and where on its edges the connectors are; shafts weigh most,
 * so that they come straight. What nothing is connected to stands in rows below. Places are put on the grid.
 * Cost: that of dot.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "diagram.h"

static bool is_joined(const Node *n)
{
    for (uint32_t i = 0; i < vec_len(n->port); i++)
        if (n->port[i].net)
            return true;
    return false;
}

/* ---- what it is told ----------------------------------------------------------------------------------- */

static int by_height(const void *a, const void *b)
{
    const Port *x = *(const Port *const *)a, *y = *(const Port *const *)b;

    return x->at.y < y->at.y ? -1 : x->at.y > y->at.y;
}

/* The connectors of a side as cells of a column, with gaps between that put them where they are. */
static void column(Diagram *g, FILE *f, const Node *n, Side side, int width, int height)
{
    const Port **list = NULL;
    int y = -height / 2;

    for (uint32_t i = 0; i < vec_len(n->port); i++)
        if (n->port[i].net && n->port[i].side == side)
            vec_push(&g->d->run, list, &n->port[i]);
    if (list)
        qsort(list, vec_len(list), sizeof *list, by_height);
    fprintf(f, "<TD><TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\">");
    for (uint32_t i = 0; i < vec_len(list); i++) {
        const int to = (int)list[i]->at.y - 1;
        if (to > y)
            fprintf(f, "<TR><TD FIXEDSIZE=\"TRUE\" WIDTH=\"%d\" HEIGHT=\"%d\"></TD></TR>", width, to - y);
        fprintf(f, "<TR><TD PORT=\"p%d\" FIXEDSIZE=\"TRUE\" WIDTH=\"%d\" HEIGHT=\"2\"></TD></TR>",
                (int)(list[i] - n->port), width);
        y = to + 2;
    }
    if (y < height / 2)
        fprintf(f, "<TR><TD FIXEDSIZE=\"TRUE\" WIDTH=\"%d\" HEIGHT=\"%d\"></TD></TR>", width, height / 2 - y);
    fputs("</TABLE></TD>", f);
}

/* As far to the left as to the right: its centre is that of the symbol. */
static void size_of(const Node *n, int *width, int *height)
{
    *width = 2 * (int)ceil(fmax(-n->room.x1, n->room.x2));
    *height = 2 * (int)ceil(fmax(-n->room.y1, n->room.y2));
}

static void tell_node(Diagram *g, FILE *f, uint32_t i)
{
    const Node *n = &g->node[i];
    int width, height;

    size_of(n, &width, &height);
    fprintf(f, "n%u [label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\"><TR>",
            i);
    column(g, f, n, SIDE_LEFT, width / 2, height);
    column(g, f, n, SIDE_RIGHT, width / 2, height);
    fputs("</TR></TABLE>>]\n", f);
}

static const char *end_text(Diagram *g, Pin p)
{
    static const char compass[] = { 'w', 'e', 'n', 's' };
    const Side side = port_of(g, p)->side;

    return side == SIDE_LEFT || side == SIDE_RIGHT
             ? internf(g->d, "n%u:p%u:%c", p.node, p.port, compass[side])
             : internf(g->d, "n%u:%c", p.node, compass[side]);
}

static void tell_links(Diagram *g, FILE *f)
{
    for (uint32_t i = 0; i < vec_len(g->link); i++) {
        const Link *l = &g->link[i];
        if (l->a.node == l->b.node || g->node[l->a.node].host || g->node[l->b.node].host)
            continue;
        const bool shaft = l->kind == LINK_SHAFT || l->kind == LINK_SLIDE || l->kind == LINK_FRAME;
        fprintf(f, "%s -> %s [weight=%d%s]\n", end_text(g, l->a), end_text(g, l->b),
                l->back              ? 0
                : shaft              ? (l->stub ? 6 : 20)
                : is_signal(l->kind) ? 3
                                     : 1,
                l->back || l->level ? ", constraint=false" : "");
    }
}

static void tell_borders(Diagram *g, FILE *f)
{
    for (int right = 0; right < 2; right++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < vec_len(g->node); i++)
            if (g->node[i].outer && (g->node[i].port[0].side == SIDE_LEFT) == (right == 1))
                fprintf(f, "%sn%u;", n++ ? " " : right ? "{rank=sink; " : "{rank=source; ", i);
        fputs(n ? "}\n" : "", f);
    }
}

static char *graph_text(Diagram *g, double spread, size_t *size)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, size);

    if (!f)
        return NULL;
    fprintf(f,
            "digraph g {\nrankdir=LR; splines=false; nodesep=%.3f; ranksep=%.3f;\nnode [shape=plain, "
            "margin=0];\n",
            (10 + 14 * spread) / 72, 40 * spread / 72);
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        if (is_joined(&g->node[i]) && !g->node[i].host)
            tell_node(g, f, i);
    tell_links(g, f);
    tell_borders(g, f);
    fputs("}\n", f);
    return fclose(f) == 0 ? text : NULL;
}

/* ---- what it answers ----------------------------------------------------------------------------------- */

static double on_grid(double x) { return GRID * floor(x / GRID + 0.5); }

/* "graph scale width height", "node n3 x y width height ...", in inches, y up. */
static bool read_places(Diagram *g, const char *answer)
{
    double scale = 1, width, height = 0, x, y;
    unsigned i;

    for (const char *line = answer; line && *line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (sscanf(line, "graph %lf %lf %lf", &scale, &width, &height) == 3)
            continue;
        if (sscanf(line, "node n%u %lf %lf", &i, &x, &y) == 3 && i < vec_len(g->node))
            g->node[i].centre = (Point){ on_grid(72 * x), on_grid(72 * (height - y)) };
    }
    return height > 0;
}

static Box all_rooms(const Diagram *g, bool joined)
{
    Box all = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };

    for (uint32_t i = 0; i < vec_len(g->node); i++)
        if (is_joined(&g->node[i]) || !joined)
            all = box_with(all, box_moved(g->node[i].room, g->node[i].centre));
    return all;
}

/* Connectors of the model stand on its border. */
static void align_borders(Diagram *g, Box all)
{
    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        Node *n = &g->node[i];
        if (n->outer)
            n->centre.x = n->port[0].side == SIDE_RIGHT ? GRID * floor(all.x1 / GRID) + GRID
                                                        : GRID * ceil(all.x2 / GRID) - GRID;
    }
}

/* The node that hangs at an end of a link, and the pin that it hangs at; NULL: none does. */
static Node *hanging(const Diagram *g, const Link *l, int end, Pin *at)
{
    const Pin p = end ? l->b : l->a;
    Node *n = &g->node[p.node];

    *at = end ? l->a : l->b;
    return n->host && n->host == at->node + 1 ? n : NULL;
}

/* From the centre of a node, up or down, to that of what hangs at it: beyond the texts beside the line. */
static double hanging_at(const Node *host, const Node *n, bool up)
{
    double far = host->height / 2 + GRID;

    for (uint32_t k = 0; k < host->captions; k++)
        far = fmax(far, up ? -host->caption[k].box.y1 : host->caption[k].box.y2);
    far = GRID * ceil(far / GRID) + GRID + n->height / 2;
    return up ? -far : far;
}

/* place: they are put there; else only the room for them is kept. */
static void hang(Diagram *g, bool place)
{
    Pin at;

    for (uint32_t i = 0; i < vec_len(g->link); i++)
        for (int end = 0; end < 2; end++) {
            Node *n = hanging(g, &g->link[i], end, &at);
            if (!n)
                continue;
            Node *host = &g->node[at.node];
            const Point to = { port_of(g, at)->at.x, hanging_at(host, n, port_of(g, at)->side == SIDE_TOP) };
            if (place)
                n->centre = (Point){ host->centre.x + to.x, host->centre.y + to.y };
            else
                host->room = box_with(host->room, box_moved(n->room, to));
        }
}

/* Of what nothing is connected to: connectors of the model, on its border, too; where the next row begins. */
static double border_rows(Diagram *g, double left, double right, double top)
{
    double y[2] = { top, top };

    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        Node *n = &g->node[i];
        if (is_joined(n) || !n->outer)
            continue;
        const bool on_right = n->port[0].side == SIDE_LEFT;
        const double x = on_right ? ceil(right / GRID) - 1 : floor(left / GRID) + 1;
        n->centre = (Point){ GRID * x, GRID * ceil((y[on_right] - n->room.y1) / GRID) };
        y[on_right] = n->centre.y + n->room.y2 + GRID;
    }
    return fmax(y[0], y[1]);
}

/* Rows of components that nothing is connected to, as wide as the rest. */
static void rows(Diagram *g)
{
    Box all = all_rooms(g, true);
    const bool none = all.x1 > all.x2;
    const double left = none ? 0 : all.x1, right = fmax(none ? 0 : all.x2, left + 600);
    double x = left, y = border_rows(g, left, none ? right : all.x2, none ? 0 : all.y2 + 2 * GRID), low = y;

    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        Node *n = &g->node[i];
        if (is_joined(n) || n->outer)
            continue;
        if (x > left && x + n->room.x2 - n->room.x1 > right)
            x = left, y = low + 2 * GRID;
        n->centre = (Point){ GRID * ceil((x - n->room.x1) / GRID), GRID * ceil((y - n->room.y1) / GRID) };
        x = n->centre.x + n->room.x2 + 3 * GRID;
        low = fmax(low, n->centre.y + n->room.y2);
    }
}

bool dot_places(Diagram *g, double spread)
{
    static const char *const argv[] = { "dot", "-Tplain", NULL };
    size_t size = 0, length = 0;

    if (vec_len(g->link) > 0) {
        hang(g, false);
        char *text = graph_text(g, spread, &size);
        const char *answer = text ? program_answer(g->d, argv, text, size, "graphviz",
                                                   "; a model whose components have places (dtc diagram "
                                                   "--write puts them into its file) needs none",
                                                   &length)
                                  : NULL;
        free(text);
        if (!answer || !read_places(g, answer))
            return false;
        align_borders(g, all_rooms(g, true));
        hang(g, true);
        straighten(g);
    }
    rows(g);
    g->box = all_rooms(g, false);
    return true;
}
