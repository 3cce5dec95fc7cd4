/* doc_html.c - pages as one file of HTML, which is XML as well: a list of classes beside them, symbols as SVG. */
#include <string.h>
#include "doc.h"
#include "output.h"

enum { SMALL = 28, LARGE = 110 };          /* symbols: in a list, of a page; pixels */

static const char style[] =
    "body { margin: 0; font: 15px/1.45 sans-serif; color: #222; }\n"
    "nav { position: fixed; top: 0; bottom: 0; width: 15em; overflow: auto; background: #f4f4f2; padding: 1em; }\n"
    "nav a { display: block; text-decoration: none; white-space: nowrap; }\n"
    "main { margin-left: 18em; padding: 0 2em; max-width: 62em; }\n"
    "section { border-top: 1px solid #ccc; padding: 0.5em 0 1.5em; clear: both; }\n"
    "section > svg { float: right; margin: 1em; overflow: visible; }\n"
    "h2 { font-size: 1.25em; } h2 span { color: #777; font-weight: normal; }\n"
    "h3 { font-size: 1em; margin: 1.2em 0 0.3em; }\n"
    "a { color: #14508c; }\n"
    "table { border-collapse: collapse; }\n"
    "td, th { text-align: left; vertical-align: top; padding: 0.2em 1em 0.2em 0; }\n"
    "th { color: #777; font-weight: normal; border-bottom: 1px solid #ccc; } td svg { vertical-align: middle; }\n"
    "td:first-child { white-space: nowrap; }\n"
    "pre { background: #f4f4f2; padding: 0.6em; overflow: auto; font-size: 13px; clear: both; }\n"
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
        fputs("<pre>", f);
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

void write_html(Dtc *d, FILE *f, const DocPage *page, const char *title)
{
    const uint32_t top = vec_len(page) ? page[0].depth : 0;

    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>", f);
    xml_text(f, title);
    fprintf(f, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<nav>\n", style);
    for (uint32_t i = 0; i < vec_len(page); i++) {
        fprintf(f, "<div style=\"margin-left: %gem\">", 0.8 * (page[i].depth > top ? page[i].depth - top : 0));
        link_to(f, page[i].path, page[i].cls->name);
        fputs("</div>\n", f);
    }
    fputs("</nav>\n<main>\n", f);
    for (uint32_t i = 0; i < vec_len(page); i++)
        section(d, f, &page[i]);
    fputs("</main>\n</body>\n</html>\n", f);
}
