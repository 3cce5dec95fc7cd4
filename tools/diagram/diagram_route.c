/* diagram_route.c - lines at right angles from connector to connector, around symbols and texts.
 *
 * On a grid of lines GRID apart, and one through each connector, each net grows as a tree: the connector that is
 * nearest to it is joined by the cheapest way (A*, Hart, Nilsson and Raphael 1968): length, and a price for each bend
 * and each crossing. A point of the grid belongs across to one net and up and down to one, so that nets cross but
 * never lie on each other, and where one bends no other one passes. Shafts go first, then short nets; then each is
 * taken away and led again, now that it is known where the others are. Of what costs the same, one takes what is
 * farther left, or right; long nets may go first; whichever of these gives the least is kept.
 *
 * Cost: for a net the points that its search looks at, a log for each. Ensures: no line through a symbol or a text; of
 * nets that found no way (with `must`: only over others) the number is told.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "diagram.h"

enum { BEND = 25, CROSSING = 30, OVER = 2000, MARGIN = 60, ROUNDS = 3, VARIANTS = 4, MANY = 150 };
#define LEAN 1e-5f

typedef struct { float cost; uint32_t at; } Open;
typedef struct {
    Diagram *g;
    double *x, *y;                         /* vecs: the grid */
    uint32_t nx, ny;
    bool *blocked;
    uint32_t **tree;                       /* by net, vecs: its points */
    uint32_t *across, *down, *kept;        /* by point: 1 + the net that it belongs to; kept: the end of a connector */
    float *cost; uint32_t *from, *stamp, now;              /* by 2*point + direction (1: up and down) */
    Open *open;                            /* vec: a heap */
    bool must;
    float lean;                            /* what a step up or down costs more, the farther right it is */
} Router;

/* ---- the grid ------------------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* Lines of connectors, and between them those of the grid that are not too near to one. */
static double *grid_lines(Dtc *d, double *through, double from, double to)
{
    double *all = NULL;
    const uint32_t n = vec_len(through);
    uint32_t k = 0;

    if (n)
        qsort(through, n, sizeof *through, by_value);
    for (double at = GRID * floor(from / GRID) - MARGIN; at <= to + MARGIN; at += GRID) {
        for (; k < n && through[k] < at + GRID / 2.0; k++)
            if (!all || through[k] > vec_last(all) + 0.01)
                vec_push(&d->run, all, through[k]);
        if (!all || at > vec_last(all) + GRID / 2.0)
            vec_push(&d->run, all, at);
    }
    return all;
}

