/* doc_find.c - which classes there are, in which order, and which one a name means.
 *
 * A name is looked up as in a model within each package, so that Clutch.Brake is Drivetrain.Clutch.Brake; else all
 * files of the packages are read, and it is the end of a path, or a word that names and doc strings have. Cost: linear
 * in the packages, but for sorting.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "doc.h"

/* ---- members in order ---------------------------------------------------------------------------------- */

typedef struct { Class *cls; uint32_t rank; } Ranked;

static int by_rank(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;

    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : strcmp(x->cls->name, y->cls->name);
}

/* The places in the file package.order of each name, plus 1. */
static Map file_order(Dtc *d, const Class *package)
{
    Map order = { 0 };
    const Source *src =
        package->folder ? source_load(d, internf(d, "%s/package.order", package->folder)) : NULL;
    uint32_t n = 0;

    for (const char *p = src ? src->text : ""; *p;) {
        size_t k = strcspn(p, "\r\n");
        if (k)
            map_set(&d->run, &order, KEY(intern(d, p, k)), ++n);
        p += k + strspn(p + k, "\r\n");
    }
    return order;
}

/* What is written in the package's own file comes first, then what package.order has, then the rest. */
static uint32_t rank_of(Dtc *d, const Class *package, const Map *order, const Class *c)
{
    const Source *here = source_of(d, package->span);
    const bool own = here && c->span.pos >= here->base && c->span.pos <= here->base + here->size;
    const uint32_t listed = (uint32_t)map_get(order, KEY(c->name));

    return own ? c->span.pos - here->base : listed ? UINT32_MAX / 2 + listed : UINT32_MAX;
}

Class **doc_members(Dtc *d, Class *package)
{
    const char **name = NULL;
    Ranked *list = NULL;
    Class **all = NULL;
    const Map order = file_order(d, package);

    if (package->folder)
        folder_names(d, package, &name);
    for (uint32_t i = 0; i < vec_len(name); i++)
        own_element(d, package, name[i]);
    for (uint32_t i = 0; i < vec_len(class_read(d, package)->element); i++) {
        Element *e = package->element[i];
        if (e->kind == EL_CLASS && !e->protected_)
            vec_push(&d->run, list, ((Ranked){ e->cls, rank_of(d, package, &order, e->cls) }));
    }
    if (list)
        qsort(list, vec_len(list), sizeof *list, by_rank);
    for (uint32_t i = 0; i < vec_len(list); i++)
        vec_push(&d->run, all, list[i].cls);
    return all;
}

static void add_all(Dtc *d, Class *c, Class ***all)
{
    vec_push(&d->run, *all, c);
    Class **member = doc_members(d, c);
    for (uint32_t i = 0; i < vec_len(member); i++)
        add_all(d, member[i], all);
}

Class **doc_all(Dtc *d, Class *c)
{
    Class **all = NULL;

    add_all(d, c, &all);
    return all;
}

/* ---- by name ------------------------------------------------------------------------------------------- */

static Name parts_of(Dtc *d, const char *path)
{
    Name n = { 0 };

    for (;;) {
        size_t k = name_head(path);
        const char *part = intern(d, path, k);
        vec_push(&d->run, n.name, part);
        if (!path[k])
            return n;
        path += k + 1;
    }
}

static bool ends_with(const char *path, const char *name)
{
    const size_t n = strlen(path), k = strlen(name);

    return n > k && path[n - k - 1] == '.' && strcmp(path + n - k, name) == 0;
}

static void add_once(Dtc *d, Class ***list, Class *c)
{
    for (uint32_t i = 0; i < vec_len(*list); i++)
        if ((*list)[i] == c)
            return;
    vec_push(&d->run, *list, c);
}

/* Names that may have been meant: the whole path, the path within its package, the last part. */
static void unknown(Dtc *d, Class **all, const char *name)
{
    const char **known = NULL;

    for (uint32_t i = 0; i < vec_len(all); i++) {
        const char *path = class_path(d, all[i]), *inner = path + name_head(path);
        vec_push(&d->run, known, path);
        if (*inner)
            vec_push(&d->run, known, inner + 1);
        vec_push(&d->run, known, all[i]->name);
    }
    const char *near = suggest(d, name, known, vec_len(known));
    error(d, ((Span){ 0, 0 }), NULL, "there is no class `%s`%s%s%s", name, near ? "; did you mean `" : "; ",
          near ? near : "`dtc doc` lists the packages", near ? "`?" : "");
}

enum { DEEP = 32 };                        /* packages in packages */

/* Is the word in the text, whatever its capitals? */
static bool has_word(const char *text, const char *word)
{
    const size_t n = strlen(word);

    for (; text && *text; text++)
        if (strncasecmp(text, word, n) == 0)
            return true;
    return false;
}

Class **doc_find(Dtc *d, Class **top, const char *name, Class ***with)
{
    Class **found = NULL, **all = NULL;
    const Name n = parts_of(d, name);
    bool predefined = false; /* Real and its like have no page */

    for (uint32_t i = 0; i < vec_len(top); i++) {
        Class *c = resolve_class(d, (Scope){ NULL, top[i], NULL }, n, false);
        predefined = predefined || (c && c->form == CF_PREDEFINED);
        if (c && c->form != CF_PREDEFINED)
            add_once(d, &found, class_origin(c));
    }
    for (uint32_t i = 0; i < vec_len(top) && !found; i++)
        add_all(d, top[i], &all);
    for (uint32_t rank = 0; rank < 2 * DEEP; rank++)
        for (uint32_t i = 0; i < vec_len(all); i++) {
            if (all[i]->name != vec_last(n.name))
                continue;
            const char *path = class_path(d, all[i]);
            const bool part = all[i]->kind == K_MODEL || all[i]->kind == K_BLOCK;
            if (2 * name_depth(path) + !part == rank && ends_with(path, name))
                add_once(d, &found, all[i]);
        }
    for (uint32_t i = 0; i < vec_len(all) && vec_len(n.name) == 1 && !found && !predefined; i++)
        if (has_word(all[i]->name, name) || has_word(all[i]->doc, name))
            add_once(d, with, all[i]);
    if (!found && !*with)
        unknown(d, all, name);
    return found;
}
