/* diagram_side.c - which way components face, so that shafts run from left to right through one after the other; which
 * signals lead back.
 *
 * Components are walked along shafts, then along all else that is no signal, from the model's own connectors or else
 * the first one declared: others of a net are mirrored where they would look the same way as the connector by which it
 * was reached; a connector that may be on any side is put towards that.
 * Then each is turned that more neighbours suit so. Links are put in an order from left to right one by one, shafts
 * first, then housings: a signal that would close a circle is fed back.
 * Cost: linear in components; in signals times links, for circles. Ensures: Link.a is left of Link.b.
 */
#include <string.h>
#include "diagram.h"

/* link: by node, vecs; found: nodes that face as they have to for shafts */
typedef struct { Diagram *g; uint32_t **link; uint32_t *queue; bool *met, *found; } Sides;

static bool across(Side s) { return s == SIDE_LEFT || s == SIDE_RIGHT; }
static bool may_turn(const Node *n) { return !n->outer && !n->inside && !n->given; }

/* Of a link whose ends look the same way: a connector of its net that looks the other way; false: there is none */
static bool opposite(const Diagram *g, const Link *l, Pin *found)
{
    const Port *a = port_of(g, l->a);
    const Pin *pin = a->net ? g->net[a->net - 1].pin : NULL;

    for (uint32_t i = 0; i < vec_len(pin); i++) {
        const Side side = port_of(g, pin[i])->side;
        if (across(side) && side != a->side && pin[i].node != l->a.node && pin[i].node != l->b.node) {
            *found = pin[i];
            return true;
        }
    }
    return false;
}

/* Both of its ends look left, or right, and so does all of the net: 1; one of each: -1; else 0 */
static int unfit(const Diagram *g, const Link *l)
{
    const Side a = port_of(g, l->a)->side, b = port_of(g, l->b)->side;
    Pin other;

    if (is_signal(l->kind) || l->a.node == l->b.node || !across(a) || !across(b))
        return 0;
    return a != b ? -1 : !opposite(g, l, &other);
}

static bool is_shaft(LinkKind k) { return k == LINK_SHAFT || k == LINK_SLIDE; }

/* A free connector of a component that was met looks to where the first other one of its net is not. */
static void decide(Diagram *g, uint32_t at, Port *p)
{
    const Pin *pin = g->net[p->net - 1].pin;

    for (uint32_t i = 0; i < vec_len(pin) && p->free && !p->decided; i++)
        if (pin[i].node != at) {
            const Port *q = port_of(g, pin[i]);
            shape_side(&g->node[at], p, !q->free && q->side == SIDE_RIGHT ? SIDE_LEFT : SIDE_RIGHT);
        }
}

/* What a connector leads to: others of its net look the other way. */
static void reach(Sides *s, uint32_t at, const Port *p)
{
    Diagram *g = s->g;
    const Pin *pin = g->net[p->net - 1].pin;
    const Side wanted = p->side == SIDE_LEFT ? SIDE_RIGHT : SIDE_LEFT;

    for (uint32_t i = 0; i < vec_len(pin); i++) {
        const uint32_t next = pin[i].node;
        Port *q = port_of(g, pin[i]);
        if (next == at)
            continue;
        if (q->free && !q->decided)
            shape_side(&g->node[next], q, wanted);
        if (s->met[next] || !across(q->side) || g->node[next].holds)
            continue;
        s->met[next] = true;
        if (q->side != wanted && may_turn(&g->node[next]) && !s->found[next])
            shape_turn(&g->node[next]);
        vec_push(&g->d->run, s->queue, next);
    }
}

static void walk(Sides *s, uint32_t root, bool shafts)
{
    Diagram *g = s->g;

    vec_clear(s->queue);
    vec_push(&g->d->run, s->queue, root);
    s->met[root] = true;
    for (uint32_t i = 0; i < vec_len(s->queue); i++) {
        const uint32_t at = s->queue[i];
        for (uint32_t k = 0; k < vec_len(g->node[at].port); k++) {
            Port *p = &g->node[at].port[k];
            if (!p->net || is_signal(p->kind) || (shafts && !is_shaft(g->net[p->net - 1].kind)))
                continue;
            decide(g, at, p);
            if (across(p->side))
                reach(s, at, p);
        }
    }
    uint32_t turned = 0; /* rather few of them are mirrored, if the model has no side of its own */
    bool fixed = false;
    for (uint32_t i = 0; i < vec_len(s->queue); i++) {
        const Node *n = &g->node[s->queue[i]];
        turned += n->turned;
        fixed |= !may_turn(n) || s->found[s->queue[i]];
    }
    for (uint32_t i = 0; !fixed && 2 * turned > vec_len(s->queue) && i < vec_len(s->queue); i++)
        shape_turn(&g->node[s->queue[i]]);
}