static uint32_t nearest(const double *line, double at)
{
    uint32_t low = 0, high = vec_len(line) - 1;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (line[middle] < at - 0.005)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Where a line that leaves a connector may turn. */
static Point leaving(const Diagram *g, Pin p)
{
    const Side side = port_of(g, p)->side;
    Point at = port_point(g, p);

    at.x += side == SIDE_LEFT ? -GRID : side == SIDE_RIGHT ? GRID : 0;
    at.y += side == SIDE_TOP ? -GRID : side == SIDE_BOTTOM ? GRID : 0;
    return at;
}

static uint32_t cell_of(const Router *r, Point p) { return nearest(r->y, p.y) * r->nx + nearest(r->x, p.x); }
static uint32_t leaving_cell(const Router *r, Pin p) { return cell_of(r, leaving(r->g, p)); }
static Point cell_point(const Router *r, uint32_t cell) { return (Point){ r->x[cell % r->nx], r->y[cell / r->nx] }; }

static void block(Router *r, Box b, double margin)
{
    for (uint32_t j = nearest(r->y, b.y1 - margin + 0.01); j < r->ny && r->y[j] < b.y2 + margin - 0.01; j++)
        for (uint32_t i = nearest(r->x, b.x1 - margin + 0.01); i < r->nx && r->x[i] < b.x2 + margin - 0.01;
             i++)
            r->blocked[j * r->nx + i] = true;
}

static void make_grid(Router *r)
{
    Diagram *g = r->g;
    Dtc *d = g->d;
    double *x = NULL, *y = NULL;

    for (uint32_t i = 0; i < vec_len(g->net); i++)
        for (uint32_t k = 0; k < vec_len(g->net[i].pin); k++) {
            const Point p = leaving(g, g->net[i].pin[k]);
            vec_push(&d->run, x, p.x);
            vec_push(&d->run, y, p.y);
        }
    for (uint32_t i = 0; i < vec_len(g->net); i++)
        for (uint32_t k = 0; k < vec_len(g->net[i].path) && g->net[i].drawn; k++)
            for (uint32_t m = 0; m < vec_len(g->net[i].path[k].point); m++) {
                vec_push(&d->run, x, g->net[i].path[k].point[m].x);
                vec_push(&d->run, y, g->net[i].path[k].point[m].y);
            }
    r->x = grid_lines(d, x, g->box.x1, g->box.x2);
    r->y = grid_lines(d, y, g->box.y1, g->box.y2);
    r->nx = vec_len(r->x);
    r->ny = vec_len(r->y);
    const size_t n = (size_t)r->nx * r->ny;
    r->blocked = NEW_N(&d->run, bool, n);
    r->across = NEW_N(&d->run, uint32_t, n);
    r->down = NEW_N(&d->run, uint32_t, n);
    r->kept = NEW_N(&d->run, uint32_t, n);
    r->cost = NEW_N(&d->run, float, 2 * n);
    r->from = NEW_N(&d->run, uint32_t, 2 * n);
    r->stamp = NEW_N(&d->run, uint32_t, 2 * n);
    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        const Node *m = &g->node[i];
        block(r, node_symbol(m), GRID);
        for (uint32_t k = 0; k < m->captions; k++)
            block(r, box_moved(m->caption[k].box, m->centre), 3);
    }
    for (uint32_t i = 0; i < vec_len(g->net); i++)
        for (uint32_t k = 0; k < vec_len(g->net[i].pin); k++) {
            const uint32_t cell = leaving_cell(r, g->net[i].pin[k]);
            r->kept[cell] = i + 1;
            r->blocked[cell] = false;
        }
}

/* ---- the heap ------------------------------------------------------------------------------------------ */

static bool before(Open a, Open b) { return a.cost < b.cost || (a.cost == b.cost && a.at < b.at); }

static void heap_push(Router *r, Open o)
{
    uint32_t i = vec_len(r->open);

    vec_push(&r->g->d->run, r->open, o);
    for (; i > 0 && before(o, r->open[(i - 1) / 2]); i = (i - 1) / 2)
        r->open[i] = r->open[(i - 1) / 2];
    r->open[i] = o;
}

static Open heap_pop(Router *r)
{
    const Open top = r->open[0], last = vec_pop(r->open);
    const uint32_t n = vec_len(r->open);
    uint32_t i = 0;

    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && before(r->open[child + 1], r->open[child]))
            child++;
        if (!before(r->open[child], last))
            break;
        r->open[i] = r->open[child];
    }
    if (n)
        r->open[i] = last;
    return top;
}

/* ---- a way --------------------------------------------------------------------------------------------- */

static bool is_of(uint32_t owner, uint32_t net) { return owner == 0 || owner == net; }

static float distance(const Router *r, uint32_t a, uint32_t b)
{
    return (float)(fabs(r->x[a % r->nx] - r->x[b % r->nx]) + fabs(r->y[a / r->nx] - r->y[b / r->nx]));
}

static void offer(Router *r, uint32_t state, uint32_t from, float cost, uint32_t goal)
{
    if (r->stamp[state] == r->now && r->cost[state] <= cost)
        return;
    r->stamp[state] = r->now;
    r->cost[state] = cost;
    r->from[state] = from;
    heap_push(r, (Open){ cost + distance(r, state / 2, goal), state });
}

/* What it costs net to be at a point, going that way; infinite: it cannot. */
static float toll(const Router *r, uint32_t cell, uint32_t down, uint32_t net)
{
    const uint32_t same = down ? r->down[cell] : r->across[cell],
                   other = down ? r->across[cell] : r->down[cell];

    if (r->blocked[cell] || !is_of(r->kept[cell], net) || (!is_of(same, net) && !r->must))
        return INFINITY;
    return (is_of(same, net) ? 0 : OVER) + (is_of(other, net) ? 0 : CROSSING);
}

static float leaning(const Router *r, uint32_t i)
{
    const float x = (float)(r->lean < 0 ? r->x[r->nx - 1] - r->x[i] : r->x[i] - r->x[0]);

    return fabsf(r->lean) * x;
}

