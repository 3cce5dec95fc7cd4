/* gear_power.c - the way of power through a gear, without losses: edges between bodies, sets and ports.
 *
 * A set gives each of its bodies torque times speed; a clutch that is engaged takes power from one body to the other.
 * Power recirculates where edges make a directed cycle: where both ends of an edge are in one strongly connected
 * component (Tarjan 1972, Depth-first search and linear graph algorithms).
 *
 * Requires: a state with one basis and one driver. Cost: linear in edges times nodes.
 */
#include "gears.h"

typedef struct {
    const Train *t; PowerEdge *edge;
    uint32_t *index, *low, *component, next, components;
    bool *on_stack; uint32_t *stack;
} Tarjan;

static void add_edge(const Train *t, PowerEdge **edges, uint32_t from, uint32_t to, uint32_t element, Fraction power)
{
    if (fr_is_zero(power))
        return;
    bool forward = fr_sign(power) > 0;
    vec_push(&t->d->run, *edges,
             ((PowerEdge){ forward ? from : to, forward ? to : from, element, fr_abs(power), false }));
}

/* Depth is the length of a path: at most the nodes, which are few. */
static void visit(Tarjan *s, uint32_t v)
{
    s->index[v] = s->low[v] = ++s->next;
    vec_push(&s->t->d->pass, s->stack, v);
    s->on_stack[v] = true;
    for (uint32_t i = 0; i < vec_len(s->edge); i++) {
        uint32_t w = s->edge[i].to;
        if (s->edge[i].from != v)
            continue;
        if (!s->index[w])
            visit(s, w);
        if (s->on_stack[w] && s->low[w] < s->low[v])
            s->low[v] = s->low[w];
    }
    if (s->low[v] != s->index[v])
        return;
    s->components++;
    for (uint32_t w = NONE; w != v;) {
        w = vec_pop(s->stack);
        s->on_stack[w] = false;
        s->component[w] = s->components;
    }
}

static void mark_cycles(const Train *t, PowerEdge *edge)
{
    uint32_t n = power_node_port(t, vec_len(t->port));
    Tarjan s = { .t = t,
                 .edge = edge,
                 .index = NEW_N(&t->d->pass, uint32_t, n),
                 .low = NEW_N(&t->d->pass, uint32_t, n),
                 .component = NEW_N(&t->d->pass, uint32_t, n),
                 .on_stack = NEW_N(&t->d->pass, bool, n) };

    for (uint32_t v = 0; v < n; v++)
        if (!s.index[v])
            visit(&s, v);
    for (uint32_t i = 0; i < vec_len(edge); i++)
        edge[i].recirculates = s.component[edge[i].from] == s.component[edge[i].to];
}

PowerEdge *power_edges(const Train *t, const State *s)
{
    PowerEdge *edges = NULL;

    if (s->class != STATE_GEAR || s->bases != 1 || s->drivers != 1)
        return NULL;
    for (uint32_t p = 0; p < vec_len(t->port); p++)
        add_edge(t, &edges, power_node_port(t, p), t->port[p].body, NONE,
                 fr_mul(s->port_torque[p], body_speed(s, t->port[p].body, 0)));
    for (uint32_t i = 0; i < vec_len(t->set); i++)
        for (uint32_t k = 0; k < vec_len(t->set[i].port); k++) {
            uint32_t b = t->set[i].port[k].body;
            add_edge(t, &edges, power_node_set(t, i), b, NONE,
                     fr_mul(set_torque(t, s, &t->set[i], b, 0), body_speed(s, b, 0)));
        }
    for (uint32_t i = 0; i < vec_len(s->engaged); i++) {
        const ShiftElement *e = &t->element[s->engaged[i]];
        if (vec_len(e->slip) == 2)
            add_edge(t, &edges, e->slip[1].body, e->slip[0].body, s->engaged[i],
                     fr_mul(fr_mul(s->element_torque[s->engaged[i]], e->slip[0].factor),
                            body_speed(s, e->slip[0].body, 0)));
    }
    mark_cycles(t, edges);
    return edges;
}
