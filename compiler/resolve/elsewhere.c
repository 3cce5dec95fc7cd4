/* elsewhere.c - a class that a model names and does not see, in packages that are there: most often an import is
 * missing.
 *
 * Packages are searched as far as they have been read, and the files of the library: first what is in them, then what
 * is in their packages; of several the shortest path counts. Bodies of classes that wait go on waiting. Nobody imports
 * from packages of examples. Cost: linear in the packages; only after an error.
 */
#include <string.h>
#include "resolve.h"

typedef struct { Dtc *d; const char *name; Class *best; } Search;

static void take(Search *s, Class *c)
{
    if (!c || c->enclosing == s->d->root)
        return;
    const char *new = class_path(s->d, c), *old = s->best ? class_path(s->d, s->best) : "";
    const size_t n = strlen(new), k = strlen(old);

    if (!s->best || n < k || (n == k && strcmp(new, old) < 0))
        s->best = c;
}

/* In the packages of `of`, down to some depth. read: files that nobody has asked for as well. */
static void search(Search *s, Class *of, uint32_t depth, bool read)
{
    const char **file = NULL;

    if (of->body.end) /* it waits to be read: a hint is no reason to */
        return;
    resolver(s->d)->compared += vec_len(of->element);
    if (read && of->folder)
        folder_names(s->d, of, &file);
    for (uint32_t i = 0; i < vec_len(file); i++)
        folder_find(s->d, of, file[i]);
    for (uint32_t i = 0; i < vec_len(of->element); i++) {
        const Element *e = of->element[i];
        if (e->kind != EL_CLASS || strcmp(e->name, "Examples") == 0)
            continue;
        if (e->name == s->name)
            take(s, e->cls);
        if (depth > 0 && e->cls->kind == K_PACKAGE)
            search(s, e->cls, depth - 1, read);
    }
}

static const char *class_elsewhere(Dtc *d, const char *name)
{
    Search s = { d, name, NULL };
    Class *library = class_member(d, d->root, internz(d, LIBRARY));

    for (uint32_t depth = 0; depth < 3 && !s.best && resolver(d)->compared < MAX_COMPARED; depth++) {
        search(&s, d->root, depth + 1, false);
        if (library)
            search(&s, library, depth, true);
    }
    if (!s.best)
        return "";
    d->guess.wrong = name, d->guess.near = class_path(d, s.best);
    return internf(d, "; it is %s: write `import %s.*;`", class_path(d, s.best),
                   class_path(d, s.best->enclosing));
}

/* The path of a class of this name in a package, or NULL. */
const char *model_elsewhere(Dtc *d, const char *name)
{
    Search s = { d, name, NULL };

    for (uint32_t depth = 1; depth < 4 && !s.best && resolver(d)->compared < MAX_COMPARED; depth++)
        search(&s, d->root, depth, false);
    return s.best ? class_path(d, s.best) : NULL;
}

/* Of Modelica.Constants, which languages have under the same names without a path. */
static const char *constant_elsewhere(Dtc *d, const char *name)
{
    Class *in = class_member(d, d->root, internz(d, "Modelica"));

    in = in ? class_member(d, in, internz(d, "Constants")) : NULL;
    for (uint32_t i = 0; in && i < vec_len(in->element); i++)
        if (in->element[i]->name == name)
            return internf(d, "; it is %s.%s", class_path(d, in), name);
    return "";
}

const char *constant_or_similar(Dtc *d, Scope s, const char *name)
{
    const char *there = constant_elsewhere(d, name);
    return *there ? there : similar_visible(d, s, name, false);
}

/* Types as other languages name them. */
static const char *type_elsewhere(Dtc *d, const char *name)
{
    static const char *const type[][2] = {
        { "float", "Real" },   { "double", "Real" },     { "real", "Real" },
        { "int", "Integer" },  { "long", "Integer" },    { "unsigned", "Integer" },
        { "bool", "Boolean" }, { "logical", "Boolean" }, { "char", "String" },
    };

    for (size_t i = 0; i < sizeof type / sizeof *type; i++) {
        if (strcmp(type[i][0], name) != 0)
            continue;
        d->guess.wrong = name, d->guess.near = internz(d, type[i][1]);
        return internf(d, "; did you mean `%s`?", type[i][1]);
    }
    return "";
}

const char *elsewhere_or_similar(Dtc *d, Scope s, const char *name, bool called)
{
    const char *there = type_elsewhere(d, name);
    if (!*there)
        there = class_elsewhere(d, name);
    return *there ? there : similar_visible(d, s, name, called);
}