/* The four points around. */
static void spread(Router *r, uint32_t state, uint32_t net, uint32_t goal)
{
    const uint32_t cell = state / 2, down = state % 2, i = cell % r->nx, j = cell / r->nx;
    const bool turns = (is_of(r->across[cell], net) && is_of(r->down[cell], net)) || r->must;
    const uint32_t to[4] = { i > 0 ? cell - 1 : cell, i + 1 < r->nx ? cell + 1 : cell,
                             j > 0 ? cell - r->nx : cell, j + 1 < r->ny ? cell + r->nx : cell };

    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t way = k / 2;
        if (to[k] == cell || (way != down && !turns))
            continue;
        const float price = toll(r, to[k], way, net);
        if (isfinite(price))
            offer(r, 2 * to[k] + way, state,
                  r->cost[state] + distance(r, cell, to[k]) + price + (way != down ? BEND : 0) +
                      (way ? leaning(r, i) : 0),
                  goal);
    }
}

/* From any point of the tree to the end of a connector: the last state, or UINT32_MAX. */
static uint32_t find_way(Router *r, const uint32_t *tree, uint32_t net, uint32_t goal, bool goal_down)
{
    r->now++;
    vec_clear(r->open);
    for (uint32_t i = 0; i < vec_len(tree); i++)
        for (uint32_t down = 0; down < 2; down++)
            if (is_of(r->across[tree[i]], net) && is_of(r->down[tree[i]], net))
                offer(r, 2 * tree[i] + down, UINT32_MAX, 0, goal);
    while (vec_len(r->open)) {
        const Open o = heap_pop(r);
        if (o.cost > r->cost[o.at] + distance(r, o.at / 2, goal) + 0.01f)
            continue; /* a better one came later */
        if (o.at / 2 == goal &&
            (o.at % 2 == goal_down || (is_of(r->across[goal], net) && is_of(r->down[goal], net))))
            return o.at;
        spread(r, o.at, net, goal);
    }
    return UINT32_MAX;
}

/* ---- nets ---------------------------------------------------------------------------------------------- */

static bool upright(const Diagram *g, Pin p)
{
    return port_of(g, p)->side == SIDE_TOP || port_of(g, p)->side == SIDE_BOTTOM;
}

static void corner(Dtc *d, Path *path, Point p)
{
    const uint32_t n = vec_len(path->point);
    const Point *q = path->point;

    if (n && fabs(q[n - 1].x - p.x) < 0.01 && fabs(q[n - 1].y - p.y) < 0.01)
        return;
    if (n > 1 && ((fabs(q[n - 1].x - p.x) < 0.01 && fabs(q[n - 2].x - p.x) < 0.01) ||
                  (fabs(q[n - 1].y - p.y) < 0.01 && fabs(q[n - 2].y - p.y) < 0.01)))
        path->point[n - 1] = p;
    else
        vec_push(&d->run, path->point, p);
}

static void take(Router *r, uint32_t cell, uint32_t down, uint32_t net)
{
    uint32_t *of = down ? &r->down[cell] : &r->across[cell];

    *of = *of && r->must ? *of : net;
}

/* The way that ends at `state`, from the tree to the connector: points taken, added to the tree. */
static void keep_way(Router *r, Net *t, uint32_t **tree, uint32_t state, Pin p, uint32_t net)
{
    Diagram *g = r->g;
    Dtc *d = g->d;
    uint32_t *way = NULL;
    Path path = { 0 };

    for (uint32_t s = state; s != UINT32_MAX; s = r->from[s])
        vec_push(&d->run, way, s);
    const bool first = vec_len(t->path) == 1 && vec_len(*tree) == 1;
    if (first) {
        corner(d, &path, port_point(g, t->pin[0]));
        vec_clear(t->path);
    }
    for (uint32_t i = vec_len(way); i-- > 0;) {
        const uint32_t cell = way[i] / 2;
        corner(d, &path, cell_point(r, cell));
        take(r, cell, way[i] % 2, net);
        if (i > 0) /* it leaves as the next one is entered */
            take(r, cell, way[i - 1] % 2, net);
        vec_push(&d->run, *tree, cell);
    }
    if (!first)
        vec_push(&d->run, t->dot, cell_point(r, vec_last(way) / 2));
    take(r, way[0] / 2, upright(g, p), net);
    corner(d, &path, port_point(g, p));
    vec_push(&d->run, t->path, path);
}