static void improve(Sides *s)
{
    Diagram *g = s->g;
    bool better = true;

    for (int pass = 0; better && pass < 8; pass++) {
        better = false;
        for (uint32_t i = 0; i < vec_len(g->node); i++) {
            int sum = 0;
            for (uint32_t k = 0; k < vec_len(s->link[i]); k++)
                sum += unfit(g, &g->link[s->link[i][k]]);
            if (sum > 0 && may_turn(&g->node[i])) {
                shape_turn(&g->node[i]);
                better = true;
            }
        }
    }
}

/* A sign for the housing, drawn to the right, is turned towards what it holds; below a connector it hangs. */
static void face_holders(Diagram *g)
{
    static const Side other[] = { SIDE_RIGHT, SIDE_LEFT, SIDE_BOTTOM, SIDE_TOP };
    bool *faced = NEW_N(&g->d->run, bool, vec_len(g->node)),
         *hung = NEW_N(&g->d->run, bool, vec_len(g->node));

    for (uint32_t i = 0; i < vec_len(g->link); i++)
        for (int end = 0; end < 2; end++) {
            const Pin p = end ? g->link[i].b : g->link[i].a, q = end ? g->link[i].a : g->link[i].b;
            Node *n = &g->node[p.node];
            if (!n->holds || faced[p.node])
                continue;
            faced[p.node] = true;
            Port *port = &n->port[0];
            port->side = other[port_of(g, q)->side];
            if (!across(port->side) && hung[q.node])
                port->side = SIDE_RIGHT; /* a second one stands by itself */
            port->at = port->side == SIDE_LEFT  ? (Point){ -n->width / 2, 0 }
                     : port->side == SIDE_RIGHT ? (Point){ n->width / 2, 0 }
                     : port->side == SIDE_TOP   ? (Point){ 0, -n->height / 2 }
                                                : (Point){ 0, n->height / 2 };
            n->turned = port->side == SIDE_LEFT;
            n->rotation = port->side == SIDE_TOP ? 90 : port->side == SIDE_BOTTOM ? -90 : 0;
            if (!across(port->side)) {
                n->host = q.node + 1;
                hung[q.node] = true;
            }
        }
}

/* ---- from left to right -------------------------------------------------------------------------------- */

static bool is_linked(const Sides *s, Pin a, Pin b)
{
    for (uint32_t k = 0; k < vec_len(s->link[a.node]); k++) {
        const Link *l = &s->g->link[s->link[a.node][k]];
        if ((l->a.node == a.node && l->b.node == b.node) || (l->b.node == a.node && l->a.node == b.node))
            return true;
    }
    return false;
}

/* What is written from branch to branch goes, for the order, from what the branches come from. */
static void straighten_branches(Sides *s)
{
    Diagram *g = s->g;

    for (uint32_t i = 0; i < vec_len(g->link); i++) {
        Link *l = &g->link[i];
        const Side a = port_of(g, l->a)->side, b = port_of(g, l->b)->side;
        Pin other;
        if (is_signal(l->kind) || a != b || !across(a) || !opposite(g, l, &other))
            continue;
        *(is_linked(s, l->a, other) ? &l->a : &l->b) = other;
    }
}

static void point_links(Diagram *g)
{
    for (uint32_t i = 0; i < vec_len(g->link); i++) {
        Link *l = &g->link[i];
        const Port *a = port_of(g, l->a), *b = port_of(g, l->b);
        bool swap = false;
        if (is_signal(l->kind)) {
            const bool gives_a = a->output != g->node[l->a.node].outer,
                       gives_b = b->output != g->node[l->b.node].outer;
            swap = gives_b && !gives_a;
            l->level = gives_a == gives_b;
        } else {
            swap = (b->side == SIDE_RIGHT && a->side != SIDE_RIGHT) ||
                   (a->side == SIDE_LEFT && b->side != SIDE_LEFT);
            l->level = a->side == b->side || (!across(a->side) && !across(b->side));
        }
        if (swap) {
            const Pin p = l->a;
            l->a = l->b, l->b = p;
        }
    }
}

