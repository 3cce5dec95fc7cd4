/* sim_build.c - generated C to a loaded shared object.
 *
 * The model is one C file; object_build.c compiles it with the runtime, in a new folder that becomes an entry of the
 * cache (object_cache.c), where the next run of the same C finds it; without a cache the folder is in $TMPDIR and goes
 * when the run ends.
 *
 * Nobody waits for a C compiler that optimizes: unless its object is kept, tcc makes one first, where it is installed.
 * A run that turns out to be long lets the other one work beside it, and goes on with what that has made; so do many
 * runs that take long together (dtc sweep), whose processes load it by themselves. They do not notice: the bits are the
 * same, an instance holds no address of the code, and all calls go by `info` and `hybrid`, which are copies.
 *
 * What takes longest to compile, and is best for many runs, is the model with lanes (docs/lanes.md): the same struct
 * and the same functions, and more of them.
 *
 * Cost: of the compilers. A run with tcc's object takes up to five times as long as with the other, for BEFORE seconds
 * and as long as that takes.
 */
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "emit.h"
#include "object.h"
#include "object_cache.h"
#include "setting.h"
#include "sim.h"

/* s: so long a run goes on by itself; what gcc -O1 takes at least, and more for a byte of C */
static const double BEFORE = 0.1, AT_LEAST = 0.3, PER_BYTE = 3e-6;

/* By one compiler: the words of its command, where it is kept, where it is made. NULL: no such compiler, not yet made
 */
struct SimObject { char **command; CacheEntry entry; const char *folder; };

/* Structural values make another model: what takes its time is said. */
static void tell_structural(const SimBuild *b)
{
    const char *names = b->quiet ? NULL : settings_structural(b->d, b->d->flat);

    if (names)
        fprintf(stderr, "dtc: the model is compiled anew: the value of %s is part of its code\n", names);
}

/* What is loaded already stays: names of variables are there. */
static bool load(SimBuild *b, const char *folder)
{
    const bool varies = b->d->opt.hybrid;
    const dtc_model_info *(*model)(void) = NULL;
    const dtc_hybrid *(*hybrid)(void) = NULL;
    void *object = dlopen(internf(b->d, "%s/model.so", folder), RTLD_NOW | RTLD_LOCAL);

    if (object)
        *(void **)&model = dlsym(object, "dtc_model");
    if (model && varies)
        *(void **)&hybrid = dlsym(object, "dtc_hybrid_model");
    if (!model || (varies && !hybrid)) {
        if (object)
            dlclose(object);
        return false;
    }
    b->info = *model();
    if (varies)
        b->hybrid = *hybrid();
    vec_push(&b->d->run, b->loaded, object);
    return true;
}

static struct SimObject *by(SimBuild *b, char **command, const char *text, size_t size)
{
    struct SimObject *o = NEW(&b->d->run, struct SimObject);

    *o = (struct SimObject){ command, { b->cache, text, size, NULL, NULL }, NULL };
    if (o->entry.folder && !cache_key(b->d, &o->entry, b->home, command, b->ready))
        o->entry.folder = NULL;
    return o;
}

/* An entry that cannot be loaded is made again. */
static bool load_kept(SimBuild *b, struct SimObject *o)
{
    if (!o || !o->entry.folder || !cache_has(b->d, &o->entry))
        return false;
    if (load(b, o->entry.path)) {
        b->latest = o;
        return true;
    }
    cache_remove(o->entry.path);
    return false;
}

/* A folder with the C, and the whole command. false: errno says why; 0: it was said */
static bool prepare(SimBuild *b, struct SimObject *o)
{
    const char *folder = o->folder = cache_new_folder(b->d, &o->entry);

    if (!folder || !cache_write(internf(b->d, "%s/model.c", folder), o->entry.text, o->entry.size))
        return false;
    errno = 0;
    return object_complete(b->d, b->home, &o->command, b->ready, folder, false);
}

/* The object that was made in o->folder becomes an entry. */
static bool load_made(SimBuild *b, struct SimObject *o)
{
    const char *folder = o->folder;

    if (!load(b, folder))
        return false;
    b->latest = o;
    if (!o->entry.folder)
        return true;
    object_compiler_version(b->d, o->command[0], folder);
    if (cache_publish(b->d, &o->entry, folder)) {
        cache_keep(b->d, folder);
        o->folder = NULL;
    }
    return true;
}

/* It goes with all that is in it. */
static void drop(SimBuild *b, struct SimObject *o)
{
    if (!o || !o->folder)
        return;
    cache_remove(o->folder);
    cache_keep(b->d, o->folder);
    o->folder = NULL;
}

