/* fmu_build.c - binaries of an FMU, for the platform that dtc runs on and for Windows.
 *
 * $CC (or cc) makes the first, with the runtime as make has compiled it where that is; $CC_WIN64 (mingw's, if it is not
 * set; empty: none is wanted) the second, and its absence is said. They need libc and libm alone, and export what the
 * standard names. Options of the linker that make them smaller, and check them, are left out where the compiler does
 * not know them (tcc). Cost: the C compiler's.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "fmu.h"
#include "object.h"

#if defined __x86_64__
#define HERE_2 "linux64"
#define HERE_3 "x86_64-linux"
#else
#define HERE_2 "aarch64-linux"
#define HERE_3 "aarch64-linux"
#endif

/* variable: of the environment, that names the command; folder2, folder3: of the two versions */
typedef struct {
    const char *variable, *command, *folder2, *folder3, *ending;
    bool here;
    const char *const *flag;
} Platform;

static const char *const here_flags[] = { "-Wl,--gc-sections", "-Wl,--exclude-libs,ALL", "-Wl,-z,defs",
                                          "-Wl,--build-id=none", NULL };
static const char *const windows_flags[] = { "-Wl,--gc-sections", "-Wl,--exclude-libs,ALL", "-static-libgcc",
                                             "-Wl,--no-insert-timestamp", NULL };
static const Platform platforms[] = {
    { "CC", "cc", HERE_2, HERE_3, "so", true, here_flags },
    { "CC_WIN64", "x86_64-w64-mingw32-gcc", "win64", "x86_64-windows", "dll", false, windows_flags },
};

bool fmu_on_path(Dtc *d, const char *program)
{
    const char **folder = NULL, *path = getenv("PATH");

    split(d, &folder, path ? path : "", ':');
    for (uint32_t i = 0; i < vec_len(folder); i++)
        if (access(internf(d, "%s/%s", folder[i], program), X_OK) == 0)
            return true;
    return false;
}

static void push(Dtc *d, char ***argv, const char *word) { vec_push(&d->run, *argv, (char *)(uintptr_t)word); }

/* Empty: no binary is wanted. */
static const char *compiler(const Platform *p)
{
    const char *set = getenv(p->variable);

    return set && (*set || !p->here) ? set : p->command;
}

/* all: with the platform's flags */
static char **command(const Fmu *u, const FmuPart *part, const Platform *p, const char *source, const char *binary,
                      bool all)
{
    static const char *const flags[] = { "-O2",
                                         "-std=c99",
                                         "-shared",
                                         "-s",
                                         "-fvisibility=hidden",
                                         "-ffunction-sections",
                                         "-fdata-sections",
                                         "-ffp-contract=off",
                                         "-w" };
    static const char *const folders[] = { "runtime", "runtime/host", "runtime/fmi" };
    Dtc *d = u->d;
    const char *runtime = p->here ? object_runtime(part->d, u->home) : NULL;
    char **argv = NULL;

    object_words(d, &argv, compiler(p));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        push(d, &argv, flags[i]);
    if (p->here)
        push(d, &argv, "-fPIC");
    for (const char *const *flag = p->flag; all && *flag; flag++)
        push(d, &argv, *flag);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        push(d, &argv, internf(d, "-I%s/%s", u->home, folders[i]));
    if (runtime)
        push(d, &argv, "-DDTC_FMI_LINKED");
    push(d, &argv, source);
    if (runtime)
        push(d, &argv, runtime);
    push(d, &argv, "-o");
    push(d, &argv, binary);
    push(d, &argv, "-lm");
    push(d, &argv, NULL);
    return argv;
}

static bool build(Fmu *u, const FmuPart *part, const Platform *p)
{
    const char *path = internf(u->d, "binaries/%s/%s.%s", u->version == 2 ? p->folder2 : p->folder3,
                               part->identifier, p->ending);
    const char *source = internf(u->d, "%s/sources_%s.c", u->folder, part->identifier);
    FILE *f = fmu_open(u, path); /* its place in the archive */

    if (!f || !fmu_close(f, path))
        return false;
    return object_tried(u->d, command(u, part, p, source, vec_last(u->file), true), u->folder) ||
           object_run(u->d, command(u, part, p, source, vec_last(u->file), false), u->folder);
}

bool fmu_build(Fmu *u, FmuKind kind)
{
    bool good = true;

    for (size_t i = 0; i < sizeof platforms / sizeof *platforms && good; i++) {
        const Platform *p = &platforms[i];
        if (!*compiler(p))
            continue;
        if (p->here || fmu_on_path(u->d, compiler(p)))
            good = build(u, &u->part[kind], p);
        else if (!u->told)
            fprintf(stderr,
                    "dtc: note: there is no binary for %s in the FMU: %s is not installed (Debian: "
                    "gcc-mingw-w64-x86-64-win32)\n",
                    p->folder2, compiler(p));
        u->told |= !p->here;
    }
    return good;
}
