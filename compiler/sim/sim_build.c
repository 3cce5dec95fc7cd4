/* sim_build.c - generated C to a loaded shared object, with the system's C compiler.
 *
 * The model is one C file; $CC (or cc) compiles it with the runtime, in a new folder that becomes an entry of the cache
 * (sim_cache.c), where the next run of the same C finds it; without a cache the folder is in $TMPDIR and goes when the
 * run ends. The object is loaded and its descriptor is found by the model's name.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "emit.h"
#include "setting.h"
#include "sim.h"
#include "sim_cache.h"

extern char **environ;

/* ---- the C compiler ---------------------------------------------------------------------------------------------- */

/* $CC may have arguments of its own. */
static void push_words(Dtc *d, char ***argv, const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " \t");
        if (n > 0)
            vec_push(&d->run, *argv, (char *)internf(d, "%.*s", (int)n, p));
        p += n + (p[n] != 0);
    }
}

/* The runtime as make has compiled it, beside the executable or in the home folder; NULL: none. */
static const char *ready_runtime(Dtc *d, const char *home)
{
    const char *name = d->opt.single ? "libdtc-sim-float.a" : "libdtc-sim.a";
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    char *slash = NULL;

    exe[n > 0 ? n : 0] = 0;
    slash = strrchr(exe, '/');
    const char *beside = slash ? internf(d, "%.*s/%s", (int)(slash - exe), exe, name) : name,
               *inside = internf(d, "%s/%s", home, name);
    return access(beside, R_OK) == 0 ? beside : access(inside, R_OK) == 0 ? inside : NULL;
}

static bool push_runtime(Dtc *d, char ***argv, const char *home, const char *ready)
{
    glob_t found;
    const char *pattern = internf(d, "%s/runtime/*.c", home);

    if (ready) {
        vec_push(&d->run, *argv, (char *)(uintptr_t)ready);
        return true;
    }
    if (glob(pattern, 0, NULL, &found) != 0 || found.gl_pathc == 0) {
        fprintf(stderr,
                "dtc: the runtime is not in %s/runtime: set DTC_HOME to the folder that has lib/ and runtime/\n", home);
        return false;
    }
    for (size_t i = 0; i < found.gl_pathc; i++)
        vec_push(&d->run, *argv, (char *)internz(d, found.gl_pathv[i]));
    globfree(&found);
    return true;
}

/* Ctrl-C ends the compiler and what it has started too. Its status. */
static int wait_for(pid_t pid)
{
    const struct timespec pause = { 0, 2000000 };
    bool told = false;
    int status = 0;

    for (pid_t ended; (ended = waitpid(pid, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR);) {
        if (sim_stop_asked() && !told)
            told = kill(-pid, SIGTERM) == 0;
        nanosleep(&pause, NULL);
    }
    return status;
}

/* Ours, with a folder for what is temporary. */
static char **environment(Dtc *d, const char *folder)
{
    char **list = NULL;

    for (char **e = environ; *e; e++)
        if (strncmp(*e, "TMPDIR=", 7) != 0)
            vec_push(&d->run, list, *e);
    vec_push(&d->run, list, (char *)internf(d, "TMPDIR=%s", folder));
    vec_push(&d->run, list, NULL);
    return list;
}

/* In a group of its own, so that a signal ends it with all that it has started; what it leaves in a temporary folder
 * goes with ours. said: the file for what it says; NULL: where dtc's goes. */
static int start(Dtc *d, char **argv, const char *folder, const char *said, pid_t *pid)
{
    posix_spawnattr_t own_group;
    posix_spawn_file_actions_t to_file;

    posix_spawnattr_init(&own_group);
    posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&to_file);
    if (said) {
        posix_spawn_file_actions_addopen(&to_file, STDOUT_FILENO, said, O_WRONLY | O_CREAT, 0600);
        posix_spawn_file_actions_adddup2(&to_file, STDOUT_FILENO, STDERR_FILENO);
    }
    int problem = posix_spawnp(pid, argv[0], &to_file, &own_group, argv, environment(d, folder));
    posix_spawn_file_actions_destroy(&to_file);
    posix_spawnattr_destroy(&own_group);
    return problem;
}

