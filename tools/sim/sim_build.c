/* sim_build.c - generated C to a loaded shared object.
 *
 * The model is one C file; object_build.c compiles it with the runtime, in a new folder that becomes an entry of the
 * cache (sim_cache.c), where the next run of the same C finds it; without a cache the folder is in $TMPDIR and goes
 * when the run ends.
 */
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "emit.h"
#include "object.h"
#include "setting.h"
#include "sim.h"
#include "sim_cache.h"

static const char *const made[] = { "model.c", "model.so", "version", "sum", "key" };

static void keep(Dtc *d, const char *folder)
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
 * what it needs. NULL after a message. */
static const char *new_folder(Dtc *d, const CacheEntry *entry)
{
    const char *kept = folder_in(d, entry->folder, "new");

    if (kept && cache_has_room(d, kept, room_for(entry)))
        return kept;
    const char *apart = folder_in(d, temporary_folder(d), "dtc");
    if (!apart && !kept)
        fprintf(stderr, "dtc: cannot make a folder in %s: %s\n", temporary_folder(d), strerror(errno));
    if (!apart || !kept)
        return kept ? kept : apart;
    keep(d, kept);
    rmdir(kept);
    return apart;
}

/* Structural values make another model: what takes its time is said. */
static void tell_structural(Dtc *d, bool quiet)
{
    const char *names = quiet ? NULL : settings_structural(d, d->flat);

    if (names)
        fprintf(stderr, "dtc: the model is compiled anew: the value of %s is part of its code\n", names);
}

static bool load(Dtc *d, const char *folder, SimBuild *b)
{
    const dtc_model_info *(*model)(void) = NULL;
    const dtc_hybrid *(*hybrid)(void) = NULL;

    b->object = dlopen(internf(d, "%s/model.so", folder), RTLD_NOW | RTLD_LOCAL);
    if (b->object)
        *(void **)&model = dlsym(b->object, "dtc_model");
    if (model && d->opt.hybrid)
        *(void **)&hybrid = dlsym(b->object, "dtc_hybrid_model");
    b->info = model ? model() : NULL;
    b->hybrid = hybrid ? hybrid() : NULL;
    return b->info && (b->hybrid || !d->opt.hybrid);
}

/* An entry that cannot be loaded is made again. */
static bool load_kept(Dtc *d, const CacheEntry *entry, SimBuild *b)
{
    if (!entry->folder || !cache_has(d, entry))
        return false;
    if (load(d, entry->path, b))
        return true;
    cache_remove(entry->path);
    return false;
}

/* The folder that has the object now; NULL after a message. */
static const char *make_object(Dtc *d, const char *home, char **argv, const char *ready, CacheEntry *entry, SimBuild *b)
{
    const char *folder = b->folder = new_folder(d, entry);
    const char *c_file = folder ? internf(d, "%s/model.c", folder) : NULL;

    if (c_file && !cache_write(c_file, entry->text, entry->size)) {
        fprintf(stderr, "dtc: cannot write %s: %s\n", c_file, strerror(errno));
        return NULL;
    }
    if (!c_file || !object_compile(d, home, argv, ready, folder, false))
        return NULL;
    if (!entry->folder)
        return folder;
    object_compiler_version(d, argv[0], folder);
    if (!cache_publish(d, entry, folder))
        return folder;
    keep(d, folder);
    b->folder = NULL;
    return entry->path;
}

bool sim_build(const Emitter *e, const char *home, SimBuild *b)
{
    Dtc *d = e->d;
    CacheEntry entry = { .folder = cache_folder(d) };
    char **argv = object_command(d, home, "-O1"); /* in two thirds of the time of -O2, and it runs as fast */
    const char *ready = object_runtime(d, home);

    entry.text = object_text(e, &entry.size);
    if (!entry.text)
        return false;
    b->mark = cache_hash(entry.text, entry.size);
    if (entry.folder && !cache_key(d, &entry, home, argv, ready))
        entry.folder = NULL;
    if (load_kept(d, &entry, b))
        return true;
    tell_structural(d, b->quiet);
    const char *folder = make_object(d, home, argv, ready, &entry, b);
    if (folder && load(d, folder, b))
        return true;
    if (folder)
        fprintf(stderr, "dtc: cannot load the compiled model: %s\n", dlerror());
    return false;
}

void sim_close(SimBuild *b)
{
    if (b->object)
        dlclose(b->object);
    if (b->folder)
        cache_remove(b->folder);
}
