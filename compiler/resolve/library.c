/* library.c - packages in folders (Modelica 3.6, chapter 13).
 *
 *     Drivetrain/package.dtm      the package itself
 *     Drivetrain/package.order    order of its elements, for browsers; not needed here
 *     Drivetrain/Clutch.dtm       a class of it, `within Drivetrain;`
 *     Drivetrain/Engine/          a package of it, again a folder
 *
 * A folder is listed once, when the first name is looked up in its package; a file is read when its name is asked for.
 * So a library costs what a model uses of it. Extensions .dtm and .mo are alike; .dtm goes first. A top-level name that
 * no folder of opt.include has is looked for beside the input. Cost: one listing a folder, one look into each folder of
 * opt.include for each top-level name.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "resolve.h"

static const char *const extension[] = { ".dtm", ".mo" };

static bool is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

/* The file that is read already as the input. */
static bool is_given_file(Dtc *d, const char *path)
{
    struct stat a, b;
    return d->opt.input && stat(path, &a) == 0 && stat(d->opt.input, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static Element *own_class(const Class *c, const char *name)
{
    for (uint32_t i = vec_len(c->element); i-- > 0;)
        if (c->element[i]->kind == EL_CLASS && c->element[i]->name == name)
            return c->element[i];
    return NULL;
}

/* Reads a file that must hold class `name` of package `into`; folder: the package's own, if this is its package file.
 */
static void read_class(Dtc *d, Class *into, const char *name, const char *file, const char *folder)
{
    uint32_t errors = d->errors;
    parse_file(d, file, into, into == d->root || into->enclosing);
    Element *e = own_class(into, name);
    if (e && folder)
        e->cls->folder = folder;
    if (e && into == d->root)
        check_version(d, e->cls);
    if (!e)
        map_set(&d->run, &info_of(d, into)->unreadable, KEY(name), 1);
    Span at = { 0, 0 };
    if (vec_len(d->source))
        at.pos = at.end = vec_last(d->source)->base;
    if (!e && d->errors == errors && (into == d->root || into->enclosing))
        error(d, at, NULL, "%s is named after class `%s`, but does not contain it", file, name);
}

/* Is there a package that only the tool can read that encrypted it? */
static bool is_encrypted(Dtc *d, Class *into, const char *folder, const char *name)
{
    const char *const file[] = { internf(d, "%s/package.moc", folder), internf(d, "%s.moc", folder),
                                 internf(d, "%s.mol", folder) };
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        if (!is_file(file[i]))
            continue;
        error(d, ((Span){ 0, 0 }), NULL,
              "%s is encrypted: nothing but the tool that it is for can read package %s", file[i], name);
        map_set(&d->run, &info_of(d, into)->unreadable, KEY(name), 1);
        return true;
    }
    return false;
}

/* Class `name` in dir: name.dtm, or name/package.dtm; of the top level also "name 1.2.0/package.dtm". */
static bool find_in(Dtc *d, Class *into, const char *dir, const char *name)
{
    const char *folder = internf(d, "%s/%s", dir, name);
    for (int i = 0; i < 2; i++) {
        const char *package = internf(d, "%s/package%s", folder, extension[i]),
                   *file = internf(d, "%s%s", folder, extension[i]);
        bool nested = is_file(package);
        if (!nested && (!is_file(file) || is_given_file(d, file)))
            continue;
        read_class(d, into, name, nested ? package : file, nested ? folder : NULL);
        return true;
    }
    if (is_encrypted(d, into, folder, name))
        return true;
    const char *versioned = into == d->root ? versioned_folder(d, dir, name) : NULL;
    for (int i = 0; i < 2 && versioned; i++) {
        const char *package = internf(d, "%s/package%s", versioned, extension[i]);
        if (!is_file(package))
            continue;
        read_class(d, into, name, package, versioned);
        return true;
    }
    return versioned && is_encrypted(d, into, versioned, name);
}

/* Is the class there, and all of its file new? */
static bool is_wanted_file(const Class *file, const Class *root, const char *name)
{
    for (uint32_t i = 0; i < vec_len(file->element); i++)
        if (file->element[i]->kind != EL_CLASS || own_class(root, file->element[i]->name))
            return false;
    return own_class(file, name) != NULL;
}

/* Beside the input there may be any files: one with other classes than its name says is passed over. */
static void find_beside(Dtc *d, const char *folder, const char *name)
{
    Class *read = class_new(d, K_PACKAGE, internz(d, ""), (Span){ 0, 0 }, NULL);
    uint32_t errors = d->errors;
    if (predefined_find(d, name) || !find_in(d, read, folder, name))
        return;
    if (d->errors > errors)
        map_set(&d->run, &info_of(d, d->root)->unreadable, KEY(name), 1);
    if (!is_wanted_file(read, d->root, name))
        return;
    for (uint32_t i = 0; i < vec_len(read->element); i++) {
        read->element[i]->cls->enclosing = d->root;
        vec_push(&d->run, d->root->element, read->element[i]);
    }
}

void library_find(Dtc *d, const char *name)
{
    Resolver *r = resolver(d);
    if (map_get(&r->tried, KEY(name)) || !*name || strchr(name, '/'))
        return;
    map_set(&d->run, &r->tried, KEY(name), 1);
    for (uint32_t i = 0; i < vec_len(d->opt.include); i++)
        if (find_in(d, d->root, d->opt.include[i], name))
            return;
    if (r->beside)
        find_beside(d, r->beside, name);
}

/* Name of the class that a file or folder of a package holds; NULL: none. */
static const char *entry_name(Dtc *d, const char *folder, const char *entry)
{
    size_t n = strlen(entry);
    if (entry[0] == '.')
        return NULL;
    for (int i = 0; i < 2; i++) {
        size_t k = strlen(extension[i]);
        if (n > k && strcmp(entry + n - k, extension[i]) == 0)
            return strncmp(entry, "package", n - k) == 0 && n - k == 7 ? NULL : intern(d, entry, n - k);
        if (is_file(internf(d, "%s/%s/package%s", folder, entry, extension[i])))
            return internz(d, entry);
    }
    return NULL;
}

static void list_folder(Dtc *d, Class *p)
{
    DIR *dir = opendir(p->folder);
    p->folder_read = true;
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const char *name = entry_name(d, p->folder, entry->d_name);
        if (name)
            map_set(&d->run, &info_of(d, p)->file, KEY(name), 1);
    }
    closedir(dir);
}