/* Without a message: there is another one. */
static bool make_quietly(SimBuild *b, struct SimObject *o)
{
    if (!o)
        return false;
    if (prepare(b, o) && object_tried(b->d, o->command, o->folder) && load_made(b, o))
        return true;
    drop(b, o);
    return false;
}

static bool make(SimBuild *b, struct SimObject *o)
{
    tell_structural(b);
    if (!prepare(b, o)) {
        if (errno && o->folder)
            fprintf(stderr, "dtc: cannot write %s/model.c: %s\n", o->folder, strerror(errno));
        else if (errno)
            fprintf(stderr, "dtc: cannot make a folder in %s: %s\n", temporary_folder(b->d), strerror(errno));
        return false;
    }
    if (!object_run(b->d, o->command, o->folder))
        return false;
    if (load_made(b, o))
        return true;
    fprintf(stderr, "dtc: cannot load the compiled model: %s\n", dlerror());
    return false;
}

/* false after a diagnosis */
static bool plan_lanes(SimBuild *b)
{
    Dtc *d = b->d;
    const int bytes = b->lanes * (d->opt.single ? 4 : 8);
    size_t size;

    if (!b->with_lanes)
        return true;
    d->opt.lanes = b->lanes;
    const char *text = object_text(b->with_lanes, &size);
    d->opt.lanes = 0;
    if (text)
        b->wide = by(b, object_vector_command(d, b->home, "-O2", bytes), text, size);
    return text != NULL;
}

/* The best one that is kept; else what is made soonest. For others all are made, so that none of them has to: they may
 * be many, on machines of other kinds. */
static bool make_or_load(SimBuild *b)
{
    char **quick = b->kept ? NULL : object_quick_command(b->d, b->home, b->ready);

    if (load_kept(b, b->wide))
        return true;
    if (b->only_lanes)
        return make(b, b->wide);
    if (load_kept(b, b->thorough))
        return true;
    b->quick = quick ? by(b, quick, b->thorough->entry.text, b->thorough->entry.size) : NULL;
    if (load_kept(b, b->quick) || make_quietly(b, b->quick))
        return true;
    if (!make(b, b->thorough))
        return false;
    if (b->kept)
        (void)make_quietly(b, b->wide);
    return true;
}

bool sim_build(const Emitter *e, const char *home, SimBuild *b)
{
    size_t size;
    const char *text = object_headers(e->d, home) ? object_text(e, &size) : NULL;

    if (!text)
        return false;
    b->d = e->d;
    b->home = home;
    b->ready = object_runtime(e->d, home);
    b->cache = cache_folder(e->d);
    b->mark = cache_hash(text, size);
    /* one run: -O1 takes two thirds of the time of -O2, and the run as long but where steps are all of it */
    b->thorough = by(b, object_command(e->d, home, b->many ? "-O2" : "-O1"), text, size);
    return plan_lanes(b) && make_or_load(b);
}

/* What the latest one is to be followed by; NULL: it is the best. */
static struct SimObject *next(const SimBuild *b)
{
    if (b->kept || b->latest == b->wide)
        return NULL;
    return b->wide ? b->wide : b->latest == b->quick ? b->thorough : NULL;
}

bool sim_build_improve(SimBuild *b, double took, double left)
{
    struct SimObject *o = next(b);
    bool good = false;

    if (!o)
        return false;
    if (!b->making) {
        if (took < BEFORE || left < AT_LEAST + PER_BYTE * (double)o->entry.size)
            return false;
        b->making = prepare(b, o) ? object_start(b->d, o->command, o->folder) : 0;
    } else if (object_ended(b->d, b->making, o->folder, &good)) {
        b->making = 0;
    }
    if (b->making || (good && load_made(b, o)))
        return !b->making;
    drop(b, o); /* it cannot be made: the next best one */
    *(o == b->wide ? &b->wide : &b->thorough) = NULL;
    return false;
}

const char *sim_build_folder(const SimBuild *b)
{
    return b->latest->folder ? b->latest->folder : b->latest->entry.path;
}

bool sim_build_take(SimBuild *b, const char *folder) { return load(b, folder); }

void *sim_build_symbol(const SimBuild *b, const char *name) { return dlsym(vec_last(b->loaded), name); }

void sim_close(SimBuild *b)
{
    if (b->making)
        object_stop(b->d, b->making, next(b)->folder);
    for (uint32_t i = 0; i < vec_len(b->loaded); i++)
        dlclose(b->loaded[i]);
    drop(b, b->quick);
    drop(b, b->thorough);
    drop(b, b->wide);
}
