/* diagram_html.c - the picture as a page that needs nothing else: a click on a component opens what is in it.
 *
 * Each composite component has a picture of its own, made here; the script shows one of them, and the way up. Without
 * script all of them are there, one below the other. The policy of the page lets its own style and script alone run.
 * Cost: that of a picture for each composite component, MOST at most.
 */
#include <string.h>
#include "diagram.h"
#include "flatten.h"
#include "output.h"
#include "sha256.h"

enum { MOST = 300 };

static const char style[] =
    ":root { color-scheme: light dark; --line: #b0bec5; --on: #14508c; --text: #102027; --back: #fff; }\n"
    "@media (prefers-color-scheme: dark) { :root { --line: #546e7a; --on: #7fb8f0; --text: #e0e6e9; --back: #121517; }"
    " svg { filter: invert(0.92) hue-rotate(180deg); } }\n"
    "body { margin: 0; padding: 0.8em 1.2em 2em; font: 15px/1.45 sans-serif; color: var(--text);"
    " background: var(--back); }\n"
    "nav { display: flex; flex-wrap: wrap; gap: 0.4em; align-items: baseline; }\n"
    "nav p { margin: 0; flex: 1; } nav p span { opacity: 0.5; margin: 0 0.3em; }\n"
    "a { color: var(--on); } section { overflow: auto; margin-top: 0.6em; } svg { display: block; max-width: none; }\n"
    "button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 0.3em;"
    " padding: 0.15em 0.7em; cursor: pointer; }\n"
    ".opens { cursor: pointer; } .opens:hover .mark, .opens:focus .mark { fill: #14508c; }\n"
    ".opens:focus { outline: none; } .opens:focus .edge, .opens:hover .edge { stroke: #14508c; stroke-opacity: 1; }\n"
    "a:focus-visible, button:focus-visible { outline: 3px solid var(--on); outline-offset: 2px; }\n"
    "@media print { nav { display: none; } svg { width: 100% !important; height: auto; filter: none; } }\n";

static const char script[] =
    "'use strict';\n"
    "{\n"
    "  const sections = [...document.querySelectorAll('section')], way = document.querySelector('nav p');\n"
    "  const named = path => sections.find(s => s.dataset.path === path);\n"
    "  const here = () => named(decodeURIComponent(location.hash.slice(1))) || sections[0];\n"
    "  let scale = 1;\n"
    "  const size = () => {\n"
    "    for (const svg of document.querySelectorAll('svg')) {\n"
    "      const box = svg.viewBox.baseVal, window = document.documentElement.clientWidth;\n"
    "      const fits = Math.min(1, window * 0.97 / box.width);\n"
    "      svg.style.width = box.width * fits * scale + 'px';\n"
    "      svg.style.height = box.height * fits * scale + 'px';\n"
    "    }\n"
    "  };\n"
    "  const show = () => {\n"
    "    const now = here(), made = (tag, also) => Object.assign(document.createElement(tag), also);\n"
    "    for (const s of sections) s.hidden = s !== now;\n"
    "    way.textContent = now.dataset.name;\n"
    "    for (let at = now; 'up' in at.dataset;) {\n"
    "      at = named(at.dataset.up);\n"
    "      way.prepend(made('a', { textContent: at.dataset.name, href: '#' + encodeURIComponent(at.dataset.path) }),\n"
    "        made('span', { textContent: '\\u203a' }));\n"
    "    }\n"
    "  };\n"
    "  const open = e => {\n"
    "    const part = e.target.closest('.opens');\n"
    "    if (part) location.hash = encodeURIComponent(part.dataset.opens);\n"
    "    return part;\n"
    "  };\n"
    "  document.addEventListener('click', open);\n"
    "  document.addEventListener('keydown', e => {\n"
    "    if ((e.key === 'Enter' || e.key === ' ') && open(e)) e.preventDefault();\n"
    "    const up = way.querySelectorAll('a');\n"
    "    if (e.key === 'Escape' && up.length) up[up.length - 1].click();\n"
    "  });\n"
    "  for (const b of document.querySelectorAll('button'))\n"
    "    b.addEventListener('click', () => { scale = b.value ? scale * b.value : 1; size(); });\n"
    "  addEventListener('hashchange', show);\n"
    "  addEventListener('resize', size);\n"
    "  size();\n"
    "  show();\n"
    "}\n";

/* vecs; up: the one that it is opened from, 1 + its place in all */
typedef struct { Dtc *d; const Diagram **all; uint32_t *up; bool good; } Page;

static void put_policy(FILE *f, const char *what, const char *text)
{
    unsigned char hash[SHA256_BYTES];

    sha256(text, strlen(text), hash);
    fprintf(f, "; %s 'sha256-", what);
    base64_put(f, hash, sizeof hash);
    fputs("'", f);
}

/* What is in it, and in that. */
static void gather(Page *p, const Diagram *g, uint32_t up)
{
    vec_push(&p->d->run, p->all, g);
    vec_push(&p->d->run, p->up, up);
    const uint32_t own = vec_len(p->all);
    for (uint32_t i = 0; i < vec_len(g->node) && p->good; i++) {
        Node *n = &g->node[i];
        if (n->outer || n->copy || n->inside || !diagram_opens(p->d, n->inst) || vec_len(p->all) >= MOST)
            continue;
        const Diagram *in = diagram_make(p->d, n->inst, 0, false);
        p->good = in != NULL;
        n->opens = p->good;
        if (in)
            gather(p, in, own);
    }
}

bool diagram_html(Dtc *d, FILE *f, const Diagram *g)
{
    Page p = { .d = d, .good = true };

    gather(&p, g, 0);
    if (!p.good)
        return false;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'", f);
    put_policy(f, "style-src", style);
    put_policy(f, "script-src", script);
    fputs("; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>", f);
    xml_text(f, g->title);
    fprintf(f, "</title>\n<style>%s</style>\n</head>\n<body>\n<nav aria-label=\"Component\"><p></p>"
               "<button value=\"1.25\" aria-label=\"larger\">+</button>"
               "<button value=\"0.8\" aria-label=\"smaller\">\u2212</button>"
               "<button aria-label=\"as wide as the window\">fit</button></nav>\n<main>\n", style);
    for (uint32_t i = 0; i < vec_len(p.all); i++) {
        fputs("<section data-path=\"", f);
        xml_text(f, i ? p.all[i]->of->path : "");
        fputs("\" data-name=\"", f);
        xml_text(f, i ? p.all[i]->of->name : g->title);
        if (p.up[i] > 0) {
            fputs("\" data-up=\"", f);
            xml_text(f, p.up[i] > 1 ? p.all[p.up[i] - 1]->of->path : "");
        }
        fputs("\">\n", f);
        diagram_svg(f, p.all[i], true);
        fputs("</section>\n", f);
    }
    fprintf(f, "</main>\n<script>%s</script>\n</body>\n</html>\n", script);
    return true;
}
