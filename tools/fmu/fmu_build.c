/* fmu_build.c - binaries of an FMU, for the platform that dtc runs on and for Windows.
 *
 * $CC (or cc) makes the first; the second is made where mingw is, and its absence is said. They need libc and libm
 * alone, and export what the standard names. Cost: the C compiler's.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "fmu.h"
#include "object.h"

static const char mingw[] = "x86_64-w64-mingw32-gcc";

#if defined __x86_64__
#define HERE_2 "linux64"
#define HERE_3 "x86_64-linux"
#else
#define HERE_2 "aarch64-linux"
#define HERE_3 "aarch64-linux"
#endif

/* folder2, folder3: of the two versions; $CC where command is NULL */
typedef struct { const char *command, *folder2, *folder3, *ending, *const *flag; } Platform;

static const char *const here_flags[] = { "-fPIC", "-Wl,-z,defs", "-Wl,--build-id=none", NULL };
static const char *const windows_flags[] = { "-static-libgcc", "-Wl,--no-insert-timestamp", NULL };
static const Platform platforms[] = {
    { NULL, HERE_2, HERE_3, "so", here_flags },
    { mingw, "win64", "x86_64-windows", "dll", windows_flags },
};

static bool on_path(Dtc *d, const char *program)
{
    const char **folder = NULL, *path = getenv("PATH");

    split(d, &folder, path ? path : "", ':');
    for (uint32_t i = 0; i < vec_len(folder); i++)
        if (access(internf(d, "%s/%s", folder[i], program), X_OK) == 0)
            return true;
    return false;
}

static void push(Dtc *d, char ***argv, const char *word) { vec_push(&d->run, *argv, (char *)(uintptr_t)word); }

static char **command(const Fmu *u, const Platform *p, const char *source, const char *binary)
{
    static const char *const flags[] = { "-O2", "-std=c99", "-shared", "-s", "-fvisibility=hidden",
                                         "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections",
                                         "-ffp-contract=off", "-w" };
    static const char *const folders[] = { "runtime", "runtime/host", "runtime/fmi" };
    Dtc *d = u->d;
    const char *cc = getenv("CC");
    char **argv = NULL;

    object_words(d, &argv, p->command ? p->command : cc && *cc ? cc : "cc");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        push(d, &argv, flags[i]);
    for (const char *const *flag = p->flag; *flag; flag++)
        push(d, &argv, *flag);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        push(d, &argv, internf(d, "-I%s/%s", u->home, folders[i]));
    push(d, &argv, source);
    push(d, &argv, "-o");
    push(d, &argv, binary);
    push(d, &argv, "-lm");
    push(d, &argv, NULL);
    return argv;
}

static bool build(Fmu *u, const FmuPart *part, const Platform *p)
{
    const char *path = internf(u->d, "binaries/%s/%s.%s", u->version == 2 ? p->folder2 : p->folder3, part->identifier,
                               p->ending);
    const char *source = internf(u->d, "%s/sources_%s.c", u->folder, part->identifier);
    FILE *f = fmu_open(u, path);               /* its place in the archive */

    return f && fmu_close(f, path) && object_run(u->d, command(u, p, source, vec_last(u->file)), u->folder);
}

bool fmu_build(Fmu *u, FmuKind kind)
{
    bool good = true;

    for (size_t i = 0; i < sizeof platforms / sizeof *platforms && good; i++) {
        const Platform *p = &platforms[i];
        if (!p->command || on_path(u->d, p->command))
            good = build(u, &u->part[kind], p);
        else if (!u->told)
            fprintf(stderr, "dtc: note: there is no binary for %s in the FMU: %s is not installed (Debian: "
                            "gcc-mingw-w64-x86-64-win32)\n", p->folder2, p->command);
        u->told |= p->command != NULL;
    }
    return good;
}
