/* lsp_base.c - packages that stay read between questions.
 *
 * For each folder of documents there is one Dtc with the packages that its models use: their files, and the bodies of
 * the classes that were looked into. No class in it is more than parsed: what the compiler makes of it depends on the
 * model. A child reads what is missing and says so; the base then reads that as well, so that it is read once.
 *
 * A base is thrown away when a file or folder that it was made of has changed, when such a file is opened in the
 * editor, or when reading one gave a diagnosis, which each check has to give anew. Such classes are left to children.
 * Cost: a call of stat for each file, each time it is used.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lsp.h"
#include "parse.h"
#include "gram.h"

typedef struct { const char *path; struct stat was; } Made;

struct Base {
    Dtc *d;
    char *folder, *root;                   /* of the documents; where their own package lies, or their folder */
    Made *made;                            /* vec: files and folders */
    uint32_t sources;                      /* that are in `made` */
    Map known, watched;                    /* paths of classes that are read; those in `made` */
    bool holds_open;                       /* a file that the editor has open is among them */
    char **avoided; size_t navoided;       /* paths of classes whose files have mistakes */
    struct Base *next;
};

/* ---- where a document lies ----------------------------------------------------------------------------- */

static bool is_package(const char *folder)
{
    static const char *const name[] = { "package.dtm", "package.mo" };
    char path[PATH_MAX];

    for (int i = 0; i < 2; i++)
        if (snprintf(path, sizeof path, "%s/%s", folder, name[i]) < (int)sizeof path &&
            access(path, F_OK) == 0)
            return true;
    return false;
}

/* The folder, and the one around the outermost package that it is a part of; both to be freed. */
static void place_of(const Document *o, char **folder, char **root)
{
    char *slash = strrchr(o->path, '/');

    *folder = strndup(o->path, slash && slash > o->path ? (size_t)(slash - o->path) : 1);
    *root = strdup(*folder);
    while ((slash = strrchr(*root, '/')) != NULL && slash > *root && is_package(*root))
        *slash = 0;
}

/* ---- a base -------------------------------------------------------------------------------------------- */

static void add_include(Dtc *d, const char *folder)
{
    char *real = realpath(folder, NULL);
    const char *name = internz(d, real ? real : folder);

    free(real);
    for (uint32_t i = 0; i < vec_len(d->opt.include); i++)
        if (d->opt.include[i] == name)
            return;
    vec_push(&d->run, d->opt.include, name);
}

static Dtc *tree_new(const Server *s, const Base *b)
{
    Dtc *d = dtc_new();
    const char **include = s->d->opt.include;

    d->opt = s->d->opt;
    d->opt.include = NULL;
    d->keeps = true;
    if (strcmp(b->root, b->folder) != 0)
        add_include(d, b->root);
    for (uint32_t i = 0; i < vec_len(include); i++)
        add_include(d, include[i]);
    for (size_t i = 0; i < s->folders; i++)
        add_include(d, s->folder[i]);
    predefined_classes(d);
    resolver(d)->beside = internz(d, b->folder);
    return d;
}

static void base_empty(Base *b)
{
    if (b->d)
        dtc_free(b->d);
    b->d = NULL;
    b->made = NULL;
    b->sources = 0;
    b->known = b->watched = (Map){ 0 };
    b->holds_open = false;
}

static bool is_open(const Server *s, const struct stat *file)
{
    struct stat is;

    for (const Document *o = s->document; o; o = o->next)
        if (stat(o->path, &is) == 0 && is.st_dev == file->st_dev && is.st_ino == file->st_ino)
            return true;
    return false;
}

/* Once each. */
static void watch_file(const Server *s, Base *b, const char *path)
{
    Made m = { .path = path };

    if (map_get(&b->watched, KEY(path)) || stat(path, &m.was) != 0)
        return;
    map_set(&b->d->run, &b->watched, KEY(path), 1);
    vec_push(&b->d->run, b->made, m);
    b->holds_open |= is_open(s, &m.was);
}

static void watch_folders(const Server *s, Base *b, const Class *c)
{
    if (c->folder && c->folder_read)
        watch_file(s, b, c->folder);
    for (uint32_t i = 0; i < vec_len(c->element); i++)
        if (c->element[i]->kind == EL_CLASS)
            watch_folders(s, b, c->element[i]->cls);
}

static bool is_current(const Server *s, const Base *b)
{
    struct stat is;

    for (uint32_t i = 0; i < vec_len(b->made); i++) {
        const struct stat *was = &b->made[i].was;
        if (stat(b->made[i].path, &is) != 0 || is.st_mtim.tv_sec != was->st_mtim.tv_sec ||
            is.st_mtim.tv_nsec != was->st_mtim.tv_nsec || is.st_size != was->st_size ||
            is.st_ino != was->st_ino || is_open(s, was))
            return false;
    }
    return true;
}

