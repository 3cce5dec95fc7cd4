/* master_archive.c - the archive of an FMU: what is in it, and what a run needs of it, unpacked.
 *
 * The archive may come from anywhere. Before a byte is unpacked all its names are looked at: none is absolute, leads
 * out of the folder, is a link, or is there twice; and sizes: neither are there too many files, nor do they grow to
 * more than GROWTH times the archive and `free_growth`, or `most` bytes in all, which is what bombs do. What is
 * unpacked is counted again, whatever the archive has said.
 *
 * Unpacked are all files but binaries of other platforms, sources and documentation, into a new folder that only the
 * user can enter. Folder and files are on the list of what is temporary, so that they go when the program ends, by
 * itself or by a signal. Requires: minizip. Cost: linear in the archive.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <minizip/unzip.h>
#include "master.h"
#include "object_cache.h"

enum { FILES = 100000, NAME_ROOM = 4096, GROWTH = 200 };
static const uint64_t most = (uint64_t)4 << 30, free_growth = (uint64_t)256 << 20;

typedef struct { const char *name; unz64_file_pos at; uint64_t size; bool folder; } Entry;
struct FmuArchive { Dtc *d; const char *file; unzFile zip; Entry *entry; Map by_name; };       /* entry: vec */

static bool problem(const FmuArchive *a, const char *text)
{
    fprintf(stderr, "dtc: %s: %s\n", a->file, text);
    return false;
}

/* ---- what is in it ------------------------------------------------------------------------------------- */

/* Of a name that nobody would choose in good faith: what is wrong; NULL: nothing. */
static const char *wrong_name(const char *name)
{
    if (*name == '/')
        return "is an absolute name";
    for (const char *p = name; *p; p++)
        if ((unsigned char)*p < ' ' || *p == '\\' || *p == ':')
            return "has a character that no name in an FMU has";
    for (const char *part = name; *part;) {
        const size_t n = strcspn(part, "/");
        if (n == 0 || (n == 1 && *part == '.') || (n == 2 && strncmp(part, "..", 2) == 0))
            return "leads out of its folder, or round about";
        part += n + (part[n] == '/');
    }
    return *name ? NULL : "is no name";
}

/* Of what is no plain file or folder, or is packed in a way that FMUs are not. */
static const char *wrong_kind(const unz_file_info64 *i)
{
    const bool unix_mode = i->version >> 8 == 3;
    const mode_t mode = (mode_t)(i->external_fa >> 16);

    return i->flag & 1 ? "is encrypted"
         : i->compression_method != 0 && i->compression_method != 8
             ? "is packed by another method than deflate"
         : unix_mode && (mode & S_IFMT) && !S_ISREG(mode) && !S_ISDIR(mode) ? "is a link or a device"
                                                                            : NULL;
}

static bool add_entry(FmuArchive *a, const char *name, const unz_file_info64 *i)
{
    const size_t n = strlen(name);
    const char *wrong =
        n != i->size_filename ? "has a name that is too long, or has a zero in it" : wrong_name(name);
    Entry e = { .size = i->uncompressed_size, .folder = n > 0 && name[n - 1] == '/' };

    wrong = wrong ? wrong : wrong_kind(i);
    e.name = intern(a->d, name, e.folder ? n - 1 : n);
    if (!wrong && map_get(&a->by_name, KEY(e.name)))
        wrong = "is there twice";
    if (wrong)
        return problem(a, internf(a->d, "%s in the archive %s", e.name, wrong));
    unzGetFilePos64(a->zip, &e.at);
    vec_push(&a->d->run, a->entry, e);
    map_set(&a->d->run, &a->by_name, KEY(e.name), vec_len(a->entry));
    return true;
}

static bool sizes_fit(const FmuArchive *a)
{
    uint64_t sum = 0;
    struct stat s;

    for (uint32_t k = 0; k < vec_len(a->entry); k++) {
        const uint64_t size = a->entry[k].size;
        sum = size > most - sum ? most : sum + size;
    }
    if (stat(a->file, &s) != 0)
        return problem(a, strerror(errno));
    const bool grows = sum >= most || sum > free_growth + GROWTH * (uint64_t)s.st_size;
    return !grows ||
           problem(a,
                   internf(a->d, "%lld bytes of archive would be unpacked to %s%llu: that is no FMU",
                           (long long)s.st_size, sum >= most ? "more than " : "", (unsigned long long)sum));
}

