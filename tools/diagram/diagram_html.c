/* diagram_html.c - the picture as a page that needs nothing else: a click on a component opens what is in it.
 *
 * Each composite component has a picture of its own, made here; the script shows one of them, and the way up. Without
 * script all of them are there, one below the other. The policy of the page lets its own style and script alone run.
 * Cost: that of a picture for each composite component, `most` at most.
 */
#include "diagram.h"
#include "flatten.h"
#include "html.h"
#include "output.h"

/* vecs; up: the one that it is opened from, 1 + its place in all */
typedef struct { Dtc *d; Diagram **all; uint32_t *up, most; bool good; } Page;

/* What is in it, and in that. */
static void gather(Page *p, Diagram *g, uint32_t up)
{
    vec_push(&p->d->run, p->all, g);
    vec_push(&p->d->run, p->up, up);
    const uint32_t own = vec_len(p->all);
    for (uint32_t i = 0; i < vec_len(g->node) && p->good; i++) {
        Node *n = &g->node[i];
        if (n->outer || n->copy || n->inside || !diagram_opens(p->d, n->inst) || vec_len(p->all) >= p->most)
            continue;
        Diagram *in = diagram_make(p->d, n->inst, 0, false);
        p->good = in != NULL;
        n->opens = p->good;
        if (in)
            gather(p, in, own);
    }
}

static void write_section(const Page *p, uint32_t i, FILE *f)
{
    const Diagram *g = p->all[i];

    fputs("<section class=\"paper\" data-path=\"", f);
    xml_data(f, i ? g->of->path : "");
    fputs("\" data-name=\"", f);
    xml_text(f, i ? g->of->is->name : g->title);
    if (p->up[i] > 0) {
        fputs("\" data-up=\"", f);
        xml_data(f, p->up[i] > 1 ? p->all[p->up[i] - 1]->of->path : "");
    }
    fputs("\">\n", f);
    diagram_svg(f, g, true);
    fputs("</section>\n", f);
}

bool diagram_sections(Dtc *d, FILE *f, Diagram *g, uint32_t most, void (*look)(void *own, Diagram *g), void *own)
{
    Page p = { .d = d, .good = true, .most = most };

    gather(&p, g, 0);
    for (uint32_t i = 0; i < vec_len(p.all) && p.good; i++) {
        if (look)
            look(own, p.all[i]);
        write_section(&p, i, f);
    }
    return p.good;
}

bool diagram_html(Dtc *d, FILE *f, Diagram *g)
{
    enum { MOST = 300 };

    html_begin(d, f, g->title, asset_diagram_style, asset_diagram_script);
    fputs("<nav aria-label=\"Component\"><h1></h1><button value=\"1.25\" "
          "aria-label=\"larger\">+</button><button value=\"0.8\" "
          "aria-label=\"smaller\">\u2212</button><button aria-label=\"fit: as wide as the "
          "window\">fit</button></nav>\n<main>\n",
          f);
    const bool good = diagram_sections(d, f, g, MOST, NULL, NULL);
    fputs("</main>\n", f);
    html_end(f, asset_diagram_script);
    return good;
}
