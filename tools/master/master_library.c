/* master_library.c - the library of an FMU: loading it, what it says, and what is done where it crashes.
 *
 * What an FMU logs goes to standard error, a text that comes again is not shown again, and after MOST texts the rest is
 * only counted. While a function of the FMU runs, a signal of a crash ends it and not dtc: what was computed before is
 * kept, and no function of that FMU is called any more. An FMU that ends the program (exit) is told of, too.
 * Cost: nothing but a store around each call.
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "master.h"

/* ---- messages ------------------------------------------------------------------------------------------ */

enum { MOST = 100 };                       /* things that an FMU may say */
enum { OK, WARNING, DISCARD, ERROR, FATAL };

static const char *status_name(int version, int status)
{
    static const char *const name[] = { "OK", "Warning", "Discard", "Error", "Fatal", "Pending" };
    static char text[2][20]; /* a status that is none */
    char *to = text[version == 3];

    if (status >= 0 && status < (int)(sizeof name / sizeof *name) && !(version == 3 && status == 5))
        return name[status];
    snprintf(to, sizeof *text, "%d", status);
    return to;
}

bool master_problem(Fmu *f, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "dtc: %s: ", f->file);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

/* Without control characters, which a terminal would obey. */
static const char *printable(char *to, size_t size, const char *text)
{
    size_t n = 0;

    for (; text && *text && n + 1 < size; text++)
        to[n++] = (unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text;
    while (n > 0 && to[n - 1] == ' ')
        n--;
    to[n] = 0;
    return to;
}

/* What was logged last. */
static void show(Fmu *f)
{
    const char *text = f->said_text, *kind = f->said_kind;
    const int status = f->said_status;

    f->unshown = false;
    if (f->logged >= MOST)
        return;
    const char *whole = internf(f->d, "%s: %s says%s%s%s%s%s%s: %s", f->file, f->x.name, status ? " (" : "",
                                status ? status_name(f->x.version, status) : "", status ? ")" : "",
                                *kind ? " [" : "", kind, *kind ? "]" : "", text);
    if (map_get(&f->heard, KEY(whole)))
        return;
    map_set(&f->d->run, &f->heard, KEY(whole), 1);
    fprintf(stderr, "dtc: %s\n", whole);
    if (++f->logged == MOST)
        fprintf(stderr, "dtc: %s: it has said %d things; the rest is not shown\n", f->file, MOST);
}

/* A failure is told with what the call returns. */
void master_log(Fmu *f, int status, const char *category, const char *message)
{
    if (f->unshown)
        show(f);
    f->said = printable(f->said_text, sizeof f->said_text, message);
    printable(f->said_kind, sizeof f->said_kind, category);
    f->said_status = status;
    f->unshown = true;
    if (status < DISCARD || !f->calling)
        show(f);
}

bool master_returned(Fmu *f, int status)
{
    const char *name = f->calling;

    f->calling = NULL;
    if (status == OK || status == WARNING) {
        if (f->unshown)
            show(f);
        return true;
    }
    f->unshown = false;
    f->dead |= status == FATAL || status < 0 || status > FATAL;
    return master_problem(f, "%s at time %.9g returned %s%s%s", name, f->time,
                          status_name(f->x.version, status), f->said ? ": " : ", and no message",
                          f->said ? f->said : "");
}

bool master_instance(Fmu *f)
{
    const char *name = f->calling;

    f->calling = NULL;
    f->unshown &= f->instance != NULL;
    return f->instance || master_problem(f, "%s gave no instance%s%s", name,
                                         f->said ? ": " : ", and no message", f->said ? f->said : "");
}

/* ---- the functions ------------------------------------------------------------------------------------- */

/* Functions of the standard that are not there. */
static bool look_up(Fmu *f, const FmuFunction *all, size_t count, const char *const *needed, void *functions)
{
    const char **missing = NULL, **other = NULL;

    for (size_t i = 0; i < count; i++) {
        const char *name = internf(f->d, "fmi%d%s", f->x.version, all[i].name);
        void *function = dlsym(f->library, name);
        bool is_needed = false;
        memcpy((char *)functions + all[i].at, &function, sizeof function);
        for (size_t k = 0; needed[k]; k++)
            is_needed |= strcmp(needed[k], all[i].name) == 0;
        if (!function && is_needed)
            vec_push(&f->d->run, missing, name);
        else if (!function)
            vec_push(&f->d->run, other, name);
    }
    if (missing)
        return master_problem(f, "its library lacks %s, without which it cannot be run",
                              text_joined(f->d, missing, ", ", " and "));
    if (other)
        fprintf(stderr, "dtc: warning: %s: its library lacks %s, which the standard asks for\n", f->file,
                vec_len(other) > 8 ? internf(f->d, "%u functions", vec_len(other))
                                   : text_joined(f->d, other, ", ", " and "));
    return true;
}

bool master_library(Fmu *f, const FmuFunction *all, size_t count, const char *const *needed, void *functions)
{
    f->calling = "dlopen (its initialisers)";
    f->library = dlopen(f->folder.library, RTLD_NOW | RTLD_LOCAL);
    f->calling = NULL;
    if (!f->library) {
        const char *why = dlerror(), *path = f->folder.folder, *in = why ? strstr(why, path) : NULL;
        return master_problem(f, "its library cannot be loaded: %s",
                              in    ? in + strlen(path) + 1
                              : why ? why
                                    : "");
    }
    f->functions = functions;
    return look_up(f, all, count, needed, functions);
}

/* ---- crashes ------------------------------------------------------------------------------------------- */

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS };
enum { CRASHES = sizeof crashes / sizeof *crashes };

static sigjmp_buf back;
static Fmu *volatile guarded;
static pid_t thread;
static struct sigaction before[CRASHES];

static void on_crash(int number)
{
    if (guarded && guarded->calling && gettid() == thread)
        siglongjmp(back, number);
    temporaries_clear(); /* of dtc itself, or in a thread of the FMU's own */
    signal(number, SIG_DFL);
    raise(number);
}

static void on_exit_of_fmu(void)
{
    Fmu *f = guarded;

    if (!f || !f->calling)
        return;
    master_problem(f, "%s ended the program (exit)", f->calling);
    temporaries_clear();
    _exit(1);
}

static void catch_crashes(bool yes)
{
    const struct sigaction act = { .sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER };

    for (int i = 0; i < CRASHES; i++)
        if (yes)
            sigaction(crashes[i], &act, &before[i]);
        else
            sigaction(crashes[i], &before[i], NULL);
}

bool master_guarded(Fmu *f, bool (*run)(void *), void *with)
{
    static bool registered;
    volatile bool good = false;

    if (!registered)
        registered = atexit(on_exit_of_fmu) == 0;
    thread = gettid();
    guarded = f;
    catch_crashes(true);
    const int number = sigsetjmp(back, 1);
    if (number == 0) {
        good = run(with);
    } else {
        master_problem(f, "%s crashed at time %.9g (%s)", f->calling, f->time, strsignal(number));
        f->calling = NULL;
        f->dead = true;
        alarm(20); /* it may have left a lock behind that nobody opens any more */
    }
    catch_crashes(false);
    guarded = NULL;
    return good;
}
