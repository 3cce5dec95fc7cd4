/* object_cache.c - built models, kept from one run to the next.
 *
 *     $XDG_CACHE_HOME/dtc (or ~/.cache/dtc, mode 0700)
 *       1f0c5b.../    an entry, named by a hash of its key and C
 *         key         what decides on the object beside the C: version of dtc, the compiler and its flags, the runtime;
 *                     of each file its size, its time of change and its number
 *         model.c
 *         model.so    the object
 *         sum         a hash of the object, so that a damaged one is not loaded
 *         version     what the compiler says of itself, for who looks
 *       new-XXXXXX/   an entry that is being made
 *
 * An entry is taken if its key and its C are the same to the last byte; the hash only finds it. What else has that name
 * is removed, and the entry made anew. It is made aside and renamed when it is complete, so that no run sees half of
 * one; of two runs that make the same at once the second one uses its own and removes it. What has not been used for
 * longest goes when the folder grows beyond its bounds; a loaded object stays valid when its file is removed. A folder
 * that others may write in is not used: what is loaded is run.
 *
 * Cost: of a hit, to read the entry; after a build, to look at each entry.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "output.h"
#include "object_cache.h"
#include "version.h"

enum { MOST_ENTRIES = 400, MOST_BYTES = 256 << 20, STALE = 3600 };       /* STALE: s, of an entry that was never done */

/* ---- the folder ---------------------------------------------------------------------------------------- */

static bool is_ours(const char *path)
{
    struct stat s;

    return lstat(path, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && (s.st_mode & 077) == 0;
}

const char *cache_folder(Dtc *d)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const char *base = xdg && *xdg == '/'   ? internz(d, xdg)
                     : home && *home == '/' ? internf(d, "%s/.cache", home)
                                            : NULL;
    if (!base)
        return NULL;
    const char *folder = internf(d, "%s/dtc", base);
    (void)mkdir(base, 0700);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return NULL;
    if (is_ours(folder))
        return folder;
    fprintf(stderr,
            "dtc: warning: built models are not kept: %s is not a folder of yours alone (mode 0700)\n",
            folder);
    return NULL;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *at)
{
    (void)s, (void)kind, (void)at;
    remove(path);
    return 0;
}

void cache_remove(const char *path) { nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS); }

/* ---- keys ---------------------------------------------------------------------------------------------- */

/* Of a file: its name, size, time of change and number. */
static void put_file(FILE *key, const char *path)
{
    struct stat s = { 0 };
    bool there = stat(path, &s) == 0;

    fprintf(key, "%s %lld %lld.%09ld %llu\n", path, there ? (long long)s.st_size : -1,
            (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec, (unsigned long long)s.st_ino);
}

static void put_runtime(Dtc *d, FILE *key, const char *home)
{
    static const char *const where[] = { "runtime/*.[ch]", "runtime/host/*.[ch]" };

    for (size_t i = 0; i < sizeof where / sizeof *where; i++) {
        glob_t found;
        if (glob(internf(d, "%s/%s", home, where[i]), 0, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc; k++)
            put_file(key, found.gl_pathv[k]);
        globfree(&found);
    }
}

/* The file that a command is. */
static const char *file_of_command(Dtc *d, const char *command)
{
    const char *path = getenv("PATH");

    if (strchr(command, '/') || !path)
        return command;
    for (const char *p = path; *p;) {
        size_t n = strcspn(p, ":");
        const char *file = internf(d, "%.*s%s%s", (int)n, p, n ? "/" : "./", command);
        if (access(file, X_OK) == 0)
            return file;
        p += n + (p[n] != 0);
    }
    return command;
}

static const uint64_t START = 0xcbf29ce484222325u;           /* FNV-1a */

static uint64_t hash(uint64_t h, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
    return h;
}

uint64_t cache_hash(const char *text, size_t n) { return hash(hash(START, VERSION, strlen(VERSION)), text, n); }

/* ---- files --------------------------------------------------------------------------------------------- */

/* A regular file alone: what else is in an entry nobody of ours has put there, and a pipe would have no end. */
static FILE *open_regular(const char *path)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat s;
    FILE *f = file >= 0 && fstat(file, &s) == 0 && S_ISREG(s.st_mode) ? fdopen(file, "r") : NULL;

    if (!f && file >= 0)
        close(file);
    return f;
}

static bool same_as_file(const char *path, const char *text, size_t n)
{
    char part[1 << 16];
    FILE *f = open_regular(path);
    size_t at = 0, got = 0;
    bool same = f != NULL;

    while (same && (got = fread(part, 1, sizeof part, f)) > 0) {
        same = got <= n - at && memcmp(part, text + at, got) == 0;
        at += got;
    }
    if (f)
        fclose(f);
    return same && at == n;
}

bool cache_write(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "wb");
    bool good = f && fwrite(text, 1, n, f) == n;

    return f && (fclose(f) == 0) & good;
}

