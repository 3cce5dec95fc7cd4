/* version.c - versions of packages (Modelica 3.6, 13.2.4 and 18.8.2): folders `Lib 1.2.0`, and
 * annotation(uses(Lib(version = "1.2.0"))) of who asks for them.
 *
 * Of several folders the one of the version that a class read so far uses is taken, else the highest version. One of
 * another version than is used is told, unless its annotation conversion(noneFromVersion = ...) says that it will do.
 * Cost: a listing of a folder for a name that has none of its own; an annotation for each package of the top level.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include "resolve.h"

static const Modifier *part(const Modifier *list, const char *name, uint32_t from)
{
    for (uint32_t i = from; i < vec_len(list); i++)
        if (list[i].name && strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static const char *text_of(const Modifier *m)
{
    return m && m->value && m->value->kind == E_STR ? m->value->str : NULL;
}

/* What a class of the top level that is read asks for; NULL: nothing. */
static const Modifier *asked(Dtc *d, const char *name)
{
    for (uint32_t i = 0; i < vec_len(d->root->element); i++) {
        const Element *e = d->root->element[i];
        const Modifier *uses =
            e->kind == EL_CLASS ? next_annotation(e->cls->annotation, ANNOTATION_uses, NULL) : NULL;
        const Modifier *library = uses ? part(uses->sub, name, 0) : NULL;
        const Modifier *version = library ? part(library->sub, "version", 0) : NULL;
        if (text_of(version))
            return version;
    }
    return NULL;
}

/* 1.10 is above 1.9, number by number. */
static int compare(const char *a, const char *b)
{
    while (*a || *b) {
        char *end_a, *end_b;
        const long x = strtol(a, &end_a, 10), y = strtol(b, &end_b, 10);
        if (x != y)
            return x < y ? -1 : 1;
        if (end_a == a && end_b == b)
            return strcmp(a, b);
        a = end_a + (*end_a == '.');
        b = end_b + (*end_b == '.');
    }
    return 0;
}

const char *versioned_folder(Dtc *d, const char *folder, const char *name)
{
    DIR *dir = opendir(folder);
    const char *wanted = text_of(asked(d, name)), *best = NULL;
    const size_t n = strlen(name);

    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        const char *version = entry->d_name + n + 1;
        if (strncmp(entry->d_name, name, n) != 0 || entry->d_name[n] != ' ' || !*version)
            continue;
        bool exact = wanted && strcmp(version, wanted) == 0;
        if (!best || exact || (!(wanted && strcmp(best, wanted) == 0) && compare(version, best) > 0))
            best = internz(d, version);
    }
    if (dir)
        closedir(dir);
    return best ? internf(d, "%s/%s %s", folder, name, best) : NULL;
}

void check_version(Dtc *d, const Class *package)
{
    const Modifier *wanted = asked(d, package->name),
                   *conversion = next_annotation(package->annotation, ANNOTATION_conversion, NULL);
    const char *version = text_of(next_annotation(package->annotation, ANNOTATION_version, NULL));

    if (!wanted || !version || strcmp(text_of(wanted), version) == 0)
        return;
    for (uint32_t i = 0; conversion && i < vec_len(conversion->sub); i++) {
        const char *will_do = text_of(&conversion->sub[i]);
        if (strcmp(conversion->sub[i].name, "noneFromVersion") == 0 && will_do &&
            strcmp(will_do, text_of(wanted)) == 0)
            return;
    }
    warning(d, wanted->span, NULL, "version %s of %s is used here, and version %s is found%s%s",
            text_of(wanted), package->name, version, package->folder ? " in " : "",
            package->folder ? package->folder : "");
}