void folder_find(Dtc *d, Class *p, const char *name)
{
    if (!p->folder_read)
        list_folder(d, p);
    if (map_get(&info_of(d, p)->file, KEY(name)) != 1)
        return;
    map_set(&d->run, &info_of(d, p)->file, KEY(name), 2);
    find_in(d, p, p->folder, name);
}

/* The names of all classes in the folder; those that are read already may be among them. */
void folder_names(Dtc *d, Class *p, const char ***names)
{
    if (!p->folder_read)
        list_folder(d, p);
    const Map *m = &info_of(d, p)->file;
    for (uint32_t i = 0; i < m->cap; i++)
        if (m->slot[2 * (size_t)i])
            vec_push(&d->pass, *names, (const char *)(uintptr_t)(m->slot[2 * (size_t)i] - 1));
}

/* ---- a file of a package as the input ------------------------------------------------------------------ */

static const char *skip_blank(const char *p)
{
    for (;;) {
        p += strspn(p, " \t\r\n");
        const char *end = p[0] == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
        if (p[0] == '/' && p[1] == '/')
            p += strcspn(p, "\n");
        else if (end)
            p = end + 2;
        else
            return p;
    }
}

/* The name after `within` at the start of the text; no parts: there is none. */
static Name within_name(Dtc *d, const Source *src)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    Name n = { 0 };
    const char *p = skip_blank(src->text);
    size_t k = strspn(p, letters);
    if (k != 6 || strncmp(p, "within", 6) != 0)
        return n;
    n.span.pos = n.span.end = src->base + (uint32_t)(p - src->text);
    for (p = skip_blank(p + k); (k = *p == '\'' ? name_quoted(p) : strspn(p, letters)) > 0;
         p = skip_blank(p + 1)) {
        const char *part = intern(d, p, k);
        vec_push(&d->run, n.name, part);
        n.span.end = src->base + (uint32_t)(p + k - src->text);
        p = skip_blank(p + k);
        if (*p != '.')
            break;
    }
    return n;
}

