/* diagram_write.c - places of components into the file of the model, as annotations that Modelica tools show, too.
 *
 * Each declaration gets annotation(Placement(transformation(...))), or has its Placement replaced; the class
 * annotation(Diagram(coordinateSystem(...))), so that all of it is within. Nothing else of the file changes. A
 * component of a base class is declared there: that file is written, too, and said, if it is in the model's folder or
 * below; files of libraries are not changed. Cost: linear in the files.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "diagram.h"
#include "output.h"

enum { UNITS = 4 };                        /* of Modelica's coordinates, a step of the grid: a symbol has 24 */

/* `text` in place of what is from a to b; at and to: in the file */
typedef struct { uint32_t at, to; const char *text; } Edit;
typedef struct { Dtc *d; const Source *src; const char *newline; Edit *edit; /* vec */ } Writer;

/* ---- reading the text ---------------------------------------------------------------------------------- */

/* Behind a comment, a string, a quoted name, or one character. */
static uint32_t skip(const char *s, uint32_t i)
{
    const char c = s[i];

    if (c == '/' && s[i + 1] == '/')
        return i + (uint32_t)strcspn(s + i, "\n");
    if (c == '/' && s[i + 1] == '*') {
        const char *end = strstr(s + i + 2, "*/");
        return end ? (uint32_t)(end - s) + 2 : i + (uint32_t)strlen(s + i);
    }
    if (c != '"' && c != '\'')
        return i + 1;
    for (i++; s[i] && s[i] != c; i++)
        i += s[i] == '\\' && s[i + 1];
    return i + (s[i] != 0);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool word_at(const char *s, uint32_t i, const char *word)
{
    const size_t n = strlen(word);

    return (i == 0 || !is_word(s[i - 1])) && strncmp(s + i, word, n) == 0 && !is_word(s[i + n]);
}

/* Within brackets that are open at i: where `word` begins, at their own level, or where they close. */
static uint32_t find_end(const char *s, uint32_t i, const char *word, const char *end)
{
    int deep = 0;

    while (s[i] && !(deep == 0 && (strchr(end, s[i]) || (word && word_at(s, i, word))))) {
        deep += s[i] && strchr("([{", s[i]) ? 1 : s[i] && strchr(")]}", s[i]) ? -1 : 0;
        i = skip(s, i);
    }
    return i;
}

/* Back over blanks. */
static uint32_t trimmed(const char *s, uint32_t i)
{
    while (i > 0 && strchr(" \t\r\n", s[i - 1]))
        i--;
    return i;
}

static const char *indent_of(Dtc *d, const char *s, uint32_t i)
{
    uint32_t begin = i;

    while (begin > 0 && s[begin - 1] != '\n')
        begin--;
    return intern(d, s + begin, strspn(s + begin, " \t"));
}

/* ---- what is written ----------------------------------------------------------------------------------- */

static void put_edit(Writer *w, uint32_t at, uint32_t to, const char *text)
{
    vec_push(&w->d->run, w->edit, ((Edit){ at, to, text }));
}

/* Into the annotation that begins at i, of `name(...)`: in its place, or as the first argument. */
static void into_annotation(Writer *w, uint32_t i, const char *name, const char *text, const char *behind)
{
    const char *s = w->src->text;
    const uint32_t open = i + (uint32_t)strcspn(s + i, "(") + 1, at = find_end(s, open, name, ")");

    if (s[at] == ')') {
        const bool empty = trimmed(s, at) == open;
        put_edit(w, open, open, internf(w->d, "%s%s", text, empty ? "" : behind));
        return;
    }
    put_edit(w, at, trimmed(s, find_end(s, at, NULL, ",)")), text);
}

static void write_element(Writer *w, const Element *e, const char *text)
{
    const char *s = w->src->text;
    const uint32_t from = e->span.end - w->src->base, at = find_end(s, from, "annotation", ",;)");

    if (word_at(s, at, "annotation"))
        into_annotation(w, at, "Placement", text, ", ");
    else
        put_edit(w, trimmed(s, at), trimmed(s, at),
                 internf(w->d, "%s%s    annotation(%s)", w->newline, indent_of(w->d, s, from), text));
}

/* The class' own annotation stands last, before its end. */
static void write_class(Writer *w, const Class *c, const char *text)
{
    const char *s = w->src->text;
    uint32_t i = c->span.end - w->src->base, annotation = 0;

    for (; s[i]; i = skip(s, i)) {
        if (word_at(s, i, "end") && word_at(s, i + 3 + (uint32_t)strspn(s + i + 3, " \t\r\n"), c->name))
            break;
        if (c->annotation && word_at(s, i, "annotation") && c->annotation[0].span.pos - w->src->base > i)
            annotation = i;
    }
    if (!s[i])
        return;
    if (annotation)
        into_annotation(w, annotation, "Diagram", text,
                        internf(w->d, ",%s%s  ", w->newline, indent_of(w->d, s, annotation)));
    else
        put_edit(w, trimmed(s, i), trimmed(s, i),
                 internf(w->d, "%s%s  annotation(%s);", w->newline, indent_of(w->d, s, i), text));
}

/* ---- places -------------------------------------------------------------------------------------------- */

static int units(double pixels) { return (int)lround(pixels / GRID * UNITS); }

static const char *placement_text(Dtc *d, const Node *n, Point middle)
{
    const int w = units(n->width / 2), h = units(n->height / 2), x = units(n->centre.x - middle.x),
              y = units(middle.y - n->centre.y);

    return internf(d, "Placement(transformation(extent = {{%d, %d}, {%d, %d}}%s, origin = {%d, %d}))",
                   n->turned ? w : -w, -h, n->turned ? -w : w, h,
                   n->rotation != 0 ? internf(d, ", rotation = %g", n->rotation) : "", x, y);
}

static int by_place(const void *a, const void *b)
{
    const Edit *x = a, *y = b;

    return x->at < y->at ? -1 : x->at > y->at;
}

/* Through another file, whole or not at all. */
static bool save(Writer *w)
{
    Output o;
    uint32_t at = 0;

    qsort(w->edit, vec_len(w->edit), sizeof *w->edit, by_place);
    if (!output_rewrite(w->d, &o, w->src->name))
        return false;
    for (uint32_t i = 0; i < vec_len(w->edit); i++) {
        fwrite(w->src->text + at, 1, w->edit[i].at - at, o.file);
        fputs(w->edit[i].text, o.file);
        at = w->edit[i].to;
    }
    fwrite(w->src->text + at, 1, w->src->size - at, o.file);
    return output_close(&o, true);
}

static bool is_below(const Source *file, const Source *model)
{
    const char *slash = strrchr(model->name, '/');
    const size_t n = slash ? (size_t)(slash - model->name) + 1 : 0;

    return strncmp(file->name, model->name, n) == 0 && (n > 0 || !strchr(file->name, '/'));
}

static Writer *add_writer(Dtc *d, Writer **all, const Source *src)
{
    vec_push(&d->run, *all, ((Writer){ d, src, strstr(src->text, "\r\n") ? "\r\n" : "\n", NULL }));
    return &vec_last(*all);
}

/* That of the file of a component; NULL after a message: it is not to be changed, or there is none. The first is that
 * of the model. */
static Writer *writer_of(Dtc *d, Writer **all, const Inst *component)
{
    const Element *e = component->is->decl;
    const Source *src = e ? source_of(d, e->span) : NULL;

    for (uint32_t i = 0; i < vec_len(*all); i++)
        if (src && (*all)[i].src == src)
            return &(*all)[i];
    if (!src || !is_below(src, (*all)[0].src)) {
        error(d, d->model->span, NULL,
              "%s is declared in a file of another folder, which --write does not change", component->path);
        if (e)
            note(d, e->span, NULL, "it is declared here; a model with components of its own can be written");
        return NULL;
    }
    return add_writer(d, all, src);
}

static bool save_all(Writer *all)
{
    for (uint32_t i = 0; i < vec_len(all); i++) {
        if (all[i].edit && !save(&all[i]))
            return false;
        if (i > 0)
            fprintf(stderr, "dtc: note: places of components of a base class are in %s\n", all[i].src->name);
    }
    return true;
}

bool diagram_write(Dtc *d, const Diagram *g)
{
    Writer *all = NULL;
    const Box b = g->box;
    const Point middle = { GRID * round((b.x1 + b.x2) / 2 / GRID), GRID * round((b.y1 + b.y2) / 2 / GRID) };

    add_writer(d, &all, source_of(d, d->model->span));
    for (uint32_t i = 0; i < vec_len(g->node); i++) {
        Writer *w = writer_of(d, &all, g->node[i].inst);
        if (!w)
            return false;
        write_element(w, g->node[i].inst->is->decl, placement_text(d, &g->node[i], middle));
    }
    const int width = units(fmax(b.x2 - middle.x, middle.x - b.x1)),
              height = units(fmax(b.y2 - middle.y, middle.y - b.y1));
    if (width > 100 || height > 100)
        write_class(&all[0], class_origin(d->model),
                    internf(d, "Diagram(coordinateSystem(extent = {{%d, %d}, {%d, %d}}))", -width, -height,
                            width, height));
    return save_all(all);
}
