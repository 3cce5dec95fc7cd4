/* diagram_make.c - a picture in order: what there is, which way it faces, places, lines. */
#include "diagram.h"
#include "flatten.h"
#include "known.h"

enum { TRIES = 5 };                        /* for lines without way: components ever farther apart */

typedef struct { Dtc *d; const double *value; Map opens; bool anew; } Maker;

static Diagram *make(Maker *m, Inst *of, uint32_t depth);

static bool open_node(Maker *m, Node *n, uint32_t depth)
{
    if (depth == 0 || n->outer || n->many || !diagram_opens(m->d, n->inst))
        return true;
    n->inside = make(m, n->inst, depth - 1);
    return n->inside != NULL;
}

/* Some room around what is within, its name above. */
static void finish(Diagram *g)
{
    enum { AROUND = 20 };
    const double step = 2 * GRID;
    const Box b = g->box;

    g->box.x1 = step * (double)(long)((b.x1 - AROUND - step) / step);
    g->box.y1 = step * (double)(long)((b.y1 - AROUND - step) / step);
    g->box.x2 = step * (double)(long)((b.x2 + AROUND + step) / step);
    g->box.y2 = step * (double)(long)((b.y2 + AROUND + step) / step);
}

/* Opened components take more room than they have in the model's own places. */
static bool takes_given(const Maker *m, const Diagram *g)
{
    bool opened = false;

    for (uint32_t i = 0; i < vec_len(g->node); i++)
        opened |= g->node[i].inside != NULL;
    return !m->anew && !opened && given_all(g);
}

static bool arrange(Maker *m, Diagram *g)
{
    uint32_t failed = 0;

    g->given = takes_given(m, g);
    if (g->given)
        diagram_given_places(g);
    else
        side_nodes(g);
    side_links(g);
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        shape_node(g, &g->node[i]);
    if (g->given) {
        given_lines(g);
        given_texts(g, true);
        given_box(g);
        if ((failed = route(g, false)) > 0) {
            given_texts(g, false);
            given_box(g);
            failed = route(g, true);
        }
    }
    for (int try = 0; !g->given && try < TRIES; try++) {
        if (!dot_places(g, 1 + 0.5 * try))
            return false;
        failed = route(g, try + 1 == TRIES);
        if (failed == 0)
            break;
    }
    if (failed)
        fprintf(stderr, "dtc: warning: %s: %u line%s found no way of %s own between components\n", g->title,
                failed, failed > 1 ? "s" : "", failed > 1 ? "their" : "its");
    finish(g);
    return true;
}

static Diagram *make(Maker *m, Inst *of, uint32_t depth)
{
    Diagram *g = diagram_read(m->d, of, m->value);

    g->depth = depth;
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        if (!open_node(m, &g->node[i], depth))
            return NULL;
    diagram_join(g, !m->anew && !takes_given(m, g));
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        shape_ports(g, &g->node[i]);
    return arrange(m, g) ? g : NULL;
}

Diagram *diagram_make(Dtc *d, Inst *of, uint32_t depth, bool anew)
{
    Maker m = { .d = d, .value = known_values(d, d->flat), .anew = anew };

    return make(&m, of, depth);
}

/* Two components, or one that is joined to a connector of its own: there is something to see. */
bool diagram_opens(Dtc *d, const Inst *in)
{
    uint32_t n = 0;

    (void)d;
    for (uint32_t i = 0; !is_builtin(in) && i < vec_len(in->child); i++) {
        const Inst *c = in->child[i];
        n += present(c) && !is_builtin(c) && c->is->type == T_COMPOSITE && !is_connector_class(c) &&
             !is_switching(c) && (is_array(c) ? c->is->size > 0 : c->is->members != NULL);
    }
    return n > 0;
}
