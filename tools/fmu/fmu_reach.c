/* fmu_reach.c - which states and inputs reach an unknown, by values and by what is decided.
 *
 * Importers order and couple FMUs by what an unknown depends on, at events and communication points too: there a
 * relation, a place, a variable of `when` or a discrete input counts, which differentials do not see. The ways are
 * those of the equations as they are solved: by Var what its value reads. Sets of 64 states and inputs at a time grow
 * along them until nothing changes. Requires: the model for a variable step, torn and with its relations held. Ensures:
 * what reaches is there; more may be, where equations are solved together. Cost: the ways, for each 64 known, times the
 * length of the longest ring of decisions.
 */
#include <string.h>
#include "builders.h"
#include "fmu.h"

typedef struct { Var to, *from; bool decides; } Way;                   /* from: vec */
typedef struct { Dtc *d; const Emitter *e; Way *way; uint64_t *all, *decided; } Reach;         /* the last two by Var */

static void add_way(Reach *r, Var to, Var *from, bool decides)
{
    if (to)
        vec_push(&r->d->run, r->way,
                 ((Way){ root(r->e->of, to), from, decides || r->e->f->var[to].type != T_REAL }));
}

static void ways_of_block(Reach *r, const Block *b)
{
    const bool when = assigns_when(r->e->f, b);
    Var *residuals = NULL;

    for (uint32_t i = 0; i < vec_len(b->inner); i++) {
        Var *from = NULL;
        ex_vars(r->d, b->inner[i].value, &from);
        add_way(r, b->inner[i].v, from, when);
    }
    for (uint32_t i = 0; i < vec_len(b->res); i++)
        ex_vars(r->d, b->res[i], &residuals);
    for (uint32_t i = 0; i < vec_len(b->sw); i++)
        vec_push(&r->d->pass, residuals, r->e->f->sw[b->sw[i]].a);
    for (uint32_t i = 0; i < vec_len(b->tear); i++)
        add_way(r, b->tear[i], residuals, false);
    for (uint32_t i = 0; i < vec_len(b->sw); i++)
        add_way(r, r->e->f->sw[b->sw[i]].lambda, residuals, false);
}

static void ways_of_law(Reach *r, const Switch *w)
{
    Var *from = NULL;

    for (int i = 0; i < SWITCH_REALS; i++)
        if (w->real[i])
            vec_push(&r->d->pass, from, w->real[i]);
    add_way(r, w->lambda, from, true);
    for (int i = 0; i < SWITCH_PLACES; i++)
        add_way(r, w->shown[i], from, true);
}

static void ways_of_net(Reach *r, const FlatNet *a)
{
    Var *from = NULL;

    for (uint32_t i = 0; i < vec_len(a->transition); i++)
        ex_vars(r->d, a->transition[i].guard, &from);
    for (uint32_t i = 0; i < vec_len(a->place); i++)
        vec_push(&r->d->pass, from, a->place[i].v);
    for (uint32_t i = 0; i < net_sets(a); i++)
        add_way(r, net_set(a, i), from, true);
    add_way(r, a->since, from, true);
}

static void find_ways(Reach *r)
{
    const Flat *f = r->e->f;
    const Dae *dae = r->e->dae;

    for (uint32_t k = 0; k < vec_len(dae->held); k++) {
        const Held *h = &dae->held[k];
        const Ex part[] = { h->a, h->b, h->slope, h->rest };
        Var *from = NULL;
        for (size_t i = 0; i < sizeof part / sizeof *part; i++)
            if (part[i])
                ex_vars(r->d, part[i], &from);
        add_way(r, h->v, from, true);
        add_way(r, h->count, from, true);
    }
    for (uint32_t b = 0; b < vec_len(dae->block); b++)
        ways_of_block(r, &dae->block[b]);
    for (uint32_t i = 1; i < vec_len(f->sw); i++)
        ways_of_law(r, &f->sw[i]);
    for (uint32_t i = 0; i < vec_len(f->net); i++)
        ways_of_net(r, &f->net[i]);
}

static bool grow(Reach *r)
{
    bool more = false;

    for (uint32_t i = 0; i < vec_len(r->way); i++) {
        const Way *w = &r->way[i];
        uint64_t all = r->all[w->to], decided = r->decided[w->to];
        for (uint32_t k = 0; k < vec_len(w->from); k++) {
            all |= r->all[root(r->e->of, w->from[k])];
            decided |= r->decided[root(r->e->of, w->from[k])];
        }
        if (w->decides)
            decided |= all;
        more |= all != r->all[w->to] || decided != r->decided[w->to];
        r->all[w->to] = all;
        r->decided[w->to] = decided;
    }
    return more;
}

uint32_t **fmu_reach(const Emitter *e, const Var *known, const Var *unknown)
{
    Dtc *d = e->d;
    const size_t size = vec_len(e->f->var) * sizeof(uint64_t);
    Reach r = { .d = d,
                .e = e,
                .all = NEW_N(&d->run, uint64_t, vec_len(e->f->var)),
                .decided = NEW_N(&d->run, uint64_t, vec_len(e->f->var)) };
    uint32_t **found = NEW_N(&d->run, uint32_t *, vec_len(unknown) + 1);

    find_ways(&r);
    for (uint32_t first = 0; first < vec_len(known); first += 64) {
        const uint32_t n = vec_len(known) - first < 64 ? vec_len(known) - first : 64;
        memset(r.all, 0, size);
        memset(r.decided, 0, size);
        for (uint32_t i = 0; i < n; i++)
            r.all[root(e->of, known[first + i])] |= (uint64_t)1 << i;
        while (grow(&r))
            ;
        for (uint32_t u = 0; u < vec_len(unknown); u++)
            for (uint32_t i = 0; i < n; i++)
                if (r.all[root(e->of, unknown[u])] >> i & 1)
                    vec_push(&d->run, found[u],
                             2 * (first + i) + (uint32_t)(r.decided[root(e->of, unknown[u])] >> i & 1));
    }
    return found;
}
