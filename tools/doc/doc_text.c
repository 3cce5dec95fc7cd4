/* doc_text.c - pages for a terminal: lines of its width, WIDTH in a file; tables with aligned columns.
 *
 * On a narrow terminal columns are cut down to LEAST, and the last one goes below the others where less than LAST is
 * left for it.
 */
#include <string.h>
#include "doc.h"
#include "output.h"

enum { WIDTH = 110, INDENT = 2, MOST = 34, LEAST = 10, LAST = 28 };    /* MOST: of a column but the last */

/* Words from column `at` on; further lines begin at `indent`. */
static void words(FILE *f, const char *text, int at, int indent)
{
    const int most = output_width(f, WIDTH);

    for (bool first = true; *text; first = false) {
        int n = (int)strcspn(text, " ");
        if (!first && at + 1 + n > most) {
            fprintf(f, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', f);
            at++;
        }
        at += fprintf(f, "%.*s", n, text);
        text += n + (text[n] == ' ');
    }
    fputc('\n', f);
}

static int measure(const DocBlock *b, int most, int *width)
{
    int sum = INDENT;

    for (uint32_t k = 0; k < b->columns; k++)
        width[k] = 0;
    for (uint32_t i = 0; i < vec_len(b->cell); i++) {
        int n = (int)strlen(b->cell[i].text), *of = &width[i % b->columns];
        *of = n > most ? most : n > *of ? n : *of;
    }
    for (uint32_t k = 0; k + 1 < b->columns; k++)
        sum += width[k] + 2;
    return sum;
}

void doc_write_table(FILE *f, const DocBlock *b)
{
    const int line = output_width(f, WIDTH);
    int width[DOC_COLUMNS], most = MOST;

    while (measure(b, most, width) > line - LAST && most > LEAST)
        most--;
    for (uint32_t row = 0; row < vec_len(b->cell) / b->columns; row++) {
        int at = fprintf(f, "%*s", INDENT, ""), indent = INDENT;
        for (uint32_t k = 0; k < b->columns; k++) {
            const char *text = b->cell[row * b->columns + k].text;
            if (k + 1 == b->columns && *text && k > 0 && indent > line - LAST) {
                indent = at = 3 * INDENT;
                fprintf(f, "\n%*s", indent, "");
            }
            if (k + 1 == b->columns) {
                words(f, text, at, indent);
                break;
            }
            indent += width[k] + 2;
            at += fprintf(f, "%s  ", text);
            if (at < indent)
                at += fprintf(f, "%*s", indent - at, "");
        }
    }
}

static void code(FILE *f, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        fprintf(f, "%*s%.*s\n", n ? INDENT : 0, "", (int)n, text);
        text += n + (text[n] != 0);
    }
}

static void block(Dtc *d, FILE *f, const DocBlock *b)
{
    const char *text = "";

    fprintf(f, "\n%s%s", b->title ? b->title : "", b->title ? "\n" : "");
    if (b->kind == DOC_TABLE)
        doc_write_table(f, b);
    if (b->kind == DOC_CODE)
        code(f, b->code);
    for (uint32_t i = 0; b->kind == DOC_PARAGRAPH && i < vec_len(b->cell); i++)
        text = internf(d, "%s%s", text, b->cell[i].text);
    if (b->kind == DOC_PARAGRAPH)
        words(f, text, 0, 0);
}

void doc_write_text(Dtc *d, FILE *f, const DocPage *page)
{
    for (uint32_t i = 0; i < vec_len(page); i++) {
        fprintf(f, "%s%s %s\n", i ? "\n\n" : "", page[i].kind, page[i].path);
        for (uint32_t k = 0; k < vec_len(page[i].block); k++)
            block(d, f, &page[i].block[k]);
    }
}