/* A hash of what a file has, as text; "": it cannot be read. */
static const char *sum_of(Dtc *d, const char *path)
{
    char part[1 << 16];
    FILE *f = open_regular(path);
    uint64_t h = START;
    size_t n = 0, got;

    if (!f)
        return "";
    for (; (got = fread(part, 1, sizeof part, f)) > 0; n += got)
        h = hash(h, part, got);
    fclose(f);
    return internf(d, "%016llx %zu\n", (unsigned long long)h, n);
}

static bool is_undamaged(Dtc *d, const char *entry)
{
    const char *sum = sum_of(d, internf(d, "%s/model.so", entry));

    return *sum && same_as_file(internf(d, "%s/sum", entry), sum, strlen(sum));
}

/* ---- entries ------------------------------------------------------------------------------------------- */

bool cache_key(Dtc *d, CacheEntry *e, const char *home, char *const *command, const char *library)
{
    char *text = NULL;
    size_t n = 0;
    FILE *key = open_memstream(&text, &n);

    if (!key)
        return false;
    fprintf(key, "dtc %s\n", VERSION);
    for (uint32_t i = 0; i < vec_len(command); i++)
        fprintf(key, "%s ", command[i]);
    putc('\n', key);
    put_file(key, file_of_command(d, command[0]));
    if (library)
        put_file(key, library);
    put_runtime(d, key, home);
    if (fclose(key) != 0) {
        free(text);
        return false;
    }
    e->key = intern(d, text, n);
    e->path =
        internf(d, "%s/%016llx", e->folder, (unsigned long long)hash(hash(START, text, n), e->text, e->size));
    free(text);
    return true;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return lstat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool cache_has(Dtc *d, const CacheEntry *e)
{
    if (is_folder(e->path) && same_as_file(internf(d, "%s/key", e->path), e->key, strlen(e->key)) &&
        same_as_file(internf(d, "%s/model.c", e->path), e->text, e->size) && is_undamaged(d, e->path)) {
        (void)utimensat(AT_FDCWD, e->path, NULL, 0); /* used now */
        return true;
    }
    cache_remove(e->path);
    return false;
}

const char *new_folder_in(Dtc *d, const char *folder, const char *start)
{
    const size_t n = strlen(folder) + strlen(start) + sizeof "/-XXXXXX";
    char *name = arena_alloc(&d->run, n);

    snprintf(name, n, "%s/%s-XXXXXX", folder, start);
    return mkdtemp(name);
}

static bool has_room(Dtc *d, const char *folder, size_t bytes)
{
    const char *name = internf(d, "%s/room", folder);
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool room = file >= 0 && posix_fallocate(file, 0, (off_t)bytes) == 0;

    if (file >= 0) {
        close(file);
        unlink(name);
    }
    return room;
}

/* ---- folders of entries that are being made ------------------------------------------------------------ */

static const char *const made[] = { "model.c", "model.so", "said", "version", "sum", "key" };

void cache_keep(Dtc *d, const char *folder)
{
    temporary_forget(folder);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        temporary_forget(internf(d, "%s/%s", folder, made[i]));
}

/* All in it goes if the run is ended meanwhile. NULL: there is none. */
static const char *folder_in(Dtc *d, const char *place, const char *start)
{
    const char *folder = place ? new_folder_in(d, place, start) : NULL;

    if (folder) {
        temporary(folder);
        for (size_t i = 0; i < sizeof made / sizeof *made; i++)
            temporary(internf(d, "%s/%s", folder, made[i]));
    }
    return folder;
}

/* What the C compiler makes of the C, assembler and objects beside the C itself, with room to spare. */
static size_t room_for(const CacheEntry *entry) { return ((size_t)1 << 20) + 16 * entry->size; }

/* In the cache, or where that has no room in the folder for what is temporary. Where none has room the compiler says
 * what it needs. NULL: errno says why */
const char *cache_new_folder(Dtc *d, const CacheEntry *entry)
{
    const char *kept = folder_in(d, entry->folder, "new");

    if (kept && has_room(d, kept, room_for(entry)))
        return kept;
    const char *apart = folder_in(d, temporary_folder(d), "dtc");
    if (!apart || !kept)
        return kept ? kept : apart;
    cache_keep(d, kept);
    rmdir(kept);
    return apart;
}

/* ---- bounds -------------------------------------------------------------------------------------------- */

typedef struct { const char *path; long long bytes; time_t used; bool done; } Kept;

static int by_use(const void *a, const void *b)
{
    const Kept *x = a, *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

static long long bytes_in(Dtc *d, const char *folder)
{
    static const char *const file[] = { "key", "model.c", "model.so" };
    long long sum = 0;
    struct stat s;

    for (size_t i = 0; i < sizeof file / sizeof *file; i++)
        sum += stat(internf(d, "%s/%s", folder, file[i]), &s) == 0 ? (long long)s.st_size : 0;
    return sum;
}

/* vec: what is in the folder */
static Kept *entries(Dtc *d, const char *folder)
{
    DIR *dir = opendir(folder);
    Kept *list = NULL;

    for (struct dirent *f; dir && (f = readdir(dir)) != NULL;) {
        const char *path = internf(d, "%s/%s", folder, f->d_name);
        struct stat s;
        if (*f->d_name == '.' || lstat(path, &s) != 0 || !S_ISDIR(s.st_mode))
            continue;
        vec_push(&d->run, list,
                 ((Kept){ path, bytes_in(d, path), s.st_mtime, strncmp(f->d_name, "new-", 4) != 0 }));
    }
    if (dir)
        closedir(dir);
    return list;
}

static void keep_within_bounds(Dtc *d, const CacheEntry *e)
{
    Kept *list = entries(d, e->folder);
    uint32_t n = vec_len(list), left = n;
    long long bytes = 0;
    time_t now = time(NULL);

    if (n)
        qsort(list, n, sizeof *list, by_use);
    for (uint32_t i = 0; i < n; i++)
        bytes += list[i].bytes;
    for (uint32_t i = 0; i < n; i++) {
        bool stale = !list[i].done && list[i].used < now - STALE;
        bool old =
            list[i].done && (left > MOST_ENTRIES || bytes > MOST_BYTES) && strcmp(list[i].path, e->path) != 0;
        if (!stale && !old)
            continue;
        cache_remove(list[i].path);
        bytes -= list[i].bytes;
        left--;
    }
}

bool cache_publish(Dtc *d, const CacheEntry *e, const char *folder)
{
    const char *sum = sum_of(d, internf(d, "%s/model.so", folder));

    if (!cache_write(internf(d, "%s/sum", folder), sum, strlen(sum)) ||
        !cache_write(internf(d, "%s/key", folder), e->key, strlen(e->key)) || rename(folder, e->path) != 0)
        return false;
    keep_within_bounds(d, e);
    return true;
}
