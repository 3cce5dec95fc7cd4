/* object_build.c - C of a model, or any, to a shared object, with the system's C compiler.
 *
 * $CC (or cc) compiles one file of C, and links it with the runtime as make has compiled it, or with its sources. Where
 * nothing is named by $CC, tcc does the same in a twentieth of the time, where it is installed; its code takes some
 * five times as long, and computes the same bits (tests/waiting).
 */
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
#include <zlib.h>
#include "headers.h"
#include "object.h"
#include "sim.h"

extern char **environ;

/* $CC may have arguments of its own. */
void object_words(Dtc *d, char ***argv, const char *text)
{
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " \t");
        if (n > 0)
            vec_push(&d->run, *argv, (char *)internf(d, "%.*s", (int)n, p));
        p += n + (p[n] != 0);
    }
}

/* The runtime as make has compiled it, beside the executable or in the home folder; NULL: none. */
const char *object_runtime(Dtc *d, const char *home)
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

/* All headers of a folder, in the order in which make sums them up. */
static uLong sum_headers(Dtc *d, const char *folder, uLong sum)
{
    glob_t found;

    if (glob(internf(d, "%s/*.h", folder), 0, NULL, &found) != 0)
        return sum;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        unsigned char part[1 << 16];
        FILE *f = fopen(found.gl_pathv[i], "r");
        for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;)
            sum = crc32(sum, part, (uInt)n);
        if (f)
            fclose(f);
    }
    globfree(&found);
    return sum;
}

bool object_headers(Dtc *d, const char *home)
{
    const uLong none = crc32(0, NULL, 0), own = sum_headers(d, internf(d, "%s/runtime", home), none),
                sum = sum_headers(d, internf(d, "%s/runtime/host", home), own);

    if (sum == none || sum == HEADERS_SUM) /* none: that is told where it is compiled */
        return true;
    fprintf(stderr,
            "dtc: %s/runtime is not the runtime that this dtc was built with: set DTC_HOME to the folder "
            "with its "
            "lib/ and runtime/, or build it anew\n",
            home);
    return false;
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
                "dtc: the runtime is not in %s/runtime: set DTC_HOME to the folder that has lib/ and "
                "runtime/\n",
                home);
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

void object_compiler_version(Dtc *d, char *compiler, const char *folder)
{
    char *ask[] = { compiler, (char[]){ "--version" }, NULL };
    pid_t pid;

    if (start(d, ask, folder, internf(d, "%s/version", folder), &pid) == 0)
        wait_for(pid);
}

static bool is_success(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }

/* Where what it says goes. */
static const char *said_in(Dtc *d, const char *folder) { return internf(d, "%s/said", folder); }

pid_t object_start(Dtc *d, char **argv, const char *folder)
{
    pid_t pid;

    return start(d, argv, folder, said_in(d, folder), &pid) == 0 ? pid : 0;
}

bool object_ended(Dtc *d, pid_t pid, const char *folder, bool *good)
{
    int status = 0;

    if (waitpid(pid, &status, WNOHANG) == 0)
        return false;
    unlink(said_in(d, folder));
    *good = is_success(status);
    return true;
}

void object_stop(Dtc *d, pid_t pid, const char *folder)
{
    kill(-pid, SIGTERM);
    waitpid(pid, NULL, 0);
    unlink(said_in(d, folder));
}

bool object_tried(Dtc *d, char **argv, const char *folder)
{
    const pid_t pid = object_start(d, argv, folder);
    const bool good = pid && is_success(wait_for(pid));

    unlink(said_in(d, folder));
    return good;
}

bool object_run(Dtc *d, char **argv, const char *folder)
{
    pid_t pid;
    int problem = start(d, argv, folder, NULL, &pid);

    if (problem != 0) {
        fprintf(stderr, "dtc: this needs a C compiler, and `%s` cannot be run: %s. Install gcc, or set CC\n",
                argv[0], strerror(problem));
        return false;
    }
    int status = wait_for(pid);
    if (sim_stop_asked()) {
        fprintf(stderr, "dtc: interrupted while the model was being compiled\n");
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        fprintf(stderr, "dtc: this needs a C compiler, and `%s` cannot be run. Install gcc, or set CC\n",
                argv[0]);
        return false;
    }
    if (!is_success(status)) {
        fprintf(stderr, "dtc: the C compiler failed: %s\n", argv[0]);
        return false;
    }
    return true;
}

/* The words of compiler, and flags that are the same for every model. Vec */
static char **command(Dtc *d, const char *home, const char *compiler, const char *level)
{
    const char *const flags[] = { level,
                                  "-std=c99",
                                  "-fPIC",
                                  "-shared",
                                  "-ffp-contract=off",
                                  "-w",
                                  d->opt.single ? "-DDTC_FLOAT" : "-UDTC_FLOAT" };
    char **argv = NULL;

    object_words(d, &argv, compiler);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        vec_push(&d->run, argv, (char *)(uintptr_t)flags[i]);
    vec_push(&d->run, argv, (char *)internf(d, "-I%s/runtime", home));
    if (d->opt.hybrid)
        vec_push(&d->run, argv, (char *)internf(d, "-I%s/runtime/host", home));
    return argv;
}

static const char *named(void)
{
    const char *cc = getenv("CC");
    return cc && *cc ? cc : NULL;
}

char **object_command(Dtc *d, const char *home, const char *level)
{
    return command(d, home, named() ? named() : "cc", level);
}

/* By the features that are asked for in runtime/dtc_lanes.h, so that a cache that several machines share keeps an
 * object for each kind of them: -march=native would be the same word on all. */
int object_vector(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return 64;
    if (__builtin_cpu_supports("avx2"))
        return 32;
#endif
    return 16;
}

char **object_vector_command(Dtc *d, const char *home, const char *level, int bytes)
{
    char **argv = object_command(d, home, level);

    object_words(d, &argv,
                 bytes == 64   ? "-mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512"
                 : bytes == 32 ? "-mavx2"
                               : "");
    return argv;
}

char **object_quick_command(Dtc *d, const char *home, const char *ready)
{
#ifdef __x86_64__
    return ready && !named() ? command(d, home, "tcc", "-O1") : NULL;
#else
    (void)d, (void)home, (void)ready; /* nobody has compared what tcc makes for others */
    return NULL;
#endif
}

bool object_complete(Dtc *d, const char *home, char ***argv, const char *ready, const char *folder, bool whole)
{
    vec_push(&d->run, *argv, (char *)internf(d, "%s/model.c", folder));
    if (whole) {
        vec_push(&d->run, *argv, (char *)(uintptr_t) "-Wl,-Bsymbolic");
        vec_push(&d->run, *argv, (char *)(uintptr_t) "-Wl,--whole-archive");
    }
    if (!push_runtime(d, argv, home, ready))
        return false;
    if (whole)
        vec_push(&d->run, *argv, (char *)(uintptr_t) "-Wl,--no-whole-archive");
    vec_push(&d->run, *argv, "-o");
    vec_push(&d->run, *argv, (char *)internf(d, "%s/model.so", folder));
    vec_push(&d->run, *argv, "-lm");
    vec_push(&d->run, *argv, NULL);
    return true;
}
