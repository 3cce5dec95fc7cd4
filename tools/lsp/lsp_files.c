/* lsp_files.c - the files of the workspace, and of the package around the document, read into the tree of classes.
 *
 * A file that belongs to no package has a package of its own, without a name, so that classes of other such files are
 * none of its names. Cost: a look at each folder; linear in the files that have the word.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lsp.h"
#include "parse.h"

/* seen: paths -> 1; source: names of files that are read -> Source* */
typedef struct { Ask *q; const char *word; OnFile *on; void *of; Map seen, source; uint32_t sources; } Files;

static Source *known_source(Files *s, const char *path)
{
    Dtc *d = s->q->d;

    for (; s->sources < vec_len(d->source); s->sources++) {
        Source *src = d->source[s->sources];
        if (!map_get(&s->source, KEY(src->name)))
            map_set(&d->run, &s->source, KEY(src->name), KEY(src));
    }
    return (Source *)(uintptr_t)map_get(&s->source, KEY(path));
}

static bool has_word(const Files *s, const char *path)
{
    for (const OpenText *o = s->q->d->opened; o; o = o->next)
        if (strcmp(o->name, path) == 0)
            return strstr(o->text, s->word) != NULL;
    const int fd = open(path, O_RDONLY);
    struct stat is;
    char *text = fd >= 0 && fstat(fd, &is) == 0 && is.st_size > 0
                   ? mmap(NULL, (size_t)is.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
                   : MAP_FAILED;
    const bool has = text != MAP_FAILED && memmem(text, (size_t)is.st_size, s->word, strlen(s->word)) != NULL;
    if (text != MAP_FAILED)
        munmap(text, (size_t)is.st_size);
    if (fd >= 0)
        close(fd);
    return has;
}

/* The source of the file, that is read already or now; NULL: it is not there, or has not the word. */
static Source *source_named(Files *s, const char *path, Class **in)
{
    Dtc *d = s->q->d;
    Source *src = known_source(s, path);

    *in = d->root;
    if (src || !has_word(s, path))
        return src && strstr(src->text, s->word) ? src : NULL;
    src = source_load(d, path);
    if (!src)
        return NULL;
    if (strncmp(src->text + strspn(src->text, " \t\r\n"), "within", 6) == 0) {
        (void)read_input(d, src);
        return src;
    }
    *in = class_new(d, K_PACKAGE, internz(d, ""), (Span){ 0, 0 }, d->root);
    (void)parse_source(d, src, *in, false);
    return src;
}

static void one_file(Files *s, const char *name)
{
    Class *in;
    const char *path = internz(s->q->d, name);

    if (map_get(&s->seen, KEY(path)))
        return;
    map_set(&s->q->d->run, &s->seen, KEY(path), 1);
    const Source *src = source_named(s, path, &in);
    if (src)
        s->on(s->of, src, in);
}

static bool is_text(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (strcmp(dot, ".dtm") == 0 || strcmp(dot, ".mo") == 0);
}

/* Folders within folders, but hidden ones and links. */
static void one_folder(Files *s, const char *folder, int depth)
{
    enum { DEEPEST = 12 };
    struct dirent **entry = NULL;
    const int n = depth < DEEPEST ? scandir(folder, &entry, NULL, alphasort) : 0;

    for (int i = 0; i < n; i++) {
        const char *path = internf(s->q->d, "%s/%s", folder, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.' && entry[i]->d_type == DT_DIR)
            one_folder(s, path, depth + 1);
        else if (is_text(entry[i]->d_name) && entry[i]->d_type == DT_REG)
            one_file(s, path);
        free(entry[i]);
    }
    free(entry);
}

void each_file(Ask *q, const char *word, const char *also, OnFile *on, void *of)
{
    Files s = { .q = q, .word = word, .on = on, .of = of };
    const char *folder = base_folder(q->server, q->document), *root = base_root(q->server, q->document);

    q->searches = true;
    one_file(&s, q->document->path);
    if (also)
        one_file(&s, also);
    for (const Document *o = q->server->document; o; o = o->next)
        one_file(&s, o->path);
    for (size_t i = 0; i < q->server->folders; i++)
        one_folder(&s, q->server->folder[i], 0);
    if (strcmp(folder, root) != 0)
        one_folder(&s, root, 0);
}
