/* doc_html.c - pages as one file of HTML, which is XML as well: a list of classes beside them, symbols as SVG. */
#include <string.h>
#include "doc.h"
#include "html.h"
#include "output.h"

enum { SMALL = 28, LARGE = 110 };          /* symbols: in a list, of a page; pixels */
enum { DEEPEST = 6 };                      /* in the list; the style has as many */

static const char style[] =
    "nav { position: fixed; top: 0; bottom: 0; width: 15em; overflow: auto; background: var(--side); padding: 1em; }\n"
    "nav a { display: block; text-decoration: none; white-space: nowrap; }\n"
    ".in1 { margin-left: 0.8em; } .in2 { margin-left: 1.6em; } .in3 { margin-left: 2.4em; }\n"
    ".in4 { margin-left: 3.2em; } .in5 { margin-left: 4em; } .in6 { margin-left: 4.8em; }\n"
    "main { margin-left: 18em; padding: 0 2em; max-width: 62em; }\n"
    "section { border-top: 1px solid var(--line); padding: 0.5em 0 1.5em; clear: both; }\n"
    "section > svg { float: right; margin: 1em; }\n"
    "svg { overflow: visible; }\n"
    "h2 span { color: var(--soft); font-weight: normal; }\n"
    "td, th { text-align: left; vertical-align: top; padding: 0.2em 1em 0.2em 0; }\n"
    "td svg { vertical-align: middle; }\n"
    "td:first-child { white-space: nowrap; }\n"
    "pre { clear: both; }\n"
    "@media screen and (prefers-color-scheme: dark) { svg { filter: invert(0.88) hue-rotate(180deg); } }\n"
    "@media (max-width: 50em) { nav { position: static; width: auto; max-height: 12em; } main { margin: 0; } }\n"
    "@media print { nav { display: none; } main { margin: 0; } }\n";

static void link_to(FILE *f, const char *path, const char *text)
{
    fputs("<a href=\"#", f);
    xml_text(f, path);
    fputs("\">", f);
    xml_text(f, text);
    fputs("</a>", f);
}

static void cell(Dtc *d, FILE *f, const DocCell *c)
{
    if (c->icon)
        icon_svg(d, f, c->icon, SMALL);
    if (c->link)
        link_to(f, c->link, c->text);
    else
        xml_text(f, c->text);
}

static void table(Dtc *d, FILE *f, const DocBlock *b)
{
    fputs("<table>\n", f);
    for (uint32_t i = 0; i < vec_len(b->cell); i++) {
        const char *tag = i < b->columns ? "th" : "td";
        fprintf(f, "%s<%s>", i % b->columns ? "" : "<tr>", tag);
        cell(d, f, &b->cell[i]);
        fprintf(f, "</%s>%s", tag, (i + 1) % b->columns ? "" : "</tr>\n");
    }
    fputs("</table>\n", f);
}

static void block(Dtc *d, FILE *f, const DocBlock *b)
{
    if (b->title)
        fprintf(f, "<h3>%s</h3>\n", b->title);
    switch (b->kind) {
    case DOC_TABLE: table(d, f, b); break;
    case DOC_CODE:
        fputs("<pre tabindex=\"0\">", f);
        xml_text(f, b->code);
        fputs("</pre>\n", f);
        break;
    case DOC_PARAGRAPH:
        fputs("<p>", f);
        for (uint32_t i = 0; i < vec_len(b->cell); i++)
            cell(d, f, &b->cell[i]);
        fputs("</p>\n", f);
    }
}

static void section(Dtc *d, FILE *f, const DocPage *p)
{
    fputs("<section id=\"", f);
    xml_text(f, p->path);
    fprintf(f, "\">\n<h2><span>%s</span> ", p->kind);
    xml_text(f, p->path);
    fputs("</h2>\n", f);
    if (has_icon(d, p->cls))
        icon_svg(d, f, p->cls, LARGE);
    for (uint32_t k = 0; k < vec_len(p->block); k++)
        block(d, f, &p->block[k]);
    fputs("</section>\n", f);
}

void doc_write_html(Dtc *d, FILE *f, const DocPage *page, const char *title)
{
    const uint32_t top = vec_len(page) ? page[0].depth : 0;

    html_begin(d, f, title, style, "");
    fputs("<nav>\n", f);
    for (uint32_t i = 0; i < vec_len(page); i++) {
        const uint32_t in = page[i].depth > top ? page[i].depth - top : 0;
        fprintf(f, "<div class=\"in%u\">", in < DEEPEST ? in : DEEPEST);
        link_to(f, page[i].path, page[i].cls->name);
        fputs("</div>\n", f);
    }
    fputs("</nav>\n<main>\n<h1>", f);
    xml_text(f, title);
    fputs("</h1>\n", f);
    for (uint32_t i = 0; i < vec_len(page); i++)
        section(d, f, &page[i]);
    fputs("</main>\n", f);
    html_end(f, "");
}