/* For who looks at the entry. */
static void record_version(Dtc *d, char *compiler, const char *folder)
{
    char *ask[] = { compiler, (char[]){ "--version" }, NULL };
    pid_t pid;

    if (start(d, ask, folder, internf(d, "%s/version", folder), &pid) == 0)
        wait_for(pid);
}

static bool run_compiler(Dtc *d, char **argv, const char *folder)
{
    pid_t pid;
    int problem = start(d, argv, folder, NULL, &pid);

    if (problem != 0) {
        fprintf(stderr, "dtc: `dtc sim` needs a C compiler, and `%s` cannot be run: %s. Install gcc, or set CC\n",
                argv[0], strerror(problem));
        return false;
    }
    int status = wait_for(pid);
    if (sim_stop_asked()) {
        fprintf(stderr, "dtc: interrupted while the model was being compiled\n");
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        fprintf(stderr, "dtc: `dtc sim` needs a C compiler, and `%s` cannot be run. Install gcc, or set CC\n", argv[0]);
        return false;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "dtc: the C compiler failed: %s\n", argv[0]);
        return false;
    }
    return true;
}

/* The command as far as it is the same for every model. -O1: a gearbox is compiled in two thirds of the time of -O2,
 * and runs as fast. */
static char **command_of(Dtc *d, const char *home)
{
    const char *cc = getenv("CC");
    const char *const flags[] = { "-O1", "-std=c99", "-fPIC", "-shared", "-ffp-contract=off", "-w",
                                  d->opt.single ? "-DDTC_FLOAT" : "-UDTC_FLOAT" };
    char **argv = NULL;

    push_words(d, &argv, cc && *cc ? cc : "cc");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        vec_push(&d->run, argv, (char *)(uintptr_t)flags[i]);
    vec_push(&d->run, argv, (char *)internf(d, "-I%s/runtime", home));
    if (d->opt.hybrid)
        vec_push(&d->run, argv, (char *)internf(d, "-I%s/runtime/host", home));
    return argv;
}

static bool compile_c(Dtc *d, const char *home, char **argv, const char *ready, const char *folder)
{
    vec_push(&d->run, argv, (char *)internf(d, "%s/model.c", folder));
    if (!push_runtime(d, &argv, home, ready))
        return false;
    vec_push(&d->run, argv, "-o");
    vec_push(&d->run, argv, (char *)internf(d, "%s/model.so", folder));
    vec_push(&d->run, argv, "-lm");
    vec_push(&d->run, argv, NULL);
    return run_compiler(d, argv, folder);
}

/* ---- the object -------------------------------------------------------------------------------------------------- */

/* The generated C; false after a diagnosis. */
static bool text_of(Emitter *e, CacheEntry *entry)
{
    char *text = NULL;
    FILE *c = open_memstream(&text, &entry->size);
    bool good = c && emit(e, c, NULL, NULL);

    good &= c && (fclose(c) == 0);
    if (good)
        entry->text = memcpy(arena_alloc(&e->d->run, entry->size + 1), text, entry->size + 1);
    free(text);
    if (!good && e->d->errors == 0)
        fputs("dtc: out of memory\n", stderr);
    return good;
}

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
        temporary(d, folder);
        for (size_t i = 0; i < sizeof made / sizeof *made; i++)
            temporary(d, internf(d, "%s/%s", folder, made[i]));
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
    const char *model = emit_model_name(d, d->flat);

    b->object = dlopen(internf(d, "%s/model.so", folder), RTLD_NOW | RTLD_LOCAL);
    if (b->object)
        b->info = dlsym(b->object, internf(d, "%s_info", model));
    if (b->info && d->opt.hybrid)
        b->hybrid = dlsym(b->object, internf(d, "%s_hybrid", model));
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
    if (!c_file || !compile_c(d, home, argv, ready, folder))
        return NULL;
    if (!entry->folder)
        return folder;
    record_version(d, argv[0], folder);
    if (!cache_publish(d, entry, folder))
        return folder;
    keep(d, folder);
    b->folder = NULL;
    return entry->path;
}

bool sim_build(Emitter *e, const char *home, SimBuild *b)
{
    Dtc *d = e->d;
    CacheEntry entry = { .folder = cache_folder(d) };
    char **argv = command_of(d, home);
    const char *ready = ready_runtime(d, home);

    if (!text_of(e, &entry))
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