static Base *base_of(Server *s, const Document *o)
{
    char *folder, *root;

    place_of(o, &folder, &root);
    for (Base *b = s->base; b; b = b->next)
        if (strcmp(b->folder, folder) == 0) {
            free(folder);
            free(root);
            return b;
        }
    Base *b = calloc(1, sizeof *b);
    *b = (Base){ .folder = folder, .root = root, .next = s->base };
    s->base = b;
    return b;
}

static void avoid(Base *b, const char *path)
{
    b->avoided = realloc(b->avoided, (b->navoided + 1) * sizeof *b->avoided);
    b->avoided[b->navoided++] = strdup(path);
}

static bool is_avoided(const Base *b, const char *path)
{
    for (size_t i = 0; i < b->navoided; i++)
        if (strcmp(b->avoided[i], path) == 0)
            return true;
    return false;
}

void base_forget(Server *s)
{
    for (Base *b = s->base; b; b = b->next) {
        base_empty(b);
        for (size_t i = 0; i < b->navoided; i++)
            free(b->avoided[i]);
        b->navoided = 0;
    }
}

Dtc *base_for(Server *s, const Document *o)
{
    Base *b = base_of(s, o);

    if (b->d && !is_current(s, b))
        base_empty(b);
    if (!b->d)
        b->d = tree_new(s, b);
    return b->d;
}

const char *base_folder(Server *s, const Document *o) { return base_of(s, o)->folder; }
const char *base_root(Server *s, const Document *o) { return base_of(s, o)->root; }

/* The class of that name among those that are read. */
static Class *read_class_of(const Class *c, const char *name)
{
    for (uint32_t i = 0; c && i < vec_len(c->element); i++)
        if (c->element[i]->kind == EL_CLASS && c->element[i]->name == name)
            return c->element[i]->cls;
    return NULL;
}

/* A class that the document declares was read already from another file, which a compiler that begins with the document
 * would not look into. */
static bool was_read(Dtc *d, const Document *o)
{
    Parser p = { .d = d, .src = source_text(d, "", o->text, o->size) };
    Class *in = d->root;
    Token t = { 0 };
    bool within = false, head = false;

    if (!p.src || !lex_open(&p))
        return false;
    while ((t.kind = lex_token(&t, p.scanner)) != YYEOF && in) {
        within = t.kind == WITHIN || (within && t.kind != ';');
        if (t.kind == IDENT && (within || head))
            in = read_class_of(in, t.value.text);
        if (t.kind == IDENT && head)
            break;
        head = head || is_class_word(t.kind);
    }
    lex_close(&p);
    return in && in != d->root && head;
}

/* The tree for a child; without what the base has where that would be in the way of the document. */
Dtc *base_tree(Server *s, const Document *o)
{
    Base *b = base_of(s, o);

    return was_read(b->d, o) ? tree_new(s, b) : b->d;
}

/* ---- what is read -------------------------------------------------------------------------------------- */

/* Reads the class at a path; false: it gave a diagnosis, or lies in a file that is open. */
static bool read_path(Server *s, Base *b, const char *path)
{
    Class *c = b->d->root;

    for (const char *p = path; c; p++) {
        const size_t n = name_head(p);
        Element *e = own_element(b->d, c, intern(b->d, p, n));
        c = e && e->kind == EL_CLASS ? class_read(b->d, e->cls) : NULL;
        if (!*(p += n))
            break;
    }
    const bool more = b->sources < vec_len(b->d->source);
    for (; b->sources < vec_len(b->d->source); b->sources++)
        watch_file(s, b, b->d->source[b->sources]->name);
    if (more)
        watch_folders(s, b, b->d->root);
    return !b->holds_open && vec_len(b->d->diagnosis) == 0 && b->d->errors == 0;
}

void base_learn(Server *s, const Document *o, const char *paths)
{
    Base *b = base_of(s, o);
    size_t n;

    for (const char *p = paths; b->d && *(p += strspn(p, "\n")); p += n) {
        n = strcspn(p, "\n");
        const char *path = intern(b->d, p, n);
        if (map_get(&b->known, KEY(path)) || is_avoided(b, path))
            continue;
        map_set(&b->d->run, &b->known, KEY(path), 1);
        if (read_path(s, b, path))
            continue;
        avoid(b, path);
        base_empty(b);
    }
}

/* Classes with all that is written in them, from files but that one. */
static void write_read(Dtc *d, Class *c, const Source *except, FILE *out)
{
    for (uint32_t i = 0; i < vec_len(c->element); i++) {
        Class *inner = c->element[i]->kind == EL_CLASS ? c->element[i]->cls : NULL;
        if (!inner || inner->body.end || source_of(d, inner->span) == except)
            continue;
        if (inner->form == CF_LONG)
            fprintf(out, "%s\n", class_path(d, inner));
        write_read(d, inner, except, out);
    }
}

void write_paths_read(Dtc *d, const Source *except, FILE *out) { write_read(d, d->root, except, out); }