/* Is `to` reached from `from` along links that count? */
static bool reaches(Sides *s, uint32_t from, uint32_t to, const bool *counts, uint32_t *stamp, uint32_t now)
{
    Diagram *g = s->g;

    vec_clear(s->queue);
    vec_push(&g->d->run, s->queue, from);
    stamp[from] = now;
    for (uint32_t i = 0; i < vec_len(s->queue); i++) {
        const uint32_t at = s->queue[i];
        if (at == to)
            return true;
        for (uint32_t k = 0; k < vec_len(s->link[at]); k++) {
            const uint32_t l = s->link[at][k], next = g->link[l].b.node;
            if (counts[l] && g->link[l].a.node == at && stamp[next] != now) {
                stamp[next] = now;
                vec_push(&g->d->run, s->queue, next);
            }
        }
    }
    return false;
}

static void find_back(Sides *s)
{
    Diagram *g = s->g;
    bool *counts = NEW_N(&g->d->run, bool, vec_len(g->link) + 1);
    uint32_t *stamp = NEW_N(&g->d->run, uint32_t, vec_len(g->node) + 1), now = 0;

    for (int turn = 0; turn < 3; turn++)
        for (uint32_t i = 0; i < vec_len(g->link); i++) {
            Link *l = &g->link[i];
            const bool signals = is_signal(l->kind);
            if (turn != (signals ? 2 : l->kind == LINK_HOUSING) || l->level)
                continue;
            l->back = reaches(s, l->b.node, l->a.node, counts, stamp, ++now);
            counts[i] = !l->back;
            const uint32_t net = port_of(g, l->a)->net;
            if (l->back && signals && net && g->net[net - 1].kind == LINK_REAL)
                g->net[net - 1].kind = LINK_FEEDBACK;
        }
}

/* Does the shaft end there, while the other connector has more that it leads to? */
static bool ends(const Sides *s, Pin end, Pin branch)
{
    const Diagram *g = s->g;
    uint32_t shafts = 0, branches = 0;

    for (uint32_t k = 0; k < vec_len(s->link[end.node]); k++)
        shafts += is_mechanical(g->link[s->link[end.node][k]].kind);
    for (uint32_t k = 0; k < vec_len(s->link[branch.node]); k++) {
        const Link *l = &g->link[s->link[branch.node][k]];
        branches += (l->a.node == branch.node && l->a.port == branch.port) ||
                    (l->b.node == branch.node && l->b.port == branch.port);
    }
    return shafts == 1 && branches > 1;
}

static Sides sides_of(Diagram *g)
{
    Sides s = { .g = g };

    s.link = NEW_N(&g->d->run, uint32_t *, vec_len(g->node) + 1);
    s.met = NEW_N(&g->d->run, bool, vec_len(g->node) + 1);
    s.found = NEW_N(&g->d->run, bool, vec_len(g->node) + 1);
    for (uint32_t i = 0; i < vec_len(g->link); i++) {
        vec_push(&g->d->run, s.link[g->link[i].a.node], i);
        if (g->link[i].a.node != g->link[i].b.node)
            vec_push(&g->d->run, s.link[g->link[i].b.node], i);
    }
    return s;
}

/* The model's own connectors first; then what faces well already. */
static void walk_all(Sides *s, bool shafts)
{
    const Diagram *g = s->g;

    for (int turn = 0; turn < 3; turn++)
        for (uint32_t i = 0; i < vec_len(g->node); i++) {
            bool goes = !s->met[i] && !g->node[i].holds && (turn > 0 || g->node[i].outer) &&
                        (turn > 1 || s->found[i] || g->node[i].outer);
            bool on_shaft = !shafts;
            for (uint32_t k = 0; goes && k < vec_len(s->link[i]); k++)
                on_shaft |= is_shaft(g->link[s->link[i][k]].kind);
            if (goes && on_shaft)
                walk(s, i, shafts);
        }
}

void side_nodes(Diagram *g)
{
    Sides s = sides_of(g);

    walk_all(&s, true);
    memcpy(s.found, s.met, vec_len(g->node) * sizeof *s.met);
    memset(s.met, 0, vec_len(g->node) * sizeof *s.met);
    walk_all(&s, false);
    improve(&s);
    face_holders(g);
}

void side_links(Diagram *g)
{
    Sides s = sides_of(g);

    straighten_branches(&s);
    point_links(g);
    s = sides_of(g);
    find_back(&s);
    for (uint32_t i = 0; i < vec_len(g->link); i++)
        g->link[i].stub = ends(&s, g->link[i].a, g->link[i].b) || ends(&s, g->link[i].b, g->link[i].a);
}
