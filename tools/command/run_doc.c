/* run_doc.c - dtc doc [FILE] [CLASS]: a reference of classes, from what they say of themselves.
 *
 * The terminal gets the page of one class (of a file those of the classes that it holds), a file named by -o those of
 * all classes within: HTML, Markdown or text, by its name. Without CLASS it is what the file holds, without a file the
 * library. A word that names no class lists those whose names or doc strings have it. Cost: linear in the packages.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "doc.h"
#include "output.h"

static const char library[] = LIBRARY;

static bool is_file(Dtc *d, const char *name)
{
    return strchr(name, '/') || has_ending(d, name, "dtm mo") || access(name, F_OK) == 0;
}

/* The classes that are written in the file. */
static bool of_file(Dtc *d, const char *name, Class ***top)
{
    Source *src = source_load(d, name);
    Class *in;

    if (!src)
        error(d, ((Span){ 0, 0 }), NULL, "cannot read %s: %s", name, strerror(errno));
    if (!src)
        return false;
    in = read_input(d, src);
    if (d->errors)
        return false;
    for (uint32_t i = 0; i < vec_len(in->element); i++) {
        const Element *e = in->element[i];
        if (e->kind == EL_CLASS && e->cls->span.pos >= src->base && e->cls->span.pos <= src->base + src->size)
            vec_push(&d->run, *top, e->cls);
    }
    if (!*top)
        error(d, ((Span){ src->base, src->base }), NULL, "there is no class in %s", name);
    return *top != NULL;
}

/* The package that a name begins with, if there is one on the path, and the library. */
static void of_library(Dtc *d, const char *name, Class ***top)
{
    Class *own = name ? class_member(d, d->root, intern(d, name, name_head(name))) : NULL,
          *c = class_member(d, d->root, library);

    if (own)
        vec_push(&d->run, *top, own);
    if (c && c != own)
        vec_push(&d->run, *top, c);
}

/* Class by class, packages with all that is in them if all is wanted. */
static Class **chosen(Dtc *d, Class **from, bool all)
{
    Class **list = NULL;

    for (uint32_t i = 0; i < vec_len(from); i++) {
        Class **part = all ? doc_all(d, from[i]) : NULL;
        for (uint32_t k = 0; k < vec_len(part); k++)
            vec_push(&d->run, list, part[k]);
        if (!all)
            vec_push(&d->run, list, from[i]);
    }
    return list;
}

static bool write_pages(Dtc *d, const DocPage *page, const char *format, const char *title)
{
    const char *name = d->opt.output ? d->opt.output : "-";
    Output o;

    if (!output_open(d, &o, name))
        return false;
    if (format ? strcmp(format, "html") == 0 : has_ending(d, name, "html"))
        doc_write_html(d, o.file, page, title);
    else if (format ? strcmp(format, "md") == 0 : has_ending(d, name, "md"))
        doc_write_markdown(d, o.file, page);
    else if (format ? strcmp(format, "json") == 0 : has_ending(d, name, "json"))
        write_doc_json(d, o.file, page);
    else
        doc_write_text(d, o.file, page);
    return output_close(&o, d->errors == 0);
}

/* What has a word in its name or doc string, a line each. */
static bool list_with(Dtc *d, Class **with, const char *format, const char *word)
{
    DocBlock table = { .kind = DOC_TABLE, .columns = 2 };

    if (d->opt.output || format) {
        error(d, ((Span){ 0, 0 }), NULL,
              "there is no class `%s` to write; without -o and --format those with the word are listed",
              word);
        return false;
    }
    for (uint32_t i = 0; i < vec_len(with); i++) {
        vec_push(&d->run, table.cell, ((DocCell){ .text = class_path(d, with[i]) }));
        vec_push(&d->run, table.cell, ((DocCell){ .text = doc_line(d, with[i]) }));
    }
    printf("no class is named %s; with this word:\n\n", word);
    doc_write_table(stdout, &table);
    return true;
}

/* The first of those that have the name; the others are told on standard error, since the output is the page. */
static Class *named(Dtc *d, Class **top, const char *name, Class ***with)
{
    Class **found = doc_find(d, top, name, with);

    for (uint32_t i = 1; i < vec_len(found); i++)
        fprintf(stderr, "dtc: also of that name: %s\n", class_path(d, found[i]));
    return found ? found[0] : NULL;
}

static bool write_doc(Dtc *d, const char *file, const char *format, const char *name)
{
    Class **top = NULL, **from = NULL, **with = NULL;
    Doc w = { .d = d, .file = file };

    predefined_classes(d);
    if (file && !of_file(d, file, &top))
        return false;
    if (!file)
        of_library(d, name, &top);
    Class *one = name ? named(d, top, name, &with) : NULL;
    if (with)
        return list_with(d, with, format, name);
    if (one)
        vec_push(&d->run, from, one);
    else if (!name)
        from = top;
    if (!from)
        return false;
    doc_examples(&w, top);
    return write_pages(d, doc_pages(&w, chosen(d, from, d->opt.output != NULL)), format,
                       name ? name : from[0]->name) &&
           d->errors == 0;
}

int run_doc(Dtc *d, Cli *cli)
{
    const char *file = cli->operands > 0 && is_file(d, cli->operand[0]) ? cli->operand[0] : NULL;
    const int names = cli->operands - (file != NULL);

    if (names > 1)
        return usage("dtc doc needs one file and one class at most; what is",
                     cli->operand[cli->operands - 1]);
    int wrong = 0;
    if (!cli->format)
        wrong = ending_fits(d, d->opt.output, "html md json txt",
                            "dtc doc writes FILE.html, FILE.md, FILE.json and text, FILE.txt; what is");
    else if (!has_ending(d, internf(d, "x.%s", cli->format), "table html md json"))
        wrong = usage("dtc doc writes table (text), html, md and json; what is", cli->format);
    if (wrong)
        return wrong;
    find_packages(d);
    return write_doc(d, file, cli->format, names ? cli->operand[cli->operands - 1] : NULL) ? 0 : 1;
}