static const char *folder_of(Dtc *d, const char *file)
{
    const char *slash = strrchr(file, '/');
    if (!slash)
        return internz(d, ".");
    return slash == file ? internz(d, "/") : intern(d, file, (size_t)(slash - file));
}

/* The folder around the outermost package of n, if `folder` ends in its parts; NULL: it does not. */
static const char *folder_around(Dtc *d, Name n, const char *folder)
{
    for (uint32_t i = vec_len(n.name); i-- > 0; folder = folder_of(d, folder)) {
        const char *slash = strrchr(folder, '/');
        if (strcmp(slash ? slash + 1 : folder, n.name[i]) != 0)
            return NULL;
    }
    return folder;
}

/* A file that lies where its `within` says: its own package goes before others of that name. */
static void include_own_folder(Dtc *d, Name n, const char *folder)
{
    const char *around = folder_around(d, n, folder);
    char *real = around ? NULL : realpath(folder, NULL);
    if (real)
        around = folder_around(d, n, internz(d, real));
    free(real);
    if (!around)
        return;
    const char **include = NULL;
    vec_push(&d->run, include, around);
    for (uint32_t i = 0; i < vec_len(d->opt.include); i++)
        vec_push(&d->run, include, d->opt.include[i]);
    d->opt.include = include;
}

static bool holds_package(Dtc *d, const char *folder)
{
    return is_file(internf(d, "%s/package.dtm", folder)) || is_file(internf(d, "%s/package.mo", folder));
}

/* A file that lies in the folder of another package than its `within` says: the name of that one; NULL: it does not. */
static const char *elsewhere_within(Dtc *d, Name n, const char *folder)
{
    char *real = realpath(folder, NULL);
    const char *place = "", *at = real ? internz(d, real) : folder, *said = "";
    free(real);
    for (; strcmp(at, "/") != 0 && holds_package(d, at); at = folder_of(d, at)) {
        const char *name = strrchr(at, '/') + 1;
        place = internf(d, "%.*s%s%s", (int)strcspn(name, " "), name, *place ? "." : "", place);
    }
    for (uint32_t i = 0; i < vec_len(n.name); i++)
        said = internf(d, "%s%s%s", said, i ? "." : "", n.name[i]);
    return *place && strcmp(place, said) != 0 ? place : NULL;
}

/* The package that the file belongs to, by its `within`; without one that is known, the outermost. */
static Class *package_of(Dtc *d, const Source *src, const char *folder)
{
    Name n = within_name(d, src);
    Class *c = d->root;
    if (!vec_len(n.name)) {
        resolver(d)->beside = folder;
        return c;
    }
    const char *other = elsewhere_within(d, n, folder);
    if (other)
        error(d, n.span, NULL, "this file lies in the folder of package %s, not of %s", other,
              name_text(d, n));
    include_own_folder(d, n, folder);
    for (uint32_t i = 0; c && i < vec_len(n.name); i++)
        c = class_member(d, c, n.name[i]);
    return c ? c : d->root;
}

Class *read_input(Dtc *d, Source *src)
{
    const char *folder = folder_of(d, src->name), *base = strrchr(src->name, '/');
    base = base ? base + 1 : src->name;
    bool is_package = strcmp(base, "package.dtm") == 0 || strcmp(base, "package.mo") == 0;
    Class *into = package_of(d, src, is_package ? folder_of(d, folder) : folder);
    parse_source(d, src, into, false);
    Element *last = vec_len(into->element) ? vec_last(into->element) : NULL;
    if (is_package && last && last->kind == EL_CLASS && last->cls->kind == K_PACKAGE)
        last->cls->folder = folder;
    return into;
}