/* Grows by the connector that is nearest to the tree. */
static bool route_net(Router *r, uint32_t k)
{
    Diagram *g = r->g;
    Dtc *d = g->d;
    Net *t = &g->net[k];
    uint32_t *tree = NULL; /* the net's, again when it has grown */
    const uint32_t pins = vec_len(t->pin);
    bool *done = NEW_N(&d->run, bool, pins), good = true;
    float *far = NEW_N(&d->run, float, pins);
    Path stub = { 0 };

    t->path = NULL, t->dot = NULL;
    const uint32_t start = leaving_cell(r, t->pin[0]);
    vec_push(&d->run, tree, start);
    take(r, start, upright(g, t->pin[0]), k + 1);
    corner(d, &stub, port_point(g, t->pin[0]));
    corner(d, &stub, cell_point(r, start));
    vec_push(&d->run, t->path, stub);
    done[0] = true;
    for (uint32_t i = 1; i < pins; i++)
        far[i] = INFINITY;
    for (uint32_t round = 1, known = 0; round < pins; round++) {
        uint32_t next = 0;
        for (; known < vec_len(tree); known++)
            for (uint32_t i = 1; i < pins; i++)
                far[i] = fminf(far[i], distance(r, tree[known], leaving_cell(r, t->pin[i])));
        for (uint32_t i = 1; i < pins; i++)
            if (!done[i] && (!next || far[i] < far[next]))
                next = i;
        done[next] = true;
        const Pin p = t->pin[next];
        const uint32_t end = find_way(r, tree, k + 1, leaving_cell(r, p), upright(g, p));
        if (end == UINT32_MAX)
            good = false;
        else
            keep_way(r, t, &tree, end, p, k + 1);
    }
    r->tree[k] = tree;
    return good;
}

static void unroute(Router *r, uint32_t k)
{
    for (uint32_t i = 0; i < vec_len(r->tree[k]); i++) {
        const uint32_t cell = r->tree[k][i];
        r->across[cell] = r->across[cell] == k + 1 ? 0 : r->across[cell];
        r->down[cell] = r->down[cell] == k + 1 ? 0 : r->down[cell];
    }
}

/* ---- in order ------------------------------------------------------------------------------------------ */

/* The points of the grid along a segment that is there already: what they are taken by; false: symbols, texts or others
 * are in the way. Those within a step of its own connectors are free. */
static bool follow(Router *r, Point a, Point b, const Net *t, uint32_t net, bool takes)
{
    const bool down = fabs(a.x - b.x) < 0.01;
    const uint32_t from = cell_of(r, (Point){ fmin(a.x, b.x), fmin(a.y, b.y) }),
                   to = cell_of(r, (Point){ fmax(a.x, b.x), fmax(a.y, b.y) });

    for (uint32_t cell = from; cell <= to; cell += down ? r->nx : 1) {
        const Point p = cell_point(r, cell);
        bool own = false;
        for (uint32_t i = 0; i < vec_len(t->pin); i++) {
            const Point q = port_point(r->g, t->pin[i]);
            own |= fabs(p.x - q.x) + fabs(p.y - q.y) < GRID - 0.01;
        }
        if (takes && !own)
            take(r, cell, down, net);
        else if (!own && (r->blocked[cell] || !is_of(r->kept[cell], net) ||
                          !is_of(down ? r->down[cell] : r->across[cell], net)))
            return false;
    }
    return true;
}

static bool follow_net(Router *r, uint32_t k, bool takes)
{
    const Net *t = &r->g->net[k];

    for (uint32_t i = 0; i < vec_len(t->path); i++)
        for (uint32_t n = 1; n < vec_len(t->path[i].point); n++)
            if (!follow(r, t->path[i].point[n - 1], t->path[i].point[n], t, k + 1, takes))
                return false;
    return true;
}

/* Nets that are drawn as the model has them, each if the others leave room for it. */
static void keep_drawn(Router *r)
{
    for (uint32_t k = 0; k < vec_len(r->g->net); k++)
        if (r->g->net[k].drawn && (r->g->net[k].drawn = follow_net(r, k, false)))
            follow_net(r, k, true);
}

typedef struct { uint32_t net; LinkKind kind; double size; } Turn;