static bool list(FmuArchive *a)
{
    char name[NAME_ROOM];
    unz_file_info64 i;
    int more = unzGoToFirstFile(a->zip);

    for (; more == UNZ_OK; more = unzGoToNextFile(a->zip)) {
        if (vec_len(a->entry) == FILES)
            return problem(a, internf(a->d, "there are more than %d files in it", FILES));
        if (unzGetCurrentFileInfo64(a->zip, &i, name, sizeof name, NULL, 0, NULL, 0) != UNZ_OK)
            return problem(a, "the archive is damaged");
        name[sizeof name - 1] = 0;
        if (!add_entry(a, name, &i))
            return false;
    }
    return (more == UNZ_END_OF_LIST_OF_FILE || problem(a, "the archive is damaged")) && sizes_fit(a);
}

FmuArchive *master_open(Dtc *d, const char *file)
{
    FmuArchive *a = NEW(&d->run, FmuArchive);
    struct stat s;

    *a = (FmuArchive){ .d = d, .file = file };
    if (stat(file, &s) != 0 || access(file, R_OK) != 0) {
        problem(a, internf(d, "cannot be read: %s", strerror(errno)));
        return NULL;
    }
    a->zip = S_ISREG(s.st_mode) ? unzOpen64(file) : NULL;
    if (!a->zip) {
        problem(a, "is no archive: an FMU is a zip file with modelDescription.xml in it");
        return NULL;
    }
    if (list(a))
        return a;
    master_close(a);
    return NULL;
}

