/* object_file.c - dtc model.dtm -o model.so: a model as a shared object that others load.
 *
 * It is compiled in a folder of its own, which becomes an entry of the cache (object_cache.c), and written as every
 * file is: whole or not at all. Cost: the C compiler's, once.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"
#include "object.h"
#include "object_cache.h"
#include "output.h"

const char *object_text(const Emitter *e, size_t *size)
{
    char *text = NULL;
    const char *kept = NULL;
    FILE *c = open_memstream(&text, size);
    bool good = c && emit(e, c, NULL, NULL);

    if (good)
        emit_entry(e, c);
    good &= c && (fclose(c) == 0);
    if (good)
        kept = memcpy(arena_alloc(&e->d->run, *size + 1), text, *size + 1);
    free(text);
    if (!good && e->d->errors == 0)
        fputs("dtc: out of memory\n", stderr);
    return kept;
}

/* It was made before: the file of the cache. */
static const char *kept(Dtc *d, CacheEntry *entry, const char *home, const char *ready)
{
    char **command = object_command(d, home, "-O2");

    vec_push(&d->run, command,
             (char *)(uintptr_t) "whole"); /* with all of the runtime: another object than that of dtc sim */
    if (entry->folder && !cache_key(d, entry, home, command, ready))
        entry->folder = NULL;
    return entry->folder && cache_has(d, entry) ? internf(d, "%s/model.so", entry->path) : NULL;
}

bool object_write(const Emitter *e, const char *home, const char *name)
{
    Dtc *d = e->d;
    const char *ready = object_runtime(d, home);
    CacheEntry entry = { .folder = cache_folder(d) };
    char **argv = object_command(d, home, "-O2");

    entry.text = object_headers(d, home) ? object_text(e, &entry.size) : NULL;
    if (!entry.text)
        return false;
    const char *before = kept(d, &entry, home, ready), *folder = before ? NULL : cache_new_folder(d, &entry);
    if (before)
        return output_copy(d, before, name);
    if (!folder) {
        fprintf(stderr, "dtc: cannot make a folder in %s: %s\n", temporary_folder(d), strerror(errno));
        return false;
    }
    const char *c = internf(d, "%s/model.c", folder), *object = internf(d, "%s/model.so", folder);
    const bool good = (cache_write(c, entry.text, entry.size) || output_refuse(c, strerror(errno))) &&
                      object_complete(d, home, &argv, ready, folder, true) && object_run(d, argv, folder) &&
                      output_copy(d, object, name);
    if (good && entry.folder) {
        object_compiler_version(d, argv[0], folder);
        if (cache_publish(d, &entry, folder))
            cache_keep(d, folder);
    }
    return good;
}
