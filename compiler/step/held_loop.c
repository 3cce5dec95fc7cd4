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

static void depends(Circles *c, const Ex *list, uint32_t n)
{
    Var *v = NULL;

    for (uint32_t i = 0; list && i < n; i++)
        if (list[i])
            ex_vars(c->e->d, list[i], &v);
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
        for (uint32_t i = 0; i < vec_len(k->inner); i++)
            c->made_by[root(c->e, k->inner[i].v)] = b + 1;
        for (uint32_t i = 0; i < vec_len(k->var); i++)
            c->made_by[root(c->e, k->var[i])] = b + 1;
    }
    for (uint32_t k = 0; k < vec_len(dae->held); k++)
        c->made_by[root(c->e, dae->held[k].v)] = c->blocks + k + 1;
}

static void block_depends(Circles *c, const Block *k)
{
    uint32_t n = block_n(k), m = block_m(k);

    for (uint32_t i = 0; i < vec_len(k->inner); i++)
        depends(c, &k->inner[i].value, 1);
    depends(c, k->res, n);
    for (uint32_t i = 0; i < vec_len(k->J); i++)
        depends(c, &k->J[i].e, 1);
    depends(c, k->B, n * m);
    depends(c, k->C, n * m);
    depends(c, k->D, m * m);
}

static void edges(Circles *c)
{
    const Dae *dae = c->e->dae;
    uint32_t nodes = c->blocks + vec_len(dae->held);

    c->graph.nrow = c->graph.ncol = nodes;
    c->graph.start = NEW_N(&c->e->d->pass, uint32_t, nodes + 2);
    vec_push(&c->e->d->pass, c->graph.to, 0);             /* a vec that has none is NULL */
    vec_clear(c->graph.to);
    for (uint32_t i = 0; i < nodes; i++) {
        c->graph.start[i] = vec_len(c->graph.to);
        if (i < c->blocks) {
            block_depends(c, &dae->block[i]);
        } else {
            const Held *h = &dae->held[i - c->blocks];
            depends(c, (const Ex[]){ h->a, h->b }, 2);
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
