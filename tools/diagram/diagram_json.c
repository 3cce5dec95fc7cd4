/* diagram_json.c - the geometry of a picture as data: boxes of symbols and texts, corners of lines. y goes down. */
#include <math.h>
#include "diagram.h"
#include "json.h"

static void box(Json *j, const char *key, Box b)
{
    json_numbers(j, key, (const double[]){ b.x1, b.y1, b.x2, b.y2 }, 4);
}

static void diagram(Json *j, const Diagram *g, Point by);

static void node(Json *j, const Diagram *g, const Node *n, Point by)
{
    static const char *const sides[] = { "left", "right", "top", "bottom" };
    const Point at = { n->centre.x + by.x, n->centre.y + by.y };

    json_begin(j, NULL, '{');
    json_text(j, "component", node_path(g, n));
    json_text(j, "class", class_path(g->d, class_origin(n->cls)));
    json_truth(j, "copy", n->copy > 0);
    box(j, "box", box_moved(node_symbol(n), by));
    json_begin(j, "texts", '[');
    for (uint32_t i = 0; i < n->captions; i++) {
        json_begin(j, NULL, '{');
        json_text(j, "text", n->caption[i].text);
        box(j, "box", box_moved(n->caption[i].box, at));
        json_end(j);
    }
    json_end(j);
    json_begin(j, "connectors", '[');
    for (uint32_t i = 0; i < vec_len(n->port); i++) {
        const Port *p = &n->port[i];
        if (!p->shown)
            continue;
        json_begin(j, NULL, '{');
        json_text(j, "name", p->name);
        json_text(j, "kind", link_styles[p->kind].word);
        json_text(j, "side", sides[p->side]);
        json_numbers(j, "at", (const double[]){ at.x + p->at.x, at.y + p->at.y }, 2);
        json_whole(j, "net", p->net);
        json_end(j);
    }
    json_end(j);
    if (n->inside) {
        const Box b = n->inside->box;
        json_begin(j, "inside", '{');
        diagram(j, n->inside, (Point){ at.x - (b.x1 + b.x2) / 2, at.y - (b.y1 + b.y2) / 2 });
        json_end(j);
    }
    json_end(j);
}

static void net(Json *j, const Net *t, Point by)
{
    json_begin(j, NULL, '{');
    json_text(j, "kind", link_styles[t->kind].word);
    json_begin(j, "lines", '[');
    for (uint32_t i = 0; i < vec_len(t->path); i++) {
        json_begin(j, NULL, '[');
        for (uint32_t k = 0; k < vec_len(t->path[i].point); k++)
            json_numbers(j, NULL,
                         (const double[]){ t->path[i].point[k].x + by.x, t->path[i].point[k].y + by.y }, 2);
        json_end(j);
    }
    json_end(j);
    json_begin(j, "junctions", '[');
    for (uint32_t i = 0; i < vec_len(t->dot); i++)
        json_numbers(j, NULL, (const double[]){ t->dot[i].x + by.x, t->dot[i].y + by.y }, 2);
    json_end(j);
    json_end(j);
}

static void diagram(Json *j, const Diagram *g, Point by)
{
    json_text(j, "model", g->title);
    json_truth(j, "placed", g->given);
    box(j, "box", box_moved(g->box, by));
    json_begin(j, "components", '[');
    for (uint32_t i = 0; i < vec_len(g->node); i++)
        node(j, g, &g->node[i], by);
    json_end(j);
    json_begin(j, "nets", '[');
    for (uint32_t i = 0; i < vec_len(g->net); i++)
        net(j, &g->net[i], by);
    json_end(j);
}

void diagram_json(Dtc *d, FILE *f, const Diagram *g)
{
    Json j;

    json_document(&j, d, f, "dtc diagram");
    diagram(&j, g, (Point){ 0, 0 });
    json_end(&j);
}