void master_close(FmuArchive *a)
{
    if (a && a->zip)
        unzClose(a->zip);
    if (a)
        a->zip = NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

/* Piece by piece into `take`. false after a message */
static bool read_entry(FmuArchive *a, Entry *e, bool (*take)(void *to, const char *piece, size_t n), void *to)
{
    char piece[1 << 16];
    uint64_t sum = 0;
    int n = -1;

    if (unzGoToFilePos64(a->zip, &e->at) != UNZ_OK || unzOpenCurrentFile(a->zip) != UNZ_OK)
        return problem(a, internf(a->d, "%s in the archive is damaged", e->name));
    while ((n = unzReadCurrentFile(a->zip, piece, sizeof piece)) > 0 && (sum += (uint64_t)n) <= e->size)
        if (!take(to, piece, (size_t)n)) {
            unzCloseCurrentFile(a->zip);
            return problem(a, internf(a->d, "%s cannot be unpacked: %s", e->name, strerror(errno)));
        }
    const bool whole = unzCloseCurrentFile(a->zip) == UNZ_OK && n == 0 && sum == e->size;
    return whole || problem(a, internf(a->d, "%s in the archive is damaged", e->name));
}

typedef struct { char *text; size_t n; } Text;

static bool to_text(void *to, const char *piece, size_t n)
{
    Text *t = to;

    memcpy(t->text + t->n, piece, n);
    t->n += n;
    return true;
}

const char *master_text(FmuArchive *a, const char *name, size_t *size)
{
    enum { LONGEST = 256 << 20 };
    const uint64_t k = map_get(&a->by_name, KEY(internz(a->d, name)));
    Text t = { 0 };

    if (!k || a->entry[k - 1].folder) {
        problem(a, internf(a->d, "there is no %s in the archive: it is no FMU", name));
        return NULL;
    }
    if (a->entry[k - 1].size > LONGEST) {
        problem(a,
                internf(a->d, "%s is too large: %llu bytes", name, (unsigned long long)a->entry[k - 1].size));
        return NULL;
    }
    t.text = arena_alloc(&a->d->run, (size_t)a->entry[k - 1].size + 1);
    *size = (size_t)a->entry[k - 1].size;
    return read_entry(a, &a->entry[k - 1], to_text, &t) ? t.text : NULL;
}

/* ---- unpacking ----------------------------------------------------------------------------------------- */

static bool to_file(void *to, const char *piece, size_t n) { return fwrite(piece, 1, n, to) == n; }

/* The folders on the way to a file, or to the end of a folder. */
static bool make_folders(FmuArchive *a, const char *path, size_t from)
{
    for (size_t n = from; path[n]; n++) {
        const char *folder = path[n] == '/' ? intern(a->d, path, n) : NULL;
        if (!folder)
            continue;
        if (mkdir(folder, 0700) == 0)
            temporary(folder);
        else if (errno != EEXIST)
            return problem(a, internf(a->d, "cannot make the folder %s: %s", folder, strerror(errno)));
    }
    return true;
}

static bool unpack_one(FmuArchive *a, Entry *e, const char *folder)
{
    const char *path = internf(a->d, "%s/%s", folder, e->name);

    if (!make_folders(a, e->folder ? internf(a->d, "%s/", path) : path, strlen(folder) + 1))
        return false;
    if (e->folder)
        return true;
    FILE *f = fopen(path, "wxe");
    if (!f)
        return problem(a, internf(a->d, "%s cannot be unpacked: %s", e->name, strerror(errno)));
    temporary(path);
    const bool good = read_entry(a, e, to_file, f);
    return (fclose(f) == 0 ||
            problem(a, internf(a->d, "%s cannot be unpacked: %s", e->name, strerror(errno)))) &&
           good;
}

/* The first folders below binaries/: "linux64, win64"; NULL: there are none. */
static const char *platforms(const FmuArchive *a)
{
    static const char start[] = "binaries/";
    const char **name = NULL;

    for (uint32_t k = 0; k < vec_len(a->entry); k++) {
        const char *rest = a->entry[k].name + sizeof start - 1;
        if (strncmp(a->entry[k].name, start, sizeof start - 1) != 0 || !strchr(rest, '/'))
            continue;
        const char *one = intern(a->d, rest, strcspn(rest, "/"));
        bool known = false;
        for (uint32_t i = 0; i < vec_len(name); i++)
            known |= name[i] == one;
        if (!known)
            vec_push(&a->d->run, name, one);
    }
    return name ? text_joined(a->d, name, ", ", " and ") : NULL;
}

static bool has_library(const FmuArchive *a, const char *platform, const char *library)
{
    const char *has = platforms(a);
    bool sources = false;

    if (map_get(&a->by_name, KEY(library)))
        return true;
    for (uint32_t k = 0; k < vec_len(a->entry); k++)
        sources |= strncmp(a->entry[k].name, "sources/", 8) == 0;
    return problem(a, internf(a->d, "it has no binary for this machine: %s is not there%s%s%s", library,
                              has ? internf(a->d, ", binaries are for %s", has) : "",
                              strstr(has ? has : "", platform) ? " (of another model identifier)" : "",
                              sources ? "; it has sources, of which its tool or another importer can make one"
                                      : ""));
}

/* Is it of no use to a run? */
static bool left_out(const char *name, const char *platform)
{
    const char *binary = strncmp(name, "binaries/", 9) == 0 ? name + 9 : NULL;
    const size_t n = strlen(platform);

    return (binary && (strncmp(binary, platform, n) != 0 || binary[n] != '/')) ||
           strncmp(name, "sources/", 8) == 0 || strncmp(name, "documentation/", 14) == 0;
}

bool master_unpack(FmuArchive *a, const FmuDescription *x, FmuFolder *to)
{
    const char *platform = (x->version == 2 ? &master_driver2 : &master_driver3)->platform;
    const char *library = internf(a->d, "binaries/%s/%s.so", platform, x->identifier);

    if (!has_library(a, platform, library))
        return false;
    to->folder = new_folder_in(a->d, temporary_folder(a->d), "dtc-fmu");
    if (!to->folder)
        return problem(a, internf(a->d, "cannot make a folder in %s: %s", temporary_folder(a->d),
                                  strerror(errno)));
    temporary(to->folder);
    for (uint32_t k = 0; k < vec_len(a->entry); k++)
        if (!left_out(a->entry[k].name, platform) && !unpack_one(a, &a->entry[k], to->folder))
            return false;
    to->library = internf(a->d, "%s/%s", to->folder, library);
    const char *resources = internf(a->d, "%s/resources", to->folder);
    to->resources = access(resources, F_OK) == 0 ? resources : NULL;
    return true;
}