static int by_turn(const void *a, const void *b)
{
    const Turn *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->net < y->net ? -1 : x->net > y->net;
}

static double net_size(const Diagram *g, const Net *t)
{
    Box b = { HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL };

    for (uint32_t i = 0; i < vec_len(t->pin); i++) {
        const Point p = port_point(g, t->pin[i]);
        b = box_with(b, (Box){ p.x, p.y, p.x, p.y });
    }
    return b.x2 - b.x1 + b.y2 - b.y1;
}

/* All nets in that order, and again; the number of those that found no way. */
static uint32_t route_all(Router *r, const Turn *turn, bool must)
{
    const Diagram *g = r->g;
    const int rounds = vec_len(g->net) > MANY ? 2 : ROUNDS;
    uint32_t failed = 0;

    for (int round = 0; round < rounds; round++) {
        failed = 0;
        for (uint32_t i = 0; i < vec_len(g->net); i++) {
            const uint32_t k = turn[i].net;
            if (g->net[k].drawn)
                continue;
            unroute(r, k);
            if (route_net(r, k))
                continue;
            failed++;
            if (!must || round + 1 < rounds)
                continue;
            unroute(r, k);
            r->must = true;
            route_net(r, k);
            r->must = false;
        }
    }
    return failed;
}

/* Length, bends and crossings, as a way is judged. */
static double total(const Router *r)
{
    const Diagram *g = r->g;
    double sum = 0;

    for (uint32_t i = 0; i < vec_len(g->net); i++)
        for (uint32_t k = 0; k < vec_len(g->net[i].path); k++) {
            const Point *p = g->net[i].path[k].point;
            sum += BEND * (double)vec_len(p);
            for (uint32_t n = 1; n < vec_len(p); n++)
                sum += fabs(p[n].x - p[n - 1].x) + fabs(p[n].y - p[n - 1].y);
        }
    for (uint32_t i = 0; i < r->nx * r->ny; i++)
        sum += r->across[i] && r->down[i] && r->across[i] != r->down[i] ? CROSSING : 0;
    return sum;
}

/* The box of the picture goes around lines, too. */
static void surround(Diagram *g)
{
    for (uint32_t i = 0; i < vec_len(g->net); i++)
        for (uint32_t k = 0; k < vec_len(g->net[i].path); k++)
            for (uint32_t n = 0; n < vec_len(g->net[i].path[k].point); n++) {
                const Point p = g->net[i].path[k].point[n];
                g->box = box_with(g->box, (Box){ p.x - GRID, p.y - GRID, p.x + GRID, p.y + GRID });
            }
}

static void start_anew(Router *r)
{
    const size_t n = (size_t)r->nx * r->ny;

    memset(r->across, 0, n * sizeof *r->across);
    memset(r->down, 0, n * sizeof *r->down);
    memset(r->tree, 0, vec_len(r->g->net) * sizeof *r->tree);
}

uint32_t route(Diagram *g, bool must)
{
    Router r = { .g = g };
    const uint32_t nets = vec_len(g->net);
    Turn *turn = NEW_N(&g->d->run, Turn, nets + 1);
    Net *best = NEW_N(&g->d->run, Net, nets + 1);
    uint32_t failed = UINT32_MAX;
    double least = HUGE_VAL;

    if (!g->net)
        return 0;
    make_grid(&r);
    r.tree = NEW_N(&g->d->run, uint32_t *, nets);
    for (int variant = 0; variant < (nets > MANY ? 1 : VARIANTS); variant++) {
        for (uint32_t i = 0; i < nets; i++)
            turn[i] = (Turn){ i, g->net[i].kind == LINK_HOUSING ? LINK_OTHER : g->net[i].kind,
                              net_size(g, &g->net[i]) * (variant / 2 ? -1 : 1) };
        qsort(turn, nets, sizeof *turn, by_turn);
        r.lean = variant % 2 ? -LEAN : LEAN;
        start_anew(&r);
        keep_drawn(&r);
        const uint32_t lost = route_all(&r, turn, must);
        const double cost = total(&r);
        if (lost > failed || (lost == failed && cost >= least))
            continue;
        failed = lost;
        least = cost;
        memcpy(best, g->net, nets * sizeof *best);
    }
    memcpy(g->net, best, nets * sizeof *best);
    surround(g);
    return failed;
}
