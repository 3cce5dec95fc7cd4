/* held_loop.c - which held relations go round in a circle with equations: a relation compares what a block computes
 * from it.
 *
 * Relations of one circle decide together which solution of their equations holds (the rails of a trigger with
 * feedback): where one of them finds no value, the others are tried with it (dtc_search_relations). Circles are the
 * strongly connected components of blocks and relations; a relation that is part of one has its number.
 *
 * Requires: hold_relations. Cost: linear in the nodes of the expressions of blocks and relations. */
#include "blocks.h"
#include "graph.h"
#include "builders.h"
#include "sort.h"

/* Nodes: blocks, then held relations; made_by: the node that computes a variable, plus 1. */
typedef struct { const Equations *e; uint32_t blocks, *made_by; Incidence graph; } Circles;

static void depends(Circles *c, Ex x)
{
    Var *v = NULL;

    if (x)
        ex_vars(c->e->d, x, &v);
    for (uint32_t i = 0; i < vec_len(v); i++) {
        uint32_t node = c->made_by[root(c->e, v[i])];
        if (node)
            vec_push(&c->e->d->pass, c->graph.to, node - 1);
    }
}

static void makers(Circles *c)
{
    const Dae *dae = c->e->dae;

    c->made_by = NEW_N(&c->e->d->pass, uint32_t, vec_len(c->e->f->var) + 1);
    for (uint32_t b = 0; b < c->blocks; b++) {
        const Block *k = &dae->block[b];
        for (uint32_t i = 0; i < block_makes(k); i++)
            c->made_by[root(c->e, block_made(k, i))] = b + 1;
    }
    for (uint32_t k = 0; k < vec_len(dae->held); k++)
        c->made_by[root(c->e, dae->held[k].v)] = c->blocks + k + 1;
}

static void edges(Circles *c)
{
    const Dae *dae = c->e->dae;
    uint32_t nodes = c->blocks + vec_len(dae->held);

    c->graph.nrow = c->graph.ncol = nodes;
    c->graph.start = NEW_N(&c->e->d->pass, uint32_t, nodes + 2);
    vec_push(&c->e->d->pass, c->graph.to, 0); /* a vec that has none is NULL */
    vec_clear(c->graph.to);
    for (uint32_t i = 0; i < nodes; i++) {
        c->graph.start[i] = vec_len(c->graph.to);
        if (i < c->blocks) {
            for (BlockWalk w = block_walk(&dae->block[i], IN_BLOCK); block_next(&w);)
                depends(c, *w.e);
        } else {
            depends(c, dae->held[i - c->blocks].a);
            depends(c, dae->held[i - c->blocks].b);
        }
    }
    c->graph.start[nodes] = vec_len(c->graph.to);
}

/* Of a variable step: relations that have no instant may be part of a loop. */
const Loops *loops_plan(const Equations *e, const Store *store)
{
    uint32_t n = vec_len(e->dae->held), *component, *size;
    Circles c = { .e = e, .blocks = vec_len(e->dae->block) };
    Loops *loops = NEW(&e->d->run, Loops);

    for (uint32_t k = 0; k < n && has_events(e); k++) {
        const Held *h = &e->dae->held[k];
        if (is_stored(store, h->v) && h->kind == HELD_RELATION && !h->slope)
            vec_push(&e->d->run, loops->loose, k);
    }
    loops->circle = NEW_N(&e->d->run, uint32_t, n + 1);
    if (!loops->loose)
        return loops;
    makers(&c);
    edges(&c);
    component = NEW_N(&e->d->pass, uint32_t, c.graph.nrow + 1);
    size = NEW_N(&e->d->pass, uint32_t, c.graph.nrow + 1);
    graph_components(&e->d->pass, &c.graph, component);
    for (uint32_t i = 0; i < c.graph.nrow; i++)
        size[component[i]]++;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t of = component[c.blocks + k];
        loops->circle[k] = size[of] > 1 ? of + 1 : 0;
    }
    return loops;
}
