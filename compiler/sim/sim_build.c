/* sim_build.c - generated C to a loaded shared object, with the system's C compiler.
 *
 * The model and its header go into a new temporary folder; $CC (or cc) compiles them with the runtime's sources; the
 * object is loaded and its descriptor is found by the model's name. Nothing stays behind after sim_close.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
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
#include "sim.h"

extern char **environ;

/* Optimising takes longer than it saves in a short run: both grow with the model; it is won back in some 3e5 steps. */
enum { SHORT = 100000 };

static const char *file_in(Dtc *d, SimBuild *b, const char *name)
{
    const char *path = internf(d, "%s/%s", b->folder, name);
    temporary(d, path);
    return path;
}

static bool make_folder(Dtc *d, SimBuild *b)
{
    const char *tmp = getenv("TMPDIR");

    if (!tmp || !*tmp || strlen(tmp) > sizeof b->folder - 16)
        tmp = "/tmp";
    snprintf(b->folder, sizeof b->folder, "%s/dtc-XXXXXX", tmp);
    if (mkdtemp(b->folder)) {
        temporary(d, b->folder);
        return true;
    }
    fprintf(stderr, "dtc: cannot make a folder in %s: %s\n", tmp, strerror(errno));
    b->folder[0] = 0;
    return false;
}

static bool write_model(Emitter *e, const char *c_file, const char *h_file)
{
    FILE *c = fopen(c_file, "w"), *h = fopen(h_file, "w");
    bool good = c && h && emit(e, c, h, "model.h");

    if (c)
        good &= !ferror(c) & (fclose(c) == 0);
    if (h)
        good &= !ferror(h) & (fclose(h) == 0);
    if (!good && e->d->errors == 0)
        fprintf(stderr, "dtc: cannot write %s: %s\n", c_file, strerror(errno));
    return good;
}

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

static bool push_runtime(Dtc *d, char ***argv, const char *home)
{
    glob_t found;
    const char *pattern = internf(d, "%s/runtime/*.c", home), *ready = ready_runtime(d, home);

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

/* In a group of its own, so that a signal ends it with all that it has started; what it leaves in a temporary folder
 * goes with ours. */
static int start(char **argv, const char *folder, pid_t *pid)
{
    posix_spawnattr_t own_group;

    setenv("TMPDIR", folder, 1);
    posix_spawnattr_init(&own_group);
    posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
    int problem = posix_spawnp(pid, argv[0], NULL, &own_group, argv, environ);
    posix_spawnattr_destroy(&own_group);
    return problem;
}

static bool run_compiler(char **argv, const char *folder)
{
    pid_t pid;
    int problem = start(argv, folder, &pid);

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

static bool compile_c(Dtc *d, const char *home, const char *folder, const char *c_file, const char *object,
                      double steps)
{
    const char *cc = getenv("CC");
    char **argv = NULL;
    const char *const flags[] = { "-std=c99",          "-fPIC", "-shared",
                                  "-ffp-contract=off", "-w",    d->opt.single ? "-DDTC_FLOAT" : "-UDTC_FLOAT" };

    push_words(d, &argv, cc && *cc ? cc : "cc");
    vec_push(&d->run, argv, steps < SHORT ? "-O0" : "-O2");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        vec_push(&d->run, argv, (char *)(uintptr_t)flags[i]);
    vec_push(&d->run, argv, (char *)internf(d, "-I%s/runtime", home));
    if (d->opt.hybrid)
        vec_push(&d->run, argv, (char *)internf(d, "-I%s/runtime/host", home));
    vec_push(&d->run, argv, (char *)internf(d, "-I%s", folder));
    vec_push(&d->run, argv, (char *)c_file);
    if (!push_runtime(d, &argv, home))
        return false;
    vec_push(&d->run, argv, "-o");
    vec_push(&d->run, argv, (char *)object);
    vec_push(&d->run, argv, "-lm");
    vec_push(&d->run, argv, NULL);
    return run_compiler(argv, folder);
}

bool sim_build(Emitter *e, const char *home, SimBuild *b)
{
    Dtc *d = e->d;
    Flat *f = e->f;
    if (!make_folder(d, b))
        return false;
    const char *c = file_in(d, b, "model.c"), *h = file_in(d, b, "model.h"), *object = file_in(d, b, "model.so");
    if (!write_model(e, c, h) || !compile_c(d, home, b->folder, c, object, b->steps))
        return false;
    b->object = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (b->object)
        b->info = dlsym(b->object, internf(d, "%s_info", emit_model_name(d, f)));
    if (b->info && d->opt.hybrid)
        b->hybrid = dlsym(b->object, internf(d, "%s_hybrid", emit_model_name(d, f)));
    if (!b->info || (d->opt.hybrid && !b->hybrid)) {
        fprintf(stderr, "dtc: cannot load the compiled model: %s\n", dlerror());
        return false;
    }
    return true;
}

/* The folder and all that is in it. */
static void remove_folder(const char *folder)
{
    DIR *dir = opendir(folder);

    for (struct dirent *f; dir && (f = readdir(dir)) != NULL;)
        if (strcmp(f->d_name, ".") != 0 && strcmp(f->d_name, "..") != 0)
            unlinkat(dirfd(dir), f->d_name, 0);
    if (dir)
        closedir(dir);
    rmdir(folder);
}

void sim_close(SimBuild *b)
{
    if (b->object)
        dlclose(b->object);
    if (b->folder[0])
        remove_folder(b->folder);
}
