/* doc_markdown.c - pages as Markdown: a heading a class, tables of pipes. Symbols are in the HTML alone. */
#include <string.h>
#include "doc.h"

/* Nothing in it is markup. */
static void plain(FILE *f, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*_{}[]<>|#", *text))
            fputc('\\', f);
        fputc(*text, f);
    }
}

/* The anchor of a heading "path": lower case, without what is no letter. */
static void anchor(FILE *f, const char *path)
{
    for (; *path; path++)
        if (*path != '.')
            fputc(*path >= 'A' && *path <= 'Z' ? *path - 'A' + 'a' : *path, f);
}

static void cell(FILE *f, const DocCell *c)
{
    if (c->link)
        fputc('[', f);
    plain(f, c->text);
    if (c->link) {
        fputs("](#", f);
        anchor(f, c->link);
        fputc(')', f);
    }
}

static void table(FILE *f, const DocBlock *b)
{
    for (uint32_t i = 0; i < vec_len(b->cell); i++) {
        const bool ends = (i + 1) % b->columns == 0;
        fputs(i % b->columns == 0 ? "| " : " | ", f);
        cell(f, &b->cell[i]);
        fputs(ends ? " |\n" : "", f);
        for (uint32_t k = 0; i + 1 == b->columns && k < b->columns; k++)
            fputs(k + 1 == b->columns ? "|---|\n" : "|---", f);
    }
}

static void block(FILE *f, const DocBlock *b)
{
    fputc('\n', f);
    if (b->title)
        fprintf(f, "**%s**\n\n", b->title);
    switch (b->kind) {
    case DOC_TABLE: table(f, b); break;
    case DOC_CODE: fprintf(f, "```modelica\n%s```\n", b->code); break;
    case DOC_PARAGRAPH:
        for (uint32_t i = 0; i < vec_len(b->cell); i++)
            cell(f, &b->cell[i]);
        fputc('\n', f);
    }
}

void doc_write_markdown(Dtc *d, FILE *f, const DocPage *page)
{
    (void)d;
    for (uint32_t i = 0; i < vec_len(page); i++) {
        fprintf(f, "%s## %s\n\n*%s*\n", i ? "\n" : "", page[i].path, page[i].kind);
        for (uint32_t k = 0; k < vec_len(page[i].block); k++)
            block(f, &page[i].block[k]);
    }
}
