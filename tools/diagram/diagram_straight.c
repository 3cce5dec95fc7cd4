/* diagram_straight.c - shafts that nearly lie on one axis are put on it; signals, too.
 *
 * For each joint that is not straight, what hangs straight on one side of it is moved up or down, if nothing is in the
 * way and more is straight then, shafts more than signals, or the same with less in between; until nothing changes.
 * Cost: joints times components, a few times. Requires: places on the grid, rooms apart.
 */
#include <math.h>
#include "diagram.h"

enum { PASSES = 6, APART = 10, NEAR = 120 };

typedef struct { Diagram *g; uint32_t **link; uint32_t *group, *stamp, now; } Straight;        /* group: vec of nodes */

/* Could it be one straight line? Of signals between neighbours. */
static bool is_joint(const Diagram *g, const Link *l)
{
    const Side a = port_of(g, l->a)->side, b = port_of(g, l->b)->side;

    if (is_signal(l->kind) && fabs(port_point(g, l->a).x - port_point(g, l->b).x) > NEAR)
        return false;
    return !l->back && l->a.node != l->b.node && a <= SIDE_RIGHT && b <= SIDE_RIGHT && a != b;
}

static double off(const Diagram *g, const Link *l) { return port_point(g, l->b).y - port_point(g, l->a).y; }

/* All that is straight with a node, without that link; what hangs at a node goes with it. */
static void gather(Straight *s, uint32_t from, uint32_t without)
{
    Diagram *g = s->g;

    s->now++;
    vec_clear(s->group);
    vec_push(&g->d->run, s->group, from);
    s->stamp[from] = s->now;
    for (uint32_t i = 0; i < vec_len(s->group); i++) {
        const uint32_t at = s->group[i];
        for (uint32_t k = 0; k < vec_len(s->link[at]); k++) {
            const uint32_t l = s->link[at][k];
            const Link *q = &g->link[l];
            const uint32_t next = q->a.node == at ? q->b.node : q->a.node;
            const bool hangs = g->node[next].host == at + 1 || g->node[at].host == next + 1;
            if (l == without || s->stamp[next] == s->now ||
                !(hangs || (is_joint(g, q) && fabs(off(g, q)) < 1)))
                continue;
            s->stamp[next] = s->now;
            vec_push(&g->d->run, s->group, next);
        }
    }
}

/* Joints that are not straight, and a little for how far they are from it. */
static double cost(const Straight *s)
{
    const Diagram *g = s->g;
    double sum = 0;

    for (uint32_t i = 0; i < vec_len(s->group); i++)
        for (uint32_t k = 0; k < vec_len(s->link[s->group[i]]); k++) {
            const Link *l = &g->link[s->link[s->group[i]][k]];
            const double far = l->a.node == l->b.node ? 0 : fabs(off(g, l));
            const double weight = is_signal(l->kind) ? 0.2 : l->stub ? 0.3 : 1;
            sum += (is_joint(g, l) && far >= 1 ? weight : 0) + far * (is_signal(l->kind) ? 0.0005 : 0.002);
        }
    return sum;
}

static bool meet(Box a, Box b)
{
    return a.x1 < b.x2 + APART && b.x1 < a.x2 + APART && a.y1 < b.y2 + APART && b.y1 < a.y2 + APART;
}

static bool collides(const Straight *s)
{
    const Diagram *g = s->g;

    for (uint32_t i = 0; i < vec_len(s->group); i++) {
        const Node *n = &g->node[s->group[i]];
        const Box room = box_moved(n->room, n->centre);
        for (uint32_t k = 0; k < vec_len(g->node); k++)
            if (s->stamp[k] != s->now && meet(room, box_moved(g->node[k].room, g->node[k].centre)))
                return true;
    }
    return false;
}

static void shift(const Straight *s, double by)
{
    for (uint32_t i = 0; i < vec_len(s->group); i++)
        s->g->node[s->group[i]].centre.y += by;
}

/* Moves what is at one end of a joint, if that makes it better. */
static bool move(Straight *s, uint32_t l, uint32_t from, double by)
{
    gather(s, from, l);
    const Link *q = &s->g->link[l];
    const uint32_t other = q->a.node == from ? q->b.node : q->a.node;
    if (s->stamp[other] == s->now)
        return false;
    const double before = cost(s);
    shift(s, by);
    if (cost(s) < before - 1e-6 && !collides(s))
        return true;
    shift(s, -by);
    return false;
}

void straighten(Diagram *g)
{
    Straight s = { .g = g };
    bool moved = true;

    s.link = NEW_N(&g->d->run, uint32_t *, vec_len(g->node) + 1);
    s.stamp = NEW_N(&g->d->run, uint32_t, vec_len(g->node) + 1);
    for (uint32_t i = 0; i < vec_len(g->link); i++) {
        vec_push(&g->d->run, s.link[g->link[i].a.node], i);
        vec_push(&g->d->run, s.link[g->link[i].b.node], i);
    }
    for (int pass = 0; moved && pass < PASSES; pass++) {
        moved = false;
        for (uint32_t i = 0; i < vec_len(g->link); i++) {
            const Link *l = &g->link[i];
            const double by = off(g, l);
            if (is_joint(g, l) && fabs(by) >= 1)
                moved |= move(&s, i, l->a.node, by) || move(&s, i, l->b.node, -by);
        }
    }
}
